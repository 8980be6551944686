"""Simulated games against the engine: written down, replayed step by step, the same with the trace on and off."""

import random

import pytest

from mafia_cli.balance.game import Log, night_limit
from mafia_cli.balance.policies import POLICIES
from mafia_cli.balance.run import Figures, Setting, play_block, play_one
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.game import replay
from mafia_cli.rules.model import Kind
from mafia_cli.rules.night import judge
from mafia_cli.rules.roles import MOVERS, ROLES, Role
from mafia_cli.rules.rulings import RULINGS, Rulings, rulings_from

ALL = dict.fromkeys(Role, 1) | {Role.MAFIA: 2, Role.CITIZEN: 3}
TEN = dict.fromkeys(MOVERS, 1) | {Role.DON: 1, Role.CITIZEN: 1}


def some_rulings(rng: random.Random) -> Rulings:
    return rulings_from({name: rng.choice(ruling.choices) for name, ruling in RULINGS.items() if rng.random() < 0.5})


def settings(policy: str, number: int) -> list[Setting]:
    rng = random.Random(5)
    found = []
    for seed in range(number):
        counts = {role: count for role, count in ALL.items() if ROLES[role].required or rng.random() < 0.7}
        found.append(Setting(counts, some_rulings(rng), policy, seed))
    return found


@pytest.mark.parametrize("policy", POLICIES)
def test_the_engine_replays_every_game_to_the_same_end(policy: str) -> None:
    kinds = set()
    for setting in settings(policy, 150):
        log = Log()
        won, play = play_one(setting, 3, log)
        game, _ = replay(play.cast, log.steps)  # raises for any unlawful move
        assert game.alive == play.alive
        assert game_winner(game) == won
        assert game.night == play.night
        assert game.mayor == play.mayor
        assert game.poisoned == {play.poisoned} - {0}
        kinds |= {type(step).__name__ for step in log.steps}
    if policy == "plausible":
        assert kinds >= {"NightStep", "DayStep", "KabumStep", "ReviveStep", "HeirStep"}
    else:
        assert kinds >= {"NightStep", "OverrideStep"}
        assert not kinds & {"DayStep", "KabumStep", "ReviveStep"}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_trace_changes_no_outcome(policy: str) -> None:
    setting = Setting(TEN, Rulings(), policy, 11)
    for index in range(100):
        log = Log()
        won, play = play_one(setting, index, log)
        bare_won, bare = play_one(setting, index)
        assert log.trace
        assert (won, play.night, play.alive) == (bare_won, bare.night, bare.alive)


def test_judging_is_the_same_with_the_trace_on_and_off() -> None:
    rng = random.Random(8)
    _, play = play_one(Setting(ALL), 0)
    seats = sorted(play.cast.seats)
    for _ in range(500):
        alive = set(rng.sample(seats, rng.randint(5, len(seats))))
        visits = [rng.choice([0, *seats]) for _ in range(11)]
        due = {rng.choice(seats)} & alive
        assert judge(play.cast, alive, due, 2, visits, []) == judge(play.cast, alive, due, 2, visits)


def test_random_moves_every_role_that_may_move() -> None:
    setting = Setting(ALL, Rulings(), "random", 2)
    for index in range(50):
        log = Log()
        _, play = play_one(setting, index, log)
        first = log.steps[0]
        assert set(getattr(first, "moves")) == set(MOVERS) - {Role.MANIAC}  # noqa: B009 - a union of steps
        for kind, role, seat, _, visits in log.trace:
            if kind is Kind.CAME:
                assert visits[0] not in play.cast.mafiosi
                assert role is None
                assert seat == 0


def test_random_draws_its_targets_evenly() -> None:
    """Whom the commissar checks on night 1: every other seat, none more often than chance lets it."""
    setting = Setting({Role.DON: 1, Role.COMMISSAR: 1, Role.CITIZEN: 4}, Rulings(), "random", 4)
    hits = dict.fromkeys(range(1, 7), 0)
    games = 3000
    for index in range(games):
        log = Log()
        _, play = play_one(setting, index, log)
        commissar = play.cast.seat_of[Role.COMMISSAR]
        target = getattr(log.steps[0], "moves")[Role.COMMISSAR][0]  # noqa: B009
        assert target != commissar
        hits[target] += 1
    expected = games / 6
    assert all(abs(count - expected) < 4 * (expected * 5 / 6) ** 0.5 for count in hits.values())


def test_blocks_add_up() -> None:
    setting = Setting(TEN, Rulings(), "random", 9)
    whole, parts = play_block(setting, 0, 60), Figures()
    for first in (0, 20, 40):
        parts.add(play_block(setting, first, 20))
    assert whole == parts


def test_the_night_limit_grows_with_the_table() -> None:
    assert night_limit(7) == 30
    assert night_limit(80) == 80
