"""Who is meant by a piece of text: the steps of matching as tests/reading/lines.toml numbers them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from mafia_cli.reading.normal import LONGEST_NAME, clean, digits, key, letters, other_layout
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Name, Nobody, One, Roster
from mafia_cli.reading.vocabulary import vocabulary

NICK, OTHER, SEAT, FOLDED, LAYOUT, ENDING, TYPO, WEAK = range(1, 9)

_ORDINAL: Final = r"(?:-?(?:й|го|му|ый|ий|ой|ым|ом|м|я|ю|ая|ую|ей|th|st|nd|rd))?"
NUMBER: Final = re.compile(rf"([0-9]+){_ORDINAL}(?!\w)", re.IGNORECASE)


def find(roster: Roster, text: str) -> Found:
    """Return whom ``text`` names, alive or out: the first step that names somebody decides, several are asked about."""
    known = roster.remembered.get(text)
    if known is not None:
        return known
    return roster.remember(text, _find(roster, text))


def _decide(roster: Roster, seats: Iterable[int], step: int) -> Found:
    persons = roster.pick(seats)
    if len(persons) == 1:
        return One(persons[0], step)
    return Ask("ambiguous", persons, step) if persons else NOBODY_MEANT


def _find(roster: Roster, text: str) -> Found:
    bare = text[: LONGEST_NAME * 8].strip()
    if not bare or len(bare) > LONGEST_NAME * 4:
        return NOBODY_MEANT
    tidy = clean(bare)
    if not tidy or len(tidy) > LONGEST_NAME:
        return NOBODY_MEANT
    sign = tidy[0] == "#" and tidy[1:].strip()[:1].isdigit()
    if not sign:
        for step, exact in ((NICK, roster.nicks), (OTHER, roster.others)):
            seats = exact.get(bare) or exact.get(tidy) or exact.get(tidy.lstrip("@"))
            if seats:
                return _decide(roster, seats, step)
    number = seat_number(tidy)
    one = key(tidy.lstrip("@"))
    if number is not None:
        if number in roster.by_seat:
            return One(roster.by_seat[number], SEAT)
        return _decide(roster, () if sign else roster.folded.get(one, ()), FOLDED)
    if not any(map(str.isalnum, one)) and one not in roster.folded:
        return _other_layout(roster, tidy)
    if one.isdigit():
        return NOBODY_MEANT
    return _by_likeness(roster, tidy, one)


def seat_number(tidy: str) -> int | None:
    """Return the number that a clean text is, or ``None``; a number too long to be a seat is 0."""
    text = tidy.rstrip(".!,;)").strip()
    if text.startswith("#"):
        text = text[1:].lstrip()
    else:
        first, _, rest = text.partition(" ")
        if rest and key(first) in vocabulary().number:
            text = rest.lstrip("# ")
    match = NUMBER.fullmatch(text)
    if match is None:
        return None
    return int(match[1]) if len(match[1]) <= 4 else 0


def _other_layout(roster: Roster, tidy: str) -> Found:
    for text in (tidy, tidy.rstrip(".!,;:")):
        turned = other_layout(text)
        one = key(turned) if turned else ""
        if one:
            seats = roster.folded.get(one) or roster.forms.get(one)
            if seats:
                return _decide(roster, seats, LAYOUT)
    return NOBODY_MEANT


def _by_likeness(roster: Roster, tidy: str, one: str) -> Found:
    seats = roster.folded.get(one)
    if seats:
        return _decide(roster, seats, FOLDED)
    turned = _other_layout(roster, tidy)
    if not isinstance(turned, Nobody):
        return turned
    forms = roster.forms.get(one, frozenset())
    prefixes = _prefixes(roster, one)
    if forms:
        return _decide(roster, forms | prefixes, ENDING)
    near, far = _typos(roster, one)
    sure = prefixes | near
    if sure:
        return _decide(roster, sure, TYPO if near else ENDING)
    return _weak(roster, tidy, one, far)


def _prefixes(roster: Roster, one: str, *, shortest: int = 2) -> set[int]:
    if letters(one) < shortest:
        return set()
    size = len(one)
    return {
        name.seat
        for name in _starting(roster, one)
        if len(name.key) > size and not (one[-1].isdigit() and name.key[size].isdigit())
    }


def _starting(roster: Roster, one: str) -> Iterator[Name]:
    """Go through the names that begin so; they stand sorted."""
    for at in range(bisect_left(roster.name_list, one), len(roster.names)):
        if not roster.name_list[at].startswith(one):
            return
        yield roster.names[at]


def _typos(roster: Roster, one: str) -> tuple[set[int], set[int]]:
    """Return the seats reached by few enough typos, and those reached by one more."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near: set[int] = set()
    far: set[int] = set()
    if letters(one) < 2:
        return near, far
    figures = digits(one)
    for _, distance, position in process.extract(
        one, roster.name_list, scorer=OSA.distance, score_cutoff=3, limit=None
    ):
        name = roster.names[position]
        if name.letters < 3 or name.digits != figures:
            continue
        allowed = 0 if name.letters < 4 else 1 if name.letters < 8 else 2
        if distance <= allowed:
            near.add(name.seat)
        elif distance <= (1 if name.letters < 5 else allowed + 1):
            far.add(name.seat)
    return near, far


def _weak(roster: Roster, tidy: str, one: str, far: set[int]) -> Found:
    seats = set(far)
    seats |= roster.words.get(one, frozenset())
    if letters(one) == 1 and len(one) == 1:
        seats |= _prefixes(roster, one, shortest=1)
    plain = "".join(char for char in one if not char.isdigit()).strip(" _-.")
    if letters(plain) >= 2:
        seats |= roster.digitless.get(plain, frozenset())
        seats |= _shorter_number(roster, one)
    seats |= _typo_in_form(roster, one)
    turned = other_layout(tidy)
    if turned:
        other = key(turned)
        seats |= _prefixes(roster, other)
        seats |= _typos(roster, other)[0] if letters(other) >= 3 else set()
    persons = roster.pick(seats)
    if not persons:
        return NOBODY_MEANT
    return Ask("weak" if len(persons) == 1 else "ambiguous", persons)


def _shorter_number(roster: Roster, one: str) -> set[int]:
    if not one[-1].isdigit():
        return set()
    return {name.seat for name in _starting(roster, one)}


def _typo_in_form(roster: Roster, one: str) -> set[int]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    texts, seats = roster.form_list
    if letters(one) < 3 or not texts:
        return set()
    figures = digits(one)
    hits = process.extract(one, texts, scorer=OSA.distance, score_cutoff=1, limit=None)
    return {seat for text, _, position in hits if digits(text) == figures for seat in seats[position]}
