"""What the rules refuse: each refusal's place, code, rule and what its sentence needs."""

from typing import Any

import pytest
from documents import play

from mafia_cli.rules.errors import Problem, RuleError
from mafia_cli.rules.game import apply, problems
from mafia_cli.rules.model import EndStep, HeirStep, KabumStep, NightStep, ReviveStep, cast_of, new_game
from mafia_cli.rules.moves import move_problems
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import Rulings

SMALL = [
    "don", "mafia", "mayor", "doctor", "citizen", "kamikaze", "healer", "maniac", "poisoner",
    "journalist", "commissar", "casanova",
]  # fmt: skip
"""Their nicks are their roles; seats from 1."""
QUIET: dict[str, Any] = {"kind": "night", "moves": {}}


def night(**moves: Any) -> dict[str, Any]:
    return {"kind": "night", "moves": moves}


def day(jailed: str, voter: str = "citizen") -> dict[str, Any]:
    return {"kind": "day", "votes": [[voter, jailed]], "acquit": [[voter, False]]}


def refused(
    *steps: dict[str, Any], roles: list[str] = SMALL, **rulings: str
) -> list[tuple[str, str, str, dict[str, Any]]]:
    players = [{"nick": role, "role": role} for role in roles]
    played = play({"players": players, "rulings": rulings, "steps": list(steps)})
    assert len(played.records) == len(steps) - 1
    return [(one.place, one.problem.code, one.problem.rule, dict(one.problem.params)) for one in played.faults]


def test_the_doctor_heals_himself_once_in_five_nights() -> None:
    first = night(doctor="doctor")
    for between in range(4):
        steps = [first, *[QUIET] * between, first]
        at = f"steps[{between + 2}].moves.doctor"
        assert refused(*steps) == [(at, "self_waits", "2.4", {"role": Role.DOCTOR, "night": 6})]
    assert play_on(first, *[QUIET] * 4, first) == []
    assert play_on(first, night(doctor="citizen")) == []


def play_on(*steps: dict[str, Any], **rulings: str) -> list[Any]:
    players = [{"nick": role, "role": role} for role in SMALL]
    return play({"players": players, "rulings": rulings, "steps": list(steps)}).faults


def test_the_poisoner_waits_three_nights() -> None:
    first = night(poisoner="citizen")
    params = {"role": Role.POISONER, "night": 4}
    for between in range(2):
        steps = [first, *[QUIET] * between, night(poisoner="mayor")]
        assert refused(*steps) == [(f"steps[{between + 2}].moves.poisoner", "waits", "2.9", params)]
    assert play_on(first, QUIET, QUIET, night(poisoner="mayor")) == []
    waits = {"role": Role.POISONER, "night": 3}
    assert refused(first, poisoner_pace="calendar") == [("steps[1].moves.poisoner", "waits", "2.9", waits)]
    assert play_on(QUIET, QUIET, first, poisoner_pace="calendar") == []


def test_the_maniac_moves_every_second_night() -> None:
    move = night(maniac="citizen")
    refusal = ("steps[1].moves.maniac", "waits", "2.6", {"role": Role.MANIAC, "night": 2})
    assert refused(move) == [refusal]
    assert play_on(move, maniac_nights="odd") == play_on(move, maniac_nights="cooldown") == []
    refusal = ("steps[2].moves.maniac", "waits", "2.6", {"role": Role.MANIAC, "night": 3})
    assert refused(QUIET, move, maniac_nights="odd") == [refusal]
    assert refused(move, night(maniac="mayor"), maniac_nights="cooldown") == [refusal]
    gone = {"kind": "override", "reason": "x", "dead": ["don", "mafia"]}
    assert play_on(gone, move) == []


def test_what_a_move_may_not_be() -> None:
    killed = night(mafia="doctor")
    cases: list[tuple[list[dict[str, Any]], str, str, str, dict[str, Any]]] = [
        ([night(don="citizen")], "don", "move_is_mafia", "2.2", {"role": Role.DON}),
        ([night(mayor="citizen")], "mayor", "not_a_night_role", "2.8", {"role": Role.MAYOR}),
        ([night(thief="citizen")], "thief", "role_not_dealt", "2.11", {"role": Role.THIEF, "seat": 0}),
        ([killed, night(doctor="citizen")], "doctor", "mover_out", "2.4", {"role": Role.DOCTOR, "seat": 4}),
        ([killed, night(commissar="doctor")], "commissar", "target_out", "1.7", {"role": Role.COMMISSAR, "seat": 4}),
        ([night(casanova="casanova")], "casanova", "self_target", "2.5", {"role": Role.CASANOVA, "seat": 12}),
        (
            [night(journalist=["don", "don"])], "journalist", "same_twice", "2.14",
            {"role": Role.JOURNALIST, "seat": 1},
        ),
        (
            [night(journalist=["don", "journalist"])], "journalist", "self_target", "2.14",
            {"role": Role.JOURNALIST, "seat": 10},
        ),
    ]  # fmt: skip
    for steps, role, code, rule, params in cases:
        assert refused(*steps) == [(f"steps[{len(steps)}].moves.{role}", code, rule, params)]


def test_all_that_is_wrong_with_a_move_is_named() -> None:
    killed = night(mafia="citizen")
    codes = [code for _, code, *_ in refused(killed, night(journalist=["citizen", "journalist"], don="mayor"))]
    assert codes == ["target_out", "self_target", "move_is_mafia"]


def test_a_mafia_all_dead_is_named_by_its_don_or_lowest_seat() -> None:
    dead = {"kind": "override", "reason": "x", "dead": ["don", "mafia"]}
    steps = (dead, QUIET, night(mafia="citizen"))
    assert refused(*steps)[0][3] == {"role": Role.MAFIA, "seat": 1}
    roles = ["citizen", "mafia", "mayor"]
    assert refused({**dead, "dead": ["mafia"]}, QUIET, night(mafia="citizen"), roles=roles)[0][3]["seat"] == 2
    assert refused(night(mafia="mayor"), roles=["citizen", "mayor"])[0][1:] == (
        "role_not_dealt", "2.2", {"role": Role.MAFIA, "seat": 0},
    )  # fmt: skip


def test_move_problems_of_a_wrong_number_of_targets() -> None:
    game = new_game(cast_of([Role(role) for role in SMALL], Rulings(), 0))
    assert move_problems(game, Role.DOCTOR, (1, 2)) == [
        Problem("target_count", "2.4", {"role": Role.DOCTOR, "count": 1})
    ]
    assert move_problems(game, Role.JOURNALIST, (1,)) == [
        Problem("target_count", "2.14", {"role": Role.JOURNALIST, "count": 2})
    ]
    assert move_problems(game, Role.DOCTOR, ()) == []
    assert move_problems(game, Role.MAFIA, (1,)) == []


KABUM: dict[str, Any] = {"kind": "kabum", "target": "don"}
REVIVE: dict[str, Any] = {"kind": "revive", "target": "citizen"}


def test_a_kabum() -> None:
    who = {"role": Role.KAMIKAZE, "seat": 6}
    killed = night(mafia="kamikaze")
    assert refused({"kind": "kabum", "target": "kamikaze"}) == [("steps[1]", "self_target", "2.13", who)]
    assert refused(KABUM, {"kind": "kabum", "target": "mayor"}) == [("steps[2]", "kabum_spent", "2.13", {})]
    assert refused(killed, KABUM) == [("steps[2]", "mover_out", "2.13", who)]
    out = {"role": Role.KAMIKAZE, "seat": 5}
    assert refused(night(mafia="citizen"), {"kind": "kabum", "target": "citizen"}) == [
        ("steps[2]", "target_out", "2.13", out)
    ]
    absent = {"role": Role.KAMIKAZE}
    assert refused(KABUM, roles=["don", "mayor"]) == [("steps[1]", "role_not_dealt", "2.13", absent)]
    assert play_on(day("kamikaze"), KABUM) == []
    assert refused(day("kamikaze"), QUIET, KABUM)[0][1] == "mover_out"
    both = refused(KABUM, {"kind": "kabum", "target": "don"})
    assert [code for _, code, *_ in both] == ["kabum_spent", "target_out"]


def test_a_revival() -> None:
    killed = night(mafia="citizen")
    assert refused(REVIVE) == [("steps[1]", "target_lives", "2.12", {"seat": 5})]
    assert refused({"kind": "exclude", "target": "citizen"}, REVIVE) == [
        ("steps[2]", "target_excluded", "2.12", {"seat": 5})
    ]
    black = {"seat": 2, "role": Role.MAFIA}
    assert refused(night(mafia="mafia"), {"kind": "revive", "target": "mafia"}) == [
        ("steps[2]", "not_revivable", "2.12", black)
    ]
    for role in ("don", "mafia", "maniac", "poisoner", "kamikaze", "healer"):
        dead = {"kind": "override", "reason": "x", "dead": [role]}
        assert [code for _, code, *_ in refused(dead, {"kind": "revive", "target": role})][-1] == "not_revivable"
    gone = {"role": Role.HEALER, "seat": 7}
    assert refused(killed, night(mafia="healer"), REVIVE) == [("steps[3]", "mover_out", "2.12", gone)]
    spent = refused(killed, night(mafia="mayor"), REVIVE, {"kind": "revive", "target": "mayor"})
    assert spent == [("steps[4]", "revival_spent", "2.12", {})]
    assert refused(REVIVE, roles=["citizen", "mayor"])[0][1:] == ("role_not_dealt", "2.12", {"role": Role.HEALER})


def test_an_exclusion_twice_and_an_heir() -> None:
    exclude = {"kind": "exclude", "target": "don"}
    assert refused(exclude, exclude) == [("steps[2]", "excluded_twice", "1.4", {"seat": 1})]
    heir = {"kind": "heir", "target": "citizen"}
    assert refused(heir) == [("steps[1]", "no_heir_due", "2.8", {})]
    assert refused(night(mafia="mayor"), {"kind": "heir", "target": "mayor"}) == [
        ("steps[2]", "heir_out", "2.8", {"seat": 3})
    ]
    assert refused(night(mafia="mayor"), day("don"), heir)[0][1] == "no_heir_due"
    assert refused(night(mafia="mayor"), heir, heir)[0][1] == "no_heir_due"
    assert refused(night(mafia="mayor"), heir, mayor_heir="none")[0][1] == "no_heir_due"


def test_an_override() -> None:
    def override(reason: str = "x", **keys: Any) -> dict[str, Any]:
        return {"kind": "override", "reason": reason, **keys}

    assert refused(override(" ")) == [("steps[1]", "no_reason", "1.2", {})]
    twice = {"seat": 5, "first": "dead", "second": "alive"}
    assert refused(override(dead=["citizen"], alive=["citizen"])) == [("steps[1]", "in_two_lists", "1.2", twice)]
    jailed = {"seat": 5, "first": "jailed", "second": "alive"}
    assert refused(override(jailed=["citizen"], alive=["citizen"])) == [("steps[1]", "in_two_lists", "1.2", jailed)]
    cured = {"seat": 5, "first": "cured", "second": "poisoned"}
    assert refused(override(cured=["citizen"], poisoned=["citizen"])) == [("steps[1]", "in_two_lists", "1.2", cured)]
    assert play_on(override(dead=["citizen", "citizen"])) == []
    assert refused(override(mayor="don", dead=["don"])) == [("steps[1]", "mayor_out", "2.8", {"seat": 1})]
    assert refused(override(mayor="don", jailed=["don"])) == [("steps[1]", "mayor_out", "2.8", {"seat": 1})]
    assert play_on(night(mafia="citizen"), override(mayor="citizen", alive=["citizen"])) == []
    assert play_on(override(mayor="")) == []
    assert refused(override(answers={"commissar": "+"})) == [("steps[1]", "no_night_yet", "1.2", {})]
    assert play_on(QUIET, override(answers={"commissar": "+"})) == []


def test_an_end_and_a_night_before_the_day_is_closed() -> None:
    params = {"winner": "martians"}
    assert refused({"kind": "end", "winner": "martians"}) == [("steps[1].winner", "unknown_winner", "end", params)]
    assert play_on(*({"kind": "end", "winner": one} for one in ("town", "mafia", "maniac", "nobody", ""))) == []
    after = {**KABUM, "after": "vote"}
    assert refused(after, QUIET) == [("steps[2]", "day_not_closed", "SCRIPT", {})]
    both = refused(after, night(mayor="citizen"))
    assert [code for _, code, *_ in both] == ["day_not_closed", "not_a_night_role"]


def test_apply_raises_with_all_problems() -> None:
    game = new_game(cast_of([Role(role) for role in SMALL], Rulings(), 0))
    for step in (KabumStep(6), ReviveStep(1), HeirStep(1), EndStep("x"), NightStep({Role.MAYOR: (1,)})):
        with pytest.raises(RuleError) as raised:
            apply(game, step)
        assert raised.value.problems == problems(game, step)
        assert str(raised.value) == ", ".join(one.code for one in raised.value.problems) != ""


def test_the_revived_may_inherit_from_a_healer_who_leaves_nobody_else() -> None:
    """2.8, 2.12: the title passes to another living player, and the revived lives."""
    roles = ["healer", "citizen", "mayor"]
    steps = [
        {"kind": "override", "reason": "x", "dead": ["mayor"]},
        {"kind": "heir", "target": "healer"},
        {"kind": "override", "reason": "x", "dead": ["citizen"]},
        REVIVE,
        {"kind": "heir", "target": "citizen"},
    ]
    players = [{"nick": role, "role": role} for role in roles]
    played = play({"players": players, "steps": steps})
    assert played.faults == []
    assert played.game is not None
    assert (played.game.mayor, sorted(played.game.alive)) == (2, [2])
