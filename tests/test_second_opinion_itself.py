"""The second opinion against the decided cases, and the generators against the second opinion."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from random_games import SPOILERS, random_game, random_night, smallest, spoiled, unlawful
from second_opinion import NIGHT_ROLES, ROLES, RULINGS, STEP_KEYS, resolve

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
GAMES = 300


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    rng = random.Random(20)
    return [random_game(rng) for _ in range(GAMES)]


def plain_toml(value: object) -> bool:
    """Only what TOML can hold."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain_toml(one) for key, one in value.items())
    if isinstance(value, list):
        return all(plain_toml(one) for one in value)
    return isinstance(value, str | int)


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.stem))
def test_a_decided_case(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = resolve(tomllib.loads(path.read_text(encoding="utf-8")))
    if expected["error"] is None:
        assert found["error"] is None
    else:
        assert str(found["error"]).startswith(expected["error"])
    assert found["steps"] == expected["steps"]


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 79


def test_random_games_are_lawful_and_plain(games: list[dict[str, Any]]) -> None:
    for game in games:
        assert plain_toml(game)
        before = json.dumps(game, ensure_ascii=False)
        assert resolve(game, smallest)["error"] is None
        assert json.dumps(game, ensure_ascii=False) == before


def test_random_nights_are_lawful() -> None:
    rng = random.Random(21)
    for _ in range(GAMES):
        assert resolve(random_night(rng), smallest)["error"] is None
    small = random_night(rng, roles=["don", "doctor", "citizen"], rulings="default")
    assert small.get("rulings", {}) == {}
    assert len(small["players"]) == 3


def test_the_same_seed_makes_the_same_game() -> None:
    one = [random_game(random.Random(seed)) for seed in range(5)]
    assert one == [random_game(random.Random(seed)) for seed in range(5)]
    assert one[0] != one[1]


def test_every_kind_key_role_and_choice_occurs(games: list[dict[str, Any]]) -> None:
    steps = [step for game in games for step in game["steps"]]
    assert {step["kind"] for step in steps} == set(STEP_KEYS)
    assert {(step["kind"], key) for step in steps for key in step if key != "kind"} >= {
        (kind, key) for kind, keys in STEP_KEYS.items() for key in keys
    } - {("day", "entries"), ("night", "entries"), ("day", "open"), ("night", "open")}
    assert any(step.get("open") for step in steps)
    assert {player["role"] for game in games for player in game["players"]} == ROLES
    assert {role for step in steps for role in step.get("moves", {})} == set(NIGHT_ROLES)
    given = {item for game in games for item in game.get("rulings", {}).items()}
    assert given == {(name, choice) for name, choices in RULINGS.items() for choice in choices}


def test_everything_told_occurs() -> None:
    rng = random.Random(22)
    told: Counter[str] = Counter()
    drawn: Counter[str] = Counter()

    def draw(purpose: str, night: int, seats: list[int]) -> int:
        assert len(seats) > 1
        assert seats == sorted(seats)
        drawn[purpose] += 1
        return max(seats)

    for _ in range(2 * GAMES):
        found = resolve(random_game(rng, draw=draw), draw)
        assert found["error"] is None
        told[f"winner {found['winner']}"] += 1
        for entry in found["steps"]:
            told.update(f"cause {cause}" for causes in entry.get("died", {}).values() for cause in causes)
            told.update(f"rule {one['rule']}" for one in entry.get("refused", []))
            told.update(f"rule {rule}" for rules in entry.get("cancelled", {}).values() for rule in rules)
            told.update(f"{role} {answer}" for role, answer in entry.get("answers", {}).items())
            told.update(f"blocked {role}" for role in entry.get("blocked", []))
            told.update(f"lapsed {role}" for role in entry.get("lapsed", []))
            told.update(key for key in ("saved", "seduced", "poisoned", "tied", "missing") if entry.get(key))
            if entry["kind"] == "day":
                told[f"mayor decided {entry['mayor_decided']}"] += 1
                told[f"acquitted {entry['acquitted']}"] += 1
                told[f"jailed {entry['jailed'] is not None}"] += 1
    expected = {f"winner {name}" for name in (None, "nobody", "maniac", "town", "mafia")}
    expected |= {"cause mafia", "cause maniac", "cause poison", "cause jealous", "cause mirrored"}
    expected |= {"cause kabum", "cause sacrificed", "cause excluded", "cause jailed", "cause override"}
    expected |= {f"rule {rule}" for rule in ("1.8", "1.8.1", "2.5", "4.5", "4.6")}
    expected |= {f"rule {rule}" for rule in ("3.1", "3.2", "3.6", "3.7", "3.10", "3.11", "3.12")}
    expected |= {f"commissar {answer}" for answer in ("+", "-", "none")}
    expected |= {f"journalist {answer}" for answer in ("same", "different", "none")}
    expected |= {f"blocked {role}" for role in NIGHT_ROLES if role != "thief"}
    expected |= {f"lapsed {role}" for role in NIGHT_ROLES}
    expected |= {"saved", "seduced", "poisoned", "tied", "missing", "jailed True", "jailed False"}
    expected |= {"mayor decided True", "mayor decided False"}
    expected |= {"acquitted True", "acquitted False", "acquitted None"}
    assert expected - set(told) == set()
    assert set(drawn) == {"mirror", "heir"}


def test_every_way_to_spoil_a_game(games: list[dict[str, Any]]) -> None:
    rng = random.Random(23)
    applied: Counter[str] = Counter()
    for kind in SPOILERS:
        for game in games:
            found = spoiled(rng, game, kind)
            if found is not None:
                doc, place = found
                assert resolve(doc, smallest)["error"] == place, kind
                assert plain_toml(doc)
                applied[kind] += 1
            if applied[kind] == 5:
                break
    assert set(applied) == set(SPOILERS)
    assert len(SPOILERS) >= 15


def test_unlawful_games(games: list[dict[str, Any]]) -> None:
    rng = random.Random(24)
    for game in games:
        doc, place = unlawful(rng, game)
        assert resolve(doc, smallest)["error"] == place
