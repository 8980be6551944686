"""What a pasted line was read as."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mafia_cli.rules.roles import Role


class As(StrEnum):
    """What a line is taken for."""

    MOVE = "move"
    SKIP = "skip"
    VOTE = "vote"
    PASS = "pass"
    ASKED = "asked"
    IGNORED = "ignored"


class Why(StrEnum):
    """Why a line is asked about, or passed over although it says something."""

    ROLE_OR_VERB = "role_or_verb"  # no role, a role without a night move, or sender, role and verb disagree
    SENDER = "sender"  # nobody, a stranger, or one who may not send this
    DEAD = "dead"  # named as such: candidates says who
    TARGETS = "targets"  # too few or too many names
    UNKNOWN = "unknown"  # a name that is nobody's
    AMBIGUOUS = "ambiguous"  # a name that several persons could be meant by
    WEAK = "weak"  # probably the one candidate
    WORD = "word"  # a vote word that is probably misspelt
    UNCLEAR = "unclear"  # a "not", a question, something told about others, words that are not understood
    JOKE = "joke"
    CONDITION = "condition"  # if, would, maybe
    LATER = "later"
    REPORT = "report"  # what another said or did, or somebody did earlier
    QUOTED = "quoted"  # quoted or struck out
    FORMAT = "format"  # the paste can be taken apart in two ways
    REFERENCE = "reference"  # "the same as Ann"
    NUMBER = "number"  # perhaps no seat
    KABUM = "kabum"  # the kamikaze's word
    REVIVE = "revive"  # the healer's
    LATE = "late"  # a night move by day
    WITHDRAWN = "withdrawn"  # passed over: a vote stands
    REPEATED = "repeated"  # passed over: the same once more
    SPENT = "spent"  # passed over: this message was read before
    EARLIER = "earlier"  # passed over: from before the stage opened
    COUNT = "count"  # passed over: a host's count, or a text of this program
    UNSEEN = "unseen"  # passed over: a sticker, a voice message, something deleted


class Part(StrEnum):
    """What a line of a paste is; only a ``text`` is anything that somebody says."""

    TEXT = "text"
    HEADER = "header"
    QUOTE = "quote"
    REACTION = "reaction"
    SYSTEM = "system"
    MEDIA = "media"


_SPELLING: Final = frozenset({Why.WEAK, Why.WORD})


@dataclass(frozen=True, slots=True)
class Reading:
    """What is said, before it is put into its line. Persons are seats, 0 = none.

    ``move``: ``role`` (the joint kill is ``MAFIA``) and ``targets``; ``skip``: ``role``; ``vote``: ``voter`` and
    ``candidate``, in an acquittal ``acquit`` instead; ``pass``: ``voter``; ``asked``: ``why`` and ``candidates``, and
    whatever else was understood; ``words``: what it rests on, or what is doubtful, as sent.
    """

    as_: As
    role: Role | None = None
    targets: tuple[int, ...] = ()
    voter: int = 0
    candidate: int = 0
    acquit: bool | None = None
    why: Why | None = None
    candidates: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One pasted line: its number in the paste (from 1), the text as sent, and what was read; see ``Reading``.

    ``sender``: as the header above or in front gives it; ``sent``: the message's own time; ``part``: talk is only what
    is a text.
    """

    number: int
    text: str
    as_: As
    role: Role | None = None
    targets: tuple[int, ...] = ()
    voter: int = 0
    candidate: int = 0
    acquit: bool | None = None
    why: Why | None = None
    candidates: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    sender: str = ""
    sent: str = ""
    part: Part = Part.TEXT

    @property
    def spelling(self) -> bool:
        """Whether the doubt is only about how a word or a name is written, so that a yes to all may settle it."""
        return self.as_ is As.ASKED and self.why in _SPELLING and len(self.candidates) == 1


IGNORED: Final = Reading(As.IGNORED)


def line_of(
    reading: Reading, number: int, text: str, *, sender: str = "", sent: str = "", part: Part = Part.TEXT
) -> Line:
    """Return the line read so."""
    told = (
        *(reading.as_, reading.role, reading.targets, reading.voter, reading.candidate, reading.acquit),
        *(reading.why, reading.candidates, reading.words),
    )
    return Line(number, text, *told, sender, sent, part)


def asked(why: Why | str, candidates: Iterable[int] = (), *, role: Role | None = None, voter: int = 0) -> Reading:
    """Return a question, its candidates in the order of the seats."""
    return Reading(As.ASKED, role=role, voter=voter, why=Why(why), candidates=tuple(sorted(set(candidates))))


def passed_over(why: Why, *, voter: int = 0) -> Reading:
    """Return what says something and is not asked about."""
    return Reading(As.IGNORED, voter=voter, why=why)
