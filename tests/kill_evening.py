"""An evening by flags, killed at any moment: ``python tests/kill_evening.py --times 500 [--seed N]``.

Each time a process of its own plays the evening and is killed (SIGKILL) at one of its calls, drawn from the seed and so
the same on every machine. The save must then load and hold
every decision of the commands that had ended; no lock may be left, and the evening must go on.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from counting import calls
from written import on_disk, play

from mafia_cli.cli.app import run
from mafia_cli.script import disk
from mafia_cli.script.model import Script
from mafia_cli.script.toml import parse

PLAYERS = "don mafia commissar doctor casanova mayor thief kamikaze healer citizen".split()  # noqa: SIM905
EVENING = [
    "new eve --players players.txt --deal deal.txt --seed 7 --yes",
    "pm --sent all",
    "night --move mafia=citizen --move doctor=don",
    "night --move doctor=mayor --skip thief",
    "night --judge --yes",
    "announce --sent",
    "vote --votes votes.txt",
    "undo",
    "redo",
    "vote --close --yes",
    "vote --close --yes",
    "announce --day 1 --text count --sent",
    "player violation doctor 4.2",
    "kabum commissar",
    "undo",
    "revive citizen",
    "amend --night 1 --move doctor=thief --yes",
    "night --move mafia=mayor",
    "undo",
    "night --move mafia=doctor --judge --yes",
    "announce --sent",
    "end mafia --yes",
]


def prepare(folder: Path) -> None:
    """Write the lists that the evening reads."""
    (folder / "players.txt").write_text("\n".join(PLAYERS), encoding="utf-8")
    (folder / "deal.txt").write_text("\n".join(f"{role} = {role}" for role in PLAYERS), encoding="utf-8")
    votes = [f"{voter} = don" for voter in ("mafia", "doctor", "mayor")]
    (folder / "votes.txt").write_text("\n".join([*votes, "don = doctor"]), encoding="utf-8")


def evening(folder: Path, done: Callable[[int], None]) -> None:
    """Play the evening in a folder, telling after each command that it ended."""
    os.chdir(folder)
    for number, line in enumerate(EVENING, 1):
        status = run([*line.split(), "--saves", str(folder / "saves"), "--lang", "en"])
        assert status == 0, line
        done(number)


def timeless(value: Any) -> Any:
    """Return a document without the moments in it."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if key not in ("at", "created", "name")}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def rehearse(folder: Path) -> tuple[list[Any], list[int], int]:
    """Play it whole: return every document written, how many there were after each command, the calls it made."""
    written: list[Any] = []
    ended = [0]
    write = disk.write

    def noted(path: Path, script: Script) -> bytes:
        data = write(path, script)
        written.append(timeless(parse(data)))
        return data

    prepare(folder)
    disk.write = noted
    try:
        evening(folder, lambda _: ended.append(len(written)))
    finally:
        disk.write = write
    (again := folder / "again").mkdir()
    prepare(again)
    return written, ended, calls(lambda: evening(again, lambda _: None))


def killed_once(folder: Path, last: int) -> int:
    """Play the evening in a process of its own, killed at so many calls; return how many commands had ended."""
    prepare(folder)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        dots = os.fdopen(writer, "w")
        left = last

        def killed(_frame: object, event: str, _arg: object) -> None:
            nonlocal left
            left -= event in ("call", "c_call")
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(killed)
        try:
            evening(folder, lambda _: print(".", end="", file=dots, flush=True))
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    ended = 0
    while told := os.read(reader, 4096):
        ended += len(told)
    os.close(reader)
    return ended


def check(folder: Path, written: list[Any], at_least: int) -> None:
    """Raise ``AssertionError`` unless the save loads, holds what was acknowledged and can be gone on with."""
    saves = folder / "saves"
    path = saves / "eve.toml"
    if at_least == 0 and not path.exists():
        return
    doc = on_disk(path)
    assert not play(doc).faults
    found = [at for at, other in enumerate(written, 1) if other == timeless(doc)]
    assert found, "a state that never was"
    assert found[-1] >= at_least, f"lost: {found[-1]} of {at_least}"
    for backup in disk.backups(path):
        assert not play(on_disk(backup)).faults
    assert disk.game_files(saves) == [path]
    with disk.locked(path):
        pass
    assert run(["status", "--saves", str(saves), "--lang", "en"]) == 0
    if doc.get("steps"):
        assert run(["undo", "--saves", str(saves), "--lang", "en", "--game", "eve"]) == 0


def main(arguments: Iterable[str] | None = None) -> None:
    """Kill as many evenings as the command line says and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(None if arguments is None else list(arguments))
    rng, screen, ended_after = random.Random(asked.seed), os.dup(1), []
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        written, ended, whole = rehearse(Path(name))
        for number in range(asked.times):
            folder = Path(name) / f"kill-{number}"
            folder.mkdir()
            commands = killed_once(folder, rng.randrange(whole))
            check(folder, written, ended[commands])
            ended_after.append(commands)
            os.chdir(home)
    middle = sum(0 < commands < len(EVENING) for commands in ended_after)
    os.dup2(screen, 1)
    sys.stdout = os.fdopen(1, "w")
    print(f"{asked.times} evenings killed, {middle} of them after a command and before the last; nothing lost")


if __name__ == "__main__":
    main()
