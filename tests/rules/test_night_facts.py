"""What a night leaves in its trace beyond the outcome: who cured, who lifted, under which rule the mirror fell."""

import random

from mafia_cli.rules.model import NOBODY, Cause, Kind, Trace, cast_of
from mafia_cli.rules.night import NO_VISITS, judge
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.rules.rulings import RULINGS, rulings_from

TOWN = [*Role, Role.MAFIA, Role.CITIZEN, Role.CITIZEN]
AT = {role: seat for seat, role in reversed(list(enumerate(TOWN, 1)))}
GUARD, ANY = AT[Role.BODYGUARD], AT[Role.CITIZEN]
AT_HOME = (ANY, GUARD, AT[Role.CASANOVA], AT[Role.JEALOUS])
"""Where visits meet most often."""


def traced(due: int = NOBODY, dead: tuple[int, ...] = (), rulings: str = "", **moves: int) -> list[Trace]:
    chosen = dict(pair.split("=") for pair in rulings.split())
    cast = cast_of(TOWN, rulings_from(chosen), 7)
    visits = list(NO_VISITS)
    for name, seat in moves.items():
        visits[MOVERS.index(Role(name))] = seat
    trace: list[Trace] = []
    judge(cast, cast.seats - {*dead}, frozenset({due} - {NOBODY}), 2, visits, trace)
    return [fact for fact in trace if fact[0] is not Kind.CAME]


def test_who_cured_last_nights_poison() -> None:
    for name in ("doctor", "casanova", "bodyguard"):
        cured = (Kind.CURED, Role(name), ANY, "3.10", None)
        assert cured in traced(due=ANY, **{name: ANY})
    both = traced(due=ANY, casanova=ANY, bodyguard=ANY)
    assert both[0] == (Kind.CURED, Role.CASANOVA, ANY, "3.10", None)
    assert traced(due=ANY, doctor=ANY, casanova=ANY)[0][1] is Role.DOCTOR
    assert (Kind.STRUCK, Role.POISONER, ANY, "2.9", Cause.POISON) in traced(due=ANY)


def test_poison_that_passes_to_the_bodyguard() -> None:
    passed = (Kind.PASSED, Role.POISONER, GUARD, "3.6", ANY)
    assert traced(poisoner=ANY, bodyguard=ANY)[1:] == [passed, (Kind.POISONED, Role.POISONER, GUARD, "3.6", None)]
    for name in ("doctor", "casanova"):
        found = traced(poisoner=ANY, bodyguard=ANY, **{name: GUARD})
        assert found[1:3] == [passed, (Kind.CURED, Role(name), GUARD, "3.10", None)]
        assert Kind.POISONED not in {fact[0] for fact in found}
    at_once = traced(poisoner=ANY, bodyguard=ANY, rulings="guard_poison=at_once")
    assert at_once[1:3] == [passed, (Kind.STRUCK, Role.POISONER, GUARD, "3.6", Cause.POISON)]
    assert Kind.POISONED not in {fact[0] for fact in at_once}
    for elsewhere in ({"poisoner": ANY}, {"poisoner": ANY, "bodyguard": ANY + 1}):
        assert Kind.PASSED not in {fact[0] for fact in traced(**elsewhere)}
    assert Kind.PASSED not in {fact[0] for fact in traced(bodyguard=ANY)}


def test_the_mirror_draws_lots_only_among_several() -> None:
    def rule(*dead: int) -> str:
        return next(fact[3] for fact in traced(dead=dead, mafia=ANY, bodyguard=ANY) if fact[0] is Kind.MIRRORED)

    simple = [seat for seat, role in enumerate(TOWN, 1) if role is Role.MAFIA]
    assert (rule(), rule(simple[0]), rule(*simple)) == ("3.5", "3.4", "3.4")


def test_a_seduction_lifted_by_the_doctor() -> None:
    lifted = (Kind.LIFTED, Role.DOCTOR, ANY, "3.2", None)
    found = traced(doctor=ANY, casanova=ANY, commissar=ANY, rulings="doctor_lifts_seduction=yes")
    assert lifted in found
    assert Kind.SEDUCED not in {fact[0] for fact in found}
    assert lifted not in traced(casanova=ANY, commissar=ANY, rulings="doctor_lifts_seduction=yes")
    assert lifted not in traced(doctor=ANY, casanova=ANY, commissar=ANY)


def test_no_visits_leave_no_facts() -> None:
    assert traced() == []
    assert traced(rulings="doctor_lifts_seduction=yes") == []
    assert traced(dead=(AT[Role.MAFIA],), bodyguard=ANY, doctor=GUARD) == []


def test_a_night_is_judged_the_same_with_and_without_its_reasons() -> None:
    for number in range(3000):
        rng = random.Random(number)
        chosen = {name: rng.choice(ruling.choices) for name, ruling in RULINGS.items()}
        cast = cast_of(TOWN, rulings_from(chosen), number)
        visits = [rng.choice([NOBODY, *AT_HOME, rng.choice(sorted(cast.seats))]) for _ in NO_VISITS]
        alive = cast.seats - {*rng.sample(sorted(cast.seats), 3)}
        due = frozenset(rng.sample(sorted(alive), rng.randrange(2)))
        trace: list[Trace] = []
        assert judge(cast, alive, due, 2, visits) == judge(cast, alive, due, 2, visits, trace)
        assert trace[0] == (Kind.CAME, None, NOBODY, "", visits)
