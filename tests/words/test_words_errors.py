"""Errors: one or two sentences, rule numbers where there are some, nasty values harmless and short."""

import ast
import pathlib
import re

import pytest
from loops import each
from words_games import BOTH, EN, NASTY, PEOPLE, RU, nick

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role
from mafia_cli.script import check as shapes
from mafia_cli.words.catalogue import LANGUAGES, Words, placeholders
from mafia_cli.words.clean import safe, width
from mafia_cli.words.errors import OWN, OWN_LETTERS, message, messages

ALL_CODES = sorted(RU.find("errors", "problem"))


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (
            Problem("waits", "2.6", {"role": Role.MANIAC, "night": 4}),
            "Маньяк сейчас не ходит (2.6). Ближайший ход: ночь 4.",
        ),
        (
            Problem("target_out", "1.7", {"role": Role.DOCTOR, "seat": 3}),
            f"Доктор: {nick(3)} уже вне игры. Выберите живого игрока (1.7).",
        ),
        (
            Problem("unknown_nick", "", {"nick": "Ана", "meant": ["Аня", "Яна"]}),
            "Игрока «Ана» в игре нет. Возможно: Аня, Яна.",
        ),
        (Problem("unknown_nick", "", {"nick": "Ана", "meant": []}), "Игрока «Ана» в игре нет."),
        (Problem("unknown_key", "", {"key": "move", "meant": "moves"}), "Неизвестный ключ «move». Возможно: moves."),
        (Problem("wrong_type", "", {"expected": "list of nicks"}), "Здесь должно быть другое: список ников."),
        (
            Problem("wrong_type", "", {"expected": "pair of a nick and true/false"}),
            "Здесь должно быть другое: пара: ник и true или false.",
        ),
        (
            Problem("unknown_choice", "1.8", {"ruling": "tie", "choice": "coin", "choices": ("revote", "nobody")}),
            "У решения tie нет варианта «coin». Есть: revote, nobody.",
        ),
        (
            Problem("unsent_pms", "1.5", {"seats": [2, 3]}),
            f"Роли в личные сообщения ещё не отправлены: {nick(2)}, {nick(3)}. "
            "Кто ничего не получил, считает себя мирным (1.5).",
        ),
        (
            Problem("unknown_role", "", {"role": "mayor", "meant": None}),
            "Неизвестная роль «mayor». Все роли: mafia rules roles.",
        ),
        (Problem("composition_missing", "", {"role": Role.MAYOR}), "Не хватает обязательной роли «Мэр»."),
        (Problem("no_reason", "1.2"), "Решение ведущего записывается с причиной. Добавьте её (1.2)."),
        (
            Problem("too_many", "", {"what": "players", "count": 99, "limit": 60}),
            "Слишком много игроков: 99, а можно не больше 60.",
        ),
        (
            Problem("not_utf8", "", {"guess": "windows-1251", "line": 1}),
            "Файл не в UTF-8 (строка 1), похоже на windows-1251. Сохраните его в UTF-8.",
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Problem) else "",
)
def test_messages(problem: Problem, said: str) -> None:
    text = message(RU, problem, PEOPLE)
    assert text == said
    assert message(EN, problem, PEOPLE) != text


def forms(words: Words, code: str) -> list[str]:
    """Return the sentence of a problem, or all where it depends on what is known."""
    found = words.find("errors", f"problem.{code}")
    return list(found.values()) if isinstance(found, dict) else [found]


def test_seats_without_people_are_numbers() -> None:
    problem = Problem("heir_out", "2.8", {"seat": 3})
    assert message(RU, problem).startswith("№3 вне игры")
    assert message(RU, problem, PEOPLE).startswith(f"{nick(3)} вне игры")


def test_forms_that_depend_on_what_is_known() -> None:
    assert (
        message(RU, Problem("not_utf8", "", {"guess": "", "line": 3}))
        == "Файл не в UTF-8 (строка 3). Сохраните его в UTF-8."
    )
    assert "windows-1251" in message(RU, Problem("not_utf8", "", {"guess": "windows-1251", "line": 3}))
    assert message(RU, Problem("needs_yes")) == "Если всё верно, повторите с --yes."
    assert "Точно?" in message(RU, Problem("needs_yes", "", {"question": "Точно?"}))
    assert "ещё не определён" in message(RU, Problem("other_winner", "end", {"winner": "mafia", "judged": None}))


def test_the_toml_parsers_words_are_translated() -> None:
    problem = Problem("bad_toml", "", {"line": 3, "column": 7, "detail": "Invalid value"})
    assert message(RU, problem) == (
        "Файл записан с ошибкой: строка 3, место 7. Здесь не хватает значения или оно записано неверно."
    )
    odd = Problem("bad_toml", "", {"line": 3, "column": 7, "detail": "Something new"})
    assert message(RU, odd).endswith("Something new")


def test_the_parsers_words_are_really_its_own() -> None:
    import tomllib

    from mafia_cli.words.errors import _keyed

    for text in (
        "a",
        "a =",
        "a = 1 2",
        'a = "x',
        "a = [1",
        "a = 1\na = 2",
        "[a]\n[a]",
        "= 1",
        "[a",
        'a="\\q"',
        "[]",
        'a="\x01"',
    ):
        with pytest.raises(tomllib.TOMLDecodeError) as caught:
            tomllib.loads(text)
        detail = str(caught.value).partition(" (at ")[0]
        assert _keyed(RU, "toml", detail) != detail, detail


def test_an_unknown_code_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        message(RU, Problem("no_such_code"))


def test_all_problems_are_told() -> None:
    assert len(messages(RU, [Problem("no_reason", "1.2"), Problem("no_game")])) == 2


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
def test_nasty_values_are_harmless_and_short(words: Words) -> None:
    def check(code: str, value: str) -> None:
        names = set().union(*map(placeholders, forms(words, code))) - {"cite"}
        text = message(words, Problem(code, "2.2", dict.fromkeys(names, value) | {"meant": [value]}))
        assert safe(text) == text
        assert sum(map(width, text)) < 220 + 60 * (len(names) + 1) + OWN_LETTERS * len(names & OWN)

    values = [*NASTY, "я" * 500, "\x1b]0;" + "日" * 300]
    each(((f"{code} {value[:20]!a}", code, value) for code in ALL_CODES for value in values), check)


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
def test_each_is_one_or_two_sentences(words: Words) -> None:
    def check(text: str) -> None:
        assert len(re.findall(r"[.?!](?: |$)", text)) <= 3
        assert len(text) < 160
        assert "\n" not in text

    each(((code, text) for code in ALL_CODES for text in forms(words, code)), check)


def test_expected_types_have_their_words() -> None:

    source = ast.parse(pathlib.Path(shapes.__file__).read_text("utf-8"))
    wanted = [
        node.args[0].value
        for node in ast.walk(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_wrong"
        if isinstance(node.args[0], ast.Constant)
    ]
    assert len(wanted) > 5
    for expected in wanted:
        text = message(EN, Problem("wrong_type", "", {"expected": expected}))
        assert message(RU, Problem("wrong_type", "", {"expected": expected})).isascii() is False
        assert text.endswith(".")
        key = str(expected).replace(" ", "_")
        assert key in RU.find("errors", "type")
