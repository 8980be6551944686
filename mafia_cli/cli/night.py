"""``mafia night``: moves by flags or as they were sent, and judging them."""

from dataclasses import dataclass
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli import session as desk
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, read_lines, seat_of, settled
from mafia_cli.cli.phases import begin_questions, closed, in_order, phase_due
from mafia_cli.reading.lines import As
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NightStep
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.script.errors import SaveError
from mafia_cli.session import Session, opened, rehearsed
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import facts_of, people_of
from mafia_cli.words.clean import short


def night(
    ctx: typer.Context,
    move: Annotated[list[str] | None, typer.Option(metavar="ROLE=NICK")] = None,
    skip: Annotated[list[str] | None, typer.Option(metavar="ROLE")] = None,
    paste: Annotated[str | None, typer.Option("--paste", metavar="FILE")] = None,
    dry: Annotated[bool, typer.Option("--dry")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    judge: Annotated[bool, typer.Option("--judge")] = False,
    number: Annotated[int | None, typer.Option("--night", metavar="N")] = None,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Enter moves of the night (opening it), judge it with ``--judge``; ``--dry`` stores nothing.

    Without any of these it only shows how the night stands. Of pasted lines the understood ones are entered; with any
    other nothing is judged and the status is 1.
    """
    settings = settings_of(ctx)
    if as_json and paste is None:
        raise bad_option("--json", "", "--paste FILE")
    text = read_lines(paste) if paste is not None else ""

    def act(session: Session) -> Report:
        with session.at_once():
            notes = [_begin(settings, session, yes=yes or dry)]
            notes += [_enter(settings, session, one, yes=yes) for one in move or []]
            for one in skip or []:
                desk.enter_move(session, _role(settings, "--skip", one), ())
        if paste is None:
            if judge:
                return _judged(settings, session, notes, yes=yes)
            return Report(_state(settings, session), "\n".join(filter(None, notes)))
        pasted = _paste(settings, session, text, yes=yes)
        if judge and not pasted.status:
            judged = _judged(settings, session, notes, yes=yes)
        else:
            judged = Report(_state(settings, session), "\n".join(filter(None, notes)))
        return _together(pasted, judged, as_json=as_json, judge=judge)

    acts = bool(move or skip or judge) or paste is not None
    with (opened if acts and not dry else rehearsed)(settings.path(unfinished=True)) as session:
        if acts:
            return in_order(session, "night", number, act, anyway=anyway)
        return _shown(settings, session, number)


@dataclass(frozen=True, slots=True)
class _Pasted:
    """What came of pasted moves: the lines understood, the notes about the others, all as JSON, the status."""

    said: list[str]
    notes: list[str]
    json: str
    status: int


def _together(pasted: _Pasted, judged: Report, *, as_json: bool, judge: bool) -> Report:
    if as_json:  # standard output is the object and nothing else
        told = [judged.notes, judged.text if judge and not pasted.status else ""]
        return Report(pasted.json, "\n".join(filter(None, told)), pasted.status, as_data=True)
    return Report(
        "\n".join([*pasted.said, judged.text]), "\n".join(filter(None, [judged.notes, *pasted.notes])), pasted.status
    )


def _paste(settings: Settings, session: Session, text: str, *, yes: bool) -> _Pasted:
    """Enter the pasted moves that are understood and allowed; what the host ought to be asked needs ``--yes``."""
    from mafia_cli.cli import paste as lines
    from mafia_cli.host import pasting

    people = people_of(session.script, session.played)
    said, moves, whys = [], [], []
    about: dict[int, str] = {}
    for move in pasting.read_night(session, text):
        line, problems = move.line, [*move.problems]
        if move.stands and line.role is not None:
            questions = desk.move_questions(session, line.role, line.targets)
            if questions and yes:
                about[line.number] = settled(settings, session, questions, yes=True)
            elif questions:
                problems = [*questions, Problem("needs_yes")]
            if not problems:
                moves.append((line.role, line.targets))
                said.append(lines.understood(settings, line, pasting.move_text(settings.words, people, line)))
        if problems:
            why = pasting.problems_text(settings, session, problems).replace("\n", " ")
            refused = settings.words.text("desk", "asked.refused", line=short(line.text.strip()), why=why)
            about[line.number] = refused
        whys.append((line, problems[0].code if problems else ""))
    if moves:
        desk.enter_moves(session, moves)
    read = [line for line, _ in whys]
    left = any(code or line.as_ is As.ASKED for line, code in whys)
    notes = lines.left_notes(settings, session, read, "night", about)
    return _Pasted(said, notes, lines.lines_json(session, read, [code for _, code in whys]), int(left))


def _begin(settings: Settings, session: Session, *, yes: bool) -> str:
    if session.script.open_row is not None:
        desk.start(session, "night")
        return ""
    note = settled(settings, session, begin_questions(session, "night"), yes=yes)
    desk.start(session, "night")
    return note


def _enter(settings: Settings, session: Session, text: str, *, yes: bool) -> str:
    name, equals, target = text.partition("=")
    if not equals:
        raise bad_option("--move", text, "doctor=NICK")
    role = _role(settings, "--move", name)
    key = f"moves.{role.value}"
    nicks = _targets(session, role, target)
    seats = [seat_of(session, nick, key) for nick in nicks]
    questions = desk.move_questions(session, role, seats)
    note = settled(settings, session, questions, yes=yes)
    desk.enter_move(session, role, seats)
    return note


def _targets(session: Session, role: Role, text: str) -> list[str]:
    """A comma parts the journalist's two; a nick with a comma in it is still found when it stands alone."""
    if not text.strip():
        return []
    if role is not Role.JOURNALIST or session.seat(text.strip()):
        return [text]
    return [part for part in text.split(",") if part.strip()]


def _role(settings: Settings, option: str, text: str) -> Role:
    from mafia_cli.people import move_named

    role = move_named(text)
    if role is None:
        raise bad_option(option, text, ", ".join(MOVERS))
    return role


def _state(settings: Settings, session: Session) -> str:
    """The open night: who has moved, who is silent, who waits."""
    from mafia_cli.words.board import night_lines

    current = session.script.open_row
    assert current is not None
    assert isinstance(current.step, NightStep)
    people = people_of(session.script, session.played)
    return "\n".join(night_lines(settings.words, people, session.game, current.step.moves, spoken=screen.is_plain()))


def _shown(settings: Settings, session: Session, number: int | None) -> Report:
    """The night due as it stands, else the one of that number or the last one as it was judged."""
    now = phase_due(session)
    if now.phase == "night" and number in (None, now.number):
        _begin(settings, session, yes=True)
        return Report(_state(settings, session))
    position = closed(session, "night", number)
    if not position:
        raise SaveError(f"{now.phase}_due", n=now.number)
    return Report("\n".join(_outcome(settings, session, position)))


def _judged(settings: Settings, session: Session, notes: list[str], *, yes: bool) -> Report:
    notes.append(settled(settings, session, desk.close_questions(session), yes=yes))
    desk.close(session)
    lines = _outcome(settings, session, session.played.records[-1].position)
    return Report("\n".join(lines), "\n".join(filter(None, notes)))


def _outcome(settings: Settings, session: Session, position: int) -> list[str]:
    from mafia_cli.words.explain import explain

    record = next(one for one in session.played.records if one.position == position)
    people = people_of(session.script, session.played)
    lines = [settings.words.text("cli", "step.night", n=record.game.night)]
    lines += explain(settings.words, people, record.game.cast, facts_of(record), record.before)
    return [*lines, "", settings.words.text("cli", "night.next")]
