"""Random evenings, typed at the desk and at the questions of a new game: ``python tests/fuzz_desk.py [--evenings 2000]
[--seed 0]``; ``--only N`` holds one of them again.

Each goes through the program's own entry and its own reading of keys, over a game taken up at a random step, a save
mutated (it is opened or refused), or a set-up begun and gone on with. Then the game is taken up and left again: what
stands on disk must not move, and a sound save must have stayed one.
"""

import argparse
import io
import os
import random
import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from documents import play
from fuzz import PIECES, mutated, mutated_bytes, random_line, seeds, unsafe, written
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mafia_cli.cli.app import run
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.toml import dumps, parse
from mafia_cli.words.catalogue import LANGUAGES

COMMANDS: Final = [
    "меню", "отмена", "вернуть", "почему", "статус", "все", "?", "помощь", "выход", "ещё", "текст", "напомнить",
    "кабум", "воскресить", "исключить", "замена", "ник", "нарушение", "наследник", "описка", "лог", "забыть",
    "исправить", "решение", "конец", "рассвет", "ночь", "день", "музыка", "таймер", "говорил", "очередь", "простить",
    "чс", "отошёл", "нет", "вернулся", "раздать", "стоп", "назад", "menu", "undo", "redo", "why", "status", "all",
    "help", "quit", "again", "text", "remind", "kabum", "revive", "exclude", "replace", "rename", "alias",
    "violation", "heir", "slip", "log", "forget", "amend", "fix", "override", "end", "dawn", "night", "vote", "music",
    "timer", "spoke", "queue", "forgive", "blacklist", "away", "back", "deal", "stop",
]  # fmt: skip
ANSWERS: Final = ["", "", "", "", "", "д", "н", "y", "n", "1", "2", "3", "<", "-", "+", "all", "и", "з", "к"]
SETUP: Final = [
    "Пятница", "ru", "английский", "вк", "plug", "5", "Пираты", "Космос, Чикаго", "мафия 3", "-вор", "дон 1 мафия 1",
    "tie=nobody", "аня = дон", "1 = Борис", "2-4", "+Нова", "-3", "Аня: 2\nБоря за 1", "Ann = don, Bob = doctor",
    ", ".join(["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя"]),
    "\n".join(f"{at}. {nick}" for at, nick in enumerate(["Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gus"], 1)),
]  # fmt: skip
KEYS: Final = [
    "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f", "\x7f\x7f\x7f", "\x01", "\x05",
    "\x0b", "\x15", "\x17", "\x14", "\x19", "\x1f", "\x0c", "\x12", "\x13", "\x07", "\t", "\t\t", "\x1b[Z", "\x1b[1;5D",
    "\x1b[5~", "\x1bb", "\x1bd", "\x1bu", "\x1b.", "\x1b<", "\x16\x1b", "\x00", "\x18\x18", "\x1b[200~", "\x1b[201~",
    "\x1b[99;99~", "\x1b[31m", "\x1bOP", "\x1b[M !!", "\x1b[I", "\x1b[5;5R", "\x9b", "\x1b[20", "\n", "\U0001f600",
]  # fmt: skip
"""What a hand on the keys may press: moving, cutting, searching back, completing, pastes unended, sequences unknown."""
ENDS: Final = ["\x03", "\x04"]
_OWN: Final = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/=]*\x07|\x1b\[[012]m")
"""What the program itself tells a terminal here: the text for the clipboard, bold, dim and neither."""


class _Glass(io.StringIO):
    """What is shown, as to a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class _Keyboard(io.TextIOWrapper):
    """A terminal, in which all of this is typed ahead; then the window closes."""

    def __init__(self, typed: str) -> None:
        reads, writes = os.pipe()
        os.set_blocking(writes, False)
        os.write(writes, typed.encode()[:60_000])
        os.close(writes)
        super().__init__(os.fdopen(reads, "rb"), "utf-8", errors="replace")

    def isatty(self) -> bool:
        return True


def sat(lines: list[str], *argv: str, plain: bool = False) -> tuple[int, str]:
    """Run a command line before which these lines are typed ahead; return its status and all it printed.

    With ``plain`` the program reads them by itself, else key by key through prompt_toolkit.
    """
    streams, shown = (sys.stdin, sys.stdout, sys.stderr), _Glass()
    with _Keyboard("".join(f"{line}\n" for line in lines) if plain else "") as keyboard:
        sys.stdin, sys.stdout, sys.stderr = keyboard, shown, shown
        try:
            if plain:
                return run(["--plain", *argv]), shown.getvalue()
            with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
                pipe.send_text("".join(f"{line}\r" for line in lines))
                pipe.close()
                return run(argv), shown.getvalue()
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams


@contextmanager
def a_room(lang: str) -> Iterator[Path]:
    """Make a folder for saves of its own and what the program asks of the machine; the variables come back."""
    before = dict(os.environ)
    few = patch("mafia_cli.balance.suggest.quick_games", lambda players: 2)
    with tempfile.TemporaryDirectory() as folder, few:
        os.environ.update(MAFIA_SAVES=folder, MAFIA_LANG=lang, MAFIA_NO_CLIPBOARD="1", TERM="xterm", NO_COLOR="1")
        os.environ.pop("MAFIA_PLAIN", None)
        try:
            yield Path(folder)
        finally:
            os.environ.clear()
            os.environ.update(before)


def random_lines(rng: random.Random, nicks: list[str], answers: list[str], count: int, *, plain: bool) -> list[str]:
    """Return so many lines as they are typed: sense, nonsense, commands, pastes, with slips of the hand between."""
    lines = []
    for _ in range(count):
        nick = rng.choice(nicks)
        match rng.randrange(10):
            case 0 | 1 | 2:
                line = rng.choice(answers)
            case 3 | 4:
                about = rng.choice([nick, nick, "", rng.choice(PIECES)])
                line = (
                    f"/{rng.choice(COMMANDS)} {about} {rng.choice(['', '', '1', '5', rng.choice(nicks), 'x'])}".strip()
                )
            case 5:
                line = "\n".join(random_line(rng, nicks) for _ in range(rng.randrange(2, 5)))
            case 6:
                line = random_line(rng, nicks)
            case _:
                line = rng.choice(["маф", "док", "com", "cas", "вор", f"{nick}:", f"{nick} голосует за", "/кабум"])
                line = f"{line} {rng.choice(nicks)}"
        text = "".join(char for char in line if char >= " " or char in "\t\n").encode("utf-8", "replace").decode()[:400]
        lines.append(text.replace("\n", " ") if plain else _pressed(rng, text))
    return lines if plain or rng.random() < 0.8 else [*lines, rng.choice(ENDS)]


def _pressed(rng: random.Random, text: str) -> str:
    """Return a line as keys: pasted, or with a key between that writes nothing; none of them stops the process."""
    if "\n" in text or rng.random() < 0.1:
        return f"\x1b[200~{text}\x1b[201~"
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(KEYS) + text[at:] if rng.random() < 0.3 else text


def begun(rng: random.Random) -> dict[str, Any]:
    """Return a game dealt and played to some step, perhaps with its last step open."""
    doc = rng.choice([one for one in seeds() if one.get("steps") and len(one.get("players", ())) > 3])
    steps = doc["steps"][: rng.randrange(len(doc["steps"]) + 1)]
    if steps and steps[-1].get("kind") in ("night", "day") and rng.random() < 0.5:
        steps = [*steps[:-1], {**steps[-1], "open": True}]
    return {**doc, "name": "eve", "steps": steps}


def evening(number: int, seed: int) -> tuple[str, str]:
    """Hold one evening; return how it went and what was wrong, "" if nothing. Every third goes key by key."""
    rng, plain = random.Random(f"evening {seed} {number}"), number % 3 > 0
    with a_room(LANGUAGES[rng.randrange(len(LANGUAGES))]) as folder:
        if rng.random() < 0.3:
            return "set up", _set_up(rng, folder, plain=plain)
        doc, path = begun(rng), folder / "eve.toml"
        data = dumps(doc).encode()
        if rng.random() < 0.4:
            data = mutated_bytes(rng, data) if rng.random() < 0.2 else written(mutated(rng, doc))
        path.write_bytes(data)
        sound = _sound(data)
        nicks = [str(player["nick"]) for player in doc["players"]]
        lines = random_lines(rng, nicks, ANSWERS, rng.randrange(4, 25), plain=plain)
        status, shown = sat(lines, "play", "--game", "eve", plain=plain)
        if status == 1 and not sound and path.read_bytes() != data:
            return "refused", "a save refused was written over"
        if sound and not _sound(path.read_bytes()):
            return "played", f"a sound save is none any more:\n{path.read_text('utf-8')}"
        return "played" if sound else "refused", _wrong(path, shown)


def _set_up(rng: random.Random, folder: Path, *, plain: bool) -> str:
    """Answer the questions of a new game until the window closes, mutate the set-up and go on with it."""
    sane = ["Пятница", "", "", "", SETUP[-2], *[""] * 8]
    nicks = ["Аня", "Борис", "Ann", "Bob"]
    lines = [*sane[: rng.randrange(len(sane))], *random_lines(rng, nicks, SETUP, rng.randrange(2, 8), plain=plain)]
    _, shown = sat(lines, "new", "--seed", "5", plain=plain)
    for path in sorted(folder.glob("*.toml"))[:1]:
        if rng.random() < 0.6:
            path.write_bytes(written(mutated(rng, parse(path.read_bytes()))))
        lines = random_lines(rng, nicks, SETUP, rng.randrange(2, 8), plain=plain)
        return _wrong(path, shown + sat(lines, "play", "--game", path.stem, plain=plain)[1])
    return _wrong(None, shown)


def _wrong(path: Path | None, shown: str) -> str:
    """Return what is wrong with what was shown, and with the save when it is taken up and left again."""
    odd = unsafe(_OWN.sub("", shown).replace("\n", ""))
    if odd:
        return f"shows what a terminal obeys: {odd!a}"
    if path is None:
        return ""
    before = path.read_bytes()
    sat([], "play", "--game", path.stem, plain=True)
    return "" if path.read_bytes() == before else "a game taken up and left again is written otherwise"


def _sound(data: bytes) -> bool:
    try:
        return not play(parse(data)).faults
    except RefusedError:
        return False


def fuzz_evenings(numbers: Iterable[int], seed: int, failed: Callable[[str], None]) -> dict[str, int]:
    """Hold these evenings; return how many went how."""
    went: dict[str, int] = {}
    for number in numbers:
        try:
            how, wrong = evening(number, seed)
        except Exception as error:
            how, wrong = "failed", "".join(traceback.format_exception(error))
        if wrong:
            failed(f"evening --seed {seed} --only {number}: {wrong}")
        went[how] = went.get(how, 0) + 1
    return went


def main() -> int:
    """Hold evenings as the command line says; print what went wrong; the exit status is 1 when anything did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--evenings", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    asked = parser.parse_args()
    failures: list[str] = []
    numbers = range(asked.evenings) if asked.only is None else [asked.only]

    def failed(what: str) -> None:
        failures.append(what)
        print(what, flush=True)

    went = fuzz_evenings(numbers, asked.seed, failed)
    print(f"{len(numbers)} evenings ({went}): {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
