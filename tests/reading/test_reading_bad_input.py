"""Bad input of every kind: nothing is lost, nothing hangs, nothing is guessed."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from counting import calls
from effort import LONG
from hypothesis import given, settings
from hypothesis import strategies as st

from mafia_cli.reading.forms import case_forms
from mafia_cli.reading.kabum import read_kabum
from mafia_cli.reading.lines import As, Why
from mafia_cli.reading.moves import read_moves
from mafia_cli.reading.nicks import find
from mafia_cli.reading.normal import clean, fold, look_alikes, other_layout, skeleton
from mafia_cli.reading.people import Ask, One, Person, Roster
from mafia_cli.reading.roles import CompositionError, read_composition, role_of, words_of
from mafia_cli.reading.signups import read_signup
from mafia_cli.reading.votes import read_acquittal, read_votes
from mafia_cli.rules.roles import Role

NICKS = (
    ("Аня", Role.DON),
    ("Борис", Role.COMMISSAR),
    ("Вера", Role.DOCTOR),
    ("13", Role.THIEF),
    ("Доктор", Role.CASANOVA),
    ("/отмена", Role.MAFIA),
    ("Саша", Role.MANIAC),
    ("Саши", Role.JOURNALIST),
    ("Жан-Поль", Role.POISONER),
    ("🦊Лиса", Role.BODYGUARD),
    ("«Тень»", Role.JEALOUS),
    ("Д'Артаньян", Role.CITIZEN),
)
ROSTER = Roster(Person(seat, nick, role=role) for seat, (nick, role) in enumerate(NICKS, 1))
READERS = (read_moves, read_votes, read_acquittal)
BIG = Roster(Person(seat, f"Игрок{chr(1071 + seat)}{'абвгд'[seat % 5]}", f"chat_{seat}") for seat in range(1, 26))


def one(text: str) -> str | None:
    found = find(ROSTER, text)
    return found.person.nick if isinstance(found, One) else None


@pytest.mark.parametrize(("nick", "role"), NICKS)
def test_every_nick_is_found_by_itself(nick: str, role: Role) -> None:
    assert one(nick) == nick
    assert one(f" {nick}\u200f ") == nick
    assert one(nick.lower()) == nick
    assert [line.candidate for line in read_votes(ROSTER, f"Аня: голосую за {nick}")] == [one_seat(nick)]


def one_seat(nick: str) -> int:
    return next(person.seat for person in ROSTER if person.nick == nick)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r\n \t\r\n", "\u200b\n\u200f", "\ufeff"])
@pytest.mark.parametrize("read", READERS)
def test_an_empty_paste_has_no_lines(read: object, text: str) -> None:
    assert callable(read)
    assert read(ROSTER, text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r\n\n"])
def test_line_ends_of_every_system(end: str) -> None:
    lines = read_votes(ROSTER, end.join(("Аня: за Бориса", "Вера: пас")))
    assert [(line.as_, line.text) for line in lines] == [(As.VOTE, "Аня: за Бориса"), (As.PASS, "Вера: пас")]


def test_line_numbers_are_those_of_the_paste_and_texts_the_senders() -> None:
    lines = read_moves(ROSTER, "\n\u200fдок  Аня\r\n\n ком «Вера» ")
    assert [(line.number, line.text) for line in lines] == [(2, "\u200fдок  Аня"), (4, " ком «Вера» ")]


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u3000", "\t", " \u200b ", "\u202f"])
def test_spaces_nobody_sees(space: str) -> None:
    (line,) = read_moves(ROSTER, f"док{space}Аня{space}")
    assert (line.role, line.targets) == (Role.DOCTOR, (1,))


@pytest.mark.parametrize("quotes", ['""', "«»", "„“", "“”", "''", "‘’", "``", "‹›", "\u2067\u2069", "””", "＂＂"])
def test_quotes_of_every_kind(quotes: str) -> None:
    (line,) = read_votes(ROSTER, f"{quotes[0]}Аня{quotes[1]}: за {quotes[0]}Борис{quotes[1]}")
    assert (line.voter, line.candidate) == (1, 2)


@pytest.mark.parametrize("dash", ["-", "–", "—", "−", "‑", "->", "→", "=>", "-->", "➜"])
def test_dashes_and_arrows_of_every_kind(dash: str) -> None:
    (line,) = read_votes(ROSTER, f"Жан–Поль {dash} Борис")
    assert (line.voter, line.candidate) == (9, 2)


def test_two_nicks_that_differ_by_an_ending() -> None:
    assert one("Саша") == "Саша"
    assert one("саши") == "Саши"
    found = find(ROSTER, "Сашей")
    assert isinstance(found, Ask)
    assert [person.nick for person in found.persons] == ["Саша", "Саши"]


def test_a_nick_that_is_a_number_a_role_or_a_command() -> None:
    assert one("13") == "13"
    assert one("№13") is None
    assert one("4") == "13"
    (line,) = read_moves(ROSTER, "док доктор")
    assert (line.role, line.targets) == (Role.DOCTOR, (5,))
    (line,) = read_moves(ROSTER, "доктор: аня")
    assert (line.as_, line.why) == (As.ASKED, Why.ROLE_OR_VERB)
    (line,) = read_votes(ROSTER, "Аня: за /отмена")
    assert line.candidate == 6


MANY = 5_000 if LONG else 420


@pytest.mark.parametrize("read", READERS)
def test_twice_the_lines_are_twice_the_work(read: Callable[..., Sequence[object]]) -> None:
    texts = ("{}: голосую за {}", "{}: за {}", "{} - {}", "{}: ахаха, {} что творит", "[23:14] {}: лечу {}", "{}: +{}х")
    nicks = [person.nick for person in BIG]
    lines = [texts[at % 6].format(nicks[at % 25], nicks[at * 7 % 25]) for at in range(MANY)]
    assert len(read(BIG, "\n".join(lines))) == MANY
    half, whole = (calls(partial(read, BIG, "\n".join(lines[:count]))) for count in (MANY // 2, MANY))
    assert whole < 2.2 * half


HUGE = (
    "а" * 100_000,
    "Аня " * 25_000,
    ": " * 50_000,
    "([<" * 33_000,
    "[23:14] " * 12_000,
    "\u0301\u0316" * 50_000,
    "1" * 100_000,
    "док " + "\u200b" * 100_000 + "аня",
    "'а" * 50_000,
    "- " * 50_000,
    "ﷺ" * 50_000,
    "🦊" * 50_000,
    ("аб " * 400)[:999],
    "(["[:2] * 499,
    "1:11 " * 199,
    "'а" * 499,
)


def read_every_way(text: str) -> None:
    for read in READERS:
        assert len(read(ROSTER, text)) <= 1
    find(ROSTER, text)
    read_signup(text)
    read_kabum(text)
    role_of(text)
    skeleton(text)


@pytest.mark.parametrize("text", HUGE, ids=range(len(HUGE)))
def test_a_huge_line_is_a_bounded_work(text: str) -> None:
    assert calls(lambda: read_every_way(text)) < 120_000


SAID = (
    """за против пас док лечу не ? : - + -> , . и или я голосую 5 №3 @ < > [23:14] кабум себя убиваю fyz 😀 ( ) " '"""
)
WORDS = st.sampled_from([nick for nick, _ in NICKS] + SAID.split(" ") + ["\u200f"])


@settings(max_examples=150)
@given(
    st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join), st.lists(WORDS, max_size=8).map("".join))
)
def test_whatever_comes_nothing_is_lost_and_every_line_is_whole(text: str) -> None:
    blank = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if clean(line)]
    for read in READERS:
        lines = read(ROSTER, text)
        assert [line.text for line in lines] == blank
        for line in lines:
            assert (line.why is not None) == (line.as_ is As.ASKED)
            assert (line.role is not None) or line.as_ not in {As.MOVE, As.SKIP}
            assert len(line.targets) == (line.as_ is As.MOVE) * (2 if line.role is Role.JOURNALIST else 1)
            assert (line.voter in ROSTER.by_seat) or line.as_ not in {As.VOTE, As.PASS}
            if line.as_ is As.VOTE:
                assert (line.candidate in ROSTER.by_seat) != (line.acquit is not None)
            assert {*line.candidates, *line.targets} <= ROSTER.by_seat.keys()
            assert list(line.candidates) == sorted(set(line.candidates))
    find(ROSTER, text)
    read_signup(text)
    read_kabum(text)


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_cleaning_is_done_once_and_folding_keeps_positions(text: str) -> None:
    tidy = clean(text)
    assert clean(tidy) == tidy
    assert len(fold(tidy)) == len(tidy)


def test_look_alikes_of_a_new_roster() -> None:
    nicks = ["Роса", "Poca", "Аня", "аня", "Anna", "🦊Лиса", "Лиса", "Саша", "Саши", "13", "14", "ΡΟСА"]
    assert look_alikes(nicks) == [(0, 1), (0, 11), (1, 11), (2, 3), (5, 6)]
    assert skeleton("Bера") == skeleton("вepa")


def test_the_other_keyboard_layout() -> None:
    assert other_layout("fyz") == "аня"
    assert other_layout("фттф") == "anna"
    assert other_layout("aня") == other_layout("13") == ""


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Вера", "веры вере веру верой"),
        ("Игорь", "игоря игорю игорем"),
        ("Мария", "марии марию марией"),
        ("Павел", "павла павлу павлом"),
        ("Лёша", "леши леше лешу лешей"),
        ("Купец", "купца купцу купцом"),
        ("Боец", "бойца бойцу бойцом"),
        ("Жан-Поль", "жан-поля жан-полю"),
        ("Серый", "серого серому серым"),
    ],
)
def test_case_forms(name: str, forms: str) -> None:
    assert set(forms.split()) <= case_forms(name)


def test_a_name_without_cyrillic_has_no_case_forms() -> None:
    assert case_forms("Anna") == case_forms("") == case_forms("13") == frozenset()


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("Аня, Борис; Вера", [("Аня",), ("Борис",), ("Вера",)]),
        ("1. Аня\n2) Борис (@bb, Боря)\n• Вера", [("Аня",), ("Борис", "bb", ("Боря",)), ("Вера",)]),
        ("Игроки:\r\n«Тень, что гуляет»\r\nАня @anya", [("Тень, что гуляет",), ("Аня", "anya")]),
        ('"Тень, что гуляет", Аня', [("Тень, что гуляет",), ("Аня",)]),
        ("anya_92 = Аня\nbb -> Борис", [("Аня", "anya_92"), ("Борис", "bb")]),
        ("anya - Аня\nbb — Борис", [("Аня", "anya"), ("Борис", "bb")]),
        ("Жан - Поль\nАня", [("Жан - Поль",), ("Аня",)]),
        ("@anya\n@bb (Борис)", [("anya", "anya"), ("Борис", "bb")]),
        ("1 Аня\n2 Борис\n3 13", [("Аня",), ("Борис",), ("13",)]),
        ("13\n2 Pac", [("13",), ("2 Pac",)]),
        ("🦊Лиса [fox]\n\u200b<b>Хакер</b>\n/отмена", [("🦊Лиса", "fox"), ("<b>Хакер</b>",), ("/отмена",)]),
        ("1\tАня\tanya\n2\t@bb\tБорис", [("Аня", "anya"), ("Борис", "bb")]),
        ("👩\u200d💻Кодер", [("👩\u200d💻Кодер",)]),
        ("Игроки на пятницу:\n1. Аня\n2. Борис", [("Аня",), ("Борис",)]),
        ("Пятница, 21:00\nИгроки\n1. Аня\n2. Борис\nВера", [("Аня",), ("Борис",), ("Вера",)]),
        ("Кто играет (10 мест)\n1 Аня\n2 Борис", [("Аня",), ("Борис",)]),
        ("Аня\n2. Борис\n3. Вера", [("Аня",), ("Борис",), ("Вера",)]),
        ("Аня\n1 Борис", [("Аня",), ("1 Борис",)]),
        ("1. Аня +\n2. Борис ++\n3. Вера @vera +", [("Аня",), ("Борис",), ("Вера", "vera")]),
        ("Аня +, Жан + Поль, C++", [("Аня",), ("Жан + Поль",), ("C++",)]),
        ("Лёша (если успею)\nАня + (lex_l)\nВера (vera) +", [("Аня", "lex_l"), ("Вера", "vera")]),
        (" \n\r\n", []),
    ],
)
def test_a_pasted_roster(text: str, entries: list[tuple[object, ...]]) -> None:
    full = [(*entry, *("", ())[len(entry) - 1 :]) for entry in entries]
    assert [tuple(entry) for entry in read_signup(text).players] == full


@pytest.mark.parametrize(
    ("text", "nick"),
    [
        ('-кабум "Аня"', "Аня"),
        ("— КАБУМ «Жан-Поль»!", "Жан-Поль"),
        ("кабум Аня", "Аня"),
        ("-kabum 'Anna'", "Anna"),
        ("rf,ev Аня", "Аня"),
        ('Галя: -кабум "Юра"', "Юра"),
        ("-кабум", ""),
        ("Аня", None),
        ("", None),
    ],
)
def test_the_kamikazes_word(text: str, nick: str | None) -> None:
    assert read_kabum(text) == nick


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("шериф", Role.COMMISSAR),
        ("Док", Role.DOCTOR),
        ("целитель", Role.HEALER),
        ("цел", Role.HEALER),
        ("глава мафии", Role.DON),
        ("киллер", Role.MANIAC),
        ("ljrnjh", Role.DOCTOR),
        ("телохранителя", Role.BODYGUARD),
        ("коммисар", Role.COMMISSAR),
        ("healer", Role.HEALER),
        ("casanova", Role.CASANOVA),
        ("ма", None),
        ("ка", None),
        ("судья", None),
        ("", None),
    ],
)
def test_role_words(word: str, role: Role | None) -> None:
    assert role_of(word) is role


@pytest.mark.parametrize("role", Role)
def test_every_role_has_words_that_name_it(role: Role) -> None:
    assert words_of(role)
    assert {role_of(word) for word in (*words_of(role), role.value)} == {role}


def test_a_composition_in_a_short_line() -> None:
    now = {Role.DON: 1, Role.MAFIA: 2, Role.THIEF: 1}
    assert read_composition("+маньяк -вор мафия 3", now) == {Role.DON: 1, Role.MAFIA: 3, Role.MANIAC: 1}
    assert read_composition("don=1,mafia=2,citizen=6", {}) == {Role.CITIZEN: 6, Role.MAFIA: 2, Role.DON: 1}
    assert read_composition("3 мафии, 2 мирных", {}) == {Role.CITIZEN: 2, Role.MAFIA: 3}
    assert read_composition("+мафия -мафия -мафия", {Role.MAFIA: 2}) == {Role.MAFIA: 1}
    assert read_composition("", now) == now


@pytest.mark.parametrize(("text", "word", "likely"), [("мафея 2", "мафея", Role.MAFIA), ("док хрю", "хрю", None)])
def test_a_composition_that_is_not_understood(text: str, word: str, likely: Role | None) -> None:
    with pytest.raises(CompositionError) as caught:
        read_composition(text, {})
    assert (caught.value.word, caught.value.likely) == (word, likely)
