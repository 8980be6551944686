"""The disk underneath a host who types: a save that is gone, changed, not to be written, at the desk and in set-up."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen

from mafia_cli.script.toml import dumps, parse

pytestmark = pytest.mark.usefixtures("drawn_seed", "played_before")

Mafia = Callable[..., tuple[int, str, str]]


NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]


def read(sat: Screen) -> str:
    return " ".join(sat.text().split())


def saved(saves: Path) -> dict[str, Any]:
    return parse(next(saves.glob("*.toml")).read_bytes())


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def setup(saves: Path) -> Screen:
    """A new game whose first four questions are answered."""
    sat = Screen(saves, "new", lang="en")
    sat.say("Friday", "", "Host", "")
    assert saved(saves)["setup"]["host"] == "Host"
    return sat


@pytest.fixture
def desk(saves: Path) -> Screen:
    """The desk at an open night."""
    saves.mkdir()
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    night = {"kind": "night", "open": True, "moves": {}, "entries": []}
    (saves / "eve.toml").write_text(dumps({"name": "eve", "lang": "en", "players": players, "steps": [night]}), "utf-8")
    return Screen(saves, "play", "--game", "eve", lang="en")


def a_file_for_a_folder(saves: Path) -> None:
    shutil.rmtree(saves)
    saves.write_text("", "utf-8")


def a_folder_for_a_file(saves: Path) -> None:
    path = next(saves.glob("*.toml"))
    path.unlink()
    path.mkdir()


BLOCKED = [a_file_for_a_folder, a_folder_for_a_file]


def unblock(saves: Path) -> None:
    shutil.rmtree(saves) if saves.is_dir() else saves.unlink()


# --- a new game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", BLOCKED)
def test_an_answer_that_cannot_be_saved_is_asked_again_and_kept(
    setup: Screen, saves: Path, block: Callable[[Path], None]
) -> None:
    block(saves)
    setup.say(", ".join(NICKS), "")
    assert str(saves)[-20:] in read(setup).replace(" ", "")  # what is long may be cut in front
    assert "themes" not in read(setup).lower()
    unblock(saves)
    setup.say("")
    assert [player["nick"] for player in saved(saves)["setup"]["players"]] == NICKS
    setup.close()


def test_the_very_first_answer_is_asked_again(saves: Path) -> None:
    sat = Screen(saves, "new", lang="en")
    saves.write_text("", "utf-8")
    sat.say("Friday")
    saves.unlink()
    sat.say("")
    assert saved(saves)["name"] == "Friday"
    sat.close()


def test_an_answer_taken_back_stays_when_that_cannot_be_saved(setup: Screen, saves: Path) -> None:
    a_file_for_a_folder(saves)
    setup.say("<")
    unblock(saves)
    setup.say(", ".join(NICKS), "")
    assert saved(saves)["setup"]["host"] == "Host"
    setup.close()


def test_a_set_up_changed_by_another_hand_is_gone_on_with(setup: Screen, saves: Path) -> None:
    path = next(saves.glob("*.toml"))
    path.write_text(path.read_text("utf-8").replace('host = "Host"', 'host = "Other"'), "utf-8")
    setup.say(", ".join(NICKS), "y", ", ".join(NICKS), "")
    assert saved(saves)["setup"]["host"] == "Other"
    assert [player["nick"] for player in saved(saves)["setup"]["players"]] == NICKS
    setup.close()


def test_or_written_over(setup: Screen, saves: Path) -> None:
    path = next(saves.glob("*.toml"))
    path.write_text("players = 5\n", "utf-8")
    setup.say(", ".join(NICKS), "y", "y", "")
    assert saved(saves)["setup"]["host"] == "Host"
    assert [player["nick"] for player in saved(saves)["setup"]["players"]] == NICKS
    assert [one.read_text("utf-8") for one in saves.glob(".backups/*/*.toml")] == ["players = 5\n"]
    setup.close()


def test_a_set_up_dealt_by_another_hand_is_played(setup: Screen, saves: Path) -> None:
    path = next(saves.glob("*.toml"))
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    path.write_text(dumps({"name": "Friday", "lang": "en", "players": players}), "utf-8")
    setup.say(", ".join(NICKS), "y")
    assert "alive 8" in read(setup)
    assert saved(saves)["players"] == players
    setup.close()


@pytest.mark.parametrize("block", [*BLOCKED, shutil.rmtree])
def test_leaving_a_set_up_says_saved_only_when_it_is(setup: Screen, saves: Path, block: Callable[[Path], None]) -> None:
    block(saves)
    setup.press("\x03")
    assert setup.ended() == 130
    if block is shutil.rmtree:
        assert saved(saves)["setup"]["host"] == "Host"
        assert "To go on: mafia new" in read(setup)
    else:
        assert "not saved" in read(setup)
        assert "To go on" not in read(setup)


def test_a_blacklist_that_cannot_be_read_keeps_nobody_from_playing(setup: Screen, saves: Path) -> None:
    (saves / "blacklist.toml").write_text("x = = 1", "utf-8")
    setup.say(", ".join(NICKS), "")
    assert "The blacklist cannot be read, so the players were not looked up in it (1.5)." in read(setup)
    assert str(saves / "blacklist.toml") in read(setup).replace(" ", "")
    assert [player["nick"] for player in parse((saves / "friday.toml").read_bytes())["setup"]["players"]] == NICKS
    setup.close()


# --- the desk -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", BLOCKED)
def test_a_line_that_cannot_be_saved_is_not_taken(desk: Screen, saves: Path, block: Callable[[Path], None]) -> None:
    block(saves)
    desk.say("doc ann")
    assert "moves 0/4" in desk.text().rpartition("doc ann")[2]
    unblock(saves)
    desk.say("doc ann")
    assert saved(saves)["steps"][0]["moves"] == {"doctor": "Ann"}
    desk.close()


@pytest.mark.parametrize("block", [*BLOCKED, shutil.rmtree])
@pytest.mark.parametrize("leave", ["/quit\r", "\x04", "\x03"])
def test_leaving_the_desk_says_saved_only_when_it_is(
    desk: Screen, saves: Path, block: Callable[[Path], None], leave: str
) -> None:
    block(saves)
    desk.press(leave)
    if block is shutil.rmtree:
        assert saved(saves)["name"] == "eve"
        assert '"eve" is saved' in read(desk)
        assert desk.ended() == (130 if leave == "\x03" else 0)
    else:
        assert "not saved" in read(desk)
        assert desk.ended() == (130 if leave == "\x03" else 1)


def test_leaving_a_desk_whose_file_was_put_back_says_where_the_moves_are(
    desk: Screen, saves: Path, mafia: Mafia
) -> None:
    path = saves / "eve.toml"
    old = path.read_bytes()
    desk.say("doctor Ann")
    entered = path.read_bytes()
    path.write_bytes(old)
    desk.press("\x04")
    assert desk.ended() == 0
    assert "mafia games restore eve 1" in read(desk)
    assert "is saved" not in read(desk)
    assert path.read_bytes() == old
    assert mafia("games", "restore", "eve", "1")[0] == 0
    assert path.read_bytes() == entered != old


def test_what_commands_noted_meanwhile_stays_in_a_set_up(setup: Screen, saves: Path, mafia: Mafia) -> None:
    setup.press("\x03")
    assert setup.ended() == 130
    (saves.parent / "tracks.txt").write_text("Waltz | Ann\n", "utf-8")
    assert mafia("--saves", str(saves), "timer", "vote=3")[0] == 0
    assert mafia("--saves", str(saves), "music", "--add", str(saves.parent / "tracks.txt"))[0] == 0
    again = Screen(saves, "new", lang="en")
    again.say("", ", ".join(NICKS), "", "", "", "", "", "", "")
    doc = saved(saves)
    assert len(doc["players"]) == len(NICKS)
    assert (doc["minutes"], doc["tracks"]) == ({"vote": 3}, [["Waltz", "Ann"]])
    again.close()
