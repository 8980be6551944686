"""``mafia night``: moves by flags, and judging them."""

from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import bad_option, seat_of, settled
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.saves import edit
from mafia_cli.saves.script import Raw
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import facts_of, people_of


def night(
    ctx: typer.Context,
    move: Annotated[list[str] | None, typer.Option(metavar="ROLE=NICK")] = None,
    skip: Annotated[list[str] | None, typer.Option(metavar="ROLE")] = None,
    judge: Annotated[bool, typer.Option("--judge")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Enter moves of the night (opening it), show what is missing, judge it with ``--judge``."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        notes = [_begin(settings, session, yes=yes)]
        for text in move or []:
            notes.append(_enter(settings, session, text, yes=yes))
        for text in skip or []:
            desk.enter_move(session, _role(settings, "--skip", text), ())
        if judge:
            return _judged(settings, session, notes, yes=yes)
        return Report(_state(settings, session), "\n".join(filter(None, notes)))


def _begin(settings: Settings, session: Session, *, yes: bool) -> str:
    if edit.open_step(session.doc) is not None:
        desk.start(session, "night")
        return ""
    note = settled(settings, session, desk.start_questions(session, "night"), yes=yes)
    desk.start(session, "night")
    return note


def _enter(settings: Settings, session: Session, text: str, *, yes: bool) -> str:
    name, equals, target = text.partition("=")
    if not equals:
        raise bad_option("--move", text, "doctor=Аня")
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
    from mafia_cli.reading.roles import role_of

    role = role_of(text.strip())
    if role is Role.DON:
        return Role.MAFIA
    if role is None:
        raise bad_option(option, text, ", ".join(MOVERS))
    return role


def _state(settings: Settings, session: Session) -> str:
    """The open night: who has moved, who is silent, who waits."""
    from mafia_cli.words.board import night_lines

    current = edit.open_step(session.doc)
    assert current is not None
    people = people_of(session.doc, session.played)
    return "\n".join(night_lines(settings.words, people, session.game, _seats(session, current["moves"])))


def _seats(session: Session, moves: Raw) -> dict[Role, tuple[int, ...]]:
    rows = {}
    for name, target in moves.items():
        nicks = target if isinstance(target, list) else [target] * (target != "")
        rows[Role(name)] = tuple(session.played.names.seats[nick] for nick in nicks)
    return rows


def _judged(settings: Settings, session: Session, notes: list[str], *, yes: bool) -> Report:
    from mafia_cli.words.explain import explain

    current = edit.open_step(session.doc)
    assert current is not None
    silent = desk.silent(session.played, current)
    if silent:
        notes.append(settled(settings, session, [Problem("silent_roles", "1.7", {"roles": silent})], yes=yes))
    desk.close(session)
    record = session.played.records[-1]
    people = people_of(session.doc, session.played)
    lines = [settings.words.text("cli", "step.night", n=record.game.night)]
    lines += explain(settings.words, people, record.game.cast, facts_of(record), record.before)
    lines += ["", settings.words.text("cli", "night.next")]
    return Report("\n".join(lines), "\n".join(filter(None, notes)))
