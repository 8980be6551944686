"""``mafia status``, ``mafia games``, ``mafia rules``: what only looks; nothing is written, nothing locked."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from mafia_cli import screen
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import facts_of, people_of
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.facts import public
from mafia_cli.rules.model import Cause, Game, Kind, Out
from mafia_cli.rules.moves import Standing, ledger
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import RULINGS, Rulings
from mafia_cli.saves import outbox, store
from mafia_cli.saves.script import Played, Raw, Record, RefusedError, play
from mafia_cli.saves.shapes import meant
from mafia_cli.saves.text import SaveError
from mafia_cli.session import day_step, look, missing, stage_of, standing
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import game_words
from mafia_cli.words.catalogue import Words, upper_first
from mafia_cli.words.clean import safe, short
from mafia_cli.words.names import People

RECENT: Final = 20
"""Games that ``mafia games`` lists without ``--all``."""

_NIGHT_CAUSES: Final = frozenset({Cause.MAFIA, Cause.MANIAC, Cause.POISON, Cause.JEALOUS, Cause.MIRRORED})
_GAME_COLUMNS: Final = ("file", "name", "date", "theme", "players", "state")
_ROOMY: Final = 72
"""Columns from which on ``mafia games`` has room for the themes."""
_PACED: Final = (Role.MANIAC, Role.POISONER, Role.DOCTOR)


# --- status -----------------------------------------------------------------------------------------------


def status(ctx: typer.Context, public: Annotated[bool, typer.Option("--public")] = False) -> Report:
    """Show the whole state of the game last written, or with ``--public`` what the chat may know of it."""
    settings = settings_of(ctx)
    doc, played = look(settings.path(unfinished=False))
    if played.faults:
        raise RefusedError(played.faults)
    if public:
        return Report(public_page(game_words(doc, settings.words), doc, played))
    return Report(host_page(settings.words, doc, played))


def host_page(words: Words, doc: Raw, played: Played) -> str:
    """Return the state of a game on one page, for the host's eyes."""
    game = _game(played)
    people = people_of(doc, played)
    lines = [screen.heading(_title(words, doc)), _state(words, game)]
    lines += _open_step(words, people, played)
    head = [words.text("look", f"head.{name}") for name in ("seat", "nick", "role", "state")]
    rows = [_row(words, people, game, seat) for seat in sorted(game.cast.seats)]
    text = "\n".join(_wrapped(lines))
    rest = _wrapped([*_limits(words, game), *_records(words, people, played), *_unsent(words, people, doc, played)])
    return "\n".join([text, screen.table(head, rows, numbers=[0]), *rest])


def _game(played: Played) -> Game:
    assert played.game is not None
    return played.game


def _wrapped(lines: Sequence[str]) -> list[str]:
    """Plain lines cut to the screen, what belongs together set in by two columns; escape codes are left alone."""
    room = screen.columns()
    return [piece for line in lines for piece in ([line] if "\x1b" in line else screen.wrap(line, room, "", "  "))]


def _title(words: Words, doc: Raw) -> str:
    name = short(doc["name"]) if doc.get("name") else words.text("look", "status.untitled")
    if doc.get("example") is True:
        name = words.text("look", "status.example", name=name)
    theme = doc.get("theme")
    return words.text("look", "status.theme", name=name, theme=short(theme)) if theme else name


def _state(words: Words, game: Game) -> str:
    phase = upper_first(_after(words, game))
    alive = words.text("look", "status.alive", alive=len(game.alive), players=len(game.cast.seats))
    won = game_winner(game)
    if game.ended is not None:
        said = words.text("look", "status.ended" if won else "status.broken", winner=words.winner(won))
    else:
        said = words.text("look", "status.decided" if won else "status.none_yet", winner=words.winner(won))
    if game.heir_due and game.ended is None:
        said = f"{said} {words.text('look', 'status.heir_due')}"
    return words.text("look", "status.state", phase=phase, alive=alive, winner=said)


def _after(words: Words, game: Game) -> str:
    """After which night or day the game stands."""
    number = game.day if game.phase == "day" else game.night
    return words.text("look", f"phase.{game.phase}", n=number)


def _row(words: Words, people: People, game: Game, seat: int) -> screen.Row:
    role = words.role(game.cast.roles[seat])
    alive = seat in game.alive
    marks = [words.text("look", "mark.alive")] if alive else [_out(words, game.out[seat])]
    marks += [words.text("look", "mark.mayor")] * (seat == game.mayor)
    marks += [words.text("look", "mark.poisoned")] * (seat in game.poisoned)
    marks += [words.text("look", "mark.seduced")] * (seat in game.seduced)
    if seat in game.excluded and Cause.EXCLUDED not in (game.out[seat].causes if not alive else ()):
        marks.append(words.text("look", "mark.excluded"))
    return screen.Row((str(seat), people.name(seat), role, words.comma(marks)), faded=not alive)


def _out(words: Words, out: Out) -> str:
    """When and of what somebody went out; what is no night's or vote's doing happened after one."""
    within = _NIGHT_CAUSES.intersection(out.causes) or (out.phase == "day" and Cause.JAILED in out.causes)
    phase = words.text("look", f"phase.{'in_' if within else ''}{out.phase}", n=out.number)
    key = "mark.out" if out.causes else "mark.out_bare"
    return words.text("look", key, phase=phase, causes=words.causes(out.causes))


def _open_step(words: Words, people: People, played: Played) -> list[str]:
    raw = played.open_step
    if raw is None:
        return []
    return [
        _open_night(words, people, played, raw) if raw["kind"] == "night" else _open_day(words, played, raw, people)
    ]


def _open_night(words: Words, people: People, played: Played, raw: Raw) -> str:
    game = _game(played)
    moves = raw.get("moves", {})
    made = []
    for name, target in moves.items():
        nicks = [safe(nick) for nick in (target if isinstance(target, list) else [target] * bool(target))]
        key = "open.move" if nicks else "open.skip"
        made.append(words.text("look", key, role=words.role(Role(name), "who"), nicks=words.join(nicks)))
    silent = [row.role for row in ledger(game) if row.standing is Standing.MAY and row.role.value not in moves]
    moved = words.text("look", "open.moved" if made else "open.moved_none", moves="; ".join(made))
    roles = words.comma(words.role(role, "who") for role in silent)
    waiting = words.text("look", "open.waiting" if silent else "open.waiting_none", roles=roles)
    return words.text("look", "open.night", n=game.night + 1, moved=moved, waiting=waiting)


def _open_day(words: Words, played: Played, raw: Raw, people: People) -> str:
    day, stage = standing(played, raw), stage_of(raw)
    left = missing(day, stage)
    ballots = getattr(day_step(played, raw), stage) or ()
    return words.text(
        "look",
        "open.day",
        n=day.number,
        stage=words.text("look", f"open.{stage}", nick=people.name(day.suspect)),
        votes=words.plural(len(ballots), "chat", "count.votes"),
        missing=words.text("look", "open.missing" if left else "open.missing_none", nicks=_list(words, people, left)),
    )


def _list(words: Words, people: People, seats: Sequence[int]) -> str:
    return words.comma(people.names(seats))


def _limits(words: Words, game: Game) -> list[str]:
    """From which night on the roles with a pace may move again, and what comes once a game and is spent."""
    if game.ended is not None:
        return []
    said = []
    for row in ledger(game):
        if row.role in _PACED and row.standing is not Standing.OUT:
            key = "line.limit_self" if row.role is Role.DOCTOR else "line.limit"
            said.append(words.text("look", key, role=words.role(row.role, "who"), n=row.night))
    if game.kabum_spent and game.cast.seat_of[Role.KAMIKAZE] in game.alive:
        said.append(words.text("look", "line.kabum_spent"))
    if game.revival_spent and game.cast.seat_of[Role.HEALER] in game.alive:
        said.append(words.text("look", "line.revival_spent"))
    return [words.text("look", "line.limits", limits="; ".join(said))] if said else []


def _records(words: Words, people: People, played: Played) -> Iterator[str]:
    """Violations, rulings that differ, the host's overrides with their reasons."""
    violations = []
    for record in played.records:
        if record.kind == "violation":
            seat = record.names.seats[record.raw["target"]]
            note = short(record.raw.get("note", ""))
            params = {"seat": seat, "nick": people.name(seat), "rule": short(record.raw["rule"], 20), "note": note}
            key = "line.violation_note" if note else "line.violation"
            violations.append(words.text("look", key, phase=_after(words, record.before), **params))
    if violations:
        yield words.text("look", "line.violations", items="; ".join(violations))
    changed = _game(played).cast.rulings.changed()
    if changed:
        items = words.comma(f"{name} = {choice}" for name, choice in changed.items())
        yield words.text("look", "line.rulings", items=items)
    for record in played.records:
        if record.kind == "override":
            reason, phase = short(record.raw["reason"], 200), _after(words, record.before)
            yield words.text("look", "line.override", phase=phase, reason=reason)


def _unsent(words: Words, people: People, doc: Raw, played: Played) -> list[str]:
    """The private messages not sent yet, by what they are about."""
    waiting: dict[tuple[str, bool], list[int]] = {}
    for message in outbox.unsent(played, doc):
        waiting.setdefault((message.about, message.correction), []).append(message.to)
    items = []
    for (about, corrects), seats in waiting.items():
        kind, _, number = about.partition(" ")
        key = "line.unsent_corrected" if corrects else "line.unsent_item"
        nicks = words.comma(words.text("look", "line.player", seat=seat, nick=people.name(seat)) for seat in seats)
        items.append(words.text("look", key, about=words.text("look", f"about.{kind}", n=number), nicks=nicks))
    return [words.text("look", "line.unsent", items="; ".join(items))] if items else []


# --- status --public --------------------------------------------------------------------------------------


class _Known:
    """What the chat was told, gathered from the public facts of every record."""

    def __init__(self, played: Played) -> None:
        self.out: dict[int, Out] = {}
        self.roles: dict[int, Role] = {}
        self.seduced: set[int] = set()
        for record in played.records:
            self._hear(record)

    def _hear(self, record: Record) -> None:
        if record.kind in ("night", "day"):
            self.seduced = set()
        elif record.kind == "override" and "seduced" in record.raw:
            self.seduced = set(record.game.seduced)
        for fact in public(facts_of(record)):
            match fact.kind:
                case Kind.TOLD:
                    self._leaves(fact.seat, record, fact.detail)
                case Kind.JAILED:
                    self._leaves(fact.seat, record, (Cause.JAILED,))
                case Kind.EXCLUDED if fact.seat not in self.out:
                    self._leaves(fact.seat, record, (Cause.EXCLUDED,))
                case Kind.REVIVED:
                    self.out.pop(fact.seat, None)
                case Kind.SEDUCED:
                    self.seduced.add(fact.seat)
                case Kind.ROLE if fact.role is not None:
                    self.roles[fact.seat] = fact.role

    def _leaves(self, seat: int, record: Record, causes: tuple[Cause, ...]) -> None:
        phase = f"in_{record.kind}" if record.kind in ("night", "day") else record.game.phase
        number = record.game.day if record.game.phase == "day" else record.game.night
        self.out[seat] = Out(phase, number, causes)
        self.seduced.discard(seat)


def public_page(words: Words, doc: Raw, played: Played) -> str:
    """Return what the chat may know, made of public facts alone, ready to paste."""
    game, people, known = _game(played), people_of(doc, played), _Known(played)
    phase = upper_first(_after(words, game))
    alive = words.text(
        "look", "status.alive", alive=len(game.cast.seats) - len(known.out), players=len(game.cast.seats)
    )
    state = words.text("look", "public.state", phase=phase, alive=alive)
    theme = doc.get("theme")
    lines = [words.text("look", "public.title", theme=short(theme), state=state) if theme else state]
    for seat in sorted(game.cast.seats):
        lines.append(_public_line(words, people, known, seat))
    if game.ended is not None:
        key = "status.ended" if game.ended else "status.broken"
        lines.append(words.text("look", key, winner=words.winner(game.ended)))
    return "\n".join(lines)


def _public_line(words: Words, people: People, known: _Known, seat: int) -> str:
    params: dict[str, Any] = {"seat": seat, "nick": people.name(seat)}
    key = "alive"
    if seat in known.out:
        out = known.out[seat]
        phase = words.text("look", f"phase.{out.phase}", n=out.number)
        key, params["how"] = "out", phase
        if out.causes:
            params["how"] = words.text("look", "public.how", phase=phase, causes=words.causes(out.causes))
    elif seat in known.seduced:
        key = "seduced"
    if seat in known.roles and key != "seduced":
        key, params["role"] = f"{key}_role", words.role(known.roles[seat])
    return words.text("look", f"public.{key}", **params)


# --- games ------------------------------------------------------------------------------------------------


def games(ctx: typer.Context, all: Annotated[bool, typer.Option("--all")] = False) -> Report:
    """List the saves of the folder, the last written first; a damaged one with the reason."""
    settings = settings_of(ctx)
    words = settings.words
    files = store.game_files(settings.folder)
    if not files:
        return Report(words.text("look", "games.none", folder=safe(str(settings.folder))))
    shown = files if all else files[:RECENT]
    names = [name for name in _GAME_COLUMNS if name != "theme" or screen.columns() >= _ROOMY]
    head = [words.text("look", f"games.{name}") for name in names]
    rows = [_game_row(words, path, names) for path in shown]
    table = screen.table(head, [row for row, _ in rows], numbers=[names.index("players")], whole=[names.index("date")])
    lines = [table, *_wrapped([reason for _, reason in rows if reason])]
    if len(shown) < len(files):
        lines.append(words.text("look", "games.more", n=len(files) - len(shown)))
    return Report("\n".join(lines))


def _game_row(words: Words, path: Path, names: Sequence[str]) -> tuple[screen.Row, str]:
    """Return the row of a save and, for a damaged one, the reason."""
    cells = dict.fromkeys(names, "") | {"file": short(path.stem)}
    doc: Raw = {}
    played = Played()
    reason = ""
    try:
        doc = store.load(path)
        played = play(doc)
        if played.faults and not _undealt(doc, played):
            raise RefusedError(played.faults)
    except RefusedError as error:
        state = words.text("look", "games.damaged")
        reason = words.text("look", "games.reason", file=short(path.stem), reason=fault_text(words, error.faults[:1]))
    else:
        cells["players"], state = str(len(doc["players"])), _game_state(words, played)
        if doc.get("example") is True:
            state = words.text("look", "games.example", state=state)
    cells |= {"name": _text(doc, "name"), "date": _date(doc), "state": state}
    if "theme" in cells:
        cells["theme"] = _text(doc, "theme")
    faded = played.game is not None and played.game.ended is not None
    return screen.Row(tuple(cells.values()), faded=faded), reason


def _undealt(doc: Raw, played: Played) -> bool:
    return not doc.get("steps") and all(fault.problem.code == "roles_not_dealt" for fault in played.faults)


def _text(doc: Raw, key: str) -> str:
    value = doc.get(key)
    return short(value, 40) if isinstance(value, str) else ""


def _date(doc: Raw) -> str:
    """The day of ``created``, which a file may hold as text or as TOML's own date."""
    value = doc.get("created")
    if isinstance(value, (date, datetime)):
        return value.isoformat()[:10]
    return short(value[:10], 10) if isinstance(value, str) else ""


def _game_state(words: Words, played: Played) -> str:
    game = played.game
    if game is None:
        return words.text("look", "games.undealt")
    won = game_winner(game)
    if game.ended is not None:
        return words.text("look", "games.finished", winner=words.winner(won)) if won else words.winner("")
    if played.open_step is not None:
        kind = played.open_step["kind"]
        number = game.night + 1 if kind == "night" else game.day + 1
        said = words.text("look", f"games.open_{kind}", n=number)
    else:
        said = _after(words, game)
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
        return rulebook.role_page(words, role)
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
        doc, played = look(path)
    except SaveError:
        if settings.game is not None:
            raise
        return "", Rulings()
    if played.cast is None:
        return "", Rulings()
    return _text(doc, "name") or short(path.stem), played.cast.rulings
