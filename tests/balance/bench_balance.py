"""How fast games are simulated: ``python tests/balance/bench_balance.py``. Medians, beside a fixed pure-Python loop.

Seconds are of this process alone (others' turns on a busy core do not count). The loop tells how fast the core is just
now: undisturbed, the machine this was written on runs its million rounds in about 60 ms. Each round of the bench takes
the loop before and after the games, and the last column says what the figure would be at 60 ms.
"""

import argparse
import statistics
from collections.abc import Callable
from time import process_time

from mafia_cli.balance.run import Setting, play_block
from mafia_cli.rules.model import cast_of
from mafia_cli.rules.night import judge
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.rules.rulings import Rulings

QUIET_LOOP: float = 0.060
TEN = dict.fromkeys(MOVERS, 1) | {Role.DON: 1, Role.CITIZEN: 1}
ALLOWED = dict.fromkeys(MOVERS[1:], 1) | {Role.DON: 1, Role.MAYOR: 1, Role.CITIZEN: 1}


def loop() -> float:
    """Return the seconds a million rounds of plain Python take."""
    began, total = process_time(), 0
    for number in range(1_000_000):
        total += number * number % 7
    return process_time() - began


def rate(counts: dict[Role, int], policy: str, games: int, number: int) -> float:
    """Return games a second, in one process."""
    began = process_time()
    play_block(Setting(counts, policy=policy, seed=number), 0, games)
    return games / (process_time() - began)


def judging(number: int) -> float:
    """Return nights judged a second: twelve players, ten moves."""
    roles = [role for role in Role for _ in range(TEN.get(role, 0))]
    cast = cast_of(roles, Rulings(), number)
    alive = set(cast.seats)
    none: frozenset[int] = frozenset()
    nights = [[1 + (at * 5 + shift * 7 + number) % 12 for at in range(11)] for shift in range(200)]
    began = process_time()
    for visits in nights * 20:
        judge(cast, alive, none, 2, visits)
    return len(nights) * 20 / (process_time() - began)


def main() -> None:
    """Print the medians."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    rounds = options.parse_args().rounds
    rows: list[tuple[str, Callable[[int], float]]] = [
        ("random, 12 players, ten roles that move, two mafiosi", lambda number: rate(TEN, "random", 2000, number)),
        ("random, 12 players, nine roles that move, mayor", lambda number: rate(ALLOWED, "random", 2000, number)),
        ("plausible, 12 players, ten roles that move", lambda number: rate(TEN, "plausible", 300, number)),
        ("nights judged (ten moves)", judging),
    ]
    print(f"{'per second, one process, median':<55}{'measured':>10}{'loop, ms':>10}{'at 60 ms':>10}")
    for name, measure in rows:
        loops, rates = [], []
        for number in range(rounds):
            before = loop()
            rates.append(measure(number))
            loops.append((before + loop()) / 2)
        even = statistics.median(one * took / QUIET_LOOP for one, took in zip(rates, loops, strict=True))
        took = 1000 * statistics.median(loops)
        print(f"{name:<55}{statistics.median(rates):>10,.0f}{took:>10.0f}{even:>10,.0f}", flush=True)


if __name__ == "__main__":
    main()
