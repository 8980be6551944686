"""Every finished game of a folder, boiled down; what is known already comes from a cache beside the saves."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from mafia_cli import __version__
from mafia_cli.chronicle.story import is_whole
from mafia_cli.chronicle.tally import Boiled, boil
from mafia_cli.saves import store
from mafia_cli.saves.quick import read_quick
from mafia_cli.saves.script import play
from mafia_cli.saves.text import SaveError

CACHE: Final = ".stats.json"
_LAYOUT: Final = f"{__version__} 1"
"""A cache of other rules or another layout is not read; raise the number when ``tally.boil`` changes."""


def finished_games(folder: Path, progress: Callable[[int, int], None]) -> tuple[list[Boiled], int]:
    """Return the finished games of a folder, the oldest file first, and how many files could not be read.

    An example, a game still running and a damaged one do not count. ``progress`` hears (files done, files in all).
    """
    known, fresh = _known(folder), False
    files = store.game_files(folder)[::-1]
    kept: dict[str, Any] = {}
    for at, path in enumerate(files, 1):
        progress(at, len(files))
        try:
            stamp = path.stat()
        except OSError:
            continue
        held = known.get(path.name)
        if not _fits(held, stamp.st_mtime_ns, stamp.st_size):
            held, fresh = [stamp.st_mtime_ns, stamp.st_size, *_boiled(path)], True
        kept[path.name] = held
    if fresh or len(kept) != len(known):
        _keep(folder, kept)
    return [held[3] for held in kept.values() if held[3]], sum(held[2] for held in kept.values())


def _fits(held: Any, modified: int, size: int) -> bool:
    return isinstance(held, list) and len(held) == 4 and held[:2] == [modified, size]


def _boiled(path: Path) -> tuple[bool, Boiled | None]:
    """Return whether the file is damaged and the game, if it is a finished one."""
    try:
        doc = read_quick(store.read(path))
    except SaveError:
        return True, None
    if doc.get("example") is True or not isinstance(doc.get("steps", []), list) or not store.is_finished(doc):
        return False, None
    played = play(doc)
    if played.faults:
        return True, None
    return False, boil(doc, played) if is_whole(doc, played) else None


def _known(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        cache = json.loads((folder / CACHE).read_bytes())
        if isinstance(cache, dict) and cache.get("layout") == _LAYOUT and isinstance(cache.get("games"), dict):
            games: dict[str, Any] = cache["games"]
            return games
    return {}


def _keep(folder: Path, games: dict[str, Any]) -> None:
    """A folder that may not be written to goes without a cache."""
    with suppress(SaveError):
        text = json.dumps({"layout": _LAYOUT, "games": games}, ensure_ascii=False, separators=(",", ":"))
        store.write_bytes(folder / CACHE, text.encode())


def players(games: list[Boiled]) -> Iterator[tuple[Boiled, Boiled]]:
    """Yield every player of every game with the game."""
    for game in games:
        for player in game["players"]:
            yield game, player
