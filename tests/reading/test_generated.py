"""Generated rosters and misspelt names: the reader's figures hold, here on a small number of them."""

from collections import Counter

import pytest
from figures import outcome, strangers, typed

from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import Ask, One


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_right_at_least_97_and_wrong_at_most_a_fifth_of_a_percent(seed: int) -> None:
    counts: dict[str, Counter[str]] = {}
    for case in typed(seed, 4000):
        counts.setdefault(case.kind, Counter())[outcome(case)] += 1
    total = sum(counts.values(), Counter[str]())
    assert total.total() == 4000
    assert total["right"] >= 0.97 * 4000
    assert total["wrong"] <= 0.002 * 4000
    for kind in ("exact", "case", "decorated", "invisible", "look-alike", "seat", "chat name"):
        assert counts[kind].keys() == {"right"}
    assert sum(counts[kind]["right"] for kind in ("one typo", "ending", "prefix")) >= 0.97 * sum(
        counts[kind].total() for kind in ("one typo", "ending", "prefix")
    )


def test_what_is_generated_is_the_same_for_the_same_seed() -> None:
    first, again = ([(case.kind, case.text, case.meant) for case in typed(9, 300)] for _ in range(2))
    assert first == again


def test_a_strange_nick_is_seldom_taken_for_somebody() -> None:
    taken = sum(isinstance(find(roster, text), One | Ask) for roster, text in strangers(4, 600))
    assert taken <= 0.3 * 600
    assert sum(isinstance(find(roster, text), One) for roster, text in strangers(4, 600)) <= 0.05 * 600
