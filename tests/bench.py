"""How fast it is: ``python tests/bench.py [--rounds N] [night] [start]``. Medians, and ratios within one run.

``night``: one night of 12 players and 10 moves judged, with its reasons kept and without. ``start``: whole processes
on a game of 14 players and 8 nights, run in turns so that a busy machine slows all of them alike; each is told as a
multiple of ``python -c pass``.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from documents import as_script, row

from mafia_cli import session as desk
from mafia_cli.rules.day import present
from mafia_cli.rules.model import Trace, cast_of
from mafia_cli.rules.moves import move_problems
from mafia_cli.rules.night import NO_VISITS, SECOND, judge
from mafia_cli.rules.roles import MOVERS, ROLES, Role
from mafia_cli.rules.rulings import Rulings
from mafia_cli.script.told import told_of, unsent

NIGHT_TOWN = [
    Role.DON, Role.MAFIA, Role.COMMISSAR, Role.DOCTOR, Role.CASANOVA, Role.MANIAC,
    Role.JEALOUS, Role.MAYOR, Role.POISONER, Role.BODYGUARD, Role.THIEF, Role.JOURNALIST,
]  # fmt: skip
GAME_TOWN = [*NIGHT_TOWN, Role.CITIZEN, Role.CITIZEN]
NICKS = [
    "Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Захар", "Ира", "Костя", "Лена", "Макс", "Нина", "Олег",
]  # fmt: skip


# --- the night --------------------------------------------------------------------------------------------


def nights() -> list[tuple[int, ...]]:
    """Return rows of visits, all ten moves in each: a quiet night, common collisions, strikes, a block."""
    town = {role: seat for seat, role in enumerate(NIGHT_TOWN, 1)}
    plans = [
        {},
        {Role.DOCTOR: 8, Role.MAFIA: 8},
        {Role.BODYGUARD: 3, Role.MAFIA: 3},
        {Role.CASANOVA: 8, Role.MAFIA: 8},
        {Role.THIEF: town[Role.COMMISSAR], Role.JEALOUS: town[Role.CASANOVA]},
        {Role.POISONER: 3, Role.DOCTOR: 3},
    ]
    calm = dict(zip(MOVERS, (8, 12, 2, 4, 7, 11, 10, 5, 8, 1), strict=True))
    rows = []
    for plan in plans:
        visits = list(NO_VISITS)
        for position, role in enumerate(MOVERS):
            visits[position] = (calm | plan)[role]
        visits[SECOND] = 2
        rows.append(tuple(visits))
    return rows


def night_times(rounds: int) -> dict[str, float]:
    """Return the median microseconds of one night, with reasons and without."""
    cast = cast_of(list(NIGHT_TOWN), Rulings(), 7)
    alive, due, rows = cast.seats, frozenset[int](), nights()

    def with_trace() -> None:
        for visits in rows:
            trace: list[Trace] = []
            judge(cast, alive, due, 4, visits, trace)

    def without() -> None:
        for visits in rows:
            judge(cast, alive, due, 4, visits)

    kinds: dict[str, Callable[[], None]] = {"with reasons": with_trace, "without": without}
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(rounds):
        for name, run in kinds.items():
            before = perf_counter()
            for _ in range(200):
                run()
            taken[name].append((perf_counter() - before) / 200 / len(rows) * 1e6)
    return {name: median(times) for name, times in taken.items()}


# --- whole processes --------------------------------------------------------------------------------------


def a_long_game(folder: Path) -> Path:
    """Play 14 players through 8 nights and 8 votes as a host would, entry by entry; return the save."""
    players = [{"nick": nick, "role": role.value} for nick, role in zip(NICKS, GAME_TOWN, strict=True)]
    doc: dict[str, Any] = {"format": 1, "name": "bench", "lang": "ru", "seed": 7, "players": players}
    with desk.created(folder, "bench", as_script(doc)) as session:
        desk.tell(session, [told_of(one) for one in unsent(session.played, session.script)])
        for night in range(1, 9):
            _a_night(session, night)
            if night < 8:
                _a_day(session, night)
        return session.path


def _a_night(session: desk.Session, night: int) -> None:
    desk.start(session, "night")
    alive = sorted(session.game.alive)
    victim = alive[-1] if night % 2 else alive[0]
    for position, role in enumerate(MOVERS):
        at = victim if role in (Role.MAFIA, Role.DOCTOR) else alive[(night + position * 3) % len(alive)]
        seats = (at, alive[(night + position * 3 + 1) % len(alive)])[: ROLES[role].targets]
        if not move_problems(session.game, role, seats):
            desk.enter_move(session, role, seats)
    desk.close(session)


def _a_day(session: desk.Session, day: int) -> None:
    if session.game.heir_due:
        desk.happen(session, row(session, {"kind": "heir", "target": session.nick(min(session.game.alive))}))
    desk.start(session, "day")
    voters = sorted(present(session.game).alive - session.game.seduced)
    for voter in voters:
        candidates = [seat for seat in voters if seat != voter]
        desk.enter_ballots(session, [(voter, candidates[day % len(candidates) if voter % 2 else 0])])
    while True:
        due = desk.close_vote(session)
        if due is None:
            return
        for voter in voters:  # everybody goes free, so that the game is long
            desk.enter_ballots(session, [(voter, 1 if due == "acquit" else voters[voter == voters[0]])])


def start_times(rounds: int) -> dict[str, float]:
    """Return the median seconds of whole processes, run in turns."""
    with tempfile.TemporaryDirectory() as name:
        save = a_long_game(Path(name))
        written = save.read_bytes()
        script = shutil.which("mafia", path=sysconfig.get_path("scripts"))
        mafia = [sys.executable, script] if script else [sys.executable, "-m", "mafia_cli"]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "mafia --version": [*mafia, "--version"],
            "mafia announce": [*mafia, "announce"],
            "mafia status": [*mafia, "status"],
            "mafia undo": [*mafia, "undo"],
        }
        taken: dict[str, list[float]] = {command: [] for command in commands}
        environment = {**os.environ, "MAFIA_SAVES": name, "MAFIA_LANG": "ru", "PYTHONUTF8": "1"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its byte code
        for turn in range(rounds + 1):
            for command, line in commands.items():
                save.write_bytes(written)
                before = perf_counter()
                subprocess.run(line, env=environment, stdout=subprocess.DEVNULL, check=True)
                if turn:  # the first round writes the byte code
                    taken[command].append(perf_counter() - before)
        return {command: median(times) for command, times in taken.items()}


def main() -> None:
    """Measure what the command line names, everything by default, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", choices=["night", "start", []], help="night, start; both by default")
    parser.add_argument("--rounds", type=int, default=31)
    asked = parser.parse_args()
    if not asked.what or "night" in asked.what:
        print("one night, 12 players, 10 moves")
        for name, microseconds in night_times(asked.rounds).items():
            print(f"  {name:<14} {microseconds:6.2f} µs")
    if not asked.what or "start" in asked.what:
        print("whole processes, a game of 14 players and 8 nights")
        times = start_times(asked.rounds)
        bare = times["python -c pass"]
        for command, seconds in times.items():
            print(f"  {command:<16} {seconds * 1e3:7.1f} ms  {seconds / bare:5.2f} x")


if __name__ == "__main__":
    main()
