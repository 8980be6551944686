"""An evening typed into the wizard: lines through a pipe, as a terminal would bring them; what stands on disk after."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

Result = TypeVar("Result")
PASTE = "\x1b[200~{}\x1b[201~"
ENGLISH = ["Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gus", "Hal"]
TWELVE = ["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя", "Иван", "Кира", "Лёва", "Марк"]


def typed(lines: Sequence[str], call: Callable[[], Result]) -> Result:
    """Call with these lines typed, each with Enter; whoever asks for more meets the end of the input (Ctrl-D)."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("".join(f"{PASTE.format(line) if chr(10) in line else line}\r" for line in lines))
        pipe.close()
        return call()


def on_disk(path: Path) -> dict[str, Any]:
    """Return a save without what no two evenings share."""
    doc = tomllib.loads(path.read_text("utf-8"))
    return {key: value for key, value in doc.items() if key not in ("created", "told")}


def only_save() -> Path:
    """Return the one save there is."""
    (path,) = Path("saves").glob("*.toml")
    return path
