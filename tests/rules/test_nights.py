"""Who may move at night and what a night brings: what the written cases leave open."""

import pytest
from rules_games import TOWN, faults, last, night, played, step

from mafia_cli.rules.roles import MOVERS, ROLES, Role
from mafia_cli.script.told import derived


def test_a_citizen_a_mayor_a_healer_and_a_kamikaze_have_no_night_move() -> None:
    for role in ("citizen", "mayor", "healer", "kamikaze"):
        assert faults(night(**{role: "Аня"})) == [
            (f"steps[1].moves.{role}", "not_a_night_role", ROLES[Role(role)].rule)
        ]
    assert faults(night(don="Аня")) == [("steps[1].moves.don", "move_is_mafia", "2.2")]


def test_the_mafia_moves_as_one_by_its_carrier() -> None:
    assert last(night(mafia="Аня")) == {"died": {"Аня": ["mafia"]}}
    gone = (step("kabum", "Дон"), night(), night(mafia="Аня", thief="Маф"))
    assert last(*gone) == {"blocked": ["mafia"]}
    assert last(night(mafia="Маф")) == {"died": {"Маф": ["mafia"]}}


def test_no_mafioso_no_kill() -> None:
    plan = (step("kabum", "Дон"), night(), step("override", reason="r", dead=["Маф"]), night(), night(mafia="Аня"))
    assert faults(*plan) == [("steps[5].moves.mafia", "mover_out", "2.2")]


@pytest.mark.parametrize("role", [role for role in MOVERS if not ROLES[role].on_self])
def test_nobody_but_doctor_and_mafia_targets_oneself(role: Role) -> None:
    own = next(nick for nick, held in TOWN.items() if held == role)
    target = [own, "Аня"] if role is Role.JOURNALIST else own
    found = faults(night(), night(**{role: target}))
    assert found == [(f"steps[2].moves.{role}", "self_target", ROLES[role].rule)]


def test_the_commissar_learns_plus_or_minus_and_the_answer_goes_to_the_commissar_alone() -> None:
    for nick, told in (("Дон", "+"), ("Маф", "+"), ("Ман", "-"), ("Аня", "-")):
        assert last(night(commissar=nick)) == {"answers": {"commissar": told}}
    messages = [one for one in derived(played(night(commissar="Дон"))) if one.about == "night 1"]
    assert [(one.to, one.says) for one in messages] == [(3, {"commissar": "+"})]


def test_the_doctor_heals_the_own_seat_once_in_five_nights() -> None:
    quiet = [night() for _ in range(4)]
    assert faults(night(doctor="Док"), *quiet[:3], night(doctor="Док"))[0][1:] == ("self_waits", "2.4")
    assert last(night(doctor="Док"), *quiet, night(doctor="Док", mafia="Док")) == {"saved": ["Док"]}


def test_the_casanova_takes_votes_and_nothing_else() -> None:
    assert last(night(casanova="Ком", commissar="Дон")) == {"seduced": ["Ком"], "answers": {"commissar": "+"}}


def test_the_jealous_is_not_helped_against() -> None:
    plan = night(jealous="Пут", casanova="Аня", doctor="Пут", bodyguard="Аня")
    assert last(plan) == {"died": {"Аня": ["jealous"], "Пут": ["jealous"]}}


def test_the_poisoner_rests_two_nights() -> None:
    plan = [night(poisoner="Аня", doctor="Аня"), night(), night()]
    assert faults(*plan[:2], night(poisoner="Боря"))[0][1:] == ("waits", "2.9")
    assert last(*plan, night(poisoner="Боря")) == {"poisoned": ["Боря"]}


def test_the_bodyguards_mirror_and_whom_it_takes() -> None:
    plan = night(mafia="Аня", bodyguard="Аня")
    assert last(plan) == {"died": {"Маф": ["mirrored"]}}
    three = TOWN | {"Боря": "mafia", "Вера": "mafia"}
    taken = {next(iter(last(plan, town=three, seed=seed)["died"])) for seed in range(30)}
    assert taken == {"Маф", "Боря", "Вера"}
    assert last(plan, town=three, seed=5) == last(plan, town=three, seed=5)


def test_a_move_made_counts_though_blocked_or_cancelled() -> None:
    blocked = night(thief="Док", doctor="Док")
    assert last(blocked) == {"blocked": ["doctor"]}
    assert faults(blocked, night(doctor="Док"))[0][1:] == ("self_waits", "2.4")
    cancelled = night(poisoner="Аня", doctor="Аня")
    assert faults(cancelled, night(poisoner="Боря"))[0][1:] == ("waits", "2.9")
    assert faults(night(maniac="Аня", casanova="Аня"), night(maniac="Аня"), maniac_nights="cooldown")[0][1:] == (
        "waits",
        "2.6",
    )


def test_a_lapsed_move_spends_no_limit() -> None:
    lapsed = (step("kabum", "Аня"), night(poisoner="Аня"))
    assert last(*lapsed) == {"lapsed": ["poisoner"]}
    assert last(*lapsed, night(poisoner="Боря")) == {"poisoned": ["Боря"]}


def test_what_is_no_move_of_this_night_is_never_blocked() -> None:
    assert last(night(poisoner="Аня"), night(thief="Отр")) == {"died": {"Аня": ["poison"]}}
    assert last(night(thief="Кам"), step("kabum", "Аня"))["died"] == {"Аня": ["kabum"], "Кам": ["kabum"]}
    assert last(night(mafia="Аня", thief="Цел"), step("revive", "Аня"))["revived"] == ["Аня"]


def test_a_skip_is_no_move_and_differs_from_silence() -> None:
    assert last(night(thief="Ком", commissar="")) == {}
    assert last(night(thief="Ком")) == {}


def test_the_thief_is_never_blocked_and_a_blocked_visit_never_happened() -> None:
    assert last(night(thief="Пут", casanova="Аня", mafia="Аня")) == {
        "died": {"Аня": ["mafia"]},
        "blocked": ["casanova"],
    }


def test_mafia_and_maniac_at_each_other() -> None:
    plan = night(mafia="Ман", maniac="Маф", doctor="Боря")
    both = {"mafia": ["3.7"], "maniac": ["3.7"]}
    assert last(night(), plan) == {"cancelled": both}


def test_the_maniac_moves_every_night_once_no_mafioso_lives() -> None:
    gone = step("override", reason="r", dead=["Дон", "Маф"])
    assert last(gone, night(maniac="Аня"))["died"] == {"Аня": ["maniac"]}
    assert last(gone, night(), night(maniac="Аня"))["died"] == {"Аня": ["maniac"]}


def test_the_journalist_sides_do_not_matter() -> None:
    assert last(night(journalist=["Мэр", "Аня"])) == {"answers": {"journalist": "different"}}
    assert last(night(journalist=["Цел", "Док"])) == {"answers": {"journalist": "different"}}
    assert ROLES[Role.JOURNALIST].side == "town"


def test_entry_order_never_matters() -> None:
    moves = {"mafia": "Аня", "doctor": "Аня", "casanova": "Боря", "thief": "Ком", "commissar": "Дон"}
    turned = dict(reversed(moves.items()))
    assert last(night(**moves)) == last(night(**turned))
