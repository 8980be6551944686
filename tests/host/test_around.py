"""An evening at the desk: a theme, two tracks, a timer, a violation and a blacklisted player."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen, Terminal

from mafia_cli.host import timing
from mafia_cli.script.toml import parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]

NICKS = ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Зоя"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def game(mafia: Mafia, tmp_path: Path) -> None:
    """A pirates' game: roles sent, two tracks, minutes."""
    players, deal, tracks = (tmp_path / name for name in ("players.txt", "deal.txt", "tracks.txt"))
    players.write_text("\n".join(NICKS), encoding="utf-8")
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(NICKS, ROLES, strict=True)), encoding="utf-8")
    tracks.write_text("1. Йо-хо-хо | Вера\n2. Штиль\n", encoding="utf-8")
    assert mafia("blacklist", "add", "Зoя", "--reason", "спор с ведущим")[0] == 0
    made = ["new", "eve", "--players", str(players), "--deal", str(deal), "--pack", "pirates", "--lang", "ru"]
    status, _, err = mafia(*made)
    assert status == 1
    assert "«Зоя» похож на имя из чёрного списка: Зoя; спор с ведущим" in err
    assert mafia(*made, "--seed", "7", "--yes")[0] == 0
    assert mafia("pm", "--sent", "all")[0] == 0
    assert mafia("music", "--add", str(tracks))[0] == 0
    assert mafia("timer", "night=7", "vote=3", "discussion=5", "слово=1")[0] == 0


@pytest.fixture
def desk(game: None, saves: Path, monkeypatch: pytest.MonkeyPatch) -> Screen:
    """The desk at that game, its acquaintance text copied; the clock is the screen's."""
    sat = Screen(saves, "play", "--game", "eve", answers=True)
    monkeypatch.setattr(timing, "monotonic", lambda: sat.now)
    sat.say("")
    return sat


def saved(saves: Path) -> dict[str, Any]:
    return parse((saves / "eve.toml").read_bytes())


def read(sat: Screen) -> str:
    """The whole of the screen and what has rolled off it, each blank one."""
    return " ".join(sat.text().split())


def test_an_evening_around_the_table(desk: Screen, saves: Path) -> None:
    desk.say("")  # night 1
    assert "Музыка ночи 1: Йо-хо-хо (Вера)" in read(desk)
    assert "Морской дьявол" not in read(desk), "only roles in the game are called"
    assert "Мятежник, Боцман с фонарём, Судовой лекарь, Сирена" in read(desk)
    assert desk.seen("ночь 7:00")
    desk.until("ночь 6:52")
    desk.say("/текст музыка")
    assert "Включает Вера." in read(desk)
    desk.say("маф зоя", "ком аня", "док аня", "путана борис", "", "")
    told = saved(saves)
    assert [step["kind"] for step in told["steps"]] == ["night"]
    desk.say("")  # the morning is copied, the discussion begins
    assert re.search(r"(мятежник|Мятежник)\w+ .*погибает Зоя", read(desk))
    assert desk.seen("обсуждение 5:00")
    desk.say("Аня: кто это был?", "/говорил Глеб, даша")
    assert "говорили 3/7" in read(desk)
    assert saved(saves)["steps"][-1]["spoke"] == ["Аня", "Глеб", "Даша"]
    desk.say("/текст молчат")
    assert "Сегодня ещё не сказали ни слова: Борис, Вера, Егор, Жанна." in read(desk)
    while "call day 1" not in [one["about"] for one in saved(saves)["told"]]:
        desk.say("")
    desk.until("голосование 2:59")
    desk.say("/таймер пауза")
    assert "⏸ голосование 2:59" in read(desk)
    desk.say("/таймер +", "/таймер стоп")
    assert "Таймера нет" in read(desk)
    desk.say("/нарушение Глеб 4.3 назвал роль", "н", "н")
    assert "врать о роли можно (4.1)" in read(desk)
    desk.say("/нарушение Глеб 4.6")
    assert "Глеб: уже 2 предупреждения." in read(desk)
    desk.say("/простить Глеб 4.6 опечатка", "/статус")
    assert "правило 4.6 (после ночи 1), прощено: опечатка" in read(desk)
    desk.say("/отошла Жанна", "/чс")
    assert "Жанна: нет на месте" in read(desk)
    assert "Зoя; спор с ведущим" in read(desk)
    doc = saved(saves)
    assert doc["steps"][-1]["open"] is True
    assert doc["pack"] == "pirates"
    desk.say("/выход")
    assert desk.close() == 0


def test_a_timer_counts_down_while_the_host_types_and_rings(desk: Screen) -> None:
    desk.say("/таймер голосование 0:12")
    desk.press("недописан")
    before = desk.raw.count(b"\a")
    desk.until("голосование 0:10 · в чат")
    assert desk.raw.count(b"\a") == before + 1
    desk.until("голосование 0:07")
    assert desk.raw.count(b"\a") == before + 1
    assert desk.seen("недописан")
    desk.press("\x15")
    desk.say("/текст время")
    assert "голосование: осталось 7 секунд" in read(desk)
    desk.close()


def test_in_a_real_terminal_the_timer_runs_by_itself(game: None, saves: Path) -> None:
    desk = Terminal(saves, "play", "--game", "eve", answers=True)
    desk.say("", "/таймер голосование 5")
    desk.press("недописан")
    desk.until(r"голосование [0-4]:\d\d")
    assert desk.seen("недописан")
    assert desk.close() is None


def test_an_excluded_player_before_the_first_night_brings_a_new_deal(desk: Screen, saves: Path) -> None:
    desk.say("/исключить зоя 1.5", "д", "н", "д")
    assert "Роли розданы заново" in read(desk)
    doc = saved(saves)
    assert len(doc["players"]) == 7
    assert not doc.get("steps")
    desk.close()


def test_the_missing_and_who_leaves_the_queue_are_logged(desk: Screen, mafia: Mafia, saves: Path) -> None:
    desk.say("/выход")
    desk.close()
    for command in (["night", "--judge"], ["vote", "--close"], ["night", "--judge"]):
        assert mafia(*command, "--yes", "--game", "eve")[0] == 0
    sat = Screen(saves, "play", "--game", "eve", answers=True)
    while not saved(saves)["steps"][-1].get("open"):
        sat.say("")
    sat.say("Аня: Борис", "Вера: Борис", "", "д", "/очередь")
    assert "Борис: нарушение правила 4.9." in read(sat)
    sat.say("Аня: посадить", "", "", "д", "д")
    steps = [(step["target"], step["rule"]) for step in saved(saves)["steps"] if step["kind"] == "violation"]
    assert steps[0] == ("Борис", "4.9")
    assert {rule for _, rule in steps[1:]} == {"4.5"}
    assert {"Борис", "Глеб", "Даша"} <= {nick for nick, _ in steps[1:]}
    sat.close()
