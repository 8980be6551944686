"""Decisions as edits of a document: pure functions, document in, new document out.

The step being filled in stands last, ``open``; what was entered into it, in order, is its ``entries``:

* night: ``[role, nick...]`` (``[role, ""]`` skips, ``[role]`` takes an answer back);
* day: ``["votes" | "revote" | "acquit", voter, candidate or true/false]``, with a fourth item ``"slip"`` when it takes
  the place of the voter's ballot, ``[key, voter]`` takes the voter's ballots back; ``["refused", key, voter, choice,
  rule]`` counts nowhere; ``["mayor", nick]``, ``["decision", nick]``; ``["stage", key]`` opens the second vote or the
  acquittal, or goes back to the first vote; ``["spoke", nick...]`` ticks who has said something;
* either: ``["step", role...]`` a decision that stands as a step (or several joined ones) just before; moves of these
  roles are taken back by it. A new nick given by it holds in what was entered before, too.

Undo takes back one decision: the last entry, a closing, or a step (SCRIPT.md); in set-up the last answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mafia_cli.saves import shapes
from mafia_cli.saves.comments import COMMENTS, PACKED, pack, packed, unpack
from mafia_cli.saves.script import Raw, fold, names_of, redo_problems

BALLOTS: Final = ("votes", "revote", "acquit")
OVERRIDDEN: Final = ("dead", "jailed", "alive", "cured", "poisoned", "seduced")
_STEP_MARK: Final = "step"
_NAMING: Final = ("rename", "replace")
_NAMED_IN: Final = ("target", "moves", *BALLOTS, "mayor", "decision", "spoke", *OVERRIDDEN)
_WORDS_OF: Final = {_STEP_MARK: 1_000, "stage": 2, "refused": 2}
"""How many items of an entry are no nicks, where it is more than the first."""


def steps_of(doc: Raw) -> list[Raw]:
    """Return the steps of a document."""
    steps: list[Raw] = doc.get("steps", [])
    return steps


def open_step(doc: Raw) -> Raw | None:
    """Return the step being filled in, if there is one."""
    steps = steps_of(doc)
    return steps[-1] if steps and steps[-1].get("open") is True else None


def _with_steps(doc: Raw, steps: list[Raw], *, undone: list[Raw] | None = None) -> Raw:
    """Return the document with other steps; a new decision clears what was undone."""
    changed = {**doc, "steps": steps}
    if undone:
        changed["undone"] = undone
    else:
        changed.pop("undone", None)
    return changed


def add_step(doc: Raw, raw: Raw) -> Raw:
    """Add a step: last, or just before the open one."""
    return add_steps(doc, [raw])


def add_steps(doc: Raw, raws: Sequence[Raw], forget: Sequence[str] = ()) -> Raw:
    """Add the steps of one decision: last, or just before the open night, which forgets the moves of some roles."""
    joined = [*raws[:1], *({**raw, "joined": True} for raw in raws[1:])]
    current = open_step(doc)
    if current is None:
        return _with_steps(doc, [*steps_of(doc), *joined])
    if any(raw["kind"] in (*_NAMING, "amend") for raw in joined):
        after = _with_steps(doc, [*steps_of(doc)[:-1], *joined])
        current = renamed(current, changed_nicks(nicks_by_step(doc)[-1], nicks_by_step(after)[-1]))
    entries = [*entries_of(current), [_STEP_MARK, *forget]]
    marked = refill(current, entries) if forget else {**current, "entries": entries}
    return _with_steps(doc, [*steps_of(doc)[:-1], *joined, marked])


def nicks_by_step(doc: Raw) -> list[tuple[str, ...]]:
    """Return the nicks by seat (position 0 a filler) before each step and after the last."""
    names, found = names_of(player["nick"] for player in doc.get("players", [])), []
    for raw in fold(doc).steps:
        found.append(names.nicks)
        if not isinstance(raw, dict) or raw.get("kind") not in _NAMING or raw.get("target") not in names.seats:
            continue
        if isinstance(raw.get("to"), str) and raw["to"] not in names.seats:
            names = names.renamed(names.seats[raw["target"]], raw["to"])
    return [*found, names.nicks]


def changed_nicks(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Return the new nick by the old one for every seat that bears another."""
    return {old: new for old, new in zip(before, after, strict=True) if old != new}


def renamed(step: Raw, nicks: Mapping[str, str]) -> Raw:
    """Return a step under the nicks that some of its players bear now, by those they bore."""

    def nick(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: nick(item) for key, item in value.items()}
        if isinstance(value, list):
            return [nick(item) for item in value]
        return nicks.get(value, value) if isinstance(value, str) else value

    if not nicks:
        return step
    told: Raw = {key: nick(step[key]) for key in _NAMED_IN if key in step}
    if "entries" not in step:
        return {**step, **told}
    # The first items of an entry are the program's words (a role, a key), which a nick may equal.
    entries = [
        [*entry[: _WORDS_OF.get(str(entry[0]), 1)], *nick(entry[_WORDS_OF.get(str(entry[0]), 1) :])] if entry else entry
        for entry in step.get("entries", [])
    ]
    return {**step, **told, "entries": entries}


def start(doc: Raw, kind: str) -> Raw:
    """Open a night or a day; the document has no open step."""
    empty: Raw = {"moves": {}} if kind == "night" else {"votes": []}
    return {**doc, "steps": [*steps_of(doc), {"kind": kind, "open": True, **empty, "entries": []}]}


def enter(doc: Raw, entries: Iterable[list[Any]]) -> Raw:
    """Enter something into the open step."""
    current = open_step(doc)
    assert current is not None
    return _with_steps(doc, [*steps_of(doc)[:-1], refill(current, [*entries_of(current), *entries])])


def close(doc: Raw) -> Raw:
    """Close the open step: from now on it is judged."""
    current = open_step(doc)
    assert current is not None
    closed = {key: value for key, value in current.items() if key != "open"}
    return _with_steps(doc, [*steps_of(doc)[:-1], closed])


def entries_of(step: Raw) -> list[list[Any]]:
    """Return what was entered into a step; for a step written by hand, entries that say the same."""
    entries: list[list[Any]] = [*step.get("entries", [])]
    if any(next(shapes.entry(entry), None) for entry in entries):
        return _entries_from(step)  # written by another hand
    if _content(refill(step, entries)) == _content(step):
        return entries
    return _entries_from(step)


def _content(step: Raw) -> Raw:
    keys = ("moves",) if step["kind"] == "night" else (*BALLOTS, "mayor", "decision", "spoke")
    return {key: step[key] for key in keys if step.get(key) not in (None, {}) and (key != "votes" or step[key])}


def _entries_from(step: Raw) -> list[list[Any]]:
    if step["kind"] == "night":
        moves = step.get("moves", {})
        return [[role, *(target if isinstance(target, list) else [target])] for role, target in moves.items()]
    entries: list[list[Any]] = [["spoke", *step["spoke"]]] if step.get("spoke") else []
    for key in BALLOTS:
        if key != "votes" and key in step:
            entries.append(["stage", key])
        entries += [[key, *pair] for pair in step.get(key, [])]
    return entries + [[key, step[key]] for key in ("mayor", "decision") if key in step]


def refill(step: Raw, entries: list[list[Any]]) -> Raw:
    """Return the step as these entries make it: the last word counts at night, the first by day (4.6)."""
    made = (*BALLOTS, "moves", "mayor", "decision", "spoke", "entries")
    kept = {key: value for key, value in step.items() if key not in made}
    filled = _refill_night(entries) if step["kind"] == "night" else _refill_day(entries)
    return {**kept, **filled, "entries": entries}


def _refill_night(entries: list[list[Any]]) -> Raw:
    moves: Raw = {}
    for entry in entries:
        if not entry:
            continue
        role, *targets = entry
        if role == _STEP_MARK:
            moves = {name: target for name, target in moves.items() if name not in targets}
            continue
        moves.pop(role, None)
        if targets:
            moves[role] = targets[0] if len(targets) == 1 else targets
    return {"moves": moves}


def _refill_day(entries: list[list[Any]]) -> Raw:
    filled: Raw = {"votes": []}
    for entry in entries:
        match entry:
            case ["stage", "votes"]:
                filled.pop("revote", None)
            case ["stage", key]:
                filled.setdefault(key, [])
            case ["spoke", *nicks]:
                filled["spoke"] = list(dict.fromkeys([*filled.get("spoke", []), *nicks]))
            case ["mayor" | "decision" as key, nick]:
                filled[key] = nick
            case [key, voter, *choice] if key in BALLOTS:
                ballots = filled.setdefault(key, [])
                if not choice:
                    ballots[:] = [pair for pair in ballots if pair[0] != voter]
                elif len(choice) == 2:
                    others = [pair for pair in ballots if pair[0] != voter]
                    ballots[:] = [*others, [voter, choice[0]]]
                else:
                    ballots.append([voter, choice[0]])
            case _:
                pass
    return filled


# --- undo and redo ----------------------------------------------------------------------------------------


def undo(doc: Raw) -> tuple[Raw, Raw] | None:
    """Take back one decision; return (the document, what was taken back), None if there is nothing.

    What was taken back is a table with ``what`` = ``entry`` (``entry``, ``kind`` of its step), ``close`` (``kind``),
    ``step`` (``step``), ``steps`` (``steps`` of one decision) or ``answer`` (``key``, ``value``), and with it the
    host's ``comments`` on what goes; it is put on ``undone``, the last first to be redone.
    """
    steps = steps_of(doc)
    if not steps:
        return _undo_answer(doc)
    last = steps[-1]
    if last.get("open") is not True:
        if last["kind"] in ("night", "day"):
            taken: Raw = {"what": "close", "kind": last["kind"]}
            opened = {"kind": last["kind"], "open": True, **last, "entries": entries_of(last)}
            return _taken(doc, [*steps[:-1], opened], taken)
        kept, decided = _last_decision(steps)
        return _taken(doc, kept, decided)
    entries = entries_of(last)
    if not entries:
        return _taken(doc, steps[:-1], {"what": "open", "kind": last["kind"], **packed(last)})
    shorter = refill(last, entries[:-1])
    if entries[-1][:1] == [_STEP_MARK] and len(steps) > 1:
        kept, decided = _last_decision(steps[:-1])
        if any(raw["kind"] in (*_NAMING, "amend") for raw in steps[len(kept) : -1]):
            before = nicks_by_step(_with_steps(doc, kept))[-1]
            shorter = renamed(shorter, changed_nicks(nicks_by_step(doc)[-1], before))
        forgot = {"forget": entries[-1][1:]} if entries[-1][1:] else {}
        return _taken(doc, [*kept, shorter], {**decided, "within": last["kind"], **forgot})
    remaining = [*steps[:-1], shorter] if len(entries) > 1 else steps[:-1]
    gone = {} if len(entries) > 1 else packed(last)
    return _taken(doc, remaining, {"what": "entry", "entry": entries[-1], "kind": last["kind"], **gone})


def _last_decision(steps: list[Raw]) -> tuple[list[Raw], Raw]:
    """Return the steps without the last one and those joined to it, and what was taken off."""
    first = len(steps) - 1
    while first and steps[first].get("joined") is True:
        first -= 1
    taken = [pack(step) for step in steps[first:]]
    one: Raw = {"what": "step", "step": taken[0]}
    return steps[:first], one if len(taken) == 1 else {"what": "steps", "steps": taken}


def _undo_answer(doc: Raw) -> tuple[Raw, Raw] | None:
    """Take back the last answer of a game in set-up; it stays the default when it is asked again."""
    setup = doc.get("setup")
    keys = [key for key in setup if key not in ("drafts", COMMENTS)] if isinstance(setup, dict) else []
    if not keys or not isinstance(setup, dict):
        return None
    taken = {"what": "answer", "key": keys[-1], "value": setup[keys[-1]]}
    undone = [*doc.get("undone", []), taken]
    return {**doc, "setup": without_answer(setup, keys[-1]), "undone": undone}, taken


def without_answer(setup: Raw, key: str) -> Raw:
    """Return the answers of a set-up with one taken back: it is asked again, with what was said as the default."""
    answers = {name: value for name, value in setup.items() if name not in (key, "drafts")}
    return {**answers, "drafts": {**_drafts(setup), key: setup[key]}}


def _with_answer(setup: Raw, key: str, value: Any) -> Raw:
    drafts = {name: draft for name, draft in _drafts(setup).items() if name != key}
    answers = {name: answer for name, answer in setup.items() if name != "drafts"}
    return {**answers, key: value, **({"drafts": drafts} if drafts else {})}


def _drafts(setup: Raw) -> Raw:
    drafts = setup.get("drafts")
    return drafts if isinstance(drafts, dict) else {}


def _taken(doc: Raw, steps: list[Raw], taken: Raw) -> tuple[Raw, Raw]:
    return _with_steps(doc, steps, undone=[*doc.get("undone", []), taken]), taken


def redo(doc: Raw) -> tuple[Raw, Raw] | None:
    """Do again what was undone last; return (the document, what was done), None if there is nothing."""
    undone = doc.get("undone", [])
    if not undone:
        return None
    again = undone[-1]
    if redo_problems(again):
        return None
    doc = {key: value for key, value in doc.items() if key != "undone"}
    if again["what"] == "answer":
        if "setup" not in doc:
            return None
        changed = {**doc, "setup": _with_answer(doc["setup"], again["key"], again["value"])}
        return _with_steps(changed, steps_of(doc), undone=undone[:-1]), again
    match again["what"]:
        case "close":
            changed = close(doc if open_step(doc) else start(doc, again["kind"]))
        case "entry":
            changed = enter(doc if open_step(doc) else start(doc, again["kind"]), [again["entry"]])
        case "open":
            changed = start(doc, again["kind"])
        case _:
            if "within" in again and not open_step(doc):
                doc = start(doc, again["within"])
            steps = [unpack(step, step.get(PACKED)) for step in again.get("steps") or [again["step"]]]
            changed = add_steps(doc, steps, again.get("forget", ()))
    if PACKED in again:
        changed = {**changed, "steps": [*steps_of(changed)[:-1], unpack(steps_of(changed)[-1], again[PACKED])]}
    return _with_steps(changed, steps_of(changed), undone=undone[:-1]), again
