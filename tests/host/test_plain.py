"""Plain mode at the desk, for a screen reader or a dumb terminal: whole new lines, nothing drawn, nothing repeated."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from terminal import NOTHING, Keyboard, Screen, Terminal

from mafia_cli.host import plain, timing
from mafia_cli.script.toml import dumps, parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

SAMPLE = parse((Path(__file__).parents[2] / "saves" / "example.toml").read_bytes())
ESCAPES = re.compile("\x1b|\r(?!\r?\n)|[\u2500-\u259f]")
"""What moves, colours or frames: escapes, a return without a new line, lines and blocks."""
WAYS = {"option": (["--plain"], NOTHING), "variable": ([], {"MAFIA_PLAIN": "1"}), "dumb": ([], {"TERM": "dumb"})}
TEE = ("sh", "-c", '"$@" | cat', "sh", sys.executable, "-m", "mafia_cli")
"""What is shown also goes through a pipe."""

Start = Callable[..., "Plain"]


class Plain:
    """The program before a host who reads line by line what is new."""

    def __init__(self, window: Screen | Terminal) -> None:
        self.window, self.read = window, 0

    @property
    def all(self) -> str:
        """All that was shown."""
        return self.window.raw.decode(errors="replace").replace("\r\n", "\n")

    def until(self, text: str) -> str:
        """Wait for this text and return all that is new, up to it."""
        while (found := self.all.find(text, self.read)) < 0:
            assert self.window.alive, self.all
            self.window.more()
        begin, self.read = self.read, found + len(text)
        return self.all[begin : self.read]

    def say(self, line: str, then: str = "\n> ") -> str:
        """Type a line and Enter; return what is shown up to the next prompt, or to this text."""
        self.window.press(f"{line}\r")
        return self.until(then)

    def leave(self, keys: str) -> str:
        """Press the last keys and return all that was shown up to the end."""
        self.window.press(keys)
        self.window.ended()
        return self.all


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    saves = tmp_path / "saves"
    saves.mkdir()
    started: list[Screen | Terminal] = []
    waits = plain._waits
    monkeypatch.setattr(
        plain,
        "_waits",
        lambda seconds: sys.stdin.waits(seconds) if isinstance(sys.stdin, Keyboard) else waits(seconds),
    )

    def go(
        *args: str, steps: int | None = None, way: str = "option", sit: type[Screen | Terminal] = Screen, **how: Any
    ) -> Plain:
        if steps is not None:
            doc = {key: value for key, value in SAMPLE.items() if key not in ("example", "told")}
            (saves / "вечер.toml").write_text(dumps({**doc, "steps": doc["steps"][:steps]}), encoding="utf-8")
        before, env = WAYS[way]
        started.append(sit(saves, *before, *args, plain=True, env=env, **how))
        return Plain(started[-1])

    yield go
    for one in started:
        one.close()


def opened_night(start: Start, **how: object) -> Plain:
    """At the desk with the night after the first day open and all texts before it skipped."""
    host = start("play", "--game", "вечер", steps=2, **how)
    host.until("\n> ")
    while "рассвет" not in host.all:
        host.say("")
    return host


@pytest.mark.parametrize(("sit", "way"), [(Terminal, "option"), *((Screen, way) for way in WAYS)])
def test_the_desk_draws_nothing(start: Start, sit: type[Screen | Terminal], way: str) -> None:
    host = opened_night(start, sit=sit, way=way)
    host.say("док царевич")
    host.say("кто-то")
    host.say("/статус")
    host.say("")
    text = host.leave("/выход\r")
    assert ESCAPES.findall(text) == []
    assert "готово, Доктор: Царевич" in text
    assert "ждём, Маньяк: 7 Водяной" in text
    assert "✓ Доктор" not in text
    assert "-- Если рассвет сейчас, ночь 2\n" in text
    assert "вне игры: день 1" in text


def test_what_is_shown_also_goes_through_a_pipe(start: Start) -> None:
    host = start("play", "--game", "вечер", steps=2, way="variable", sit=Terminal, command=TEE)
    host.until("> ")
    assert ESCAPES.findall(host.leave("/выход\r")) == []


def test_of_the_board_only_news_is_said(start: Start) -> None:
    host = opened_night(start)
    said = host.say("док царевич").splitlines()
    board = [line for line in said if line.startswith(("Ночь", "готово", "ждём", "не ходит"))]
    assert [line.partition(" · ")[0] for line in board] == ["Ночь 2", "готово, Доктор: Царевич"]
    said = host.say("кто-то").splitlines()
    assert [line for line in said if line.startswith(("Ночь", "готово", "ждём", "не ходит"))] == []
    assert "ждём, Маньяк: 7 Водяной" in host.say("/все").splitlines()
    host.say("маньяк пас")
    assert "ждём, Маньяк: 7 Водяной" in host.say("/отмена").splitlines()


def test_a_pasted_list_is_one_answer_and_lines_typed_ahead_are_one_each(start: Start, tmp_path: Path) -> None:
    host = start("new", early="Пятница\rрусский\r")
    host.until("пропустить:")
    host.say("Ведущий", "Чат:")
    host.say("", "Игроки, все сразу или по одному:")
    said = host.say("\r".join(f"{n}. Игрок{n}" for n in range(1, 11)), "список готов >")
    assert said.count("список готов") == 1
    assert [line for line in said.splitlines() if line.startswith("  1 ")] == ["  1 Игрок1"]  # one a line, not columns
    assert "\n 10 Игрок10\n" in said
    host.say("", "Темы через запятую")
    assert ESCAPES.findall(host.all) == []
    (path,) = (tmp_path / "saves").glob("*.toml")
    setup = parse(path.read_bytes())["setup"]
    assert (setup["name"], setup["lang"], setup["host"]) == ("Пятница", "ru", "Ведущий")
    assert len(setup["players"]) == 10


def test_a_menu_is_picked_from_by_number(start: Start) -> None:
    host = opened_night(start)
    menu = host.say("/меню", "Номер [1]:")
    assert "1. Мафия: ждём" in menu.splitlines()
    for number in ("99", "0", "00021", "9" * 400):
        assert "Номер от 1 до" in host.say(number, "Номер [1]:")
    host.say("3", "назад):")
    assert "такого игрока нет" in host.say("никто", "назад):")
    menu = host.say("Илья", "]:")
    chosen = next(line for line in menu.splitlines() if line.startswith("3. "))
    assert chosen.endswith("→ Илья")
    last = re.findall(r"(?m)^(\d+)\. готово", menu)[-1]
    assert f": {'Илья'}" in host.say(last)


def test_a_timer_stands_above_the_prompt_and_rings(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    host = opened_night(start)
    screen = host.window
    assert isinstance(screen, Screen)
    monkeypatch.setattr(timing, "monotonic", lambda: screen.now)
    assert host.say("/таймер 5").count("Таймер: ночь") == 1
    assert host.say("/таймер пауза").count("Таймер стоит: ночь") == 1
    host.say("/таймер 0.02")
    assert "\a" not in host.all
    host.until("\a")  # while nobody types


def test_the_end_of_input_and_ctrl_c_leave_the_desk(start: Start) -> None:
    host = opened_night(start, sit=Terminal)
    assert "Игра «Сказочный вечер» сохранена. Продолжить: mafia" in " ".join(host.leave("\x04").split())
    assert host.window.ended() == 0
    host = opened_night(start, sit=Terminal)
    assert "Продолжить: mafia" in host.leave("\x03")
    assert host.window.ended() == 130


def test_ctrl_c_leaves_a_new_game(start: Start) -> None:
    host = start("new", sit=Terminal)
    host.until("вечер")
    host.say("Пятница", "Язык")
    assert "Продолжить: mafia new" in host.leave("\x03")
    assert ESCAPES.findall(host.all) == []


def test_the_readme_shows_what_is_said(start: Start) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (door,) = re.findall(r"```text\n(Незаконченных.*?)\n >\n```", readme, re.DOTALL)
    (desk,) = re.findall(r"```text\n> (док .*?)\n```", readme, re.DOTALL)
    host = opened_night(start)
    typed, _, shown = desk.partition("\n")
    assert host.say(typed).rstrip() == f"{typed}\n{shown}"
    host.say("/конец город", "нет]")
    host.say("д")
    host.leave("/выход\r")
    assert start().until("> ").rstrip() == f"{door}\n>"
