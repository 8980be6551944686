"""Who is meant by a piece of text: the steps of matching as tests/reading/lines.toml numbers them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mafia_cli.reading.forms import stem
from mafia_cli.reading.normal import LONGEST_NAME, clean, digits, key, letters, other_layout
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Name, Nobody, One, Roster
from mafia_cli.reading.vocabulary import Class, common_words, given_names, is_a

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
        if rest and is_a(first, Class.NUMBER):
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
    sure = prefixes | near.keys()
    if sure:
        return _decide(roster, sure | _rivals(roster, one, near, far), TYPO if near else ENDING)
    return _weak(roster, tidy, one, set(far))


def _rivals(roster: Roster, one: str, near: Mapping[int, int], far: Mapping[int, int]) -> set[int]:
    """Return whom a name lies nearly as near to: one typo further off, and beginning with the same three letters."""
    if not near:
        return set()
    most = 1 + (0 if _prefixes(roster, one) else min(near.values()))
    alike = {name.seat for name in roster.names if name.key[:3] == one[:3]}
    return {seat for seat, distance in far.items() if distance <= most and seat in alike}


def certain(roster: Roster, text: str) -> bool:
    """Tell whether a text names one person without a guess: a whole name or a form of it, no typo, no beginning."""
    found = find(roster, text)
    return isinstance(found, One) and (found.step <= LAYOUT or key(clean(text[:LONGEST_NAME])) in roster.forms)


def said(roster: Roster, text: str) -> Found:
    """Return whom words in a message name: as ``find``, but an ordinary word is nobody's misspelt or shortened nick.

    A given name that is near one is asked about, and so is a word that begins with all of a nick but its ending.
    """
    found = find(roster, text)
    one = key(clean(text[:LONGEST_NAME]))
    guessed = isinstance(found, Nobody) or found.step >= ENDING
    if not guessed or one in roster.forms:
        return found
    if one in given_names():
        near = find(roster, text) if not isinstance(found, Nobody) else _weak(roster, text, one, set())
        seats = seats_of(near) | set(_typos(roster, one)[1])
        return _ask(roster, seats)
    if one in common_words():
        return NOBODY_MEANT
    return _ask(roster, _kin(roster, one)) if isinstance(found, Nobody) else found


def _ask(roster: Roster, seats: Iterable[int]) -> Found:
    persons = roster.pick(seats)
    return Ask("weak" if len(persons) == 1 else "ambiguous", persons) if persons else NOBODY_MEANT


def seats_of(found: Found) -> set[int]:
    """Return the seats that may be meant."""
    if isinstance(found, One):
        return {found.person.seat}
    return {person.seat for person in found.persons} if isinstance(found, Ask) else set()


def _kin(roster: Roster, one: str) -> set[int]:
    """Return whose nick a longer word begins with but for the ending (Вадимку, Костик), or who is near a form of it."""
    from rapidfuzz.distance import OSA

    if letters(one) < 5 or " " in one:
        return set()
    seats = set()
    for name in roster.names:
        rest = stem(name.key)
        short = len(rest) == 2 and one.startswith(f"{rest}ь")
        if rest and " " not in name.key and (short or (len(rest) > 2 and one.startswith(rest))):
            seats.add(name.seat)
    texts, owners = roster.form_list
    for form, seats_there in zip(texts, owners, strict=True):
        if form[:3] == one[:3] and OSA.distance(form, one, score_cutoff=2) <= 2:
            seats |= seats_there
    return seats


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


def _typos(roster: Roster, one: str) -> tuple[dict[int, int], dict[int, int]]:
    """Return the seats reached by few enough typos, and those reached by one more, with how many."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near: dict[int, int] = {}
    far: dict[int, int] = {}
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
            near[name.seat] = min(distance, near.get(name.seat, distance))
        elif distance <= (1 if name.letters < 5 else allowed + 1):
            far[name.seat] = min(distance, far.get(name.seat, distance))
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
        seats |= _typos(roster, other)[0].keys() if letters(other) >= 3 else set()
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
