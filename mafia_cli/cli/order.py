"""``mafia player forgive`` and ``player away``; what a violation or an exclusion brings with it."""

import re
import shlex
from typing import Annotated

import typer

from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import bad_option, seat_of
from mafia_cli.cli.happen import step_report
from mafia_cli.host import order, redeal
from mafia_cli.rules.errors import Problem
from mafia_cli.script.errors import Fault
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.words.clean import safe, short
from mafia_cli.words.rulebook import NUMBERS


def forgive(
    ctx: typer.Context,
    nick: Annotated[str, typer.Argument(metavar="NICK")],
    rule: Annotated[str | None, typer.Argument(metavar="NUMBER")] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT")] = "",
) -> Report:
    """Take back the latest violation that stands against a player, of one rule if it is named."""
    settings = settings_of(ctx)
    if rule is not None and rule not in NUMBERS:
        raise bad_option("NUMBER", rule, "1.1 ... 4.9")
    with opened(settings.path(unfinished=True)) as session:
        raw = order.forgive_step(session, seat_of(session, nick), rule, reason.strip())
        return step_report(settings, session, raw)


def away(
    ctx: typer.Context,
    nick: Annotated[str, typer.Argument(metavar="NICK")],
    back: Annotated[bool, typer.Option("--back")] = False,
) -> Report:
    """Mark a player as away, or as back again; the text for the chat comes with it."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        report = step_report(settings, session, order.away_step(session, seat, back=back))
        text = order.away_text(session.script, session.played, settings.words, seat)
        return Report("\n".join([report.text, settings.words.text("table", "away.text"), text]))


def violation_notes(settings: Settings, session: Session, seat: int, rule: str) -> str:
    """Return what the host ought to know after a violation: how many stand; what may follow a revealed role (4.1)."""
    words, nick = settings.words, session.nick(seat)
    notes = []
    n = order.warnings(session.played).get(seat, 0)
    if n > 1:
        notes.append(words.plural(n, "table", "order.count", nick=short(nick, 40)))
    if rule in order.CLAIM_RULES:
        problem = Problem("confirms_claim", "4.1", {"seat": seat})
        notes.append(fault_text(words, [Fault("", problem, session.played.names.nicks)]))
        notes.append(words.text("table", "order.hint_claim", nick=seat, rule=rule))
    return "\n".join(notes)


def exclusion_notes(settings: Settings, session: Session, seat: int, rule: str) -> str:
    """Return what may follow an exclusion: the blacklist (1.5, 4.3), a new deal while the first night has not begun."""
    words, notes = settings.words, list[str]()
    if rule in order.CLAIM_RULES:
        nick = _argument(safe(session.nick(seat)))  # a new deal moves the seats
        notes.append(words.text("table", "order.hint_blacklist", nick=nick))
    if redeal.offered(session.played):
        notes.append(words.text("table", "order.hint_deal"))
    return "\n".join(notes)


def _argument(nick: str) -> str:
    """Return a nick as a shell takes it: bare or in double quotes where that will do, for cmd.exe knows no others."""
    if re.fullmatch(r"[\w.][\w.-]*", nick):
        return nick
    return f'"{nick}"' if re.fullmatch(r"[\w., -]+", nick) else shlex.quote(nick)
