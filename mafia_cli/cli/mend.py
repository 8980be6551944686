"""Putting things right: undo, redo, the host's last word."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from mafia_cli import session as desk
from mafia_cli.cli.act import step_report
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, seat_of
from mafia_cli.rules.model import NOBODY, OverrideStep
from mafia_cli.script.model import Row, Undone
from mafia_cli.script.replay import amended
from mafia_cli.script.tables import changes
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report
from mafia_cli.texts import decision_text

Nicks = Annotated[list[str] | None, typer.Option(metavar="NICK")]


def undo(ctx: typer.Context) -> Report:
    """Take back the last decision; say which, and who was told of it already."""
    return _step_back(ctx, desk.undo, "undone")


def redo(ctx: typer.Context) -> Report:
    """Do again what was taken back last; say what was told otherwise meanwhile."""
    return _step_back(ctx, desk.redo, "redone")


def _step_back(ctx: typer.Context, do: Callable[[Session], Undone], key: str) -> Report:
    from mafia_cli.host.amending import already_told

    settings = settings_of(ctx)
    with opened(settings.path(unfinished=False)) as session:
        before = session.played
        taken = do(session)
        names = (before if key == "redone" else session.played).names
        said = settings.words.text("cli", key, what=decision_text(settings.words, taken, names))
        told = already_told(settings.words, session.script, settings.folder, before, session.played)
        return Report("\n".join(filter(None, [said, told])))


def override(
    ctx: typer.Context,
    reason: Annotated[str, typer.Option(metavar="TEXT")],
    dead: Nicks = None,
    jailed: Nicks = None,
    alive: Nicks = None,
    cured: Nicks = None,
    poisoned: Nicks = None,
    seduced: Nicks = None,
    mayor: Annotated[str | None, typer.Option(metavar="NICK")] = None,
    answer: Annotated[list[str] | None, typer.Option(metavar="ROLE=ANSWER")] = None,
) -> Report:
    """Change any outcome by hand; an empty NICK for --seduced or --mayor means nobody."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        changed: dict[str, Any] = {}
        lists = {"dead": dead, "jailed": jailed, "alive": alive, "cured": cured, "poisoned": poisoned}
        for key, nicks in {**lists, "seduced": seduced}.items():
            if nicks is not None:
                changed[key] = tuple(seat_of(session, nick, key, sure=True) for nick in nicks if nick.strip())
        if mayor is not None:
            changed["mayor"] = seat_of(session, mayor, "mayor") if mayor.strip() else NOBODY
        row = Row(OverrideStep(reason, **changed))
        if answer:
            row = amended(row, changes(row, "answers", dict(_answer(one) for one in answer)))
        return step_report(settings, session, row)


def _answer(text: str) -> tuple[str, str]:
    role, equals, told = text.partition("=")
    if not equals:
        raise bad_option("--answer", text, "commissar=+")
    return role.strip(), told.strip()
