"""A host at midnight: half a command, a hammered Enter, a line typed too early, a number gone wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen, pasted
from test_desk import NICKS, saved, start

from mafia_cli.actions.table import ACTIONS
from mafia_cli.host.setup_state import AnswerError, Setup
from mafia_cli.host.slash import _NEEDS
from mafia_cli.host.theming import candidates_take
from mafia_cli.words.catalogue import LANGUAGES, Words

Mafia = Callable[..., tuple[int, str, str]]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def said(desk: Screen, line: str) -> str:
    """Type a line and return what stands between it and the next prompt."""
    desk.say(line)
    return desk.text().rpartition(f"> {line}" if line in desk.text() else "")[2].rpartition("Enter")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_that_needs_a_name_shows_how_it_is_written(lang: str) -> None:
    words = Words(lang)
    needed = [name for name, row in ACTIONS.items() if row.params[0].required]
    for name in [*needed, *_NEEDS, "end"]:
        domain = "table" if name in words.find("table", "slash") else "desk"
        assert f"/{words.text(domain, f'slash.{name}').split()[0]}" in words.text("desk", f"how.{name}")


def test_half_a_command_is_answered_with_the_whole(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "")
    before = saved(saves)
    for line, wanted in {
        "/кабум": "Так: /кабум ник",
        "/исключить": "Так: /исключить ник",
        "/ник аня": "Так: /ник старый новый",
        "/имя аня": "Так: /имя ник другое",
        "/замена аня": "Запаса нет, нужен ник",
        "/нарушение аня": "Так: /нарушение ник правило",
        "/нарушение аня 9.9": "Правила «9.9» нет",
        "/исключить аня зря": "Правила «зря» нет",
        "/напомнить вася": "Можно: Мафия, Комиссар, Доктор",
        "/забыть вася": "ещё ничего не записано",
        "/конец кот": "Так: /конец город",
        "/текст кот": "Можно: состав, решения, живые",
        "/таймер кот": "«кот» здесь не подходит",
        "/ночь": "Ночь уже идёт.",
        "/день": "Идёт ночь: сначала рассудите её",
    }.items():
        told = said(desk, line)
        assert wanted in told, (line, told)
        assert "Ключ" not in told
        assert "to:" not in told
    told = said(desk, "/ник аня Борис")
    assert "Ник «Борис» уже занят" in told
    assert "to:" not in told
    assert saved(saves) == before
    desk.close()


def test_a_call_in_parts_takes_moves_meanwhile(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS, "ru", "--chat", "plug", "--pack", "pirates")
    desk = Screen(saves, "play", "--game", "eve")
    while "Enter: ночь" not in desk.text():
        desk.say("")
    desk.say("")
    assert "Enter: скопировать часть 2 из 2" in desk.text()
    desk.say("док аня")
    assert saved(saves)["steps"][-1]["moves"] == {"doctor": "Аня"}
    desk.say("")
    assert "Enter: рассвет" in desk.text().rpartition("скопировать часть 2 из 2")[2]
    desk.close()


def test_a_wrong_answer_to_yes_or_no_is_asked_again_on_an_empty_line(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "маф борис", "ага", "/отмена", "д")
    assert desk.text().count("\nд или н") == 1
    assert desk.text().count("\nСначала д или н, команда после.") == 1
    assert saved(saves)["steps"][-1]["moves"] == {"mafia": "Борис"}
    desk.close()


@pytest.mark.parametrize("typed", ["-6", "99", "1, 42", "?", "/"])
def test_a_slip_is_no_theme(typed: str) -> None:
    with pytest.raises(AnswerError, match=r"theme\.unknown"):
        candidates_take(Setup(Words("ru"), {"seed": 1}, {}, {}), typed, [])


@pytest.mark.parametrize(("typed", "themes"), [("Роман 1984, Чикаго", 2), ("🏴", 1), ("1984", 1), ("2", 1)])
def test_themes_that_look_odd_are_themes(typed: str, themes: int) -> None:
    taken: Any = candidates_take(Setup(Words("ru"), {"seed": 1}, {}, {}), typed, [])
    assert len(taken.value) == themes


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prompt_leaves_room_for_an_answer_on_a_narrow_screen(lang: str) -> None:
    words = Words(lang)
    asked = {**words.find("wizard", "ask"), **words.find("wizard", "more")}
    assert [text for text in asked.values() if len(text) > 56] == []


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20)])
def test_the_board_stays_in_sight_after_a_paste_longer_than_the_screen(
    mafia: Mafia, tmp_path: Path, saves: Path, columns: int, rows: int
) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve", columns=columns, rows=rows)
    desk.say("", "")
    chatter = [f"[23:{minute:02}] {NICKS[6]}: что-то {minute} не то" for minute in range(60)]
    desk.say(pasted("\r".join([*chatter, "док аня"])))
    seen = desk.display()
    assert "ходы 1/" in seen
    assert "✓ Доктор → Аня" in seen
    assert "23:59" in seen
    desk.say("/почему")
    assert "ходы 1/" in desk.display()
    desk.close()


def test_a_screen_of_thirty_columns_breaks_no_word(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve", columns=30, rows=10)
    desk.say("", "", "док аня", "/статус")
    shown = desk.text()
    for word in ("Комиссар", "Казанова", "рассвет", "Победителя", "Доктор", "скопировать"):
        assert word in shown, word
    assert "ходы 1/" in desk.display()
    desk.close()
