"""``mafia status``, ``games`` and ``rules``, run as commands on saves in a folder."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mafia_cli.cli.app import run
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.script.toml import dumps, parse
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import width
from mafia_cli.words.rulebook import NUMBERS

sys.path.append(str(Path(__file__).parents[1] / "host"))
from terminal import Screen

ROOT = Path(__file__).parent.parent.parent
EXAMPLE: dict[str, Any] = parse((ROOT / "saves" / "example.toml").read_bytes())
RU, EN = Words("ru"), Words("en")
Look = Callable[..., str]


def a_game(steps: int = 11, **more: Any) -> dict[str, Any]:
    """The example's first steps as a game of one's own; ``more`` goes into the header, a list is added to its own."""
    doc = {key: value for key, value in EXAMPLE.items() if key != "example"}
    doc["steps"] = EXAMPLE["steps"][:steps] + more.pop("more_steps", [])
    return {**doc, **more}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("MAFIA_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path))
    return tmp_path


@pytest.fixture
def said(folder: Path, capsys: pytest.CaptureFixture[str]) -> Look:
    """Run a command in Russian; return what it says on standard output, or on standard error for another status."""

    def look(*argv: str, status: int = 0, lang: str = "ru") -> str:
        assert run([*argv, "--lang", lang]) == status
        out, err = capsys.readouterr()
        assert (err if status == 0 else out) == ""
        return out if status == 0 else err

    return look


def put(folder: Path, doc: dict[str, Any], name: str = "game", age: int = 0) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(dumps(doc), "utf-8")
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def columns_of(text: str) -> int:
    return max(sum(map(width, line)) for line in text.splitlines())


# --- status -----------------------------------------------------------------------------------------------


def test_status_shows_every_seat_with_role_state_and_marks(folder: Path, said: Look) -> None:
    put(folder, a_game(1))
    lines = said("status").splitlines()
    assert lines[0] == "Сказочный вечер, тема: Русские сказки"
    assert lines[1] == "После ночи 1; живых 14 из 14. Победителя пока нет."
    rows = lines[3:17]
    for row, player in zip(rows, EXAMPLE["players"], strict=True):
        assert player["nick"] in row
        assert RU.role(Role(player["role"])) in row
    assert rows[3].endswith("в игре, соблазн")
    assert rows[7].endswith("в игре, титул мэра")
    assert rows[12].endswith("в игре, яд")
    assert lines[17] == "Сроки: маньяк: ночь 2; доктор лечит себя: с ночи 6; отравитель: ночь 4."
    assert len(lines) == 18


@pytest.mark.parametrize(
    ("seat", "out"),
    [
        (1, "✗ день 1, тюрьма"),
        (4, "✗ после ночи 3, от кабума"),
        (5, "✗ ночь 3, от отражённого удара"),
        (7, "✗ ночь 3, от рук ревнивца"),
        (13, "✗ ночь 2, от яда"),
        (14, "✗ после дня 2, ради другой жизни"),
    ],
)
def test_status_tells_when_and_of_what_somebody_went_out(folder: Path, said: Look, seat: int, out: str) -> None:
    put(folder, a_game())
    text = said("status")
    assert "Игра окончена, победитель: город." in text
    assert next(line for line in text.splitlines() if line.split()[:1] == [str(seat)]).endswith(out)


def test_status_names_who_moved_and_who_is_waited_for(folder: Path, said: Look) -> None:
    moves = {"mafia": "Илья", "doctor": ""}
    put(folder, a_game(3, more_steps=[{"kind": "night", "open": True, "moves": moves}]))
    text = " ".join(said("status").split())
    assert "Ночь 2 идёт. Ходы: мафия → Илья; доктор: пропуск." in text
    assert "Ждём: маньяк, комиссар, казанова, ревнивец, телохранитель." in text


def test_status_of_an_open_night_before_and_after_all_moves(folder: Path, said: Look) -> None:
    put(folder, a_game(6, more_steps=[{"kind": "night", "open": True}]))
    assert "Ночь 3 идёт. Ходов пока нет. Ждём: мафия" in said("status")
    put(folder, a_game(6, more_steps=[{"kind": "night", "open": True, "moves": EXAMPLE["steps"][6]["moves"]}]))
    assert "Все ответили, можно судить." in " ".join(said("status").split())


def test_status_of_an_open_vote_and_of_its_acquittal(folder: Path, said: Look) -> None:
    votes = EXAMPLE["steps"][4]["votes"]
    put(folder, a_game(4, more_steps=[{"kind": "day", "open": True, "votes": votes[:-1]}]))
    assert "День 2, голосование: 9 голосов. Без голоса: Снегурочка." in said("status")
    put(folder, a_game(4, more_steps=[{"kind": "day", "open": True, "votes": votes, "acquit": [["Царевич", True]]}]))
    assert "День 2, оправдание (Баба-Яга): 1 голос. Без голоса: Кощей" in said("status")


def test_status_lists_violations_rulings_overrides_and_what_is_unsent(folder: Path, said: Look) -> None:
    more = [
        {"kind": "violation", "target": "Леший", "rule": "4.2", "note": "шептал в личку"},
        {"kind": "override", "reason": "ошибка в подсчёте", "poisoned": ["Василиса"], "answers": {"commissar": "-"}},
    ]
    put(folder, a_game(3, more_steps=more, rulings={"tie": "nobody", "mayor_heir": "random"}))
    text = " ".join(said("status").split())
    assert "Нарушения: 10 Домовой, правило 4.6 (после дня 1); 5 Леший, правило 4.2 (после дня 1): шептал" in text
    assert "Решения не по умолчанию: mayor_heir = random, tie = nobody." in text
    assert "Решение ведущего (после дня 1): ошибка в подсчёте" in text
    assert "Не отправлено в личные сообщения: ответ ночи 1, исправить (3 Василиса)." in text


def test_status_asks_for_an_heir_and_tells_what_is_spent(folder: Path, said: Look) -> None:
    put(folder, a_game(8))
    assert "назовите наследника титула (2.8)" in " ".join(said("status").split())
    put(folder, a_game(8, more_steps=[{"kind": "override", "reason": "передумали", "alive": ["Емеля", "Снегурочка"]}]))
    assert "кабум уже был; возвращение уже было" in " ".join(said("status").split())


@pytest.mark.parametrize(("winner", "expected"), [("", "Игра прервана."), ("mafia", "победитель: мафия")])
def test_status_of_a_game_broken_off_or_ended_otherwise(folder: Path, said: Look, winner: str, expected: str) -> None:
    put(folder, a_game(2, more_steps=[{"kind": "end", "winner": winner}]))
    assert expected in said("status")


def test_status_marks_the_excluded_dead(folder: Path, said: Look) -> None:
    put(folder, a_game(3, more_steps=[{"kind": "exclude", "target": "Колобок"}, {"kind": "exclude", "target": "Илья"}]))
    rows = said("status").splitlines()
    assert rows[3].endswith("✗ день 1, тюрьма, исключение")
    assert rows[13].endswith("✗ после дня 1, исключение из игры")


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("room", [80, 60])
def test_a_game_of_sixteen_fits_the_screen(
    folder: Path, said: Look, monkeypatch: pytest.MonkeyPatch, lang: str, room: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(room))
    players = [*EXAMPLE["players"], {"nick": "Серый Волк", "role": "thief"}, {"nick": "Кот Баюн", "role": "journalist"}]
    put(folder, {**a_game(1), "players": players})
    text = said("status", lang=lang)
    assert columns_of(text) <= room
    assert room < 80 or len(text.splitlines()) <= 23  # and the prompt
    put(folder, {**a_game(), "players": players})
    assert columns_of(said("status", lang=lang)) <= room


def test_long_and_wide_nicks_are_cut_and_late_causes_wrapped(
    folder: Path, said: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    doc = a_game()
    doc["steps"] = [{"kind": "rename", "target": "Леший", "to": "漢字" * 20}, *_renamed(doc["steps"], "漢字" * 20)]
    put(folder, doc)
    text = said("status")
    assert columns_of(text) <= 60
    assert "漢字" in text
    assert "отражённого" in text


def _renamed(steps: list[dict[str, Any]], nick: str) -> list[dict[str, Any]]:
    changed: list[dict[str, Any]] = parse(dumps({"steps": steps}).replace('"Леший"', f'"{nick}"').encode())["steps"]
    return changed


def test_status_acts_on_the_game_last_written_or_the_one_named(folder: Path, said: Look) -> None:
    put(folder, a_game(1, name="новая"), "new")
    put(folder, a_game(11, name="старая"), "old", age=50)
    assert said("status").startswith("новая")
    assert said("status", "--game", "старая").startswith("старая")
    assert said("--game", "old", "status").startswith("старая")


def test_status_refuses_a_damaged_game_a_missing_one_and_roles_not_dealt(folder: Path, said: Look) -> None:
    assert said("status", status=1) == "Игры пока нет. Начните новую: mafia new.\n"
    put(folder, a_game(1, more_steps=[{"kind": "kabum", "target": "Никто"}]))
    assert said("status", status=1).startswith("steps[2].target: ")
    put(folder, {"players": [{"nick": "Аня"}]})
    assert "не розданы" in said("status", status=1)


def test_status_writes_and_locks_nothing(folder: Path, said: Look) -> None:
    path = put(folder, a_game(4))
    before = path.read_bytes()
    for command in (["status"], ["status", "--public"], ["games"], ["rules", "rulings"]):
        said(*command)
    assert [file.name for file in folder.iterdir()] == ["game.toml"]
    assert path.read_bytes() == before


# --- status --public --------------------------------------------------------------------------------------


def test_public_status_tells_what_the_chat_was_told(folder: Path, said: Look) -> None:
    put(folder, a_game(4))
    lines = said("status", "--public", lang="en").splitlines()  # the game's language rules what the chat reads
    assert lines[0] == "Русские сказки. После ночи 2; живых 11 из 14."
    assert lines[1] == "1. Колобок — день 1, тюрьма; роль: Мирный житель"
    assert lines[3] == "3. Василиса — сегодня не голосует, и за этого игрока не голосуют"
    assert lines[6] == "6. Жар-птица — ночь 2, от рук маньяка"
    assert lines[13] == "13. Соловей — ночь 2, от яда"
    assert [line for line in lines if "—" not in line][1:] == [
        "2. Кощей", "4. Емеля", "5. Леший", "7. Водяной", "8. Царевич", "9. Русалка", "10. Домовой", "11. Илья",
        "12. Баба-Яга", "14. Снегурочка",
    ]  # fmt: skip


@pytest.mark.parametrize("steps", range(11))
def test_public_status_betrays_no_role_poison_title_or_secret_cause(folder: Path, said: Look, steps: int) -> None:
    put(folder, a_game(steps))
    text = said("status", "--public").casefold()
    told = {"Колобок": Role.CITIZEN} if steps > 1 else {}
    told |= {"Кощей": Role.DON} if steps > 9 else {}
    for role in Role:
        name = RU.role(role).casefold()
        allowed = sum(held is role for held in told.values())
        assert text.count(f"роль: {name}") == allowed
        assert role in (Role.CITIZEN, Role.DON, Role.MAFIA) or name not in text.replace("от рук маньяка", "")
    assert text.count("яд") == (steps > 3)  # told of the one who died of it
    assert "ревнив" not in text
    assert "отраж" not in text
    assert "титул" not in text
    assert "победитель" not in text


def test_public_status_forgets_seduction_at_night_and_the_death_of_the_revived(folder: Path, said: Look) -> None:
    put(folder, a_game(6))
    text = said("status", "--public")
    assert "6. Жар-птица\n" in text
    assert "не голосует" not in text
    assert "14. Снегурочка — после дня 2, ради другой жизни" in text


def test_public_status_obeys_announce_causes_and_reveal_roles(folder: Path, said: Look) -> None:
    put(folder, a_game(8, rulings={"announce_causes": "none"}))
    text = said("status", "--public")
    assert "13. Соловей — ночь 2\n" in text
    assert "4. Емеля — после ночи 3\n" in text
    put(folder, a_game(8, rulings={"reveal_roles": "all"}))
    assert "13. Соловей — ночь 2, от яда; роль: Мафия\n" in said("status", "--public")


def test_public_status_tells_of_exclusions_and_overrides(folder: Path, said: Look) -> None:
    more = [
        {"kind": "exclude", "target": "Илья", "rule": "4.3"},
        {"kind": "exclude", "target": "Соловей"},
        {"kind": "override", "reason": "тайна", "seduced": ["Леший"], "jailed": ["Русалка"], "poisoned": ["Кощей"]},
    ]
    put(folder, a_game(4, more_steps=more))
    text = said("status", "--public")
    assert "11. Илья — после ночи 2, исключение из игры\n" in text
    assert "13. Соловей — ночь 2, от яда\n" in text
    assert "5. Леший — сегодня не голосует" in text
    assert "9. Русалка — после ночи 2, тюрьма" in text
    assert "3. Василиса\n" in text
    assert "тайна" not in text


def test_public_status_tells_all_roles_once_the_game_is_over(folder: Path, said: Look) -> None:
    put(folder, a_game())
    text = said("status", "--public")
    assert text.count("роль: ") == 14
    assert text.endswith("Игра окончена, победитель: город.\n")
    put(folder, a_game(2, more_steps=[{"kind": "end", "winner": ""}]))
    assert said("status", "--public").endswith("Игра прервана.\n")


# --- on a terminal ----------------------------------------------------------------------------------------


def on_terminal(folder: Path, *argv: str, rows: int = 24, **env: str) -> tuple[str, list[str]]:
    """Run a command before a screen; return the raw output and the lines on it."""
    screen = Screen(folder, *argv, rows=rows, env=env)
    assert screen.ended() == 0
    return screen.raw.decode(), screen.display().splitlines()


def test_on_a_terminal_the_table_is_richs_and_players_text_is_no_markup(folder: Path) -> None:
    more = [{"kind": "rename", "target": "Илья", "to": "[red]Илья[/]\x1b[31m:smile:"}]
    put(folder, a_game(3, more_steps=more, theme="[bold]тема"))
    raw, lines = on_terminal(folder, "status")
    assert lines[0] == "Сказочный вечер, тема: [bold]тема"
    assert lines[3] == "─" * len(lines[3])
    assert any("[red]Илья[/]␛[31m:smile:" in line for line in lines)
    assert "\x1b[31m" not in raw
    assert "\x1b[1m" in raw


def test_no_color_is_honoured_and_a_dumb_terminal_gets_plain_text(folder: Path) -> None:
    put(folder, a_game())
    raw, lines = on_terminal(folder, "status", NO_COLOR="1")
    assert not any(f"\x1b[{code}" in raw for code in range(30, 50))
    assert any("✗ день 1, тюрьма" in line for line in lines)
    raw, lines = on_terminal(folder, "games", TERM="dumb")
    assert "\x1b" not in raw
    assert any("окончена: город" in line for line in lines)


# --- games ------------------------------------------------------------------------------------------------


def test_games_are_listed_with_the_last_written_first(folder: Path, said: Look) -> None:
    put(folder, a_game(4, name="Пятница", theme="Пираты"), "friday")
    put(folder, a_game(11), "fairy", age=10)
    put(folder, EXAMPLE, "example", age=20)
    put(folder, {"name": "Сбор", "players": [{"nick": "Аня"}, {"nick": "Боря"}]}, "gathering", age=30)
    put(folder, a_game(4, more_steps=[{"kind": "day", "open": True}], name="День"), "day", age=40)
    put(folder, a_game(10), "won", age=50)
    head, *rows = said("games").splitlines()
    assert head.split() == ["Файл", "Название", "Дата", "Тема", "Игр.", "Состояние"]
    assert [row.split()[0] for row in rows if not row.startswith(" ")] == [
        "friday", "fairy", "example", "gathering", "day", "won",
    ]  # fmt: skip
    assert rows[0].split() == ["friday", "Пятница", "2025-11-08", "Пираты", "14", "после", "ночи", "2"]
    assert rows[1].endswith("окончена: город")
    assert rows[2].endswith("пример, окончена: город")
    assert rows[3].endswith("роли не розданы")
    assert rows[4].endswith("идёт день 2")
    assert "решена" in rows[5]


def test_a_damaged_save_is_listed_with_its_reason(folder: Path, said: Look) -> None:
    (folder / "broken.toml").write_text('name = "x"\nseed = \n')
    (folder / "cp1251.toml").write_bytes('name = "Вечер мафии"\n'.encode("cp1251"))
    (folder / "odd.toml").write_text("name = 5\ncreated = 1979-05-27\nplayers = 3\n")
    (folder / "step.toml").write_text(dumps(a_game(1, more_steps=[{"kind": "revive", "target": "Илья"}])))
    (folder / "newer.toml").write_text("format = 99\n")
    put(folder, a_game(2), "good")
    text = " ".join(said("games").split())
    assert text.count("! испорчена") == 5
    assert "! broken: Файл записан с ошибкой: строка 2" in text
    assert "windows-1251" in text
    assert "! odd: name: " in text
    assert "! step: steps[2]" in text
    assert "! newer: format: " in text
    assert "после дня 1" in text


def test_games_shows_twenty_unless_all_are_asked_for(folder: Path, said: Look) -> None:
    for at in range(23):
        put(folder, a_game(1), f"g{at:02}", age=at)
    text = said("games")
    assert "g19" in text
    assert "g20" not in text
    assert text.endswith("Ещё старше: 3. Показать все: mafia games --all\n")
    assert "g22" in said("games", "--all")


def test_no_games_is_no_error(folder: Path, said: Look) -> None:
    assert said("games") == f"Игр пока нет ({folder}). Начните новую: mafia new\n"
    assert said("games", "--saves", str(folder / "none")).startswith("Игр пока нет")


@pytest.mark.parametrize("room", [80, 60])
def test_the_list_of_games_keeps_to_the_screen(
    folder: Path, said: Look, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(room))
    put(folder, a_game(10, name="Очень длинное название вечера " * 5, theme="И тема не короче " * 5), "a" * 60)
    text = said("games")
    assert columns_of(text) <= room
    assert "2025-11-08" in text


# --- rules ------------------------------------------------------------------------------------------------


def test_rules_in_whole_by_number_by_role_and_by_ruling(folder: Path, said: Look) -> None:
    whole = said("rules")
    assert all(f"\n{number}. " in whole for number in NUMBERS)
    assert said("rules", "3.12").startswith("3.12. ")
    assert said("rules", "1.8.1.").startswith("1.8.1. ")
    assert said("rules", "antidote").startswith("antidote (3.10)")
    for word in ("doctor", "доктор", "ДОКТОР", "доктора"):
        assert said("rules", word).startswith("Доктор (2.4)")
    assert said("rules", "глава", "мафии").startswith("Дон мафии (2.2)")
    assert said("rules", "доктор", lang="en").startswith("Doctor (2.4)")


def test_rules_roles_and_rulings_are_tables(folder: Path, said: Look) -> None:
    assert [line.partition(":")[0] for line in said("rules", "roles").splitlines()] == list(Role)
    assert said("rules", "роли") == said("rules", "roles")
    lines = said("rules", "rulings").splitlines()
    assert lines[0] == "Решения по умолчанию:"
    assert [line.partition(" = ")[0] for line in lines[1 : len(RULINGS) + 1]] == list(RULINGS)
    assert said("rules", "решения") == said("rules", "rulings")


def test_rulings_are_those_of_the_game_that_is_on(folder: Path, said: Look) -> None:
    put(folder, a_game(2, rulings={"tie": "nobody"}))
    text = said("rules", "rulings")
    assert text.startswith("Решения игры «Сказочный вечер»:")
    assert "tie = nobody: " in text
    assert "\n  * nobody: " in said("rules", "tie")
    put(folder, a_game(11, rulings={"tie": "ask"}, name="прошлая"), "old", age=5)
    assert "tie = ask: " in said("rules", "rulings", "--game", "прошлая")
    assert "Игры «нет такой» нет" in said("rules", "rulings", "--game", "нет такой", status=1)


def test_a_damaged_game_does_not_hide_the_rules(folder: Path, said: Look) -> None:
    (folder / "broken.toml").write_text("players = \n")
    assert said("rules", "rulings").startswith("Решения по умолчанию:")
    put(folder, {"players": [{"nick": "Аня"}]}, "undealt")
    assert "(по умолчанию)" in said("rules", "tie")


@pytest.mark.parametrize(
    ("wanted", "right"),
    [
        ("3.13", "3.1 ... 3.12."),
        ("дохтар", "Возможно: доктор."),
        ("maniak_nights", "Возможно: maniac_nights."),
        ("rulngs", "Возможно: rulings."),
        ("zzz", "3.12, доктор, tie, roles, rulings."),
        ("\x1b[31m[red]", "«␛[31m[red]»"),
    ],
)
def test_an_unknown_word_is_told_what_would_be_right(folder: Path, said: Look, wanted: str, right: str) -> None:
    text = said("rules", wanted, status=1)
    assert right in text
    assert len(text.splitlines()) == 1


def test_a_role_lists_the_words_it_is_written_by(folder: Path, said: Look) -> None:
    last = said("rules", "doctor").splitlines()[-1]
    assert all(word in last for word in ("док", "врач", "doc", "medic"))
