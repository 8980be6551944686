"""Plain lines at the desk: pastes, questions settled by a number, refused ballots, why."""

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen, Shown, Terminal, pasted

from mafia_cli import session as desk_session
from mafia_cli.host import entry
from mafia_cli.script.toml import parse
from mafia_cli.settings import Settings

Mafia = Callable[..., tuple[int, str, str]]

NICKS = ["Аня", "Борис", "Борислав", "Глеб", "Даша", "Егор", "Жанна", "Зоя", "Игорь", "Кира"]
ROLES = ["doctor", "don", "commissar", "mafia", "casanova", "mayor", "thief", "journalist", "citizen", "jealous"]

NIGHT = [
    "док аня",
    "Жанна: ворую у Глеба",
    "Борис: убиваем Кира",
    "док киру",
    "ком: егор",
    "путана пас",
    "жур аня, глеб",
    "рев дашу",
    "вор пас",
    "жур егор глеб",
]


@pytest.fixture
def saves(tmp_path: Path, mafia: Mafia) -> Path:
    players, deal = tmp_path / "players.txt", tmp_path / "deal.txt"
    players.write_text("\n".join(NICKS), encoding="utf-8")
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(NICKS, ROLES, strict=True)), encoding="utf-8")
    made = ["new", "eve", "--players", str(players), "--deal", str(deal), "--seed", "7", "--lang", "ru", "--yes"]
    assert mafia(*made)[0] == 0
    assert mafia("pm", "--sent", "all")[0] == 0
    return tmp_path / "saves"


def last(saves: Path) -> dict[str, Any]:
    steps: list[dict[str, Any]] = parse((saves / "eve.toml").read_bytes())["steps"]
    return steps[-1]


def sit(saves: Path, columns: int = 100, rows: int = 40) -> Screen:
    return Screen(saves, "play", "--game", "eve", columns=columns, rows=rows)


def opened(saves: Path, kind: str) -> None:
    with desk_session.opened(saves / "eve.toml") as session:
        desk_session.start(session, kind)


def at_night(saves: Path, mafia: Mafia) -> Screen:
    opened(saves, "night")
    desk = sit(saves)
    desk.say("")  # the acquaintance text is copied
    return desk


def at_vote(saves: Path, mafia: Mafia) -> Screen:
    assert mafia("night", "--move", "путана=зоя", "--judge", "--yes")[0] == 0
    opened(saves, "day")
    desk = sit(saves)
    desk.say("")  # the morning is copied
    return desk


def paste(desk: Shown, *lines: str) -> None:
    desk.say(pasted("\r\n".join(lines)))


# --- a night ----------------------------------------------------------------------------------------------


def test_a_paste_of_macos_has_bare_returns_and_marks_apart(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    letters = unicodedata.normalize("NFD", "док Борис\rком: Зою\rпутана пас\rрев Игоря")
    desk.say(pasted(letters))
    desk.say(unicodedata.normalize("NFD", "жур аня, игорь"))
    desk.close()
    moves = last(saves)["moves"]
    assert moves["doctor"] == "Борис"
    assert moves["commissar"] == "Зоя"
    assert moves["jealous"] == "Игорь"
    assert moves["journalist"] == ["Аня", "Игорь"]


@pytest.mark.parametrize("where", [Screen, Terminal])
def test_ten_lines_one_paste_and_one_command_make_the_same_save(
    where: type[Screen | Terminal], saves: Path, mafia: Mafia, tmp_path: Path
) -> None:
    def stored() -> tuple[bytes, dict[str, Any]]:
        doc = parse((saves / "eve.toml").read_bytes())
        return (saves / "eve.toml").read_bytes(), {key: value for key, value in doc.items() if key != "told"}

    opened(saves, "night")
    fresh, _ = stored()
    desk = where(saves, "play", "--game", "eve")
    desk.say(*NIGHT)
    desk.close()
    _, by_lines = stored()

    (saves / "eve.toml").write_bytes(fresh)
    desk = where(saves, "play", "--game", "eve")
    paste(desk, *NIGHT)
    desk.close()
    _, by_paste = stored()

    (saves / "eve.toml").write_bytes(fresh)
    (tmp_path / "night.txt").write_text("\n".join(NIGHT), encoding="utf-8")
    assert mafia("night", "--paste", "night.txt")[0] == 0
    _, by_command = stored()

    assert by_lines == by_paste == by_command
    assert by_lines["steps"][-1]["moves"] == {
        "thief": "",
        "mafia": "Кира",
        "doctor": "Кира",
        "commissar": "Егор",
        "casanova": "",
        "jealous": "Даша",
        "journalist": ["Егор", "Глеб"],
    }
    assert len(by_lines["steps"][-1]["entries"]) == 10


def test_the_arrow_up_brings_lines_back_once_each(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("док борис", "ком зою", "ком зою", "")
    up = "\x1b[A"
    desk.say(f"{up}{up}{5 * chr(127)}глеб")
    desk.close()
    assert last(saves)["moves"]["doctor"] == "Глеб"
    assert last(saves)["moves"]["commissar"] == "Зоя"


def test_a_doubtful_name_is_settled_by_its_number(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("док бор")
    assert "Кто именно: 2 Борис, 3 Борислав?" in desk.text()
    assert "Номер - записать · Enter - не записывать" in desk.text()
    assert last(saves)["moves"] == {}
    desk.say("3")
    assert last(saves)["moves"] == {"doctor": "Борислав"}
    desk.close()


def test_a_weak_one_is_agreed_to(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("док жаним")
    assert "Может быть, 7 Жанна?" in desk.text()
    assert "7 или д - записать · Enter - не записывать" in desk.text()
    desk.say("д")
    assert last(saves)["moves"] == {"doctor": "Жанна"}
    desk.close()


@pytest.mark.parametrize("answer", ["да", "Д", "yes", "y", "7", "№7", "жанна", "Да!"])
def test_a_weak_one_is_agreed_to_in_any_way(saves: Path, mafia: Mafia, answer: str) -> None:
    opened(saves, "night")
    with desk_session.opened(saves / "eve.toml") as session:
        settings = Settings("ru")
        choice = entry.enter_moves(settings, session, "док жаним", lambda question: False).choice
        assert choice is not None
        assert entry.chosen(settings, session, choice, answer) == 7
        assert entry.chosen(settings, session, choice, "нет") == 0
        assert entry.chosen(settings, session, choice, "Аня") == 0
        assert entry.chosen(settings, session, choice, "вор аня") == 0


def test_a_misspelt_sender_is_agreed_to(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("Жана: ворую у Глеба")
    assert "Может быть, 7 Жанна?" in desk.text()
    desk.say("да")
    assert last(saves)["moves"] == {"thief": "Глеб"}
    desk.close()


def test_a_misspelt_voter_is_agreed_to(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    desk.say("Жана: за Глеба")
    assert "Может быть, 7 Жанна?" in desk.text()
    desk.say("да")
    assert last(saves)["votes"] == [["Жанна", "Глеб"]]
    desk.say("Игор - Глеб", "Игорь")
    assert last(saves)["votes"] == [["Жанна", "Глеб"], ["Игорь", "Глеб"]]
    desk.close()


def test_a_bare_enter_drops_it_and_judges_nothing(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("док бор", "")
    assert last(saves)["moves"] == {}
    assert "Если рассвет сейчас" not in desk.text()
    desk.say("")
    assert "Если рассвет сейчас" in desk.text()
    desk.close()


def test_another_line_goes_before_the_choice(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("док бор", "вор аня")
    assert last(saves)["moves"] == {"thief": "Аня"}
    desk.say("2")
    assert last(saves)["moves"] == {"thief": "Аня"}
    desk.say("док бор", "9")  # nobody of those asked about
    assert last(saves)["moves"] == {"thief": "Аня"}
    desk.close()


def test_one_of_two_names_or_the_sender_is_doubtful(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    desk.say("жур аня, бор", "2")
    assert last(saves)["moves"] == {"journalist": ["Аня", "Борис"]}
    desk.say("бор: проверь аню", "3")
    assert last(saves)["moves"] == {"journalist": ["Аня", "Борис"], "commissar": "Аня"}
    desk.close()


def test_several_questions_of_a_paste_are_listed(saves: Path, mafia: Mafia) -> None:
    desk = at_night(saves, mafia)
    paste(desk, "док бор", "вор аня", "ком бор", "рев киру")
    assert "Не понято: «док бор»." in desk.text()
    assert "Не понято: «ком бор»." in desk.text()
    assert "Не записано: «рев киру»." in desk.text()
    assert "Номер - записать" not in desk.text()
    assert last(saves)["moves"] == {"thief": "Аня"}
    desk.say("2")
    assert last(saves)["moves"] == {"thief": "Аня"}
    desk.close()


# --- a vote -----------------------------------------------------------------------------------------------


def test_a_pasted_chat_and_its_refused_ballots(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    chat = ["Аня: голосую за Бориса", "Егор: ну и ночка", "Аня: голосую за Глеба", "Игорь - Игорь", "Даша - Аня"]
    paste(desk, *chat)
    assert last(saves)["votes"] == [["Аня", "Борис"], ["Даша", "Аня"]]
    text = desk.text()
    assert "Не принято: Аня → Глеб (4.6)." in text
    assert "Не принято: Игорь → Игорь (4.6)." in text
    assert "ну и ночка" in text
    assert "/лог аня" in text
    desk.say("/описка аня")
    assert last(saves)["votes"] == [["Даша", "Аня"], ["Аня", "Глеб"]]
    desk.say("Кира - Глеб")  # the other refused ballot is still at hand
    desk.say("/лог")
    steps = parse((saves / "eve.toml").read_bytes())["steps"]
    assert [step for step in steps if step["kind"] == "violation"] == [
        {"kind": "violation", "target": "Игорь", "rule": "4.6"}
    ]
    desk.say("/лог")
    assert "Отклонённых голосов сейчас нет." in desk.text()
    desk.close()


def test_the_last_of_several_slips_stands(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    paste(desk, "Аня - Борис", "Аня - Глеб", "Аня - Даша", "Игорь - Игорь")
    desk.say("/описка")
    assert last(saves)["votes"] == [["Аня", "Даша"]]
    assert desk.text().count("Не принято: Игорь → Игорь (4.6).") == 2  # no slip makes this one right
    desk.say("/лог игорь")
    assert [entry for entry in last(saves)["entries"] if entry == ["step"]] == [["step"]]
    desk.close()


def test_nothing_refused_is_left_after_an_undo_or_the_close(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    desk.say("Аня - Борис", "Аня - Глеб", "/отмена", "/описка")
    assert "Отклонённых голосов сейчас нет." in desk.text()
    assert last(saves)["votes"] == [["Аня", "Борис"]]
    desk.close()


def test_a_doubtful_candidate_and_a_doubtful_voter(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    desk.say("Аня - бор", "3")
    assert last(saves)["votes"] == [["Аня", "Борислав"]]
    desk.say("бор - Глеб", "2")
    assert last(saves)["votes"] == [["Аня", "Борислав"], ["Борис", "Глеб"]]
    desk.close()


def test_a_pass_in_the_acquittal_is_no_vote(saves: Path, mafia: Mafia) -> None:
    desk = at_vote(saves, mafia)
    desk.say("Аня - Борис", "", "д")
    paste(desk, "Аня: пас", "Глеб: оправдать", "Даша = -")
    assert last(saves)["acquit"] == [["Глеб", True], ["Даша", False]]
    desk.close()


# --- why --------------------------------------------------------------------------------------------------


def test_why_at_the_desk(saves: Path, mafia: Mafia) -> None:
    assert mafia("night", "--move", "маф=Кира", "--move", "ком=Кира", "--judge", "--yes")[0] == 0
    assert mafia("vote", "--close", "--yes")[0] == 0
    desk = sit(saves, rows=60)
    desk.say("/почему")
    assert "\nДень 1\n" in desk.text()
    desk.say("/почему ночь 1")
    assert "взаимно отменяется (3.12)" in desk.text()
    desk.say("/п ночь 1 борислава")
    assert "Ночь 1, Борислав" in desk.text()
    desk.say("/почему киру")
    assert "День 1, Кира" in desk.text()
    desk.say("/почему ночь")
    desk.say("/почему ночь 7")
    assert "Ночи 7 ещё не было. Есть: 1." in desk.text()
    desk.say("/why day 2")
    assert "Дня 2 ещё не было. Есть: 1." in desk.text()
    desk.close()
