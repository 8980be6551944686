"""Where systems differ: letters with their marks apart on macOS, modules that Windows lacks, who hangs up how."""

import errno
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from mafia_cli.script.toml import dumps, parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]
SAMPLE = parse((ROOT / "saves" / "example.toml").read_bytes())
NOT_ON_WINDOWS = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog")

COMMANDS = [
    *("demo", "status --game example", "stats", "balance 8 --games 20 --jobs 1", "games check --all"),
    *("new eve --players people.txt --yes", "pm --sent all", "night --move mafia=1", "undo", "games delete eve --yes"),
    *("export --game example -o page.html", "completion powershell", "themes pirates", "blacklist add x --reason y"),
]


def apart(text: str) -> str:
    """The same text as macOS writes it in names of files: a letter, then its mark."""
    assert not unicodedata.is_normalized("NFD", text)
    return unicodedata.normalize("NFD", text)


def test_a_game_is_found_and_made_whichever_way_its_letters_are_composed(mafia: Mafia, own_folder: Path) -> None:
    (own_folder / "people.txt").write_text(apart("Сергей\nАлёна\nБорис\nВера\nГлеб\nДаша\nЕгор\nЖанна\n"), "utf-8")
    assert mafia("new", apart("Мой вечер"), "--players", "people.txt", "--yes", "--lang", "ru")[0] == 0
    assert [path.name for path in (own_folder / "saves").glob("*.toml")] == ["мой-вечер.toml"]
    for name in ("Мой вечер", "мой вечер", apart("Мой вечер"), apart("мой-вечер"), "МОЙ-ВЕЧЕР"):
        assert mafia("status", "--game", name)[0] == 0
    for nick in ("Сергей", apart("Сергей"), apart("алёну")):
        assert mafia("player", "find", nick, "--lang", "ru")[0] == 0


def test_of_two_games_alike_the_one_named_exactly_is_taken_and_neither_is_guessed(
    mafia: Mafia, own_folder: Path
) -> None:
    saves = own_folder / "saves"
    saves.mkdir()
    for file, name in (("a", "Йод"), ("b", "йод")):
        doc = {key: value for key, value in SAMPLE.items() if key != "example"}
        (saves / f"{file}.toml").write_text(dumps({**doc, "name": name}), "utf-8")
    assert "Йод" in mafia("status", "--game", "Йод")[1]
    assert "йод" in mafia("status", "--game", "йод")[1]
    status, _, err = mafia("status", "--game", "ЙОД")
    assert (status, "ЙОД" in err) == (1, True)


def test_one_player_written_two_ways_is_counted_as_one(mafia: Mafia, own_folder: Path) -> None:
    saves = own_folder / "saves"
    saves.mkdir()
    text = dumps({key: value for key, value in SAMPLE.items() if key != "example"})
    for file, name in (("a", "Соловей"), ("b", apart("Соловей"))):
        (saves / f"{file}.toml").write_text(text.replace('chat = "svist"', f'chat = "{name}"'), "utf-8")
    own = [mafia("stats", name, "--json")[1] for name in ("соловей", apart("Соловей"))]
    assert own[0] == own[1]
    assert '"games": 2' in own[0]


def test_no_module_needs_what_windows_lacks() -> None:
    """Every module is imported, and commands are run, where those modules and signals cannot be had."""
    program = f"""
import importlib, pkgutil, signal, sys
import filelock, mafia_cli
for name in {NOT_ON_WINDOWS!r}:
    sys.modules[name] = None
for name in ("SIGHUP", "SIGTSTP", "SIGKILL", "SIGALRM", "SIGWINCH", "pthread_sigmask"):
    delattr(signal, name)
import os
for name in ("fork", "geteuid", "getuid", "kill", "sched_getaffinity", "mkfifo", "openpty"):
    delattr(os, name)
for one in pkgutil.walk_packages(mafia_cli.__path__, "mafia_cli."):
    if not one.name.endswith("__main__"):
        importlib.import_module(one.name)
from mafia_cli.cli.app import run
lines = {COMMANDS!r}
sys.exit(max(run([*line.split(), "--saves", "games"]) for line in lines))
"""
    folder = Path.cwd()
    (folder / "games").mkdir()
    (folder / "games" / "example.toml").write_bytes((ROOT / "saves" / "example.toml").read_bytes())
    (folder / "people.txt").write_bytes("\r\n".join("АБВГДЕЖЗ").encode())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0


class HungUp(StringIO):
    """An output whose reader has gone, as Windows tells it."""

    def __init__(self, file: int) -> None:
        super().__init__()
        self.file = file

    def fileno(self) -> int:
        return self.file

    def write(self, text: str) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


def test_a_reader_gone_on_windows_is_no_complaint(
    mafia: Mafia, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = os.open(own_folder / "out", os.O_WRONLY | os.O_CREAT)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", HungUp(file))
    status, _, err = mafia("rules")
    os.close(file)
    assert (status, err) == (1, "")
