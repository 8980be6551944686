"""``mafia player find`` and ``mafia player alias``: who is meant by a text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mafia_cli.script.toml import parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
Find = Callable[..., dict[str, Any]]

PLAYERS = "anya_92 = Аня\nБорис\nБорислав\nВера\nGleb = Глеб\nДаша\n7\nЖанна д’Арк\nСаша\nСаши\n"


@pytest.fixture
def game(mafia: Mafia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAFIA_LANG", "ru")
    (tmp_path / "players.txt").write_text(PLAYERS, encoding="utf-8")
    status, _, err = mafia("new", "eve", "--players", "players.txt", "--yes")
    assert status == 0, err
    assert mafia("pm", "--sent", "all")[0] == 0
    return tmp_path / "saves" / "eve.toml"


@pytest.fixture
def find(game: Path, mafia: Mafia) -> Find:
    def call(*text: str) -> dict[str, Any]:
        before = game.read_bytes()
        status, out, err = mafia("player", "find", "--json", "--", *text)
        assert (status, err, game.read_bytes()) == (0, "", before)
        answer: dict[str, Any] = json.loads(out)
        assert list(answer) == ["as", "nick", "candidates"]
        return answer

    return call


@pytest.mark.parametrize(
    ("text", "nick"),
    [
        ("Аня", "Аня"),
        ("аню", "Аня"),
        ("fyz", "Аня"),
        ("anya_92", "Аня"),
        ("@anya_92", "Аня"),
        ("1", "Аня"),
        ("№5", "Глеб"),
        ("7", "7"),
        ("gleb", "Глеб"),
        ("верой", "Вера"),
        ("борислва", "Борислав"),
        ("жанна", "Жанна д’Арк"),
        ("жанну д'арк", "Жанна д’Арк"),
        ("Саши", "Саши"),
        ("Bера", "Вера"),
    ],
)
def test_one(find: Find, text: str, nick: str) -> None:
    assert find(text) == {"as": "one", "nick": nick, "candidates": []}
    assert find(*text.split()) == find(text)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [("бор", ["Борис", "Борислав"]), ("саше", ["Саша", "Саши"]), ("в", ["Вера"])],
)
def test_several_or_a_weak_one(find: Find, text: str, candidates: list[str]) -> None:
    assert find(text) == {"as": "ask", "nick": None, "candidates": candidates}


@pytest.mark.parametrize("text", ["", " ", "77", "кто-то", "-", "--help", "[", "{nick}", "я" * 5000, "\x1b[31m"])
def test_nobody(find: Find, text: str) -> None:
    assert find(text) == {"as": "none", "nick": None, "candidates": []}


def test_in_plain_words(game: Path, mafia: Mafia) -> None:
    assert mafia("player", "find", "аню") == (0, "1 Аня\n", "")
    assert mafia("player", "find", "бор") == (0, "Кто именно: 2 Борис, 3 Борислав?\n", "")
    assert mafia("player", "find", "в") == (0, "Может быть, 4 Вера?\n", "")
    assert mafia("player", "find", "\x1b[31m")[1] == "Такого игрока нет: «␛[31m».\n"
    assert mafia("player", "find", "бор", "--lang", "en")[1] == "Which one: 2 Борис, 3 Борислав?\n"


def test_the_dead_are_found_and_named_so(game: Path, find: Find, mafia: Mafia) -> None:
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert mafia("override", "--reason", "x", "--dead", "Вера")[0] == 0
    assert find("веру")["nick"] == "Вера"
    assert mafia("player", "find", "веру")[1] == "4 Вера, вне игры с ночи 1\n"


def test_other_names(game: Path, find: Find, mafia: Mafia) -> None:
    assert find("Анютка")["as"] == "none"
    status, out, _ = mafia("player", "alias", "аня", "Анютка")
    assert (status, out) == (0, "Аня: записано ещё одно имя.\n")
    assert find("анютку")["nick"] == "Аня"
    assert parse(game.read_bytes())["steps"] == [{"kind": "alias", "target": "Аня", "to": "Анютка"}]
    assert mafia("player", "rename", "анютка", "Мила")[0] == 0
    assert find("Аня")["nick"] == "Мила"
    assert find("анютка")["nick"] == "Мила"
    assert mafia("undo")[0] == 0
    assert mafia("player", "alias", "никто", "Тень")[0] == 1
    assert mafia("player", "alias", "Аня", "")[0] == 1


def test_every_command_reads_names_so(game: Path, mafia: Mafia) -> None:
    assert mafia("player", "violation", "fyz", "4.2")[0] == 0
    assert mafia("player", "replace", "верой", "Яна")[0] == 0
    assert mafia("player", "exclude", "gleb")[0] == 0
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert mafia("override", "--reason", "x", "--dead", "дашу", "--mayor", "№1")[0] == 0
    assert mafia("pm", "аню")[0] == 0
    assert mafia("why", "аню")[0] == 0
    kinds = {step["kind"]: step.get("target") for step in parse(game.read_bytes())["steps"]}
    assert kinds["violation"] == "Аня"
    assert kinds["replace"] == "Вера"
    assert kinds["exclude"] == "Глеб"
    status, _, err = mafia("player", "exclude", "бор")
    assert status == 1
    assert "Борис, Борислав" in err


def test_before_there_is_a_game(mafia: Mafia) -> None:
    status, out, err = mafia("player", "find", "Ann", "--json")
    assert (status, out) == (1, "")
    assert err
