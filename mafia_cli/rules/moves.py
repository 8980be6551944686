"""Who may move tonight and why not (RULES.md, "The night": who may move; lapsed moves)."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, Cast, Game, carrier
from mafia_cli.rules.roles import MAFIOSI, MOVERS, ROLES, Role


class Standing(StrEnum):
    """How a night role stands tonight."""

    MAY = "may"
    WAITS = "waits"
    OUT = "out"


class Entry(NamedTuple):
    """One row of the ledger: the role, who would move (0 = nobody), how it stands, and until which night it waits.

    For the doctor ``night`` is the first night on which the doctor may heal the own seat.
    """

    role: Role
    seat: int
    standing: Standing
    night: int
    rule: str


def maniac_night(cast: Cast, night: int, last: int, mafia_lives: bool) -> int:
    """Return the first night from ``night`` on at which the maniac may move (2.6, 3.9; ruling maniac_nights)."""
    if not mafia_lives:
        return night
    pace = cast.rulings.maniac_nights
    if pace == "cooldown":
        return night if not last or night > last + 1 else last + 2
    return night + (night + (pace == "odd")) % 2


def poisoner_night(cast: Cast, night: int, last: int) -> int:
    """Return the first night from ``night`` on at which the poisoner may move (2.9; ruling poisoner_pace)."""
    if cast.rulings.poisoner_pace == "calendar":
        return night + -night % 3
    return max(night, last + 3) if last else night


def doctor_self_night(night: int, last: int) -> int:
    """Return the first night from ``night`` on at which the doctor may heal the own seat (2.4)."""
    return max(night, last + 5) if last else night


def mover(game: Game, role: Role) -> int:
    """Return the seat that makes this move now, 0 if nobody living does."""
    if role is Role.MAFIA:
        return carrier(game.cast, game.alive)
    seat = game.cast.seat_of[role]
    return seat if seat in game.alive else NOBODY


def ledger(game: Game, night: int | None = None) -> list[Entry]:
    """Return how every night role of this game stands in ``night`` (default: the coming one)."""
    return [_entry(game, role, night or game.night + 1) for role in MOVERS if _dealt(game.cast, role)]


def silent(game: Game, answered: Collection[str]) -> list[Role]:
    """Return the roles that may move in the coming night and are not among those that moved or skipped."""
    return [row.role for row in ledger(game) if row.standing is Standing.MAY and row.role not in answered]


def _dealt(cast: Cast, role: Role) -> bool:
    return bool(cast.mafiosi) if role is Role.MAFIA else bool(cast.seat_of[role])


def _entry(game: Game, role: Role, night: int) -> Entry:
    rule = ROLES[role].rule
    seat = mover(game, role)
    if not seat:
        return Entry(role, _last_holder(game, role), Standing.OUT, night, rule)
    first = night
    if role is Role.MANIAC:
        first = maniac_night(game.cast, night, game.maniac_last, bool(game.cast.mafiosi & game.alive))
    elif role is Role.POISONER:
        first = poisoner_night(game.cast, night, game.poisoner_last)
    if first > night:
        return Entry(role, seat, Standing.WAITS, first, rule)
    if role is Role.DOCTOR:
        night = doctor_self_night(night, game.doctor_self_last)
    return Entry(role, seat, Standing.MAY, night, rule)


def _last_holder(game: Game, role: Role) -> int:
    if role is not Role.MAFIA:
        return game.cast.seat_of[role]
    return game.cast.don or min(game.cast.mafiosi, default=NOBODY)


def lapses(game: Game, role: Role, targets: Iterable[int]) -> bool:
    """Tell whether a move made now would lapse: its mover or a target died since the last night or day."""
    return _mover_just_died(game, role) or any(seat in game.died_since and seat not in game.alive for seat in targets)


def _mover_just_died(game: Game, role: Role) -> bool:
    if mover(game, role):
        return False
    holders = game.cast.mafiosi if role is Role.MAFIA else {game.cast.seat_of[role]}
    return bool(holders & game.died_since)


def move_problems(game: Game, role: Role, targets: tuple[int, ...]) -> list[Problem]:
    """Return what is wrong with a move of the coming night: all problems, the weightiest first.

    A skip (no targets) by any night role is lawful; so is a move whose mover died since the last night or day
    (it lapses and is not checked further).
    """
    if role not in MOVERS:
        code = "move_is_mafia" if role in MAFIOSI else "not_a_night_role"
        return [Problem(code, ROLES[role].rule, {"role": role})]
    if not targets or _mover_just_died(game, role):
        return []
    entry = _entry(game, role, game.night + 1)
    if not mover(game, role):
        code = "mover_out" if _dealt(game.cast, role) else "role_not_dealt"
        return [Problem(code, entry.rule, {"role": role, "seat": entry.seat})]
    problems = []
    if entry.standing is Standing.WAITS:
        problems.append(Problem("waits", entry.rule, {"role": role, "night": entry.night}))
    return problems + _target_problems(game, entry, targets)


def _target_problems(game: Game, entry: Entry, targets: tuple[int, ...]) -> list[Problem]:
    info = ROLES[entry.role]
    problems = []
    if len(targets) != info.targets:
        problems.append(Problem("target_count", info.rule, {"role": entry.role, "count": info.targets}))
    elif len(set(targets)) != len(targets):
        problems.append(Problem("same_twice", info.rule, {"role": entry.role, "seat": targets[0]}))
    for seat in dict.fromkeys(targets):
        if seat not in game.alive and seat not in game.died_since:
            problems.append(Problem("target_out", "1.7", {"role": entry.role, "seat": seat}))
        if seat == entry.seat and entry.role is Role.DOCTOR and entry.night > game.night + 1:
            problems.append(Problem("self_waits", info.rule, {"role": entry.role, "night": entry.night}))
        elif seat == entry.seat and not info.on_self:
            problems.append(Problem("self_target", info.rule, {"role": entry.role, "seat": seat}))
    return problems


def night_problems(game: Game, moves: Mapping[Role, tuple[int, ...]]) -> list[Problem]:
    """Return all problems of all moves of the coming night, each with its key ``("moves", role)``."""
    return [
        Problem(problem.code, problem.rule, problem.params, ("moves", role.value))
        for role, targets in moves.items()
        for problem in move_problems(game, role, targets)
    ]
