"""The tables of what people write, read as a game would take it: what is stored, refused, asked about.

Run ``python tests/reading/written.py`` for the figures and what is missed.

never.toml    ``votes``, ``moves``, ``acquit``, ``refused`` are all that may be stored or refused.
pastes.toml   each listed reading is there, each of ``asked`` is asked about on one of its lines with its candidates;
              with ``or_asked`` a listed reading may be asked about instead; nothing else is stored or refused.
heard.toml    as pastes.toml, every case with ``or_asked``; ``moment``: what belongs to another one is shown as that.
talk.txt      nothing is stored.
A case: ``roster`` (players in order of the seats, ``dead``, ``seduced``), ``phase`` (``night``, ``votes``, ``revote``
among ``tied``, ``acquit`` of ``suspect``), ``day`` (1), ``text``. A candidate "" passes, a target "" skips.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mafia_cli.reading.acquittal import read_acquittal
from mafia_cli.reading.known import Moment
from mafia_cli.reading.lines import As, Line
from mafia_cli.reading.moves import read_moves
from mafia_cli.reading.people import Person, Roster
from mafia_cli.reading.votes import read_votes
from mafia_cli.rules.day import acquittal_rule, vote_rule
from mafia_cli.rules.model import NOBODY, Count
from mafia_cli.rules.roles import Role

HERE: Final = Path(__file__).parent / "tables"
MOMENTS: Final = {"kabum": "kabum", "revive": "revive", "late": "late", "unvote": "withdrawn"}
Case = dict[str, Any]


def person_of(seat: int, player: Case, out: str) -> Person:
    """Return the person that a table describes."""
    role = Role(player["role"]) if "role" in player else None
    names = (player.get("chat", ""), tuple(player.get("aliases", ())), tuple(player.get("earlier", ())))
    return Person(seat, player["nick"], *names, role, out)


def roster_of(table: Case) -> Roster:
    """Return the roster that a table describes."""
    dead = set(table["dead"])
    return Roster(
        person_of(seat, player, "night 1" if player["nick"] in dead else "")
        for seat, player in enumerate(table["players"], 1)
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a paste, by nicks."""

    lines: Sequence[Line]
    stored: list[list[Any]] = field(default_factory=list)
    refused: list[list[Any]] = field(default_factory=list)
    moves: dict[str, Any] = field(default_factory=dict)
    asked: list[tuple[int, set[str]]] = field(default_factory=list)


def outcome(table: Case, case: Case) -> Outcome:
    """Read a case as a game would take it."""
    roster = roster_of(table)
    seats = {person.nick: person.seat for person in roster}
    nicks = {NOBODY: "", **{person.seat: person.nick for person in roster}}
    suspect = seats.get(case.get("suspect", ""), NOBODY)
    moment = Moment(suspect=suspect)
    phase, text = case["phase"], case["text"]
    if phase == "night":
        lines = read_moves(roster, text, moment=moment)
    else:
        lines = (read_acquittal if phase == "acquit" else read_votes)(roster, text, moment)
    alive = frozenset(person.seat for person in roster if not person.out)
    count = Count(alive, frozenset(seats[nick] for nick in table["seduced"]), NOBODY)
    tied = {seats[nick] for nick in case["tied"]} if "tied" in case else None
    result, done = Outcome(lines), set[int]()
    for line in lines:
        if line.as_ is As.ASKED:
            result.asked.append((line.number, {nicks[seat] for seat in line.candidates}))
        elif line.as_ in {As.MOVE, As.SKIP} and line.role:
            targets = [nicks[seat] for seat in line.targets]
            result.moves[line.role.value] = "".join(targets) if len(targets) < 2 else targets
        elif line.as_ is As.VOTE and phase == "acquit":
            rule = acquittal_rule(line.voter, count, suspect, done)
            _entered(result, done, line, rule, [nicks[line.voter], bool(line.acquit)], case.get("suspect", ""))
        elif line.as_ in {As.VOTE, As.PASS} and phase != "acquit":
            rule = vote_rule((line.voter, line.candidate), count, case.get("day", 1), done, tied)
            _entered(result, done, line, rule, [nicks[line.voter], nicks[line.candidate]], nicks[line.candidate])
    return result


def _entered(result: Outcome, done: set[int], line: Line, rule: str, ballot: list[Any], about: str) -> None:
    if rule:
        result.refused.append([ballot[0], about, rule])
    else:
        done.add(line.voter)
        result.stored.append(ballot)


@dataclass(frozen=True, slots=True)
class Judged:
    """How a case did: readings wanted, those right, what is missed, what is wrong (stored or refused beyond them)."""

    wanted: int
    missed: list[str]
    wrong: list[str]


def judged(case: Case, result: Outcome) -> Judged:
    """Hold an outcome against its case."""
    votes = [list(one) for one in (*case.get("votes", ()), *case.get("acquit", ()))]
    moves, refused = case.get("moves", {}), [list(one) for one in case.get("refused", ())]
    wrong = [f"stored {one}" for one in result.stored if one not in votes]
    wrong += [f"refused {one}" for one in result.refused if one not in refused]
    wrong += [f"move {role}={to}" for role, to in result.moves.items() if not _same(moves.get(role, 0), to)]
    loose = bool(case.get("or_asked"))
    missed = [f"vote {one}" for one in votes if one not in result.stored and not (loose and _asked(result, one[1]))]
    missed += [
        f"move {role}={to}"
        for role, to in moves.items()
        if not _same(to, result.moves.get(role, 0)) and not (loose and _asked(result, to))
    ]
    missed += [f"rule {one}" for one in refused if one not in result.refused and not (loose and result.asked)]
    for one in case.get("asked", ()):
        least = set(one.get("candidates", ()))
        if not any(line in one["line"] and least <= named for line, named in result.asked):
            missed.append(f"asked {one}")
    for one in case.get("moment", ()):
        if not any(line.why and line.why.value == MOMENTS[one["kind"]] for line in result.lines):
            missed.append(f"moment {one}")
    wanted = len(votes) + len(moves) + len(refused) + len(case.get("asked", ())) + len(case.get("moment", ()))
    return Judged(wanted, missed, wrong)


def _same(wanted: Any, read: Any) -> bool:
    return bool(
        sorted(wanted) == sorted(read) if isinstance(wanted, list) and isinstance(read, list) else wanted == read
    )


def _asked(result: Outcome, named: Any) -> bool:
    """Whether somebody is asked about; whoever it is where no person is meant (a pass, a side)."""
    meant = set(named) if isinstance(named, list) else {named} if isinstance(named, str) and named else set()
    return any(meant <= candidates for _, candidates in result.asked)


def cases(name: str) -> Iterator[tuple[str, Case, Judged]]:
    """Go through the cases of a table: id, case, how it did."""
    table = tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))
    for case in table["case"]:
        yield case["id"], case, judged(case, outcome(table["rosters"][case["roster"]], case))


def talk() -> Iterator[tuple[str, Outcome]]:
    """Go through the lines of talk, each read as a paste of its own."""
    rosters = tomllib.loads((HERE / "never.toml").read_text("utf-8"))["rosters"]
    section: Case = {}
    for line in (HERE / "talk.txt").read_text("utf-8").splitlines():
        if line.startswith("#@"):
            section = dict(re.findall(r"(\w+)=(\w+)", line))
        elif line and not line.startswith("#"):
            suspect = {"suspect": rosters[section["roster"]]["players"][1]["nick"]}
            yield line, outcome(rosters[section["roster"]], {**section, **suspect, "text": line})


def main() -> None:
    """Print the figures, and what is missed or wrong."""
    for name in ("never", "pastes", "heard"):
        wanted = missed = wrong = 0
        for key, case, result in cases(name):
            wanted, missed, wrong = wanted + result.wanted, missed + len(result.missed), wrong + len(result.wrong)
            if result.wrong or (result.missed and name != "never"):
                print(f"  {key}: {case['text']!r} {result.wrong} {result.missed}")
        print(f"{name}: {wanted - missed} of {wanted} readings right, {wrong} wrong")
    lines = list(talk())
    stored = [line for line, result in lines if result.stored or result.refused or result.moves]
    asked = [line for line, result in lines if result.asked]
    print(
        f"talk: of {len(lines)} lines {len(stored)} stored {stored},",
        f"{1000 * len(asked) / len(lines):.0f} of 1,000 asked about",
    )


if __name__ == "__main__":
    main()
