"""A small share of ``tests/fuzz.py``: no mutated save and no random line brings the program down."""

from typing import Any

import pytest
from fuzz import fuzz_lines, fuzz_saves

from mafia_cli.saves import edit, shapes
from mafia_cli.saves.script import play
from mafia_cli.saves.text import MAX_BYTES, SaveError, parse
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import Words

PLAYERS: list[dict[str, Any]] = [{"nick": "Ann", "role": "don"}, {"nick": "Boris", "role": "doctor"}]


def test_mutated_saves() -> None:
    failures: list[str] = []
    came = fuzz_saves(600, 77, lambda what, data: failures.append(what))
    assert failures == []
    assert min(came[end] for end in ("unreadable", "at fault", "played")) > 12


def test_random_lines() -> None:
    failures: list[str] = []
    fuzz_lines(500, 77, lambda what, data: failures.append(what))
    assert failures == []


def said(doc: dict[str, Any]) -> str:
    return fault_text(Words("en"), play(doc).faults)


def test_bounds_are_said() -> None:
    many = [{"nick": str(n), "role": "citizen"} for n in range(shapes.MAX_PLAYERS + 1)]
    assert "101" in said({"players": many})
    assert "100" in said({"players": many})
    steps = [{"kind": "night"}] * (shapes.MAX_STEPS + 1)
    assert "20000" in said({"players": PLAYERS, "steps": steps})
    assert "players[1].nick: Too long: 201 characters, at most 200" in said({"players": [{"nick": "x" * 201}]})
    note = {"kind": "note", "text": "x" * 20_001}
    assert "steps[1].text: Too long: 20001 characters, at most 20000" in said({"players": PLAYERS, "steps": [note]})
    with pytest.raises(SaveError) as raised:
        parse(b" " * (MAX_BYTES + 1))
    assert str(MAX_BYTES) in fault_text(Words("en"), raised.value.faults)
    for nested in (b"a = " + b"[" * 100_000, b"a" + b".a" * 5000 + b" = 1", b"a = " + b"{b=" * 20_000):
        with pytest.raises(SaveError):
            play(parse(nested + b"\n[[players"))
    with pytest.raises(SaveError):
        parse(b"seed = " + b"9" * 10_000)


def test_a_thousand_faults_are_found_quickly_and_told_by_the_hundred() -> None:
    step = {"kind": "override", "reason": "x", "dead": [f"nobody {n}" for n in range(50_000)]}
    played = play({"players": PLAYERS, "steps": [step]})
    assert played.faults[0].problem.code == "unknown_nick"
    odd = {f"key {n}": n for n in range(100_000)}
    assert len(play({"players": PLAYERS, **odd}).faults) == shapes.MAX_FAULTS
    assert len(play({"players": PLAYERS, "steps": [{"kind": "night", **odd}]}).faults) == shapes.MAX_FAULTS
    assert len(play({"players": [{"nick": 1}] * 100}).faults) <= shapes.MAX_FAULTS


@pytest.mark.parametrize(
    ("doc", "where", "word"),
    [
        ({"playrs": []}, "playrs", "players"),
        ({"players": PLAYERS, "steps": [{"kind": "nigt"}]}, "steps[1].kind", "night"),
        ({"players": PLAYERS, "steps": [{"kind": "night", "move": {}}]}, "steps[1].move", "moves"),
        (
            {"players": PLAYERS, "steps": [{"kind": "night", "moves": {"docter": "Ann"}}]},
            "steps[1].moves.docter",
            "doctor",
        ),
        (
            {"players": PLAYERS, "steps": [{"kind": "night", "moves": {"doctor": "ANN"}}]},
            "steps[1].moves.doctor",
            "Ann",
        ),
        ({"players": PLAYERS, "steps": [{"kind": "kabum", "target": "borris"}]}, "steps[1].target", "Boris"),
        ({"players": [{"nick": "Ann", "role": "Don"}]}, "players[1].role", "don"),
        ({"players": PLAYERS, "rulings": {"Tie": "ask"}}, "rulings.Tie", "tie"),
        ({"players": PLAYERS, "seed": "7"}, "seed", "number"),
        ({"players": PLAYERS, "steps": [{"kind": "day", "votes": [["Ann"]]}]}, "steps[1].votes[1]", "pair of nicks"),
    ],
)
def test_a_slip_of_the_hand_is_told_with_its_place_and_the_likely_word(
    doc: dict[str, Any], where: str, word: str
) -> None:
    text = said(doc)
    assert text.startswith(f"{where}: ")
    assert word in text


@pytest.mark.parametrize("undone", [{"what": "entri"}, {"what": "entry", "kind": "night"}, {"kind": "kabum"}, {}])
def test_what_another_hand_undid_does_not_stop_the_game_and_is_not_done_again(undone: dict[str, Any]) -> None:
    doc = {"players": PLAYERS, "undone": [undone]}
    assert play(doc).faults == []
    assert edit.redo(doc) is None


@pytest.mark.parametrize("entries", [[["Ann", ["Boris"]]], ["doctor"], [7], [{"role": "doctor"}]])
def test_what_another_hand_entered_does_not_stop_the_game_and_undo_goes_by_the_moves(entries: list[Any]) -> None:
    doc = {"players": PLAYERS, "steps": [{"kind": "night", "moves": {"doctor": "Ann"}, "entries": entries}]}
    assert play(doc).faults == []
    opened = edit.undo(doc)
    assert opened is not None
    taken = edit.undo(opened[0])
    assert taken is not None
    assert taken[1]["entry"] == ["doctor", "Ann"]


def test_an_amend_does_not_drop_what_is_no_step_at_all() -> None:
    doc: dict[str, Any] = {"players": PLAYERS, "steps": ["night", {"kind": "amend", "step": 1, "drop": True}]}
    assert [fault.place for fault in play(doc).faults] == ["steps[1]"]
