"""Cutting: every part fits its chat, nothing but white space is lost, nicks stay whole."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from words_games import NASTY, PEOPLE, RU, TOWN, nasty_people

from mafia_cli.rules.rulings import Rulings
from mafia_cli.words import chat
from mafia_cli.words.cutting import PROFILES, Profile, cut
from mafia_cli.words.names import people
from mafia_cli.words.voice import Voice

PREFIX = re.compile(r"^\((\d+)/(\d+)\) ")
TEXTS = st.text(
    st.one_of(
        st.sampled_from("абв яю.!? \n\n  <>&\"'👨\u200d👩🏽é\u0301🇷🇺日"), st.characters(exclude_categories=["Cs"])
    ),
    max_size=900,
)
SMALL = Profile("small", 40, PROFILES["plug"].cost)


def measured(name: str, part: str) -> int:
    """The length as the chat's own side would measure it."""
    if name == "plug":
        return len(html.escape(part).encode())
    if name == "telegram":
        return len(part.encode("utf-16-le")) // 2
    return len(part)


def bare(parts: list[str]) -> list[str]:
    return [PREFIX.sub("", part, count=1) for part in parts] if len(parts) > 1 else parts


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(TEXTS, st.sampled_from(["plug", "vk", "telegram", "discord"]), st.integers(1, 12))
def test_parts_fit_and_nothing_is_lost(text: str, name: str, times: int) -> None:
    text = text * times
    parts = cut(text, name)
    assert squeezed("".join(bare(parts))) == squeezed(text)
    for part in parts:
        assert measured(name, part) <= PROFILES[name].limit
        assert part.strip()
    if len(parts) > 1:
        assert [PREFIX.match(part).groups() for part in parts] == [  # type: ignore[union-attr]
            (str(number), str(len(parts))) for number in range(1, len(parts) + 1)
        ]
        assert measured(name, text.strip()) > PROFILES[name].limit or name == "plug"


@given(TEXTS)
def test_without_a_limit_there_is_one_part(text: str) -> None:
    assert cut(text, "none") == ([text.strip()] if text.strip() else [])


NICK = st.text(st.sampled_from("аб вг-🙂e\u0301"), min_size=1, max_size=8).filter(str.strip)


@given(st.lists(NICK, min_size=1, max_size=6, unique=True), st.lists(st.integers(0, 5), min_size=1, max_size=60))
def test_a_nick_that_fits_is_never_cut(nicks: list[str], order: list[int]) -> None:
    crowd = people(nicks)
    safe_nicks = [f"«{crowd.name(1 + at % len(nicks))}»" for at in order]
    text = " ".join(safe_nicks)
    parts = cut(text, SMALL, crowd)
    assert squeezed("".join(bare(parts))) == squeezed(text)
    for part in parts:
        assert SMALL.size(part) <= SMALL.limit
    # between two parts there is always the end or the beginning of a nick
    for part in bare(parts)[:-1]:
        assert part.endswith(("»", "«")) or any(part.endswith(one) for one in crowd.nicks[1:] if one)


def test_a_nick_of_several_words_moves_whole_to_the_next_part() -> None:
    crowd = people(["Дядя Фёдор Матроскин"])
    parts = cut("Погибает сегодня ночью Дядя Фёдор Матроскин и никто больше", Profile("p", 40), crowd)
    assert bare(parts) == ["Погибает сегодня ночью", "Дядя Фёдор Матроскин и никто", "больше"]


def test_a_nick_that_alone_is_too_long_is_cut() -> None:
    long = "ы" * 100
    parts = cut(f"Погибает {long}.", Profile("p", 40), people([long]))
    assert squeezed("".join(bare(parts))) == f"Погибает{long}."
    assert all(len(part) <= 40 for part in parts)


def test_ends_are_taken_in_their_order() -> None:
    profile = Profile("p", 40)
    assert bare(cut("Первый абзац здесь, длинный.\n\nВторой абзац.\nИ строка ещё.", profile))[0] == (
        "Первый абзац здесь, длинный."
    )
    assert bare(cut("Первая строка, довольно\nВторая строка, и она длинна", profile))[0] == "Первая строка, довольно"
    assert bare(cut("Первое предложение тут. Второе предложение там", profile))[0] == "Первое предложение тут."
    assert (
        bare(cut("одни слова без всяких знаков и без конца строки", profile))[0] == "одни слова без всяких знаков и без"
    )


def test_clusters_stay_whole() -> None:
    family = "👨\u200d👩\u200d👧"
    for part in bare(cut(family * 40, "plug")):
        assert part == family * (len(part) // len(family))
    flags = cut("я" * 240 + "e" + "\u0301" * 3, Profile("p", 242))
    assert bare(flags)[1].endswith("e\u0301\u0301\u0301")


def test_more_than_nine_parts_are_numbered_in_room() -> None:
    parts = cut("слово " * 400, "plug")
    assert len(parts) > 9
    assert parts[9].startswith(f"(10/{len(parts)}) ")
    assert all(len(html.escape(part).encode()) <= 250 for part in parts)


def test_escaping_counts() -> None:
    assert len(cut('"' * 41, "plug")) == 1
    assert len(cut('"' * 42, "plug")) == 2
    assert len(cut("&" * 50, "plug")) == 1


def test_a_blank_text_has_no_parts_and_a_strange_profile_is_an_error() -> None:
    assert cut(" \n ", "plug") == []
    with pytest.raises(KeyError):
        cut("a", "icq")


@pytest.mark.parametrize("name", ["plug", "vk", "telegram", "discord"])
def test_real_texts_fit(name: str) -> None:
    crowd = nasty_people()
    voice = Voice(RU)
    seats = range(1, len(TOWN) + 1)
    for text in (chat.living(voice, crowd, seats), chat.rulings(voice, Rulings(), full=True)):
        for part in cut(text, name, crowd):
            assert measured(name, part) <= PROFILES[name].limit
    assert len(cut(chat.living(voice, PEOPLE, seats), "plug", PEOPLE)) == 2
    assert len(NASTY) > 10
