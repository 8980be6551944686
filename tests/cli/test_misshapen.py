"""A save whose shape is wrong: every command names the place and leaves the file as it is; none stumbles over it."""

from collections.abc import Callable
from pathlib import Path

import pytest

Mafia = Callable[..., tuple[int, str, str]]

ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen"]
PLAYERS = "".join(f'[[players]]\nnick = "{role}"\nrole = "{role}"\n' for role in ROLES)

WRONG = {
    "steps = 5": "steps",
    "steps = 'abc'": "steps",
    "steps = { a = 1 }": "steps",
    "steps = [5]": "steps[1]",
    "steps = [{}]": "steps[1]",
    "steps = [{ kind = 5 }]": "steps[1]",
    "steps = [{ kind = ['end'] }]": "steps[1]",
    "steps = [{ kind = 'night', open = true, moves = 5 }]": "steps[1]",
    "steps = [{ kind = 'day', votes = 5 }]": "steps[1]",
    "steps = [{ kind = 'day', votes = [['don']] }]": "steps[1]",
    "steps = [{ kind = 'night', entries = 5 }]": "steps[1]",
    "steps = [{ kind = 'end', winner = '' }, { kind = 'amend', step = [1], drop = true }]": "steps[2]",
    "undone = 5": "undone",
    "undone = [5]": "undone[1]",
    "told = 5": "told",
    "told = [5]": "told[1]",
    "minutes = 5": "minutes",
    "tracks = [5]": "tracks",
    "setup = 5": "setup",
    "rulings = 5": "rulings",
}
COMMANDS = [
    "status", "announce", "pm", "pm --list", "why", "undo", "redo", "night", "vote", "music", "timer", "timer vote=3",
    "player find don", "player away don", "player violation don 4.2", "kabum don", "end", "deal --again",
    "export --format md", "amend", "amend --night 1 --skip doctor", "override --reason x --dead don",
]  # fmt: skip


def misshapen(saves: Path, wrong: str, players: str = PLAYERS) -> Path:
    saves.mkdir(exist_ok=True)
    path = saves / "eve.toml"
    path.write_text(f"{wrong}\n{players}", encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_names_the_place(mafia: Mafia, tmp_path: Path, command: str) -> None:
    for wrong, where in {**WRONG, "players = 5": "players", "players = [5]": "players[1]"}.items():
        path = misshapen(tmp_path / "saves", wrong, "" if wrong.startswith("players") else PLAYERS)
        before = path.read_bytes()
        status, out, err = mafia("--game", "eve", *command.split())
        assert (status, out) == (1, ""), wrong
        assert err.startswith(where), (wrong, err)
        assert path.read_bytes() == before


@pytest.mark.parametrize("wrong", [*WRONG, "players = [5]"])
def test_what_lists_games_goes_on(mafia: Mafia, tmp_path: Path, wrong: str) -> None:
    misshapen(tmp_path / "saves", wrong, "" if wrong.startswith("players") else PLAYERS)
    assert "eve" in mafia("games")[1]
    assert mafia("stats")[0] == 0
    assert mafia("rules", "rulings")[0] == 0
    assert mafia("blacklist", "add", "don")[0] == 0
    assert mafia("games", "check", "eve")[0] == 1
    assert mafia("__complete", "bash", "player away ", "0")[2] == ""
