"""Judging a night: the five steps of RULES.md, in its order, each a function; ``judge`` calls them.

1. ``block``      the thief blocks a move: the visit never happened (2.11).
2. ``collide``    who *came* where decides which moves are cancelled, all lines at once (3.1 - 3.12).
3. ``harm``       strikes and their mirror, the doctor, poison, the jealous (2.4, 2.7, 2.9, 2.10, 3.3 - 3.8).
4. ``settle``     deaths together; who is seduced and who carries poison at dawn (2.5, 2.9).
5. ``answer``     what the commissar and the journalist are told (2.3, 2.14).

A row of *visits* has one target seat for each role of ``MOVERS``, in that order, and last the journalist's
second target; 0 is no visit. Balance and games share these functions: a trace (a list that takes what happened,
see ``Kind``) is kept only when one is given.
"""

from collections.abc import Sequence, Set
from typing import Final, TypeAlias

from mafia_cli.rules.chance import draw
from mafia_cli.rules.model import NO_MOVE, NOBODY, Cast, Cause, Kind, Trace, carrier
from mafia_cli.rules.roles import MOVERS, Role

Visits: TypeAlias = Sequence[int]
Deaths: TypeAlias = dict[int, list[Cause]]

MAFIA, MANIAC, COMMISSAR, DOCTOR, CASANOVA, JEALOUS, POISONER, BODYGUARD, THIEF, JOURNALIST = range(10)
SECOND: Final = 10
NO_VISITS: Final = (0,) * 11

# Bound once: reading a member off its enum costs more than the rest of a line here.
_CAME, _BLOCKED, _CANCELLED, _STRUCK = Kind.CAME, Kind.BLOCKED, Kind.CANCELLED, Kind.STRUCK
_MIRRORED, _SAVED, _CURED, _PASSED = Kind.MIRRORED, Kind.SAVED, Kind.CURED, Kind.PASSED
_FOUND, _STAYS, _LIFTED, _POISONED = Kind.FOUND, Kind.STAYS, Kind.LIFTED, Kind.POISONED
_SEDUCED, _DIED, _ANSWER = Kind.SEDUCED, Kind.DIED, Kind.ANSWER
_BY_MAFIA, _BY_MANIAC, _BY_POISON = Cause.MAFIA, Cause.MANIAC, Cause.POISON
_BY_JEALOUS, _BY_MIRROR = Cause.JEALOUS, Cause.MIRRORED
_MAFIA, _MANIAC, _DOCTOR, _CASANOVA, _JEALOUS = MOVERS[:2] + MOVERS[3:6]
_POISONER, _BODYGUARD = MOVERS[6:8]
_COMMISSAR, _JOURNALIST = MOVERS[2], MOVERS[9]
_STRIKE_RULE: Final = {_BY_MAFIA: "2.2", _BY_MANIAC: "2.6", _BY_MIRROR: "2.10"}


def judge(
    cast: Cast,
    alive: Set[int],
    due: Set[int],
    night: int,
    visits: Visits,
    trace: list[Trace] | None = None,
) -> tuple[Deaths, int, int]:
    """Judge one night and return (deaths with their causes, who is seduced, who carries new poison; 0 = nobody).

    ``alive``: the living at dusk's end; ``due``: whom last night's poison kills now; ``visits``: the lawful moves
    that did not lapse.
    """
    came = block(cast, alive, visits, trace)
    works = collide(cast, due, came, trace)
    deaths = harm(cast, alive, due, night, came, works, trace)
    seduced, poisoned = settle(cast, came, works, deaths, trace)
    if trace is not None:
        answer(cast, visits, works, trace)
    return deaths, seduced, poisoned


def block(cast: Cast, alive: Set[int], visits: Visits, trace: list[Trace] | None) -> Visits:
    """Step 1 (2.11): return the visits without the one that the thief blocks.

    The mafia's counts as its carrier's (ruling thief_vs_mafia); the poisoner's stands (3.10; ruling
    thief_vs_poisoner); nobody can be at the thief's but others, so the thief is never blocked.
    """
    if trace is not None:
        trace.append((_CAME, None, NOBODY, "", visits))  # one tuple for all: facts.py reads them apart
    at = visits[THIEF]
    if not at:
        return visits
    move = cast.move_of[at]
    if move == NO_MOVE or not visits[move]:
        return visits
    if move == MAFIA:
        if cast.rulings.thief_vs_mafia == "carrier" and at != carrier(cast, alive):
            return visits
    elif move == POISONER and cast.rulings.thief_vs_poisoner == "no_effect":
        return visits
    came = list(visits)
    came[move] = NOBODY
    if move == JOURNALIST:
        came[SECOND] = NOBODY
    if trace is not None:
        trace.append((_BLOCKED, MOVERS[move], visits[move], "2.11", at))
    return came


def collide(cast: Cast, due: Set[int], came: Visits, trace: list[Trace] | None) -> Visits:
    """Step 2: return the visits that work; every line is judged on who came alone, all lines at once."""
    mafia, maniac, commissar, doctor, casanova, jealous, poisoner, bodyguard, thief, journalist, second = came
    hits: list[tuple[int, str]] = []
    if mafia:
        if mafia == maniac:  # mafia and maniac at one player
            hits += ((MAFIA, "3.1"), (MANIAC, "3.1"))
        if mafia == cast.maniac and maniac in cast.mafiosi:  # at each other
            hits += ((MAFIA, "3.7"), (MANIAC, "3.7"))
        if mafia == casanova:
            hits.append((MAFIA, "3.11"))
        if mafia == commissar:
            hits += ((MAFIA, "3.12"), (COMMISSAR, "3.12"))
    if maniac and maniac == casanova:
        hits.append((MANIAC, "3.11"))
    if (
        doctor
        and doctor == casanova
        and doctor not in (mafia, maniac, commissar, jealous, poisoner, bodyguard, thief)
        and doctor not in due  # a poison due here counts as somebody else
        and (cast.rulings.journalist_visits == "no" or doctor not in (journalist, second))
    ):
        hits += ((DOCTOR, "3.2"), (CASANOVA, "3.2"))
    if poisoner:
        if poisoner in (doctor, casanova):
            hits.append((POISONER, "3.10"))
        elif poisoner == bodyguard:
            hits.append((POISONER, "3.6"))
    if not hits:
        return came
    works = list(came)
    for move, rule in hits:
        works[move] = NOBODY
        if trace is not None:
            trace.append((_CANCELLED, MOVERS[move], came[move], rule, None))
    return works


def harm(
    cast: Cast,
    alive: Set[int],
    due: Set[int],
    night: int,
    came: Visits,
    works: Visits,
    trace: list[Trace] | None,
) -> Deaths:
    """Step 3: return who dies of what: strikes (2.2, 2.6, 2.10), poison (2.9), the jealous (2.7)."""
    deaths: Deaths = {}
    mafia, maniac, _, doctor, casanova, jealous, _, bodyguard, _, _, _ = works
    if mafia:
        victim, cause = mafia, _BY_MAFIA
        if mafia == bodyguard:
            victim, cause = _mirrored_mafioso(cast, alive, night), _BY_MIRROR
            if trace is not None:
                several = sum(seat in alive for seat in cast.simple_mafiosi) > 1
                rule = "3.5" if several else "3.4"
                trace.append((_MIRRORED, _MAFIA, mafia, rule, victim))
        _strike(cast, victim, cause, _MAFIA, doctor, deaths, trace)
    if maniac:
        victim, cause = maniac, _BY_MANIAC
        if maniac == bodyguard:
            victim, cause = cast.maniac, _BY_MIRROR
            if trace is not None:
                trace.append((_MIRRORED, _MANIAC, maniac, "2.10", victim))
        _strike(cast, victim, cause, _MANIAC, doctor, deaths, trace)
    if due:
        _poison_due(cast, due, doctor, casanova, bodyguard, deaths, trace)
    at = came[POISONER]
    if at and at == came[BODYGUARD] and at != came[DOCTOR] and at != came[CASANOVA]:
        _poison_passes(cast, at, doctor, casanova, deaths, trace)
    if jealous:
        _jealous_looks(cast, alive, jealous, came[CASANOVA], deaths, trace)
    return deaths


def _mirrored_mafioso(cast: Cast, alive: Set[int], night: int) -> int:
    """3.4, 3.5: a simple mafioso, one of several by the seed; if there is none, the don."""
    simple = [seat for seat in cast.simple_mafiosi if seat in alive]
    if len(simple) > 1:
        return draw(cast.seed, "mirror", night, simple)
    return simple[0] if simple else cast.don


def _strike(
    cast: Cast, victim: int, cause: Cause, by: Role, doctor: int, deaths: Deaths, trace: list[Trace] | None
) -> None:
    """2.4: the doctor saves from mafia, maniac and, as doctor_saves_mirrored says, the mirror."""
    if trace is not None:
        trace.append((_STRUCK, by, victim, _STRIKE_RULE[cause], cause))
    if victim == doctor and (cause is not _BY_MIRROR or cast.rulings.doctor_saves_mirrored == "yes"):
        if trace is not None:
            trace.append((_SAVED, _DOCTOR, victim, "2.4", cause))
    else:
        deaths.setdefault(victim, []).append(cause)


def _poison_due(
    cast: Cast,
    due: Set[int],
    doctor: int,
    casanova: int,
    bodyguard: int,
    deaths: Deaths,
    trace: list[Trace] | None,
) -> None:
    """2.9: last night's poison kills now, unless somebody cures it (3.10; ruling antidote)."""
    curable = cast.rulings.antidote == "either_night"
    for victim in sorted(due):
        if curable and victim in (doctor, casanova, bodyguard):
            if trace is not None:
                by = _DOCTOR if victim == doctor else _CASANOVA if victim == casanova else _BODYGUARD
                trace.append((_CURED, by, victim, "3.10", None))
            continue
        deaths.setdefault(victim, []).append(_BY_POISON)
        if trace is not None:
            trace.append((_STRUCK, _POISONER, victim, "2.9", _BY_POISON))


def _poison_passes(
    cast: Cast, meant_for: int, doctor: int, casanova: int, deaths: Deaths, trace: list[Trace] | None
) -> None:
    """3.6: tonight's poison passes to the bodyguard; cured at once by a visit to him, else ruling guard_poison."""
    guard = cast.bodyguard
    if trace is not None:
        trace.append((_PASSED, _POISONER, guard, "3.6", meant_for))
    if guard in (doctor, casanova):
        if trace is not None:
            trace.append((_CURED, _DOCTOR if guard == doctor else _CASANOVA, guard, "3.10", None))
    elif cast.rulings.guard_poison == "at_once":
        deaths.setdefault(guard, []).append(_BY_POISON)
        if trace is not None:
            trace.append((_STRUCK, _POISONER, guard, "3.6", _BY_POISON))


def _jealous_looks(
    cast: Cast, alive: Set[int], at: int, client: int, deaths: Deaths, trace: list[Trace] | None
) -> None:
    """2.7, 3.3, 3.8: finds the casanova at home or where she came; she and her client die, never he himself."""
    casanova = cast.casanova
    if casanova not in alive or (at != casanova and at != client):
        return
    if trace is not None:
        trace.append((_FOUND, _JEALOUS, at, "3.8" if client == cast.jealous else "2.7", casanova))
    deaths.setdefault(casanova, []).append(_BY_JEALOUS)
    if client == cast.jealous:
        if trace is not None:
            trace.append((_STAYS, _JEALOUS, client, "3.8", None))
    elif client:
        deaths.setdefault(client, []).append(_BY_JEALOUS)


def settle(cast: Cast, came: Visits, works: Visits, deaths: Deaths, trace: list[Trace] | None) -> tuple[int, int]:
    """Step 4: all deaths at once; return who is seduced (2.5) and who carries new poison (2.9, 3.6) at dawn."""
    seduced = works[CASANOVA]
    if seduced and seduced == works[DOCTOR] and cast.rulings.doctor_lifts_seduction == "yes":
        if trace is not None:
            trace.append((_LIFTED, _DOCTOR, seduced, "3.2", None))
        seduced = NOBODY
    if seduced in deaths:
        seduced = NOBODY
    poisoned, rule = works[POISONER], "2.9"
    if came[POISONER] and _guard_carries(cast, came, works):
        poisoned, rule = cast.bodyguard, "3.6"
    if poisoned in deaths:
        poisoned = NOBODY
    if trace is not None:
        for victim in sorted(deaths):
            trace.append((_DIED, None, victim, "", tuple(sorted(deaths[victim]))))
        if seduced:
            trace.append((_SEDUCED, _CASANOVA, seduced, "2.5", None))
        if poisoned:
            trace.append((_POISONED, _POISONER, poisoned, rule, None))
    return seduced, poisoned


def _guard_carries(cast: Cast, came: Visits, works: Visits) -> bool:
    at = came[POISONER]
    return (
        at == came[BODYGUARD]
        and at != came[DOCTOR]
        and at != came[CASANOVA]
        and cast.rulings.guard_poison == "next_night"
        and cast.bodyguard != works[DOCTOR]
        and cast.bodyguard != works[CASANOVA]
    )


def answer(cast: Cast, visits: Visits, works: Visits, trace: list[Trace]) -> None:
    """Step 5 (2.3, 2.14): what the commissar and the journalist are told; "none" when the move did not work."""
    if visits[COMMISSAR]:
        target = works[COMMISSAR]
        told = "none" if not target else "+" if target in cast.mafiosi else "-"
        trace.append((_ANSWER, _COMMISSAR, cast.seat_of[_COMMISSAR], "2.3", told))
    if visits[JOURNALIST]:
        told = "none"
        if works[JOURNALIST]:
            same = same_role(cast, works[JOURNALIST], works[SECOND])
            told = "same" if same else "different"
        trace.append((_ANSWER, _JOURNALIST, cast.seat_of[_JOURNALIST], "2.14", told))


def same_role(cast: Cast, first: int, second: int) -> bool:
    """Tell whether two seats hold the same role for the journalist (2.14; ruling journalist_mafia)."""
    if cast.roles[first] is cast.roles[second]:
        return True
    both_mafiosi = first in cast.mafiosi and second in cast.mafiosi
    return both_mafiosi and cast.rulings.journalist_mafia == "same"
