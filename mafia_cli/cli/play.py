"""``mafia play``: the desk, where the host stopped."""

import typer

from mafia_cli.cli.commands import settings_of
from mafia_cli.settings import Report


def play(ctx: typer.Context) -> Report:
    """Go on with the last game, start a new one, or look at an earlier one."""
    from mafia_cli.host.door import enter

    return enter(settings_of(ctx))
