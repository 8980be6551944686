"""What players know: the table (everybody), and what one player is asked.

A policy is written against this file alone: it needs no knowledge of how a night is judged. Seats are integers from 1;
0 is nobody (a skip). The loop (game.py) asks only for what the rules allow now, and a refused answer spends nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from mafia_cli.rules.model import NOBODY, Cause
from mafia_cli.rules.roles import Role


class Table:
    """What everybody knows; one for a game, kept by the loop. Policies read it and do not write.

    ``living``: in the order of the seats; ``counts``: the composition the host announced; ``night``: the number of
    the last night begun; ``seduced``: who has no vote today; ``votes``: of the vote that runs, how many each seat has;
    ``random``: draws from [0, 1), the game's own chance.
    """

    __slots__ = ("counts", "living", "night", "random", "seduced", "votes")

    def __init__(self, living: list[int], counts: Mapping[Role, int], random: Callable[[], float]) -> None:
        """Begin a game: everybody lives."""
        self.living = living
        self.counts = counts
        self.random = random
        self.night = 0
        self.seduced = NOBODY
        self.votes = [0] * (len(living) + 1)


class Player:
    """One player's head: what it answers when asked. Every answer here is "nothing": override what a role does."""

    __slots__ = ()

    def strike(self, living: Sequence[int]) -> int:
        """Return whom the mafia kills tonight; asked of whoever sends the joint move."""
        return NOBODY

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Return whom to visit tonight: a living player, oneself only if ``on_self``; 0 = skip."""
        return NOBODY

    def pair(self, living: Sequence[int], me: int) -> tuple[int, int]:
        """Return two different living others to compare tonight (journalist); (0, 0) = skip."""
        return NOBODY, NOBODY

    def told(self, answer: str) -> None:
        """Hear the host's private reply to tonight's move: ``+``, ``-``, ``same``, ``different`` or ``none``."""

    def hint(self) -> tuple[int, bool]:
        """Return (whom one speaks about before the vote, whether as an accusation); (0, False) = silent."""
        return NOBODY, False

    def vote(self, candidates: Sequence[int]) -> int:
        """Return whom to vote for, one of ``candidates`` (never oneself); 0 = passes."""
        return NOBODY

    def acquits(self, suspect: int) -> bool:
        """Tell whether to acquit the suspect."""
        return False

    def kabum(self, jailed: bool) -> int:
        """Return whom to take along now (kamikaze; ``jailed``: it is the last chance); 0 = not now."""
        return NOBODY

    def revive(self, dead: Sequence[int]) -> int:
        """Return whom to bring back now at the price of the own life (healer); 0 = not now."""
        return NOBODY


class Circle(Protocol):
    """The players of one game under one policy, and what they hear in the chat."""

    def sit(self, seat: int, role: Role, fellows: frozenset[int]) -> Player:
        """Return the player of a seat, who knows the own role and, a mafioso, all the mafiosi (with oneself)."""
        ...

    def lot(self) -> int:
        """Return whom the day jails without any vote, drawn by lot; 0 = the table votes by the rules."""
        ...

    def died(self, seat: int, causes: tuple[Cause, ...]) -> None:
        """Hear that somebody died, with the causes the chat is told."""
        ...

    def revealed(self, seat: int, role: Role) -> None:
        """Hear the role of somebody who is out."""
        ...

    def revived(self, seat: int) -> None:
        """Hear that somebody is back."""
        ...

    def hinted(self, speaker: int, about: int, accuses: bool) -> None:
        """Hear a hint in the chat."""
        ...

    def counted(self, ballots: Mapping[int, int], jailed: int) -> None:
        """Hear the end of a day's vote: the first vote, candidate by voter, and who was jailed (0 = nobody)."""
        ...


class Policy(Protocol):
    """A way to play. ``listens``: the circle wants to hear news and private replies (costs time)."""

    @property
    def name(self) -> str:
        """The word after ``--policy``."""
        ...

    @property
    def listens(self) -> bool:
        """Whether news and replies are delivered."""
        ...

    def gather(self, table: Table) -> Circle:
        """Return the circle of one new game."""
        ...
