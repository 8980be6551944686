"""Pastes of every format taken apart: who wrote what, when, and what nobody said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafia_cli.reading import formats
from mafia_cli.reading.lines import Part
from mafia_cli.reading.messages import Doubt, Message, read_messages
from mafia_cli.reading.normal import clean

NAMES = frozenset(("Инна", "Борис", "Вера", "Глеб", "Даша", "Dave", "Carol", "Gina", "boris_b", "Кот в сапогах"))


def taken(text: str) -> list[Message]:
    return read_messages(text, NAMES.__contains__)


def said(text: str) -> list[tuple[str, str, str]]:
    """Who said what and when, a row each."""
    return [
        (message.sender, row.body, message.sent)
        for message in taken(text)
        for row in message.rows
        if row.part is Part.TEXT
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Инна, [03.12.2026 21:14]\nза Бориса\n\nВера, [03.12.2026 21:15]\nза Глеба",
        "Инна, [3 дек. 2026 г. в 21:14]:\nза Бориса\n\nВера, [3 дек. 2026 г. в 21:15]:\n[В ответ на Инна]\nза Глеба",
        "Инна — 03.12.2026 21:14\nза Бориса\n👍\n2\nВера — 03.12.2026 21:15\nза Глеба\n(изменено)",
        "Инна\n — \n03.12.2026 21:14\nза Бориса\nВера\n — \n03.12.2026 21:15\nза Глеба",
        "Инна\n03.12.2026, 21:14\nза Бориса\nВера\n03.12.2026, 21:15\nза Глеба",
        "03.12.2026, 21:14 - Инна: за Бориса\n03.12.2026, 21:15 - Вера: за Глеба",
        "[03.12.2026, 21:14:00] Инна: за Бориса\n[03.12.2026, 21:15:00] Вера: за Глеба",
        "[21:14, 03.12.2026] Инна: за Бориса\n[21:15, 03.12.2026] Вера: за Глеба",
        "[ 3 декабря 2026 г. 21:14 ] Инна: за Бориса\n[ 3 декабря 2026 г. 21:15 ] Вера: за Глеба",
        "[03.12.2026 21:14] <Инна> за Бориса\n[03.12.2026 21:15] * Вера за Глеба",
        "Re: игра\nСообщение Инна » 03 дек 2026, 21:14\n\nза Бориса\n\n"
        "Сообщение Вера » 03 дек 2026, 21:15\n\nза Глеба\n____\nза всех",
        "03.12.2026, 21:14\n#1\nИнна\nУчастник\nза Бориса\n\n03.12.2026, 21:15\n#2\nВера\nНовичок\nза Глеба",
        "Инна | 03.12.2026 21:14\nза Бориса\nВера | 03.12.2026 21:15\nза Глеба",
    ],
)
def test_a_dated_format(text: str) -> None:
    assert said(text) == [("Инна", "за Бориса", "2026-12-03 21:14"), ("Вера", "за Глеба", "2026-12-03 21:15")]
    assert [message.sender for message in taken(text) if message.known] == ["Инна", "Вера"]


@pytest.mark.parametrize(
    "text",
    [
        "Dave — Today at 9:14 PM\nvote Gina\nCarol — Today at 9:15 PM\nvote Dave",
        "[9:14 PM]Dave: vote Gina\n[9:15 PM]Carol: vote Dave",
        "Dave\nvote Gina 21:14\nCarol\nvote Dave 21:15",
        "Dave\nvote Gina\n21:14\nCarol\nvote Dave\n21:15",
        "Dave 9:14 PM\nvote Gina\nCarol\n9:15 PM\nvote Dave",
        "@Dave\nwhat?\nDave — Today at 9:14 PM\nvote Gina\nCarol — Today at 9:15 PM\n> vote Carol\nvote Dave",
    ],
)
def test_a_format_with_the_hour_alone(text: str) -> None:
    assert said(text) == [("Dave", "vote Gina", "21:14"), ("Carol", "vote Dave", "21:15")]


@pytest.mark.parametrize(
    "text",
    ["Инна: за Бориса\nВера: за Глеба", "Инна\nза Бориса\n\nВера\nза Глеба", "<Инна> за Бориса\n<Вера> за Глеба"],
)
def test_a_format_without_times(text: str) -> None:
    assert said(text) == [("Инна", "за Бориса", ""), ("Вера", "за Глеба", "")]


def test_a_name_on_its_own_line_is_a_header_and_no_vote_of_the_one_above() -> None:
    assert [one[:2] for one in said("Инна 21:14\nза Бориса\nВера\n21:15\nза Глеба")] == [
        ("Инна", "за Бориса"),
        ("Вера", "за Глеба"),
    ]


def test_a_text_with_its_time_behind_and_nobody_above_has_no_sender() -> None:
    assert [one[:2] for one in said("Бориса 21:16\nДаша\nза Инну")] == [("", "Бориса"), ("Даша", "за Инну")]


def test_a_bare_name_under_a_header_is_what_somebody_says() -> None:
    assert [one[:2] for one in said("Инна 21:14\nБорис\nВера 21:15\nГлеб")] == [("Инна", "Борис"), ("Вера", "Глеб")]


def test_a_stranger_is_a_header_too() -> None:
    paste = "Инна\n21:14\nщас\nКсю 🌸\n21:15\nза Глеба"
    assert [one[:2] for one in said(paste)] == [("Инна", "щас"), ("Ксю 🌸", "за Глеба")]
    assert not taken(paste)[-1].known


@pytest.mark.parametrize("text", ["Инна wrote:\nvote Gina", "Борис писал(а):\nза Инну"])
def test_a_header_that_may_be_a_quote_is_doubtful(text: str) -> None:
    (message,) = taken(text)
    assert [row.doubt for row in message.rows if row.part is Part.TEXT] == [Doubt.QUOTED]


def test_a_quote_that_is_closed_is_nobodys_word() -> None:
    text = "Dave\nMember\nDec 3, 2026\n#12\nCarol said:\nvote Gina\nClick to expand...\nvote Carol"
    assert said(text) == [("Dave", "vote Carol", "2026-12-03")]


def test_struck_out_and_quoted_words() -> None:
    rows = [
        row
        for message in taken("Инна: ~~за Бориса~~\nВера: «голосую за Глеба»\nДаша: за «Кот в сапогах»")
        for row in message.rows
    ]
    assert [(row.part, row.doubt) for row in rows] == [
        (Part.QUOTE, Doubt.NONE),
        (Part.TEXT, Doubt.QUOTED),
        (Part.TEXT, Doubt.NONE),
    ]


def test_what_a_paste_cannot_show_is_told_with_its_sender() -> None:
    messages = taken("03.12.2026, 21:04 - Инна: <Без медиафайлов>\n03.12.2026, 21:05 - Борис добавил(а) Вера")
    assert [(message.sender, message.rows[0].part) for message in messages] == [("Инна", Part.MEDIA), ("", Part.HEADER)]


def test_times_put_messages_in_order_over_midnight() -> None:
    orders = [message.order for message in taken("Инна 23:59\nа\nВера 0:01\nб\nГлеб 0:00\nв")]
    assert orders[0] < orders[2] < orders[1]
    edited, plain = taken("Инна, [03.12.2026 21:14]\nза Глеба (изменено)\nВера, [03.12.2026 21:15]\nза Глеба")
    assert (edited.edited, plain.edited) == (True, False)


PIECES = [
    *("Инна", "Борис", "Ксю", "21:14", "[21:14]", "03.12.2026", "-", "—", ":", ">", "@", "👍", "2", "за", "голосую"),
    *("wrote:", "said:", "#12", "Member", "~~", '"', "<", ">", "*", "|", "\n", "\n\n"),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join) | st.text(max_size=80))
def test_every_line_is_in_one_message(text: str) -> None:
    text = text.replace("\r", " ")
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if clean(line)]
    rows = [(row.number, row.text) for message in taken(text) for row in message.rows]
    assert sorted(rows) == lines


@pytest.mark.parametrize("line", ["за Бориса", "Инна 21:14", "Инна", "21:14", "[" * 50, "Инна wrote:", "@Инна", "Ксю"])
def test_each_line_is_looked_at_once_however_many_there_are(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for size in (100, 400):
        calls = 0

        def counted(name: str) -> bool:
            nonlocal calls
            calls += 1
            return name in NAMES

        read_messages("\n".join([line] * size), counted)
        counts.append(calls)
    assert counts[1] <= 4 * counts[0] + 16
    assert formats.shown("3 дек. 2026 г. в 9:15 PM") == "2026-12-03 21:15"
