"""The people of earlier games under their chat names, for the list of players of a new one."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from mafia_cli.people import roster_of
from mafia_cli.script import disk
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import SaveError
from mafia_cli.script.replay import play
from mafia_cli.words.catalogue import typed

GAMES: Final = 5
"""Games looked through for somebody's people."""


def people_of(path: Path) -> list[Raw]:
    """Return a game's people, excluded ones left out: the chat name as the nick (1.4: a new theme brings a new one)."""
    script = disk.load(path)
    played = play(script)
    gone = played.game.excluded if played.game else frozenset()
    found: dict[str, Raw] = {}
    for person in roster_of(script, played).persons:
        name = person.chat or person.nick
        if person.seat not in gone and name:
            found.setdefault(name, {"nick": name, **({"chat": person.chat} if person.chat else {})})
    return list(found.values())


def from_game(folder: Path, name: str | None) -> list[Raw]:
    """Return the people of the last game, or of the one named; raises ``SaveError`` when there is none."""
    if name is not None and name.casefold() not in typed("last"):
        return people_of(disk.named(folder, name))
    return people_of(next(_usable(folder), None) or disk.latest(folder, unfinished=False))


def _usable(folder: Path) -> Iterator[Path]:
    for path in disk.game_files(folder):
        with suppress(SaveError):
            script = disk.load(path)
            if script.header.example is not True and script.players and script.setup is None:
                yield path


def known(folder: Path) -> list[Raw]:
    """Return the people of the last games, the latest first, each name once."""
    found: dict[str, Raw] = {}
    for path in list(_usable(folder))[:GAMES]:
        with suppress(SaveError):
            for entry in people_of(path):
                found.setdefault(entry["nick"].casefold(), entry)
    return list(found.values())
