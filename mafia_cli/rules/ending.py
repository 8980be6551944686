"""Who has won and why, and what may yet turn it (RULES.md, "The end")."""

from collections.abc import Set
from typing import NamedTuple

from mafia_cli.rules.model import Cast, Game
from mafia_cli.rules.roles import Role, Side


def winner(cast: Cast, alive: Set[int]) -> Side | None:
    """Return who has won with these seats alive, None while nobody has (rulings parity, standoff)."""
    mafiosi = len(cast.mafiosi & alive)
    maniac = cast.maniac in alive
    rest = len(alive) - mafiosi - maniac
    if maniac:
        if mafiosi == 0 and rest == 0:
            return Side.MANIAC
        if mafiosi == 1 and rest == 0 and cast.rulings.standoff != "play_on":
            return Side(cast.rulings.standoff)
        return None
    if not mafiosi:
        return Side.TOWN if rest else Side.NOBODY
    ahead = mafiosi > rest if cast.rulings.parity == "more_than" else mafiosi >= rest
    return Side.MAFIA if ahead else None


def game_winner(game: Game) -> str | None:
    """Return the winner that holds now: what an ``end`` step named (None = broken off), else as judged."""
    if game.ended is not None:
        return game.ended or None
    return winner(game.cast, game.alive)


def reason(cast: Cast, alive: Set[int], named: str | None = None) -> str:
    """Return why ``winner`` says so, as a code: nobody, maniac, town, parity, standoff.

    "" while nobody has won, or when the host ``named`` another winner than the one judged.
    """
    won = winner(cast, alive)
    if won is None or named not in (None, won.value):
        return ""
    if won is Side.MAFIA and cast.maniac not in alive:
        return "parity"
    if cast.maniac in alive and cast.mafiosi & alive:
        return "standoff"
    return won.value


class Turn(NamedTuple):
    """Something that may yet turn a judged end: a code and the seat it hangs on."""

    code: str
    seat: int


def may_turn(game: Game) -> list[Turn]:
    """Return what may yet turn the end: kamikaze, healer, mayor before a vote, poison due in a mafioso."""
    cast = game.cast
    turns = []
    kamikaze, healer = cast.seat_of[Role.KAMIKAZE], cast.seat_of[Role.HEALER]
    if kamikaze and not game.kabum_spent and (kamikaze in game.alive or kamikaze in game.jailed_since):
        turns.append(Turn("kamikaze", kamikaze))
    if healer in game.alive and not game.revival_spent:
        turns.append(Turn("healer", healer))
    if game.phase == "night" and game.mayor in game.alive and game.mayor not in game.seduced:
        turns.append(Turn("mayor", game.mayor))
    turns += [Turn("poison", seat) for seat in sorted(game.poisoned & cast.mafiosi & game.alive)]
    return turns
