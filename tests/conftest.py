"""What all tests share: an empty folder for saves, no language or game of the machine's own, a quiet terminal."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli.cli.app import run

# A runner in the background may ignore these, and what it starts would inherit that: Ctrl-C and a closed window count.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has its own current folder and saves, and speaks English unless it says otherwise."""
    for name in ("MAFIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "MAFIA_PLAIN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


Mafia = Callable[..., tuple[int, str, str]]


@pytest.fixture
def mafia(capsys: pytest.CaptureFixture[str]) -> Mafia:
    """Run a command line in process; return (status, standard output, standard error)."""

    def call(*args: str) -> tuple[int, str, str]:
        status = run(list(args))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call
