"""Applying steps: ``apply(game, step) -> (game, trace)``, ``replay(cast, steps)``; facts are made when read."""

from collections.abc import Iterable, Mapping, Set

from mafia_cli.rules.chance import draw
from mafia_cli.rules.day import day_trace, hold, present
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.errors import Problem, RuleError
from mafia_cli.rules.model import (
    NOBODY,
    Cast,
    Cause,
    DayStep,
    EndStep,
    ExcludeStep,
    Game,
    HeirStep,
    KabumStep,
    Kind,
    NightStep,
    NoteStep,
    Out,
    OverrideStep,
    ReviveStep,
    Step,
    Trace,
    new_game,
)
from mafia_cli.rules.moves import lapses, night_problems
from mafia_cli.rules.night import DOCTOR, JOURNALIST, MANIAC, NO_VISITS, POISONER, SECOND, judge
from mafia_cli.rules.roles import MOVERS, ROLES, Role, Side

_KILLED = frozenset(Cause) - {Cause.JAILED, Cause.EXCLUDED}
"""2.8: the mayor was *killed* by every death but these (D), so the title passes on."""


def apply(game: Game, step: Step) -> tuple[Game, list[Trace]]:
    """Apply one step; raise ``RuleError`` with all its problems when the rules do not allow it."""
    found = problems(game, step)
    if found:
        raise RuleError(found)
    before = game_winner(game)
    trace: list[Trace] = []
    if getattr(step, "after", False) and game.counted is None:
        game = game._replace(counted=present(game))
    match step:
        case NightStep():
            after = _night(game, step, trace)
        case DayStep():
            after = _day(game, step, trace)
        case KabumStep():
            after = _kabum(game, step, trace)
        case ReviveStep():
            after = _revive(game, step, trace)
        case ExcludeStep():
            after = _exclude(game, step, trace)
        case HeirStep():
            after = _title(game._replace(heir_due=False), step.target, "heir", trace)
        case OverrideStep():
            after = _override(game, step, trace)
        case EndStep():
            after = game._replace(ended=step.winner, over=True)
            trace.append((Kind.ENDED, None, NOBODY, "end", step.winner))
        case NoteStep():
            after = game
            trace.append((Kind.NOTED, None, step.target, step.rule, step.kind))
    if game.over and not isinstance(step, (NoteStep, EndStep)):
        after = after._replace(over=False)
    after = _draw_heir(after, trace)
    won = game_winner(after)
    if won != before:
        trace.append((Kind.WINNER, None, NOBODY, "end", won))
    return after, trace


def replay(cast: Cast, steps: Iterable[Step]) -> tuple[Game, list[list[Trace]]]:
    """Return the state after all steps and the trace of each."""
    game, traces = new_game(cast), []
    for step in steps:
        game, trace = apply(game, step)
        traces.append(trace)
    return game, traces


# --- what may be ------------------------------------------------------------------------------------------


def problems(game: Game, step: Step) -> list[Problem]:
    """Return everything that is wrong with a step now; nothing means it may be applied."""
    match step:
        case NightStep():
            found = [Problem("day_not_closed", "SCRIPT")] if game.counted else []
            return found + night_problems(game, step.moves)
        case KabumStep():
            return kabum_problems(game, step.target)
        case ReviveStep():
            return revive_problems(game, step.target)
        case ExcludeStep():
            if step.target in game.excluded:
                return [Problem("excluded_twice", "1.4", {"seat": step.target})]
        case HeirStep():
            return _heir_problems(game, step.target)
        case OverrideStep():
            return _override_problems(game, step)
        case EndStep():
            if step.winner and step.winner not in set(Side):
                return [Problem("unknown_winner", "end", {"winner": step.winner}, ("winner",))]
        case _:
            pass
    return []


def kabum_problems(game: Game, target: int) -> list[Problem]:
    """2.13: once a game; by a living kamikaze or one jailed since the last night; at a living other."""
    return kabum_faults(game.cast, game.alive, game.jailed_since, game.kabum_spent, target)


def kabum_faults(cast: Cast, alive: Set[int], jailed_since: Set[int], spent: bool, target: int) -> list[Problem]:
    """Return what forbids a kabum at ``target`` with these seats alive and jailed since the last night (2.13)."""
    kamikaze = cast.seat_of[Role.KAMIKAZE]
    if not kamikaze:
        return [Problem("role_not_dealt", "2.13", {"role": Role.KAMIKAZE})]
    found = []
    if spent:
        found.append(Problem("kabum_spent", "2.13"))
    elif kamikaze not in alive and kamikaze not in jailed_since:
        found.append(Problem("mover_out", "2.13", {"role": Role.KAMIKAZE, "seat": kamikaze}))
    if target == kamikaze:
        found.append(Problem("self_target", "2.13", {"role": Role.KAMIKAZE, "seat": target}))
    elif target not in alive:
        found.append(Problem("target_out", "2.13", {"role": Role.KAMIKAZE, "seat": target}))
    return found


def revive_problems(game: Game, target: int) -> list[Problem]:
    """2.12: once a game, by the living healer; the target dead, not excluded, of a role that may come back."""
    return revive_faults(game.cast, game.alive, game.excluded, game.revival_spent, target)


def revive_faults(cast: Cast, alive: Set[int], excluded: Set[int], spent: bool, target: int) -> list[Problem]:
    """Return what forbids a revival of ``target`` with these seats alive and excluded (2.12)."""
    healer = cast.seat_of[Role.HEALER]
    if not healer:
        return [Problem("role_not_dealt", "2.12", {"role": Role.HEALER})]
    found = []
    if spent:
        found.append(Problem("revival_spent", "2.12"))
    elif healer not in alive:
        found.append(Problem("mover_out", "2.12", {"role": Role.HEALER, "seat": healer}))
    if target in alive:
        found.append(Problem("target_lives", "2.12", {"seat": target}))
    elif target in excluded:
        found.append(Problem("target_excluded", "2.12", {"seat": target}))
    elif not ROLES[cast.roles[target]].revivable:
        role = cast.roles[target]
        found.append(Problem("not_revivable", "2.12", {"seat": target, "role": role}))
    return found


def _heir_problems(game: Game, target: int) -> list[Problem]:
    found = []
    if not game.heir_due:
        found.append(Problem("no_heir_due", "2.8"))
    if target not in game.alive:
        found.append(Problem("heir_out", "2.8", {"seat": target}))
    return found


def _override_problems(game: Game, step: OverrideStep) -> list[Problem]:
    found = []
    if not step.reason.strip():
        found.append(Problem("no_reason", "1.2"))
    for names in (("dead", "jailed", "alive"), ("cured", "poisoned")):
        seen: dict[int, str] = {}
        for name in names:
            for seat in getattr(step, name):
                if seen.setdefault(seat, name) != name:
                    params = {"seat": seat, "first": seen[seat], "second": name}
                    found.append(Problem("in_two_lists", "1.2", params))
    if step.mayor and step.mayor not in _after_lists(game, step):
        found.append(Problem("mayor_out", "2.8", {"seat": step.mayor}))
    if step.answers and not game.night:
        found.append(Problem("no_night_yet", "1.2"))
    return found


def _after_lists(game: Game, step: OverrideStep) -> frozenset[int]:
    return (game.alive - {*step.dead, *step.jailed}) | {*step.alive}


# --- what follows -----------------------------------------------------------------------------------------


def _night(game: Game, step: NightStep, trace: list[Trace]) -> Game:
    night = game.night + 1
    visits = list(NO_VISITS)
    for position, role in enumerate(MOVERS):
        targets = step.moves.get(role)
        if targets is None:
            continue
        if not targets:
            trace.append((Kind.SKIPPED, role, NOBODY, "", None))
        elif lapses(game, role, targets):
            trace.append((Kind.LAPSED, role, targets[0], "D", None))
        else:
            visits[position] = targets[0]
            if position == JOURNALIST:
                visits[SECOND] = targets[1]
    game = _spend_limits(game, night, visits)
    deaths, seduced, poisoned = judge(game.cast, game.alive, game.poisoned, night, visits, trace)
    game = game._replace(
        night=night,
        phase="night",
        heir_due=False,
        seduced=frozenset({seduced} - {NOBODY}),
        poisoned=frozenset({poisoned} - {NOBODY}),
        jailed_since=frozenset(),
    )
    game = _die(game, {seat: tuple(sorted(causes)) for seat, causes in deaths.items()}, trace)
    return game._replace(died_since=frozenset())


def _spend_limits(game: Game, night: int, visits: list[int]) -> Game:
    """A move that was made counts against its limit even if it was blocked or cancelled (D)."""
    doctor = game.cast.seat_of[Role.DOCTOR]
    on_self = doctor and visits[DOCTOR] == doctor
    return game._replace(
        maniac_last=night if visits[MANIAC] else game.maniac_last,
        poisoner_last=night if visits[POISONER] else game.poisoner_last,
        doctor_self_last=night if on_self else game.doctor_self_last,
    )


def _day(game: Game, step: DayStep, trace: list[Trace]) -> Game:
    day = hold(game, step)
    trace += day_trace(game, step, day)
    game = game._replace(day=day.number, phase="day", heir_due=False, counted=None, seduced=frozenset())
    if day.jailed:
        game = _die(game, {day.jailed: (Cause.JAILED,)}, trace)
    return game._replace(died_since=frozenset())


def _die(game: Game, causes: Mapping[int, tuple[Cause, ...]], trace: list[Trace], back: Set[int] = frozenset()) -> Game:
    """Take the dead out: poison and seduction end with them, the mayor's title passes or lapses (2.8).

    ``back``: who comes back in the same step, and may be the heir of somebody who leaves nobody else.
    """
    if not causes:
        return game
    dead = frozenset(causes)
    number = game.day if game.phase == "day" else game.night
    jailed = {seat for seat in dead if Cause.JAILED in causes[seat]}
    mayor, heir_due = game.mayor, game.heir_due
    alive = game.alive - dead
    if mayor in dead:
        heir_due = title_passes(game.cast, causes[mayor])  # even of nobody: whoever comes back may be named
        if heir_due and (alive or back):
            trace.append((Kind.HEIR_DUE, Role.MAYOR, mayor, "2.8", None))
        else:
            trace.append((Kind.TITLE, Role.MAYOR, NOBODY, "2.8", "lapses"))
        mayor = NOBODY
    return game._replace(
        alive=alive,
        mayor=mayor,
        heir_due=heir_due,
        poisoned=game.poisoned - dead,
        seduced=game.seduced - dead,
        died_since=game.died_since | dead,
        jailed_since=game.jailed_since | jailed,
        out={**game.out, **{seat: Out(game.phase, number, causes[seat]) for seat in dead}},
    )


def title_passes(cast: Cast, causes: Iterable[Cause]) -> bool:
    """Tell whether the title of a mayor dead of ``causes`` passes to whoever lives (2.8; ruling mayor_heir)."""
    return bool(_KILLED.intersection(causes)) and cast.rulings.mayor_heir != "none"


def awaits_heir(game: Game) -> bool:
    """Tell whether an heir may be named now: the mayor was killed since the last night or day, somebody lives (2.8)."""
    return game.heir_due and bool(game.alive)


def drawn_heir(cast: Cast, alive: Set[int], night: int) -> int:
    """Return who inherits the title by the seed: a plain citizen, else one of the town, else nobody (2.8)."""
    town = [seat for seat in sorted(alive) if ROLES[cast.roles[seat]].side is Side.TOWN]
    plain = [seat for seat in town if cast.roles[seat] is Role.CITIZEN]
    heirs = plain or town
    return draw(cast.seed, "heir", night, heirs) if heirs else NOBODY


def _draw_heir(game: Game, trace: list[Trace]) -> Game:
    """Ruling mayor_heir = random."""
    if not game.heir_due or game.cast.rulings.mayor_heir != "random":
        return game
    heir = drawn_heir(game.cast, game.alive, game.night)
    game = game._replace(heir_due=False)
    return _title(game, heir, "drawn", trace) if game.alive else game


def _title(game: Game, seat: int, why: str, trace: list[Trace]) -> Game:
    trace.append((Kind.TITLE, Role.MAYOR, seat, "2.8", why))
    return game._replace(mayor=seat)


def _kabum(game: Game, step: KabumStep, trace: list[Trace]) -> Game:
    kamikaze = game.cast.seat_of[Role.KAMIKAZE]
    causes: dict[int, tuple[Cause, ...]] = {
        seat: (Cause.KABUM,) for seat in (kamikaze, step.target) if seat in game.alive
    }
    trace.append((Kind.STRUCK, Role.KAMIKAZE, step.target, "2.13", Cause.KABUM))
    trace += [(Kind.DIED, None, seat, "2.13", causes[seat]) for seat in sorted(causes)]
    game = _die(game._replace(kabum_spent=True), causes, trace)
    return game._replace(jailed_since=game.jailed_since - {kamikaze})


def _revive(game: Game, step: ReviveStep, trace: list[Trace]) -> Game:
    healer = game.cast.seat_of[Role.HEALER]
    trace.append((Kind.DIED, None, healer, "2.12", (Cause.SACRIFICED,)))
    game = _die(game._replace(revival_spent=True), {healer: (Cause.SACRIFICED,)}, trace, {step.target})
    return _back(game, step.target, Role.HEALER, "2.12", trace)


def _back(game: Game, seat: int, by: Role | None, rule: str, trace: list[Trace]) -> Game:
    """Bring a player back: no poison, no seduction, limits as they were; a vacant mayor's title again (2.8)."""
    trace.append((Kind.REVIVED, by, seat, rule, None))
    out = {key: value for key, value in game.out.items() if key != seat}
    game = game._replace(
        alive=game.alive | {seat},
        excluded=game.excluded - {seat},
        jailed_since=game.jailed_since - {seat},
        out=out,
    )
    if game.cast.roles[seat] is Role.MAYOR and game.mayor == NOBODY:
        game = _title(game._replace(heir_due=False), seat, "revived", trace)
    return game


def _exclude(game: Game, step: ExcludeStep, trace: list[Trace]) -> Game:
    seat = step.target
    trace.append((Kind.EXCLUDED, None, seat, step.rule, seat in game.alive))
    if seat in game.alive:
        trace.append((Kind.DIED, None, seat, step.rule, (Cause.EXCLUDED,)))
        game = _die(game, {seat: (Cause.EXCLUDED,)}, trace)
    return game._replace(excluded=game.excluded | {seat}, jailed_since=game.jailed_since - {seat})


def _override(game: Game, step: OverrideStep, trace: list[Trace]) -> Game:
    """SCRIPT.md: dead and jailed, alive, cured, poisoned, seduced, mayor - in this order and no more."""
    trace.append((Kind.OVERRIDDEN, None, NOBODY, "1.2", step))
    killed: dict[int, tuple[Cause, ...]] = {seat: (Cause.OVERRIDE,) for seat in step.dead if seat in game.alive}
    killed |= {seat: (Cause.JAILED,) for seat in step.jailed if seat in game.alive}
    trace += [(Kind.DIED, None, seat, "1.2", killed[seat]) for seat in sorted(killed)]
    back = {*step.alive} if game.cast.rulings.mayor_heir == "ask" else frozenset()
    game = _draw_heir(_die(game, killed, trace, back), trace)
    for seat in dict.fromkeys(step.alive):
        if seat not in game.alive:
            game = _back(game, seat, None, "1.2", trace)
    game = game._replace(poisoned=(game.poisoned - {*step.cured}) | (game.alive & {*step.poisoned}))
    if step.seduced is not None:
        game = game._replace(seduced=game.alive & {*step.seduced})
    if step.mayor is not None:
        game = _title(game._replace(heir_due=False), step.mayor, "override", trace)
    return game
