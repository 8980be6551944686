"""A small share of ``tests/fuzz.py`` and ``tests/fuzz_desk.py``: no mutated save, line or evening brings it down.

``MAFIA_LONG=1`` takes 20,000 saves, 5,000 lines and 2,000 evenings.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, play
from effort import LONG
from fuzz import fuzz_lines, fuzz_saves
from fuzz_desk import fuzz_evenings, sat

from mafia_cli.script import check, edit
from mafia_cli.script.errors import SaveError
from mafia_cli.script.toml import MAX_BYTES, dumps, parse
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import Words

PLAYERS: list[dict[str, Any]] = [{"nick": "Ann", "role": "don"}, {"nick": "Boris", "role": "doctor"}]


def test_mutated_saves() -> None:
    failures: list[str] = []
    came = fuzz_saves(20_000 if LONG else 150, 77, lambda what, data: failures.append(what))
    assert failures == []
    assert min(came[end] for end in ("unreadable", "at fault", "played")) > 12


def test_random_lines() -> None:
    failures: list[str] = []
    fuzz_lines(5_000 if LONG else 150, 77, lambda what, data: failures.append(what))
    assert failures == []


@pytest.mark.usefixtures("drawn_seed")
@pytest.mark.parametrize("part", range(20 if LONG else 1))
def test_random_evenings(part: int) -> None:
    failures: list[str] = []
    count = 100 if LONG else 16
    went = fuzz_evenings(range(part * count, part * count + count), 77, failures.append)
    assert failures == []
    assert went.keys() == {"played", "refused", "set up"}


def said(doc: dict[str, Any]) -> str:
    return fault_text(Words("en"), play(doc).faults)


def test_bounds_are_said() -> None:
    many = [{"nick": str(n), "role": "citizen"} for n in range(check.MAX_PLAYERS + 1)]
    assert "101" in said({"players": many})
    assert "100" in said({"players": many})
    steps = [{"kind": "night"}] * (check.MAX_STEPS + 1)
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


def test_a_thousand_faults_are_told_by_the_hundred() -> None:
    step = {"kind": "override", "reason": "x", "dead": [f"nobody {n}" for n in range(50_000)]}
    played = play({"players": PLAYERS, "steps": [step]})
    assert played.faults[0].problem.code == "unknown_nick"
    odd = {f"key {n}": n for n in range(100_000)}
    assert len(play({"players": PLAYERS, **odd}).faults) == check.MAX_FAULTS
    assert len(play({"players": PLAYERS, "steps": [{"kind": "night", **odd}]}).faults) == check.MAX_FAULTS
    assert len(play({"players": [{"nick": 1}] * 100}).faults) <= check.MAX_FAULTS


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
    assert edit.redo(as_script(doc)) is None


@pytest.mark.parametrize("entries", [[["Ann", ["Boris"]]], ["doctor"], [7], [{"role": "doctor"}]])
def test_what_another_hand_entered_does_not_stop_the_game_and_undo_goes_by_the_moves(entries: list[Any]) -> None:
    doc = {"players": PLAYERS, "steps": [{"kind": "night", "moves": {"doctor": "Ann"}, "entries": entries}]}
    assert play(doc).faults == []
    opened = edit.undo(as_script(doc))
    assert opened is not None
    taken = edit.undo(opened[0])
    assert taken is not None
    assert taken[1].entry[0] == "doctor"
    assert taken[1].entry[1] == 1 + [player["nick"] for player in PLAYERS].index("Ann")


def test_an_amend_does_not_drop_what_is_no_step_at_all() -> None:
    doc: dict[str, Any] = {"players": PLAYERS, "steps": ["night", {"kind": "amend", "step": 1, "drop": True}]}
    assert [fault.place for fault in play(doc).faults] == ["steps[1]"]


SAYS: list[tuple[str, dict[str, Any], str]] = [
    ("night 1", {"died": 1.5, "seduced": []}, "told[1].says.died"),
    ("night 1", {"died": [1], "seduced": [["Ann"]], "by": 3}, "told[1].says.died[1]"),
    ("night 1", {"suspect": "Ann", "votes": {}, "acquit": [1, 1]}, ""),
    ("day 1 verdict", {"jailed": 7, "acquit": "x"}, "told[1].says.jailed"),
    ("day 1 verdict", {"suspect": "Ann", "votes": {"Ann": "x"}, "second": []}, "told[1].says.second"),
    ("day 1 role", {"jailed": ["Ann"], "role": []}, "told[1].says.jailed"),
    ("rename 1", {"x": 1}, ""),
    ("rename 1", {"from": 1, "to": {}}, "told[1].says.from"),
    ("exclude 1", {"excluded": "Ann", "revived": True}, "told[1].says.excluded"),
    ("override 2", {"seduced_now": 3, "roles": []}, "told[1].says.seduced_now"),
    (f"kabum {'9' * 6000}", {"died": ["Ann"]}, ""),
]


@pytest.mark.parametrize(("about", "says", "where"), SAYS)
def test_what_another_hand_wrote_as_told_stops_no_command_and_is_found_by_the_check(
    about: str, says: dict[str, Any], where: str, mafia: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    players = [*PLAYERS, {"nick": "Vera", "role": "citizen"}, {"nick": "Gleb", "role": "citizen"}]
    steps: list[dict[str, Any]] = [
        {"kind": "night", "moves": {"mafia": "Vera"}},
        {"kind": "day", "votes": [["Ann", "Boris"], ["Boris", "Ann"], ["Gleb", "Ann"]]},
    ]
    told = [{"to": seat, "about": about, "says": says} for seat in (0, 1)]
    doc = {"players": players, "steps": steps, "told": told}
    assert play(doc).faults == []
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "eve.toml").write_text(dumps(doc), encoding="utf-8")
    for command in ("status", "announce", "announce --correction", "pm --list", "pm --log", "undo", "redo"):
        _, out, err = mafia(*command.split())
        assert "Traceback" not in out + err, command
        assert "mafia: error" not in err, command
    status, out, _ = mafia("games", "check")
    assert status == bool(where)
    assert where in out


def test_what_cannot_be_undone_or_redone_is_found_by_the_check(
    mafia: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    steps = [{"kind": "night", "moves": {"doctor": "Ann"}, "entries": [["doctor", "Ann"], 7]}]
    (tmp_path / "saves").mkdir()
    text = dumps(
        {"players": PLAYERS, "steps": steps, "undone": [{"what": "entri"}, {"what": "entry", "kind": "night"}]}
    )
    (tmp_path / "saves" / "eve.toml").write_text(text, encoding="utf-8")
    status, out, _ = mafia("games", "check")
    assert status == 1
    lines = [line for line in out.splitlines() if line[0] != " "]
    assert [line.split(": ")[1] for line in lines] == ["steps[1].entries[2]", "undone[1].what", "undone[2]"]
    assert "entry" in lines[1]


Mafia = Callable[..., tuple[int, str, str]]


def saved(tmp_path: Path, doc: dict[str, Any]) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "eve.toml").write_text(dumps(doc), encoding="utf-8")


@pytest.mark.parametrize("kind", ["night", "day"])
@pytest.mark.parametrize(
    "entry",
    [[], ["mayor"], ["mayor", True], ["decision", "a", "b"], ["stage"], ["stage", "kind"], ["stage", "open"], ["foo"],
     ["refused"], ["refused", "votes"], ["refused", "votes", "Ann", True, "4.6"], ["votes"], ["votes", "Ann", True],
     ["votes", "Ann", "", "slap"], ["acquit", "Ann", "+"], ["acquit"], ["spoke", True], ["step", False], [True], [""]],
)  # fmt: skip
def test_an_entry_of_another_hand_is_passed_over_by_undo_and_redo(
    kind: str, entry: list[Any], mafia: Mafia, tmp_path: Path
) -> None:
    step = {"kind": kind, "open": True, "entries": [entry]}
    undone = {"what": "entry", "kind": kind, "entry": entry}
    saved(tmp_path, {"players": PLAYERS, "steps": [step], "undone": [undone]})
    status, out, _ = mafia("games", "check")
    assert (status, out.count("entries[1]"), out.count("undone[1].entry")) == (1, 1, 1)
    assert mafia("redo")[0] == 1
    status, out, err = mafia("undo")
    assert (status, err) == (0, "")
    assert out == f"Taken back: {'nightfall' if kind == 'night' else 'opening of the vote'}.\n"


@pytest.mark.parametrize(
    ("undone", "where"),
    [
        ({"what": "step", "step": {}}, "undone[1].step"),
        ({"what": "step", "step": {"kind": "rename"}}, "undone[1].step"),
        ({"what": "step", "step": {"kind": "nigt"}}, "undone[1].step.kind"),
        ({"what": "step", "step": {"kind": "rename", "target": 1, "to": "x"}}, "undone[1].step.target"),
        ({"what": "steps", "steps": [{"kind": "amend"}, {"kind": 1}]}, "undone[1].steps[2].kind"),
        ({"what": "step", "step": {"kind": "kabum", "target": "Ann"}, "within": "dusk"}, "undone[1].within"),
    ],
)
@pytest.mark.parametrize("opened", [[], [{"kind": "night", "open": True}]])
def test_a_step_of_another_hand_is_not_done_again(
    undone: dict[str, Any], where: str, opened: list[dict[str, Any]], mafia: Mafia, tmp_path: Path
) -> None:
    saved(tmp_path, {"players": PLAYERS, "steps": opened, "undone": [undone]})
    assert mafia("redo")[0] == 1
    status, out, _ = mafia("games", "check")
    assert status == 1
    assert f" {where}: " in out


@pytest.mark.parametrize("letter", ["x", "я\u0301", "\u200b", "\x1b"])
def test_an_endless_key_is_not_told_to_its_end(letter: str, mafia: Mafia, tmp_path: Path) -> None:
    endless = letter * 60_000
    saved(tmp_path, {"players": PLAYERS, endless: 1, "steps": [{"kind": "night", "moves": {endless: "Ann"}}]})
    for command in ("status --game eve", "games check", "resolve saves/eve.toml", "undo --game eve", "games"):
        status, out, err = mafia(*command.split())
        assert len(out + err) < 2_000, command
        assert status == (command != "games")


def test_a_game_without_a_name_is_left_by_that_of_its_file(tmp_path: Path) -> None:
    saved(tmp_path, {"players": PLAYERS})
    status, shown = sat([], "play", "--game", "eve", "--lang", "en", plain=True)
    assert status == 0
    assert 'The game "eve" is saved.' in shown
