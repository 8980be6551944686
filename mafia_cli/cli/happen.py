"""What happens at any time: kabum, revival, the end."""

from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import bad_option, seat_of, settled
from mafia_cli.rules.ending import game_winner, may_turn
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import EndStep, KabumStep, ReviveStep, Step
from mafia_cli.rules.roles import Role, Side
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Row
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import facts_of, game_words, people_of
from mafia_cli.words.private import healer_refused


def step_report(settings: Settings, session: Session, step: Row | Step) -> Report:
    """Append a step and tell what followed from it, for the host's eyes."""
    from mafia_cli.words.explain import explain

    desk.happen(session, step)
    records = session.played.records
    people = people_of(session.script, session.played)
    lines = explain(settings.words, people, records[-1].game.cast, facts_of(records[-1]), records[-1].before)
    return Report("\n".join(lines))


def kabum(ctx: typer.Context, nick: Annotated[list[str], typer.Argument(metavar="NICK")]) -> Report:
    """2.13: the kamikaze takes somebody along; the line may be given as it came."""
    from mafia_cli.reading.kabum import read_kabum

    settings = settings_of(ctx)
    text = " ".join(nick)
    with opened(settings.path(unfinished=True)) as session:
        whole = session.seat(text.strip())
        seat = whole or seat_of(session, read_kabum(text) or text)
        return step_report(settings, session, KabumStep(seat))


def revive(ctx: typer.Context, nick: Annotated[str, typer.Argument(metavar="NICK")]) -> Report:
    """2.12: the healer brings somebody back and dies; why not is for the host, the reply to the healer is neutral."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        target = seat_of(session, nick)
        try:
            return step_report(settings, session, ReviveStep(target))
        except RefusedError as error:
            if session.game.cast.seat_of[Role.HEALER] not in session.game.alive:
                raise
            reply = healer_refused(game_words(session.script, settings.words))
            said = settings.words.text("desk", "revive.reply", text=reply)
            return Report(notes=f"{fault_text(settings.words, error.faults)}\n{said}", status=1)


def end(
    ctx: typer.Context,
    winner: Annotated[str | None, typer.Argument(metavar="WINNER")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """End the game: with the judged winner, with the one named, or broken off (``none``)."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        judged = game_winner(session.game)
        named = _winner(settings, winner) if winner is not None else judged
        if named is None and winner is None:
            raise SaveError("no_winner_yet", right=[*Side, "none"])
        if named is None:
            raise bad_option("WINNER", winner or "", ", ".join([*Side, "none"]))
        questions = []
        if session.script.open_row is not None:
            questions.append(Problem("step_open", "end"))
        if winner is not None and named != (judged or ""):
            questions.append(Problem("other_winner", "end", {"winner": named, "judged": judged}))
        elif named:
            questions += [Problem(f"turn_{turn.code}", "end", {"seat": turn.seat}) for turn in may_turn(session.game)]
        note = settled(settings, session, questions, yes=yes)
        report = step_report(settings, session, EndStep(named))
        return Report(report.text, note)


def _winner(settings: Settings, text: str) -> str | None:
    """Return the winner a word names in either language, "" for broken off, None for no such word."""
    wanted = text.strip().casefold()
    if wanted == "none" or wanted == settings.words.winner("").casefold():
        return ""
    return next((side.value for side in Side if wanted in (side.value, settings.words.winner(side).casefold())), None)
