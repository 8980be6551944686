"""A written game played by the rules: header checked, amends folded, nicks turned into seats, steps applied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from mafia_cli.rules.errors import Problem, RuleError
from mafia_cli.rules.game import apply, problems
from mafia_cli.rules.model import (
    NOBODY,
    UNKNOWN,
    Cast,
    DayStep,
    EndStep,
    ExcludeStep,
    Game,
    HeirStep,
    KabumStep,
    NightStep,
    NoteStep,
    OverrideStep,
    ReviveStep,
    Step,
    Trace,
    cast_of,
    new_game,
)
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.rulings import rulings_from
from mafia_cli.saves import shapes
from mafia_cli.saves.comments import PACKED
from mafia_cli.saves.shapes import meant, place

Raw = dict[str, Any]
"""A table as tomllib gives it."""


class Fault(NamedTuple):
    """A problem and its place in the file, such as ``steps[3].moves.doctor``; ``names``: the nicks then, by seat."""

    place: str
    problem: Problem
    names: tuple[str, ...] = ()


class RefusedError(Exception):
    """Something that cannot be, as data for the catalogues; ``faults`` holds at least one."""

    def __init__(self, faults: list[Fault]) -> None:
        """Keep the faults."""
        super().__init__(", ".join(f"{fault.place}: {fault.problem.code}" for fault in faults))
        self.faults = faults


class Names(NamedTuple):
    """Who bears which nick: ``nicks`` by seat (position 0 is a filler), ``seats`` the other way round."""

    nicks: tuple[str, ...]
    seats: Mapping[str, int]

    def renamed(self, seat: int, nick: str) -> "Names":
        """Return the names after a seat took another nick; the old one no longer works."""
        nicks = (*self.nicks[:seat], nick, *self.nicks[seat + 1 :])
        return names_of(nicks[1:])


def names_of(nicks: Iterable[str]) -> Names:
    """Return the names for nicks in the order of the seats."""
    filled = ("", *nicks)
    return Names(filled, {nick: seat for seat, nick in enumerate(filled) if seat})


class Record(NamedTuple):
    """One step as it was judged: its position in the file, what it said, the state before and after, its trace."""

    position: int
    kind: str
    raw: Raw
    step: Step | None
    before: Game
    game: Game
    trace: list[Trace]
    names: Names


@dataclass(slots=True)
class Played:
    """A written game as far as it can be played.

    ``faults``: all problems of the header, or of the first step that cannot be; ``records``: the judged steps
    before it, amends among them; ``open_step``: the step being filled in (not judged), with its position.
    """

    cast: Cast | None = None
    game: Game | None = None
    names: Names = field(default_factory=lambda: names_of(()))
    records: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    open_step: Raw | None = None
    open_position: int = 0


_LISTS: Final = ("players", "steps", "told", "undone")


# --- the header -------------------------------------------------------------------------------------------


def header_faults(doc: Raw) -> list[Fault]:
    """Return everything wrong with a document outside its steps, the roles of the deal apart."""
    number = doc.get("format", shapes.NEWEST_FORMAT)
    if isinstance(number, int) and number > shapes.NEWEST_FORMAT:
        return [Fault("format", Problem("newer_format", "", {"format": number, "known": shapes.NEWEST_FORMAT}))]
    faults = [_fault(problem) for problem in islice(shapes.table_problems(doc, shapes.HEADER), shapes.MAX_FAULTS)]
    if number != shapes.NEWEST_FORMAT and not faults:
        faults.append(Fault("format", Problem("bad_format", "", {"format": number})))
    for key in _LISTS:
        if not isinstance(doc.get(key, []), list):
            faults.append(Fault(key, Problem("wrong_type", "", {"expected": "list"})))
    if not faults:
        faults += _many(doc, "players", shapes.MAX_PLAYERS) + _many(doc, "steps", shapes.MAX_STEPS)
    listed = chain(_player_faults(doc.get("players", [])), _told_faults(doc.get("told", [])), _no_tables(doc, "undone"))
    return faults or [*islice(listed, shapes.MAX_FAULTS)]


def shape_faults(doc: Raw) -> list[Fault]:
    """Return what keeps a document from being read at all: faults outside its steps, or of the first misshapen step.

    A document without any may still break a rule or wait for its deal; it can be edited then, undone for one.
    """
    found = header_faults(doc)
    for position, raw in enumerate(doc.get("steps", []) if not found else [], 1):
        found = [_fault(problem, "steps", position) for problem in shapes.step_problems(raw)]
        if found:
            break
    return found


def _many(doc: Raw, key: str, limit: int) -> list[Fault]:
    count = len(doc.get(key, []))
    return [Fault(key, Problem("too_many", "", {"what": key, "count": count, "limit": limit}))] * (count > limit)


def _fault(problem: Problem, *before: str | int, names: tuple[str, ...] = ()) -> Fault:
    return Fault(place(*before, *problem.key), problem, names)


def _player_faults(players: list[Any]) -> Iterator[Fault]:
    taken: dict[str, int] = {}
    for seat, player in enumerate(players, 1):
        found = list(shapes.table_problems(player, shapes.PLAYER, ("nick",)))
        yield from (_fault(problem, "players", seat) for problem in found)
        nick = player.get("nick") if isinstance(player, dict) else None
        if not isinstance(nick, str):
            continue
        if nick in taken:
            yield Fault(place("players", seat, "nick"), Problem("nick_taken", "", {"nick": nick, "seat": taken[nick]}))
        taken.setdefault(nick, seat)
        role = player.get("role")
        if isinstance(role, str) and role not in shapes.ROLE_IDS:
            params = {"role": role, "meant": meant(role, list(Role))}
            yield Fault(place("players", seat, "role"), Problem("unknown_role", "", params))


def _told_faults(told: list[Any]) -> Iterator[Fault]:
    for position, entry in enumerate(told, 1):
        found = shapes.table_problems(entry, shapes.TOLD, ("to", "about", "says"))
        yield from (_fault(problem, "told", position) for problem in found)


def _no_tables(doc: Raw, key: str) -> Iterator[Fault]:
    for position, item in enumerate(doc.get(key, []), 1):
        if not isinstance(item, dict):
            yield Fault(place(key, position), Problem("wrong_type", "", {"expected": "table"}))


def redo_problems(taken: Any) -> list[Problem]:
    """Return why an entry of ``undone`` cannot be done again: not of the shape that undo writes (saves/edit.py)."""
    what = taken.get("what") if isinstance(taken, dict) else None
    if not isinstance(what, str) or what not in shapes.UNDONE_KEYS:
        params = {"kind": str(what), "meant": meant(str(what), dict(shapes.UNDONE_KEYS))}
        return [Problem("unknown_kind", "", params, ("what",))]
    found = list(shapes.table_problems(taken, shapes.UNDONE, ("what", *shapes.UNDONE_KEYS[what])))
    if found or what not in ("step", "steps"):
        return found
    listed = [taken["step"]] if what == "step" else taken["steps"]
    keys = [("step",)] if what == "step" else [("steps", f"[{at}]") for at in range(1, len(listed) + 1)]
    return [
        Problem(one.code, one.rule, one.params, (*key, *one.key))
        for key, raw in zip(keys, listed, strict=True)
        for one in shapes.step_problems({name: value for name, value in raw.items() if name != PACKED})
    ]


def _role_faults(roles: list[str | None], where: Mapping[int, str]) -> list[Fault]:
    """Two holders of a single role, or a seat without one; ``where``: the place to name for a seat."""
    if not roles:
        return [Fault("players", Problem("no_players"))]
    held: dict[str, int] = {}
    faults = []
    for seat, role in enumerate(roles, 1):
        at = where.get(seat, place("players", seat, "role"))
        if role is None:
            faults.append(Fault(at, Problem("roles_not_dealt", "1.5", {"seat": seat})))
        elif not ROLES[Role(role)].several:
            if role in held:
                params = {"role": Role(role), "seat": held[role]}
                at = where.get(seat, where.get(held[role], at))
                faults.append(Fault(at, Problem("role_taken", ROLES[Role(role)].rule, params)))
            held.setdefault(role, seat)
    return faults


_UNDEALT: Final = frozenset({"no_players", "roles_not_dealt", "still_set_up"})


def undealt(doc: Raw, faults: Iterable[Fault]) -> bool:
    """Tell whether nothing is wrong with a document but that its roles are not dealt yet."""
    codes = {fault.problem.code for fault in faults}
    return bool(codes) and not doc.get("steps") and codes <= (_UNDEALT if "setup" in doc else {"roles_not_dealt"})


# --- amends -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Folded:
    """The steps with all amends applied: what is judged at each position, and where folding failed."""

    steps: list[Raw | None]
    roles: list[str | None]
    role_places: dict[int, str]
    faults: dict[int, list[Problem]]


def fold(doc: Raw) -> _Folded:
    """Apply every amend to the step or seat it names; a dropped step becomes ``None``, positions stay."""
    raws = doc.get("steps", [])
    roles: list[str | None] = [player.get("role") for player in doc.get("players", [])]
    folded = _Folded(list(raws), roles, {}, {})
    dropped: dict[int, bool] = {}
    for position, raw in enumerate(raws, 1):
        if not isinstance(raw, dict) or raw.get("kind") != "amend":
            continue
        found = [*shapes.step_problems(raw)] or _amend_problems(raws, position, raw, len(roles))
        if found:
            folded.faults[position] = found
        elif "seat" in raw:
            folded.roles[raw["seat"] - 1] = raw["role"]
            folded.role_places[raw["seat"]] = place("steps", position, "role")
        elif isinstance(amended := folded.steps[at := raw["step"] - 1], dict):  # what is no step at all stays a fault
            folded.steps[at] = {**amended, **raw.get("set", {})}
            dropped[at] = raw.get("drop", dropped.get(at, False))
    for at, gone in dropped.items():
        folded.steps[at] = None if gone else folded.steps[at]
    return folded


def _amend_problems(raws: list[Any], position: int, raw: Raw, seats: int) -> list[Problem]:
    if ("step" in raw) == ("seat" in raw):
        return [Problem("amend_aim", "4.8")]
    if "seat" in raw:
        if not 1 <= raw["seat"] <= seats:
            return [Problem("amend_seat", "4.8", {"seat": raw["seat"], "count": seats}, ("seat",))]
        if "role" not in raw:
            return [Problem("missing_key", "", {"key": "role"})]
        role = raw["role"]
        if role not in shapes.ROLE_IDS:
            params = {"role": role, "meant": meant(role, list(Role))}
            return [Problem("unknown_role", "4.8", params, ("role",))]
        return []
    if not 1 <= raw["step"] < position:
        return [Problem("amend_target", "4.8", {"step": raw["step"]}, ("step",))]
    kind = str(raws[raw["step"] - 1].get("kind")) if isinstance(raws[raw["step"] - 1], dict) else ""
    if kind == "amend":
        return [Problem("amend_of_amend", "4.8", {"step": raw["step"]}, ("step",))]
    if "set" not in raw and "drop" not in raw:
        return [Problem("amend_empty", "4.8")]
    keys = shapes.STEPS[kind][0] if kind in shapes.STEPS else {}
    known = {key: checker for key, checker in keys.items() if key not in ("kind", "open")}
    found = islice(shapes.table_problems(raw.get("set", {}), known), shapes.MAX_FAULTS)
    return [Problem(one.code, one.rule, one.params, ("set", *one.key)) for one in found]


# --- nicks to seats ---------------------------------------------------------------------------------------


class _Seats:
    """Looks nicks up for one step and collects the unknown ones, each with its key."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.problems: list[Problem] = []

    def one(self, nick: str, *key: str) -> int:
        seat = self.names.seats.get(nick)
        if seat is None:
            close = meant(nick, list(self.names.seats)) if len(self.problems) < shapes.MAX_FAULTS else ""
            params = {"nick": nick, "meant": [close] if close else []}
            self.problems.append(Problem("unknown_nick", "", params, key))
            return UNKNOWN
        return seat

    def many(self, nicks: list[str], key: str) -> tuple[int, ...]:
        return tuple(self.one(nick, key) for nick in nicks)

    def ballot(self, pair: list[str]) -> tuple[int, int]:
        voter, candidate = (self.names.seats.get(nick, UNKNOWN) for nick in pair)
        return voter, NOBODY if pair[1] == "" else candidate


def to_step(raw: Raw, names: Names) -> tuple[Step | None, list[Problem]]:
    """Turn a well-shaped raw step into seats; return it and the problems with its nicks (then no step)."""
    seats = _Seats(names)
    step = _build(raw, seats)
    return (None, seats.problems) if seats.problems else (step, [])


def _build(raw: Raw, seats: _Seats) -> Step:
    kind, after = raw["kind"], "after" in raw
    match kind:
        case "night":
            return _night(raw.get("moves", {}), seats)
        case "day":
            return _day(raw, seats)
        case "kabum":
            return KabumStep(seats.one(raw["target"], "target"), after)
        case "revive":
            return ReviveStep(seats.one(raw["target"], "target"), after)
        case "exclude":
            return ExcludeStep(seats.one(raw["target"], "target"), raw.get("rule", ""), after)
        case "heir":
            return HeirStep(seats.one(raw["target"], "target"), after)
        case "override":
            return _override(raw, seats, after)
        case "end":
            return EndStep(raw["winner"])
        case _:
            target = NOBODY if kind == "note" and not raw.get("target") else seats.one(raw["target"], "target")
            return NoteStep(kind, target, raw.get("rule", ""), after)


def _night(moves: Mapping[str, Any], seats: _Seats) -> NightStep:
    rows: dict[Role, tuple[int, ...]] = {}
    for name, target in moves.items():
        nicks = target if isinstance(target, list) else [target] * (target != "")
        rows[Role(name)] = tuple(seats.one(nick, "moves", name) for nick in nicks)
    return NightStep(rows)


def _day(raw: Raw, seats: _Seats) -> DayStep:
    def named(key: str) -> int | None:  # whoever is not tied counts as absent, so a name of nobody does too
        nick = raw.get(key)
        return None if nick is None else seats.names.seats.get(nick, NOBODY)

    revote, acquit = raw.get("revote"), raw.get("acquit")
    return DayStep(
        tuple(seats.ballot(pair) for pair in raw.get("votes", ())),
        None if revote is None else tuple(seats.ballot(pair) for pair in revote),
        named("mayor"),
        named("decision"),
        None if acquit is None else tuple((seats.names.seats.get(nick, UNKNOWN), yes) for nick, yes in acquit),
    )


def _override(raw: Raw, seats: _Seats, after: bool) -> OverrideStep:
    lists = {key: seats.many(raw.get(key, []), key) for key in ("dead", "jailed", "alive", "cured", "poisoned")}
    mayor = raw.get("mayor")
    return OverrideStep(
        raw["reason"],
        **lists,
        seduced=None if "seduced" not in raw else seats.many(raw["seduced"], "seduced"),
        mayor=None if mayor is None else NOBODY if mayor == "" else seats.one(mayor, "mayor"),
        answers={Role(name): told for name, told in raw.get("answers", {}).items()},
        after=after,
    )


def _new_nick_problems(raw: Raw, names: Names) -> list[Problem]:
    """A new nick must be free; the own one is not."""
    if raw["kind"] not in ("rename", "replace"):
        return []
    nick = raw["to"]
    if not nick.strip():
        return [Problem("empty_nick", "1.4", {}, ("to",))]
    if nick in names.seats:
        code = "same_nick" if nick == raw["target"] else "nick_taken"
        return [Problem(code, "1.4", {"nick": nick, "seat": names.seats[nick]}, ("to",))]
    return []


# --- playing ----------------------------------------------------------------------------------------------


def play(doc: Raw) -> Played:
    """Play a document as far as it goes; never raises for what a file may hold."""
    played = Played(faults=header_faults(doc))
    if played.faults:
        return played
    folded = fold(doc)
    played.faults = _role_faults(folded.roles, folded.role_places)
    if "setup" in doc and undealt(doc, played.faults):
        played.faults = [Fault("", Problem("still_set_up", "1.5"))]
    if played.faults:
        amended = any(fault.place in folded.role_places.values() for fault in played.faults)
        return _play_before_bad_amend(doc, played.faults) if amended else played
    roles = [Role(str(role)) for role in folded.roles]
    played.cast = cast_of(roles, rulings_from(doc.get("rulings", {})), doc.get("seed", 0))
    played.game = new_game(played.cast)
    played.names = names_of(player["nick"] for player in doc["players"])
    raws = doc.get("steps", [])
    for position, raw in enumerate(folded.steps, 1):
        if raw is not None and not _play_one(played, folded, position, raw, last=position == len(raws)):
            break
    return played


def _play_before_bad_amend(doc: Raw, faults: list[Fault]) -> Played:
    """An amended deal that cannot be: the steps before the amend stand as they were dealt."""
    first = min(
        int(fault.place.removeprefix("steps[").partition("]")[0]) for fault in faults if "steps[" in fault.place
    )
    played = play({**doc, "steps": doc["steps"][: first - 1]})
    if not played.faults:
        played.faults = faults
    return played


def _play_one(played: Played, folded: _Folded, position: int, raw: Raw, *, last: bool) -> bool:
    """Judge one step; return whether the game goes on."""
    assert played.game is not None
    found = folded.faults.get(position) or list(shapes.step_problems(raw))
    if not found and raw.get("open") is True:
        if not last:
            found = [Problem("open_not_last", "", {}, ("open",))]
        else:
            played.open_step, played.open_position = raw, position
            return False
    step: Step | None = None
    if not found and raw["kind"] != "amend":
        step, found = to_step(raw, played.names)
        found = found or _new_nick_problems(raw, played.names)
    elif not found:
        step = NoteStep("amend")
    if not found and step is not None:
        try:
            after, trace = apply(played.game, step)
        except RuleError as error:
            found = error.problems
        else:
            names = played.names
            if raw["kind"] in ("rename", "replace"):
                names = names.renamed(names.seats[raw["target"]], raw["to"])
            played.records.append(Record(position, raw["kind"], raw, step, played.game, after, trace, names))
            played.game, played.names = after, names
            return True
    played.faults = [_fault(problem, "steps", position, names=played.names.nicks) for problem in found]
    return False


def raw_problems(played: Played, raw: Raw) -> list[Problem]:
    """Return what is wrong with a step if it were judged next: shape, nicks, rules."""
    found = list(shapes.step_problems(raw))
    if found or played.game is None:
        return found
    step, found = to_step(raw, played.names)
    found = found or _new_nick_problems(raw, played.names)
    return found or (problems(played.game, step) if step is not None else [])


def with_step(played: Played, raw: Raw) -> Played:
    """Return the game with one step more, not saved: a preview. The step is a lawful one."""
    preview = replace(played, records=list(played.records), faults=[], open_step=None, open_position=0)
    _play_one(preview, _Folded([], [], {}, {}), len(played.records) + 1, {**raw, "open": False}, last=True)
    return preview
