"""Every finished game of a folder, boiled down; what is known already comes from a cache beside the saves."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from mafia_cli import __version__
from mafia_cli.chronicle.tally import Boiled, boil
from mafia_cli.script import disk
from mafia_cli.script.errors import SaveError
from mafia_cli.script.replay import is_finished, play
from mafia_cli.script.tables import load_to_count
from mafia_cli.workers import cores, in_order

CACHE: Final = disk.CACHE
BLOCK: Final = 100
"""Files read between two words of progress, and by a process at a time."""
WORTH_PROCESSES: Final = 1_000
"""Below so many files starting processes takes longer than it saves."""
_LAYOUT: Final = f"{__version__} 1"
"""A cache of other rules or another layout is not read; raise the number when ``tally.boil`` changes."""


def finished_games(folder: Path, progress: Callable[[int, int], None]) -> tuple[list[Boiled], int]:
    """Return the finished games of a folder, the oldest file first, and how many files could not be read.

    An example, a game still running and a damaged one do not count. ``progress`` hears (files done, files in all).
    """
    known = _known(folder)
    held: dict[str, list[Any] | None] = {}
    unread: list[tuple[Path, int, int]] = []
    for path in disk.game_files(folder)[::-1]:
        try:
            stamp = path.stat()
        except OSError:
            continue
        held[path.name] = kept = known.get(path.name)
        if not _fits(kept, stamp.st_mtime_ns, stamp.st_size):
            unread.append((path, stamp.st_mtime_ns, stamp.st_size))
    done = len(held) - len(unread)
    blocks = [unread[at : at + BLOCK] for at in range(0, len(unread), BLOCK)]
    with in_order(_boiled_block, blocks, min(cores(), len(blocks)) if len(unread) >= WORTH_PROCESSES else 1) as boiled:
        for block, found in zip(blocks, boiled, strict=True):
            held |= {path.name: [*stamp, *one] for (path, *stamp), one in zip(block, found, strict=True)}
            done += len(block)
            progress(done, len(held))
    if unread or len(held) != len(known):
        _keep(folder, held)
    rows = [row for row in held.values() if row]
    return [row[3] for row in rows if row[3]], sum(row[2] for row in rows)


def _boiled_block(block: list[tuple[Path, int, int]]) -> list[tuple[bool, Boiled | None]]:
    return [_boiled(path) for path, _, _ in block]


def _fits(held: Any, modified: int, size: int) -> bool:
    return isinstance(held, list) and len(held) == 4 and held[:2] == [modified, size]


def _boiled(path: Path) -> tuple[bool, Boiled | None]:
    """Return whether the file is damaged and the game, if it is a finished one."""
    try:
        script = load_to_count(disk.read(path))
    except SaveError:
        return True, None
    if script.header.example or (not is_finished(script) and not script.faults):
        return False, None
    played = play(script)
    if played.faults:
        return True, None
    return False, boil(script, played)


def _known(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        cache = json.loads((folder / CACHE).read_bytes())
        if isinstance(cache, dict) and cache.get("layout") == _LAYOUT and isinstance(cache.get("games"), dict):
            games: dict[str, Any] = cache["games"]
            return games
    return {}


def _keep(folder: Path, games: dict[str, Any]) -> None:
    """A folder that may not be written to goes without a cache."""
    with suppress(SaveError), disk.locked(folder / CACHE):
        text = json.dumps({"layout": _LAYOUT, "games": games}, ensure_ascii=False, separators=(",", ":"))
        disk.write_bytes(folder / CACHE, text.encode())


def players(games: list[Boiled]) -> Iterator[tuple[Boiled, Boiled]]:
    """Yield every player of every game with the game."""
    for game in games:
        for player in game["players"]:
            yield game, player
