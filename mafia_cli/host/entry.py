"""Plain lines at the desk: what people said, read as moves or ballots, stored when understood, asked about when not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mafia_cli import session as desk
from mafia_cli.host import pasting
from mafia_cli.people import roster_of
from mafia_cli.reading.lines import As, Line, Why
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One
from mafia_cli.rules.roles import Role
from mafia_cli.session import Session
from mafia_cli.settings import Settings
from mafia_cli.words.clean import short
from mafia_cli.words.names import People

Refused = tuple[tuple[int, int], str]
"""A ballot and the rule that refuses it."""


@dataclass(slots=True)
class Entered:
    """What came of a line or a paste: what to show, the ballots refused, the one line to be settled by a choice."""

    said: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    choice: Line | None = None


def enter_moves(settings: Settings, session: Session, text: str, ask: Callable[[str], bool]) -> Entered:
    """Enter every move of a typed line or a paste; ``ask`` puts a question about one (2.2) to the host."""
    entered = Entered()
    moves: list[tuple[Role, Sequence[int]]] = []
    asked: list[Line] = []
    for move in pasting.read_night(session, text):
        line = move.line
        if line.as_ is As.ASKED:
            asked.append(line)
        elif move.problems:
            why = pasting.problems_text(settings, session, move.problems)
            entered.said.append(settings.words.text("desk", "asked.refused", line=short(line.text.strip()), why=why))
        elif line.role is not None and confirmed(settings, session, line.role, line.targets, ask):
            moves.append((line.role, line.targets))
    if moves:
        desk.enter_moves(session, moves)
    _ask(settings, session, entered, asked, "night")
    return entered


def confirmed(
    settings: Settings, session: Session, role: Role, seats: Sequence[int], ask: Callable[[str], bool]
) -> bool:
    """Tell whether there is nothing to ask about a move, or the host says yes to it."""
    questions = desk.move_questions(session, role, seats)
    return all(ask(pasting.problems_text(settings, session, [one])) for one in questions)


def enter_ballots(settings: Settings, session: Session, text: str) -> Entered:
    """Enter every ballot of a typed line or a paste into the vote now due."""
    entered = Entered()
    stage = pasting.stage_now(session)
    lines = pasting.read_day(session, text)
    ballots = [ballot for line in lines if (ballot := pasting.ballot(line, stage))]
    if ballots:
        entered.refused = desk.enter_ballots(session, ballots)
    entered.said += refused_texts(settings, session, stage, entered.refused)
    ignored = [short(line.text.strip()) for line in lines if pasting.is_idle(line, stage)]
    if ignored:
        shown = " · ".join(ignored[:3])
        entered.said.append(settings.words.plural(len(ignored), "desk", "vote.ignored", lines=shown))
    _ask(settings, session, entered, [line for line in lines if line.as_ is As.ASKED], stage)
    return entered


def at_any_time(settings: Settings, session: Session, text: str) -> list[str]:
    """Return what to say to the kamikaze's and the healer's words, which wait for no night and no vote (2.12, 2.13)."""
    from mafia_cli.reading.votes import read_votes

    roster = roster_of(session.script, session.played)
    found = [line for line in read_votes(roster, text) if line.why in (Why.KABUM, Why.REVIVE)]
    return [pasting.asked_text(settings.words, roster, line, "night") for line in found]


def refused_texts(settings: Settings, session: Session, stage: str, refused: Sequence[Refused]) -> list[str]:
    """Return refused ballots in words, with the rule."""
    people = People(session.played.names.nicks)
    said = []
    for (voter, choice), rule in refused:
        named = pasting.choice_text(settings.words, people, stage, choice)
        said.append(settings.words.text("desk", "vote.refused", voter=people.name(voter), candidate=named, rule=rule))
    return said


def _ask(settings: Settings, session: Session, entered: Entered, asked: Sequence[Line], stage: str) -> None:
    """Show the lines that are not understood; a single one with candidates is to be settled by a choice."""
    roster = roster_of(session.script, session.played)
    entered.said += [pasting.asked_text(settings.words, roster, line, stage) for line in asked]
    if len(asked) == 1 and pasting.choosable(asked[0]) and pasting.settled(session, asked[0], asked[0].candidates[0]):
        entered.choice = asked[0]


def chosen(settings: Settings, session: Session, choice: Line, text: str) -> int:
    """Return the candidate that an answer names by number or name, or by a yes where there is only one; 0 = none."""
    answer = text.strip().lstrip("#№").strip().rstrip(".!,")
    if answer.isdecimal() and len(answer) < 4 and int(answer) in choice.candidates:
        return int(answer)
    agree = settings.words.text("desk", "ask.yes").split()
    if len(choice.candidates) == 1 and answer.casefold() in agree:
        return choice.candidates[0]
    named = find(roster_of(session.script, session.played), text.strip().rstrip(",!"))
    return named.person.seat if isinstance(named, One) and named.person.seat in choice.candidates else 0
