"""Saves of every format number load for ever and are judged as they were."""

import json
from pathlib import Path

import pytest
from documents import as_script, play

from mafia_cli.rules.steps import STEPS
from mafia_cli.script import check, contract, edit
from mafia_cli.script.toml import dumps, parse

FROZEN = sorted((Path(__file__).parents[1] / "frozen").glob("*.toml"))


def test_there_is_one_of_every_format() -> None:
    assert [path.stem for path in FROZEN] == [f"format-{number}" for number in range(1, check.NEWEST_FORMAT + 1)]


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_a_frozen_save_is_judged_as_it_was(path: Path) -> None:
    doc = parse(path.read_bytes())
    played = play(doc)
    assert played.faults == []
    assert {step["kind"] for step in doc["steps"]} == set(STEPS)
    assert played.open_step is not None
    found = {
        "steps": contract.entries(played),
        "alive": contract.alive(played),
        "winner": contract.winner(played),
    }
    assert found == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    again = parse(dumps(doc).encode())
    assert again == doc
    assert edit.redo(as_script(doc)) is not None
    assert edit.undo(as_script(doc)) is not None
