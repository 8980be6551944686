"""The table of actions: every row has its command and its words; what kills or renames acts on no guessed nick."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli.actions.table import ACTIONS
from mafia_cli.cli.commands import COMMANDS
from mafia_cli.script.toml import parse
from mafia_cli.words.catalogue import LANGUAGES, Words

Mafia = Callable[..., tuple[int, str, str]]

PLAYERS = "Anton\nBoris\nBorislav\nVerena\nGleb\nDaria\nZinaida\nOlga\nKonstantin\nPetr\n"


def test_every_row_has_its_command_and_its_words() -> None:
    rows = {row.command for row in ACTIONS.values() if row.command}
    assert rows == {name for name, (_, module) in COMMANDS.items() if module == "act"}
    for words in map(Words, LANGUAGES):
        slash = {*words.find("desk", "slash"), *words.find("table", "slash")}
        assert ACTIONS.keys() <= slash


@pytest.mark.usefixtures("drawn_seed")
def test_what_kills_or_renames_acts_on_no_guessed_nick(mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text(PLAYERS, encoding="utf-8")
    assert mafia("new", "eve", "--players", "players.txt", "--yes")[0] == 0
    save = tmp_path / "saves" / "eve.toml"
    before = save.read_bytes()
    lines = {
        "kabum": ["kabum", "NICK"],
        "revive": ["revive", "NICK"],
        "exclude": ["player", "exclude", "NICK", "--yes"],
        "replace": ["player", "replace", "NICK", "Newcomer"],
        "rename": ["player", "rename", "NICK", "Newcomer"],
    }
    assert lines.keys() == {name for name, row in ACTIONS.items() if row.sure}
    lines["override"] = ["override", "--reason", "x", "--dead", "NICK"]
    for line in lines.values():
        for guess, meant in {"Konstntin": ["Konstantin"], "Ver": ["Verena"], "Bori": ["Boris", "Borislav"]}.items():
            status, _, err = mafia(*[guess if word == "NICK" else word for word in line])
            assert (status, [nick for nick in meant if nick not in err]) == (1, []), (line, err)
    assert save.read_bytes() == before
    assert mafia("player", "away", "Konstntin")[0] == 0  # harms nobody
    assert mafia("player", "rename", "konstantin", "Kostya")[0] == 0
    assert mafia("player", "exclude", "Verena", "--yes")[0] == 0


@pytest.mark.usefixtures("drawn_seed")
def test_one_ballot_of_the_open_vote_is_entered_changed_and_taken_out(mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text(PLAYERS, encoding="utf-8")
    assert mafia("new", "eve", "--players", "players.txt", "--yes")[0] == 0
    assert mafia("pm", "--sent", "all")[0] == 0
    assert mafia("vote", "--forget", "Gleb")[0] == 1  # no vote is open, and none is opened by it
    assert mafia("night", "--judge", "--yes")[0] == 0

    def votes() -> list[list[str]]:
        step = parse((tmp_path / "saves" / "eve.toml").read_bytes())["steps"][-1]
        return list(step.get("votes", [])) if step["kind"] == "day" else []

    assert mafia("vote", "--forget", "Gleb", "--day", "1")[0] == 1
    assert votes() == []
    assert mafia("vote", "--vote", "Gleb=Boris", "--vote", "Olga=")[0] == 0
    assert votes() == [["Gleb", "Boris"], ["Olga", ""]]
    again = ("vote", "--forget", "Gleb", "--vote", "Gleb=Daria", "--day", "1")
    for _ in range(2):  # the second call changes nothing
        assert mafia(*again)[0] == 0
        assert sorted(votes()) == [["Gleb", "Daria"], ["Olga", ""]]
    assert mafia("vote", "--forget", "Gleb")[0] == 0
    assert votes() == [["Olga", ""]]
    assert mafia("vote", "--forget", "Gleb")[0] == 1  # has no ballot
    status, _, err = mafia("vote", "--vote", "Gleb")
    assert (status, "Ann=Boris" in err) == (1, True)
