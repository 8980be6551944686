"""A written game played by the rules: amends folded, names followed, steps applied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from mafia_cli.rules.errors import Problem, RuleError
from mafia_cli.rules.game import apply, problems
from mafia_cli.rules.model import NightStep, NoteStep, OverrideStep, Step, cast_of, new_game
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.rulings import rulings_from
from mafia_cli.rules.steps import NAMING, NOTED
from mafia_cli.script.check import MAX_FAULTS, ROLE_IDS, meant
from mafia_cli.script.errors import Fault, RefusedError, faults_at, place
from mafia_cli.script.model import AmendStep, Misshapen, Names, Played, Record, Row, Script, names_of

_UNDEALT: Final = frozenset({"no_players", "roles_not_dealt", "still_set_up"})


def undealt(script: Script, faults: Iterable[Fault]) -> bool:
    """Tell whether nothing is wrong with a game but that its roles are not dealt yet."""
    codes = {fault.problem.code for fault in faults}
    waits = _UNDEALT if script.setup is not None else {"roles_not_dealt"}
    return bool(codes) and not script.steps and codes <= waits


def is_finished(script: Script) -> bool:
    """Tell whether the game is over: ``end`` stands last, apart from what was only noted after it or is dropped."""
    dropped = {row.step.step: row.step.drop for row in script.steps if isinstance(row.step, AmendStep)}
    for position in range(len(script.steps), 0, -1):
        row = script.steps[position - 1]
        if row.kind in NOTED or row.open or dropped.get(position):
            continue
        return row.kind == "end"
    return False


def shape_faults(script: Script) -> list[Fault]:
    """Return what keeps a game from being read at all: faults outside its steps, or of the first misshapen step.

    A game without any may still break a rule or wait for its deal; it can be edited then, undone for one.
    """
    if script.faults:
        return [*script.faults]
    for position, row in enumerate(script.steps, 1):
        if isinstance(row.step, Misshapen):
            return faults_at([*row.step.problems], (), "steps", position)
    return []


# --- amends -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Folded:
    """The steps with all amends applied: what is judged at each position, and where folding failed."""

    steps: list[Row | None]
    roles: list[str | None]
    role_places: dict[int, str]
    faults: dict[int, list[Problem]]


def fold(script: Script) -> Folded:
    """Apply every amend to the step or seat it names; a dropped step becomes ``None``, positions stay."""
    folded = Folded([*script.steps], [player.role for player in script.players], {}, {})
    dropped: dict[int, bool] = {}
    for position, row in enumerate(script.steps, 1):
        amend = row.step
        if not isinstance(amend, AmendStep):
            continue
        found = _amend_problems(script.steps, position, amend, len(script.players))
        if found:
            folded.faults[position] = found
        elif amend.seat is not None:
            folded.roles[amend.seat - 1] = amend.role
            folded.role_places[amend.seat] = place("steps", position, "role")
        elif amend.step is not None:
            at = amend.step - 1
            before = folded.steps[at]
            assert before is not None
            if not before.kind:
                continue  # what is no step at all stays a fault
            folded.steps[at] = amended(before, amend.changes or {})
            dropped[at] = dropped.get(at, False) if amend.drop is None else amend.drop
    for at, gone in dropped.items():
        folded.steps[at] = None if gone else folded.steps[at]
    return folded


def amended(row: Row, changes: Mapping[str, Any]) -> Row:
    """Return a step with other values under some of its keys."""
    step = row.step
    if isinstance(step, Misshapen):
        return step.mended or row
    own = {key: value for key, value in changes.items() if key in step._fields}
    return row.but(step=step._replace(**own), **{key: changes[key] for key in changes if key not in own})


def _amend_problems(rows: tuple[Row, ...], position: int, amend: AmendStep, seats: int) -> list[Problem]:
    if (amend.step is None) == (amend.seat is None):
        return [Problem("amend_aim", "4.8")]
    if amend.seat is not None:
        if not 1 <= amend.seat <= seats:
            return [Problem("amend_seat", "4.8", {"seat": amend.seat, "count": seats}, ("seat",))]
        if amend.role is None:
            return [Problem("missing_key", "", {"key": "role"})]
        if amend.role not in ROLE_IDS:
            params = {"role": amend.role, "meant": meant(amend.role, list(Role))}
            return [Problem("unknown_role", "4.8", params, ("role",))]
        return []
    if amend.step is None or not 1 <= amend.step < position:
        return [Problem("amend_target", "4.8", {"step": amend.step}, ("step",))]
    if rows[amend.step - 1].kind == "amend":
        return [Problem("amend_of_amend", "4.8", {"step": amend.step}, ("step",))]
    if amend.changes is None and amend.drop is None:
        return [Problem("amend_empty", "4.8")]
    return []


def names_by_step(script: Script) -> list[Names]:
    """Return the names before each step and after the last."""
    names = names_of(player.nick for player in script.players)
    if not any(row.kind in NAMING for row in script.steps):
        return [names] * (len(script.steps) + 1)
    found = []
    for row in fold(script).steps:
        found.append(names)
        if row is not None and row.kind in NAMING and not isinstance(row.step, Misshapen) and row.target > 0:
            assert row.to is not None
            names = names if row.to in names.seats else names.renamed(row.target, row.to)
    return [*found, names]


# --- what may be ------------------------------------------------------------------------------------------


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


def row_problems(row: Row, names: Names) -> list[Problem]:
    """Return what is wrong with a step but for the rules: its shape, names that are nobody's, a nick that is taken."""
    step = row.step
    if isinstance(step, Misshapen):
        return [*step.problems]
    found: list[Problem] = []
    for nick, key in _strangers(row):
        close = meant(nick, list(names.seats)) if len(found) < MAX_FAULTS else ""
        found.append(Problem("unknown_nick", "", {"nick": nick, "meant": [close] if close else []}, key))
    return found or _new_nick_problems(row, names)


def _strangers(row: Row) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names that are nobody's where somebody must be meant; in votes anything may stand."""
    step = row.step
    where: list[tuple[int, tuple[str, ...]]]
    if isinstance(step, NightStep):
        where = [(seat, ("moves", role.value)) for role, seats in step.moves.items() for seat in seats if seat < 0]
    elif isinstance(step, OverrideStep):
        lists = ("dead", "jailed", "alive", "cured", "poisoned", "seduced")
        where = [(seat, (key,)) for key in lists for seat in getattr(step, key) or () if seat < 0]
        where += [(step.mayor, ("mayor",))] if step.mayor is not None and step.mayor < 0 else []
    else:
        where = [(row.target, ("target",))] if row.target < 0 else []
    for seat, key in where:
        yield getattr(seat, "nick", ""), key


def _new_nick_problems(row: Row, names: Names) -> list[Problem]:
    """A new nick must be free; the own one is not."""
    nick = row.to
    if row.kind not in NAMING or nick is None:
        return []
    if not nick.strip():
        return [Problem("empty_nick", "1.4", {}, ("to",))]
    if nick in names.seats:
        code = "same_nick" if names.seats[nick] == row.target else "nick_taken"
        return [Problem(code, "1.4", {"nick": nick, "seat": names.seats[nick]}, ("to",))]
    return []


def _judged(row: Row) -> Step:
    step = row.step
    assert not isinstance(step, Misshapen)
    return NoteStep("amend") if isinstance(step, AmendStep) else step


def problems_next(played: Played, row: Row) -> list[Problem]:
    """Return what is wrong with a step if it were judged next: shape, names, rules."""
    found = row_problems(row, played.names)
    return found or (problems(played.game, _judged(row)) if played.game is not None else [])


# --- playing ----------------------------------------------------------------------------------------------


def play(script: Script) -> Played:
    """Play a game as far as it goes; never raises for what a file may hold."""
    played = Played(faults=[*script.faults])
    if played.faults:
        return played
    folded = fold(script)
    played.faults = _role_faults(folded.roles, folded.role_places)
    if script.setup is not None and undealt(script, played.faults):
        played.faults = [Fault("", Problem("still_set_up", "1.5"))]
    if played.faults:
        changed = any(fault.place in folded.role_places.values() for fault in played.faults)
        return _play_before_bad_amend(script, played.faults) if changed else played
    roles = [Role(str(role)) for role in folded.roles]
    rulings = rulings_from(dict(script.header.rulings or {}))
    played.cast = cast_of(roles, rulings, script.header.key("lots"))
    played.game = new_game(played.cast)
    played.names = names_of(player.nick for player in script.players)
    last = len(script.steps)
    for position, row in enumerate(folded.steps, 1):
        if row is not None and not _play_one(played, folded, position, row, last=position == last):
            break
    return played


def playing(script: Script) -> Played:
    """Play a game that must have no fault; raises ``RefusedError`` with those it has."""
    played = play(script)
    if played.faults:
        raise RefusedError(played.faults)
    return played


def _play_before_bad_amend(script: Script, faults: list[Fault]) -> Played:
    """An amended deal that cannot be: the steps before the amend stand as they were dealt."""
    first = min(
        int(fault.place.removeprefix("steps[").partition("]")[0]) for fault in faults if "steps[" in fault.place
    )
    played = play(script.but(steps=script.steps[: first - 1]))
    if not played.faults:
        played.faults = faults
    return played


def _play_one(played: Played, folded: Folded, position: int, row: Row, *, last: bool) -> bool:
    """Judge one step; return whether the game goes on."""
    assert played.game is not None
    found = folded.faults.get(position) or ([*row.step.problems] if isinstance(row.step, Misshapen) else [])
    if not found and row.open:
        if last:
            played.open_step, played.open_position = row, position
            return False
        found = [Problem("open_not_last", "", {}, ("open",))]
    found = found or row_problems(row, played.names)
    if not found:
        step = _judged(row)
        try:
            after, trace = apply(played.game, step)
        except RuleError as error:
            found = error.problems
        else:
            before = names = played.names
            if row.kind in NAMING and row.to is not None:
                names = names.renamed(row.target, row.to)
            played.records.append(Record(position, row, step, played.game, after, trace, before.nicks, names))
            played.game, played.names = after, names
            return True
    played.faults = faults_at(found, played.names.nicks, "steps", position)
    return False


def with_step(played: Played, row: Row) -> Played:
    """Return the game with one step more, not saved: a preview. The step is a lawful one."""
    preview = replace(played, records=list(played.records), faults=[], open_step=None, open_position=0)
    _play_one(preview, Folded([], [], {}, {}), len(played.records) + 1, row.but(open=False), last=True)
    return preview


# --- all that is wrong ------------------------------------------------------------------------------------


def all_faults(script: Script, more: Iterable[Fault]) -> list[Fault]:
    """Return all faults of a game, in the order of the file; ``more``: of what it is played without.

    The first step that cannot be is judged by the rules; of the steps after it, which are not played any more, what
    can be told without: their shapes, amends and nicks.
    """
    played = play(script)
    faults = [*played.faults]
    if not script.faults and (faults or played.game is None):
        at = [record.position for record in played.records]
        at += [int(one.place[6:].partition("]")[0]) for one in faults if one.place.startswith("steps[")]
        faults += _later(script, played, max(at, default=0))
    seen: dict[tuple[str, str, str], Fault] = {}
    for fault in [*faults, *more]:  # faults hold mappings, so the same one is told apart by what it says
        seen.setdefault((fault.place, fault.problem.code, repr(sorted(fault.problem.params.items(), key=str))), fault)
    return list(seen.values())


def _later(script: Script, played: Played, reached: int) -> Iterator[Fault]:
    folded = fold(script)
    names: Names | None = played.names if played.game is not None else None
    if reached and script.steps[reached - 1].kind in NAMING:
        names = None  # who is called what from here on is not known
    for position, row in enumerate(script.steps[reached:], reached + 1):
        found = folded.faults.get(position) or ([*row.step.problems] if isinstance(row.step, Misshapen) else [])
        if not found and row.open and position != len(script.steps):
            found = [Problem("open_not_last", "", {}, ("open",))]
        if not found and names is not None and row.kind not in ("amend", "day"):
            found = [one for one in row_problems(row, names) if one.code == "unknown_nick"]
            if row.kind in NAMING and not found and row.to is not None and row.to not in names.seats:
                names = names.renamed(row.target, row.to)
        yield from faults_at(found, (played.names if names is None else names).nicks, "steps", position)
