"""Clauses: a text cut where one thought ends, what each clause holds, and the person it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mafia_cli.reading.forms import ACCUSATIVE, DATIVE, GENITIVE, INSTRUMENTAL
from mafia_cli.reading.lines import Why
from mafia_cli.reading.nicks import find, said
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Nobody, One, Person, Roster
from mafia_cli.reading.vocabulary import Class, Classes
from mafia_cli.reading.words import NOMINATIVE, Kind, Token, nobody, seats_named

_ENDS: Final = frozenset(".,!?;()[]…")
_LONGEST_GUESS: Final = 3
OBJECT: Final = frozenset((ACCUSATIVE, NOMINATIVE))
GIVEN: Final = frozenset((ACCUSATIVE, NOMINATIVE, DATIVE))
__all__ = ["ACCUSATIVE", "DATIVE", "GENITIVE", "INSTRUMENTAL", "NOMINATIVE"]

# What makes the sense of a clause doubtful, the most telling first.
_DOUBTS: Final = (
    (Class.JOKE, Why.JOKE),
    (Class.COND, Why.CONDITION),
    (Class.LATER, Why.LATER),
    (Class.NEG, Why.UNCLEAR),
    (Class.REPORT, Why.REPORT),
    (Class.DAYS, Why.REPORT),
    (Class.ASK, Why.UNCLEAR),
)


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens between two ends; ``end`` is the mark behind them, ``begin`` the one in front ("" at the sides)."""

    tokens: tuple[Token, ...]
    begin: str
    end: str
    classes: Classes
    naming: tuple[int, ...] = ()  # where somebody is named

    def has(self, *classes: Class) -> bool:
        """Whether a word of some classes stands in it."""
        return not self.classes.isdisjoint(classes)

    @property
    def names(self) -> list[Token]:
        """Who is named in it by a name."""
        return [token for token in self.tokens if token.kind is Kind.NAME]

    @property
    def words(self) -> list[Token]:
        """Its tokens but marks."""
        return [token for token in self.tokens if token.kind is not Kind.MARK]


def clauses(found: Sequence[Token]) -> list[Clause]:
    """Cut tokens into clauses; empty ones are left out, the end of a left-out one goes to the clause before it."""
    made: list[Clause] = []
    piece: list[Token] = []
    begin = ""
    for at, token in enumerate(found):
        if token.kind is Kind.MARK and token.key in _ENDS:
            if piece:
                made.append(_clause(piece, begin, token.key))
            elif made and token.key in "?" and made[-1].end != "?":
                made[-1] = replace(made[-1], end=token.key)
            piece, begin = [], token.key
        elif at and piece and token.is_a(Class.BUT, Class.REASON) and not token.is_a(Class.FILLER):
            made.append(_clause(piece, begin, ""))
            piece, begin = [token], ""
        else:
            piece.append(token)
    if piece:
        made.append(_clause(piece, begin, ""))
    return made


def _clause(piece: Sequence[Token], begin: str, end: str) -> Clause:
    classes = frozenset(one for token in piece if token.kind is Kind.WORD for one in token.classes)
    naming = tuple(at for at, token in enumerate(piece) if token.names)
    return Clause(tuple(piece), begin, end, classes, naming)


def doubt_of(clause: Clause) -> Why | None:
    """Return what in a clause makes its sense doubtful, or ``None``."""
    if clause.end == "?":
        return Why.UNCLEAR
    return next((why for one, why in _DOUBTS if one in clause.classes), None)


# Words that change nothing about what else is said.
NEUTRAL: Final = (Class.FILLER, Class.GREET, Class.LAUGH, Class.YES, Class.DET)


def is_neutral(clause: Clause) -> bool:
    """Whether a clause says nothing that matters."""
    return clause.end != "?" and all(token.kind is Kind.MARK or token.is_a(*NEUTRAL) for token in clause.tokens)


def is_joke(parts: Sequence[Clause]) -> bool:
    """Whether a message only says that what stands above was a joke."""
    words = [token for clause in parts for token in clause.words]
    light = all(token.is_a(Class.JOKE, Class.SMALL, *NEUTRAL) for token in words)
    return light and any(token.is_a(Class.JOKE) for token in words)


@dataclass(frozen=True, slots=True)
class Slot:
    """Who stands at a place where a person is meant, and how many tokens that takes."""

    found: Found
    used: int
    token: Token | None = None  # the name, where there is one; a guess has none
    text: str = ""


def slot(roster: Roster, text: str, found: Sequence[Token], own: Person | None, *, typed: bool = False) -> Slot:
    """Read a person where one is meant: a name, a number, oneself, or the words there as a misspelt name.

    ``typed``: by the host, who shortens nicks.
    """
    first = found[0]
    if first.names:
        return Slot(first.found, 1, first, text[first.start : first.end])
    if first.is_a(Class.SELF):
        doubled = len(found) > 1 and found[1].is_a(Class.SELF)
        return Slot(One(own) if own else Nobody(), 1 + doubled, first, text[first.start : first.end])
    size = 0
    while size < min(len(found), _LONGEST_GUESS) and _goes_on(found, size):
        size += 1
    for used in range(size, 0, -1):
        piece = text[first.start : found[used - 1].end]
        meant = find(roster, piece) if typed else said(roster, piece)
        if not nobody(meant):
            return Slot(meant, used, None, piece)
    return Slot(NOBODY_MEANT, max(size, 1), None, text[first.start : found[max(size, 1) - 1].end])


def _goes_on(found: Sequence[Token], at: int) -> bool:
    token = found[at]
    if token.kind is Kind.MARK:
        return at > 0 and token.start == found[at - 1].end and token.key not in "/&:>=+"
    return token.kind is Kind.WORD


def persons_in(found: Sequence[Token]) -> set[int]:
    """Return the seats of everybody named letter for letter or in a case form."""
    return seats_named([token.found for token in found if token.kind is Kind.NAME])


def is_sure(found: Found) -> bool:
    """Whether exactly one person is meant."""
    return isinstance(found, One)


def trouble_with(found: Found) -> tuple[Why, tuple[int, ...]] | None:
    """Return why it is not plain who is meant, with who may be."""
    if isinstance(found, Ask):
        why = Why.WEAK if len(found.persons) == 1 else Why.AMBIGUOUS
        return why, tuple(person.seat for person in found.persons)
    return (Why.UNKNOWN, ()) if isinstance(found, Nobody) else None
