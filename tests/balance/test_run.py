"""Many games: the same figures for any number of processes, intervals, the stop rule, Ctrl-C."""

from math import sqrt

import pytest

from mafia_cli.balance import run
from mafia_cli.balance.run import Figures, Setting, difference, game_seed, play_block, play_one, simulate, wilson
from mafia_cli.rules.roles import Role, Side
from mafia_cli.rules.rulings import rulings_from

COUNTS = {Role.DON: 1, Role.MAFIA: 1, Role.COMMISSAR: 1, Role.DOCTOR: 1, Role.CITIZEN: 4}
RANDOM = Setting(COUNTS, policy="random", seed=3)


def test_any_number_of_processes_gives_the_same_figures() -> None:
    alone = simulate(RANDOM, 1100)
    together = simulate(RANDOM, 1100, jobs=2)
    assert alone.figures == together.figures
    assert alone.figures.games == 1100


def test_the_stop_rule_counts_the_same_blocks_for_any_number_of_processes() -> None:
    alone, together = simulate(RANDOM), simulate(RANDOM, jobs=2)
    assert alone.figures == together.figures
    assert alone.figures.half_width() <= run.WITHIN
    assert alone.figures.games < run.ENOUGH
    assert alone.figures.games % run.BLOCK == 0


def test_enough_games_always_do() -> None:
    low, high = wilson(run.ENOUGH // 2, run.ENOUGH)
    assert (high - low) / 2 <= run.WITHIN


def test_a_game_hangs_on_seed_and_index_alone() -> None:
    block = play_block(RANDOM, 40, 10)
    apart = [play_one(RANDOM, index) for index in range(40, 50)]
    assert block.nights == sum(play.night for _, play in apart)
    assert block.wins[Side.TOWN] == sum(won is Side.TOWN for won, _ in apart)
    assert play_block(Setting(COUNTS, policy="random", seed=4), 40, 10) != block


def test_no_two_games_share_a_seed() -> None:
    seeds = {game_seed(seed, index) for seed in (-2, -1, 0, 1, 2, 10**30) for index in (0, 1, run.MOST_GAMES)}
    assert len(seeds) == 18


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (500, 1000, 0.4691, 0.5309), (0, 0, 0, 1)],
)
def test_wilson_intervals(hits: int, games: int, low: float, high: float) -> None:
    assert wilson(hits, games) == pytest.approx((low, high), abs=1e-4)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Blocks of 100 games against the share of all of them: about 95 in 100 intervals hold it."""
    whole = play_block(RANDOM, 0, 6000)
    truth, held = whole.share(Side.MAFIA), 0
    for first in range(0, 6000, 100):
        low, high = play_block(RANDOM, first, 100).interval(Side.MAFIA)
        held += low <= truth <= high
    assert held >= 60 * 0.95 - 3.5 * sqrt(60 * 0.95 * 0.05)


def test_a_difference_knows_how_sure_it_is() -> None:
    one, two = Figures(1000), Figures(1000)
    one.wins[Side.TOWN], two.wins[Side.TOWN] = 500, 560
    much, half = difference(one, two, Side.TOWN)
    assert much == pytest.approx(0.06)
    assert half == pytest.approx(1.96 * sqrt(0.25 / 1000 + 0.56 * 0.44 / 1000), abs=1e-3)


def test_ctrl_c_keeps_what_is_known() -> None:
    def impatient(figures: Figures, games: int) -> None:
        assert games == 5000
        if figures.games >= 750:
            raise KeyboardInterrupt

    result = simulate(RANDOM, 5000, progress=impatient)
    assert result.interrupted
    assert result.figures.games == 750
    assert result.as_json()["interrupted"] is True
    together = simulate(RANDOM, 5000, jobs=2, progress=impatient)
    assert together.interrupted
    assert together.figures == result.figures


def test_survival_is_by_role() -> None:
    figures = play_block(RANDOM, 0, 400)
    survival = figures.survival(COUNTS)
    assert set(survival) == set(COUNTS)
    assert all(0 <= share <= 1 for share in survival.values())
    assert survival[Role.DON] > survival[Role.COMMISSAR]  # the mafia does not strike its own


def test_rulings_reach_the_engine() -> None:
    strict = Setting(COUNTS, rulings_from({"parity": "more_than"}), "random", 3)
    assert play_block(strict, 0, 400).share(Side.MAFIA) < play_block(RANDOM, 0, 400).share(Side.MAFIA)


def test_a_composition_may_be_decided_before_it_begins() -> None:
    assert Setting({Role.DON: 1, Role.MAFIA: 2, Role.CITIZEN: 3}).decided() is Side.MAFIA
    assert Setting({Role.CITIZEN: 3}).decided() is Side.TOWN
    assert Setting({Role.MANIAC: 1}).decided() is Side.MANIAC
    assert RANDOM.decided() is None
