"""The window at work: Ctrl-Z puts the desk aside and ``fg`` brings the same line back; a narrower window keeps it."""

import shutil
import sys
from pathlib import Path

import pytest
from terminal import Terminal, environment, spawn

from mafia_cli.script.toml import dumps, parse

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game with a night open."""
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    night = {"kind": "night", "open": True, "moves": {}, "entries": []}
    path = tmp_path / "eve.toml"
    path.write_text(dumps({"name": "eve", "lang": "en", "players": players, "steps": [night]}), "utf-8")
    return path


def test_a_window_drawn_to_another_size_keeps_the_line(path: Path) -> None:
    desk = Terminal(path.parent, "play", "--game", "eve", lang="en")
    desk.press("doc a")
    desk.until("doc a")
    for columns, rows in ((40, 12), (100, 30)):
        before = len(desk.raw)
        desk.resize(columns, rows)
        while b"doc a" not in desk.raw[before:]:  # drawn anew
            desk.more()
    desk.say("nn")
    assert "moves 1/4" in desk.text()
    assert parse(path.read_bytes())["steps"][0]["moves"] == {"doctor": "Ann"}
    assert desk.close() is None


@pytest.mark.skipif(shutil.which("bash") is None, reason="job control needs a shell")
def test_the_desk_can_be_put_aside_in_the_midst_of_a_line(path: Path) -> None:
    env = environment(path.parent, PS1="shell> ", PROMPT_TOOLKIT_NO_CPR="1")
    shell = spawn(["bash", "--norc", "--noprofile", "-i"], env)
    try:
        shell.expect("shell> ")
        shell.sendline(f"'{sys.executable}' -m mafia_cli --lang en play --game eve")
        shell.expect("Enter: copy")
        shell.expect(">")
        shell.send("doc a")
        shell.expect("doc a")
        shell.send("\x1a")
        shell.expect("Stopped")
        shell.expect("shell> ")
        shell.sendline("echo in the $((40 + 2)) shell")
        shell.expect("in the 42 shell")
        shell.sendline("fg")
        shell.expect("doc a")
        shell.send("nn\r")
        shell.expect("moves 1/4")
        assert parse(path.read_bytes())["steps"][0]["moves"] == {"doctor": "Ann"}
        shell.sendline("/quit")
        shell.expect("is saved")
    finally:
        shell.close(force=True)
