"""Nothing is lost: killed at random moments, a full disk, a folder read-only, an editor underneath, two terminals.

``MAFIA_LONG=1`` kills 2,000 evenings by flags and 60 at the desk instead of 20 and 2.
"""

import errno
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, on_disk, play, table
from effort import LONG

from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
from mafia_cli.script import disk
from mafia_cli.script.errors import RefusedError

sys.path.append(str(Path(__file__).parent / "host"))
from terminal import Screen, Terminal

Mafia = Callable[..., tuple[int, str, str]]
NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen"]


def new_doc(name: str = "eve") -> dict[str, Any]:
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    return {"format": 1, "name": name, "lang": "en", "seed": 7, "players": players}


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def path(saves: Path) -> Path:
    """A game with a night open."""
    with desk.created(saves, "eve", as_script(new_doc())) as session:
        desk.start(session, "night")
        desk.enter_move(session, Role.MAFIA, [7])
        return session.path


# --- killed -----------------------------------------------------------------------------------------------


def test_evenings_by_flags_killed_at_any_moment() -> None:
    script = Path(__file__).parent / "kill_evening.py"
    times = "2000" if LONG else "20"
    done = subprocess.run([sys.executable, str(script), "--times", times], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "nothing lost" in done.stdout


LINES = ["", "", "mafia jane", "com ann", "doc ann", "cas boris", "", "", "", "", "", "Ann: Boris", "Vera: Boris"]


def decided(path: Path) -> list[Any]:
    """Everything that was decided or told, in order: at this evening's desk nothing is taken back."""
    doc = on_disk(path)
    assert not play(doc).faults
    found: list[Any] = [("told", one["to"], one["about"]) for one in doc.get("told", [])]
    for at, step in enumerate(doc.get("steps", [])):
        found += [("step", at, step["kind"]), *(("entry", at, *map(str, entry)) for entry in step["entries"])]
        found += [] if step.get("open") else [("closed", at)]
    return found


AT_THE_DESK = """
import os, signal, sys
at, seen = int(sys.argv.pop(1)), 0
def hook(event, arguments):
    global seen
    seen += event in ("open", "os.rename", "os.remove", "os.mkdir", "os.listdir", "os.scandir", "fcntl.flock")
    if seen == at:
        os.kill(os.getpid(), signal.SIGKILL)
from mafia_cli.cli.app import run
from mafia_cli.host import desk, door, prompt
sys.addaudithook(hook)
run(sys.argv[1:])
"""
FILES_TOUCHED = 350
"""How often this evening at the desk opens, renames, locks ... a file, about."""


@pytest.mark.parametrize("number", range(60 if LONG else 2))
def test_an_evening_at_the_desk_killed_at_a_random_moment(number: int, saves: Path) -> None:
    with desk.created(saves, "eve", as_script(new_doc())) as session:
        path = session.path
    acknowledged: list[Any] = []
    at = random.Random(number).randrange(1, FILES_TOUCHED)
    command = [sys.executable, "-c", AT_THE_DESK, str(at)]
    window = Terminal(saves, "play", "--game", "eve", lang="en", command=command)
    with suppress(OSError):  # typed into a window that is gone
        for line in LINES:
            before = window.prompts()
            window.say(line)
            if window.prompts() <= before:
                break
            acknowledged = decided(path)
    window.close()
    assert [one for one in acknowledged if one not in decided(path)] == []
    with disk.locked(path):
        pass
    again = Screen(saves, "play", "--game", "eve", lang="en")
    assert again.prompts() == 1
    again.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
at, calls = int(sys.argv[2]), 0
whole = os.replace
def killed(*names):
    global calls
    calls += 1
    os.kill(os.getpid(), signal.SIGKILL) if calls == at else whole(*names)
os.replace = killed
with desk.opened(Path(sys.argv[1])) as session:
    desk.enter_move(session, Role.DOCTOR, [1])
    desk.close(session)
"""


def unfinished(saves: Path) -> list[str]:
    return sorted(one.name.replace(one.name.split(".")[-2], "0") for one in saves.rglob(".*.new"))


@pytest.mark.parametrize(("write", "left"), [(1, ".eve.toml.0.new"), (2, ".eve.toml.0.new"), (3, ".000001.toml.0.new")])
def test_what_a_killed_process_left_half_written_is_cleared_away(
    write: int, left: str, path: Path, mafia: Mafia
) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path), str(write)])
    assert killed.returncode == -signal.SIGKILL
    assert unfinished(path.parent) == [left]
    with desk.created(path.parent, "other", as_script(new_doc("other"))):
        assert unfinished(path.parent) == ([left] if left.startswith(".0") else [])  # nobody held that game any more
    assert mafia("player", "away", "1", "--game", "eve", "--saves", str(path.parent))[0] == 0
    assert unfinished(path.parent) == []


def test_what_another_process_is_writing_is_left_alone(
    path: Path, saves: Path, held: "subprocess.Popen[str]", mafia: Mafia
) -> None:
    mine = saves / f".eve.toml.{held.pid}.new"
    strange = [saves / ".note.new", saves / "eve.toml.1.new", saves / ".x.toml.one.new", saves / ".page.html.1.new"]
    for one in (mine, *strange, saves / ".gone.toml.1.new"):
        one.write_bytes(b"format")
    with desk.created(saves, "other", as_script(new_doc("other"))):
        pass
    assert mafia("blacklist", "add", "Ann", "--saves", str(saves))[0] == 0
    assert mine.exists()
    assert all(one.exists() for one in strange)
    assert not (saves / ".gone.toml.1.new").exists()
    held.kill()
    held.wait()
    assert mafia("night", "--move", "doctor=Ann", "--game", "eve", "--saves", str(saves))[0] == 0
    assert not mine.exists()


# --- a disk that refuses ----------------------------------------------------------------------------------


@pytest.fixture(params=["open", "write", "fsync", "replace"])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The disk is full at one point of writing."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    class FullFile:
        def __init__(self, handle: int, mode: str) -> None:
            self.handle = handle

        def __enter__(self) -> "FullFile":
            return self

        def __exit__(self, *args: object) -> None:
            os.close(self.handle)

        write = refuse

    if request.param == "write":
        monkeypatch.setattr(os, "fdopen", FullFile)
    elif request.param == "open":
        opened = os.open
        monkeypatch.setattr(
            os, "open", lambda name, flags, *more: refuse() if flags & os.O_CREAT else opened(name, flags, *more)
        )
    else:
        monkeypatch.setattr(os, request.param, refuse)
    yield str(request.param)
    monkeypatch.undo()


def test_a_full_disk_leaves_the_file_whole_and_is_said(path: Path, mafia: Mafia, full: str) -> None:
    before = path.read_bytes()
    with desk.opened(path) as session:
        held = session.script
        with pytest.raises(RefusedError, match="no_space"):
            desk.enter_move(session, Role.DOCTOR, [1])
        assert session.script is held
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir() if one.suffix == ".new"] == []


def test_a_full_disk_in_a_command(path: Path, mafia: Mafia, full: str) -> None:
    before = path.read_bytes()
    status, out, err = mafia("night", "--move", "doctor=Ann", "--saves", str(path.parent))
    assert (status, out) == (1, "")
    assert "disk is full" in err
    assert path.read_bytes() == before


def test_a_disk_full_when_the_backup_is_made_loses_no_decision(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The save is written first; a backup that cannot be made is no reason to say that nothing was."""

    def refuse(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with desk.opened(path) as session:
        monkeypatch.setattr(disk, "back_up", _backup_on(refuse, monkeypatch))
        desk.close(session)
        assert "open" not in table(session.script)["steps"][-1]
    assert "open" not in on_disk(path)["steps"][-1]


def _backup_on(refuse: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, bytes], None]:
    back_up = disk.back_up

    def failing(path: Path, data: bytes) -> None:
        with monkeypatch.context() as inside:
            inside.setattr(os, "replace", refuse)
            back_up(path, data)

    return failing


def test_a_folder_read_only(path: Path, mafia: Mafia, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, before = os.open, path.read_bytes()

    def refuse(name: Any, flags: int, *more: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(name, flags, *more)

    path.parent.chmod(0o500)
    if os.access(path.parent, os.W_OK):
        monkeypatch.setattr(os, "open", refuse)  # root may write everywhere
    try:
        status, _, err = mafia("night", "--move", "doctor=Ann", "--saves", str(path.parent))
        looked = mafia("status", "--saves", str(path.parent))
    finally:
        path.parent.chmod(0o700)
    assert status == 1
    assert "permission" in err.lower()
    assert "Traceback" not in err
    assert looked[0] == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("point", ["open", "replace"])
def test_writing_refused_for_want_of_permission(point: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def refuse(name: Any, flags: Any = os.O_CREAT, *more: Any) -> int:
        if point == "open" and not flags & os.O_CREAT:
            return opened(name, flags, *more)
        raise PermissionError(errno.EACCES, "Permission denied")

    before = path.read_bytes()
    with desk.opened(path) as session:
        monkeypatch.setattr(os, point, refuse)
        with pytest.raises(RefusedError, match="permission"):
            desk.enter_move(session, Role.DOCTOR, [1])
        monkeypatch.undo()
        desk.enter_move(session, Role.DOCTOR, [1])
    assert on_disk(path)["steps"][-1]["moves"] == {"mafia": "Jane", "doctor": "Ann"}
    assert before != path.read_bytes()


# --- underneath -------------------------------------------------------------------------------------------


def test_a_save_deleted_underneath_is_written_again(path: Path) -> None:
    with desk.opened(path) as session:
        path.unlink()
        desk.enter_move(session, Role.DOCTOR, [1])
    assert on_disk(path)["steps"][-1]["moves"] == {"mafia": "Jane", "doctor": "Ann"}


def test_a_save_changed_underneath_is_not_written_over(path: Path) -> None:
    with desk.opened(path) as session:
        edited = path.read_bytes() + b"# mine\n"
        path.write_bytes(edited)
        held = session.script
        with pytest.raises(RefusedError, match="changed_underneath"):
            desk.enter_move(session, Role.DOCTOR, [1])
        assert session.script is held
    assert path.read_bytes() == edited


def test_an_editor_underneath_the_desk(path: Path, saves: Path) -> None:
    """The host chooses; the other version is kept as a backup."""
    for answer, was, now in (("", b"Jane", b"Dana"), ("n", b"Dana", b"Egor")):
        window = Screen(saves, "play", "--game", "eve", lang="en")
        mine = path.read_bytes()
        edited = mine.replace(b'mafia = "' + was, b'mafia = "' + now).replace(b'"mafia", "' + was, b'"mafia", "' + now)
        path.write_bytes(edited)
        window.say("doc ann")
        assert "changed" in window.text()
        window.say(answer, "doc ann" if answer == "" else "doc vera")
        window.close()
        moves = on_disk(path)["steps"][-1]["moves"]
        assert moves == {"mafia": "Dana", "doctor": "Ann" if answer == "" else "Vera"}
        assert (mine if answer == "" else edited) in [one.read_bytes() for one in disk.backups(path)]


def test_a_broken_file_underneath_the_desk(path: Path, saves: Path) -> None:
    window = Screen(saves, "play", "--game", "eve", lang="en")
    path.write_bytes(b"format = 1\nplayers = what\n")
    window.say("doc ann", "", "")
    assert "Nothing is written" in window.text()
    assert path.read_bytes() == b"format = 1\nplayers = what\n"
    window.say("doc ann", "", "y", "doc ann")
    window.close()
    assert on_disk(path)["steps"][-1]["moves"] == {"mafia": "Jane", "doctor": "Ann"}
    assert [one.read_bytes() for one in disk.backups(path)] == [b"format = 1\nplayers = what\n"]


def test_a_clock_set_back_does_not_change_which_game_is_the_last(saves: Path) -> None:
    """A game written under a clock set back stands behind those of the future, but the one named is found."""
    with desk.created(saves, "old", as_script(new_doc("old"))) as session:
        old = session.path
    os.utime(old, (4e9, 4e9))
    with desk.created(saves, "eve", as_script(new_doc())) as session:
        desk.start(session, "night")
    assert disk.latest(saves, unfinished=True).name == "eve.toml"


# --- two terminals ----------------------------------------------------------------------------------------


@contextmanager
def first(done: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another terminal is quicker: what it does is done just before the lock is taken here."""
    locked = disk.locked

    def later(path: Path) -> AbstractContextManager[None]:
        monkeypatch.setattr(disk, "locked", locked)
        done()
        return locked(path)

    monkeypatch.setattr(disk, "locked", later)
    yield
    assert disk.locked is locked


def test_two_games_begun_at_once_under_one_name_are_two(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other() -> None:
        with desk.created(saves, "eve", as_script({**new_doc(), "host": "other"})):
            pass

    with first(other, monkeypatch), desk.created(saves, "eve", as_script({**new_doc(), "host": "mine"})) as session:
        assert session.path.name == "eve-2.toml"
    assert [on_disk(saves / f"{name}.toml")["host"] for name in ("eve", "eve-2")] == ["other", "mine"]


def test_two_terminals_at_the_blacklist_lose_nobody(saves: Path, mafia: Mafia, monkeypatch: pytest.MonkeyPatch) -> None:
    there = ("--saves", str(saves))
    with first(lambda: mafia("blacklist", "add", "Ann", *there), monkeypatch):
        assert mafia("blacklist", "add", "Boris", *there)[0] == 0
    with first(lambda: mafia("blacklist", "add", "Vera", *there), monkeypatch):
        assert mafia("blacklist", "remove", "Ann", *there)[0] == 0
    listed = mafia("blacklist", *there)[1]
    assert [name in listed for name in ("Ann", "Boris", "Vera")] == [False, True, True]


HOLD = """
import sys
from pathlib import Path
from mafia_cli.script import disk
with disk.locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process holds the game."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    with other:
        yield other
        other.kill()


def test_the_second_terminal_is_told_who_holds_the_game_and_may_look(
    path: Path, mafia: Mafia, held: "subprocess.Popen[str]"
) -> None:
    before = path.read_bytes()
    there = ("--saves", str(path.parent))
    for command in (
        ["night", "--move", "doctor=Ann"],
        ["undo"],
        ["night", "--judge", "--yes"],
        ["pm", "--sent", "all"],
    ):
        status, _, err = mafia(*command, *there)
        assert status == 1, command
        assert str(held.pid) in err
        assert "eve" in err
    for command in (["status"], ["announce"], ["games"], ["rules"], ["pm", "--list"], ["pm"]):
        status, _, err = mafia(*command, *there)
        assert status == 0, (command, err)
    assert path.read_bytes() == before


def test_a_dead_process_holds_nothing(path: Path, mafia: Mafia, held: "subprocess.Popen[str]") -> None:
    held.kill()
    held.wait()
    status, _, err = mafia("night", "--move", "doctor=Ann", "--saves", str(path.parent))
    assert (status, err) == (0, "")
    assert on_disk(path)["steps"][-1]["moves"]["doctor"] == "Ann"


def test_a_command_waits_for_another_to_be_done(
    path: Path, mafia: Mafia, held: "subprocess.Popen[str]", monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    def other_ends(seconds: float) -> None:
        waits.append(seconds)
        held.communicate("")

    monkeypatch.setattr(disk, "WAIT", 60)
    monkeypatch.setattr("time.sleep", other_ends)
    status, _, err = mafia("night", "--move", "doctor=Ann", "--saves", str(path.parent))
    assert (status, err, len(waits)) == (0, "", 1)
    assert on_disk(path)["steps"][-1]["moves"]["doctor"] == "Ann"
