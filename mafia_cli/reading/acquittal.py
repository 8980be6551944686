"""The acquittal vote (1.8.1) as people write it: за / против, оправдать / посадить, + / -, плюс / минус."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mafia_cli.reading.ballots import Ballot, ballot, voter_trouble, who
from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked
from mafia_cli.reading.normal import key
from mafia_cli.reading.people import Nobody, Roster
from mafia_cli.reading.targets import seats_in
from mafia_cli.reading.tokens import Kind, Token, has_kabum, is_decoration, is_word, numbered_lines, too_long
from mafia_cli.reading.vocabulary import Vocabulary, vocabulary

_DECORATION: Final = frozenset(".!;:()[]>=")
_INNOCENT: Final = key("innocent")


def read_acquittal(roster: Roster, text: str) -> list[Line]:
    """Read the votes of an acquittal, one line for each that is not blank: ``acquit`` says which way."""
    lines: list[Line] = []
    header = ""
    for number, original, tidy in numbered_lines(text):
        reading, header = _read(roster, tidy, header)
        lines.append(reading.line(number, original))
    return lines


def _read(roster: Roster, tidy: str, header: str) -> tuple[Reading, str]:
    if too_long(tidy) or (is_decoration(tidy) and tidy not in roster.nicks):
        return IGNORED, header
    made = ballot(roster, tidy, header)
    if made.is_header:
        return IGNORED, made.header
    return _judge(made), made.header


def _judge(made: Ballot) -> Reading:
    if has_kabum(made.found):
        return asked(Why.KABUM, seats_in(made.found))
    reading = _message(made.found)
    if reading.as_ is As.IGNORED:
        return IGNORED
    question = voter_trouble(made.voter)
    if question is not None:
        nobody = made.voter is None or isinstance(made.voter, Nobody)
        return IGNORED if nobody and reading.as_ is As.ASKED and not _has_side(made.found) else question
    person = who(made.voter)
    reading = replace(reading, voter=person.seat if person else 0)
    if made.quoted and reading.as_ is not As.ASKED:
        return asked(Why.UNCLEAR, voter=reading.voter)
    return reading


def _has_side(found: Sequence[Token]) -> bool:
    words = vocabulary()
    return any(_side(words, token) or _direction(words, token) for token in found)


def _side(words: Vocabulary, token: Token) -> int:
    """Return 1 for a word that frees, -1 for one that jails, else 0."""
    return 1 if is_word(token, words.acquit) else -1 if is_word(token, words.convict) else 0


def _direction(words: Vocabulary, token: Token) -> int:
    """Return 1 for за, + and плюс, -1 for против, - and минус, else 0."""
    if token.kind is Kind.MARK:
        return {"+": 1, "-": -1}.get(token.key, 0)
    if is_word(token, words.for_) or is_word(token, words.plus):
        return 1
    return -1 if is_word(token, words.against) or is_word(token, words.minus) else 0


def _message(found: Sequence[Token]) -> Reading:
    """Return the reading of a message without its voter."""
    words = vocabulary()
    found = _innocent(words, [token for token in found if not (token.kind is Kind.MARK and token.key in _DECORATION)])
    meant = [token for token in found if not (token.kind is Kind.MARK and token.key in ",?")]
    telling = [token for token in meant if not is_word(token, words.side_small) or _direction(words, token)]
    if not telling:
        voted = any(is_word(token, words.vote) for token in meant)
        return asked(Why.UNCLEAR) if voted else IGNORED
    if all(token.key in words.pass_ or is_word(token, words.vote_small) for token in telling):
        question = any(token.key == "?" for token in found)
        return asked(Why.UNCLEAR) if question else Reading(As.PASS)
    sides = {side for token in meant if (side := _side(words, token))}
    begins = _direction(words, telling[0]) != 0
    if not sides and not begins:
        return _no_side(words, telling)
    doubt = any(token.key == "?" or is_word(token, words.not_) for token in found)
    ways = {way for token in meant if (way := _direction(words, token))} if begins else set()
    if doubt or len(sides) > 1 or len(ways) > 1 or seats_in(found):
        return asked(Why.UNCLEAR, seats_in(found))
    if _talk(words, found):
        return asked(Why.UNCLEAR)
    way = ways.pop() if ways else 1
    if begins and sides and _said_twice(words, found):
        return Reading(As.VOTE, acquit=way > 0) if way in sides else asked(Why.UNCLEAR)
    return Reading(As.VOTE, acquit=(way * sides.pop() if sides else way) > 0)


def _said_twice(words: Vocabulary, found: Sequence[Token]) -> bool:
    """Whether the side stands behind + or -, or behind a comma, and so is said again: ``-, он виновен``."""
    first = next(at for at, token in enumerate(found) if _direction(words, token))
    if not (is_word(found[first], words.for_) or is_word(found[first], words.against)):
        return True
    side = next(at for at, token in enumerate(found) if _side(words, token))
    return any(token.key == "," for token in found[first:side])


def _no_side(words: Vocabulary, telling: Sequence[Token]) -> Reading:
    """Ask about a bare yes or no, a vote told in some other way, or "not" before a side; the rest is talk."""
    if all(token.key in words.yes_no for token in telling) or any(is_word(token, words.vote_like) for token in telling):
        return asked(Why.UNCLEAR)
    if is_word(telling[0], words.not_) and len(telling) > 1 and _direction(words, telling[1]):
        return asked(Why.UNCLEAR)
    if len(telling) == 1 and telling[0].kind is Kind.NAME:
        return asked(Why.UNCLEAR, seats_in(telling))
    return IGNORED


def _innocent(words: Vocabulary, found: list[Token]) -> list[Token]:
    """Put "not guilty" into one word."""
    made: list[Token] = []
    for token in found:
        if made and is_word(token, words.not_guilty) and is_word(made[-1], words.not_):
            made[-1] = replace(token, key=_INNOCENT)
        else:
            made.append(token)
    return made


def _talk(words: Vocabulary, found: Sequence[Token]) -> bool:
    """Whether words stand among the sides that are none, before the first comma behind them."""
    said = False
    for token in found:
        if token.kind is Kind.MARK and token.key == "," and said:
            return False
        if _side(words, token) or _direction(words, token):
            said = True
        elif token.kind is not Kind.MARK and not is_word(token, words.side_small):
            return True
    return False
