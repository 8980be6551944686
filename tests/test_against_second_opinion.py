"""The engine against the naive resolver: every combination in a small town, and random nights and games.

Of eight parts two are tried; ``MAFIA_LONG=1`` takes all eight, over 50,000 nights, 100,000 games and every combination
of four roles. A difference prints the script.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from documents import play
from effort import LONG
from random_games import random_game, random_night, unlawful
from second_opinion import resolve

from mafia_cli.rules.chance import draw
from mafia_cli.script import contract
from mafia_cli.script.toml import dumps

PARTS = 8
DRAWN = PARTS if LONG else 2
NIGHTS, GAMES = (50_000, 100_000) if LONG else (4_000, 4_000)
ACTIVE = [
    "mafia",
    "maniac",
    "commissar",
    "doctor",
    "casanova",
    "jealous",
    "poisoner",
    "bodyguard",
    "thief",
    "journalist",
]
CAST = ["don", "mafia", *ACTIVE[1:], "mayor", "citizen"]
AT_ONCE = 4 if LONG else 3


def engine(doc: dict[str, Any]) -> dict[str, Any]:
    played = play(doc)
    return {
        "error": played.faults[0].place if played.faults else None,
        "winner": contract.winner(played),
        "alive": contract.alive(played),
        "steps": contract.entries(played),
    }


def engine_draw(seed: int) -> Callable[[str, int, list[int]], int]:
    return lambda purpose, night, seats: draw(seed, purpose, night, seats)


def check(doc: dict[str, Any]) -> None:
    naive, judged = resolve(doc, engine_draw(doc.get("seed", 0))), engine(doc)
    first, second = naive.pop("error"), judged.pop("error")
    same_place = first == second or (first and second and (first.startswith(second) or second.startswith(first)))
    assert naive == judged, f"judged otherwise:\n{dumps(doc)}"
    assert same_place, f"{first} / {second}:\n{dumps(doc)}"


@pytest.mark.parametrize("part", range(DRAWN))
def test_random_nights(part: int) -> None:
    for number in range(part, NIGHTS, PARTS):
        check(random_night(random.Random(f"night {number}")))


@pytest.mark.parametrize("part", range(DRAWN))
def test_random_games_lawful_and_not(part: int) -> None:
    for number in range(part, GAMES, PARTS):
        rng = random.Random(f"game {number}")
        game = random_game(rng)
        check(game)
        if number % 4 == 0:
            check(unlawful(rng, game)[0])


def combinations(part: int) -> Iterator[dict[str, str | list[str]]]:
    """Every choice of targets of up to three roles among the seats that matter: each mover's, a citizen, the don."""
    groups = itertools.chain.from_iterable(itertools.combinations(ACTIVE, n) for n in range(1, AT_ONCE + 1))
    for group in itertools.islice(groups, part, None, PARTS):
        seats = [
            "don",
            *[role for role in group if role != "mafia"],
            *["mafia"] * ("mafia" in group),
            "citizen",
            "mayor",
        ]
        choices: list[list[Any]] = [
            list(itertools.permutations(seats[:4], 2)) if role == "journalist" else seats for role in group
        ]
        for targets in itertools.product(*choices):
            yield {
                role: list(target) if isinstance(target, tuple) else target
                for role, target in zip(group, targets, strict=True)
            }


@pytest.mark.parametrize("part", range(DRAWN))
def test_every_combination_of_a_few_roles(part: int) -> None:
    players = [{"nick": role, "role": role} for role in CAST]
    for moves in combinations(part):
        lawful = {
            role: target
            for role, target in moves.items()
            if role in ("mafia", "doctor") or (role != target and role not in target)
        }
        quiet: list[dict[str, Any]] = [
            {"kind": "night", "moves": {"poisoner": "citizen"} if "poisoner" not in moves else {}}
        ]
        check({"seed": 3, "players": players, "steps": [*quiet, {"kind": "night", "moves": lawful}]})
