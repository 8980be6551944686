"""Games as tests write them down, tables with nicks: turned into what the program holds, and back."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mafia_cli.script import disk, replay
from mafia_cli.script.model import Played, Row, Script, Told, names_of
from mafia_cli.script.tables import changes as changes
from mafia_cli.script.tables import dump, raw_of, read
from mafia_cli.script.toml import dumps, parse
from mafia_cli.session import Session

Raw = dict[str, Any]


def as_script(doc: Raw) -> Script:
    """Return a written game as the program reads it."""
    text = dumps(doc)
    return read(parse(text.encode()), text)


def play(doc: Raw | Script) -> Played:
    """Play a written game."""
    return replay.play(read(doc) if isinstance(doc, dict) else doc)


def table(script: Script) -> Raw:
    """Return a game as it would be written."""
    return parse(dump(script).encode())


def on_disk(path: Path) -> Raw:
    """Return the game in a file."""
    return parse(disk.read(path))


def row(session: Session, step: Raw) -> Row:
    """Return a written step as one of a session's game, as it would stand after all closed ones."""
    return row_in(session.script, step)


def row_in(script: Script, step: Raw) -> Row:
    """Return a written step as one of a game, as it would stand after all closed ones."""
    doc = table(script)
    steps = [one for one in doc.get("steps", []) if one.get("open") is not True]
    return read({**doc, "steps": [*steps, step]}).steps[-1]


def raw(record: Any) -> Raw:
    """Return a judged step as it is written."""
    return raw_of(record.row, names_of(record.was[1:]), ())


def told(entries: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Return what left the desk, as the program holds it."""
    return [Told(**entry) for entry in entries]
