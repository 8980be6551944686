"""The shipped suggestions: complete, lawful, even, and what the simulation says today."""

from math import sqrt

import pytest

from mafia_cli.balance.run import Setting, play_block
from mafia_cli.balance.suggest import expected, recommended
from mafia_cli.rules.deal import suggested
from mafia_cli.rules.roles import ROLES, Role, Side, composition_problems
from mafia_cli.rules.rulings import rulings_from

EVERY = range(7, 31)
OPTIONAL = {role for role, info in ROLES.items() if not info.required}


@pytest.mark.parametrize("players", EVERY)
def test_every_number_of_players_has_lawful_even_compositions(players: int) -> None:
    found = recommended(players)
    assert found[0].kind == "even"
    assert len({tuple(one.counts.items()) for one in found}) == len(found)
    for one in found:
        assert sum(one.counts.values()) == players
        assert composition_problems(one.counts) == []
        assert one.chances is not None
        assert one.chances.shipped
        assert one.chances.within < 0.02
        shares = one.chances
        total = shares.town + shares.mafia + shares.maniac + shares.nobody + shares.undecided
        assert total == pytest.approx(1)
    best = found[0].chances
    assert best is not None
    assert abs(best.town - best.mafia) < 0.25
    assert best.maniac < 0.2


def test_the_even_one_is_seldom_far_from_even() -> None:
    gaps = [abs(one.town - one.mafia) for players in EVERY if (one := recommended(players)[0].chances)]
    assert sorted(gaps)[len(gaps) // 2] < 0.1


@pytest.mark.parametrize("players", [7, 12, 20])
def test_the_data_is_what_the_simulation_says(players: int) -> None:
    one = recommended(players)[0]
    assert one.chances is not None
    figures = play_block(Setting(one.counts, seed=99), 0, 400)
    for side, share in ((Side.TOWN, one.chances.town), (Side.MAFIA, one.chances.mafia)):
        error = sqrt(share * (1 - share) * (1 / 400 + 1 / one.chances.games))
        assert abs(figures.share(side) - share) < 4 * error


@pytest.mark.parametrize("players", EVERY)
def test_only_what_is_to_be_had_is_recommended(players: int) -> None:
    for available in (set(), {Role.BODYGUARD}, OPTIONAL - {Role.MANIAC}):
        found = recommended(players, available)
        assert found
        for one in found:
            assert not (set(one.counts) & OPTIONAL) - available
            assert sum(one.counts.values()) == players
    assert recommended(players, OPTIONAL) == recommended(players)


def test_beyond_the_data_there_is_the_rule_of_thumb() -> None:
    assert recommended(6) == []
    (one,) = recommended(40)
    assert one.counts == suggested(40)
    assert one.chances is None


def test_chances_are_looked_up_or_simulated() -> None:
    one = recommended(9)[0]
    assert expected(one.counts) == one.chances
    assert expected(dict(reversed(one.counts.items()))) == one.chances
    other = expected(one.counts, rulings_from({"parity": "more_than"}))
    assert not other.shipped
    assert other.town + other.mafia + other.maniac + other.nobody + other.undecided == pytest.approx(1)
    free = expected({Role.MAFIA: 1, Role.CITIZEN: 5})
    assert not free.shipped
    assert 0 < free.mafia < 1
