"""A line of a chat taken apart: time, sender, names, numbers, words, marks. Shared by moves and votes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from mafia_cli.reading.kabum import is_kabum
from mafia_cli.reading.nicks import NUMBER, TYPO, find
from mafia_cli.reading.normal import LONGEST_LINE, LONGEST_NAME, clean, fold, is_emoji, key, other_layout
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Nobody, One, Roster, first_atom
from mafia_cli.reading.vocabulary import Words, vocabulary

_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def numbered_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Go through the lines that are not blank: number from 1, the line as sent, the line clean."""
    for number, line in enumerate(_LINE_END.split(text), 1):
        tidy = clean(line)
        if tidy:
            yield number, line, tidy


def too_long(tidy: str) -> bool:
    """Whether a line is longer than anything anybody means as a move or vote."""
    return len(tidy) > LONGEST_LINE


class Kind(Enum):
    """What a token is."""

    NAME = auto()  # a name or case form of somebody: ``found`` says whose
    NUMBER = auto()  # a number: ``found`` says whose seat or nick
    WORD = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a clean line, from ``start`` to ``end``; ``key`` is what it is compared by."""

    kind: Kind
    key: str
    start: int
    end: int
    found: Found = NOBODY_MEANT


_WORD: Final = re.compile(r"\w+(?:'\w+){0,3}")
_SEAT_SIGN: Final = re.compile(rf"# ?{NUMBER.pattern}", re.IGNORECASE)
_SEAT_WORD: Final = re.compile(rf"(\w{{2,8}})\.? ?#? ?{NUMBER.pattern}", re.IGNORECASE)


def tokens(roster: Roster, text: str) -> list[Token]:
    """Return the tokens of a clean text; names are found whole, the longest first, emoji left out."""
    found: list[Token] = []
    folded = fold(text)
    at, size = 0, len(text)
    while at < size:
        if text[at] == " ":
            at += 1
            continue
        token = _token(roster, text, folded, at)
        if token is not None:
            found.append(token)
            at = token.end
        else:
            at += 1
    return found


def _token(roster: Roster, text: str, folded: str, at: int) -> Token | None:
    sign = _SEAT_SIGN.match(text, at) if text[at] == "#" else None
    if sign:
        return _piece(roster, Kind.NUMBER, text, at, sign.end())
    end = name_end(roster, folded, at)
    if end:
        return _piece(roster, Kind.NAME, text, at, end)
    if text[at].isdigit():
        number = NUMBER.match(text, at)
        if number:
            return _piece(roster, Kind.NUMBER, text, at, number.end())
    elif text[at].isalpha():
        named = _SEAT_WORD.match(text, at)
        if named and key(named[1]) in vocabulary().number:
            return _piece(roster, Kind.NUMBER, text, at, named.end())
    word = _WORD.match(text, at)
    if word:
        return Token(Kind.WORD, key(word[0]), at, word.end())
    if is_emoji(text[at]):
        return None
    return Token(Kind.MARK, text[at], at, at + 1)


def _piece(roster: Roster, kind: Kind, text: str, start: int, end: int) -> Token:
    return Token(kind, key(text[start:end]), start, end, find(roster, text[start:end]))


def name_end(roster: Roster, folded: str, at: int) -> int:
    """Return where the longest name or case form that starts at ``at`` ends, or 0."""
    start = first_atom(folded, at)
    for name in roster.starts.get(start, ()):
        if folded.startswith(name, at):
            end = at + len(name)
            if end == len(folded) or not (_wordy(folded[end]) and _wordy(folded[end - 1])):
                return end
    return 0


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "_"


def is_word(token: Token, words: Words) -> bool:
    """Whether a token is a word out of some words, and nobody's name."""
    return token.kind is Kind.WORD and token.key in words


def has_kabum(found: Sequence[Token]) -> bool:
    """Whether the kamikaze's word is among tokens."""
    return any(token.kind is Kind.WORD and 4 <= len(token.key) <= 7 and is_kabum(token.key) for token in found)


def in_one_layout(roster: Roster, text: str) -> str:
    """Return a clean line with the words that were typed in the other keyboard layout put right.

    A word is turned if it is nobody's name and no known word, and turned round is one; small words only beside such.
    """
    pieces = text.split(" ")
    turned = [_turn(roster, piece, sure=True) for piece in pieces]
    if not any(turned):
        return text
    return " ".join(new or _turn(roster, piece, sure=False) or piece for piece, new in zip(pieces, turned, strict=True))


_TAILS: Final = ("", ":", ".!,;:")


def _turn(roster: Roster, piece: str, *, sure: bool) -> str:
    if len(piece) > LONGEST_NAME or not piece or piece.isdigit():
        return ""
    for tail in _TAILS:
        core = piece.rstrip(tail) if tail else piece
        if tail and core == piece:
            continue
        other = other_layout(core)
        if not other or (len(core) < 2 and sure):
            continue
        one = key(other)
        if (_telling(roster, one) or (not sure and _minor(one))) and not _known(roster, core):
            return other + piece[len(core) :]
    return ""


def _telling(roster: Roster, one: str) -> bool:
    return (
        one in roster.folded
        or one in roster.forms
        or one in vocabulary().telling
        or (len(one) > 3 and one in roster.words)
    )


def _minor(one: str) -> bool:
    words = vocabulary()
    return one in words.small or one in words.before or one in words.joiners or one in words.not_


def _known(roster: Roster, core: str) -> bool:
    one = key(core.strip(".,!;:?"))
    words = vocabulary()
    return one in roster.folded or one in roster.forms or one in words.telling or one in words.vote_small or _minor(one)


# --- time and sender -------------------------------------------------------------------------------------

_CLOCK: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?"
_DATE: Final = r"(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})"
_STAMP: Final = rf"(?:{_DATE}(?:T|,? (?:в |at )?))?{_CLOCK}(?![\d:])"
_IN_BRACKETS: Final = rf"[\[(](?:{_STAMP}|{_DATE})[\])]"
_LEADING: Final = re.compile(rf"(?:{_IN_BRACKETS}|{_STAMP})(?: -(?= )| ?\|)? ?", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"([^:]{{1,80}}?)(,?) ?{_IN_BRACKETS} ?(:?) ?(.*)", re.IGNORECASE)
_DAY: Final = rf"(?:[^\W\d]{{5,9}},? (?:в |at )?{_CLOCK}|{_STAMP}|{_DATE})"
_HEADER: Final = re.compile(rf"([^:]{{1,80}}?)( -|,)? {_DAY}:?", re.IGNORECASE)
_ANGLED: Final = re.compile(r"<([^<>]{1,80})> ?:? ?(.*)")
_NAMED_TWICE: Final = re.compile(r"([^()\[\]]{1,60}?) ?[(\[]([^()\[\]]{1,60})[)\]]")
_BULLETS: Final = re.compile(r"(?:[-*•·‣▪◦●○–~|]+ +|[•·‣▪◦●]+|\d{1,3}[.)] +(?=\S))+")
_DECORATED: Final = re.compile(r"[-=_*~#.·•|+<>/\\ ]{3,}")


@dataclass(frozen=True, slots=True)
class Parts:
    """A line apart from its time: who it says it is from ("" = nobody), the rest, whether it is a header line."""

    sender: str
    body: str
    header: bool = False
    quoted: bool = False


def apart(roster: Roster, text: str) -> Parts:
    """Take the time and the sender off a clean line (already in one layout)."""
    text = text[_leading(text) :]
    quoted = text.startswith("> ")
    if quoted:
        text = text[2:]
    text = _without_bullets(roster, text)
    text = text[_leading(text) :]
    if not text:
        return Parts("", "")
    end = name_end(roster, fold(text), 0)
    if end:
        rest = text[end:].lstrip()
        if rest.startswith(":"):
            return Parts(text[:end], rest[1:].strip(), quoted=quoted)
    elif match := _ANGLED.fullmatch(text):
        return Parts(match[1].strip(), match[2], quoted=quoted)
    parts = _with_stamp(roster, text)
    if parts:
        return parts
    sender, colon, rest = text.partition(":")
    if colon and sender and len(sender) <= LONGEST_NAME and not rest.startswith("//"):
        return Parts(sender.strip(), rest.strip(), quoted=quoted)
    return Parts("", text, quoted=quoted)


def _leading(text: str) -> int:
    match = _LEADING.match(text)
    return match.end() if match else 0


def _without_bullets(roster: Roster, text: str) -> str:
    if name_end(roster, fold(text[:LONGEST_NAME]), 0) and not text[:1].isdigit():
        return text
    match = _BULLETS.match(text)
    return text[match.end() :] if match and match.end() < len(text) else text


def _with_stamp(roster: Roster, text: str) -> Parts | None:
    if not text[-1:].isdigit() and not any(mark in text for mark in "])") and ":" not in text:
        return None
    match = _BEHIND.fullmatch(text)
    if match:
        sender, comma, colon, rest = match[1].strip(), match[2], match[3], match[4]
        known = isinstance(find(roster, sender), One)
        if not rest and (comma or known) and not _voting(roster, sender):
            return Parts(sender, "", header=True)
        if rest and (colon or known):
            return Parts(sender, rest)
    match = _HEADER.fullmatch(text)
    if match:
        sender = match[1].strip()
        known = isinstance(find(roster, sender), One)
        if (match[2] or known) and not _voting(roster, sender):
            return Parts(sender, "", header=True)
    return None


def _voting(roster: Roster, text: str) -> bool:
    """Whether what stands before a time is something said and not a name."""
    if text.replace(" ", "").isdigit():
        return True
    words = vocabulary()
    said = (words.vote, words.vote_like, words.for_, words.against, words.pass_)
    return any(token.kind is Kind.WORD and any(token.key in one for one in said) for token in tokens(roster, text))


def is_decoration(text: str) -> bool:
    """Whether a clean line is a rule, a row of stars or emoji: nothing anybody said."""
    return bool(_DECORATED.fullmatch(text)) or not any(_wordy(char) or char in "+-?" for char in text)


def sender_of(roster: Roster, text: str) -> Found:
    """Return who a sender's name means; one reached only by a typo is asked about: it may well be a stranger."""
    found = find(roster, text)
    if isinstance(found, Nobody) and (match := _NAMED_TWICE.fullmatch(text)):
        found, inner = find(roster, match[1]), find(roster, match[2])
        if isinstance(found, One) and isinstance(inner, One) and found.person is not inner.person:
            return Ask("ambiguous", roster.pick((found.person.seat, inner.person.seat)))
    if isinstance(found, One) and found.step >= TYPO:
        return Ask("weak", (found.person,))
    return found
