"""The role table (RULES.md, "Roles"): side, what a role may do at night, its limits."""

from enum import StrEnum
from typing import Final, NamedTuple


class Side(StrEnum):
    """Whom a role plays for; also the name of a winner (with ``NOBODY``)."""

    TOWN = "town"
    MAFIA = "mafia"
    MANIAC = "maniac"
    NOBODY = "nobody"


class Role(StrEnum):
    """A role id as it stands in files. As a *move*, ``MAFIA`` is the joint kill of all mafiosi."""

    CITIZEN = "citizen"
    MAFIA = "mafia"
    DON = "don"
    COMMISSAR = "commissar"
    DOCTOR = "doctor"
    CASANOVA = "casanova"
    MANIAC = "maniac"
    JEALOUS = "jealous"
    MAYOR = "mayor"
    POISONER = "poisoner"
    BODYGUARD = "bodyguard"
    THIEF = "thief"
    HEALER = "healer"
    KAMIKAZE = "kamikaze"
    JOURNALIST = "journalist"


class RoleInfo(NamedTuple):
    """One row of the role table; ``rule`` is the number that describes the role."""

    role: Role
    rule: str
    side: Side = Side.TOWN
    required: bool = False
    several: bool = False
    targets: int = 0
    on_self: bool = False
    revivable: bool = True


_ROWS: Final = (
    RoleInfo(Role.CITIZEN, "2.1", required=True, several=True),
    RoleInfo(Role.MAFIA, "2.2", Side.MAFIA, required=True, several=True, targets=1, on_self=True, revivable=False),
    RoleInfo(Role.DON, "2.2", Side.MAFIA, required=True, revivable=False),
    RoleInfo(Role.COMMISSAR, "2.3", required=True, targets=1),
    RoleInfo(Role.DOCTOR, "2.4", required=True, targets=1, on_self=True),
    RoleInfo(Role.CASANOVA, "2.5", required=True, targets=1),
    RoleInfo(Role.MANIAC, "2.6", Side.MANIAC, targets=1, revivable=False),
    RoleInfo(Role.JEALOUS, "2.7", targets=1),
    RoleInfo(Role.MAYOR, "2.8", required=True),
    RoleInfo(Role.POISONER, "2.9", targets=1, revivable=False),
    RoleInfo(Role.BODYGUARD, "2.10", targets=1),
    RoleInfo(Role.THIEF, "2.11", targets=1),
    RoleInfo(Role.HEALER, "2.12", revivable=False),
    RoleInfo(Role.KAMIKAZE, "2.13", revivable=False),
    RoleInfo(Role.JOURNALIST, "2.14", targets=2),
)
ROLES: Final = {row.role: row for row in _ROWS}

MAFIOSI: Final = frozenset({Role.MAFIA, Role.DON})
"""The roles called *mafioso*: the commissar reads ``+`` for both."""

MOVERS: Final = (
    Role.MAFIA,
    Role.MANIAC,
    Role.COMMISSAR,
    Role.DOCTOR,
    Role.CASANOVA,
    Role.JEALOUS,
    Role.POISONER,
    Role.BODYGUARD,
    Role.THIEF,
    Role.JOURNALIST,
)
"""The night moves. The position of a role here is the position of its target in a row of visits (night.py)."""


def move_of(role: Role) -> Role:
    """Return the night move that a holder of this role takes part in: the don's is the joint kill (2.2)."""
    return Role.MAFIA if role is Role.DON else role


SMALLEST_GAME: Final = 7
"""Players that ``mafia new`` asks for at least: every required role once, with one mafioso."""


def composition_problems(counts: dict[Role, int]) -> list[tuple[str, Role]]:
    """Return what a composition breaks, as (code, role): all problems, not the first.

    ``missing``: a required role nobody holds (the don alone counts for the mafia too: 2.2 asks for two only
    "as a rule"); ``several``: a role held more than once that may be held once.
    """
    problems: list[tuple[str, Role]] = []
    for info in _ROWS:
        held = counts.get(info.role, 0)
        if info.required and held == 0 and info.role is not Role.MAFIA:
            problems.append(("missing", info.role))
        if held > 1 and not info.several:
            problems.append(("several", info.role))
    return problems
