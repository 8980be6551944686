"""How it bears much: ``python tests/bench_big.py [--rounds N]``. Whole processes, medians, and ratios within one run.

A game of 25 players, 40 nights and 2,000 steps against a fresh one: ``announce``, ``status``, ``undo``. Then a folder
of 10,000 saves: ``games`` against ``mafia --version``.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from documents import play

from mafia_cli.rules.roles import Role
from mafia_cli.script.toml import dumps

NICKS = [f"Игрок {number}" for number in range(1, 26)]
TOWN = [*Role, *[Role.CITIZEN] * 8, *[Role.MAFIA] * 2]
MAFIA = [sys.executable, "-m", "mafia_cli"]


def fresh() -> dict[str, Any]:
    """Return a game of 25 players with one night."""
    players = [{"nick": nick, "role": role.value} for nick, role in zip(NICKS, TOWN, strict=True)]
    head = {"format": 1, "name": "bench", "created": "2026-01-02T20:00:00+03:00", "lang": "ru", "seed": 7}
    return {**head, "players": players, "steps": [_night(1)]}


def long() -> dict[str, Any]:
    """Return the same game after 40 nights and days and 2,000 steps in all: nobody dies, much is noted."""
    doc = fresh()
    steps: list[dict[str, Any]] = []
    rng = random.Random(7)
    for number in range(1, 41):
        steps.append(_night(number))
        steps.append({"kind": "day", "votes": [[nick, NICKS[rng.randrange(25)]] for nick in NICKS], "acquit": []})
        for _ in range(48):
            nick, other = rng.sample(NICKS, 2)
            steps.append({"kind": "violation", "target": nick, "rule": "4.2", "note": f"писал {other} {number}"})
        steps.append({"kind": "override", "reason": "bench", "alive": NICKS[:25], "seduced": []})
    doc["steps"] = [*steps[:1999], _night(41)]
    return doc


def _night(number: int) -> dict[str, Any]:
    moves = {"mafia": NICKS[number % 25], "doctor": NICKS[number % 25], "commissar": NICKS[(number + 3) % 25]}
    if moves["commissar"] == NICKS[TOWN.index(Role.COMMISSAR)]:
        del moves["commissar"]
    if NICKS[number % 25] == NICKS[TOWN.index(Role.DOCTOR)]:
        moves = {}
    entries = [[role, nick] for role, nick in moves.items()]
    return {"kind": "night", "moves": moves, "entries": entries}


def timed(
    lines: dict[str, list[str]], rounds: int, environment: dict[str, str], renew: dict[Path, bytes]
) -> dict[str, float]:
    """Run command lines in turns; return the median seconds of each."""
    taken: dict[str, list[float]] = {name: [] for name in lines}
    for turn in range(rounds + 1):
        for name, line in lines.items():
            for path, data in renew.items():
                path.write_bytes(data)
            before = time.perf_counter()
            subprocess.run(line, env=environment, stdout=subprocess.DEVNULL, check=True)
            if turn:
                taken[name].append(time.perf_counter() - before)
    return {name: median(times) for name, times in taken.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--saves", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "MAFIA_LANG": "ru", "PYTHONUTF8": "1"}
        big, small = long(), fresh()
        for doc in (big, small):
            assert not play(doc).faults, play(doc).faults
        renew: dict[Path, bytes] = {}
        for folder, doc in (("big", big), ("small", small)):
            (Path(name) / folder).mkdir()
            renew[Path(name) / folder / "bench.toml"] = dumps(doc).encode()
        commands = ("announce", "status", "undo")
        lines = {
            f"{one} {folder}": [*MAFIA, one, "--saves", f"{name}/{folder}"]
            for one in commands
            for folder in ("small", "big")
        }
        times = timed(lines, asked.rounds, environment, renew)
        nights = sum(step["kind"] == "night" for step in big["steps"])
        print(f"25 players, {nights} nights, {len(big['steps'])} steps, against a fresh game")
        for one in commands:
            fast, slow = times[f"{one} small"], times[f"{one} big"]
            print(f"  {one:<9} {fast * 1e3:7.1f} ms {slow * 1e3:7.1f} ms  {slow / fast:5.2f} x")
        many = Path(name) / "many"
        many.mkdir()
        data = dumps(small).encode()
        for number in range(asked.saves):
            (many / f"game-{number}.toml").write_bytes(data)
        lines = {"--version": [*MAFIA, "--version"], "games": [*MAFIA, "games", "--saves", str(many)]}
        times = timed(lines, asked.rounds, environment, {})
        print(f"{asked.saves} saves in the folder, each against --version")
        for one, seconds in times.items():
            print(f"  {one:<9} {seconds * 1e3:7.1f} ms  {seconds / times['--version']:5.2f} x")


if __name__ == "__main__":
    main()
