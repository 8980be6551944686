"""An evening by flags, killed at any moment: ``python tests/kill_evening.py --times 500 [--seed N]``.

Each time a process of its own runs one of the evening's commands and is killed (SIGKILL) at a drawn call of a function.
The save must then load and hold every decision of the commands that had ended; no lock may be left, and the evening
must go on.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from counting import calls
from documents import on_disk, play

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
    "vote --close --yes --anyway",
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


def command(folder: Path, number: int) -> None:
    """Run one command of the evening in a folder."""
    os.chdir(folder)
    line = EVENING[number]
    status = run([*line.split(), "--saves", str(folder / "saves"), "--lang", "en"])
    assert status == 0, line


def timeless(value: Any) -> Any:
    """Return a document without the moments in it."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if key not in ("at", "created", "name")}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def rehearse(folder: Path) -> tuple[list[Any], list[int]]:
    """Play it whole, the folder kept as it was before each command: ``before-0``, ``before-1``, ...

    Return every document written and how many there were before each command.
    """
    written: list[Any] = []
    ended: list[int] = []
    write = disk.write

    def noted(path: Path, script: Script) -> bytes:
        data = write(path, script)
        written.append(timeless(parse(data)))
        return data

    (whole := folder / "whole").mkdir()
    prepare(whole)
    disk.write = noted
    try:
        for number in range(len(EVENING)):
            ended.append(len(written))
            shutil.copytree(whole, folder / f"before-{number}")
            command(whole, number)
    finally:
        disk.write = write
    return written, ended


def killed_once(folder: Path, number: int, last: int) -> bool:
    """Run a command in a process of its own that is killed after so many calls; return whether it was."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        left = last

        def killed(_frame: object, event: str, _arg: object) -> None:
            nonlocal left
            left -= event in ("call", "c_call")
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(killed)
        try:
            command(folder, number)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


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
    rng, screen, killed = random.Random(asked.seed), os.dup(1), 0
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        written, ended = rehearse(Path(name))
        counts: dict[int, int] = {}
        for time in range(asked.times):
            number = rng.randrange(len(EVENING))
            folder = Path(name) / f"kill-{time}"
            shutil.copytree(Path(name) / f"before-{number}", folder)
            if number not in counts:
                shutil.copytree(folder, again := Path(name) / f"count-{number}")
                counts[number] = calls(partial(command, again, number))
            killed += killed_once(folder, number, rng.randrange(counts[number]))
            check(folder, written, ended[number])
            os.chdir(home)
    os.dup2(screen, 1)
    sys.stdout = os.fdopen(1, "w")
    assert killed > asked.times // 2, killed
    print(f"{killed} of {asked.times} evenings killed amid a command; nothing lost")


if __name__ == "__main__":
    main()
