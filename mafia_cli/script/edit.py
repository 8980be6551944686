"""Decisions as edits of a game: pure functions, script in, new script out.

The step being filled in stands last, ``open``; what was entered into it, in order, is its ``entries`` (players as
seats, 0 = nobody):

* night: ``(role, seat...)`` (``(role, 0)`` skips, ``(role,)`` takes an answer back);
* day: ``("votes" | "revote" | "acquit", voter, candidate or true/false)``, with a fourth item ``"slip"`` when it takes
  the place of the voter's ballot, ``(key, voter)`` takes the voter's ballots back; ``("refused", key, voter, choice,
  rule)`` counts nowhere; ``("mayor", seat)``, ``("decision", seat)``; ``("stage", key)`` opens the second vote or the
  acquittal, or goes back to the first vote; ``("spoke", seat...)`` ticks who has said something;
* either: ``("step", role...)`` a decision that stands as a step (or several joined ones) just before; moves of these
  roles are taken back by it.

Undo takes back one decision: the last entry, a closing, or a step; in set-up the last answer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from mafia_cli.rules.model import NOBODY, DayStep, NightStep
from mafia_cli.rules.roles import Role
from mafia_cli.rules.steps import BALLOTS, PHASES
from mafia_cli.script.model import Entry, Misshapen, Row, Script, Undone

_STEP_MARK: Final = "step"


def _with_steps(script: Script, steps: Iterable[Row], undone: tuple[Undone, ...] = ()) -> Script:
    """Return the script with other steps; a new decision clears what was undone."""
    return script.but(steps=tuple(steps), undone=undone)


def add_step(script: Script, row: Row) -> Script:
    """Add a step: last, or just before the open one."""
    return add_steps(script, [row])


def add_steps(script: Script, rows: Sequence[Row], forget: Sequence[str] = ()) -> Script:
    """Add the steps of one decision: last, or just before the open night, which forgets the moves of some roles."""
    joined = [*rows[:1], *(row.but(joined=True) for row in rows[1:])]
    current = script.open_row
    if current is None:
        return _with_steps(script, [*script.steps, *joined])
    entries = (*entries_of(current), (_STEP_MARK, *forget))
    marked = refill(current, entries) if forget else current.but(entries=entries)
    return _with_steps(script, [*script.steps[:-1], *joined, marked])


def start(script: Script, kind: str) -> Script:
    """Open a night or a day; there is no open step."""
    empty = NightStep({}) if kind == "night" else DayStep()
    return script.but(steps=(*script.steps, Row(empty, open=True, entries=())))


def enter(script: Script, entries: Iterable[Entry]) -> Script:
    """Enter something into the open step."""
    current = script.open_row
    assert current is not None
    return _with_steps(script, [*script.steps[:-1], refill(current, (*entries_of(current), *entries))])


def close(script: Script) -> Script:
    """Close the open step: from now on it is judged."""
    current = script.open_row
    assert current is not None
    return _with_steps(script, [*script.steps[:-1], current.but(open=False)])


def entries_of(row: Row) -> tuple[Entry, ...]:
    """Return what was entered into a step; for a step written by hand, entries that say the same."""
    entries = row.entries
    if entries is not None:
        filled = refill(row, entries)
        if filled.step == row.step and filled.spoke == row.spoke:
            return entries
    return tuple(_entries_from(row))


def _entries_from(row: Row) -> Iterable[Entry]:
    step = row.step
    if isinstance(step, NightStep):
        yield from ((role.value, *(seats or (NOBODY,))) for role, seats in step.moves.items())
        return
    assert isinstance(step, DayStep)
    if row.spoke:
        yield "spoke", *row.spoke
    for key in BALLOTS:
        ballots = getattr(step, key)
        if key != "votes" and ballots is not None:
            yield "stage", key
        yield from ((key, *pair) for pair in ballots or ())
    yield from ((key, getattr(step, key)) for key in ("mayor", "decision") if getattr(step, key) is not None)


def refill(row: Row, entries: Iterable[Entry]) -> Row:
    """Return the step as these entries make it: the last word counts at night, the first by day (4.6)."""
    entries = tuple(entries)
    if isinstance(row.step, NightStep):
        return row.but(step=NightStep(_moves(entries)), entries=entries)
    step, spoke = _day(entries)
    return row.but(step=step, spoke=spoke, entries=entries)


def _moves(entries: Iterable[Entry]) -> dict[Role, tuple[int, ...]]:
    moves: dict[Role, tuple[int, ...]] = {}
    for role, *targets in entries:
        if role == _STEP_MARK:
            moves = {name: target for name, target in moves.items() if name not in targets}
            continue
        moves.pop(Role(role), None)
        if targets:
            moves[Role(role)] = () if targets == [NOBODY] else tuple(targets)
    return moves


def _day(entries: Iterable[Entry]) -> tuple[DayStep, tuple[int, ...]]:
    ballots: dict[str, list[Any]] = {"votes": []}
    named: dict[str, int] = {}
    spoke: list[int] = []
    for entry in entries:
        match entry:
            case ("stage", "votes"):
                ballots.pop("revote", None)
            case ("stage", key):
                ballots.setdefault(key, [])
            case ("spoke", *seats):
                spoke = list(dict.fromkeys([*spoke, *seats]))
            case (("mayor" | "decision") as key, seat):
                named[key] = seat
            case (key, voter, *choice) if key in BALLOTS:
                cast = ballots.setdefault(key, [])
                if len(choice) != 1:
                    cast[:] = [pair for pair in cast if pair[0] != voter]
                if choice:
                    cast.append((voter, choice[0]))
            case _:
                pass
    made: dict[str, Any] = {key: tuple(cast) for key, cast in ballots.items()} | named
    return DayStep(**made), tuple(spoke)


# --- undo and redo ----------------------------------------------------------------------------------------


def undo(script: Script) -> tuple[Script, Undone] | None:
    """Take back one decision; return (the script, what was taken back), None if there is nothing."""
    if not script.steps:
        return _undo_answer(script)
    last = script.steps[-1]
    kind = last.kind
    if not last.open:
        if kind in PHASES and not isinstance(last.step, Misshapen):
            opened = last.but(open=True, entries=entries_of(last))
            return _taken(script, [*script.steps[:-1], opened], Undone("close", kind))
        kept, decided = _last_decision(script.steps)
        return _taken(script, kept, decided)
    entries = entries_of(last)
    if not entries:
        return _taken(script, script.steps[:-1], Undone("open", kind, packed=last.comments))
    shorter = refill(last, entries[:-1])
    if entries[-1][0] == _STEP_MARK and len(script.steps) > 1:
        kept, decided = _last_decision(script.steps[:-1])
        return _taken(script, [*kept, shorter], replace(decided, within=kind, forget=entries[-1][1:]))
    one = Undone("entry", kind, entries[-1])
    if len(entries) > 1:
        return _taken(script, [*script.steps[:-1], shorter], one)
    return _taken(script, script.steps[:-1], replace(one, packed=last.comments))


def _last_decision(steps: tuple[Row, ...]) -> tuple[tuple[Row, ...], Undone]:
    """Return the steps without the last one and those joined to it, and what was taken off."""
    first = len(steps) - 1
    while first and steps[first].joined:
        first -= 1
    return steps[:first], Undone("step" if first == len(steps) - 1 else "steps", rows=steps[first:])


def _taken(script: Script, steps: Iterable[Row], taken: Undone) -> tuple[Script, Undone]:
    return _with_steps(script, steps, (*script.undone, taken)), taken


def _undo_answer(script: Script) -> tuple[Script, Undone] | None:
    """Take back the last answer of a game in set-up; it stays the default when it is asked again."""
    setup = script.setup or {}
    keys = [key for key in setup if key != "drafts"]
    if not keys:
        return None
    taken = Undone("answer", key=keys[-1], value=setup[keys[-1]])
    undone = (*script.undone, taken)
    return script.but(setup=without_answer(setup, keys[-1]), undone=undone), taken


def without_answer(setup: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the answers of a set-up with one taken back: it is asked again, with what was said as the default."""
    answers = {name: value for name, value in setup.items() if name not in (key, "drafts")}
    return {**answers, "drafts": {**_drafts(setup), key: setup[key]}}


def _with_answer(setup: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    drafts = {name: draft for name, draft in _drafts(setup).items() if name != key}
    answers = {name: answer for name, answer in setup.items() if name != "drafts"}
    return {**answers, key: value, **({"drafts": drafts} if drafts else {})}


def _drafts(setup: dict[str, Any]) -> dict[str, Any]:
    drafts = setup.get("drafts")
    return drafts if isinstance(drafts, dict) else {}


def redo(script: Script) -> tuple[Script, Undone] | None:
    """Do again what was undone last; return (the script, what was done), None if there is nothing."""
    if not script.undone or not script.undone[-1].what:
        return None
    again, left = script.undone[-1], script.undone[:-1]
    if again.what == "answer":
        if script.setup is None:
            return None
        return script.but(setup=_with_answer(script.setup, again.key, again.value), undone=left), again
    opened = script if script.open_row else start(script, again.kind or again.within or "night")
    match again.what:
        case "close":
            changed = close(opened)
        case "entry":
            changed = enter(opened, [again.entry])
        case "open":
            changed = start(script, again.kind)
        case _:
            base = opened if again.within else script
            changed = add_steps(base, [row.but() for row in again.rows], again.forget)
    if again.packed:
        last = changed.steps[-1]
        changed = _with_steps(changed, [*changed.steps[:-1], last.but(comments=(*last.comments, *again.packed))])
    return changed.but(undone=left), again
