"""Streams closed, full or of another encoding, a file where a folder should be, a command of a group misspelt."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Mafia = Callable[..., tuple[int, str, str]]


def shell(line: str, folder: Path) -> tuple[int, str]:
    """Run ``mafia`` with what a shell does to its streams; return the status and standard error."""
    env = {**os.environ, "MAFIA_LANG": "ru", "MAFIA_SAVES": str(folder), "LANG": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m mafia_cli {line}'],
        env=env,
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")
@pytest.mark.parametrize("line", ["rules <&-", "play <&-", "rules >&-", "rules >&- 2>&-", "music --add - <&-"])
def test_a_closed_stream_is_no_traceback(line: str, tmp_path: Path) -> None:
    assert "Traceback" not in shell(line, tmp_path)[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told_when_printing(tmp_path: Path) -> None:
    status, err = shell("rules >/dev/full", tmp_path)
    assert status == 1
    assert err.startswith("На диске нет места.")
    assert err.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "utf-8"])
@pytest.mark.parametrize(
    "line",
    [
        "resolve --json evening.toml",
        "export --format json --game evening",
        "export --format md --game evening",
        "stats --json",
        "stats --csv",
        "player find --game evening --json Кощей",
    ],
)
def test_what_a_program_reads_is_utf_8_whatever_the_system_speaks(encoding: str, line: str, tmp_path: Path) -> None:
    example = (Path(__file__).parents[2] / "saves" / "example.toml").read_text("utf-8")
    (tmp_path / "evening.toml").write_text(example.replace("example = true\n", ""), "utf-8")
    env = {**os.environ, "PYTHONIOENCODING": encoding, "MAFIA_SAVES": "."}
    command = [sys.executable, "-m", "mafia_cli", *line.split()]
    done = subprocess.run(command, env=env, capture_output=True, cwd=tmp_path, check=False)
    text = done.stdout.decode("utf-8")
    assert done.returncode == 0
    assert "Кощей" in text or "игла_в_яйце" in text
    assert "json" not in line or json.loads(text)


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_a_name_of_a_file_that_is_no_text_comes_back_whole(tmp_path: Path, mafia: Mafia) -> None:
    name = os.fsdecode(b"\xff\xd0.toml")
    status, out, _ = mafia("resolve", "--json", name)
    assert status == 1
    assert json.loads(out)["file"] == name


@pytest.mark.parametrize("line", ["games", "stats", "status", "blacklist add Аня", "music --add -"])
def test_a_file_in_place_of_the_folder_is_named(line: str, mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    status, _, err = mafia(*line.split(), "--saves", str(tmp_path / "file"), "--lang", "ru")
    assert status == 1
    assert err == f"Это файл, а нужна папка: {tmp_path / 'file'}.\n"


def test_a_misspelt_command_of_a_group_is_guessed(mafia: Mafia) -> None:
    assert "mafia games rename" in mafia("games", "renmae")[2]
    assert mafia("blacklist", "Аня")[0] == 2
    assert mafia("games", "--all")[0] == 0
