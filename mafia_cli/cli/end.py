"""``mafia end``: with the judged winner, the one named, or broken off."""

from typing import Annotated

import typer

from mafia_cli.cli.act import step_report
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, settled
from mafia_cli.rules.ending import game_winner, may_turn
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import EndStep
from mafia_cli.rules.roles import Side
from mafia_cli.script.errors import SaveError
from mafia_cli.session import opened
from mafia_cli.settings import Report, Settings


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
