"""What the questions of a new game offer: theme packs and nicks, the people of earlier games, the blacklist."""

from datetime import date
from pathlib import Path
from typing import Any

from documents import as_script

from mafia_cli.actions import blacklist
from mafia_cli.actions.blacklist import Entry
from mafia_cli.host import joining, theming
from mafia_cli.host.setup_state import Setup
from mafia_cli.session import created
from mafia_cli.words.catalogue import Words

NICKS = ["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Зоя"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen"]


def setup_of(saves: Path | None, **answers: Any) -> Setup:
    return Setup(Words("ru"), {"seed": 5}, answers, {}, lambda: date(2026, 11, 30), saves)


def a_game(saves: Path) -> None:
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    with created(saves, "old", as_script({"seed": 1, "players": players})):
        pass


def test_packs_are_offered_by_number_beside_any_theme(tmp_path: Path) -> None:
    setup = setup_of(tmp_path)
    assert "1 Чикаго 30-х, 2 Средневековье" in theming.candidates_show(setup, [])[0]
    taken = theming.candidates_take(setup, "4, Наш двор, 7, 1984, 00021", [])
    assert taken.value == ["Морские пираты", "Наш двор", "Зоопарк", "1984", "00021"]


def test_the_beginning_of_a_packs_name_or_its_id_means_the_pack(tmp_path: Path) -> None:
    setup = setup_of(tmp_path)
    assert theming.candidates_take(setup, "чикаго", []).value == ["Чикаго 30-х"]
    taken = theming.candidates_take(setup, "CHICAGO, средн, wildwest, зоо, Ди, Чикаго в мае", [])
    assert taken.value == ["Чикаго 30-х", "Средневековье", "Дикий Запад", "Зоопарк", "Ди", "Чикаго в мае"]
    voting = setup_of(tmp_path, players=[{"nick": "Аня"}], candidates=["Чикаго 30-х", "Космос"])
    assert theming.votes_take(voting, "Аня: chicago", []).value == [["Аня", "Чикаго 30-х"]]


def test_the_text_that_names_a_packs_theme_has_ideas_for_nicks(tmp_path: Path) -> None:
    named = theming.named_text(setup_of(tmp_path, candidates=["Морские пираты"]))
    assert "Идеи ников: " in named
    assert named.count(", ") >= 7
    assert "Идеи" not in theming.named_text(setup_of(tmp_path, candidates=["Наш двор"]))


def test_the_people_of_the_last_game_are_offered_and_taken_whole(tmp_path: Path) -> None:
    assert joining.show(setup_of(tmp_path), []) == []
    a_game(tmp_path)
    assert joining.show(setup_of(tmp_path), []) == [
        "Были раньше: Аня, Борис, Вера, Глеб, Дина, Егор, Зоя. Взять всех: прошлые"
    ]
    taken = joining.take(setup_of(tmp_path), "прошлые", [{"nick": "анЯ"}, {"nick": "Новый"}])
    assert [entry["nick"] for entry in taken.value] == ["анЯ", "Новый", *NICKS[1:]]
    assert not taken.done


def test_a_blacklisted_player_is_named_when_the_list_is_done(tmp_path: Path) -> None:
    blacklist.save(tmp_path, [Entry("Bepa", (), "спор"), Entry("Глеб", until=date(2020, 1, 1))])
    players = [{"nick": nick} for nick in NICKS]
    taken = joining.take(setup_of(tmp_path), "", players)
    assert taken.done
    assert [said.split(";")[0] for said in taken.say] == ["! Вера похож на имя из чёрного списка: Bepa"]
    assert joining.take(setup_of(None), "", players).say == []
