"""Small written games for the tests of the rules: the town, steps in short, what came of them."""

from collections.abc import Mapping
from typing import Any, Final

from documents import Raw, play

from mafia_cli.script import contract
from mafia_cli.script.model import Played

TOWN: Final = {
    "Дон": "don", "Маф": "mafia", "Ком": "commissar", "Док": "doctor", "Пут": "casanova", "Мэр": "mayor",
    "Ман": "maniac", "Рев": "jealous", "Отр": "poisoner", "Тел": "bodyguard", "Вор": "thief", "Цел": "healer",
    "Кам": "kamikaze", "Жур": "journalist", "Аня": "citizen", "Боря": "citizen", "Вера": "citizen",
}  # fmt: skip
SMALL: Final = ("Дон", "Ком", "Док", "Пут", "Мэр", "Аня", "Боря", "Вера", "Кам", "Цел")
"""Ten of them: few enough for an acquittal."""


def night(**moves: str | list[str]) -> Raw:
    """A night of these moves; "" skips."""
    return {"kind": "night", "moves": moves}


def day(votes: Mapping[str, str] | None = None, **more: Any) -> Raw:
    """A day of these votes, voter to candidate; ``acquit`` and ``revote`` likewise."""
    ballots: dict[str, Mapping[str, Any]] = {"votes": votes or {}}
    ballots |= {key: more.pop(key) for key in ("revote", "acquit") if key in more}
    return {"kind": "day", **{key: [list(pair) for pair in value.items()] for key, value in ballots.items()}, **more}


def step(kind: str, target: str = "", **more: Any) -> Raw:
    """Any other step."""
    return {"kind": kind, **({"target": target} if target else {}), **more}


def doc(*steps: Raw, town: Any = TOWN, seed: int = 1, rulings: Mapping[str, str] | None = None) -> Raw:
    """A document; ``town``: nicks of the whole town, or a table of nick to role."""
    players = [{"nick": nick, "role": town[nick] if isinstance(town, dict) else TOWN[nick]} for nick in town]
    return {"seed": seed, "rulings": dict(rulings or {}), "players": players, "steps": list(steps)}


def played(*steps: Raw, town: Any = TOWN, seed: int = 1, **rulings: str) -> Played:
    """Play the steps, which the rules allow."""
    game = play(doc(*steps, town=town, seed=seed, rulings=rulings))
    assert game.faults == []
    return game


def entries(*steps: Raw, town: Any = TOWN, seed: int = 1, **rulings: str) -> list[dict[str, Any]]:
    """Play the steps and return the JSON entry of each."""
    return contract.entries(played(*steps, town=town, seed=seed, **rulings))


def last(*steps: Raw, town: Any = TOWN, seed: int = 1, **rulings: str) -> dict[str, Any]:
    """Play the steps and return what the last one says besides its kind, number and the keys that are empty."""
    entry = entries(*steps, town=town, seed=seed, **rulings)[-1]
    return {key: value for key, value in entry.items() if key not in ("kind", "number") and value not in (None, [], {})}


def faults(*steps: Raw, town: Any = TOWN, seed: int = 1, **rulings: str) -> list[tuple[str, str, str]]:
    """Play the steps and return place, code and rule of everything that may not be."""
    found = play(doc(*steps, town=town, seed=seed, rulings=rulings)).faults
    return [(fault.place, fault.problem.code, fault.problem.rule) for fault in found]
