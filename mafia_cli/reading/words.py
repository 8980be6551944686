"""A clean text taken into words: names and numbers with whose they are and in which case, and what each word may be."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from mafia_cli.reading.forms import ACCUSATIVE
from mafia_cli.reading.nicks import ENDING, NUMBER, find
from mafia_cli.reading.normal import LONGEST_NAME, fold, is_emoji, key, other_layout
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Nobody, One, Roster, first_atom
from mafia_cli.reading.vocabulary import NONE, Class, Classes, is_a, spelt, vocabulary

NOMINATIVE: Final = -1
ANY_CASE: Final = frozenset((NOMINATIVE, ACCUSATIVE))
"""Of a name that is not declined."""


class Kind(Enum):
    """What a token is."""

    NAME = auto()  # a name or case form of somebody, or the first or last word of one: ``found`` says whose
    NUMBER = auto()  # a number: ``found`` says whose seat or nick
    WORD = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a clean text, from ``start`` to ``end``; ``key`` is what it is compared by.

    ``classes``: what the word may be (of a name too, where it is also a word); ``cases``: which cases a name's form may
    be; ``part``: only the first or last word of a nick.
    """

    kind: Kind
    key: str
    start: int
    end: int
    found: Found = NOBODY_MEANT
    classes: Classes = NONE
    cases: frozenset[int] = ANY_CASE
    part: bool = False

    def is_a(self, *classes: Class) -> bool:
        """Whether this is a word, and nobody's name, of one of some classes."""
        return self.kind is Kind.WORD and not self.classes.isdisjoint(classes)

    @property
    def names(self) -> bool:
        """Whether this names somebody, by a name or a number."""
        return self.kind in _NAMING

    @property
    def exact(self) -> bool:
        """Whether this is a name as it stands, and not in another case."""
        return self.kind is Kind.NUMBER or (isinstance(self.found, One) and self.found.step < ENDING and not self.part)


_NAMING: Final = frozenset({Kind.NAME, Kind.NUMBER})
_WORD: Final = re.compile(r"\w+(?:'\w+){0,3}")
_SEAT_SIGN: Final = re.compile(rf"# ?{NUMBER.pattern}", re.IGNORECASE)
_SEAT_WORD: Final = re.compile(rf"(\w{{2,8}})\.? ?#? ?{NUMBER.pattern}", re.IGNORECASE)
_DECIMAL: Final = re.compile(r"\d+(?:[.:]\d+)+")
_COMMAND: Final = re.compile(r"#{2,3} ?(?=[a-zа-яё])", re.IGNORECASE)


def tokens(roster: Roster, text: str) -> list[Token]:
    """Return the tokens of a clean text; names are found whole, the longest first, emoji left out."""
    found: list[Token] = []
    folded = fold(text)
    at, size = 0, len(text)
    while at < size:
        if text[at] == " ":
            at += 1
            continue
        command = _COMMAND.match(text, at) if text[at] == "#" else None
        if command:
            at = command.end()
            continue
        token = _token(roster, text, folded, at)
        if token is not None:
            found.append(token)
            at = token.end
        else:
            at += 1
    if len(found) > 1:
        found = [_a_word(text, token) for token in found]
    return found


def _a_word(text: str, token: Token) -> Token:
    """Return an ordinary word that is somebody's nick, written small among others, as the word it is."""
    if token.kind is Kind.NAME and isinstance(token.found, One) and token.classes and text[token.start].islower():
        nick = token.found.person.nick
        if nick[:1].isupper():
            return Token(Kind.WORD, token.key, token.start, token.end, token.found, token.classes)
    return token


def _token(roster: Roster, text: str, folded: str, at: int) -> Token | None:
    sign = _SEAT_SIGN.match(text, at) if text[at] == "#" else None
    if sign:
        return _piece(roster, Kind.NUMBER, text, at, sign.end())
    end = name_end(roster, folded, at)
    if end:
        return _piece(roster, Kind.NAME, text, at, end)
    if text[at].isdigit():
        number = None if _DECIMAL.match(text, at) else NUMBER.match(text, at)
        if number:
            return _piece(roster, Kind.NUMBER, text, at, number.end())
        decimal = _DECIMAL.match(text, at)
        if decimal:
            return Token(Kind.WORD, decimal[0], at, decimal.end())
    elif text[at].isalpha():
        named = _SEAT_WORD.match(text, at)
        if named and is_a(named[1], Class.NUMBER):
            return _piece(roster, Kind.NUMBER, text, at, named.end())
    return _word(roster, text, folded, at)


def _word(roster: Roster, text: str, folded: str, at: int) -> Token | None:
    word = _WORD.match(text, at)
    if word:
        phrase = _phrase(text, folded, at)
        if phrase:
            return phrase
        one = key(word[0])
        seats = roster.parts.get(one)
        if seats and one not in roster.folded:
            return _part(roster, seats, word[0], at)
        return Token(Kind.WORD, one, at, word.end(), classes=_classes(word[0]))
    if is_emoji(text[at]):
        return None
    return Token(Kind.MARK, text[at], at, at + 1)


def _part(roster: Roster, seats: frozenset[int], text: str, start: int) -> Token:
    """Return the first or last word of nicks; of the living only, where there are any."""
    persons = roster.pick(seats)
    living = tuple(person for person in persons if not person.out) or persons
    one, end = key(text), start + len(text)
    found: Found = One(living[0], ENDING) if len(living) == 1 else Ask("ambiguous", living)
    return Token(Kind.NAME, one, start, end, found, _classes(text), roster.cases.get(one, ANY_CASE), part=True)


def _phrase(text: str, folded: str, at: int) -> Token | None:
    """Return the longest phrase of several words that stands at a place."""
    first = first_atom(text, at)
    spelled = text if first.isascii() else folded
    for phrase, classes in vocabulary().phrases.get(spelt(first), ()):
        end = at + len(phrase)
        if spelled[at:end].lower() == phrase and not (end < len(text) and _wordy(text[end])):
            return Token(Kind.WORD, folded[at:end], at, end, classes=classes)
    return None


def _classes(text: str) -> Classes:
    return vocabulary().classes[spelt(text)]


def _piece(roster: Roster, kind: Kind, text: str, start: int, end: int) -> Token:
    one = key(text[start:end])
    cases = roster.cases.get(one, ANY_CASE) if kind is Kind.NAME else ANY_CASE
    return Token(kind, one, start, end, find(roster, text[start:end]), _classes(text[start:end]), cases)


def name_end(roster: Roster, folded: str, at: int) -> int:
    """Return where the longest name or case form that starts at ``at`` ends, or 0."""
    for name in roster.starts.get(first_atom(folded, at), ()):
        if folded.startswith(name, at):
            end = at + len(name)
            if end == len(folded) or not (_wordy(folded[end]) and _wordy(folded[end - 1])):
                return end
    return 0


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "_"


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


def nobody(found: Found) -> bool:
    """Whether no person is meant."""
    return isinstance(found, Nobody)


_DECORATED: Final = re.compile(r"[-=_*~#.·•|+<>/\\ ]{3,}")


def is_decoration(text: str) -> bool:
    """Whether a clean text is a rule, a row of stars or emoji: nothing anybody said."""
    return bool(_DECORATED.fullmatch(text)) or not any(_wordy(char) or char in "+-?✅❌➕➖👍👎🙋✔✖☑" for char in text)


# --- the other keyboard layout ----------------------------------------------------------------------------

_TAILS: Final = ("", ":", ".!,;:")
_MINOR: Final = (Class.SMALL, Class.TO, Class.FOR, Class.JOIN, Class.NEG, Class.FILLER)
_TELLING: Final = (
    *(Class.SKIP, Class.PASS, Class.VOTE, Class.VOICE, Class.FOR, Class.AGAINST, Class.KABUM, Class.ACQUIT),
    *(Class.CONVICT, Class.SELF, Class.PLUS, Class.MINUS),
)


def in_one_layout(roster: Roster, text: str) -> str:
    """Return a clean line with the words that were typed in the other keyboard layout put right.

    A word is turned if it is nobody's name and no known word, and turned round is one; small words only beside such.
    """
    pieces = text.split(" ")
    turned = [_turn(roster, piece, sure=True) for piece in pieces]
    if not any(turned):
        return text
    return " ".join(new or _turn(roster, piece, sure=False) or piece for piece, new in zip(pieces, turned, strict=True))


def _turn(roster: Roster, piece: str, *, sure: bool) -> str:
    if len(piece) > LONGEST_NAME or not piece or piece.isdigit():
        return ""
    for tail in _TAILS:
        core = piece.rstrip(tail) if tail else piece
        if tail and core == piece:
            continue
        other = other_layout(core)
        if not other or not other[0].isalnum() or (len(core) < 2 and sure):
            continue
        if (_telling(roster, other) or (not sure and is_a(other, *_MINOR))) and not _known(roster, core):
            return other + piece[len(core) :]
    return ""


def _telling(roster: Roster, text: str) -> bool:
    words, one = vocabulary(), key(text)
    return (
        one in roster.folded
        or one in roster.forms
        or one in words.role_keys
        or one in words.verbs
        or is_a(text, *_TELLING)
        or (len(one) > 3 and one in roster.words)
    )


def _known(roster: Roster, core: str) -> bool:
    one = key(core.strip(".,!;:?"))
    words = vocabulary()
    listed = one in roster.folded or one in roster.forms or one in words.role_keys or one in words.verbs
    return listed or bool(_classes(core.strip(".,!;:?")))
