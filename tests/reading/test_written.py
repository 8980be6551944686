"""The reader's figures on the tables of what people write, each miss told."""

import pytest
from written import cases, talk


def test_nothing_is_stored_that_nobody_said() -> None:
    wrong = {key: result.wrong for key, _, result in cases("never") if result.wrong}
    assert wrong == {}


@pytest.mark.parametrize(("name", "share"), [("pastes", 0.98), ("heard", 0.97)])
def test_what_is_said_is_read_or_asked_about(name: str, share: float) -> None:
    results = {key: result for key, _, result in cases(name)}
    assert {key: result.wrong for key, result in results.items() if result.wrong} == {}
    missed = {key: result.missed for key, result in results.items() if result.missed}
    wanted = sum(result.wanted for result in results.values())
    assert sum(map(len, missed.values())) <= (1 - share) * wanted, missed


def test_talk_is_neither_stored_nor_often_asked_about() -> None:
    results = dict(talk())
    assert len(results) > 900
    assert [line for line, result in results.items() if result.stored or result.refused or result.moves] == []
    asked = [line for line, result in results.items() if result.asked]
    assert len(asked) <= 0.02 * len(results), asked
