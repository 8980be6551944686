"""What plausible players know and do."""

import inspect
import random

import pytest

from mafia_cli.balance import plausible, policies, suspicion, table
from mafia_cli.balance.game import Log
from mafia_cli.balance.plausible import Commissar, Mafioso, PlausibleCircle, Townsman
from mafia_cli.balance.run import Setting, play_one
from mafia_cli.balance.suspicion import Suspicion
from mafia_cli.balance.table import Table
from mafia_cli.rules.model import DayStep, NightStep
from mafia_cli.rules.roles import Role

COUNTS = {Role.DON: 1, Role.MAFIA: 2, Role.COMMISSAR: 1, Role.DOCTOR: 1, Role.CASANOVA: 1, Role.MAYOR: 1} | {
    Role.CITIZEN: 6,
    Role.MANIAC: 1,
}


@pytest.mark.parametrize("module", [plausible, policies, suspicion, table])
def test_a_policy_cannot_see_the_cast_nor_the_resolver(module: object) -> None:
    source = inspect.getsource(module)  # type: ignore[arg-type]
    for hidden in ("Cast", "cast.", "rules.night", "rules.day", "rules.game", "balance.game"):
        assert hidden not in source


def circle(seats: int = 6) -> PlausibleCircle:
    return PlausibleCircle(Table(list(range(1, seats + 1)), {}, random.Random(1).random))


def test_the_mafia_spares_its_own_and_votes_together() -> None:
    votes, together = 0, 0
    for index in range(40):
        log = Log()
        _, play = play_one(Setting(COUNTS, seed=6), index, log)
        mafiosi = play.cast.mafiosi
        for step in log.steps:
            if isinstance(step, NightStep) and Role.MAFIA in step.moves:
                assert step.moves[Role.MAFIA][0] not in mafiosi
            if isinstance(step, DayStep):
                theirs = [candidate for voter, candidate in step.votes if voter in mafiosi]
                assert not set(theirs) & mafiosi
                votes += 1
                together += len(set(theirs)) <= 1
    assert votes > 40
    assert together == votes


def test_the_commissar_checks_new_people_and_votes_for_whom_he_found() -> None:
    group = circle()
    commissar = group.sit(1, Role.COMMISSAR, frozenset())
    assert isinstance(commissar, Commissar)
    seen = []
    for answer in ("-", "-", "+", "-"):
        seen.append(commissar.target(group.table.living, 1, False))
        commissar.told(answer)
    assert len(set(seen)) == 4
    assert 1 not in seen
    assert commissar.vote([seat for seat in group.table.living if seat != 1]) == seen[2]


def test_a_blocked_check_is_asked_again() -> None:
    commissar = circle(3).sit(1, Role.COMMISSAR, frozenset())
    commissar.target([1, 2], 1, False)
    commissar.told("none")
    assert commissar.target([1, 2], 1, False) == 2


def test_the_town_leans_towards_a_hint_and_away_from_a_liar() -> None:
    marks = Suspicion(6)
    marks.hinted(1, 2, True)
    assert marks.marks[2] > 0
    liar = Suspicion(6)
    liar.hinted(3, 4, True)
    liar.revealed(4, Role.DOCTOR)
    assert liar.marks[3] > 0
    assert liar.credit(3) < 1 < marks.credit(1) + 1e-9 + (1 if marks.marks[1] == 0 else 0)
    marks.revealed(2, Role.MAFIA)
    assert marks.marks[1] < 0


def test_votes_are_remembered_when_a_role_comes_out() -> None:
    marks = Suspicion(6)
    marks.counted({1: 5, 2: 4, 3: 5})
    marks.revealed(5, Role.DON)
    assert marks.marks[1] == marks.marks[3] < marks.marks[2]


def test_mafiosi_among_themselves_still_vote() -> None:
    group = circle()
    mafioso = group.sit(1, Role.MAFIA, frozenset({1, 2, 3}))
    assert isinstance(mafioso, Mafioso)
    assert mafioso.vote([2, 3]) in (2, 3)
    assert mafioso.acquits(2)
    assert not mafioso.acquits(4)


def test_a_trusted_suspect_is_acquitted() -> None:
    group = circle()
    voter = group.sit(1, Role.CITIZEN, frozenset())
    assert isinstance(voter, Townsman)
    group.suspicion.marks[2] = -9
    assert voter.acquits(2)
    group.suspicion.marks[2] = 9
    assert not voter.acquits(2)
