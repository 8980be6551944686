"""Keyed chance: a choice is a function of (seed, purpose, night, seat), so undo and amend shift no other choice."""

from collections.abc import Iterable
from typing import Final

_MASK: Final = (1 << 64) - 1


def mix(seed: int, purpose: str, night: int, seat: int) -> int:
    """Return 64 well-mixed bits for the key (splitmix64 over FNV-1a of the purpose)."""
    state = 0xCBF29CE484222325
    for byte in purpose.encode():
        state = ((state ^ byte) * 0x100000001B3) & _MASK
    for part in (seed, night, seat):
        state = (state + (part & _MASK) + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        state ^= state >> 31
    return state


def draw(seed: int, purpose: str, night: int, seats: Iterable[int]) -> int:
    """Return the seat with the smallest mix; ``seats`` is not empty."""
    return min(seats, key=lambda seat: (mix(seed, purpose, night, seat), seat))


def shuffled(seed: int, purpose: str, seats: Iterable[int]) -> list[int]:
    """Return the seats in the order of their mixes (the deal, 1.5)."""
    return sorted(seats, key=lambda seat: (mix(seed, purpose, 0, seat), seat))
