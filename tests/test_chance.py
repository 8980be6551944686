"""A draw that no seed decides fails the test in which the program makes it, here or in a child."""

import os
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from types import ModuleType

import pytest
from conftest import DRAWS, Mafia

DRAWN = {
    "secrets": "import secrets; secrets.randbelow(9)",
    "a taken name": "from secrets import token_bytes; token_bytes(9)",
    "os": "import os; os.urandom(9)",
    "uuid": "import uuid; uuid.uuid4()",
    "module": "import random; random.choice('ab')",
    "generator": "import random; random.Random()",
    "system": "import random; random.SystemRandom().random()",
}
ROOM = "\n".join(f"Player {number}" for number in range(8))
NEW = ("new", "eve", "--players", "people.txt", "--yes")


def program(text: str) -> None:
    """Run a piece of code as a module of the program would."""
    module = ModuleType("mafia_cli.some")
    module.__dict__["__package__"] = "mafia_cli"
    exec(text, module.__dict__)


def noted() -> list[str]:
    """Return what the guard wrote down so far, and forget it."""
    lines = DRAWS.read_text("utf-8").splitlines() if DRAWS.exists() else []
    DRAWS.unlink(missing_ok=True)
    return lines


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_each_way_to_draw_is_noted_with_the_test(text: str, request: pytest.FixtureRequest) -> None:
    program(text)
    (line, *_) = noted()
    assert line.startswith(f"{request.node.nodeid}: <string>:1")


def test_what_a_seed_decides_and_what_a_library_draws_is_not_noted() -> None:
    program("import random, tempfile; random.Random(5).random(); tempfile.TemporaryFile().close()")
    tempfile.TemporaryFile().close()
    uuid.uuid4()
    assert noted() == []


def test_a_child_is_watched_too(own_folder: Path, request: pytest.FixtureRequest) -> None:
    (own_folder / "people.txt").write_text(ROOM, "utf-8")
    for seed, known in ((("--seed", "5"), True), ((), False)):
        subprocess.run([sys.executable, "-m", "mafia_cli", *NEW, *seed], capture_output=True, check=True)
        assert {request.node.nodeid in line for line in noted()} == (set() if known else {True})
        (own_folder / "saves" / "eve.toml").unlink()


def test_the_fixture_draws_the_same_for_this_process_and_a_child(
    own_folder: Path, mafia: Mafia, drawn_seed: None
) -> None:
    (own_folder / "people.txt").write_text(ROOM, "utf-8")
    assert mafia(*NEW)[0] == 0
    subprocess.run([sys.executable, "-m", "mafia_cli", *NEW, "--saves", "other"], capture_output=True, check=True)
    here, there = ((own_folder / folder / "eve.toml").read_text("utf-8") for folder in ("saves", "other"))
    assert [line for line in here.splitlines() if not line.startswith("created")] == [
        line for line in there.splitlines() if not line.startswith("created")
    ]


def test_a_test_that_draws_fails_by_name(own_folder: Path) -> None:
    (own_folder / "test_it.py").write_text(
        "import pytest\nfrom test_chance import program\n"
        "def test_quiet():\n    pass\n"
        "@pytest.mark.draws\ndef test_for_real():\n    program('import os; os.urandom(1)')\n"
        "def test_drawing():\n    program('import os; os.urandom(1)')\n",
        "utf-8",
    )
    path = os.pathsep.join([str(Path(__file__).parent), os.environ["PYTHONPATH"]])
    line = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-c", os.devnull, "test_it.py"]
    done = subprocess.run(line, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "3 passed" in done.stdout
    assert "1 error" in done.stdout
    assert "test_it.py::test_drawing: <string>:1" in done.stdout


@pytest.mark.draws
def test_a_deal_without_a_seed_is_drawn_from_the_system(own_folder: Path, mafia: Mafia) -> None:
    (own_folder / "people.txt").write_text(ROOM, "utf-8")
    assert mafia(*NEW)[0] == 0
    assert noted() != []
