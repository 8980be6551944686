"""Every case of signups.toml, each ``[[case]]`` a paste: who is seated, in reserve, out, asked about.

Keys: ``players`` (``chat`` compared where given), ``reserves`` in order, ``out``; ``asked``: ``line`` (any of these)
and the ``candidates`` that must be among those shown; ``or_asked``: all (``true``) or some may be asked about instead.
Nobody but ``players`` may get a seat.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mafia_cli.reading.normal import is_emoji
from mafia_cli.reading.signups import As, Row, Signup, read_signup

CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "signups.toml").read_text("utf-8"))["case"]


def bare(name: str) -> str:
    return "".join(char for char in name if not is_emoji(char) and char not in "@\ufe0f").strip()


def shown(row: Row) -> set[str]:
    return {bare(name) for name in (*row.candidates, row.entry.nick, row.entry.chat)}


def wrongly_seated(case: dict[str, Any], read: Signup) -> set[str]:
    return {bare(entry.nick) for entry in read.players} - {bare(one["nick"]) for one in case.get("players", ())}


def wrong(case: dict[str, Any], read: Signup) -> Iterator[str]:
    """Yield what is not as the case says."""
    loose, asked = case.get("or_asked", False), [row for row in read.rows if row.as_ is As.ASKED]
    names = {name for row in asked for name in shown(row)}

    def instead(*who: str) -> bool:
        allowed = loose is True or (loose and any(name in loose for name in who))
        return bool(allowed) and (any(bare(name) in names for name in who) or loose is True)

    seats = {bare(entry.nick): bare(entry.chat) for entry in read.players}
    for name in wrongly_seated(case, read):
        yield f"{name} is seated"
    for one in case.get("players", ()):
        nick, chat = one["nick"], one.get("chat", "")
        if bare(nick) not in seats and not instead(nick, chat):
            yield f"{nick} is not seated"
        elif chat and seats.get(bare(nick), bare(chat)) != bare(chat):
            yield f"{nick} has chat name {seats[bare(nick)]}"
    maybe = {bare(name) for one in case.get("asked", ()) for name in one.get("candidates", ())}
    waiting = [bare(entry.nick) for entry in read.reserves if bare(entry.nick) not in maybe]
    wanted = [bare(name) for name in case.get("reserves", ()) if not (instead(name) and bare(name) not in waiting)]
    if waiting != wanted:
        yield f"reserves are {waiting}"
    out = {bare(name) for name in read.out}
    for name in case.get("out", ()):
        if bare(name) not in out and not instead(name):
            yield f"{name} is not out"
    for name in out - {bare(one) for one in case.get("out", ())} - (maybe if loose else set()):
        yield f"{name} is out"
    for one in case.get("asked", ()):
        at = [shown(row) for row in asked if row.line in one["line"]]
        held = {bare(name) for name in one.get("candidates", ())}
        if loose is not True and not held <= {bare(entry.nick) for entry in read.reserves} | set().union(*at):
            yield f"{held} not asked about"
        if loose is not True and not at and not held:
            yield f"line {one['line']} not asked about"


def test_sign_ups_as_the_table_says() -> None:
    read = [(case, read_signup(case["text"])) for case in CASES]
    bad = {case["id"]: list(wrong(case, one)) for case, one in read}
    told = {name: why for name, why in bad.items() if why}
    assert len(told) <= 0.03 * len(CASES), told
    assert not {case["id"]: wrongly_seated(case, one) for case, one in read if wrongly_seated(case, one)}
    for case, one in read:
        lines = {number for number, line in enumerate(case["text"].split("\n"), 1) if line.strip()}
        assert {row.line for row in one.rows} == lines, case["id"]


NO_SEAT = """
я вчера играл; да уж; давайте без меня; могу и не прийти; буду позже; буду завтра; плюс к карме; да, не смогу;
хочу, но не могу; рад бы, но нет; отменяю свой плюс; мой плюс снимите; + в следующий раз; + но не сегодня;
не плюс; +не смогу; тоже не смогу; я скорее нет; + шучу; играю в доту; играл бы, да работа; я на следующую; 👍;
+?; + если успею; кто играет?; Маша играет; +-; в запас; да нет наверное; yes but can't; I'm in bed; in theory;
in next week; count me as a no; I was in last time; me too, can't make it; you guys play; I wish I could play;
playing guitar tonight; sign me up next time; play without me; + jk; in? no, out; is Bob in?; take my + back;
no longer in; + next time; reserve; I'd play but no; I said I'm out;
"""
SEATS = """
+; ++; +1; ➕; ✅; плюсую; я; играю!; играю, но опоздаю минут на 10; запиши меня; и меня запишите, пожалуйста;
Привет! Играю; участвую 🔥; я с вами; да, играю; всем привет, я в игре; ой нет, не могу. Хотя ладно, играю; in!;
I'm in; count me in as well; me too; sure, I'm in; /in; !join; yes please!; Hey all, I'm in for tonight;
sign me up; + from me; ready to play;
"""


@pytest.mark.parametrize(("texts", "seats"), [(NO_SEAT, False), (SEATS, True)])
def test_a_seat_only_by_a_plain_yes(texts: str, seats: bool) -> None:
    said = [one.strip() for line in texts.strip().splitlines() for one in line.split(";")]
    bad = [one for one in said if one and bool(read_signup(f"Петя: {one}\nБоб: кто ведёт?").players) is not seats]
    assert not bad


@pytest.mark.parametrize(
    ("said", "nick"),
    [
        ("я буду Пират Джо", "Пират Джо"),
        ("+ я Капитан Крюк", "Капитан Крюк"),
        ("играю под ником Кот в сапогах", "Кот в сапогах"),
        ("in as Captain Hook", "Captain Hook"),
        ("I'm in, call me Goldie", "Goldie"),
        ("ник: Лис", "Лис"),
    ],
)
def test_a_nick_beside_the_chat_name(said: str, nick: str) -> None:
    assert [tuple(entry) for entry in read_signup(f"Петя: {said}").players] == [(nick, "Петя", ())]


@pytest.mark.parametrize(
    ("said", "candidates", "seated"),
    [
        ("и Машу тоже", {"Маша"}, False),
        ("запишите Лизу и Олега", {"Лиза", "Олег"}, False),
        ("put Ruby down as well", {"Ruby"}, False),
        ("играем с Катей", {"Катя"}, False),
        ("me and Zhenya", {"Zhenya"}, True),
    ],
)
def test_others_are_asked_about(said: str, candidates: set[str], seated: bool) -> None:
    read = read_signup(f"Петя: {said}")
    assert candidates <= {name for row in read.asked for name in row.candidates}
    assert [entry.nick for entry in read.players] == ["Петя"] * seated


def test_sections_of_a_list() -> None:
    read = read_signup("Игроки (2):\n1. Аня ✅\n2. Борис (если успею)\n\nЗапас:\nВера\nГлеб\n\nНе смогут: Дина, Егор")
    assert [entry.nick for entry in read.players] == ["Аня"]
    assert [row.candidates for row in read.asked] == [("Борис",)]
    assert [entry.nick for entry in read.reserves] == ["Вера", "Глеб"]
    assert read.out == ("Дина", "Егор")
