"""Ctrl-Z at the desk: back in the shell, and with ``fg`` at the same line again."""

import os
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from mafia_cli.script.toml import dumps, parse

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="job control needs a shell")
def test_the_desk_can_be_put_aside_in_the_midst_of_a_line(tmp_path: Path) -> None:
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    path = tmp_path / "eve.toml"
    night = {"kind": "night", "open": True, "moves": {}, "entries": []}
    path.write_text(dumps({"name": "eve", "lang": "en", "players": players, "steps": [night]}), "utf-8")
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("LC_", "MAFIA_"))},
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "PS1": "shell> ",
        "MAFIA_NO_CLIPBOARD": "1",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], env=env, timeout=60, encoding="utf-8")
    try:
        shell.expect("shell> ")
        shell.sendline(f"'{sys.executable}' -m mafia_cli --lang en --saves '{tmp_path}' play --game eve")
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
