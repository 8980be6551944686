"""The order of an evening for flags: an act is done when its phase is due, and one that is repeated changes nothing."""

from collections.abc import Callable

from mafia_cli.rules.errors import Problem
from mafia_cli.script import edit
from mafia_cli.script.due import Due, due
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Row
from mafia_cli.session import Rehearsal, Session, going_on, start_questions
from mafia_cli.settings import Report

Act = Callable[[Session], Report]


def in_order(session: Session, kind: str, number: int | None, act: Act, *, anyway: bool) -> Report:
    """Do something in the night or day due, or in the one of that number.

    Raises ``SaveError`` where another is due, unless ``anyway`` (then no number is named, or the one due). What is
    named and was done before is told again; nothing is changed by it.
    """
    now = phase_due(session)
    right = now.phase == kind and number in (None, now.number)
    if number is not None and not anyway:
        again = None
        if right and now.open:
            again = _unchanging(session, act)
        elif not right and (position := closed(session, kind, number)):
            again = _repeated(session, position, act)
            if again is None:
                raise SaveError(f"{kind}_closed", n=number)
        if again is not None:
            return again
    if not right and not (anyway and number is None):
        raise SaveError(f"{now.phase}_due", n=now.number)
    return act(session)


def phase_due(session: Session) -> Due:
    """Return the night or day due; raises ``RefusedError`` in a game that is over or at fault."""
    going_on(session)
    _ = session.game
    return due(session.script, session.played)


def begin_questions(session: Session, kind: str) -> list[Problem]:
    """Return what is to be settled before a phase begins, but for its turn: that is settled."""
    return [one for one in start_questions(session, kind) if one.code != f"{kind}_early"]


def closed(session: Session, kind: str, number: int | None = None) -> int:
    """Return the position of a night or day that is closed (of the last one); 0 if there is none."""
    for record in reversed(session.played.records):
        counted = record.game.night if record.kind == "night" else record.game.day
        if record.kind == kind and number in (None, counted):
            return record.position
    return 0


def _unchanging(session: Session, act: Act) -> Report | None:
    """Return what an act says that leaves the open step as it is, or was done in it before; ``None``: to be done."""
    position = len(session.script.steps)
    row = session.script.steps[position - 1]
    done = _tried(session, position, row, act)
    if done is not None and not _same(done[1], row):
        return None
    return _repeated(session, position, act) or (done and done[0])


def _repeated(session: Session, position: int, act: Act) -> Report | None:
    """Return what an act says that was done in this step before: that leads from one moment of it to a later one.

    Of several the one is meant that leads to where the step is now.
    """
    row = session.script.steps[position - 1]
    entries = edit.entries_of(row)
    moments = [edit.refill(row.but(open=True), entries[:at]) for at in range(len(entries) + 1)]
    found = None
    for at, moment in enumerate(moments):
        done = _tried(session, position, moment, act)
        if done is not None and _same(done[1], row):
            return done[0]
        if found is None and done is not None and any(_same(done[1], later) for later in moments[at + 1 :]):
            found = done[0]
    return found


def _tried(session: Session, position: int, row: Row, act: Act) -> tuple[Report, Row] | None:
    """Return what an act says and makes of an open step; ``None`` if it is refused or leaves something to ask."""
    steps = (*session.script.steps[: position - 1], row)
    tried = Rehearsal(session.path, session.script.but(steps=steps), b"")
    try:
        report = act(tried)
    except RefusedError:
        return None
    return None if report.status else (report, tried.script.steps[position - 1])


def _same(one: Row, other: Row) -> bool:
    return (one.step, one.open) == (other.step, other.open)
