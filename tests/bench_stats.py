"""How long ``mafia stats`` takes over many games: ``python tests/bench_stats.py [GAMES]``; not a test.

Makes a folder of GAMES copies of the sample (10,000 by default), each with other nicks' order and another date, and
times the command in a process of its own: the first time, and again with what it has kept.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mafia_cli.script.toml import dumps, parse

ROOT = Path(__file__).parent.parent


def fill(folder: Path, games: int) -> None:
    """Write the games: every one's seats turned by one place, so that everybody has every role in time."""
    doc = {
        key: value for key, value in parse((ROOT / "saves" / "example.toml").read_bytes()).items() if key != "example"
    }
    text = dumps(doc)
    chats = [player["chat"] for player in doc["players"]]
    for number in range(games):
        turned = text
        for at, chat in enumerate(chats):
            turned = turned.replace(f'chat = "{chat}"', f'chat = "\0{chats[(at + number) % len(chats)]}"')
        date = f"{2020 + number // 3650}-{1 + number // 300 % 12:02}-{1 + number % 28:02}"
        turned = turned.replace("\0", "").replace("2025-11-08", date)
        (folder / f"game-{number:05}.toml").write_text(turned, encoding="utf-8")


def main() -> None:
    """Fill a folder, time the command."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), games)
        for what in ("first", "again"):
            start = time.perf_counter()
            command = [sys.executable, "-m", "mafia_cli", "--saves", name, "--lang", "en", "stats"]
            done = subprocess.run(
                command, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "80"}
            )
            print(f"{what}: {games} games in {time.perf_counter() - start:.1f} s; {done.stdout.splitlines()[0]}")


if __name__ == "__main__":
    main()
