"""``mafia vote``: the ballots of the vote now due, its questions, its closing."""

from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import find_seat, read_lines, seat_of, settled
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY
from mafia_cli.saves import edit
from mafia_cli.saves.script import Fault, Raw, RefusedError
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import facts_of, people_of


def vote(
    ctx: typer.Context,
    votes: Annotated[str | None, typer.Option("--votes", metavar="FILE")] = None,
    mayor: Annotated[str | None, typer.Option("--mayor", metavar="NICK")] = None,
    decision: Annotated[str | None, typer.Option("--decision", metavar="NICK")] = None,
    close: Annotated[bool, typer.Option("--close")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Fill the vote now due (opening the day), show its count, close it with ``--close``."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        notes = [_begin(settings, session, yes=yes)]
        said: list[str] = []
        faults: list[Fault] = []
        if votes is not None:
            lines, faults = _enter(settings, session, read_lines(votes))
            said += lines
        for key, nick in (("mayor", mayor), ("decision", decision)):
            if nick is not None:
                desk.settle(session, key, session.nick(seat_of(session, nick, key)) if nick.strip() else "")
        if close and not faults:
            note, lines = _close(settings, session, yes=yes)
            notes.append(note)
            said += lines
        else:
            said += _state(settings, session)
        if faults:
            notes.append(fault_text(settings.words, faults))
        return Report("\n".join(said), "\n".join(filter(None, notes)), 1 if faults else 0)


def _begin(settings: Settings, session: Session, *, yes: bool) -> str:
    note = ""
    if edit.open_step(session.doc) is None:
        note = settled(settings, session, desk.start_questions(session, "day"), yes=yes)
    desk.start(session, "day")
    return note


def _current(session: Session) -> Raw:
    current = edit.open_step(session.doc)
    assert current is not None
    return current


def _enter(settings: Settings, session: Session, text: str) -> tuple[list[str], list[Fault]]:
    """Enter the ballots of a text, a line each; return what was refused (in words) and the lines not understood."""
    stage = desk.stage_of(_current(session))
    ballots: list[tuple[int, int]] = []
    faults: list[Fault] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            ballots.append(_ballot(session, stage, line))
        except RefusedError as error:
            place = settings.words.text("cli", "vote.line", n=number)
            faults += [Fault(place, fault.problem, fault.names) for fault in error.faults]
    refused = desk.enter_ballots(session, ballots)
    people = people_of(session.doc, session.played)
    said = []
    for (voter, choice), rule in refused:
        name = "+" if stage == "acquit" and choice else people.name(choice) if choice > 0 else "-"
        said.append(settings.words.text("cli", "vote.refused", voter=people.name(voter), candidate=name, rule=rule))
    return said, faults


def _ballot(session: Session, stage: str, line: str) -> tuple[int, int]:
    """``voter = candidate`` (nothing after the sign: passes); in the acquittal ``voter = +`` or ``-``."""
    left, equals, right = line.partition("=")
    if not equals:
        raise RefusedError([Fault("", Problem("bad_ballot", "1.8", {"line": line.strip()}))])
    voter, choice = find_seat(session.doc, session.played, left), right.strip()
    if stage != "acquit":
        return voter, find_seat(session.doc, session.played, choice) if choice else NOBODY
    if choice not in ("+", "-"):
        raise RefusedError([Fault("", Problem("bad_acquittal", "1.8.1", {"line": line.strip()}))])
    return voter, int(choice == "+")


def _close(settings: Settings, session: Session, *, yes: bool) -> tuple[str, list[str]]:
    """Close the vote now due and tell what came of it."""
    from mafia_cli.words.explain import explain

    words = settings.words
    stage = desk.stage_of(_current(session))
    missing = list(desk.missing(desk.standing(session.played, _current(session)), stage))
    questions = [Problem("missing_votes", "4.5", {"seats": missing})] if missing else []
    note = settled(settings, session, questions, yes=yes)
    day = desk.standing(session.played, _current(session))
    if day.due in ("mayor", "decision"):
        unanswered = Problem(f"{day.due}_due", "2.8" if day.due == "mayor" else "1.8", {"seats": list(day.tied)})
        note += settled(settings, session, [unanswered], yes=yes)
        desk.settle(session, day.due, "")
        if desk.standing(session.played, _current(session)).due == "decision":
            desk.settle(session, "decision", "")
    due = desk.close_vote(session)
    if due is None:
        record = session.played.records[-1]
        lines = [words.text("cli", "step.day", n=record.game.day)]
        lines += explain(
            words, people_of(session.doc, session.played), record.game.cast, facts_of(record), record.before
        )
        return note, [*lines, "", words.text("cli", "vote.next")]
    return note, _state(settings, session)


def _state(settings: Settings, session: Session) -> list[str]:
    """The open vote: its count, who is missing, what it is about."""
    from mafia_cli.words.explain import day_lines

    current = _current(session)
    people = people_of(session.doc, session.played)
    number = session.game.day + 1
    lines = day_lines(
        settings.words, people, desk.day_step(session.played, current), desk.standing(session.played, current)
    )
    return [settings.words.text("cli", "step.day", n=number), *lines]
