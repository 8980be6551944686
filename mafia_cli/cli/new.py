"""``mafia new``: by flags (players, composition, rulings, the deal), or by questions when no players are given."""

import sys
from datetime import date
from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.actions.blacklist import found_among, line, unread
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, read_lines
from mafia_cli.cli.paste import json_text
from mafia_cli.host.dealing import dealt_by_hand
from mafia_cli.host.joining import numbered
from mafia_cli.host.lastpeople import from_game as from_last
from mafia_cli.host.setup import (
    check_composition,
    checked,
    composition,
    composition_text,
    dealt_game,
    mayor_seat,
    profile,
    rulings,
)
from mafia_cli.host.signing import all_good, contract, signed, told
from mafia_cli.people import fault
from mafia_cli.rules.deal import counts_of, dealt
from mafia_cli.rules.roles import SMALLEST_GAME, Role
from mafia_cli.script.check import NAMED, Raw
from mafia_cli.script.draws import drawn
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Script
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.themes import chosen, pack_warning
from mafia_cli.words.clean import safe
from mafia_cli.words.names import people


def new(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME")] = None,
    players: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    from_game: Annotated[str | None, typer.Option("--from", metavar="GAME")] = None,
    theme: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
    pack: Annotated[str | None, typer.Option(metavar="PACK")] = None,
    roles: Annotated[str | None, typer.Option(metavar="ROLE=N,...")] = None,
    deal: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    mayor: Annotated[str | None, typer.Option(metavar="NICK")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE")] = None,
    host: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    chat: Annotated[str | None, typer.Option(metavar="PROFILE")] = None,
    dry: Annotated[bool, typer.Option("--dry", "--dry-run")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Start a game: the list of players, the composition, the deal."""
    settings = settings_of(ctx)
    if (dry or as_json) and (players is None or not dry):
        raise bad_option("--dry" if dry else "--json", "", "--players FILE --dry")
    if players is not None and dry:
        return _read(settings, read_lines(players), as_json=as_json)
    if players is None and from_game is None:
        if deal is not None or not sys.stdin.isatty():
            raise SaveError("no_terminal", flags="--players FILE --yes")
        words = {} if pack is None else themed(pack, theme, settings)
        packs = {words["theme"]: words["pack"]} if words else None
        theme = words.get("theme", theme)
        first = {"name": name, "theme": theme, "roles": roles, "mayor": mayor, "seed": seed, "packs": packs}
        return _asked(settings, {**first, "host": host, "limit": profile(chat), "rulings": rulings(ruling or [])})
    if players is not None and from_game is not None:
        raise bad_option("--from", from_game, "--from GAME | --players FILE")
    if players is not None:
        after = signed([], [], read_lines(players))
        entries, reserves, left = all_good(after), after.reserves, "\n".join(told(settings.words, after))
    else:
        entries, reserves, left = checked(from_last(settings.folder, from_game)), [], ""
    counts = composition(roles, len(entries))
    header: Raw = {"name": name or date.today().isoformat(), "created": desk.now(), "lang": settings.lang}
    words = {} if pack is None else themed(pack, theme, settings)
    header |= {"host": host, "theme": theme, "limit": profile(chat), **words}
    header |= drawn(seed)
    header["rulings"] = rulings(ruling or [])
    header["reserves"] = reserves or None
    held = dealt_by_hand(entries, read_lines(deal)) if deal is not None else None
    if held is None:
        check_composition(counts, len(entries))
        named = mayor_seat(entries, mayor)
        header["mayor"] = NAMED if named else None
        held = dealt(counts, header["seed"], named)
    else:
        counts = counts_of(held)
        check_composition(counts, len(entries))
    return _started(settings, dealt_game(header, entries, held), entries, counts, left, yes=yes)


def _read(settings: Settings, text: str, *, as_json: bool) -> Report:
    """Say what a sign-up comes to; looks only. What keeps it from being a game is said beside it."""
    after = signed([], [], text)
    faults = [*after.faults]
    if len(after.players) < SMALLEST_GAME:
        faults.append(fault("too_few_players", count=len(after.players), least=SMALLEST_GAME))
    notes = fault_text(settings.words, faults)
    if as_json:
        return Report(json_text(contract(after)), notes, as_data=True)
    return Report("\n".join([*numbered(after.players), *told(settings.words, after)]), notes)


def themed(pack: str, theme: str | None, settings: Settings) -> Raw:
    """Return the header of a game in a theme pack: its id, and its name as the theme where none was voted for."""
    found = chosen(pack, settings.words, settings.folder)
    return {"pack": found.id, "theme": theme or found.name}


def _asked(settings: Settings, flags: Raw) -> Report:
    """Ask for everything; what flags said is offered as the default. Then the desk goes on with the game."""
    from mafia_cli.host import wizard
    from mafia_cli.host.desk import run

    given = {key: value for key, value in flags.items() if value is not None and value != {}}
    if "theme" in given:
        given["candidates"] = [given.pop("theme")]
    if "roles" in given:
        given["roles"] = {role.value: n for role, n in composition(given["roles"], 0).items()}
    return run(settings, wizard.run(settings, given=given))


def _started(
    settings: Settings, script: Script, entries: list[Raw], counts: dict[Role, int], left: str, *, yes: bool
) -> Report:
    words, name = settings.words, script.header.name or ""
    lines = [words.plural(len(entries), "cli", "new.summary", name=safe(name))]
    lines.append(composition_text(words, counts))
    warnings = [fault("lone_mafioso")] if not counts.get(Role.MAFIA) else []
    try:
        for nick, entry in found_among(settings.folder, entries, date.today()):
            warnings.append(fault("blacklisted", nick=nick, entry=line(words, entry)))
    except SaveError as error:
        warnings += unread(error)
    mistakes = "\n".join(filter(None, [left, pack_warning(script, words, settings.folder)]))
    if not yes:
        nicks = people(entry["nick"] for entry in entries)
        lines += [f"{seat:>3} {nicks.name(seat)}" for seat in range(1, len(entries) + 1)]
        asks = fault_text(words, [*warnings, fault("confirm_new"), fault("needs_yes")])
        return Report("\n".join(lines), "\n".join(filter(None, [mistakes, asks])), 1)
    with desk.created(settings.folder, name, script) as session:
        nicks = people(player.nick for player in session.script.players)
        lines += [
            f"{seat:>3} {nicks.name(seat)} - {words.role(Role(str(player.role)))}"
            for seat, player in enumerate(session.script.players, 1)
        ]
        lines += ["", words.text("cli", "new.saved", path=safe(str(session.path))), words.text("cli", "new.next")]
    return Report("\n".join(lines), "\n".join(filter(None, [mistakes, fault_text(words, warnings)])))
