"""What the game lends to a reading beside its people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from mafia_cli.rules.roles import Role

Key = tuple[str, str, str]
"""Sender, time, text: what tells a message from others."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the game lends to a reading beside its people; left out, nothing is known of it.

    ``given``: votes that stand, candidate by voter (0 = passed; in an acquittal 1 or 0); ``moved``: moves that stand;
    ``spent``: messages read before, by ``Message.key``; ``closed``: those without a time read in the stage just closed;
    ``opened``: since when the stage is open, as ``Message.sent`` writes it; ``host``: the host's name in the chat.
    """

    given: Mapping[int, int] = field(default_factory=dict)
    moved: Mapping[Role, tuple[int, ...]] = field(default_factory=dict)
    spent: frozenset[Key] = frozenset()
    closed: frozenset[Key] = frozenset()
    opened: str = ""
    carrier: int | None = None
    suspect: int = 0


NOTHING_KNOWN: Final = Moment()
