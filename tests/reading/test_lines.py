"""Every case of lines.toml: the reader's specification by example."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loops import each
from written import person_of

from mafia_cli.reading.lines import Line
from mafia_cli.reading.moves import read_moves
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import Ask, One, Roster
from mafia_cli.reading.votes import read_acquittal, read_votes

TEXT = (Path(__file__).parent / "lines.toml").read_text("utf-8")
TABLE = tomllib.loads(TEXT)
BEGIN = [number for number, line in enumerate(TEXT.splitlines(), 1) if line == "[[cases]]"]


def roster_of(players: list[dict[str, Any]]) -> Roster:
    return Roster(person_of(seat, player, str(player.get("out", ""))) for seat, player in enumerate(players, 1))


ROSTERS = {table["name"]: roster_of(table["players"]) for table in TABLE["rosters"]}
READERS: dict[str, Callable[[Roster, str], list[Line]]] = {
    "move": read_moves,
    "vote": read_votes,
    "acquit": read_acquittal,
}


def told(roster: Roster, line: Line) -> dict[str, Any]:
    """A line as the table writes it."""

    def nick(seat: int) -> str | None:
        return roster.by_seat[seat].nick if seat else None

    return {
        "as": line.as_.value,
        "role": line.role.value if line.role else None,
        "targets": [nick(seat) for seat in line.targets],
        "voter": nick(line.voter),
        "candidate": nick(line.candidate) if line.acquit is None else "+" if line.acquit else "-",
        "why": line.why.value if line.why else None,
        "candidates": [nick(seat) for seat in line.candidates],
    }


def cases(*modes: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the cases of these modes, each by the line of the table that it begins at."""
    for line, case in zip(BEGIN, TABLE["cases"], strict=True):
        if case["mode"] in modes:
            yield f"lines.toml:{line}, {case['roster']}, {case['mode']}", case


def test_the_table_is_large_enough() -> None:
    lines = [line for case in TABLE["cases"] for line in case.get("lines", ())]
    assert len(TABLE["cases"]) >= 250
    assert sum(line["as"] == "asked" for line in lines) >= 50


def check_who(case: dict[str, Any]) -> None:
    found = find(ROSTERS[case["roster"]], case["text"])
    if "one" in case:
        assert isinstance(found, One)
        assert found.person.nick == case["one"]
    elif "ask" in case:
        assert isinstance(found, Ask)
        assert {person.nick for person in found.persons} == set(case["ask"])
        assert found.why == ("weak" if len(found.persons) == 1 else "ambiguous")
    else:
        assert case["none"]
        assert not isinstance(found, One | Ask)


def test_who_is_meant() -> None:
    each(cases("find"), check_who)


def check_line(case: dict[str, Any]) -> None:
    roster = ROSTERS[case["roster"]]
    lines = READERS[case["mode"]](roster, case["text"])
    wanted = case.get("lines", [])
    assert list({line.number: line.text for line in lines}.values()) == [
        text for text in case["text"].replace("\r\n", "\n").split("\n") if text.strip()
    ]
    assert len(lines) == len(wanted)
    for line, right in zip(lines, wanted, strict=True):
        read = told(roster, line)
        assert {key: read[key] for key in right} == right


@pytest.mark.parametrize("mode", READERS)
def test_what_a_line_says(mode: str) -> None:
    each(cases(mode), check_line)
