"""``mafia deal --again``: a new deal before the first night."""

from typing import Annotated

import typer

from mafia_cli.actions.order import may_deal
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, seat_of
from mafia_cli.host import redeal
from mafia_cli.host.setup import composition_text
from mafia_cli.rules.deal import counts_of
from mafia_cli.rules.errors import Problem
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.session import opened
from mafia_cli.settings import Report, fault_text
from mafia_cli.texts import game_words


def deal(
    ctx: typer.Context,
    again: Annotated[bool, typer.Option("--again")] = False,
    mayor: Annotated[str | None, typer.Option("--mayor", metavar="NICK")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Deal the roles anew among those who are left, by fresh chance, while nothing has been judged.

    A mayor whom the host named stays one, unless another is named now; a drawn one is drawn anew (2.8).
    """
    settings = settings_of(ctx)
    words = settings.words
    if not again:
        raise bad_option("deal", "", "--again")
    with opened(settings.path(unfinished=True)) as session:
        if session.played.faults:
            raise RefusedError(session.played.faults)
        if not may_deal(session.played):
            raise SaveError("too_late_to_deal")
        named = seat_of(session, mayor) if mayor is not None else 0
        if not yes:
            who = redeal.mayor_text(words, session, named or redeal.keeps_mayor(session))
            return Report(who, fault_text(words, [redeal.question(), Fault("", Problem("needs_yes"))]), 1)
        seat = redeal.deal_again(session, named, seed)
        counts = counts_of(session.game.cast.roles[1:])
        lines = [words.text("table", "deal.done"), composition_text(words, counts)]
        lines += [redeal.mayor_text(words, session, seat), words.text("table", "deal.next")]
        lines.append(game_words(session.script, words).text("table", "chat.deal"))
        return Report("\n".join(lines))
