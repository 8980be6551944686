"""The blacklist (1.5): a file beside the saves, no game: who, why, until when. It warns, the host decides."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from mafia_cli.reading.normal import skeleton
from mafia_cli.rules.errors import Problem
from mafia_cli.script import disk
from mafia_cli.script.blocks import comments_in
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import Fault, SaveError
from mafia_cli.script.model import Script
from mafia_cli.script.toml import decode, parse
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe, short

FILE: Final = "blacklist.toml"
_KEYS: Final = ("nick", "names", "reason", "game", "date", "until")


class Entry(NamedTuple):
    """One person: the nick, every other known name, why, in which game, since when, until when (None: for good)."""

    nick: str
    names: tuple[str, ...] = ()
    reason: str = ""
    game: str = ""
    since: date | None = None
    until: date | None = None

    def active(self, today: date) -> bool:
        """Whether it still holds; the last day counts."""
        return self.until is None or today <= self.until

    def looks(self) -> set[str]:
        """What the eye sees of all the names."""
        return {skeleton(name) for name in (self.nick, *self.names) if name.strip()} - {""}


def path_of(folder: Path) -> Path:
    """Return where the blacklist of a folder of saves lies."""
    return folder / FILE


def load(folder: Path) -> list[Entry]:
    """Return the entries; none without a file. Raises ``SaveError`` for a file that cannot be used."""
    path = path_of(folder)
    if not path.exists():
        return []
    try:
        listed = parse(disk.read(path)).get("listed", [])
    except SaveError as error:
        problem = error.faults[0].problem
        raise SaveError(problem.code, "" if "path" in problem.params else str(path), **problem.params) from None
    if not isinstance(listed, list):
        raise SaveError("bad_blacklist", str(path), position=0)
    return [_entry(path, position, raw) for position, raw in enumerate(listed, 1)]


def _entry(path: Path, position: int, raw: Any) -> Entry:
    bad = SaveError("bad_blacklist", str(path), position=position)
    if not isinstance(raw, dict) or not set(raw) <= set(_KEYS) or not isinstance(raw.get("nick"), str):
        raise bad
    if not raw["nick"].strip():
        raise bad
    names = raw.get("names", [])
    texts = [raw.get("reason", ""), raw.get("game", "")]
    if not isinstance(names, list) or not all(isinstance(text, str) for text in (*names, *texts)):
        raise bad
    days = []
    for key in ("date", "until"):
        day = raw.get(key)
        if isinstance(day, str):
            try:
                day = day_of(day)
            except SaveError:
                raise bad from None
        if isinstance(day, datetime):
            day = day.date()
        if day is not None and not isinstance(day, date):
            raise bad
        days.append(day)
    return Entry(raw["nick"], tuple(names), texts[0], texts[1], days[0], days[1])


def save(folder: Path, entries: Iterable[Entry]) -> None:
    """Write the blacklist whole, the host's own comments at its head; raises ``SaveError``."""
    with disk.locked(path_of(folder)):
        _write(folder, entries)


def _write(folder: Path, entries: Iterable[Entry]) -> None:
    import tomli_w

    rows = []
    for one in entries:
        values = (one.nick, list(one.names), one.reason, one.game, one.since, one.until)
        rows.append({key: value for key, value in zip(_KEYS, values, strict=True) if value})
    try:
        data = tomli_w.dumps({"listed": rows}, multiline_strings=False).encode()
    except UnicodeEncodeError:
        raise SaveError("lone_surrogate") from None
    path = path_of(folder)
    said = comments_in(decode(disk.read(path))) if path.exists() else ()
    disk.write_bytes(path, "".join(f"{line}\n" for line in said).encode() + data)


def add(folder: Path, entry: Entry) -> Entry | None:
    """Put somebody on the list; return the entry that it takes the place of. Raises ``SaveError``."""
    if not safe(entry.nick).strip():
        raise SaveError("empty_nick")
    with disk.locked(path_of(folder)):  # read under it too: what another terminal adds meanwhile must not be lost
        entries = load(folder)
        old = next((one for one in entries if skeleton(one.nick) == skeleton(entry.nick)), None)
        names = [*(old.names if old else ()), *entry.names, *([old.nick] if old and old.nick != entry.nick else [])]
        known = tuple(dict.fromkeys(name for name in names if name and name != entry.nick))
        _write(folder, [*(one for one in entries if one is not old), entry._replace(names=known)])
    return old


def remove(folder: Path, nick: str) -> Entry:
    """Take somebody off the list, by any name; raises ``SaveError`` (``not_listed``)."""
    with disk.locked(path_of(folder)):
        entries = load(folder)
        found = [one for one in entries if nick in (one.nick, *one.names)]
        found = found or [one for one in entries if skeleton(nick) in one.looks()]
        if len(found) != 1:
            raise SaveError("not_listed", nick=nick)
        _write(folder, [one for one in entries if one is not found[0]])
    return found[0]


def day_of(text: str) -> date:
    """Return the day that ``2026-12-31`` or ``31.12.2026`` means; raises ``SaveError`` (``bad_date``)."""
    day, dot, rest = text.strip().partition(".")
    month, _, year = rest.partition(".")
    try:
        return date(int(year), int(month), int(day)) if dot else date.fromisoformat(text.strip())
    except ValueError:
        raise SaveError("bad_date", value=text) from None


def names_in(players: Iterable[Raw]) -> Iterator[tuple[str, str]]:
    """Yield (name, nick) of players: the nick, the chat name, aliases."""
    for player in players:
        for name in (player["nick"], player.get("chat", ""), *player.get("aliases", ())):
            if name:
                yield name, player["nick"]


def found_among(folder: Path, players: Iterable[Raw], today: date) -> list[tuple[str, Entry]]:
    """Return (nick, entry) for the players that any name of an entry in force is like; raises ``SaveError``."""
    entries = [(one, one.looks()) for one in load(folder) if one.active(today)]
    if not entries:
        return []
    found: dict[tuple[str, str], Entry] = {}
    for name, nick in names_in(players):
        for entry, looks in entries:
            if skeleton(name) in looks:
                found.setdefault((nick, entry.nick), entry)
    return [(nick, entry) for (nick, _), entry in found.items()]


def warning(words: Words, nick: str, entry: Entry) -> str:
    """Return the line that warns about a player."""
    return words.text("table", "black.warning", nick=short(nick, 40), entry=line(words, entry))


def warnings(words: Words, folder: Path, players: Iterable[Raw], today: date) -> list[str]:
    """Return a line of warning for each player who is like a name on the list; a list that cannot be read is one."""
    try:
        return [warning(words, nick, entry) for nick, entry in found_among(folder, players, today)]
    except SaveError as error:
        return fault_text(words, unread(error)).split("\n")


def unread(error: SaveError) -> list[Fault]:
    """Return what to tell of a list that cannot be read: everybody may play, but nobody was looked up (1.5)."""
    return [Fault("", Problem("blacklist_unread", "1.5")), *error.faults]


def newcomer(words: Words, folder: Path, names: Iterable[str], today: date) -> list[str]:
    """Return the warnings about somebody who takes a seat over, by nick and chat name."""
    first, *others = [name for name in names if name]
    return warnings(words, folder, [{"nick": first, "aliases": others}], today)


def line(words: Words, entry: Entry, today: date | None = None) -> str:
    """Return an entry in a line: nick, other names, reason, game, since when, until when."""
    parts = [short(entry.nick, 40)]
    if entry.names:
        parts.append(words.text("table", "black.names", names=", ".join(short(name, 30) for name in entry.names[:6])))
    if entry.reason:
        parts.append(short(entry.reason, 120))
    if entry.game:
        parts.append(words.text("table", "black.game", game=short(entry.game, 40)))
    if entry.since:
        parts.append(words.text("table", "black.since", day=entry.since.isoformat()))
    ended = today is not None and not entry.active(today)
    key = "black.ended" if ended else "black.until" if entry.until else "black.forever"
    parts.append(words.text("table", key, day=entry.until.isoformat() if entry.until else ""))
    return "; ".join(parts)


def from_game(script: Script, names: Iterable[str], reason: str, today: date, until: date | None = None) -> Entry:
    """Return the entry for a player of a game under all known names, the first of them the nick."""
    nick, *others = [*dict.fromkeys(name for name in names if name)] or [""]
    game = script.header.name
    return Entry(nick, tuple(others), reason, game if isinstance(game, str) else "", today, until)
