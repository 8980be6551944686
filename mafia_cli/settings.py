"""What a command was given to work with, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from mafia_cli.script import disk
from mafia_cli.script.errors import Fault
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short

_PLACE: Final = 140
"""Columns of the place of a fault: a file's key may be endless."""


class Report(NamedTuple):
    """What a command has to say: text for standard output, notes for standard error, the exit status.

    ``as_data``: the text is for a program or a file to take in, so it leaves as UTF-8 whatever the system's habits.
    """

    text: str = ""
    notes: str = ""
    status: int = 0
    as_data: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``--lang``, ``--saves``, ``--game``, the environment and the locale say."""

    lang: str
    lang_given: bool = False
    saves: str | None = None
    game: str | None = None
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        """Open the catalogue of the host's language."""
        object.__setattr__(self, "words", Words(self.lang))

    @property
    def folder(self) -> Path:
        """The folder of the saves."""
        return disk.saves_folder(self.saves)

    def path(self, *, unfinished: bool) -> Path:
        """Return the game meant: ``--game``, else the latest (unfinished) one; raises ``RefusedError``."""
        if self.game is not None:
            return disk.named(self.folder, self.game)
        return disk.latest(self.folder, unfinished=unfinished)


def fault_text(words: Words, faults: Sequence[Fault]) -> str:
    """Return the faults in words, a line each, the place in the file in front where there is one."""
    from mafia_cli.words.errors import message
    from mafia_cli.words.names import People

    lines = []
    for fault in faults:
        said = message(words, fault.problem, People(fault.names))
        lines.append(f"{short(fault.place, _PLACE)}: {said}" if fault.place else said)
    return "\n".join(dict.fromkeys(lines))
