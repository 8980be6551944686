"""A sign-up on its way into a game: who joins those there already, who leaves, who waits in reserve, what to ask."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mafia_cli.host.setup import raw_entry
from mafia_cli.people import fault, roster_faults
from mafia_cli.reading.normal import skeleton
from mafia_cli.reading.signups import As, Row, Signup, read_signup
from mafia_cli.rules.roles import SMALLEST_GAME
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short

_SHOWN: Final = 12


@dataclass(slots=True)
class Signed:
    """Players and reserves after a sign-up, and what of it did not join."""

    read: Signup
    players: list[Raw]
    reserves: list[Raw]
    faults: list[Fault] = field(default_factory=list)


def signed(players: Sequence[Raw], reserves: Sequence[Raw], text: str) -> Signed:
    """Return the players and reserves with those of a paste behind them; who says so in it leaves both.

    What people say themselves may come twice: a person is there once, under the nick said last.
    """
    read = read_signup(text)
    gone = {skeleton(name) for name in read.out}
    after = Signed(read, [one for one in players if not _names(one) & gone], [])
    for person in read.players:
        _join(after, raw_entry(person))
    seated = {name for one in after.players for name in _names(one)}
    waiting = [*reserves, *map(raw_entry, read.reserves)]
    for one in waiting:
        names = _names(one)
        if not names & gone and not names & seated:
            after.reserves.append({key: one[key] for key in ("nick", "chat") if key in one})
            seated |= names
    return after


def all_good(after: Signed) -> list[Raw]:
    """Return the players of a sign-up if they can play; raises ``RefusedError`` with every nick that may not be."""
    few = len(after.players) + len(after.faults) < SMALLEST_GAME
    faults = [*after.faults]
    if few:
        faults.append(fault("too_few_players", count=len(after.players), least=SMALLEST_GAME))
    if faults:
        raise RefusedError(faults)
    return after.players


def _names(entry: Raw) -> set[str]:
    return {skeleton(name) for name in (entry["nick"], entry.get("chat", "")) if name}


def _join(after: Signed, entry: Raw) -> None:
    if after.read.spoken:
        known = skeleton(str(entry.get("chat", entry["nick"])))
        at = next((at for at, one in enumerate(after.players) if known in _names(one)), None)
        if at is not None:
            others = [one["nick"] for one in (*after.players[:at], *after.players[at + 1 :])]
            if entry.get("chat") and not roster_faults([*others, entry["nick"]]):
                after.players[at] = {**after.players[at], **entry}
            return
    found = _new_faults(after.players, entry["nick"], entry.get("chat", ""))
    after.faults += found
    if not found:
        after.players.append(entry)


def _new_faults(players: Sequence[Raw], nick: str, chat: str) -> list[Fault]:
    """Return what is against one more player: the nick itself, a double, a look-alike, a chat name held already."""
    faults = roster_faults([*(entry["nick"] for entry in players), nick])
    for seat, entry in enumerate(players, 1):
        if chat and entry.get("chat") == chat and not faults:
            faults.append(fault("nick_taken", nick=chat, seat=seat))
    return faults


def told(words: Words, after: Signed) -> list[str]:
    """Return what else a sign-up says, in words: who is out, the reserves, what is to be decided."""
    lines = []
    if after.read.out:
        lines.append(words.text("wizard", "signup.out", names=_listed(after.read.out)))
    if after.reserves:
        lines.append(words.text("wizard", "signup.reserves", names=_listed([one["nick"] for one in after.reserves])))
    for row in after.read.asked[:_SHOWN]:
        lines.append(_question(words, row))
    more = len(after.read.asked) - _SHOWN
    return [*lines, words.text("wizard", "signup.more", n=more)] if more > 0 else lines


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(short(name, 24) for name in names[:_SHOWN])
    return f"{shown} …" if len(names) > _SHOWN else shown


def _question(words: Words, row: Row) -> str:
    text = short(row.text.strip(), 40)
    if not any(map(str.isalnum, row.text)) and not row.candidates:
        return words.text("wizard", "signup.nothing", n=row.line)
    if not row.candidates:
        return words.text("wizard", "signup.unknown", n=row.line, line=text)
    return words.text("wizard", "signup.asked", n=row.line, line=text, names=_listed(row.candidates))


def contract(after: Signed) -> dict[str, Any]:
    """Return a sign-up as ``mafia new --dry --json`` gives it."""
    return {
        "players": [_person(one) for one in after.players],
        "reserves": after.reserves,
        "out": list(after.read.out),
        "lines": [_line(row) for row in after.read.rows],
    }


def _person(entry: Raw) -> Raw:
    return {key: entry[key] for key in ("nick", "chat") if key in entry}


def _line(row: Row) -> dict[str, Any]:
    said: dict[str, Any] = {"line": row.line, "text": row.text, "as": row.as_.value}
    if row.entry.nick:
        said["nick"] = row.entry.nick
    if row.as_ is As.ASKED:
        said["candidates"] = list(row.candidates)
    return said
