"""``mafia demo``: a whole sample game, each step as the host sees it and as the chat reads it. It writes no files."""

import sys
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli.cli.commands import settings_of
from mafia_cli.host.demo import demo_parts
from mafia_cli.settings import Report


def demo(ctx: typer.Context, steps: Annotated[bool, typer.Option("--steps")] = False) -> Report:
    """Play the sample game and print it; with ``--steps`` wait for Enter after each step."""
    words = settings_of(ctx).words
    parts = demo_parts(words)
    if not (steps and screen.is_terminal() and sys.stdin.isatty()):
        return Report("\n\n".join(parts))
    for part in parts[:-1]:
        sys.stdout.write(f"{part}\n\n")
        input(words.text("look", "demo.next"))
    return Report(parts[-1])
