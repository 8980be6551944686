"""Saves as things on a shelf: rename one, put one away, bring an earlier state back. Nothing is lost by any of it."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from mafia_cli.saves import store
from mafia_cli.saves.script import Raw
from mafia_cli.saves.text import SaveError, dumps, parse

_HEADING: Final = re.compile(r"^\s*\[", re.MULTILINE)
_NAME: Final = re.compile(r"^name[ \t]*=[ \t]*(?:\"[^\"\\\n]*\"|'[^'\n]*')[ \t]*$", re.MULTILINE)


def find(folder: Path, name: str) -> Path:
    """Return the save of this name, or of one put away whose backups are there; raises ``SaveError``."""
    try:
        return store.named(folder, name)
    except SaveError:
        path = folder / f"{name}.toml"
        if path.parent == folder and not path.exists() and store.backups(path):
            return path
        raise


def rename(path: Path, name: str) -> Path:
    """Give a save another name: in its header and, made fit for a file, on disk; return the new path.

    The host's comments stay. Raises ``SaveError`` (``empty_name``; what the disk refuses).
    """
    if not name.strip():
        raise SaveError("empty_name")
    with store.locked(path):
        data = store.read(path)
        parse(data)  # a damaged file is mended first
        new = path if store.file_stem(name) == path.stem else store.free_path(path.parent, name)
        text = _with_name(data.decode(), name)
        if new == path:
            store.write_bytes(path, text.encode())
            return path
        with store.locked(new):
            store.write_bytes(new, text.encode())
        with suppress(OSError):
            _backups(path).rename(_backups(new))
        with store.os_errors(path):
            path.unlink()
    return new


def _with_name(text: str, name: str) -> str:
    """Put a name into the header, touching nothing else where that can be done."""
    doc: Raw = {"name": name}
    line = dumps(doc)
    first = _HEADING.search(text)
    head, rest = (text[: first.start()], text[first.start() :]) if first else (text, "")
    changed = _NAME.sub(lambda _: line.rstrip("\n"), head, count=1) if _NAME.search(head) else line + head
    wanted = {**parse(text.encode()), "name": name}
    with suppress(SaveError):
        if parse((changed + rest).encode()) == wanted:
            return changed + rest
    return dumps(wanted)


def _backups(path: Path) -> Path:
    return path.parent / ".backups" / path.stem


def delete(path: Path) -> None:
    """Take a save off the shelf; what it held stays as its last backup, so ``restore`` brings it back."""
    with store.locked(path):
        store.back_up(path, store.read(path))
        with store.os_errors(path):
            path.unlink()


def restore(path: Path, number: int) -> None:
    """Bring back a backup, 1 the latest; what stands there now becomes a backup itself.

    Raises ``SaveError`` (``no_such_backup``, with how many there are).
    """
    with store.locked(path):
        kept = store.backups(path)[::-1]
        if not 1 <= number <= len(kept):
            raise SaveError("no_such_backup", number=number, count=len(kept))
        data = store.read(kept[number - 1])
        with suppress(SaveError):
            store.back_up(path, store.read(path))
        store.write_bytes(path, data)
