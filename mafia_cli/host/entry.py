"""Plain lines at the desk: what people said, read as moves or ballots, stored when understood, asked about when not."""

from mafia_cli import session as desk
from mafia_cli.host.prompt import yes
from mafia_cli.people import roster_of
from mafia_cli.reading.lines import As, Line
from mafia_cli.rules.roles import Role
from mafia_cli.saves import edit
from mafia_cli.saves.script import RefusedError
from mafia_cli.session import Session
from mafia_cli.settings import Settings, fault_text
from mafia_cli.words.clean import short
from mafia_cli.words.names import People


def enter_moves(settings: Settings, session: Session, text: str) -> list[str]:
    """Enter every move of a typed line or a paste; return what to show: refusals, questions, nothing for the rest."""
    from mafia_cli.reading.moves import read_moves

    said: list[str] = []
    for line in read_moves(roster_of(session.doc, session.played), text):
        if line.as_ is As.ASKED or line.role is None:
            said += _asked(settings, session, line)
            continue
        said += _move(settings, session, line.role, line.targets)
    return said


def _move(settings: Settings, session: Session, role: Role, seats: tuple[int, ...]) -> list[str]:
    for question in desk.move_questions(session, role, seats):
        from mafia_cli.words.errors import message

        people = People(session.played.names.nicks)
        if not yes(settings.words, message(settings.words, question, people), default=False):
            return []
    try:
        desk.enter_move(session, role, seats)
    except RefusedError as error:
        return [fault_text(settings.words, [type(fault)("", fault.problem, fault.names) for fault in error.faults])]
    return []


def enter_ballots(settings: Settings, session: Session, text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """Enter every ballot of a typed line or a paste; return (what to show, the refused ballots)."""
    from mafia_cli.reading.votes import read_acquittal, read_votes

    current = edit.open_step(session.doc)
    assert current is not None
    stage = desk.stage_of(current)
    roster = roster_of(session.doc, session.played)
    said: list[str] = []
    ballots: list[tuple[int, int]] = []
    ignored: list[Line] = []
    for line in read_acquittal(roster, text) if stage == "acquit" else read_votes(roster, text):
        if line.as_ is As.VOTE:
            ballots.append((line.voter, int(bool(line.acquit)) if stage == "acquit" else line.candidate))
        elif line.as_ is As.PASS:
            ballots.append((line.voter, 0))
        elif line.as_ is As.IGNORED:
            ignored.append(line)
        else:
            said += _asked(settings, session, line)
    refused = desk.enter_ballots(session, ballots) if ballots else []
    people = People(session.played.names.nicks)
    for (voter, choice), rule in refused:
        said.append(refusal_text(settings, people, stage, voter, choice, rule))
    if ignored:
        shown = " · ".join(short(line.text) for line in ignored[:3])
        said.append(settings.words.plural(len(ignored), "desk", "vote.ignored", lines=shown))
    return said, [ballot for ballot, _ in refused]


def refusal_text(settings: Settings, people: People, stage: str, voter: int, choice: int, rule: str) -> str:
    """Return a refused ballot in words, with the rule."""
    name = "+" if stage == "acquit" and choice else people.name(choice) if choice > 0 else "-"
    return settings.words.text("desk", "vote.refused", voter=people.name(voter), candidate=name, rule=rule)


def _asked(settings: Settings, session: Session, line: Line) -> list[str]:
    """Show a line that is not understood, why, and who may be meant."""
    words = settings.words
    people = People(session.played.names.nicks)
    near = ", ".join(f"{seat} {people.name(seat)}" for seat in line.candidates[:6])
    why = words.text("desk", f"asked.{line.why}" if line.why else "asked.unclear", names=near)
    return [words.text("desk", "asked.line", line=short(line.text), why=why)]
