"""The day: who votes, who is jailed, the acquittal, deaths in the middle of it."""

from typing import Any

import pytest
from documents import Raw, as_script
from rules_games import SMALL, day, entries, faults, last, night, played, step

from mafia_cli.rules.day import ACQUITTAL_BELOW, hold
from mafia_cli.rules.model import DayStep, Kind


def refusals(*steps: Raw, town: Any = SMALL) -> list[tuple[str, str, str]]:
    return [tuple(one.values()) for one in last(*steps, town=town).get("refused", [])]


def test_most_votes_go_to_the_queue_and_to_jail() -> None:
    assert last(day({"Аня": "Дон", "Боря": "Дон", "Вера": "Аня"}))["jailed"] == "Дон"
    assert last(day({"Аня": "Дон"}))["role"] == "don"
    assert not {"suspect", "jailed"} & last(day({})).keys()


def test_dead_and_unknown_neither_vote_nor_are_voted_for() -> None:
    plan = day({"Аня": "Боря", "Боря": "Аня", "Кто": "Боря", "Вера": "Никто"})
    assert refusals(night(mafia="Аня"), plan) == [
        ("Аня", "Боря", "1.8"),
        ("Боря", "Аня", "1.8"),
        ("Кто", "Боря", "1.8"),
        ("Вера", "Никто", "1.8"),
    ]


def test_what_was_refused_spends_nothing() -> None:
    plan = {"kind": "day", "votes": [["Аня", "Аня"], ["Аня", "Боря"], ["Аня", "Вера"]]}
    assert refusals(plan) == [("Аня", "Аня", "4.6"), ("Аня", "Вера", "4.6")]
    assert last(plan, town=SMALL)["tally"] == {"Боря": 1}


def test_passing_is_for_day_one_its_second_vote_too() -> None:
    first = day({"Аня": ""})
    assert refusals(first) == []
    assert refusals(first, day({"Аня": ""})) == [("Аня", "", "4.5")]
    tie = {"Боря": "Вера", "Вера": "Боря"}
    assert refusals(day(tie, revote={"Аня": ""})) == []
    assert refusals(first, day(tie, revote={"Аня": ""})) == [("Аня", "", "4.5")]


def test_the_suspect_has_no_say_in_the_own_acquittal() -> None:
    assert refusals(day({"Аня": "Боря"}, acquit={"Боря": True})) == [("Боря", "Боря", "1.8.1")]
    twice = {"kind": "day", "votes": [["Аня", "Боря"]], "acquit": [["Аня", True], ["Аня", False]]}
    assert refusals(twice) == [("Аня", "Боря", "4.6")]


def test_the_acquittal_is_for_fewer_than_thirteen() -> None:
    assert ACQUITTAL_BELOW == 13
    thirteen = (*SMALL, "Маф", "Ман", "Рев")
    plan = day({"Аня": "Боря"}, acquit={"Вера": True})
    assert last(plan, town=thirteen)["jailed"] == "Боря"
    assert last(plan, town=thirteen[:-1])["acquitted"] is True


def test_acquitted_the_day_ends_with_nobody_jailed() -> None:
    found = last(day({"Аня": "Боря", "Вера": "Дон", "Дон": "Боря"}, acquit={"Вера": True}), town=SMALL)
    assert (found["suspect"], found["acquitted"]) == ("Боря", True)
    assert not {"jailed", "role"} & found.keys()


def test_a_vote_by_or_for_somebody_who_died_meanwhile_is_void() -> None:
    found = last(step("kabum", "Аня"), day({"Аня": "Боря", "Боря": "Аня", "Вера": "Дон"}), town=SMALL)
    assert found["tally"] == {"Дон": 1}


def test_nights_and_days_count_each_their_own_number() -> None:
    numbers = [(entry["kind"], entry["number"]) for entry in entries(night(), night(), day({}), night(), day({}))]
    assert numbers == [("night", 1), ("night", 2), ("day", 1), ("night", 3), ("day", 2)]


# --- somebody dies after the count -------------------------------------------------------------------------

COUNTED = {"Аня": "Боря", "Вера": "Боря", "Дон": "Боря"}


def test_the_count_stands_though_a_voter_dies_after_it() -> None:
    found = last(step("kabum", "Аня", after="vote"), day(COUNTED, acquit={"Вера": False, "Аня": True}), town=SMALL)
    assert found["tally"] == {"Боря": 3}
    assert found["jailed"] == "Боря"
    assert [one["rule"] for one in found["refused"]] == ["1.8"]


def test_whether_an_acquittal_is_due_stands_too() -> None:
    thirteen = (*SMALL, "Маф", "Ман", "Рев")
    found = last(step("kabum", "Аня", after="vote"), day(COUNTED, acquit={"Вера": True}), town=thirteen)
    assert found["jailed"] == "Боря"


def test_a_dead_suspect_ends_the_day() -> None:
    found = last(step("kabum", "Боря", after="vote"), day(COUNTED, acquit={"Вера": False}), town=SMALL)
    assert found["suspect"] == "Боря"
    assert not {"jailed", "acquitted"} & found.keys()


def test_whoever_is_revived_meanwhile_has_a_say_in_the_acquittal() -> None:
    plan = (night(mafia="Ком"), step("revive", "Ком", after="vote"), day(COUNTED, acquit={"Ком": False}))
    found = last(*plan, town=SMALL)
    assert found["jailed"] == "Боря"
    assert "refused" not in found


def test_the_title_counts_as_before_the_death_for_the_count_as_after_it_for_the_acquittal() -> None:
    tie = {"Аня": "Боря", "Боря": "Аня", "Мэр": "Боря", "Вера": "Аня"}
    killed = (step("kabum", "Мэр", after="vote"), step("heir", "Вера", after="vote"))
    found = last(*killed, day(tie, acquit={"Вера": False, "Аня": True}), town=SMALL)
    assert (found["suspect"], found["mayor_decided"]) == ("Боря", True)
    assert found["jailed"] == "Боря"  # the heir's own vote decides an equal acquittal


def test_a_day_must_be_closed_before_the_next_night() -> None:
    assert faults(step("kabum", "Аня", after="vote"), night())[0][1] == "day_not_closed"


ASKED, ASK = {"mayor_decides": "asked"}, {"tie": "ask"}
TIE = [("Аня", "Боря"), ("Боря", "Аня")]
ONE = [("Аня", "Боря")]


@pytest.mark.parametrize(
    ("rulings", "given", "due"),
    [
        ({}, {}, None),
        ({}, {"votes": ONE}, "acquit"),
        ({}, {"votes": ONE, "acquit": []}, None),
        ({}, {"votes": TIE}, "revote"),
        ({}, {"votes": TIE, "revote": []}, None),
        ({}, {"votes": TIE, "revote": ONE}, "acquit"),
        ({}, {"votes": TIE, "revote": TIE}, None),
        ({}, {"votes": [*TIE, ("Мэр", "Аня"), ("Вера", "Боря")]}, "acquit"),
        ({"tie": "nobody"}, {"votes": TIE}, None),
        (ASK, {"votes": TIE}, "decision"),
        (ASK, {"votes": TIE, "decision": "Аня"}, "acquit"),
        (ASK, {"votes": TIE, "decision": "Вера"}, None),
        (ASKED, {"votes": TIE}, "mayor"),
        (ASKED, {"votes": TIE, "mayor": "Вера"}, "revote"),
        (ASKED, {"votes": TIE, "mayor": "Аня"}, "acquit"),
        (ASKED, {"votes": [*TIE, ("Мэр", "Аня"), ("Вера", "Боря")]}, "acquit"),
        (ASKED, {"votes": TIE, "revote": TIE}, "mayor"),
        (ASKED, {"votes": TIE, "revote": TIE, "mayor": "Вера"}, None),
        (ASKED | {"tie": "nobody"}, {"votes": TIE}, "mayor"),
        (ASKED | ASK, {"votes": TIE}, "mayor"),
        (ASKED | ASK, {"votes": TIE, "mayor": ""}, "decision"),
    ],
)
def test_what_the_day_needs_next(rulings: dict[str, str], given: dict[str, Any], due: str | None) -> None:
    game = played(town=SMALL, seed=1, **rulings)
    assert game.game is not None
    players = [{"nick": nick} for nick in game.names.nicks[1:]]
    day_step = as_script({"players": players, "steps": [{"kind": "day", **given}]}).steps[0].step
    assert isinstance(day_step, DayStep)
    held = hold(game.game, day_step)
    assert held.due == due
    assert held.tied == (() if given.get("votes", []) in ([], ONE) else (6, 7))


def test_a_vote_that_is_no_tie_or_has_no_suspect_leaves_no_fact_of_either() -> None:
    kinds = [[fact[0] for fact in played(one, town=SMALL).records[-1].trace] for one in (day({"Аня": "Боря"}), day())]
    assert Kind.TIED not in kinds[0] + kinds[1]
    assert Kind.SUSPECT not in kinds[1]
    equal = played(day(dict(TIE)), town=SMALL).records[-1].trace
    assert [fact[4] for fact in equal if fact[0] is Kind.TIED] == [(6, 7)]
