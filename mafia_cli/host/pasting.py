"""Typed and pasted lines against a game: what each says and whether it may be. Nothing is stored, nobody is asked."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mafia_cli import session as desk
from mafia_cli.people import roster_of
from mafia_cli.reading.known import Moment
from mafia_cli.reading.lines import As, Line, Part, Why
from mafia_cli.reading.nicks import ENDING, find
from mafia_cli.reading.people import Ask, One, Roster
from mafia_cli.rules.day import Stage
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, NightStep
from mafia_cli.rules.moves import move_problems
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.script.errors import Fault
from mafia_cli.script.model import Row
from mafia_cli.session import Session
from mafia_cli.settings import Settings, fault_text
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short
from mafia_cli.words.names import People

SHOWN: Final = 6
"""Candidates that a question names."""

_CHOOSABLE: Final = frozenset({Why.AMBIGUOUS, Why.WEAK})
_SILENT: Final = frozenset({Why.REPEATED, Why.SPENT, Why.COUNT})
_LONGEST_SIDE: Final = 80
_EQUALS: Final = re.compile("(?<![=<>!])=(?![=>])")


@dataclass(frozen=True, slots=True)
class Move:
    """A line read by night; for a move or a skip also what the rules have against it."""

    line: Line
    problems: tuple[Problem, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the line is a move or a skip that the rules allow."""
        return self.line.as_ in (As.MOVE, As.SKIP) and not self.problems

    @property
    def left(self) -> bool:
        """Whether the host must see to the line: it is not understood, or the rules refuse it."""
        return self.line.as_ is As.ASKED or bool(self.problems)


def read_night(session: Session, text: str) -> list[Move]:
    """Read moves for the open night, a line each, with what the rules have against any of them."""
    from mafia_cli.reading.moves import read_moves

    found = []
    for line in read_moves(roster_of(session.script, session.played), text, moment=moment_of(session)):
        problems: Sequence[Problem] = ()
        if line.as_ in (As.MOVE, As.SKIP) and line.role is not None:
            problems = move_problems(session.game, line.role, line.targets)
        found.append(Move(line, tuple(problems)))
    return found


def stage_now(session: Session) -> Stage:
    """Return the ballot now being filled in."""
    return desk.open_vote(session.played).stage


def current(session: Session) -> Row:
    """Return the open step, which there is."""
    found = session.script.open_row
    assert found is not None
    return found


# --- votes ------------------------------------------------------------------------------------------------


def read_day(session: Session, text: str) -> list[Line]:
    """Read ballots for the vote now due, in the order in which they count."""
    from mafia_cli.reading.votes import read_acquittal, read_votes

    roster = roster_of(session.script, session.played)
    acquit = stage_now(session) == "acquit"
    return (read_acquittal if acquit else read_votes)(roster, text, moment_of(session))


def moment_of(session: Session) -> Moment:
    """Return what the game lends to a reading: what stands already, who is judged."""
    step = current(session).step
    if isinstance(step, NightStep):
        return Moment(moved={role: targets for role, targets in step.moves.items() if targets})
    vote = desk.open_vote(session.played)
    given = {**dict.fromkeys(vote.tally.passed, NOBODY), **vote.tally.votes}
    return Moment(given=given, suspect=vote.day.suspect if vote.stage == "acquit" else NOBODY)


def ballot(line: Line, stage: str) -> tuple[int, int] | None:
    """Return the ballot that a line casts (voter, candidate; 0 = passes; in the acquittal 1 or 0), if it does.

    A pass in the acquittal is no ballot (1.8.1 knows two sides).
    """
    if line.as_ is As.PASS and stage != "acquit":
        return line.voter, NOBODY
    if line.as_ is As.VOTE:
        return line.voter, line.candidate if line.acquit is None else int(line.acquit)
    return None


def is_idle(line: Line, stage: str) -> bool:
    """Whether a line is passed over: talk, or a pass in the acquittal; what nobody said is no talk."""
    if line.part is not Part.TEXT or line.why in _SILENT:
        return False
    return line.as_ is As.IGNORED or (line.as_ is As.PASS and stage == "acquit")


# --- words ------------------------------------------------------------------------------------------------


def move_text(words: Words, people: People, line: Line) -> str:
    """Return a move or a skip as the board shows it."""
    assert line.role is not None
    role = words.role(line.role)
    if line.as_ is As.SKIP:
        return words.text("desk", "night.skips", role=role)
    return words.text("desk", "night.moved", role=role, target=", ".join(people.names(line.targets)))


def choice_text(words: Words, people: People, stage: str, choice: int) -> str:
    """Return what a ballot says: a nick, a pass, + or -."""
    if stage == "acquit":
        return "+" if choice else "-"
    return people.name(choice) if choice else words.text("cli", "vote.passes")


_WHOSE: Final = {Why.KABUM: Role.KAMIKAZE, Why.REVIVE: Role.HEALER}
"""Whose word alone does what it says (2.12, 2.13); from anybody else it is a bluff, and names nobody else's role."""


def why_text(words: Words, roster: Roster, line: Line, stage: str) -> str:
    """Return why a line is asked about and who may be meant; ``stage`` is ``night`` or the ballots filled in."""
    people = People(("", *(person.nick for person in roster)))
    names = [_named(words, roster, people, seat, out=line.why is Why.DEAD) for seat in line.candidates[:SHOWN]]
    why = line.why or Why.UNCLEAR
    known = words.find("desk", "asked")
    whose = _WHOSE.get(why)
    if whose and line.voter and roster.by_seat[line.voter].role is not whose:
        return words.text("desk", f"asked.{why}_bluff", name=people.name(line.voter), role=words.role(whose))
    key = next(
        key
        for key in (f"{why}_{stage}", f"{why}_named" if names else "", f"{why}_vote" if stage != "night" else "", why)
        if key in known
    )
    return words.text("desk", f"asked.{key}", names=", ".join(names))


def _named(words: Words, roster: Roster, people: People, seat: int, *, out: bool) -> str:
    name = f"{seat} {people.name(seat)}"
    phase, _, number = roster.by_seat[seat].out.partition(" ")
    if not out or phase not in ("night", "day"):
        return name
    return words.text("desk", f"asked.since_{phase}", name=name, n=number)


def asked_text(words: Words, roster: Roster, line: Line, stage: str) -> str:
    """Return a line that is not understood, as it came, and why."""
    why = why_text(words, roster, line, stage)
    return words.text("desk", "asked.line", line=short(line.text.strip()), why=why)


def problems_text(settings: Settings, session: Session, problems: Iterable[Problem]) -> str:
    """Return what the rules have against a move, a sentence each."""
    return fault_text(settings.words, [Fault("", one, session.played.names.nicks) for one in problems])


# --- settling a question ----------------------------------------------------------------------------------


def choosable(line: Line) -> bool:
    """Whether the question of a line is settled by naming one of its candidates."""
    return line.as_ is As.ASKED and line.why in _CHOOSABLE and bool(line.candidates)


def settled(session: Session, line: Line, seat: int) -> str:
    """Return the line with the doubtful name made certain; "" when that name cannot be told in it.

    The seat is written ``№5``, which is never a nick.
    """
    if line.role is not None and ROLES[line.role].targets == 1:
        return f"{line.role.value} №{seat}"  # a role's id is a role word to the reader
    if line.voter and stage_now(session) != "acquit":
        return f"№{line.voter} = №{seat}"
    roster = roster_of(session.script, session.played)
    words = line.text.split()
    for size in range(len(words), 0, -1):
        for at in range(len(words) - size + 1):
            piece = " ".join(words[at : at + size])
            bare = piece.rstrip(":,;.!")
            found = find(roster, bare)
            doubtful = found.persons if isinstance(found, Ask) else ()
            if isinstance(found, One) and found.step >= ENDING:  # good enough for a target, not for who sends
                doubtful = (found.person,)
            if doubtful and {person.seat for person in doubtful} == set(line.candidates):
                return " ".join([*words[:at], f"№{seat}{piece[len(bare) :]}", *words[at + size :]])
    return ""
