"""Saves on disk: where they lie, whole-file writing, the lock, backups, which game is meant."""

import errno
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from mafia_cli.script.check import meant
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Script
from mafia_cli.script.replay import is_finished, shape_faults
from mafia_cli.script.tables import dump
from mafia_cli.script.tables import load as read_game
from mafia_cli.script.toml import MAX_BYTES

BACKUPS: Final = 10
CACHE: Final = ".stats.json"
"""What the statistics know of the games of a folder."""
_UNFINISHED: Final = re.compile(rf"\.(.+\.toml|{re.escape(CACHE)})\.[0-9]+\.new")
"""The name of a file that is written under a lock, while it is, and by whom: when it is whole it gets its own name."""
_NO_GAMES: Final = frozenset({"blacklist.toml"})


def saves_folder(option: str | None) -> Path:
    """Return the folder of the saves: ``--saves``, ``MAFIA_SAVES``, ``saves/`` here if there is one, the user's own."""
    named = option or os.environ.get("MAFIA_SAVES")
    if named:
        return Path(named).expanduser()
    here = Path("saves")
    if here.is_dir():
        return here
    from platformdirs import user_data_path

    return user_data_path("mafia", appauthor=False) / "saves"


@contextmanager
def os_errors(path: Path) -> Iterator[None]:
    """Turn what the system refuses into ``SaveError`` with the path."""
    try:
        yield
    except FileNotFoundError:
        raise SaveError("no_file", path=str(path)) from None
    except IsADirectoryError:
        raise SaveError("is_directory", path=str(path)) from None
    except (NotADirectoryError, FileExistsError):
        raise SaveError("not_a_folder", path=str(_no_folder(path))) from None
    except PermissionError:
        code = "is_directory" if path.is_dir() and sys.platform == "win32" else "permission"
        raise SaveError(code, path=str(path)) from None
    except OSError as error:
        if error.errno in _FULL:
            raise SaveError("no_space", path=str(path)) from None
        raise SaveError("disk", path=str(path), reason=reason_of(error)) from None
    except ValueError:  # a NUL in the path
        raise SaveError("no_file", path=str(path)) from None


_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_REASONS: Final = {
    "read_only": "EROFS",
    "device": "EIO",
    "name_long": "ENAMETOOLONG",
    "name_bad": "EINVAL EILSEQ",
    "links": "ELOOP",
    "open_files": "EMFILE ENFILE",
    "large": "EFBIG",
    "busy": "EBUSY ETXTBSY",
    "no_device": "ENODEV ENXIO",
    "network": "ESTALE ETIMEDOUT ENOTCONN EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH EREMOTEIO ECONNRESET",
    "memory": "ENOMEM",
    "locks": "ENOLCK ENOSYS ENOTSUP EOPNOTSUPP",
}
"""What the system calls the usual reasons; not every system knows every one."""


def reason_of(error: OSError) -> str:
    """Return why the system refuses: a key of the catalogues for the usual reasons, else its own words."""
    name = errno.errorcode.get(error.errno or 0, "")
    named = (key for key, names in _REASONS.items() if name in names.split())
    return next(named, error.strerror or type(error).__name__)


def refused(error: OSError) -> SaveError:
    """Return what the system refused, with the file where it names one, as an error to be told."""
    if not isinstance(error.filename, str):
        code = "no_space" if error.errno in _FULL else "disk"
        return SaveError(code, path="", reason=reason_of(error))
    try:
        with os_errors(Path(error.filename)):
            raise error
    except SaveError as told:
        return told


def _no_folder(path: Path) -> Path:
    """Return what stands on the way to a path and is no folder."""
    return next((one for one in reversed([path, *path.parents]) if one.exists() and not one.is_dir()), path)


def read(path: Path) -> bytes:
    """Return the bytes of a file, at most a little over ``MAX_BYTES``; raises ``SaveError``."""
    with os_errors(path), path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def load(path: Path) -> Script:
    """Return the game in a file; raises ``SaveError``."""
    return _game(read(path))


@lru_cache(maxsize=1)
def _game(data: bytes) -> Script:
    """Read the bytes, once: finding the latest game and looking at it read the same. Games are never changed."""
    return read_game(data)


def write(path: Path, script: Script) -> bytes:
    """Write a game whole: a new file beside it, flushed to disk, renamed over the old one (0600)."""
    data = dump(script).encode()
    write_bytes(path, data)
    return data


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes whole; a file half written is never seen under ``path``. Raises ``SaveError``."""
    make_folder(path.parent)
    new = path.with_name(f".{path.name}.{os.getpid()}.new")  # see _UNFINISHED
    with os_errors(path):
        try:
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
        except BaseException:
            with suppress(OSError):
                new.unlink()
            raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """A renaming is on disk only when its folder is; not every system can sync a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(folder: Path) -> None:
    """Make the folder, readable by its owner only, if it is not there yet; raises ``SaveError``."""
    if folder.is_dir():
        return
    with os_errors(folder):
        for level in reversed([folder, *folder.parents]):
            if not level.exists():
                level.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)


# --- backups ----------------------------------------------------------------------------------------------


def backups(path: Path) -> list[Path]:
    """Return the backups of a save, the oldest first."""
    return sorted(_backups(path).glob("*.toml"))


def back_up(path: Path, data: bytes) -> None:
    """Keep ``data`` as one more backup of the save, the last ten in all."""
    kept = backups(path)
    number = int(kept[-1].stem) + 1 if kept and kept[-1].stem.isdecimal() else len(kept) + 1
    write_bytes(_backups(path) / f"{number:06}.toml", data)
    for old in kept[: max(0, len(kept) + 1 - BACKUPS)]:
        with suppress(OSError):
            old.unlink()


# --- the lock ---------------------------------------------------------------------------------------------


WAIT: Final = 5.0
"""Seconds for which a game held elsewhere is waited for."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a game for writing; raises ``SaveError`` (``locked``, with the holder) when another process keeps it.

    Another command has done its work within ``WAIT`` seconds; a desk keeps the game all evening.
    The lock is the system's own, so a dead process holds nothing. What one killed in the midst of writing has left
    behind is cleared away: of this game, and of any that nobody holds.
    """
    from filelock import FileLock, Timeout

    folder = path.parent / ".locks"
    make_folder(folder)
    holder = folder / f"{path.stem}.holder"
    lock = FileLock(_lock_file(path), timeout=WAIT)
    with os_errors(path):
        try:
            lock.acquire()
        except NotImplementedError:  # what the lock makes of a disk without any
            raise SaveError("disk", path=str(path), reason="locks") from None
        except Timeout:
            pid = ""
            with suppress(OSError):
                pid = holder.read_text()[:20].strip()
            raise SaveError("locked", game=path.stem, pid=pid) from None
    try:
        with suppress(OSError):
            holder.write_text(f"{os.getpid()}\n")
        _clear_away(path)
        yield
    finally:
        with suppress(OSError):
            holder.unlink()
        lock.release()


def _lock_file(path: Path) -> Path:
    return path.parent / ".locks" / f"{path.stem}.lock"


def _clear_away(held: Path) -> None:
    """Remove what was never written to its end: only who holds a game writes it, so this is no living process's."""
    for left in [*_left_behind(held.parent), *_left_behind(held.parent / ".backups" / held.stem)]:
        path = left.with_name(_UNFINISHED.sub(r"\1", left.name))
        with suppress(OSError), nullcontext() if path == held or path.parent != held.parent else _if_free(path):
            left.unlink()


def _left_behind(folder: Path) -> list[Path]:
    with suppress(OSError), os.scandir(folder) as entries:
        return [folder / entry.name for entry in entries if _UNFINISHED.fullmatch(entry.name)]
    return []


@contextmanager
def _if_free(path: Path) -> Iterator[None]:
    """Hold the lock of another game; raises ``OSError`` (a ``Timeout`` is one) when somebody has it."""
    from filelock import FileLock

    with FileLock(_lock_file(path), timeout=0):
        yield


# --- which game -------------------------------------------------------------------------------------------


def game_files(folder: Path) -> list[Path]:
    """Return the saves in a folder, the last written first."""
    found: list[tuple[int, str]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".toml") and not entry.name.startswith(".") and entry.name not in _NO_GAMES:
                    with suppress(FileNotFoundError):  # a link to nowhere, or deleted just now
                        found.append((entry.stat().st_mtime_ns, entry.name))
    except (FileNotFoundError, ValueError):  # not there; a NUL in the path
        return []
    except NotADirectoryError:
        raise SaveError("not_a_folder", path=str(_no_folder(folder))) from None
    except PermissionError:
        raise SaveError("permission", path=str(folder)) from None
    return [folder / name for _, name in sorted(found, reverse=True)]


def newest_but(path: Path) -> int:
    """Return when, in nanoseconds, the game last written but this one was written, 0 if there is none."""
    others = [one for one in game_files(path.parent)[:2] if one.name != path.name]
    try:
        return others[0].stat().st_mtime_ns if others else 0
    except OSError:
        return 0


def come_after(path: Path, moment: int) -> None:
    """Date a game just written after ``moment`` if a clock set back dated it before: it is the last written."""
    with suppress(OSError):
        if path.stat().st_mtime_ns <= moment:
            os.utime(path, ns=(moment + 1_000_000, moment + 1_000_000))


def latest(folder: Path, *, unfinished: bool) -> Path:
    """Return the game last written, or the unfinished one last written; an example counts in neither.

    Raises ``SaveError``: ``no_game``, ``all_finished``, or what is wrong with a damaged file that comes first: an older
    game must not step into the place of the one the host is playing.
    """
    finished = False
    for path in game_files(folder):
        try:
            script = load(path)
        except SaveError as error:
            problem = error.faults[0].problem
            raise SaveError(problem.code, str(path), **problem.params) from None
        if script.header.example:
            continue
        if not (unfinished and is_finished(script)):
            return path
        finished = True
    raise SaveError("all_finished" if finished else "no_game", path=str(folder))


def named(folder: Path, name: str) -> Path:
    """Return the game with this file name (without ``.toml``) or this name in its header; raises ``SaveError``.

    Where nothing is named exactly so, the one game whose name is the same but for capitals and composed letters.
    """
    files = game_files(folder)
    for path in files:
        if name in (path.stem, path.name):
            return path
    names: list[str] = []
    alike: set[Path] = set()
    for path in files:
        with suppress(SaveError):
            header = load(path).header.name
            if header == name:
                return path
            own = [path.stem, *([] if header is None else [header])]
            names += own
            alike |= {path} if _folded(name) in map(_folded, own) else set()
    if len(alike) == 1:
        return alike.pop()
    raise SaveError("no_such_game", name=name, meant=meant(name, names))


def _folded(name: str) -> str:
    """A letter and its mark may be two characters, as macOS writes them in names of files, or one."""
    return unicodedata.normalize("NFC", name).casefold()


_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


def free_path(folder: Path, name: str) -> Path:
    """Return a path for a new game: letters, digits and dashes of its name, numbered if taken."""
    stem = file_stem(name)
    taken = {path.stem for path in game_files(folder)}
    numbered = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 100_000))
    free = (folder / f"{one}.toml" for one in numbered if one not in taken)
    return next(path for path in free if not path.exists())  # a system may hold names alike that we hold apart


def file_stem(name: str) -> str:
    """Return a name made fit for a file on any system: letters, digits and dashes, never reserved, never empty."""
    kept = "".join(sign if sign.isalnum() else "-" for sign in _folded(name))
    stem = "-".join(part for part in kept.split("-") if part)[:40] or "game"
    while len(stem.encode()) > 120:
        stem = stem[:-1]
    if stem in _RESERVED or f"{stem}.toml" in _NO_GAMES:
        stem += "-game"
    return stem


# --- the shelf: nothing is lost by any of it --------------------------------------------------------------


def find_kept(folder: Path, name: str) -> Path:
    """Return the save of this name, or of one put away whose backups are there; raises ``SaveError``."""
    try:
        return named(folder, name)
    except SaveError:
        path = folder / f"{name}.toml"
        if path.parent == folder and not path.exists() and backups(path):
            return path
        raise


def rename(path: Path, name: str) -> Path:
    """Give a save another name: in its header and, made fit for a file, on disk; return the new path.

    The host's comments stay. Raises ``RefusedError``: ``empty_name``, what the disk refuses, what is misshapen.
    """
    if not name.strip():
        raise SaveError("empty_name")
    with locked(path):
        script = load(path)
        if found := shape_faults(script):  # a damaged file is mended first
            raise RefusedError(found)
        named = script.but(header=replace(script.header, name=name))
        new = path if file_stem(name) == path.stem else free_path(path.parent, name)
        if new == path:
            write(path, named)
            return path
        with locked(new):
            write(new, named)
        with suppress(OSError):
            _backups(path).rename(_backups(new))
        with os_errors(path):
            path.unlink()
    return new


def _backups(path: Path) -> Path:
    return path.parent / ".backups" / path.stem


def delete(path: Path) -> None:
    """Take a save off the shelf; what it held stays as its last backup, so ``restore`` brings it back."""
    with locked(path):
        back_up(path, read(path))
        with os_errors(path):
            path.unlink()


def restore(path: Path, number: int) -> None:
    """Bring back a backup, 1 the latest; what stands there now becomes a backup itself.

    Raises ``SaveError`` (``no_such_backup``, with how many there are).
    """
    with locked(path):
        kept = backups(path)[::-1]
        if not 1 <= number <= len(kept):
            raise SaveError("no_such_backup", number=number, count=len(kept))
        data = read(kept[number - 1])
        with suppress(SaveError):
            back_up(path, read(path))
        write_bytes(path, data)
