"""What a pasted line was read as."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

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
    """Why a line is asked about."""

    ROLE_OR_VERB = "role_or_verb"  # no role, a role without a night move, or sender, role and verb disagree
    SENDER = "sender"  # nobody, a stranger, or one who may not send this
    DEAD = "dead"  # named as such: candidates says who
    TARGETS = "targets"  # too few or too many names
    UNKNOWN = "unknown"  # a name that is nobody's
    AMBIGUOUS = "ambiguous"  # a name that several persons could be meant by
    WEAK = "weak"  # probably the one candidate
    UNCLEAR = "unclear"  # a "not", a question, something told about others
    KABUM = "kabum"  # the kamikaze's word


@dataclass(frozen=True, slots=True)
class Line:
    """One pasted line: its number in the paste (from 1), the text as sent, the reading. Persons are seats, 0 = none.

    ``move``: ``role`` (the joint kill is ``MAFIA``) and ``targets``; ``skip``: ``role``; ``vote``: ``voter`` and
    ``candidate``, in an acquittal ``acquit`` instead; ``pass``: ``voter``; ``asked``: ``why`` and ``candidates``, and
    whatever else was understood.
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


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading before it is put into its line."""

    as_: As
    role: Role | None = None
    targets: tuple[int, ...] = ()
    voter: int = 0
    candidate: int = 0
    acquit: bool | None = None
    why: Why | None = None
    candidates: tuple[int, ...] = ()

    def line(self, number: int, text: str) -> Line:
        """Return the line read so."""
        return Line(
            number,
            text,
            self.as_,
            self.role,
            self.targets,
            self.voter,
            self.candidate,
            self.acquit,
            self.why,
            self.candidates,
        )


IGNORED = Reading(As.IGNORED)


def asked(why: Why | str, candidates: Iterable[int] = (), *, role: Role | None = None, voter: int = 0) -> Reading:
    """Return a question, its candidates in the order of the seats."""
    return Reading(As.ASKED, role=role, voter=voter, why=Why(why), candidates=tuple(sorted(set(candidates))))
