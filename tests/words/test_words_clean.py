"""What players typed is shown as one harmless line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from words_games import NASTY

from mafia_cli.words.clean import MARKS, safe, short, width
from mafia_cli.words.names import people

ODD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x9b\u202e\u2066\u200b\u200d\ufe0f\u0301\u2028\u00ad\ufeff👨👩🏽é \n"),
    )
)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Аня_92", "Аня_92"),
        ("O'Neil & Co <b>", "O'Neil & Co <b>"),
        ("Дядя Фёдор №1 «ё»", "Дядя Фёдор №1 «ё»"),
        ("a\x1b[31mred", "a␛[31mred"),
        ("a\x00b\x7fc", "a␀b␡c"),
        ("\x9b31m", "\N{REPLACEMENT CHARACTER}31m"),
        ("two\nlines\ttab\u2028more\u2029end", "two lines tab more end"),
        ("\u202eevil\u2066x\u2069", "evilx"),
        ("ze\u200bro\u00ad\ufeff\u2060", "zero"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("👍🏽 ❤\ufe0f 1\ufe0f\u20e3", "👍🏽 ❤\ufe0f 1\ufe0f\u20e3"),
        ("a\u200db", "ab"),
        ("👨\u200d", "👨"),
        ("e" + "\u0301" * 9, "e" + "\u0301" * MARKS),
        ("\u0301a", "a"),
        ("\u3164\u2800", ""),
        ("\ud800", "\N{REPLACEMENT CHARACTER}"),
        ("ไทยที่", "ไทยที่"),
        ("日本語 한국어 עברית", "日本語 한국어 עברית"),
        ("🫨", "🫨"),
    ],
)
def test_safe(typed: str, shown: str) -> None:
    assert safe(typed) == shown


@given(ODD)
def test_nothing_a_terminal_obeys_is_left(typed: str) -> None:
    shown = safe(typed)
    for char in shown:
        assert char == "\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    shown.encode()  # no lone surrogates
    assert len(shown.splitlines()) <= 1


@given(ODD)
def test_cleaning_twice_changes_nothing(typed: str) -> None:
    assert safe(safe(typed)) == safe(typed)


@given(ODD, st.integers(5, 80))
def test_short_fits_its_columns(typed: str, columns: int) -> None:
    assert sum(map(width, short(typed, columns))) <= columns


def test_short_keeps_what_fits() -> None:
    assert short("Аня") == "Аня"
    assert short("я" * 61) == "я" * 59 + "…"


@pytest.mark.parametrize("nick", NASTY)
def test_names_are_safe(nick: str) -> None:
    assert people([nick]).name(1) == safe(nick)


def test_names_of_nobody_and_of_nothing_visible() -> None:
    someone = people(["\u200b", "Аня"], ["", "anya_92"])
    assert someone.name(1) == "#1"
    assert someone.name(-1) == someone.name(0) == someone.name(9) == "?"
    assert someone.names([2]) == ["Аня"]
    assert someone.chat_name(2) == "anya_92"
    assert someone.chat_name(1) == "#1"
