"""Plain mode at the desk, for a screen reader or a dumb terminal: whole new lines, nothing drawn, nothing repeated."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from terminal import NOT_OURS

from mafia_cli.script.toml import dumps, parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

SAMPLE = parse((Path(__file__).parents[2] / "saves" / "example.toml").read_bytes())
ESCAPES = re.compile("\x1b|\r(?!\r?\n)|[\u2500-\u259f]")
"""What moves, colours or frames: escapes, a return without a new line, lines and blocks."""
WAYS = {"option": (["--plain"], {}), "variable": ([], {"MAFIA_PLAIN": "1"}), "dumb": ([], {"TERM": "dumb"})}

Start = Callable[..., "Plain"]


class Plain:
    """The program in a terminal of which every byte is kept."""

    def __init__(self, saves: Path, *args: str, way: str = "option", early: str = "", tee: bool = False) -> None:
        before, extra = WAYS[way]
        kept = {key: value for key, value in os.environ.items() if not key.startswith(NOT_OURS)}
        env = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "MAFIA_LANG": "ru", "MAFIA_NO_CLIPBOARD": "1"}
        line = [sys.executable, "-m", "mafia_cli", *before, *args]
        if tee:
            line = ["sh", "-c", '"$@" | cat', "sh", *line]
        self.child: pexpect.spawn[str] = pexpect.spawn(
            line[0],
            line[1:],
            env={**kept, **env, "MAFIA_SAVES": str(saves), **extra},
            encoding="utf-8",
            codec_errors="replace",
            dimensions=(24, 80),
            timeout=60,
        )
        self.child.delaybeforesend = None
        self.all = ""
        if early:
            self.child.send(early)

    def until(self, text: str) -> str:
        """Wait for this text and return all that came before it and it."""
        self.child.expect_exact(text)
        new = f"{self.child.before}{text}".replace("\r\n", "\n")
        self.all += new
        return new

    def say(self, line: str, then: str = "\r\n> ") -> str:
        """Type a line and Enter; return what is shown up to the next prompt, or to this text."""
        self.child.send(f"{line}\r")
        return self.until(then)

    def end(self) -> str:
        """Wait for the end of the program and return everything it showed."""
        self.child.expect(pexpect.EOF)
        self.all += str(self.child.before).replace("\r\n", "\n")
        self.child.close()
        return self.all


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    saves = tmp_path / "saves"
    saves.mkdir()
    started: list[Plain] = []

    def go(*args: str, steps: int | None = None, **how: object) -> Plain:
        if steps is not None:
            doc = {key: value for key, value in SAMPLE.items() if key not in ("example", "told")}
            (saves / "вечер.toml").write_text(dumps({**doc, "steps": doc["steps"][:steps]}), encoding="utf-8")
        started.append(Plain(saves, *args, **how))  # type: ignore[arg-type]
        return started[-1]

    yield go
    for one in started:
        one.child.close(force=True)


def opened_night(start: Start, **how: object) -> Plain:
    """At the desk with the night after the first day open and all texts before it skipped."""
    host = start("play", "--game", "вечер", steps=2, **how)
    host.until("\r\n> ")
    while "рассвет" not in host.all:
        host.say("")
    return host


@pytest.mark.parametrize("way", WAYS)
def test_the_desk_draws_nothing(start: Start, way: str) -> None:
    host = opened_night(start, way=way)
    host.say("док царевич")
    host.say("кто-то")
    host.say("/статус")
    host.say("")
    host.child.send("/выход\r")
    text = host.end()
    assert ESCAPES.findall(text) == []
    assert "готово, Доктор: Царевич" in text
    assert "ждём, Маньяк: 7 Водяной" in text
    assert "✓ Доктор" not in text
    assert "-- Если рассвет сейчас, ночь 2\n" in text
    assert "вне игры: день 1" in text


def test_what_is_shown_also_goes_through_a_pipe(start: Start) -> None:
    host = start("play", "--game", "вечер", steps=2, way="variable", tee=True)
    host.until("> ")
    host.child.send("/выход\r")
    assert ESCAPES.findall(host.end()) == []


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
    host.child.sendintr()
    assert "Продолжить: mafia new" in host.end()
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


def test_a_timer_stands_above_the_prompt_and_rings(start: Start) -> None:
    host = opened_night(start)
    assert host.say("/таймер 5").count("Таймер: ночь") == 1
    assert host.say("/таймер пауза").count("Таймер стоит: ночь") == 1
    if "\a" not in host.say("/таймер 0.02"):
        host.until("\a")  # while nobody types


def test_the_end_of_input_and_ctrl_c_leave_the_desk(start: Start) -> None:
    host = opened_night(start)
    host.child.sendeof()
    assert "Игра «Сказочный вечер» сохранена. Продолжить: mafia" in " ".join(host.end().split())
    assert host.child.exitstatus == 0
    host = opened_night(start)
    host.child.sendintr()
    assert "Продолжить: mafia" in host.end()
    assert host.child.exitstatus == 130


def test_the_readme_shows_what_is_said(start: Start) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (door,) = re.findall(r"```text\n(Незаконченных.*?)\n >\n```", readme, re.DOTALL)
    (desk,) = re.findall(r"```text\n> (док .*?)\n```", readme, re.DOTALL)
    host = opened_night(start)
    typed, _, shown = desk.partition("\n")
    assert host.say(typed).rstrip() == f"{typed}\n{shown}"
    host.child.send("/конец город\r")
    host.until("нет]")
    host.say("д")
    host.child.send("/выход\r")
    host.end()
    assert start().until("> ").rstrip() == f"{door}\n>"
