"""Kabum, revival, exclusion, the title, the host's last word, the end."""

from typing import Any

import pytest
from documents import Raw
from rules_games import SMALL, TOWN, day, entries, faults, last, night, played, step

from mafia_cli.rules.ending import game_winner, may_turn
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import Cause, Game, Kind, Out
from mafia_cli.rules.roles import Role


def after(*steps: Raw, town: Any = TOWN, **rulings: str) -> Game:
    game = played(*steps, town=town, seed=1, **rulings).game
    assert game is not None
    return game


def test_kabum_takes_both_whatever_doctor_and_thief_do() -> None:
    plan = (step("kabum", "Аня"), night(doctor="Аня", thief="Кам"))
    assert entries(*plan)[0]["died"] == {"Аня": ["kabum"], "Кам": ["kabum"]}
    assert last(*plan) == {"lapsed": ["doctor", "thief"]}


def test_kabum_once_by_a_living_or_just_jailed_kamikaze_at_a_living_other() -> None:
    jailed = day({"Аня": "Кам"}, acquit={"Аня": False})
    assert last(jailed, step("kabum", "Аня"), town=SMALL)["died"] == {"Аня": ["kabum"]}
    assert faults(jailed, night(), step("kabum", "Аня"), town=SMALL) == [("steps[3]", "mover_out", "2.13")]
    assert faults(step("kabum", "Аня"), step("kabum", "Боря")) == [("steps[2]", "kabum_spent", "2.13")]
    assert faults(step("kabum", "Кам")) == [("steps[1]", "self_target", "2.13")]
    assert faults(night(mafia="Аня"), step("kabum", "Аня")) == [("steps[2]", "target_out", "2.13")]
    by_hand = step("override", reason="r", jailed=["Кам"])
    assert last(by_hand, step("kabum", "Аня"))["died"] == {"Аня": ["kabum"]}


def test_a_revival_costs_the_healer_and_comes_once() -> None:
    plan = (night(mafia="Аня"), step("revive", "Аня"))
    found = last(*plan)
    assert (found["died"], found["revived"]) == ({"Цел": ["sacrificed"]}, ["Аня"])
    assert faults(*plan, step("revive", "Аня"))[0][1:] == ("revival_spent", "2.12")
    assert faults(step("revive", "Аня")) == [("steps[1]", "target_lives", "2.12")]


@pytest.mark.parametrize("nick", ["Дон", "Маф", "Ман", "Отр"])
def test_these_do_not_come_back(nick: str) -> None:
    assert faults(night(mafia=nick), step("revive", nick)) == [("steps[2]", "not_revivable", "2.12")]
    assert faults(step("kabum", "Аня"), step("revive", "Кам")) == [("steps[2]", "not_revivable", "2.12")]


def test_the_excluded_do_not_come_back_and_are_not_excluded_twice() -> None:
    out = step("exclude", "Аня", rule="1.4")
    assert last(out)["died"] == {"Аня": ["excluded"]}
    assert faults(out, step("revive", "Аня")) == [("steps[2]", "target_excluded", "2.12")]
    assert faults(out, step("exclude", "Аня")) == [("steps[2]", "excluded_twice", "1.4")]
    assert "died" not in last(night(mafia="Аня"), out)


def test_limits_go_on_after_a_revival() -> None:
    plan = (night(doctor="Док"), night(mafia="Док"), step("revive", "Док"), night(doctor="Док"))
    assert faults(*plan)[0][1:] == ("self_waits", "2.4")


def test_a_jailed_or_excluded_mayor_passes_nothing_on() -> None:
    jailed = day({"Аня": "Мэр"}, acquit={"Аня": False})
    for out in (jailed, step("exclude", "Мэр")):
        assert after(out, town=SMALL).mayor == 0
        assert faults(out, step("heir", "Аня"), town=SMALL) == [("steps[2]", "no_heir_due", "2.8")]


def test_a_killed_mayors_title_passes_to_a_living_player() -> None:
    for killed in (night(mafia="Мэр"), step("kabum", "Мэр"), step("override", reason="r", dead=["Мэр"])):
        game = after(killed, step("heir", "Аня"))
        assert game.cast.roles[game.mayor] is Role.CITIZEN
    assert faults(night(mafia="Мэр"), step("heir", "Мэр")) == [("steps[2]", "heir_out", "2.8")]
    assert faults(night(mafia="Мэр"), night(), step("heir", "Аня")) == [("steps[3]", "no_heir_due", "2.8")]


def test_whoever_comes_back_when_nobody_else_lives_may_be_the_heir() -> None:
    anya = list(TOWN).index("Аня") + 1
    killed = step("override", reason="r", dead=[nick for nick in TOWN if nick != "Аня"])
    gone = step("override", reason="r", dead=["Аня"])
    back = step("override", reason="r", alive=["Аня"])
    alone = (killed, step("heir", "Аня"), gone)
    assert not awaits_heir(after(*alone))
    assert faults(*alone, step("heir", "Аня")) == [("steps[4]", "heir_out", "2.8")]
    in_one_step = (step("override", reason="r", dead=["Аня"]), {**killed, "alive": ["Аня"]})
    for plan in ((*alone, back), in_one_step):
        assert awaits_heir(after(*plan))
        assert after(*plan, step("heir", "Аня")).mayor == anya
        assert faults(*plan, night(), step("heir", "Аня"))[0][1] == "no_heir_due"
    drawn = after(killed, gone, back, mayor_heir="random")
    assert (drawn.mayor, drawn.heir_due) == (0, False)


def test_a_revived_mayor_holds_the_title_again_if_nobody_does() -> None:
    seat = list(TOWN).index("Мэр") + 1
    assert after(night(mafia="Мэр"), step("revive", "Мэр")).mayor == seat
    assert after(night(mafia="Мэр"), step("heir", "Аня"), step("revive", "Мэр")).mayor == list(TOWN).index("Аня") + 1


def test_the_host_overrides_with_a_reason() -> None:
    assert faults(step("override", reason=" ", dead=["Аня"])) == [("steps[1]", "no_reason", "1.2")]
    assert last(step("override", reason="r", dead=["Аня"]))["died"] == {"Аня": ["override"]}
    both = step("override", reason="r", dead=["Аня"], alive=["Аня"])
    assert faults(both) == [("steps[1]", "in_two_lists", "1.2")]


def test_an_amended_step_is_judged_anew() -> None:
    amend = {"kind": "amend", "step": 1, "set": {"moves": {"mafia": "Боря"}}, "reason": "misheard"}
    assert entries(night(mafia="Аня"), amend)[0]["died"] == {"Боря": ["mafia"]}
    assert entries(night(mafia="Аня"), {"kind": "amend", "step": 1, "drop": True})[0]["kind"] == "amend"


def test_a_renamed_and_a_replaced_seat_go_on() -> None:
    for kind in ("rename", "replace"):
        plan = (night(poisoner="Аня"), step(kind, "Аня", to="Яна"), night())
        assert last(*plan)["died"] == {"Яна": ["poison"]}
        assert faults(step(kind, "Аня", to="Боря"))[0] == ("steps[1].to", "nick_taken", "1.4")


def test_a_violation_is_logged_and_changes_nothing() -> None:
    plan = (night(casanova="Аня"), step("violation", "Аня", rule="4.2", note="wrote to Вера"))
    game = played(*plan)
    assert game.records[-1].before == game.records[-1].game
    assert entries(*plan)[-1] == {"kind": "violation", "died": {}, "revived": [], "winner": None}


def test_when_and_of_what_everybody_went_out() -> None:
    anya, borya, dead_mayor = (list(TOWN).index(nick) + 1 for nick in ("Аня", "Боря", "Мэр"))
    plan = (night(mafia="Аня"), day({"Вера": "Боря"}), step("kabum", "Мэр"), night())
    game = after(*plan)
    assert (game.phase, game.night, game.day) == ("night", 2, 1)
    assert game.out[anya] == Out("night", 1, (Cause.MAFIA,))
    assert game.out[borya] == Out("day", 1, (Cause.JAILED,))
    assert game.out[dead_mayor] == Out("day", 1, (Cause.KABUM,))
    assert after(*plan[:2]).phase == "day"
    back = after(*plan, step("revive", "Аня"))
    assert set(back.out) == {*game.out, list(TOWN).index("Цел") + 1} - {anya}
    assert back.out[borya] == game.out[borya]


def test_what_is_told_of_the_title() -> None:
    def told(*steps: Raw, **rulings: str) -> list[tuple[Any, ...]]:
        trace = played(*steps, seed=1, **rulings).records[-1].trace
        return [fact[2:] for fact in trace if fact[0] in (Kind.TITLE, Kind.HEIR_DUE)]

    holder, anya = list(TOWN).index("Мэр") + 1, list(TOWN).index("Аня") + 1
    everybody = step("override", reason="r", dead=[nick for nick in TOWN if nick != "Аня"])
    lapses = (0, "2.8", "lapses")
    assert told(night(mafia="Мэр")) == [(holder, "2.8", None)]
    assert told(night(mafia="Мэр"), mayor_heir="none") == [lapses]
    assert told(day({"Аня": "Мэр"})) == [lapses]
    assert told(step("override", reason="r", dead=list(TOWN))) == [lapses]
    assert told(step("override", reason="r", dead=list(TOWN)), mayor_heir="random") == [lapses]
    assert told(everybody, mayor_heir="random") == [(holder, "2.8", None), (anya, "2.8", "drawn")]
    last_one = (step("override", reason="r", dead=["Аня"]), {**everybody, "alive": ["Аня"]})
    assert told(*last_one) == [(holder, "2.8", None)]
    assert told(*last_one, mayor_heir="random") == [lapses]
    assert told(step("override", reason="r", mayor="Аня")) == [(anya, "2.8", "override")]
    assert told(night(mafia="Мэр"), step("revive", "Мэр")) == [(holder, "2.8", "revived")]
    assert told(night(mafia="Мэр"), step("heir", "Аня")) == [(anya, "2.8", "heir")]


@pytest.mark.parametrize(
    ("left", "won"),
    [
        ([], "nobody"),
        (["Ман"], "maniac"),
        (["Аня"], "town"),
        (["Дон", "Аня"], "mafia"),
        (["Дон", "Аня", "Боря"], None),
        (["Дон", "Ман"], None),
        (["Ман", "Аня"], None),
        (["Дон", "Маф", "Ман"], None),
    ],
)
def test_the_end(left: list[str], won: str | None) -> None:
    dead = [nick for nick in TOWN if nick not in left]
    assert game_winner(after(step("override", reason="r", dead=dead))) == won


def test_the_game_ends_when_the_host_says_so() -> None:
    assert last(step("end", winner="town"))["winner"] == "town"
    assert "winner" not in last(step("end", winner=""))
    assert faults(step("end", winner="us"))[0][1] == "unknown_winner"


def test_what_may_yet_turn_the_end() -> None:
    town = {"Дон": "don", "Аня": "citizen", "Кам": "kamikaze", "Цел": "healer", "Боря": "citizen"}
    game = after(night(mafia="Аня"), step("override", reason="r", dead=["Боря"]), town=town)
    assert {turn.code for turn in may_turn(game)} == {"kamikaze", "healer"}
