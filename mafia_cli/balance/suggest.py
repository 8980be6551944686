"""Recommended compositions, shipped as data (suggested.toml, made by search.py), and what to expect of any other."""

import os.path
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from mafia_cli.balance.run import WINNERS, Figures, Setting, play_block
from mafia_cli.rules.deal import suggested
from mafia_cli.rules.roles import ROLES, SMALLEST_GAME, Role
from mafia_cli.rules.rulings import Rulings

_DATA: Final = os.path.join(os.path.dirname(__file__), "suggested.toml")


@dataclass(frozen=True, slots=True)
class Chances:
    """Shares of wins under ``plausible``; ``within``: half the widest 95 % interval; ``shipped``: known beforehand."""

    town: float
    mafia: float
    maniac: float
    nobody: float
    undecided: float
    games: int
    within: float
    shipped: bool


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A composition: ``even`` (closest to even), ``calm`` (without the maniac), ``plain`` (required roles alone),
    ``fitted`` (one of these without the roles that are not to be had), ``rule`` (beyond the data: by rule of thumb).

    ``chances`` is None for the last two: ``expected`` finds it.
    """

    kind: str
    counts: dict[Role, int]
    chances: Chances | None


def recommended(players: int, available: Collection[Role] | None = None) -> list[Recommendation]:
    """Return the recommended compositions for so many players, the most even first; none for fewer than 7.

    ``available``: the optional roles that may be dealt (None = all); required roles need not be named.
    """
    if players < SMALLEST_GAME:
        return []
    found = list(_shipped().get(players, ())) or [Recommendation("rule", suggested(players), None)]
    if available is None:
        return found
    allowed = {role for role, info in ROLES.items() if info.required} | set(available)
    kept = [one for one in found if allowed.issuperset(one.counts)]
    if not kept or kept[0] is not found[0]:
        fitted = _without(found[0].counts, allowed)
        if all(fitted != one.counts for one in kept):
            kept.append(Recommendation("fitted", fitted, None))
    return kept


def expected(counts: Mapping[Role, int], rulings: Rulings | None = None) -> Chances:
    """Return the chances of a composition: shipped where known, else from a quick simulation (about a second)."""
    rulings = rulings or Rulings()
    wanted = {role: count for role, count in counts.items() if count}
    if not rulings.changed():
        for one in _shipped().get(sum(wanted.values()), ()):
            if one.counts == wanted and one.chances is not None:
                return one.chances
    return _chances(play_block(Setting(wanted, rulings), 0, quick_games(sum(wanted.values()))), shipped=False)


def quick_games(players: int) -> int:
    """Return how many games of so many players take about a second."""
    return max(200, 12_000 // max(1, players))


def _chances(figures: Figures, *, shipped: bool) -> Chances:
    undecided = figures.undecided / figures.games
    town, mafia, maniac, nobody = (figures.share(side) for side in WINNERS)
    return Chances(town, mafia, maniac, nobody, undecided, figures.games, figures.half_width(), shipped)


def _without(counts: Mapping[Role, int], allowed: Collection[Role]) -> dict[Role, int]:
    """Whoever held a role that is not to be had is a plain citizen."""
    kept = {role: count for role, count in counts.items() if role in allowed}
    kept[Role.CITIZEN] = kept.get(Role.CITIZEN, 0) + sum(counts.values()) - sum(kept.values())
    return {role: kept[role] for role in Role if kept.get(role)}


@cache
def _shipped() -> dict[int, tuple[Recommendation, ...]]:
    with open(_DATA, "rb") as file:
        data = tomllib.load(file)
    found: dict[int, tuple[Recommendation, ...]] = {}
    for raw in data["composition"]:
        found[raw["players"]] = (*found.get(raw["players"], ()), _read(raw))
    return found


def _read(raw: Mapping[str, Any]) -> Recommendation:
    figures = Figures(raw["games"], {side: raw["wins"][side.value] for side in WINNERS})
    counts = {role: raw["roles"][role.value] for role in Role if role.value in raw["roles"]}
    return Recommendation(raw["kind"], counts, _chances(figures, shipped=True))
