"""``mafia blacklist``: who is on it, and putting people on it and off it."""

from datetime import date
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli.actions import blacklist as black
from mafia_cli.cli.commands import settings_of
from mafia_cli.people import roster_of, seat_named
from mafia_cli.script import disk
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import Header, Script
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings
from mafia_cli.words.clean import safe, short


def blacklist(ctx: typer.Context) -> Report:
    """Show the blacklist, those whose time is over too."""
    settings = settings_of(ctx)
    today = date.today()
    lines = [black.line(settings.words, one, today) for one in black.load(settings.folder)]
    return Report("\n".join(screen.wrap_lines(lines)) or settings.words.text("table", "black.none"))


def add(
    ctx: typer.Context,
    nick: Annotated[str, typer.Argument(metavar="NICK")],
    reason: Annotated[str, typer.Option(metavar="TEXT")] = "",
    until: Annotated[str | None, typer.Option(metavar="DATE")] = None,
) -> Report:
    """Put somebody on the list; a player of the game meant (``--game``, else the latest) under all known names."""
    settings = settings_of(ctx)
    last = black.day_of(until) if until is not None else None
    script, names = _known(settings, nick)
    entry = black.from_game(script, names, reason, date.today(), last)
    old = black.add(settings.folder, entry)
    said = settings.words.text("table", "black.replaced" if old else "black.added", nick=short(entry.nick, 40))
    return Report(f"{said}\n{black.line(settings.words, entry)}")


def _known(settings: Settings, nick: str) -> tuple[Script, list[str]]:
    """Return the game in which the nick is known, with all names of that seat; without one the nick alone."""
    try:
        script, played = look(settings.path(unfinished=False))
        seat = seat_named(script, played, nick)
    except RefusedError:
        if settings.game is not None:
            name = disk.load(disk.named(settings.folder, settings.game)).header.name
            return Script(Header(name=name or settings.game)), [nick]
        return Script(), [nick]
    person = roster_of(script, played).by_seat[seat]
    return script, [person.chat, person.nick, *person.aliases]


def remove(ctx: typer.Context, nick: Annotated[str, typer.Argument(metavar="NICK")]) -> Report:
    """Take somebody off the list, by any of the names."""
    settings = settings_of(ctx)
    gone = black.remove(settings.folder, nick)
    return Report(settings.words.text("table", "black.removed", nick=safe(gone.nick)))
