"""Random games that the engine plays to their end: drawn by its own chance."""

import random
from typing import Any

from random_games import random_game

from mafia_cli.rules.chance import draw

SEED = 5


def lawful_game(rng: random.Random, players: tuple[int, int], steps: tuple[int, int]) -> dict[str, Any]:
    """Return a random game whose every beginning is lawful."""
    game = random_game(
        rng, players=players, steps=steps, draw=lambda purpose, night, seats: draw(SEED, purpose, night, seats)
    )
    return {**game, "seed": SEED}
