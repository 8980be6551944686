"""``mafia themes``: the packs there are, one of them, and what is wrong with one's own."""

from pathlib import Path
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli import themes as shelf
from mafia_cli.cli.commands import settings_of
from mafia_cli.rules.roles import Role
from mafia_cli.script import disk
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.toml import parse
from mafia_cli.settings import Report, Settings
from mafia_cli.words.clean import safe
from mafia_cli.words.packs import built_in_file
from mafia_cli.words.voice import Voice


def themes(
    ctx: typer.Context,
    name: Annotated[list[str] | None, typer.Argument(metavar="NAME")] = None,
    toml: Annotated[bool, typer.Option("--toml")] = False,
) -> Report:
    """List the packs, or show one: its roles, some phrases, ideas for nicks; or its file, to begin from."""
    settings = settings_of(ctx)
    if name and toml:
        theme = shelf.chosen(" ".join(name), settings.words, settings.folder)
        path = theme.path or Path(built_in_file(theme.id, settings.lang))
        return Report("\n".join(map(safe, disk.read(path).decode("utf-8", "replace").splitlines())), as_data=True)
    if name:
        return Report(_page(settings, shelf.chosen(" ".join(name), settings.words, settings.folder)))
    words, lines = settings.words, []
    for theme in shelf.every(words, settings.folder):
        mark = words.text("table", "themes.own") if theme.path else ""
        if shelf.mistaken(theme, words):
            mark = words.text("table", "themes.own_mistaken")
        about = safe(str(theme.pack.get("about", "")))
        lines += screen.wrap(f"{safe(theme.name)}{mark}. {about}", screen.columns(), f"{theme.id:<12} ")
    unread = [
        words.text("table", "themes.unread", file=safe(str(path))) for path, _ in shelf.damaged(words, settings.folder)
    ]
    more = words.text("table", "themes.more", folder=safe(str(settings.folder)))
    return Report("\n".join([*lines, *unread, "", more]))


def _page(settings: Settings, theme: shelf.Theme) -> str:
    words, pack = settings.words, theme.pack
    voice = Voice(words, 0, None if theme.id == "plain" else pack)
    lines = [screen.heading(safe(theme.name)), safe(str(pack.get("about", ""))), ""]
    for role in Role:
        flavour = safe(voice.flavour(role))
        lines.append(f"{safe(voice.role(role))}{f': {flavour}' if flavour else ''}")
    lines += ["", words.text("table", "themes.phrases")]
    said = [
        voice.say("night.call_roles", 1, night=1, roles=words.comma(voice.roles([Role.MAFIA, Role.DOCTOR]))),
        voice.say("morning.quiet", 1, night=1),
        voice.say("vote.call", 1, day=1),
        voice.say("end.town"),
    ]
    lines += [safe(text) for text in said]
    if pack.get("nicks"):
        lines += ["", words.text("table", "themes.nicks"), safe(", ".join(pack["nicks"]))]
    return "\n".join(screen.wrap_lines(lines))


def check(ctx: typer.Context, file: Annotated[str, typer.Argument(metavar="FILE")]) -> Report:
    """Report everything wrong with a pack's file, each with its place in it."""
    settings = settings_of(ctx)
    path = Path(file)
    found = [*shelf.name_faults(path), *shelf.faults(parse(disk.read(path)), settings.words)]
    if found:
        raise RefusedError([Fault(one.place or file, one.problem) for one in found])
    return Report(settings.words.text("table", "themes.good", file=safe(file)))
