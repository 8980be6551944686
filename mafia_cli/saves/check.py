"""Everything that is wrong with a written game, not only the first thing: header, deal, every step."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from mafia_cli.rules.errors import Problem
from mafia_cli.saves import shapes
from mafia_cli.saves.script import Fault, Names, Played, Raw, fold, header_faults, play, redo_problems, to_step
from mafia_cli.saves.shapes import place


def all_faults(doc: Raw) -> list[Fault]:
    """Return all faults of a document, in the order of the file.

    The first step that cannot be is judged by the rules; of the steps after it, which are not played any more, what
    can be told without: their shapes, amends and nicks. Last comes what a game is played without: what of ``entries``,
    ``told`` and ``undone`` cannot be read.
    """
    played = play(doc)
    faults = [*played.faults]
    steps = doc.get("steps", [])
    if not isinstance(steps, list):
        return [*faults, *islice(_passed_over(doc), shapes.MAX_FAULTS)]
    first = len(played.records) if not header_faults(doc) else 0
    if faults or played.game is None:
        faults += _later(doc, played, steps, _reached(played, first))
    return _unlike([*faults, *islice(_passed_over(doc), shapes.MAX_FAULTS)])


def _passed_over(doc: Raw) -> Iterator[Fault]:
    """Yield what cannot be read and is judged by nobody."""
    for position, step in enumerate(_tables(doc, "steps"), 1):
        entries = step.get("entries")
        for at, entry in enumerate(entries if isinstance(entries, list) else (), 1):
            for problem in shapes.entry(entry):
                yield Fault(place("steps", position, "entries", at, *problem.key), problem)
    for position, told in enumerate(_tables(doc, "told"), 1):
        says = told.get("says")
        for problem in shapes.says_problems(says) if isinstance(says, dict) else ():
            yield Fault(place("told", position, "says", *problem.key), problem)
    for position, undone in enumerate(_tables(doc, "undone"), 1):
        for problem in redo_problems(undone) if undone else ():
            yield Fault(place("undone", position, *problem.key), problem)


def _tables(doc: Raw, key: str) -> list[Raw]:
    """Return the blocks of a document, an empty one for what is no table."""
    blocks = doc.get(key)
    return [block if isinstance(block, dict) else {} for block in blocks] if isinstance(blocks, list) else []


def _reached(played: Played, records: int) -> int:
    """Return the position of the last step that was judged or at fault; 0 when none was reached."""
    at = max((record.position for record in played.records), default=0) if records else 0
    for fault in played.faults:
        if fault.place.startswith("steps["):
            at = max(at, int(fault.place[6:].partition("]")[0]))
    return at


def _later(doc: Raw, played: Played, steps: list[Any], reached: int) -> Iterator[Fault]:
    sound = not header_faults(doc)
    folded = fold(doc) if sound else None
    names: Names | None = played.names if played.game is not None else None
    if reached and isinstance(steps[reached - 1], dict) and steps[reached - 1].get("kind") in ("rename", "replace"):
        names = None  # who is called what from here on is not known
    for position, raw in enumerate(steps, 1):
        if position <= reached:
            continue
        found = list(folded.faults.get(position, ())) if folded else []
        found = found or list(shapes.step_problems(raw))
        if not found and raw.get("open") is True and position != len(steps):
            found = [Problem("open_not_last", "", {}, ("open",))]
        if not found and names is not None and raw["kind"] not in ("amend", "day"):
            _, found = to_step(raw, names)
            if raw["kind"] in ("rename", "replace") and not found and raw["to"] not in names.seats:
                names = names.renamed(names.seats[raw["target"]], raw["to"])
        for problem in found:
            at = played.names.nicks if names is None else names.nicks
            yield Fault(place("steps", position, *problem.key), problem, at)


def _unlike(faults: list[Fault]) -> list[Fault]:
    """Faults hold mappings, so the same one is told apart by what it says."""
    seen: dict[tuple[str, str, str], Fault] = {}
    for fault in faults:
        seen.setdefault((fault.place, fault.problem.code, repr(sorted(fault.problem.params.items(), key=str))), fault)
    return list(seen.values())
