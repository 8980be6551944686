"""Corrections for the chat: short, of what was told and follows otherwise alone, never a gender, never a trap."""

from typing import Any

import pytest
from words_games import BOTH, NASTY, RU

from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import safe
from mafia_cli.words.corrections import correction, differs, joined
from mafia_cli.words.voice import Voice

VOICE = Voice(RU)
NIGHT: dict[str, Any] = {"died": ["Вера"], "seduced": ["Аня"], "by": {"Вера": ["mafia"]}, "roles": {}, "saves": False}
COUNT: dict[str, Any] = {"suspect": "Аня", "votes": {"Аня": 2, "Борис": 1}, "second": {}}


@pytest.mark.parametrize(
    ("about", "told", "now", "said"),
    [
        ("night 1", NIGHT, NIGHT | {"died": [], "by": {}}, "Поправка к ночи 1: Вера не погибает."),
        (
            "night 2",
            NIGHT,
            NIGHT | {"died": ["Аня", "Глеб"], "by": {"Глеб": ["poison"]}, "seduced": []},
            "Поправка к ночи 2: Вера не погибает; погибают Аня, Глеб (от яда); голосуют, как все: Аня.",
        ),
        ("night 1", NIGHT, NIGHT | {"by": {"Вера": ["maniac"]}}, "Поправка к ночи 1: Вера погибает от рук маньяка."),
        ("night 1", NIGHT, NIGHT | {"saves": True}, "Поправка к ночи 1: кого-то удалось спасти."),
        (
            "day 1 count",
            COUNT,
            COUNT | {"suspect": "Борис", "votes": {"Аня": 1, "Борис": 2}},
            "Поправка к дню 1: счёт: Борис 2, Аня 1; в очереди Борис.",
        ),
        (
            "day 1 count",
            COUNT,
            COUNT | {"suspect": "", "votes": {}},
            "Поправка к дню 1: голосов нет; в очереди никого.",
        ),
        ("day 1 verdict", {"jailed": "Аня"}, {"jailed": ""}, "Поправка к дню 1: Аня не в тюрьме."),
        ("day 1 verdict", {"jailed": ""}, {"jailed": "Аня"}, "Поправка к дню 1: в тюрьме Аня."),
        (
            "day 1 role",
            {"jailed": "Аня", "role": "don"},
            {"jailed": "Аня", "role": "doctor"},
            "Поправка к дню 1: роль игрока Аня: Доктор.",
        ),
        ("day 1 role", {"jailed": "Аня", "role": "don"}, {}, ""),
        ("kabum 4", {"died": ["Аня", "Вера"]}, {}, "Поправка ведущего: кабума не было; Аня, Вера не погибают."),
        ("rename 4", {"from": "Аня", "to": "Яна"}, {}, "Поправка ведущего: вместо Яна по-прежнему Аня."),
        ("end", {"winner": "town"}, {}, "Поправка к итогу: игра продолжается."),
        ("end", {"winner": "town"}, {"winner": "mafia"}, "Поправка к итогу: Победа за мафией!."),
    ],
)
def test_what_a_correction_says(about: str, told: dict[str, Any], now: dict[str, Any], said: str) -> None:
    assert differs(told, now)
    assert correction(VOICE, about, told, now) == said.replace("!.", "!")


def test_what_was_not_told_cannot_have_been_told_otherwise() -> None:
    assert not differs({"died": ["Вера"], "seduced": ["Аня"]}, NIGHT)
    assert differs({"died": ["Вера"], "seduced": []}, NIGHT)
    assert not differs({}, {})


def test_those_of_one_day_stand_in_one_line() -> None:
    found = [
        ("night 1", correction(VOICE, "night 1", NIGHT, NIGHT | {"died": []})),
        ("day 1 count", correction(VOICE, "day 1 count", COUNT, COUNT | {"suspect": ""})),
        ("day 1 role", ""),
        ("day 1 verdict", correction(VOICE, "day 1 verdict", {"jailed": "Аня"}, {"jailed": ""})),
    ]
    assert joined(VOICE, found).splitlines()[0] == "Поправка к ночи 1: Вера не погибает."
    assert joined(VOICE, found[1:2] + found[3:]) == "Поправка к дню 1: в очереди никого; Аня не в тюрьме."
    assert joined(VOICE, []) == ""


def test_a_new_text_with_calls_in_it_is_given_whole() -> None:
    whole = correction(VOICE, "day 1 count", COUNT, COUNT | {"suspect": ""}, "Счёт\nГолосуем")
    assert whole == "Поправка к дню 1:\nСчёт\nГолосуем"


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
@pytest.mark.parametrize("nick", NASTY)
def test_nasty_nicks_are_harmless(nick: str, words: Words) -> None:
    now = {"died": [nick], "seduced": [nick], "by": {nick: ["mafia"]}, "roles": {nick: "don"}, "saves": True}
    text = correction(Voice(words), "night 1", {"died": [], "seduced": [], "by": {}, "roles": {}, "saves": False}, now)
    assert safe(text) == text
