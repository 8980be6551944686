"""``mafia games rename / delete / restore / check``: keeping the saves in order."""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.look import game_state
from mafia_cli.rules.errors import Problem
from mafia_cli.script import disk
from mafia_cli.script.blocks import line_of
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.replay import play, undealt
from mafia_cli.script.tables import inspect
from mafia_cli.script.told import unsent
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import chat_corrections, voice_of
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe, short

Name = Annotated[str, typer.Argument(metavar="NAME")]


def rename(ctx: typer.Context, name: Name, new: Annotated[str, typer.Argument(metavar="NEW")]) -> Report:
    """Give a game another name, in its header and as a file."""
    settings = settings_of(ctx)
    path = disk.rename(disk.named(settings.folder, name), new)
    return Report(settings.words.text("shelf", "renamed", name=short(new), path=safe(str(path))))


def delete(ctx: typer.Context, name: Name, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> Report:
    """Delete a game after asking; its backups stay."""
    settings = settings_of(ctx)
    words, path = settings.words, disk.named(settings.folder, name)
    question = words.text("shelf", "delete_sure", name=short(path.stem), state=_state(words, path))
    if not yes and not _asked(settings, question):
        return Report(words.text("shelf", "kept"))
    disk.delete(path)
    return Report(words.text("shelf", "deleted", name=short(path.stem)))


def _asked(settings: Settings, question: str) -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SaveError("needs_yes", question=question)
    from mafia_cli.host.prompt import yes

    return yes(settings.words, question, default=False)


def restore(
    ctx: typer.Context, name: Name, number: Annotated[int | None, typer.Argument(metavar="N")] = None
) -> Report:
    """Bring back one of the last ten states of a game; without ``N`` list them."""
    settings = settings_of(ctx)
    words, path = settings.words, disk.find_kept(settings.folder, name)
    if number is None:
        return Report(_backups_text(words, path))
    disk.restore(path, number)
    return Report(words.text("shelf", "restored", name=short(path.stem), state=_state(words, path)))


def _backups_text(words: Words, path: Path) -> str:
    kept = disk.backups(path)[::-1]
    if not kept:
        return words.text("shelf", "no_backups", name=short(path.stem))
    rows = []
    for number, backup in enumerate(kept, 1):
        written = datetime.fromtimestamp(backup.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        rows.append(screen.Row((str(number), written, _state(words, backup))))
    head = [words.text("shelf", f"head.{key}") for key in ("number", "written", "state")]
    text = screen.table(head, rows, numbers=[0], whole=[1])
    return f"{text}\n{words.text('shelf', 'restore_how', name=short(path.stem))}"


def _state(words: Words, path: Path) -> str:
    """What a file holds, in a few words: the last closed step, the winner, or that it is damaged."""
    try:
        played = play(disk.load(path))
    except RefusedError:
        return words.text("look", "games.damaged")
    if played.faults and played.game is not None:
        return words.text("look", "games.damaged")
    state = game_state(words, played)
    if played.game is None or played.game.over:
        return state
    return words.text("shelf", "alive", state=state, alive=len(played.game.alive))


# --- check ------------------------------------------------------------------------------------------------


def check(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE")] = None,
    all: Annotated[bool, typer.Option("--all")] = False,
) -> Report:
    """Say all that is wrong with saves: files or names of games; without any the one last written."""
    settings = settings_of(ctx)
    said, bad = [], False
    for path in _wanted(settings, files or [], everything=all):
        lines = [*_checked(settings.words, path)]
        bad = bad or any(fault for fault, _ in lines)
        said += [line for _, line in lines] or [settings.words.text("shelf", "sound", file=_shown(path))]
    return Report("\n".join(screen.wrap_lines(said)), status=1 if bad else 0)


def _wanted(settings: Settings, files: list[str], *, everything: bool) -> list[Path]:
    if files:
        return [Path(name) if Path(name).is_file() else disk.named(settings.folder, name) for name in files]
    if settings.game is not None:
        return [disk.named(settings.folder, settings.game)]
    found = disk.game_files(settings.folder)
    if not found:
        raise SaveError("no_game", path=str(settings.folder))
    return found if everything else found[:1]


def _shown(path: Path) -> str:
    return short(path.name)


def _checked(words: Words, path: Path) -> Iterator[tuple[bool, str]]:
    try:
        yield from found_in(words, path, disk.read(path))
    except RefusedError as error:
        yield from _unread(words, path, error)


def found_in(words: Words, path: Path, data: bytes) -> Iterator[tuple[bool, str]]:
    """Yield what there is to say of the bytes of a save at ``path``: whether it is a fault, and the line to print."""
    try:
        script, faults = inspect(data)
    except RefusedError as error:
        yield from _unread(words, path, error)
        return
    text = data.decode()
    for fault in faults:
        if not undealt(script, [fault]):
            yield True, _line(words, path, line_of(text, fault.place), fault)
    played = play(script)
    if not played.faults:
        for about, at in _told_otherwise(words, script, played, path):
            where = line_of(text, f"told[{at}]")
            fault = Fault(f"told[{at}]", Problem("told_otherwise", "", {"about": about}))
            yield False, _line(words, path, where, fault)


def _unread(words: Words, path: Path, error: RefusedError) -> Iterator[tuple[bool, str]]:
    for fault in error.faults:
        line = fault.problem.params.get("line")
        yield True, _line(words, path, line if isinstance(line, int) else None, fault)


def _line(words: Words, path: Path, line: int | None, fault: Fault) -> str:
    place = f"{_shown(path)}:{line}" if line else _shown(path)
    return f"{place}: {fault_text(words, [fault])}"


def _told_otherwise(words: Words, script: Script, played: Played, path: Path) -> Iterator[tuple[str, int]]:
    """Yield what left the desk and follows otherwise now: what about, and the position of the last such entry."""
    wrong = {(0, one.about) for one in chat_corrections(script, played, voice_of(script, words, path.parent))}
    wrong |= {(one.to, one.about) for one in unsent(played, script) if one.correction}
    last = {(one.to, one.about): at for at, one in enumerate(script.told, 1)}
    for key, at in sorted(last.items(), key=lambda row: row[1]):
        if key in wrong:
            seat, about = key
            name = short(played.names.nicks[seat]) if 0 < seat < len(played.names.nicks) else ""
            yield f"{about}, {seat} {name}" if seat else about, at
