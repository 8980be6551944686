"""Around the table by commands: music, times, order, the absent, the blacklist, a new deal, old people."""

import io
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import Mafia

pytestmark = pytest.mark.usefixtures("drawn_seed")

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]


@pytest.fixture
def game(mafia: Mafia, own_folder: Path) -> Path:
    """A dealt game of eight."""
    (own_folder / "players.txt").write_text("\n".join(NICKS), encoding="utf-8")
    deal = "\n".join(f"{nick} = {role}" for nick, role in zip(NICKS, ROLES, strict=True))
    (own_folder / "deal.txt").write_text(deal, encoding="utf-8")
    made = mafia("new", "eve", "--players", "players.txt", "--deal", "deal.txt", "--seed", "3", "--yes")
    assert made[0] == 0
    return own_folder / "saves" / "eve.toml"


def saved(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Pasted:
    """Standard input with a text in it."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())

    def isatty(self) -> bool:
        return False


# --- music and time -----------------------------------------------------------------------------------------


def test_music_is_added_shown_told_and_taken_out(mafia: Mafia, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "There is no music" in mafia("music")[1]
    monkeypatch.setattr("sys.stdin", Pasted("1. One | Ann\n2. Two\n"))
    status, out, _ = mafia("music", "--add", "-")
    assert (status, out.splitlines()[0]) == (0, "Added 2 tracks.")
    assert saved(game)["tracks"] == [["One", "Ann"], ["Two", ""]]
    assert "→ night 1: One (Ann)" in mafia("music")[1]
    assert "Played by Ann." in mafia("music", "--text")[1]
    mafia("pm", "--sent", "all")
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert "✓ night 1: One (Ann)" in mafia("music")[1]
    status, _, err = mafia("music", "--drop", "1")
    assert (status, "From 2 to 2" in err) == (1, True)
    assert mafia("music", "--drop", "2")[0] == 0
    assert saved(game)["tracks"] == [["One", "Ann"]]
    assert mafia("undo")[0] == 0
    assert saved(game)["tracks"] == [["One", "Ann"]], "the list is no decision of the game"


def test_times_are_kept_with_the_game(mafia: Mafia, game: Path) -> None:
    assert "No times are set" in mafia("timer")[1]
    assert mafia("timer", "discussion=5", "vote=2.5")[1] == "discussion: 5 min\nvote: 2.5 min\n"
    assert saved(game)["minutes"] == {"discussion": 5, "vote": 2.5}
    assert mafia("timer", "discussion=0")[1] == "vote: 2.5 min\n"
    assert mafia("timer", "vote=0")[0] == 0
    assert "minutes" not in saved(game)
    assert mafia("timer", "lunch=5")[0] == 1


# --- order --------------------------------------------------------------------------------------------------


def test_violations_add_up_and_can_be_forgiven(mafia: Mafia, game: Path) -> None:
    assert mafia("player", "violation", "Ann", "4.6", "--note", "twice")[2] == ""
    assert "Ann: 2 warnings already." in mafia("player", "violation", "Ann", "4.5")[2]
    assert "Warnings: 1 Ann ×2." in mafia("status")[1]
    assert mafia("player", "forgive", "Ann", "4.9")[0] == 1
    status, out, _ = mafia("player", "forgive", "Ann", "4.6", "--reason", "a slip")
    assert (status, out) == (0, "Ann: a violation is forgiven.\n")
    page = " ".join(mafia("status")[1].split())
    assert "rule 4.6 (before night 1): twice, forgiven: a slip" in page
    assert "Warnings" not in page
    assert saved(game)["steps"][-1] == {"kind": "forgive", "target": "Ann", "rule": "4.6", "reason": "a slip"}
    assert mafia("undo")[0] == 0
    assert "Warnings: 1 Ann ×2." in mafia("status")[1]


def test_a_revealed_role_reminds_of_lying_and_offers_what_may_follow(mafia: Mafia, game: Path) -> None:
    note = " ".join(mafia("player", "violation", "Ann", "4.3")[2].split())
    assert "lying about a role is allowed (4.1)" in note
    assert "mafia player exclude 1 --rule 4.3" in note
    assert "mafia blacklist add 1" in note


def test_the_absent_are_marked(mafia: Mafia, game: Path) -> None:
    status, out, _ = mafia("player", "away", "Gleb")
    assert status == 0
    assert "We are waiting for: Gleb." in out
    assert "Away: 4 Gleb." in mafia("status")[1]
    assert "With us again: Gleb." in mafia("player", "away", "Gleb", "--back")[1]
    assert "Away" not in mafia("status")[1]
    assert mafia("resolve", str(game))[0] == 0


def test_an_exclusion_before_the_first_night_offers_a_new_deal(mafia: Mafia, game: Path) -> None:
    assert "mafia deal --again" in mafia("player", "exclude", "Zoe", "--rule", "1.4")[2]
    before = game.read_bytes()
    status, _, err = mafia("deal", "--again")
    assert (status, "--yes" in err, game.read_bytes() == before) == (1, True, True)
    assert mafia("deal")[0] == 1
    status, out, _ = mafia("deal", "--again", "--seed", "4", "--yes")
    assert status == 0
    assert "The roles are dealt anew" in out
    doc = saved(game)
    assert (len(doc["players"]), doc["seed"], doc.get("steps", [])) == (7, 4, [])
    mafia("pm", "--sent", "all")
    mafia("night", "--judge", "--yes")
    assert mafia("deal", "--again", "--yes")[0] == 1


# --- the blacklist and old people -----------------------------------------------------------------------------


def test_the_blacklist_knows_a_player_of_the_game_by_all_names(mafia: Mafia, game: Path, own_folder: Path) -> None:
    assert "The blacklist is empty." in mafia("blacklist")[1]
    text = "ann_92 = Captain\n" + "\n".join(NICKS[1:])
    (own_folder / "more.txt").write_text(text, encoding="utf-8")
    assert mafia("new", "two", "--players", "more.txt", "--yes")[0] == 0
    added = mafia("blacklist", "add", "Captain", "--reason", "told a role", "--until", "2099-01-31", "--game", "two")
    assert added[0] == 0
    line = " ".join(mafia("blacklist")[1].split())
    for piece in ("ann_92", "also Captain", "told a role", 'game "two"', "until 2099-01-31"):
        assert piece in line
    assert len(mafia("games")[1].splitlines()) == 3, "it is no game"
    status, _, err = mafia("new", "three", "--players", "more.txt")
    assert status == 1
    assert "looks like a name on the blacklist: ann_92" in err
    status, _, err = mafia("new", "three", "--players", "more.txt", "--yes")
    assert status == 0, "the host decides"
    assert "blacklist" in err
    assert mafia("blacklist", "remove", "captain")[0] == 0
    assert mafia("new", "four", "--players", "more.txt", "--yes")[2] == ""


def test_who_takes_a_seat_over_is_looked_up_too(mafia: Mafia, game: Path) -> None:
    assert mafia("blacklist", "add", "yana_7", "--reason", "spam")[0] == 0
    status, _, err = mafia("player", "replace", "Ann", "Yana", "--chat", "Yana_7")
    assert status == 0, "the host decides"
    assert "looks like a name on the blacklist: yana_7; spam" in " ".join(err.split())
    assert mafia("player", "replace", "Boris", "Bob")[2] == ""


def test_somebody_of_no_game_can_be_listed_until_a_day(mafia: Mafia) -> None:
    assert mafia("blacklist", "add", "Nobody", "--until", "tomorrow")[0] == 1
    assert mafia("blacklist", "add", "Nobody", "--until", "31.01.2020")[0] == 0
    assert "ended 2020-01-31" in mafia("blacklist")[1]
    assert mafia("blacklist", "remove", "Somebody")[0] == 1


BROKEN = {
    "x = = 1": "line 1, column 5",
    "listed = 5": "entry 0",
    "listed = [5]": "entry 1",
    "[[listed]]\nnick = 'Ann'\n[[listed]]\nnick = ' '\n": "entry 2",
    "[[listed]]\nnick = 'Ann'\nuntil = 'soon'\n": "entry 1",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_blacklist_that_cannot_be_read_is_named_and_keeps_nobody_from_playing(
    mafia: Mafia, game: Path, text: str
) -> None:
    path = game.parent / "blacklist.toml"
    path.write_text(text, encoding="utf-8")
    for line in (["blacklist"], ["blacklist", "add", "Ann"], ["blacklist", "remove", "Ann"]):
        status, out, err = mafia(*line)
        assert (status, out) == (1, "")
        assert err.startswith(f"{path}: ")
        assert BROKEN[text] in err
    for line in (
        ["new", "two", "--players", "players.txt", "--seed", "1", "--yes"],
        ["player", "replace", "Ann", "Yana"],
    ):
        status, out, err = mafia(*line)
        assert status == 0
        assert out
        assert err.startswith("The blacklist cannot be read, so the players were not looked up in it (1.5).\n")
        assert f"{path}: " in err
    assert path.read_text("utf-8") == text


def test_nobody_without_a_name_is_listed(mafia: Mafia, game: Path) -> None:
    for nick in ("", " ", "\u200b"):
        assert mafia("blacklist", "add", nick) == (1, "", "The nick is empty. It needs at least one visible letter.\n")


def test_the_people_of_the_last_game_play_again(mafia: Mafia, game: Path) -> None:
    assert mafia("player", "replace", "Ann", "Yana", "--chat", "yana_7")[0] == 0
    assert mafia("new", "again", "--from", "last", "--yes")[0] == 0
    doc = saved(game.parent / "again.toml")
    assert [player["nick"] for player in doc["players"]] == ["yana_7", *NICKS[1:]]
    assert doc["players"][0]["chat"] == "yana_7"
    assert mafia("new", "more", "--from", "eve", "--yes")[0] == 0
    assert mafia("new", "no", "--from", "nothing", "--yes")[0] == 1
    assert mafia("new", "no", "--from", "last", "--players", "players.txt", "--yes")[0] == 1


def test_who_did_not_vote_is_named_for_the_log_from_the_second_day_on(mafia: Mafia, game: Path) -> None:
    mafia("pm", "--sent", "all")
    for day, named in ((1, False), (2, True)):
        assert mafia("night", "--judge", "--yes")[0] == 0
        status, _, err = mafia("vote", "--close", "--yes")
        assert status == 0
        assert ("mafia player violation NICK 4.5" in err) == named, day
        while "acquit" in saved(game)["steps"][-1] and saved(game)["steps"][-1].get("open"):
            mafia("vote", "--close", "--yes")
