"""Amends of a written game: what they fold to, where a fault of theirs is told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents import Raw

from mafia_cli.script.toml import dumps

Mafia = Callable[..., tuple[int, str, str]]
PLAYERS = [
    {"nick": nick, "role": role}
    for nick, role in (
        ("Дон", "don"),
        ("Док", "doctor"),
        ("Мэр", "mayor"),
        ("Кам", "kamikaze"),
        ("Аня", "citizen"),
        ("Боря", "citizen"),
        ("Вера", "citizen"),
    )
]
NIGHT: Raw = {"kind": "night", "moves": {"mafia": "Аня", "doctor": "Боря"}}
DAY: Raw = {"kind": "day", "votes": [["Аня", "Боря"]], "acquit": [["Вера", False]]}


def amend(step: int = 1, **keys: Any) -> Raw:
    return {"kind": "amend", "step": step, **keys}


def judged(mafia: Mafia, folder: Path, *steps: Any) -> dict[str, Any]:
    """Resolve a game of these steps; return its answer without what is empty in the entries."""
    players = "".join(f"[[players]]\n{dumps(player)}" for player in PLAYERS)
    inline = dumps({"v": list(steps)}).partition("=")[2]
    (folder / "game.toml").write_text(f"steps ={inline}\n{players}", "utf-8")
    answer: dict[str, Any] = json.loads(mafia("resolve", "--json", "game.toml")[1])
    entries = [{key: value for key, value in entry.items() if value} for entry in answer["steps"]]
    return {**answer, "steps": entries}


def first(mafia: Mafia, folder: Path, *steps: Any) -> dict[str, Any]:
    """Return what follows of the first step, the game being lawful."""
    answer = judged(mafia, folder, *steps)
    assert answer["error"] is None
    entry: dict[str, Any] = answer["steps"][0]
    return entry


def test_named_keys_are_replaced_whole_and_the_others_stay(mafia: Mafia, tmp_path: Path) -> None:
    assert first(mafia, tmp_path, NIGHT, amend(set={"moves": {"mafia": "Боря"}}))["died"] == {"Боря": ["mafia"]}
    entry = first(mafia, tmp_path, DAY, amend(set={"votes": [["Аня", "Вера"], ["Боря", "Вера"]]}))
    assert (entry["tally"], entry["refused"]) == (
        {"Вера": 2},
        [{"voter": "Вера", "candidate": "Вера", "rule": "1.8.1"}],
    )
    added = first(mafia, tmp_path, DAY, amend(set={"acquit": [["Дон", False], ["Вера", False]]}))
    assert added["jailed"] == "Боря"


@pytest.mark.parametrize("after", [[], [amend(drop=False)], [amend(drop=True), amend(drop=False)]])
def test_amends_of_one_step_add_up_in_their_order(mafia: Mafia, tmp_path: Path, after: list[Raw]) -> None:
    steps = [NIGHT, amend(set={"moves": {"mafia": "Вера"}}), *after]
    assert first(mafia, tmp_path, *steps)["died"] == {"Вера": ["mafia"]}
    assert first(mafia, tmp_path, *steps, amend(set={"moves": {}})).keys() == {"kind", "number"}


def test_what_is_dropped_has_no_entry_and_no_number_and_positions_stay(mafia: Mafia, tmp_path: Path) -> None:
    for more in ([], [amend(set={"moves": {}})]):
        answer = judged(mafia, tmp_path, NIGHT, NIGHT, amend(drop=True), *more, {"kind": "dance"})
        assert answer["error"].startswith(f"steps[{4 + len(more)}].kind: ")
        assert answer["steps"][0] == {"kind": "night", "number": 1, "died": {"Аня": ["mafia"]}}
        assert [entry["kind"] for entry in answer["steps"][1:]] == ["amend"] * (1 + len(more))


def test_an_amended_mark_or_day_moves_what_stands_between(mafia: Mafia, tmp_path: Path) -> None:
    kabum: Raw = {"kind": "kabum", "target": "Аня"}
    marked = judged(mafia, tmp_path, kabum, DAY, amend(set={"after": "vote"}))
    assert marked["steps"][1]["jailed"] == "Боря"
    assert judged(mafia, tmp_path, kabum, DAY)["steps"][1]["refused"][0]["rule"] == "1.8"
    lost = judged(mafia, tmp_path, {**kabum, "after": "vote"}, DAY, amend(2, drop=True), NIGHT)
    assert lost["error"].startswith("steps[4]: ")


def test_amended_seats_change_places_and_the_title_goes_with_the_role(mafia: Mafia, tmp_path: Path) -> None:
    swap = [{"kind": "amend", "seat": 5, "role": "mayor"}, {"kind": "amend", "seat": 3, "role": "citizen"}]
    tie = {"kind": "day", "votes": [["Аня", "Боря"], ["Мэр", "Вера"]]}
    assert first(mafia, tmp_path, tie, *swap)["suspect"] == "Боря"
    assert first(mafia, tmp_path, tie)["suspect"] == "Вера"


@pytest.mark.parametrize("fix", [{"set": {}}, {"set": {}, "drop": True}, {"drop": True}, {"drop": False}])
@pytest.mark.parametrize("junk", [1, "night", [], True])
def test_what_is_no_step_is_a_fault_however_it_is_amended(
    mafia: Mafia, tmp_path: Path, junk: Any, fix: dict[str, Any]
) -> None:
    answer = judged(mafia, tmp_path, junk, amend(**fix))
    assert answer["error"].startswith("steps[1]: ")
    assert (answer["steps"], len(answer["alive"])) == ([], len(PLAYERS))


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"step": 3, "drop": True}, "steps[2].step: There is nothing to amend: no step 3."),
        ({"step": 0, "drop": True}, "steps[2].step: There is nothing to amend: no step 0."),
        ({"step": 2, "drop": True}, "steps[2].step: There is nothing to amend: no step 2."),
        ({"step": True, "drop": True}, "steps[2].step: Something else must stand here: a whole number."),
        ({"step": 1}, "steps[2]: The amendment changes nothing. Give set, or drop = true."),
        ({"drop": True}, "steps[2]: An amendment names either a step or a seat, exactly one of them."),
        ({"step": 1, "seat": 1}, "steps[2]: An amendment names either a step or a seat, exactly one of them."),
        ({"seat": 8, "role": "thief"}, "steps[2].seat: Nobody has no. 8. Players in all: 7."),
        ({"seat": 7}, 'steps[2]: The key "role" is missing.'),
        ({"seat": 7, "role": "wizard"}, 'steps[2].role: Unknown role "wizard". All roles: mafia rules roles.'),
        ({"seat": 7, "role": "don"}, 'steps[2].role: The role "Don of the mafia" is held by no. 1 already'),
        ({"step": 1, "set": {"vote": []}}, 'steps[2].set.vote: Unknown key "vote".'),
        ({"step": 1, "set": {"kind": "day"}}, 'steps[2].set.kind: Unknown key "kind".'),
        ({"step": 1, "set": {"moves": {"doctor": 3}}}, "steps[2].set.moves.doctor: Something else must stand here"),
    ],
)
def test_a_fault_of_an_amend_is_told_at_the_amend(
    mafia: Mafia, tmp_path: Path, keys: dict[str, Any], error: str
) -> None:
    answer = judged(mafia, tmp_path, NIGHT, {"kind": "amend", **keys})
    assert answer["error"].startswith(error)
    assert answer["steps"] == [{"kind": "night", "number": 1, "died": {"Аня": ["mafia"]}}]


def test_what_the_rules_forbid_is_told_at_the_amended_step(mafia: Mafia, tmp_path: Path) -> None:
    answer = judged(mafia, tmp_path, NIGHT, NIGHT, amend(2, set={"moves": {"doctor": "Аня"}}))
    assert answer["error"].startswith("steps[2].moves.doctor: ")


def test_an_answer_for_a_role_that_gets_none(mafia: Mafia, tmp_path: Path) -> None:
    for role, says in (("doctor", "is told no answer at night"), ("wizard", "Unknown role")):
        step = {"kind": "override", "reason": "r", "answers": {role: "+"}}
        answer = judged(mafia, tmp_path, NIGHT, step)
        assert answer["error"].startswith(f"steps[2].answers.{role}: ")
        assert says in answer["error"]
