"""The way in with a damaged save before all others: it is named, nothing else takes its place."""

import os
from pathlib import Path

import pytest
from terminal import Screen

from mafia_cli.script.toml import dumps

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]
SOUND = dumps({"players": [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]})

DAMAGED = {
    "x = = 1": "line 1, column 5",
    f"{SOUND}\n[[steps]]\nkind = 'nite'\n": 'steps[1].kind: Unknown kind of step "nite"',
    f"{SOUND}\n[[steps]]\nkind = 'kabum'\ntarget = 'Nobody'\n": "steps[1].target: ",
    "": "players: The game has no players.",
    "players = 1\n[setup]\nname = 'eve'\n": "players: ",
}


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """An older game that is sound, whose turn is not yet."""
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "older.toml").write_text(SOUND, encoding="utf-8")
    os.utime(folder / "older.toml", (1_000_000_000, 1_000_000_000))
    return folder


def read(sat: Screen) -> str:
    return " ".join(sat.text().split())


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_game_is_named_and_enter_begins_no_other(saves: Path, text: str) -> None:
    path = saves / "eve.toml"
    path.write_text(text, encoding="utf-8")
    door = Screen(saves, lang="en")
    assert "eve: a damaged file" in read(door)
    assert DAMAGED[text] in read(door)
    assert "bring an earlier state back: mafia games restore eve" in read(door)
    assert "Enter" not in read(door)
    door.say("", "g", "1")
    assert read(door).count(DAMAGED[text]) == 2, "named again, and the door stays open"
    assert sorted(one.name for one in saves.glob("*.toml")) == ["eve.toml", "older.toml"]
    assert path.read_text("utf-8") == text
    door.say("g", "2")
    assert "alive 8" in read(door)
    door.close()


def test_a_set_up_that_stands_first_is_no_damaged_game(saves: Path) -> None:
    (saves / "eve.toml").write_text(dumps({"name": "eve", "lang": "en", "setup": {"name": "eve"}}), encoding="utf-8")
    door = Screen(saves, lang="en")
    assert "eve: still being set up" in read(door)
    assert "damaged" not in read(door)
    door.close()
