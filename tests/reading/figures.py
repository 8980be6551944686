"""Generated rosters and misspelt names: how often the reader is right, asks, is wrong.

Run ``python tests/reading/figures.py [HOW_MANY [SEED]]`` for the figures. Declensions, keyboards and look-alikes are
written out here a second time, apart from the reader's own.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mafia_cli.reading.nicks import find
from mafia_cli.reading.normal import look_alikes
from mafia_cli.reading.people import Ask, One, Person, Roster

DECLINED: Final = """
Аня Ани Ане Аню Аней; Борис Бориса Борису Борисом; Вера Веры Вере Веру Верой; Глеб Глеба Глебу Глебом
Даша Даши Даше Дашу Дашей; Игорь Игоря Игорю Игорем; Кирилл Кирилла Кириллу Кириллом; Лёша Лёши Лёше Лёшу Лёшей
Мария Марии Марию Марией; Гена Гены Гене Гену Геной; Павел Павла Павлу Павлом; Тимур Тимура Тимуру Тимуром
Зоя Зои Зое Зою Зоей; Юлия Юлии Юлию Юлией; Фёдор Фёдора Фёдору Фёдором; Николай Николая Николаю Николаем
Сергей Сергея Сергею Сергеем; Дмитрий Дмитрия Дмитрию Дмитрием; Илья Ильи Илье Илью Ильёй
Ольга Ольги Ольге Ольгу Ольгой; Любовь Любви Любовью; Наталья Натальи Наталье Наталью Натальей
Роман Романа Роману Романом; Котёнок Котёнка Котёнку Котёнком; Волк Волка Волку Волком; Мышь Мыши Мышью
Медведь Медведя Медведю Медведем; Сова Совы Сове Сову Совой; Рыжий Рыжего Рыжему Рыжим
Серый Серого Серому Серым; Тёмная Тёмной Тёмную; Купец Купца Купцу Купцом; Боец Бойца Бойцу Бойцом
Барсук Барсука Барсуку Барсуком; Ворона Вороны Вороне Ворону Вороной; Тигр Тигра Тигру Тигром
Жираф Жирафа Жирафу Жирафом; Солнышко Солнышка Солнышку Солнышком; Капитан Капитана Капитану Капитаном
Принцесса Принцессы Принцессе Принцессу Принцессой; Ковбой Ковбоя Ковбою Ковбоем
Шляпник Шляпника Шляпнику Шляпником; Чеширский Чеширского Чеширскому Чеширским; Алиса Алисы Алисе Алису Алисой
Бармалей Бармалея Бармалею Бармалеем; Гудвин Гудвина Гудвину Гудвином; Жан-Поль Жан-Поля Жан-Полю Жан-Полем
Снежинка Снежинки Снежинке Снежинку Снежинкой; Пират Пирата Пирату Пиратом
Красный_Маршал Красного_Маршала Красному_Маршалу; Хитрый_Лис Хитрого_Лиса Хитрому_Лису Хитрым_Лисом
Саша Саши Саше Сашу Сашей; Маша Маши Маше Машу Машей; Паша Паши Паше Пашу Пашей; Миша Миши Мише Мишу Мишей
Гриша Гриши Грише Гришу Гришей; Катя Кати Кате Катю Катей; Настя Насти Насте Настю Настей; Оля Оли Оле Олю Олей
Юля Юли Юле Юлю Юлей; Коля Коли Коле Колю Колей; Толя Толи Толе Толю Толей; Лена Лены Лене Лену Леной
Лера Леры Лере Леру Лерой; Марина Марины Марине Марину Мариной; Ирина Ирины Ирине Ирину Ириной
Алина Алины Алине Алину Алиной; Иван Ивана Ивану Иваном; Антон Антона Антону Антоном
Артём Артёма Артёму Артёмом; Денис Дениса Денису Денисом; Олег Олега Олегу Олегом
Света Светы Свете Свету Светой
"""
PLAIN: Final = """
Anna Boris Clara Daniel Evelyn Frank Grace Henry Isabel Jack Kate Leonardo Morpheus Nightwolf Oscar Phoenix
Quentin Roxanne Sherlock Trinity Ursula Viper Walter Xander Yvonne Zorro Shadow Hunter Kitten Ghost Blaze Raven
Storm Joker Падре Лео Мао Рамзес2 Ник007 Snake99 Мадам🌹 🦊Лиса
"""
_CHATS: Final = ("sunny", "moon", "rocket", "pixel", "turbo", "cactus", "mango", "lemon", "panda", "falcon", "orbit")
_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_CYRILLIC: Final = "йцукенгшщзхъфывапролджэячсмитьбюё"
_LIKE: Final = dict(zip("аеорсхуАВЕКМНОРСТХaeopcxyABEKMHOPCTX", "aeopcxyABEKMHOPCTXаеорсхуАВЕКМНОРСТХ", strict=True))
_INVISIBLE: Final = "\u200b\u200f\u202b\ufeff\u00ad\u2066"


def _pool() -> dict[str, list[str]]:
    """Return the nicks with their case forms (of the plain ones: none)."""
    pool: dict[str, list[str]] = {word: [] for word in PLAIN.split()}
    for row in DECLINED.replace("\n", ";").split(";"):
        nick, *forms = (word.replace("_", " ") for word in row.split() or [""])
        if nick:
            pool[nick] = forms
    return pool


POOL: Final = _pool()


@dataclass(frozen=True, slots=True)
class Typed:
    """Something typed for a nick of a roster."""

    roster: Roster
    kind: str
    text: str
    meant: Person


def rosters(dice: random.Random) -> Iterator[Roster]:
    """Draw rosters that ``mafia new`` would take: no two nicks alike to the eye."""
    while True:
        nicks = dice.sample(sorted(POOL), dice.randint(7, 25))
        if not look_alikes(nicks):
            yield Roster(
                Person(seat, nick, f"{dice.choice(_CHATS)}_{seat}" if dice.random() < 0.5 else "")
                for seat, nick in enumerate(nicks, 1)
            )


def _other_keys(text: str) -> str:
    there = dict(zip(_LATIN + _CYRILLIC, _CYRILLIC + _LATIN, strict=True))
    return "".join(there.get(char, char) for char in text.lower())


def _typo(dice: random.Random, text: str) -> str:
    """Make one slip: a letter wrong, missing, too many, two swapped; digits stay."""
    letters = (
        "абвгдежзиклмнопрстуфхцчшщыьэюя"
        if any("а" <= char <= "я" for char in text.lower())
        else "abcdefghijklmnopqrstuvwxyz"
    )
    places = [at for at, char in enumerate(text) if char.isalpha()]
    while True:
        at, letter = dice.choice(places), dice.choice(letters)
        made = dice.choice(
            (
                text[:at] + letter + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + letter + text[at:],
                text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :],
            )
        )
        if made.lower().replace("ё", "е") != text.lower().replace("ё", "е") and "".join(
            filter(str.isdigit, made)
        ) == "".join(filter(str.isdigit, text)):
            return made


def _written(dice: random.Random, roster: Roster, person: Person) -> Iterator[tuple[str, str]]:
    """Go through the ways a person may be written; each only where the specification promises a reading."""
    nick = person.nick
    size = sum(map(str.isalpha, nick))
    yield "exact", nick
    yield "case", dice.choice((nick.lower(), nick.upper(), nick.swapcase())).replace("ё", dice.choice("её"))
    yield (
        "decorated",
        dice.choice(("«{}»", '"{}"', " {}  ", "{}!", "{} 👍", "\u200f{}\u200f", "'{}'", "@{}")).format(nick),
    )
    at = dice.randrange(len(nick) + 1)
    yield "invisible", nick[:at] + dice.choice(_INVISIBLE) + nick[at:]
    yield "look-alike", "".join(_LIKE.get(char, char) if dice.random() < 0.5 else char for char in nick)
    yield "seat", dice.choice(("{}", "№{}", "#{}", "номер {}", "{}-й", " {} ")).format(person.seat)
    if person.chat:
        yield "chat name", dice.choice(("{}", "@{}")).format(person.chat)
    if POOL[nick]:
        yield "ending", dice.choice((str, str.lower))(dice.choice(POOL[nick]))
    if nick.replace("-", "").isalpha():
        yield "layout", _other_keys(nick)
    others = [other.nick.lower().replace("ё", "е") for other in roster if other is not person]
    for length in range(3, len(nick)):
        part = nick[:length].lower().replace("ё", "е")
        if part.isalpha() and not any(other.startswith(part) for other in others) and nick[length].isalpha():
            yield "prefix", part
            break
    if size >= 4:
        yield "one typo", _typo(dice, nick)
    if size >= 8:
        yield "two typos", _typo(dice, _typo(dice, nick))


def typed(seed: int, how_many: int) -> Iterator[Typed]:
    """Generate that many written names; the same for the same seed."""
    dice = random.Random(seed)
    made = 0
    for roster in rosters(dice):
        for person in dice.sample(roster.persons, min(8, len(roster.persons))):
            for kind, text in _written(dice, roster, person):
                yield Typed(roster, kind, text, person)
                made += 1
                if made == how_many:
                    return


def outcome(case: Typed) -> str:
    """Return ``right``, ``asked`` (with the person among those named), ``unknown``, or ``wrong`` (another person)."""
    found = find(case.roster, case.text)
    if isinstance(found, One):
        return "right" if found.person is case.meant else "wrong"
    return "asked" if isinstance(found, Ask) and case.meant in found.persons else "unknown"


def strangers(seed: int, how_many: int) -> Iterator[tuple[Roster, str]]:
    """Generate names of nobody in the roster."""
    dice = random.Random(seed)
    for _, roster in zip(range(how_many), rosters(dice), strict=False):
        here = {person.nick for person in roster}
        yield roster, dice.choice([nick for nick in sorted(POOL) if nick not in here])


def main(how_many: int = 100_000, seed: int = 1) -> None:
    """Print the figures."""
    kinds: dict[str, Counter[str]] = {}
    shown: list[str] = []
    for case in typed(seed, how_many):
        result = outcome(case)
        kinds.setdefault(case.kind, Counter())[result] += 1
        if result == "wrong" and len(shown) < 20:
            shown.append(f"  {case.text!r} for {case.meant.nick!r}")
    total = sum(kinds.values(), Counter[str]())
    print(f"{'':12}{'written':>9}{'right %':>10}{'asked %':>10}{'unknown %':>11}{'wrong %':>10}")
    for kind, counts in [*kinds.items(), ("all", total)]:
        figures = [100 * counts[name] / counts.total() for name in ("right", "asked", "unknown", "wrong")]
        print(f"{kind:12}{counts.total():9}{figures[0]:10.2f}{figures[1]:10.2f}{figures[2]:11.2f}{figures[3]:10.3f}")
    taken = sum(isinstance(find(roster, text), One) for roster, text in strangers(seed, how_many // 20))
    print(f"\nnicks of nobody here taken for somebody: {taken} of {how_many // 20}")
    if shown:
        print("\nwrong, the first of them:", *shown, sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
