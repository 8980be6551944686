"""Search for even compositions; made suggested.toml: ``python -m mafia_cli.balance.search --seed 1``.

For each number of players: optional roles in the order of ORDER, as many as leave enough plain citizens, with and
without the maniac; for each such set the number of mafiosi is walked to where town and mafia win equally often. The
best few are played again with more games, and the winners of three kinds once more, for the figures that are shipped:

* ``even``    the closest to even of all, more roles preferred where the difference is small;
* ``calm``    the same without the maniac;
* ``plain``   the required roles alone.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from mafia_cli.balance.run import WINNERS, Figures, Setting, play_block
from mafia_cli.rules.roles import ROLES, SMALLEST_GAME, Role, Side

MOST_PLAYERS: Final = 30
ORDER: Final = (
    Role.BODYGUARD,
    Role.MANIAC,
    Role.THIEF,
    Role.JOURNALIST,
    Role.JEALOUS,
    Role.KAMIKAZE,
    Role.POISONER,
    Role.HEALER,
)
MANIAC_SHARE: Final = 0.10
"""A maniac's share above this counts twice against a composition, as undecided games do."""
VARIETY: Final = 0.008
"""What one optional role more is worth, in shares."""

Counts = dict[Role, int]


def composed(players: int, mafiosi: int, optional: tuple[Role, ...]) -> Counts | None:
    """Return the composition, None when it leaves no citizen or decides the game at once."""
    counts = {role: 1 for role, info in ROLES.items() if info.required and not info.several}
    counts |= dict.fromkeys(optional, 1) | {Role.MAFIA: mafiosi - 1}
    counts[Role.CITIZEN] = players - sum(counts.values())
    if counts[Role.CITIZEN] < 1 or 2 * mafiosi >= players or mafiosi < 1:
        return None
    return {role: counts[role] for role in Role if counts.get(role)}


def optional_sets(players: int) -> Iterator[tuple[Role, ...]]:
    """Yield the sets of optional roles to try: none, and as many as suit the size."""
    yield ()
    least, most = max(1, (players - 6) // 3), min(len(ORDER), (players - 6) // 2 + 1)
    tried = set()
    for length in range(least, most + 1):
        for roles in (ORDER[:length], tuple(role for role in ORDER if role is not Role.MANIAC)[:length]):
            if roles not in tried:
                tried.add(roles)
                yield roles


def worth(counts: Counts, figures: Figures) -> float:
    """Return how far from fair a composition is; less is better."""
    uneven = abs(figures.share(Side.TOWN) - figures.share(Side.MAFIA))
    odd = max(0.0, figures.share(Side.MANIAC) - MANIAC_SHARE) + figures.undecided / figures.games
    return uneven + 2 * odd - VARIETY * sum(role in counts for role in ORDER)


class Search:
    """One search; figures are kept by composition and number of games."""

    def __init__(self, seed: int) -> None:
        """Begin with nothing played."""
        self.seed = seed
        self.known: dict[tuple[tuple[tuple[Role, int], ...], int], Figures] = {}
        self.games = 0

    def figures(self, counts: Counts, games: int) -> Figures:
        """Play a composition (once)."""
        key = tuple(counts.items()), games
        if key not in self.known:
            self.known[key] = play_block(Setting(counts, seed=self.seed), 0, games)
            self.games += games
        return self.known[key]

    def walk(self, players: int, optional: tuple[Role, ...], start: int, games: int) -> list[tuple[float, Counts]]:
        """Walk the number of mafiosi to where the advantage changes sides; return what was met, with its worth."""
        met: list[tuple[float, Counts]] = []
        mafiosi, direction = start, 0
        while (counts := composed(players, mafiosi, optional)) is not None:
            found = self.figures(counts, games)
            met.append((worth(counts, found), counts))
            step = 1 if found.share(Side.TOWN) > found.share(Side.MAFIA) else -1
            if direction and step != direction:
                break
            direction = step
            mafiosi += step
        return met

    def best(self, players: int, start: int, coarse: int, refine: int) -> dict[str, Counts]:
        """Return the best composition of each kind."""
        met = [one for optional in optional_sets(players) for one in self.walk(players, optional, start, coarse)]
        kinds = {
            "even": met,
            "calm": [one for one in met if Role.MANIAC not in one[1]],
            "plain": [one for one in met if not any(role in one[1] for role in ORDER)],
        }
        chosen: dict[str, Counts] = {}
        for kind, found in kinds.items():
            few = [counts for _, counts in sorted(found, key=lambda one: one[0])[:3]]
            if few:
                best = min(few, key=lambda counts: worth(counts, self.figures(counts, refine)))
                if best not in chosen.values():
                    chosen[kind] = best
        return chosen


def entry(players: int, kind: str, counts: Counts, figures: Figures) -> str:
    """Return one table of the data file."""
    roles = ", ".join(f"{role} = {count}" for role, count in counts.items())
    wins = ", ".join(f"{side} = {figures.wins[side]}" for side in WINNERS)
    return (
        f'[[composition]]\nplayers = {players}\nkind = "{kind}"\nroles = {{ {roles} }}\n'
        f"games = {figures.games}\nwins = {{ {wins} }}\nnights = {figures.mean_nights:.2f}\n"
    )


def main() -> None:
    """Search, and write the data to standard output (progress to standard error)."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("seed", 1), ("coarse", 120), ("refine", 600), ("final", 3000)):
        options.add_argument(f"--{name}", type=int, default=default)
    options.add_argument("--least", type=int, default=SMALLEST_GAME)
    options.add_argument("--most", type=int, default=MOST_PLAYERS)
    options.add_argument("--start", type=int, default=2, help="mafiosi to begin with: those of the even one before")
    chosen = options.parse_args()
    search, start = Search(chosen.seed), chosen.start
    words = f"--seed {chosen.seed} --coarse {chosen.coarse} --refine {chosen.refine} --final {chosen.final}"
    print("# Even compositions and how often each side wins, policy plausible, default rulings. Made by the command")
    print(f"# python -m mafia_cli.balance.search {words} > mafia_cli/balance/suggested.toml")
    for players in range(chosen.least, chosen.most + 1):
        for kind, counts in search.best(players, start, chosen.coarse, chosen.refine).items():
            print()
            print(entry(players, kind, counts, search.figures(counts, chosen.final)), end="", flush=True)
            if kind == "even":
                start = counts.get(Role.MAFIA, 0) + 1
        sys.stderr.write(f"{players}: {search.games} games\n")


if __name__ == "__main__":
    main()
