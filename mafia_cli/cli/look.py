"""``mafia status``, ``mafia games``, ``mafia rules``: what only looks; nothing is written, nothing locked."""

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from mafia_cli import screen
from mafia_cli.cli.commands import settings_of
from mafia_cli.host.status import after_text, status_text
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import RULINGS, Rulings
from mafia_cli.script import disk
from mafia_cli.script.check import meant
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.replay import play, undealt
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe, short

RECENT: Final = 20
"""Games that ``mafia games`` lists without ``--all``."""

_GAME_COLUMNS: Final = ("file", "name", "date", "theme", "players", "state")
_ROOMY: Final = 72
"""Columns from which on ``mafia games`` has room for the themes."""


# --- status -----------------------------------------------------------------------------------------------


def status(ctx: typer.Context, public: Annotated[bool, typer.Option("--public")] = False) -> Report:
    """Show the whole state of the game last written, or with ``--public`` what the chat may know of it."""
    settings = settings_of(ctx)
    script, played = look(settings.path(unfinished=False))
    if played.faults:
        raise RefusedError(played.faults)
    return Report(status_text(settings.words, script, played, public=public))


# --- games ------------------------------------------------------------------------------------------------


def games(ctx: typer.Context, all: Annotated[bool, typer.Option("--all")] = False) -> Report:
    """List the saves of the folder, the last written first; a damaged one with the reason."""
    settings = settings_of(ctx)
    words = settings.words
    files = disk.game_files(settings.folder)
    if not files:
        return Report(words.text("look", "games.none", folder=safe(str(settings.folder))))
    shown = files if all else files[:RECENT]
    names = [name for name in _GAME_COLUMNS if name != "theme" or screen.columns() >= _ROOMY]
    head = [words.text("look", f"games.{name}") for name in names]
    rows = [_game_row(words, path, names) for path in shown]
    table = screen.table(head, [row for row, _ in rows], numbers=[names.index("players")], whole=[names.index("date")])
    lines = [table, *screen.wrap_lines([reason for _, reason in rows if reason])]
    if len(shown) < len(files):
        lines.append(words.text("look", "games.more", n=len(files) - len(shown)))
    return Report("\n".join(lines))


def _game_row(words: Words, path: Path, names: Sequence[str]) -> tuple[screen.Row, str]:
    """Return the row of a save and, for a damaged one, the reason."""
    cells = dict.fromkeys(names, "") | {"file": short(path.stem)}
    script = Script()
    played = Played()
    reason = ""
    try:
        script = disk.load(path)
        played = play(script)
        if played.faults and not undealt(script, played.faults):
            raise RefusedError(played.faults)
    except RefusedError as error:
        state = words.text("look", "games.damaged")
        reason = words.text("look", "games.reason", file=short(path.stem), reason=fault_text(words, error.faults[:1]))
    else:
        cells["players"], state = str(len(script.players) or ""), game_state(words, played)
        if script.header.example is True:
            state = words.text("look", "games.example", state=state)
    cells |= {"name": _text(script, "name"), "date": _date(script), "state": state}
    if "theme" in cells:
        cells["theme"] = _text(script, "theme")
    faded = played.game is not None and played.game.over
    return screen.Row(tuple(cells.values()), faded=faded), reason


def _text(script: Script, key: str) -> str:
    value = getattr(script.header, key)
    return short(value, 40) if isinstance(value, str) else ""


def _date(script: Script) -> str:
    """The day of ``created``, which a file may hold as text or as TOML's own date."""
    value = script.header.created
    if isinstance(value, (date, datetime)):
        return value.isoformat()[:10]
    return short(value[:10], 10) if isinstance(value, str) else ""


def game_state(words: Words, played: Played) -> str:
    """Return what a save holds in a few words: the open or last closed step, the winner."""
    game = played.game
    if game is None:
        return words.text("look", "games.undealt")
    won = game_winner(game)
    if game.over:
        return words.text("look", "games.finished", winner=words.winner(won)) if won else words.winner("")
    if played.open_step is not None:
        kind = played.open_step.kind
        number = game.night + 1 if kind == "night" else game.day + 1
        said = words.text("look", f"games.open_{kind}", n=number)
    else:
        said = after_text(words, game)
    return words.text("look", "games.decided", state=said, winner=words.winner(won)) if won else said


# --- rules ------------------------------------------------------------------------------------------------


def rules(ctx: typer.Context, topic: Annotated[list[str] | None, typer.Argument(metavar="WHAT")] = None) -> Report:
    """Print the rules, one of them, a role, a ruling, or the table of either, in the program's own words."""
    settings = settings_of(ctx)
    text = _rules_text(settings, " ".join(topic or []).strip())
    if screen.is_terminal():
        room = screen.columns()
        lines = []
        for line in text.splitlines():
            lead = line[: len(line) - len(line.lstrip())]
            lines += screen.wrap(line, room, lead, f"{lead}  ")
        text = "\n".join(lines)
    return Report(text)


def _rules_text(settings: Settings, wanted: str) -> str:
    from mafia_cli.reading.roles import role_of
    from mafia_cli.words import rulebook

    words, folded = settings.words, wanted.casefold()
    if not folded:
        return rulebook.rules_page(words)
    if folded.rstrip(".") in rulebook.NUMBERS:
        return rulebook.rule(words, folded.rstrip("."))
    if folded in words.find("look", "rules.roles_words"):
        return rulebook.roles_page(words)
    if folded in words.find("look", "rules.rulings_words"):
        return _rulings_text(settings)
    if folded in RULINGS:
        _, held = _held_rulings(settings)
        return rulebook.ruling_page(words, folded, getattr(held, folded))
    role = role_of(wanted)
    if role is not None:
        from mafia_cli.reading.roles import words_of

        said = words.text("look", "rules.words", words=words.comma(words_of(role)))
        return f"{rulebook.role_page(words, role)}\n{said}"
    raise _no_such_rule(words, wanted)


def _no_such_rule(words: Words, wanted: str) -> SaveError:
    from mafia_cli.words import rulebook

    section = [number for number in rulebook.NUMBERS if number.partition(".")[0] == wanted.partition(".")[0]]
    if section:
        return SaveError("bad_option", option="rules", value=wanted, right=f"{section[0]} ... {section[-1]}")
    known = [*RULINGS, *Role, *(words.role(role, "who") for role in Role)]
    known += [*words.find("look", "rules.roles_words"), *words.find("look", "rules.rulings_words")]
    likely = meant(wanted.casefold(), known)
    right = words.text("look", "rules.right")
    return SaveError("bad_option", option="rules", value=wanted, right=right, meant=likely)


def _rulings_text(settings: Settings) -> str:
    from mafia_cli.words import rulebook

    words = settings.words
    name, held = _held_rulings(settings)
    head = words.text("look", "rules.game", name=name) if name else words.text("look", "rules.defaults")
    return "\n".join([head, rulebook.rulings_page(words, held), "", words.text("look", "rules.more")])


def _held_rulings(settings: Settings) -> tuple[str, Rulings]:
    """Return the name and the rulings of the game meant, or "" and the defaults when there is none to be read."""
    try:
        path = settings.path(unfinished=True)
        script, played = look(path)
    except RefusedError:
        if settings.game is not None:
            raise
        return "", Rulings()
    if played.cast is None:
        return "", Rulings()
    return _text(script, "name") or short(path.stem), played.cast.rulings
