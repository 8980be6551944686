"""Against theory: mafia and citizens alone, everybody by lot, agree with the exact recursion and the closed form."""

from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from effort import LONG

from mafia_cli.balance.run import Setting, play_block
from mafia_cli.rules.roles import Role, Side
from mafia_cli.rules.rulings import Rulings

GAMES = 20_000 if LONG else 1_500
PAIRS = [
    *((1, citizens) for citizens in (2, 3, 4, 5, 7, 9, 12, 15)),
    *((2, citizens) for citizens in (3, 4, 5, 6, 8, 10, 13)),
    *((3, citizens) for citizens in (4, 5, 7, 9, 12)),
    *((4, citizens) for citizens in (6, 9, 14)),
]


@cache
def mafia_wins(mafia: int, citizens: int) -> Fraction:
    """The mafia's chance before a night: it kills a citizen, then one of the living is jailed by lot; parity wins."""
    citizens -= 1
    if mafia >= citizens:
        return Fraction(1)
    living = mafia + citizens
    chance = Fraction(0)
    if mafia > 1:
        chance += Fraction(mafia, living) * won_after_day(mafia - 1, citizens)
    return chance + Fraction(citizens, living) * won_after_day(mafia, citizens - 1)


def won_after_day(mafia: int, citizens: int) -> Fraction:
    return Fraction(1) if mafia >= citizens else mafia_wins(mafia, citizens)


def double_factorial(n: int) -> int:
    return n * double_factorial(n - 2) if n > 1 else 1


@pytest.mark.parametrize("n", range(3, 40, 2))
def test_the_recursion_agrees_with_the_closed_form(n: int) -> None:
    """Migdał (2010): one mafioso among n alive at the first day vote, n odd, wins with (n-1)!!/n!!."""
    assert mafia_wins(1, n) == Fraction(double_factorial(n - 1), double_factorial(n))


@pytest.mark.parametrize(("mafia", "citizens"), PAIRS)
@pytest.mark.parametrize("don", [False, True])
def test_simulated_shares_are_the_exact_ones(mafia: int, citizens: int, don: bool) -> None:
    counts = {Role.CITIZEN: citizens, Role.MAFIA: mafia - don, Role.DON: int(don)}
    games = GAMES if not don else GAMES // 3
    figures = play_block(Setting(counts, Rulings(), "random", 7), 0, games)
    exact = float(mafia_wins(mafia, citizens))
    error = sqrt(exact * (1 - exact) / games)
    assert abs(figures.share(Side.MAFIA) - exact) <= 3 * error + 1e-12
    assert figures.share(Side.TOWN) == pytest.approx(1 - figures.share(Side.MAFIA))
    assert figures.undecided == 0


def test_there_are_enough_pairs() -> None:
    assert len(PAIRS) >= 20
