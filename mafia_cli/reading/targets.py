"""The names that a move or vote is about, picked out of its tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mafia_cli.reading.lines import Reading, Why, asked
from mafia_cli.reading.nicks import WEAK, find
from mafia_cli.reading.people import Ask, Found, Nobody, One, Person, Roster
from mafia_cli.reading.tokens import Kind, Token, is_word
from mafia_cli.reading.vocabulary import vocabulary

_MOST: Final = 6
_LISTING: Final = frozenset(",;/&+")
_DASHES: Final = frozenset("->:=")
_NAMING: Final = frozenset({Kind.NAME, Kind.NUMBER})


@dataclass(frozen=True, slots=True)
class Aimed:
    """Who is named: ``found`` in order; ``either``: "or" between them; ``rest``: the talk behind."""

    found: tuple[Found, ...]
    either: bool
    rest: tuple[Token, ...]
    guessed: int = 0  # how many words the last name that is nobody's has


def aim(roster: Roster, text: str, found: Sequence[Token], need: int, own: Person | None) -> Aimed:
    """Read names from tokens until talk begins; a word that may be a misspelt name counts while ``need`` is not met."""
    words = vocabulary()
    named: list[Found] = []
    either, at, guessed = False, 0, 0
    while at < len(found) and len(named) < _MOST:
        token = found[at]
        if token.kind in {Kind.NAME, Kind.NUMBER}:
            named.append(token.found)
            at += 1
        elif token.kind is Kind.MARK or is_word(token, words.before) or is_word(token, words.joiners):
            either |= token.key in words.either
            at += 1
        elif is_word(token, words.self_):
            if not (own and at and is_word(found[at - 1], words.self_)):
                named.append(One(own) if own else Nobody())
            at += 1
        elif len(named) < need and is_word(token, words.small):
            at += 1
        elif len(named) < need:
            one, used = _guess(roster, text, found[at:])
            if _told(found[at + used :], named, need) and _is_talk(roster, text, one, found[at:], used):
                at += used
                continue
            named.append(one)
            guessed = used if isinstance(one, Nobody) else 0
            at += used
        else:
            break
    return Aimed(tuple(named), either, tuple(found[at:]), guessed)


def _guess(roster: Roster, text: str, found: Sequence[Token]) -> tuple[Found, int]:
    """Look for a misspelt name in the words up to the next mark or name; return it and how many tokens it took."""
    used = 1
    while used < len(found) and used < _MOST and _goes_on(found, used):
        used += 1
    whole = find(roster, text[found[0].start : found[used - 1].end])
    if not isinstance(whole, Nobody) or used == 1:
        return whole, used
    first = find(roster, text[found[0].start : found[0].end])
    return (first, 1) if not isinstance(first, Nobody) else (whole, used)


def _told(found: Sequence[Token], named: Sequence[Found], need: int) -> bool:
    """Whether exact names in what follows give all that is needed, and nothing else is told behind the first."""
    at = next((at for at, token in enumerate(found) if token.kind in _NAMING), len(found))
    told = [*named, *(token.found for token in found if token.kind in _NAMING)]
    if at == len(found) or not all(isinstance(one, One) for one in told) or len(seats_named(told)) != need:
        return False
    return all(token.kind is not Kind.WORD or _minor(token) for token in found[at:])


def _minor(token: Token) -> bool:
    words = vocabulary()
    known = (words.small, words.before, words.joiners, words.verbs)
    return token.kind is Kind.WORD and any(token.key in one for one in known)


def _is_talk(roster: Roster, text: str, one: Found, found: Sequence[Token], used: int) -> bool:
    """Whether a guess may be talk before the exact name behind it: ``наши решили - Женя``.

    In a list (``Борс, Аня``) it is not; without a dash between only a weak guess is that cannot begin the name.
    """
    if isinstance(one, Nobody):
        return False
    at = next(at for at in range(used, len(found)) if found[at].kind in _NAMING)
    between = found[used:at]
    if any(token.key in _LISTING or is_word(token, vocabulary().joiners) for token in between):
        return False
    words = [token for token in between if token.kind is Kind.WORD]
    if between and between[-1].key in _DASHES and (words or found[at].kind is Kind.NAME):
        return True
    guess = text[found[0].start : found[used - 1].end]
    if not isinstance(one, Ask) or one.step < WEAK or found[0].key in roster.words or any(map(str.isdigit, guess)):
        return False
    if words:
        return all(_minor(word) for word in words)
    whole = find(roster, text[found[0].start : found[at].end])
    return found[at].kind is Kind.NAME and isinstance(whole, Nobody)


def _goes_on(found: Sequence[Token], at: int) -> bool:
    token, before = found[at], found[at - 1]
    if token.start == before.end and not (token.kind is Kind.MARK and token.key in ",;/+&!.?:()"):
        return token.kind in {Kind.WORD, Kind.MARK}
    return token.kind is Kind.WORD and not is_word(token, vocabulary().joiners)


def seats_named(found: Sequence[Found]) -> set[int]:
    """Return all seats that may be meant."""
    seats: set[int] = set()
    for one in found:
        if isinstance(one, One):
            seats.add(one.person.seat)
        elif isinstance(one, Ask):
            seats.update(person.seat for person in one.persons)
    return seats


def seats_in(found: Sequence[Token]) -> set[int]:
    """Return the seats whose names stand among tokens; numbers in talk name nobody."""
    return seats_named([token.found for token in found if token.kind is Kind.NAME])


def trouble(aimed: Aimed, need: int) -> Reading | None:
    """Return the question that the names leave, if any: a name not understood, then how many, then the dead."""
    for one in aimed.found:
        if isinstance(one, Nobody):
            return asked(Why.UNKNOWN)
        if isinstance(one, Ask):
            return asked(one.why, (person.seat for person in one.persons))
    seats = seats_named(aimed.found)
    more = seats_in(aimed.rest) - seats
    if len(aimed.found) != need or aimed.either or more:
        return asked(Why.TARGETS, seats | more)
    dead = [one.person.seat for one in aimed.found if isinstance(one, One) and one.person.out]
    return asked(Why.DEAD, dead) if dead else None
