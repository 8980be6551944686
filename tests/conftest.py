"""What all tests share: no chance but from a seed, an empty folder, nothing of the machine's own, a quiet terminal."""

import os
import random
import runpy
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from effort import LONG
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
DRAWS = Path(tempfile.mkdtemp(prefix="mafia-tests-")) / "draws"
os.environ["UNSEEDED_DRAWS"] = str(DRAWS)
# Children find the guard first and, wherever they run, the program.
os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (HERE / "unseeded", HERE.parent)))
# What they import is compiled once, whatever the machine is told: that is half of what a child costs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
runpy.run_path(str(HERE / "unseeded" / "sitecustomize.py"))

from mafia_cli.balance import suggest  # noqa: E402  (what is imported here meets the guard)
from mafia_cli.balance.run import WINNERS, Figures  # noqa: E402
from mafia_cli.cli.app import run  # noqa: E402
from mafia_cli.script import disk  # noqa: E402

settings.register_profile(
    "the same on any machine",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=2000 if LONG else 50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("the same on any machine")

# A runner in the background may ignore these, and what it starts would inherit that: Ctrl-C and a closed window count.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(DRAWS.parent, ignore_errors=True)


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which the program draws without a seed, here or in a child, unless it is marked ``draws``."""
    yield
    drawn = DRAWS.read_text("utf-8") if DRAWS.exists() else ""
    DRAWS.unlink(missing_ok=True)
    if drawn and request.node.get_closest_marker("draws") is None:
        pytest.fail(f"drawn without a seed (give --seed, or take the fixture drawn_seed):\n{drawn}", pytrace=False)


@pytest.fixture
def drawn_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program draws from the system, here or in a child, is the same in every run."""
    monkeypatch.setattr(random, "_urandom", random.Random("5").randbytes)
    monkeypatch.setenv("SEEDED_DRAWS", "5")


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The current folder of tests that ask for none: making one for each takes longer than most of them."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(autouse=True)
def at_home(request: pytest.FixtureRequest, empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test finds an empty current folder and its saves in it, and speaks English unless it says otherwise."""
    for name in ("MAFIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "MAFIA_PLAIN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(disk, "WAIT", 0)
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # no power fails here, and disks differ in speed
    folder = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else empty_folder
    monkeypatch.setenv("MAFIA_SAVES", str(folder / "saves"))
    monkeypatch.chdir(folder)
    yield
    if folder is empty_folder and os.listdir(folder):
        shutil.rmtree(folder)
        folder.mkdir()


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """The test's current folder, which holds its saves."""
    return tmp_path


Mafia = Callable[..., tuple[int, str, str]]


@pytest.fixture
def mafia(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> Mafia:
    """Run a command line in process; return (status, standard output, standard error)."""

    def call(*args: str) -> tuple[int, str, str]:
        status = run(list(args))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


@pytest.fixture
def played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game's composition is not played out to tell what to expect: what one of twelve came to is handed in."""
    wins = dict(zip(WINNERS, (174, 826, 0, 0), strict=True))
    monkeypatch.setattr(suggest, "play_block", lambda setting, first, games: Figures(1000, wins))
