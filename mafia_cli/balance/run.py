"""Many games of one composition: shares of wins with their intervals, lengths, survival.

A game's chance is a function of (seed, index), and what is counted is always the games 0 ... N-1, so the figures are
the same for any number of processes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, Final

from mafia_cli.balance.game import Log, Play, night_limit
from mafia_cli.balance.policies import POLICIES
from mafia_cli.balance.table import Table
from mafia_cli.rules.ending import winner
from mafia_cli.rules.model import Cast, cast_of
from mafia_cli.rules.roles import Role, Side
from mafia_cli.rules.rulings import Rulings
from mafia_cli.workers import in_order

WINNERS: Final = (Side.TOWN, Side.MAFIA, Side.MANIAC, Side.NOBODY)
BLOCK: Final = 250
"""Games played between two looks at the stop rule, and by a process at a time."""
WITHIN: Final = 0.01
"""Without a number of games: play until every share is known to +- this (95 %)."""
MOST_GAMES: Final = 10_000_000
ENOUGH: Final = 10_000
"""So many games always do for ``WITHIN``."""
WORTH_PROCESSES: Final = 1_000
"""Below so many games starting processes takes longer than it saves."""
_Z: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Setting:
    """What is simulated: a composition under rulings, a policy, a seed."""

    counts: Mapping[Role, int]
    rulings: Rulings = field(default_factory=Rulings)
    policy: str = "plausible"
    seed: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return sum(self.counts.values())

    @property
    def limit(self) -> int:
        """After how many nights a game is cut."""
        return night_limit(self.players)

    def decided(self) -> Side | None:
        """Return who has won before the first night, if anybody has."""
        cast = cast_of(_pack(self.counts), self.rulings, 0)
        return winner(cast, cast.seats)


@dataclass(slots=True)
class Figures:
    """Sums over games; ``alive``: by role, how many of its holders lived to the end."""

    games: int = 0
    wins: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(WINNERS, 0))
    nights: int = 0
    alive: dict[Role, int] = field(default_factory=dict)

    @property
    def undecided(self) -> int:
        """Games cut at the night limit."""
        return self.games - sum(self.wins.values())

    @property
    def mean_nights(self) -> float:
        """Nights of a game, on the average."""
        return self.nights / self.games if self.games else 0.0

    def add(self, other: "Figures") -> None:
        """Count another's games too."""
        self.games += other.games
        self.nights += other.nights
        for side, wins in other.wins.items():
            self.wins[side] += wins
        for role, alive in other.alive.items():
            self.alive[role] = self.alive.get(role, 0) + alive

    def share(self, side: Side) -> float:
        """Return a side's share of wins."""
        return self.wins[side] / self.games if self.games else 0.0

    def interval(self, side: Side) -> tuple[float, float]:
        """Return the 95 % interval of a side's share."""
        return wilson(self.wins[side], self.games)

    def half_width(self) -> float:
        """Return half the widest of the intervals: how far off a share may be."""
        return max((high - low) / 2 for low, high in (self.interval(side) for side in WINNERS))

    def survival(self, counts: Mapping[Role, int]) -> dict[Role, float]:
        """Return by role which share of its holders lived to the end."""
        return {
            role: self.alive.get(role, 0) / (self.games * held) if self.games else 0.0
            for role, held in counts.items()
            if held
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run; ``interrupted``: Ctrl-C cut it short, the figures are of the games played so far."""

    setting: Setting
    figures: Figures
    seconds: float
    interrupted: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints: wins are games, intervals shares, nights the mean."""
        setting, figures = self.setting, self.figures
        return {
            "games": figures.games,
            "wins": {side.value: figures.wins[side] for side in WINNERS},
            "undecided": figures.undecided,
            "interval": {side.value: [round(edge, 6) for edge in figures.interval(side)] for side in WINNERS},
            "nights": round(figures.mean_nights, 4),
            "survival": {role.value: round(share, 4) for role, share in figures.survival(setting.counts).items()},
            "seconds": round(self.seconds, 3),
            "seed": setting.seed,
            "players": setting.players,
            "roles": {role.value: count for role, count in setting.counts.items()},
            "policy": setting.policy,
            "rulings": setting.rulings.changed(),
            "night_limit": setting.limit,
            "interrupted": self.interrupted,
        }


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share; of no games (0, 1)."""
    if not games:
        return 0.0, 1.0
    share, spread = hits / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def difference(first: Figures, second: Figures, side: Side) -> tuple[float, float]:
    """Return (how much larger the side's share is in ``second``, half its 95 % interval: Newcombe's, the wider)."""
    one, two = first.share(side), second.share(side)
    (low, high), (lower, higher) = first.interval(side), second.interval(side)
    below = sqrt((two - lower) ** 2 + (high - one) ** 2)
    above = sqrt((higher - two) ** 2 + (one - low) ** 2)
    return two - one, max(below, above)


# --- playing ------------------------------------------------------------------------------------------------


def _pack(counts: Mapping[Role, int]) -> list[Role]:
    return [role for role in Role for _ in range(counts.get(role, 0))]


def game_seed(seed: int, index: int) -> int:
    """Return the seed of one game; the low bits are the index, which also tells the cast's own draws apart."""
    return (abs(seed) << 41 | (seed < 0) << 40) + index


def play_block(setting: Setting, first: int, games: int) -> Figures:
    """Play the games ``first`` ... ``first + games - 1`` and return their figures."""
    policy, rulings, counts, limit = POLICIES[setting.policy], setting.rulings, setting.counts, setting.limit
    pack, rng = _pack(counts), Random(setting.seed)
    random, reseed, by_lot = rng.random, rng.seed, lambda _: random()
    seats = list(range(1, len(pack) + 1))
    figures = Figures(games)
    wins: dict[Side | None, int] = dict.fromkeys((*WINNERS, None), 0)
    alive = dict.fromkeys(counts, 0)
    nights = 0
    for index in range(first, first + games):
        seed = game_seed(setting.seed, index)
        reseed(seed)
        cast = Cast((Role.CITIZEN, *sorted(pack, key=by_lot)), rulings, seed)
        play = Play(cast, policy, Table(seats.copy(), counts, random))
        wins[play.run(limit)] += 1
        nights += play.night
        roles = cast.roles
        for seat in play.alive:
            alive[roles[seat]] += 1
    figures.nights = nights
    figures.alive = alive
    figures.wins = {side: wins[side] for side in WINNERS}
    return figures


def play_one(setting: Setting, index: int, log: Log | None = None) -> tuple[Side | None, Play]:
    """Play the game of this index alone; with a ``log`` it is written down too."""
    pack, seed = _pack(setting.counts), game_seed(setting.seed, index)
    random = Random(seed).random
    cast = Cast((Role.CITIZEN, *sorted(pack, key=lambda _: random())), setting.rulings, seed)
    table = Table(list(range(1, len(pack) + 1)), setting.counts, random)
    play = Play(cast, POLICIES[setting.policy], table, log)
    return play.run(setting.limit), play


def simulate(
    setting: Setting,
    games: int | None = None,
    jobs: int = 1,
    progress: Callable[[Figures, int], None] | None = None,
) -> Result:
    """Play ``games`` games, or (None) until every share is known to +- ``WITHIN``.

    ``progress`` is called after every block with the figures so far and the games to come in all (an estimate without a
    number). Ctrl-C ends the run early; the result says so.
    """
    began, figures, interrupted = perf_counter(), Figures(), False
    most = games if games is not None else ENOUGH
    try:
        with _blocks(setting, most, jobs) as blocks:
            for block in blocks:
                figures.add(block)
                if progress is not None:
                    progress(figures, most if games is not None else _needed(figures))
                if games is None and figures.half_width() <= WITHIN:
                    break
    except KeyboardInterrupt:
        interrupted = True
    return Result(setting, figures, perf_counter() - began, interrupted)


def _needed(figures: Figures) -> int:
    """Return about how many games the stop rule will take."""
    half = figures.half_width()
    return min(ENOUGH, max(figures.games, int(figures.games * (half / WITHIN) ** 2)))


def _blocks(setting: Setting, games: int, jobs: int) -> AbstractContextManager[Iterator[Figures]]:
    """Give the blocks in their order, played here or in ``jobs`` processes."""
    spans = ((first, min(BLOCK, games - first)) for first in range(0, games, BLOCK))
    jobs = 1 if games < WORTH_PROCESSES else min(jobs, (games + BLOCK - 1) // BLOCK)
    return in_order(partial(_play_span, setting), spans, jobs)


def _play_span(setting: Setting, span: tuple[int, int]) -> Figures:
    return play_block(setting, *span)
