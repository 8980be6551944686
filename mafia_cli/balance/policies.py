"""The policies: how simulated players play. To add one, write a ``Circle`` and its ``Player`` and list it in POLICIES.

``random``      every role that may move moves, its target uniform among the lawful (no skips; the mafia strikes others
                than its own); no kabum, no revival; the day jails one living player by lot.
``plausible``   plausible.py, on the model of suspicion.py.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from mafia_cli.balance.plausible import Plausible
from mafia_cli.balance.table import Circle, Player, Policy, Table
from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import Role


class RandomPlayer(Player):
    """Moves by lot; knows and remembers nothing, so one stands for all the town."""

    __slots__ = ("fellows", "random")

    def __init__(self, table: Table, fellows: frozenset[int]) -> None:
        """Take the game's chance; ``fellows``: whom not to strike."""
        self.random = table.random
        self.fellows = fellows

    def strike(self, living: Sequence[int]) -> int:
        """Return any living player who is no mafioso."""
        fellows = self.fellows
        prey = [seat for seat in living if seat not in fellows]
        return prey[int(self.random() * len(prey))] if prey else 0

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Return any living player, oneself only where lawful."""
        if on_self:
            return living[int(self.random() * len(living))]
        seat = living[int(self.random() * (len(living) - 1))]
        return seat if seat != me else living[-1]

    def pair(self, living: Sequence[int], me: int) -> tuple[int, int]:
        """Return any two living others."""
        others = [seat for seat in living if seat != me]
        first = others.pop(int(self.random() * len(others)))
        return first, others[int(self.random() * len(others))]


class RandomCircle:
    """Everybody plays by lot."""

    __slots__ = ("mafia", "table", "town")

    def __init__(self, table: Table) -> None:
        """Seat the one player who stands for the town."""
        self.table = table
        self.town = RandomPlayer(table, frozenset())
        self.mafia: RandomPlayer | None = None

    def sit(self, seat: int, role: Role, fellows: frozenset[int]) -> Player:
        """Return the one townsman, or the one mafioso."""
        if not fellows:
            return self.town
        if self.mafia is None:
            self.mafia = RandomPlayer(self.table, fellows)
        return self.mafia

    def lot(self) -> int:
        """Return any living player."""
        living = self.table.living
        return living[int(self.table.random() * len(living))]

    def died(self, seat: int, causes: tuple[Cause, ...]) -> None:
        """Nothing is heard."""

    def revealed(self, seat: int, role: Role) -> None:
        """Nothing is heard."""

    def revived(self, seat: int) -> None:
        """Nothing is heard."""

    def hinted(self, speaker: int, about: int, accuses: bool) -> None:
        """Nothing is heard."""

    def counted(self, ballots: Mapping[int, int], jailed: int) -> None:
        """Nothing is heard."""


class Random:
    """The policy ``random``."""

    name: Final = "random"
    listens: Final = False

    def gather(self, table: Table) -> Circle:
        """Return the circle of a new game."""
        return RandomCircle(table)


POLICIES: Final[dict[str, Policy]] = {policy.name: policy for policy in (Plausible(), Random())}
"""By name; the first is the command's default."""
