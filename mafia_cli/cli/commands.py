"""The commands by name, and what each is given."""

from typing import Final

import typer

from mafia_cli.settings import Settings

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "play": ("evening", "play"),
    "new": ("evening", "new"),
    "pm": ("evening", "texts"),
    "announce": ("evening", "texts"),
    "end": ("evening", "end"),
    "undo": ("mend", "mend"),
    "redo": ("mend", "mend"),
    "amend": ("mend", "amend"),
    "override": ("mend", "mend"),
    "why": ("mend", "why"),
    "kabum": ("happen", "act"),
    "revive": ("happen", "act"),
    "player exclude": ("happen", "act"),
    "player replace": ("happen", "act"),
    "player rename": ("happen", "act"),
    "player violation": ("happen", "act"),
    "player forgive": ("happen", "act"),
    "player away": ("happen", "act"),
    "player heir": ("happen", "act"),
    "player alias": ("happen", "act"),
    "player find": ("look", "find"),
    "status": ("look", "look"),
    "games": ("look", "look"),
    "games rename": ("look", "games"),
    "games delete": ("look", "games"),
    "games restore": ("mend", "games"),
    "games check": ("mend", "games"),
    "rules": ("look", "look"),
    "export": ("look", "export"),
    "stats": ("look", "stats"),
    "deal": ("prepare", "deal"),
    "blacklist": ("prepare", "blacklist"),
    "blacklist add": ("prepare", "blacklist"),
    "blacklist remove": ("prepare", "blacklist"),
    "music": ("prepare", "evening"),
    "timer": ("prepare", "evening"),
    "themes": ("prepare", "themes"),
    "themes check": ("prepare", "themes"),
    "balance": ("prepare", "balance"),
    "night": ("scripts", "night"),
    "vote": ("scripts", "vote"),
    "resolve": ("scripts", "resolve"),
    "demo": ("scripts", "demo"),
    "completion": ("prepare", "complete"),
}
"""Each command: when a host wants it (a heading of the help), and the module that holds it (``act``: the table)."""

AS_TYPED: Final = frozenset({"kabum"})
"""Commands that take a line as it came, which may begin with a dash, and no options."""


def settings_of(ctx: typer.Context) -> Settings:
    """Return the settings that ``run`` gave the command."""
    found: Settings = ctx.obj
    return found
