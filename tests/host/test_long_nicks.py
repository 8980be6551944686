"""A nick that no save can hold is refused where it is given, not when the roles are dealt."""

from pathlib import Path

import pytest
from conftest import Mafia
from seat import Evening
from terminal import typed
from wizard_typing import ENGLISH, on_disk, only_save

from mafia_cli.host import wizard
from mafia_cli.script.check import MAX_NICK
from mafia_cli.settings import Settings

pytestmark = pytest.mark.usefixtures("drawn_seed", "played_before")

LONG = "x" * (MAX_NICK + 1)
SAID = f"Too long: {MAX_NICK + 1} characters, at most {MAX_NICK} are allowed."


def test_a_new_game_asks_for_another(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("MAFIA_SAVES", "saves")
    lines = ["", "", "", "", LONG, *ENGLISH, "", "", "", "", "", "", "", "-", "-", "-", "-", "-", "-", "-", "-"]
    typed(lines, lambda: wizard.run(Settings("en", saves="saves")))
    assert SAID in " ".join(capsys.readouterr().out.split())
    assert [player["nick"] for player in on_disk(only_save())["players"]] == ENGLISH


def test_a_list_of_players_is_refused(mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("\n".join([*ENGLISH, LONG]), encoding="utf-8")
    assert mafia("new", "eve", "--players", "p.txt", "--yes") == (1, "", f"{SAID}\n")
    (tmp_path / "p.txt").write_text("\n".join([*ENGLISH, LONG[1:]]), encoding="utf-8")
    assert mafia("new", "eve", "--players", "p.txt", "--yes")[0] == 0
    assert SAID in mafia("player", "rename", "Ann", LONG)[2]
    assert SAID in mafia("player", "replace", "Ann", LONG)[2]


def test_so_is_a_new_nick_at_the_desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening(capsys, tmp_path, "en")
    assert SAID in evening.types(f"/rename ann {LONG}")
    assert "steps" not in evening.doc
