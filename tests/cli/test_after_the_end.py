"""A game that is over: notes may follow its end, and it stays over; whatever would change who won is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mafia_cli.script.toml import dumps

Mafia = Callable[..., tuple[int, str, str]]

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira", "Lev"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "kamikaze", "healer"]
NIGHT = {"kind": "night", "moves": {"mafia": "Jane"}}
END = {"kind": "end", "winner": "town"}


def put(saves: Path, *steps: dict[str, Any]) -> Path:
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    saves.mkdir(exist_ok=True)
    path = saves / "eve.toml"
    doc = {"format": 1, "name": "eve", "created": "2026-05-01T20:00:00+00:00", "players": players, "steps": [*steps]}
    path.write_text(dumps(doc), encoding="utf-8")
    return path


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


NOTES = [
    ["player", "violation", "Vera", "4.2"],
    ["player", "away", "Vera"],
    ["player", "alias", "Vera", "Vee"],
    ["player", "rename", "Vera", "Veronica"],
    ["player", "replace", "Vera", "Veronica"],
]


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note[1])
def test_a_note_after_the_end_leaves_the_game_over(mafia: Mafia, saves: Path, note: list[str]) -> None:
    put(saves, NIGHT, END)
    assert mafia("--game", "eve", *note)[0] == 0
    assert "town" in mafia("games")[1]
    assert mafia("stats")[1].startswith("Finished games: 1")
    status, out, err = mafia("night")
    assert (status, out) == (1, "")
    assert err.startswith("Every game is over.")
    assert mafia("--game", "eve", "night")[2].startswith("This game is over.")
    assert mafia("undo")[0] == 0
    assert mafia("undo")[1] == "Taken back: The end.\n"
    assert mafia("vote")[0] == 0


@pytest.mark.parametrize(
    "line",
    [
        ["night"],
        ["night", "--move", "doctor=Ann"],
        ["vote"],
        ["vote", "--close"],
        ["kabum", "Ann"],
        ["revive", "Jane"],
        ["player", "exclude", "Ann"],
        ["override", "--reason", "x", "--dead", "Ann"],
        ["end", "mafia"],
    ],
    ids=lambda line: " ".join(line[:2]),
)
@pytest.mark.parametrize("open_step", [None, {"kind": "night", "open": True, "moves": {}, "entries": []}])
def test_what_would_change_the_outcome_is_refused(
    mafia: Mafia, saves: Path, line: list[str], open_step: dict[str, Any] | None
) -> None:
    path = put(saves, NIGHT, END, *([open_step] if open_step else []))
    before = path.read_bytes()
    yes = ["--yes"] if line[0] in ("night", "vote", "end") else []
    status, out, err = mafia("--game", "eve", *line, *yes)
    assert (status, out) == (1, "")
    assert err.startswith("This game is over.")
    assert path.read_bytes() == before


def test_an_end_that_was_dropped_is_none(mafia: Mafia, saves: Path) -> None:
    put(saves, NIGHT, END, {"kind": "amend", "step": 2, "drop": True})
    assert mafia("stats")[1].startswith("No finished games")
    assert mafia("vote", "--close", "--yes")[0] == 0
    put(saves, NIGHT, END, {"kind": "amend", "step": 2, "drop": True}, {"kind": "amend", "step": 2, "drop": False})
    assert mafia("vote")[0] == 1


@pytest.mark.parametrize("kind", ["night", "day"])
def test_a_game_ended_with_a_step_open_is_over_everywhere(mafia: Mafia, saves: Path, kind: str) -> None:
    opened = {"kind": kind, "open": True, **({"moves": {}} if kind == "night" else {"votes": []})}
    put(saves, NIGHT, END, opened)
    assert "over" in mafia("--game", "eve", "status")[1].lower()
    assert '"finished": true' in mafia("--game", "eve", "export", "--format", "json")[1]
    assert '"games": 1' in mafia("stats", "--json")[1]
