"""The table of written games: each line is played, and its last step or its error is as the line says."""

from pathlib import Path
from typing import Any, NamedTuple

from documents import Raw, play
from loops import each

from mafia_cli.script import contract

TABLE = Path(__file__).with_name("written_games.txt").read_text("utf-8").splitlines()
TOWNS = dict(line.removeprefix("town ").split(": ") for line in TABLE if line.startswith("town "))
LISTS = frozenset(["dead", "jailed", "alive", "cured", "poisoned", "seduced"])
UNNAMED = ("kind", "number", "tally", "missing")
"""Keys of an entry that a line need not name."""


class Line(NamedTuple):
    """A row of the table, cell by cell."""

    title: str
    town: str
    rulings: str
    steps: str
    says: str


LINES = [Line(*(cell.strip() for cell in line.split("|"))) for line in TABLE if "|" in line and line[0] != "#"]


def pairs(text: str, mark: str = "=") -> list[tuple[str, str]]:
    return [(left, right) for left, _, right in (word.partition(mark) for word in text.split())]


def step(text: str) -> Raw:
    kind, _, rest = text.partition(" ")
    if kind == "night":
        moves = pairs(rest)
        return {"kind": kind, "moves": {role: nick.split(",") if "," in nick else nick for role, nick in moves}}
    if kind == "day":
        return day(rest)
    words = rest.split()
    target = {"target": words.pop(0)} if words and "=" not in words[0] else {}
    keys = {
        key: [nick for nick in value.split(",") if nick] if key in LISTS else value
        for key, value in pairs(" ".join(words))
    }
    reason = {"reason": "r"} if kind == "override" else {}
    return {"kind": kind, **target, **reason, **keys}


def day(text: str) -> Raw:
    said: Raw = {"kind": "day"}
    ballots = said.setdefault("votes", [])
    for word in text.split():
        if word.endswith(":"):
            ballots = said.setdefault(word.removesuffix(":"), [])
        elif ">" in word:
            ballots.append(word.split(">"))
        elif "=" in word:
            key, _, nick = word.partition("=")
            said[key] = nick
        else:
            ballots.append([word[1:], word[0] == "+"])
    return said


def entry(says: str) -> dict[str, Any]:
    """Return what a line names of an entry."""
    named: dict[str, Any] = {}
    for key, value in pairs(says.removeprefix("-")):
        parts = value.split(";")
        if key in ("died", "cancelled"):
            named[key] = {name: causes.split(",") for name, _, causes in (part.partition(":") for part in parts)}
        elif key == "answers":
            named[key] = dict(part.split(":") for part in parts)
        elif key == "refused":
            named[key] = [refusal(part) for part in parts]
        elif key in ("acquitted", "mayor_decided"):
            named[key] = value == "yes"
        elif key in ("suspect", "jailed", "role", "winner"):
            named[key] = value
        else:
            named[key] = value.split(",")
    return named


def refusal(text: str) -> dict[str, str]:
    ballot, _, rule = text.rpartition(":")
    voter, _, candidate = ballot.partition(">")
    return {"voter": voter, "candidate": candidate, "rule": rule}


def check(line: Line) -> None:
    town = pairs(TOWNS.get(line.town or "whole", line.town))
    players = [{"nick": nick, "role": role} for nick, role in town]
    steps = [step(text.strip()) for text in line.steps.split("/")]
    played = play({"seed": 1, "rulings": dict(pairs(line.rulings)), "players": players, "steps": steps})
    if line.says.startswith("error "):
        assert {fault.place for fault in played.faults} == {line.says.removeprefix("error ")}
        assert len(played.records) == int(played.faults[0].place.removeprefix("steps[").partition("]")[0]) - 1
        return
    assert played.faults == []
    last = contract.entries(played)[-1]
    wanted: dict[str, Any] = {
        key: type(value)() if isinstance(value, (dict, list, bool)) and key != "acquitted" else None
        for key, value in last.items()
    }
    assert last == {**wanted, **{key: last[key] for key in UNNAMED if key in last}, **entry(line.says)}


def test_the_written_games() -> None:
    each(((line.title, line) for line in LINES), check)


def test_the_table_says_each_thing_once() -> None:
    assert len(LINES) > 300
    assert len({line.title for line in LINES}) == len(LINES)
    assert {line.town for line in LINES if "=" not in line.town} <= {"", *TOWNS}
