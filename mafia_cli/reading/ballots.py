"""Who votes in a line and what is left of it: shared by the votes for a suspect and the acquittal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mafia_cli.reading.lines import Reading, Why, asked
from mafia_cli.reading.nicks import ENDING, find
from mafia_cli.reading.normal import key
from mafia_cli.reading.people import Ask, Found, Nobody, One, Person, Roster
from mafia_cli.reading.tokens import Kind, Token, apart, in_one_layout, is_word, sender_of, tokens
from mafia_cli.reading.vocabulary import vocabulary

_SEPARATORS: Final = frozenset("->=:")
_LISTING: Final = frozenset(",;/&!?")
_LONGEST_NAME_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Ballot:
    """A line apart: the voter (``None`` = none named), the tokens of the message, the text they are of.

    ``separated``: a dash or an arrow stands between, so that what follows may be a name written any way.
    ``loose``: the voter is a guess from a word in front, good only if the rest is surely a vote.
    """

    voter: Found | None
    found: tuple[Token, ...]
    text: str
    separated: bool = False
    loose: bool = False
    header: str = ""
    is_header: bool = False
    quoted: bool = False


def ballot(roster: Roster, tidy: str, header: str) -> Ballot:
    """Take a clean line apart; ``header`` is the sender that a header line above it named."""
    text = in_one_layout(roster, tidy)
    parts = apart(roster, text)
    body = parts.body
    if parts.header:
        return Ballot(None, (), "", header=parts.sender, is_header=True)
    if parts.sender:
        if _is_said(roster, parts.sender):
            body = f"{parts.sender}: {parts.body}"
            made = _from_header(roster, header, body)
        else:
            made = Ballot(sender_of(roster, parts.sender), tuple(tokens(roster, body)), body)
    elif header:
        made = _from_header(roster, header, body)
    else:
        made = _bare(roster, body)
    return replace(made, quoted=parts.quoted)


def _from_header(roster: Roster, header: str, body: str) -> Ballot:
    if not header:
        return _bare(roster, body)
    return Ballot(sender_of(roster, header), tuple(tokens(roster, body)), body, header=header)


def _is_said(roster: Roster, front: str) -> bool:
    """Whether what stands before a colon is a vote word and no voter."""
    words = vocabulary()
    if isinstance(find(roster, front), One):
        return False
    return any(token.key in words.vote or token.key in words.for_ for token in tokens(roster, front))


def _bare(roster: Roster, body: str) -> Ballot:
    """Take apart a line without a colon: the voter stands first, if anybody does."""
    found = tuple(tokens(roster, body))
    start = _first_thing(found)
    if start is None or start.kind is Kind.MARK or _begins_message(start, found):
        return Ballot(None, found, body)
    if start is not found[0] or start.kind is Kind.WORD:
        return _guessed(roster, body, found)
    rest = found[1:]
    if rest and (rest[0].key in _LISTING or (is_word(rest[0], vocabulary().joiners) and not _signs(rest))):
        return Ballot(None, found, body)
    if isinstance(start.found, One) and start.found.step == ENDING:
        start = replace(start, found=Ask("weak", (start.found.person,)))
    separated = bool(rest) and rest[0].kind is Kind.MARK and rest[0].key in _SEPARATORS
    if separated and len(rest) > 1:
        return Ballot(start.found, rest[1:], body, separated=True)
    return Ballot(start.found, rest, body)


def _signs(rest: Sequence[Token]) -> bool:
    """Whether a plus or minus in words is all that is said behind a name."""
    words = vocabulary()
    told = [token for token in rest if token.kind is not Kind.MARK]
    return len(told) == 1 and (is_word(told[0], words.plus) or is_word(told[0], words.minus))


def _first_thing(found: Sequence[Token]) -> Token | None:
    small = vocabulary().vote_small
    return next((token for token in found if not is_word(token, small)), None)


def _begins_message(start: Token, found: Sequence[Token]) -> bool:
    """Whether a line begins with what is said and not with who says it."""
    words = vocabulary()
    said = (
        words.vote,
        words.vote_like,
        words.for_,
        words.against,
        words.pass_,
        words.acquit,
        words.convict,
        words.yes_no,
    )
    return start.kind is Kind.WORD and (any(start.key in one for one in said) or found[0] is not start)


def _guessed(roster: Roster, body: str, found: tuple[Token, ...]) -> Ballot:
    """Look for a voter written some other way before a dash, an arrow, a plus or "за"."""
    words = vocabulary()
    for place, token in enumerate(found[: _LONGEST_NAME_WORDS + 1]):
        sign = token.kind is Kind.MARK and token.key in "->+"
        side = is_word(token, words.for_) or is_word(token, words.against) or _signs(found[place:])
        if not place or not (sign or side):
            continue
        front = body[: token.start].strip()
        voter = find(roster, front)
        if key(front) in words.small or key(front) in words.yes_no or key(front) in words.vote_small:
            break
        if isinstance(voter, One) and not (sign and token.key != "+"):
            voter = Ask("weak", (voter.person,))
        dash = sign and token.key != "+"
        return Ballot(voter, found[place + 1 :] if dash else found[place:], body, separated=dash, loose=True)
    return Ballot(None, found, body)


def voter_trouble(voter: Found | None) -> Reading | None:
    """Return the question about who votes, or ``None`` if that is plain."""
    if voter is None or isinstance(voter, Nobody):
        return asked(Why.SENDER)
    if isinstance(voter, Ask):
        return asked(voter.why, (person.seat for person in voter.persons))
    return asked(Why.DEAD, (voter.person.seat,)) if voter.person.out else None


def who(voter: Found | None) -> Person | None:
    """Return the voter if it is one person."""
    return voter.person if isinstance(voter, One) else None
