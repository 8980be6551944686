"""``mafia music`` and ``mafia timer``: what goes with an evening and is kept in the game's header."""

from collections.abc import Mapping
from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import read_lines
from mafia_cli.host import clock
from mafia_cli.host import music as player
from mafia_cli.script.errors import RefusedError
from mafia_cli.session import look
from mafia_cli.settings import Report
from mafia_cli.words.catalogue import Words


def music(
    ctx: typer.Context,
    add: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    drop: Annotated[int | None, typer.Option(metavar="N")] = None,
    text: Annotated[bool, typer.Option("--text")] = False,
) -> Report:
    """Show the track list (1.10), add to it, take one out, or print tonight's text for the chat."""
    settings = settings_of(ctx)
    words, path = settings.words, settings.path(unfinished=True)
    if add is None and drop is None:
        script, played = look(path)
        if played.faults:
            raise RefusedError(played.faults)
        said = player.chat_text(script, played, words) if text else "\n".join(player.listing(words, script, played))
        return Report(said)
    lines = []
    with desk.opened(path) as session:
        if drop is not None:
            desk.set_header(session, tracks=player.without_track(session.script, session.played, drop))
        if add is not None:
            before = len(session.script.header.tracks or [])
            desk.set_header(session, tracks=player.with_tracks(session.script, read_lines(add)))
            lines.append(words.plural(len(session.script.header.tracks or ()) - before, "table", "music.added"))
        lines += player.listing(words, session.script, session.played)
    return Report("\n".join(lines))


def timer(
    ctx: typer.Context, minutes: Annotated[list[str] | None, typer.Argument(metavar="PHASE=MINUTES")] = None
) -> Report:
    """Show or set the minutes of discussion, vote, last word and night; the desk runs the timers."""
    settings = settings_of(ctx)
    path = settings.path(unfinished=True)
    if not minutes:
        return Report(_times(settings.words, look(path)[0].header.minutes or {}))
    with desk.opened(path) as session:
        desk.set_header(session, minutes=clock.with_minutes(dict(session.script.header.minutes or {}), minutes))
        return Report(_times(settings.words, (session.script.header.minutes or {})))


def _times(words: Words, stored: Mapping[str, float]) -> str:
    rows = [
        words.text("table", "timer.row", phase=words.text("table", f"phase.{phase}"), minutes=f"{stored[phase]:g}")
        for phase in clock.PHASES
        if phase in stored
    ]
    return "\n".join(rows) or words.text("table", "timer.unset")
