"""What is due: the phase and its number, who is waited for, where a tie leads, what is asked."""

from typing import Any

import pytest
from documents import Raw
from rules_games import SMALL, day, night, played, step

from mafia_cli.rules.due import Due, Phase, Question, due
from mafia_cli.rules.model import DayStep, NightStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.model import Played
from mafia_cli.script.tables import read


def of(game: Played, opened: Raw | None = None, **more: Any) -> Due:
    players = [{"nick": nick} for nick in game.names.nicks[1:]]
    found = read({"players": players, "steps": [opened]}).steps[0].step if opened else None
    assert found is None or isinstance(found, (NightStep, DayStep))
    return due(game.game, found, **more)


def seats(game: Played, *nicks: str) -> tuple[int, ...]:
    return tuple(game.names.seats[nick] for nick in nicks)


def test_before_the_deal_and_after_the_end() -> None:
    assert due(None) == Due(Phase.SETUP)
    over = played(step("end", winner="town"), town=SMALL)
    assert of(over, night()) == Due(Phase.OVER, winner="town")
    assert of(played(step("end", winner=""), town=SMALL)) == Due(Phase.OVER)


@pytest.mark.parametrize(
    ("steps", "more", "phase", "number"),
    [
        ([], {}, Phase.NIGHT, 1),
        ([night()], {}, Phase.DAY, 1),
        ([night(), day()], {}, Phase.NIGHT, 2),
        ([night(), night()], {}, Phase.DAY, 1),
        ([night()], {"last": "day"}, Phase.NIGHT, 2),
        ([night(), day()], {"last": "night"}, Phase.DAY, 2),
        ([step("kabum", "Аня", after="vote")], {}, Phase.DAY, 1),
    ],
)
def test_nights_and_days_follow_each_other(steps: list[Raw], more: Any, phase: Phase, number: int) -> None:
    found = of(played(*steps, town=SMALL), **more)
    assert (found.phase, found.number, found.open) == (phase, number, False)


def test_a_night_waits_for_those_who_may_move() -> None:
    game = played(night(doctor="Док"), day(), town=SMALL)
    found = of(game, night(mafia="Аня", commissar=""))
    assert found.open
    assert found.silent == ((Role.DOCTOR, 3), (Role.CASANOVA, 4))
    assert dict(of(game).silent) == {Role.MAFIA: 1, Role.COMMISSAR: 2, Role.DOCTOR: 3, Role.CASANOVA: 4}


def test_a_vote_goes_from_stage_to_stage() -> None:
    game = played(night(), town=SMALL)
    one = of(game, day({"Аня": "Боря"}))
    assert (one.stage, one.after, one.asks) == ("votes", "acquit", ())
    assert one.missing == seats(game, "Дон", "Ком", "Док", "Пут", "Мэр", "Боря", "Вера", "Кам", "Цел")
    tie = {"Аня": "Боря", "Боря": "Аня"}
    assert of(game, day(tie)).after == "revote"
    assert of(game, day(tie, revote={})).stage == "revote"
    assert of(game, day(tie, revote={"Аня": "Боря"}, acquit={})).stage == "acquit"
    assert of(game, day(tie, revote={"Аня": "Боря"}, acquit={})).after is None


def test_a_death_that_leaves_no_tie_brings_the_first_vote_back() -> None:
    game = played(night(), step("exclude", "Боря"), town=SMALL)
    found = of(game, day({"Аня": "Боря", "Боря": "Аня", "Док": "Аня"}, revote={}))
    assert (found.stage, found.after) == ("votes", "acquit")


EVEN = {"Аня": "Боря", "Боря": "Аня", **dict.fromkeys(["Дон", "Ком", "Док", "Пут", "Вера", "Кам", "Цел"], "")}


def test_the_mayor_is_asked_once_all_have_voted_and_again_at_the_second_tie() -> None:
    game = played(night(), town=SMALL, mayor_decides="asked")
    among = seats(game, "Аня", "Боря")
    early = of(game, day({"Аня": "Боря", "Боря": "Аня"}))
    assert (early.after, early.among, early.asks) == ("mayor", among, ())
    first = of(game, day(EVEN | {"Мэр": ""}))
    assert (first.after, first.among, first.asks) == ("mayor", among, (Question.MAYOR,))
    second = day(EVEN | {"Мэр": ""}, revote=EVEN | {"Мэр": ""}, mayor="")
    assert (of(game, second).after, of(game, second).asks) == ("mayor", (Question.MAYOR,))
    assert (of(game, second, answered=True).after, of(game, second, answered=True).asks) == (None, ())


def test_the_host_is_asked_where_the_ruling_says_so() -> None:
    found = of(played(night(), town=SMALL, tie="ask"), day(EVEN | {"Мэр": ""}))
    assert (found.after, found.asks) == ("decision", (Question.DECISION,))


def test_an_heir_and_a_winner_are_asked_about() -> None:
    heir = of(played(night(mafia="Мэр"), town=SMALL))
    assert heir.asks == (Question.HEIR,)
    won = of(played(step("kabum", "Дон"), town=SMALL))
    assert (won.phase, won.asks, won.winner) == (Phase.NIGHT, (Question.WINNER,), "town")
