"""The deal (1.5, 2.8): a composition, and roles drawn to seats by the seed."""

from collections.abc import Mapping, Sequence
from typing import Final

from mafia_cli.rules.chance import shuffled
from mafia_cli.rules.model import NOBODY
from mafia_cli.rules.roles import Role

_FROM: Final = (
    (9, Role.BODYGUARD),
    (11, Role.MANIAC),
    (12, Role.THIEF),
    (13, Role.JOURNALIST),
    (15, Role.JEALOUS),
    (16, Role.KAMIKAZE),
    (17, Role.POISONER),
    (18, Role.HEALER),
)
"""From how many players on an optional role is suggested."""


def counts_of(roles: Sequence[Role]) -> dict[Role, int]:
    """Return how many hold each of these roles, in the order of the role table."""
    return {role: roles.count(role) for role in Role if role in roles}


def suggested(players: int) -> dict[Role, int]:
    """Return a composition for so many players (7 or more), in the order of the role table."""
    counts = dict.fromkeys((Role.DON, Role.COMMISSAR, Role.DOCTOR, Role.CASANOVA, Role.MAYOR), 1)
    counts[Role.MAFIA] = max(1, (players + 1) // 4 - 1)
    counts |= {role: 1 for least, role in _FROM if players >= least}
    counts[Role.CITIZEN] = players - sum(counts.values())
    return {role: counts[role] for role in Role if counts.get(role)}


def dealt(counts: Mapping[Role, int], seed: int, mayor: int = NOBODY) -> list[Role]:
    """Return the roles in the order of the seats; ``mayor`` is the seat the host appoints (2.8), 0 = drawn."""
    pack = [role for role in Role for _ in range(counts.get(role, 0))]
    seats = list(range(1, len(pack) + 1))
    if mayor:
        pack.remove(Role.MAYOR)
        seats.remove(mayor)
    drawn = dict(zip(shuffled(seed, "deal", seats), pack, strict=True))
    if mayor:
        drawn[mayor] = Role.MAYOR
    return [drawn[seat] for seat in sorted(drawn)]
