"""``mafia why``: the chain of reasons of a closed night or day; only looks."""

from typing import Annotated

import typer

from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option
from mafia_cli.people import seat_named
from mafia_cli.script.errors import RefusedError
from mafia_cli.session import look
from mafia_cli.settings import Report


def why(
    ctx: typer.Context,
    nick: Annotated[list[str] | None, typer.Argument(metavar="NICK")] = None,
    night: Annotated[int | None, typer.Option(metavar="N")] = None,
    day: Annotated[int | None, typer.Option(metavar="N")] = None,
) -> Report:
    """Explain the night or day closed last, or the one named; with a nick what it meant for that player."""
    from mafia_cli.host.why import closed, why_lines

    settings = settings_of(ctx)
    if night is not None and day is not None:
        raise bad_option("--day", str(day), "--night N | --day N")
    script, played = look(settings.path(unfinished=False))
    if played.faults:
        raise RefusedError(played.faults)
    name = " ".join(nick or [])
    seat = seat_named(script, played, name) if name else 0
    kind = "night" if night is not None else "day" if day is not None else ""
    record = closed(played, kind, night if night is not None else day)
    return Report("\n".join(why_lines(settings.words, played, record, seat)))
