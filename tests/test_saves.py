"""Saves on disk: TOML there and back, whole-file writing, modes, backups, the lock, which game is meant, where."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, play
from hypothesis import given, settings
from hypothesis import strategies as st

from mafia_cli import session as desk
from mafia_cli.rules.steps import STEPS
from mafia_cli.script import check, disk
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.toml import dumps, parse
from mafia_cli.words.catalogue import Words
from mafia_cli.words.errors import message

TOWN = ("don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen")


def a_doc(**more: Any) -> dict[str, Any]:
    players = [{"nick": f"P{seat}", "role": role} for seat, role in enumerate(TOWN, 1)]
    return {"format": 1, "name": "game", "seed": 7, "players": players, **more}


def code(error: pytest.ExceptionInfo[RefusedError]) -> str:
    return error.value.faults[0].problem.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


# --- there and back ---------------------------------------------------------------------------------------------

NASTY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        '"',
        "\\",
        "'''",
        '"""',
        "a\nb",
        "\x00",
        "\x1b[31m",
        "\u202e",
        "]",
        "}",
        "= 1",
        "# no",
        "\ud7ff",
        "\x85",
        "\r\n",
        " ",
    ]
)
BALLOTS = st.lists(st.lists(NASTY, min_size=2, max_size=2), max_size=3)
VALUES: dict[object, st.SearchStrategy[Any]] = {
    check.string: NASTY,
    check.filled: NASTY.filter(str.strip),
    check.integer: st.integers(-(1 << 63) + 1, (1 << 63) - 1),
    check.boolean: st.booleans(),
    check.moment: NASTY | st.datetimes() | st.dates(),
    check.strings: st.lists(NASTY, max_size=3),
    check.table: st.dictionaries(NASTY, NASTY | st.integers(-9, 9) | st.booleans() | st.lists(NASTY), max_size=3),
    check.entries: st.lists(st.lists(NASTY | st.booleans(), max_size=3), max_size=3),
    check.ballots: BALLOTS,
    check.acquittal: st.lists(st.tuples(NASTY, st.booleans()).map(list), max_size=3),
    check.moves: st.dictionaries(st.sampled_from(["mafia", "doctor"]), NASTY)
    | st.fixed_dictionaries({"journalist": st.lists(NASTY.filter(bool), min_size=2, max_size=2)}),
    check.answers: st.just({"commissar": "+"}),
    check.after: st.just("vote"),
}


@st.composite
def steps(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    made: dict[str, Any] = {"kind": kind}
    for key, checker in check._KEYS[kind].items():
        if key != "kind" and (key in STEPS[kind].needs or draw(st.booleans())):
            made[key] = draw(VALUES.get(checker, NASTY))
    return made


@pytest.mark.parametrize("kind", STEPS)
@settings(max_examples=40)
@given(data=st.data())
def test_every_kind_of_step_comes_back_the_same(kind: str, data: st.DataObject) -> None:
    doc = a_doc(steps=[data.draw(steps(kind)), data.draw(steps(kind))])
    doc["players"][0] |= {"nick": data.draw(NASTY), "chat": data.draw(NASTY), "aliases": data.draw(st.lists(NASTY))}
    doc["told"] = [{"to": 0, "about": data.draw(NASTY), "says": data.draw(VALUES[check.table])}]
    text = dumps(doc)
    assert parse(text.encode()) == doc
    assert dumps(parse(text.encode())) == text
    play(doc)  # whatever it says, it raises nothing


@settings(max_examples=200)
@given(st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_document_or_an_error_with_its_words(data: bytes) -> None:
    try:
        play(parse(data))
    except SaveError as error:
        said = [message(Words(lang), error.faults[0].problem) for lang in ("ru", "en")]
    else:
        said = []
    assert all(said)


def test_text_that_no_file_can_hold() -> None:
    with pytest.raises(SaveError) as error:
        dumps(a_doc(name="\ud800"))
    assert code(error) == "lone_surrogate"


def test_a_save_is_readable_by_hand() -> None:
    text = dumps(a_doc(steps=[{"kind": "night", "moves": {"doctor": "P1", "mafia": ""}}]))
    assert text.startswith('format = 1\nname = "game"\nseed = 7\n\n[[players]]\nnick = "P1"\nrole = "don"\n')
    assert text.endswith('[[steps]]\nkind = "night"\nmoves = { doctor = "P1", mafia = "" }\n')


# --- writing ----------------------------------------------------------------------------------------------------


def test_a_crash_before_the_rename_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk.created(folder, "game", as_script(a_doc())) as session:
        before = session.path.read_bytes()

        def crash(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", crash)
            with pytest.raises(KeyboardInterrupt):
                desk.start(session, "night")
        assert session.path.read_bytes() == before
        assert [path.name for path in folder.iterdir() if path.is_file()] == ["game.toml"]
        assert session.script.open_row is None  # what is not on disk is not decided
        desk.start(session, "night")
    assert parse((folder / "game.toml").read_bytes())["steps"][-1]["open"] is True


def test_a_full_disk_is_told_and_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk.created(folder, "game", as_script(a_doc())) as session:
        before = session.path.read_bytes()

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(SaveError) as error:
            desk.start(session, "night")
        assert code(error) == "no_space"
        assert session.path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes there are others")
def test_saves_are_their_owners_alone(folder: Path) -> None:
    old = os.umask(0)
    try:
        with desk.created(folder / "deep", "game", as_script(a_doc())) as session:
            desk.start(session, "night")
            desk.close(session)
    finally:
        os.umask(old)
    made = [folder, *folder.rglob("*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.suffix == ".toml"} == {0o600}


def test_one_backup_a_closed_step_the_last_ten(folder: Path) -> None:
    with desk.created(folder, "game", as_script(a_doc())) as session:
        for night in range(1, 13):
            desk.start(session, "night")
            desk.close(session)
            kept = disk.backups(session.path)
            assert len(kept) == min(night, 10)
            assert kept[-1].read_bytes() == session.path.read_bytes()
    assert [len(parse(path.read_bytes())["steps"]) for path in disk.backups(folder / "game.toml")] == [*range(3, 13)]


def _start_and_fail(session: desk.Session) -> None:
    desk.start(session, "night")
    raise SaveError("no_space")


def test_several_decisions_at_once_are_written_once_or_not_at_all(folder: Path) -> None:
    with desk.created(folder, "game", as_script(a_doc())) as session:
        before = session.path.read_bytes()
        with pytest.raises(SaveError), session.at_once():
            _start_and_fail(session)
        assert (session.path.read_bytes(), session.script.open_row) == (before, None)
        with session.at_once():
            desk.start(session, "night")
            assert session.path.read_bytes() == before
        assert parse(session.path.read_bytes())["steps"][-1]["open"] is True


# --- others at the same file ------------------------------------------------------------------------------------

HOLD = """
import sys, time
from pathlib import Path
from mafia_cli import session
with session.opened(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holding(path: Path) -> "subprocess.Popen[str]":
    line = [sys.executable, "-c", HOLD, str(path)]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


@pytest.fixture
def game(folder: Path) -> Path:
    with desk.created(folder, "game", as_script(a_doc())) as session:
        return session.path


def test_a_game_held_by_another_process_is_refused_and_named(game: Path) -> None:
    process = holding(game)
    try:
        with pytest.raises(SaveError) as error, desk.opened(game):
            pass
        problem = error.value.faults[0].problem
        assert (problem.code, problem.params["pid"]) == ("locked", str(process.pid))
        assert str(process.pid) in message(Words("en"), problem)
        assert desk.look(game)[1].faults == []  # looking needs no lock
    finally:
        process.communicate("")
    with desk.opened(game) as session:
        desk.start(session, "night")


def test_a_dead_process_holds_nothing(game: Path) -> None:
    process = holding(game)
    process.kill()
    process.communicate()
    with desk.opened(game) as session:
        desk.start(session, "night")


def test_a_file_changed_underneath_is_not_written_over(game: Path) -> None:
    with desk.opened(game) as session:
        theirs = dumps(a_doc(host="somebody's editor")).encode()
        game.write_bytes(theirs)
        with pytest.raises(SaveError) as error:
            desk.start(session, "night")
        assert code(error) == "changed_underneath"
        assert game.read_bytes() == theirs
        assert session.script.open_row is None


def test_a_file_deleted_underneath_is_written_again(game: Path) -> None:
    with desk.opened(game) as session:
        game.unlink()
        desk.start(session, "night")
    assert parse(game.read_bytes())["steps"][-1]["open"] is True


# --- which game, and where --------------------------------------------------------------------------------------


def put(folder: Path, stem: str, age: int, **more: Any) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{stem}.toml"
    path.write_text(dumps(a_doc(**more)), "utf-8")
    os.utime(path, (1_700_000_000 - age,) * 2)
    return path


def test_the_latest_game_is_no_example_and_an_older_one_does_not_step_in_for_a_damaged_one(folder: Path) -> None:
    older = put(folder, "older", 30)
    over = put(folder, "over", 20, steps=[{"kind": "end", "winner": ""}, {"kind": "amend", "step": 1, "set": {}}])
    put(folder, "example", 10, example=True)
    (folder / "blacklist.toml").write_text("")
    (folder / ".hidden.toml").write_text("")
    (folder / "notes.txt").write_text("")
    (folder / "nowhere.toml").symlink_to(folder / "gone.toml")
    assert disk.latest(folder, unfinished=False) == over
    assert disk.latest(folder, unfinished=True) == older
    (folder / "damaged.toml").write_text("= 1")
    with pytest.raises(SaveError) as error:
        disk.latest(folder, unfinished=True)
    assert code(error) == "bad_toml"
    assert error.value.faults[0].place == str(folder / "damaged.toml")


def test_without_a_game(folder: Path) -> None:
    for prepare, expected in (
        (None, "no_game"),
        ("example", "no_game"),
        ("over", "all_finished"),
        ("damaged", "bad_toml"),
    ):
        if prepare == "example":
            put(folder, "example", 20, example=True)
        elif prepare == "over":
            put(folder, "over", 10, steps=[{"kind": "end", "winner": ""}])
        elif prepare:
            (folder / "damaged.toml").write_text("= 1")
        with pytest.raises(SaveError) as error:
            disk.latest(folder, unfinished=True)
        assert code(error) == expected


def test_a_game_is_named_by_its_file_or_its_header(folder: Path) -> None:
    path = put(folder, "one", 0, name="Вечер у реки")
    other = put(folder, "two", 1)
    assert {disk.named(folder, name) for name in ("one", "one.toml", "Вечер у реки")} == {path}
    assert disk.named(folder, "two") == other
    with pytest.raises(SaveError) as error:
        disk.named(folder, "Вечер у рекки")
    assert error.value.faults[0].problem.params["meant"] == "Вечер у реки"


def test_a_new_game_takes_a_free_name(folder: Path) -> None:
    put(folder, "game", 0)
    assert disk.free_path(folder, "Game!") == folder / "game-2.toml"
    assert disk.free_path(folder, "../..") == folder / "game-2.toml"
    assert disk.free_path(folder, "Ночь № 1") == folder / "ночь-1.toml"


def test_where_the_saves_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert disk.saves_folder("here") == Path("here")
    assert disk.saves_folder(None) == tmp_path / "saves"  # MAFIA_SAVES
    monkeypatch.delenv("MAFIA_SAVES")
    if sys.platform == "linux":
        assert disk.saves_folder(None) == tmp_path / "data" / "mafia" / "saves"
    (tmp_path / "saves").mkdir()
    assert disk.saves_folder(None) == Path("saves")
    assert disk.saves_folder("~/games") == tmp_path / "home" / "games"
