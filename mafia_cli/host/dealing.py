"""A deal made by hand (1.5): lines ``nick = role`` in all the ways they are written, the program's own among them."""

import re
from collections.abc import Iterator
from typing import Final

from mafia_cli.host.setup import seat_in
from mafia_cli.people import fault
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.roles import Role
from mafia_cli.script import check
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import RefusedError

SIDES: Final = re.compile(r"\s*(?:=>|->|[=:→])\s*|\s+[-–—]+\s+|\t+")
"""What parts the two sides of a line: a name and what goes with it."""
NUMBER: Final = re.compile(r"(?:№|#)? ?(\d{1,3})(?:[.)]+ *| +)(?=[^\s=:→>–—-])")
_NOTE: Final = re.compile(r" *\([^()]*\)$")


def dealt_by_hand(entries: list[Raw], text: str) -> list[Role]:
    """Read a deal; whoever is not named is a plain citizen (1.5)."""
    held: dict[int, Role] = {}
    for line in deal_lines(text):
        for seat, role in deal_line(entries, line):
            if seat in held:
                raise RefusedError([fault("nick_taken", nick=entries[seat - 1]["nick"], seat=seat)])
            held[seat] = role
    return [held.get(seat, Role.CITIZEN) for seat in range(1, len(entries) + 1)]


def deal_lines(text: str) -> Iterator[str]:
    """Split a paste into lines, and a line of several ``nick = role`` at its commas."""
    for line in text.splitlines():
        pieces = re.split("[,;]", line)
        several = len(pieces) > 1 and all(SIDES.search(piece.strip()) for piece in pieces)
        yield from (one for one in (pieces if several else [line]) if one.strip() and not one.lstrip().startswith("#"))


def deal_line(entries: list[Raw], line: str) -> list[tuple[int, Role]]:
    """Return the seats and roles of a line: ``nick = role``, or ``role: nick, nick``."""
    said = line.strip().rstrip(".;,").strip()
    parts = list(SIDES.finditer(said))
    sides = [(said[: one.start()].strip(), said[one.end() :].strip()) for one in parts]
    for name, word in reversed(sides):
        role = role_of(word) or role_of(word.partition(",")[0])
        if name and role is not None and not (_is_nick(entries, word) and role_of(name)):
            return [(named_seat(entries, name), role)]
    for word, names in sides:
        role = role_of(word)
        if role is not None and names:
            return [(named_seat(entries, name), role) for name in names.split(",") if name.strip()]
    if not sides or not all(sides[-1]):
        raise RefusedError([fault("bad_deal_line", line=line.strip())])
    word = sides[-1][1]
    raise RefusedError([fault("unknown_role", role=word, meant=check.meant(word, list(Role)))])


def _is_nick(entries: list[Raw], text: str) -> bool:
    return any(text in (entry["nick"], entry.get("chat")) for entry in entries)


def named_seat(entries: list[Raw], text: str) -> int:
    """Return the seat that a name means: a number may stand in front of it, and a chat name in brackets behind."""
    name = text.strip()
    numbered = NUMBER.match(name)
    for one in (name, _NOTE.sub("", name), name[numbered.end() :] if numbered else name):
        if _is_nick(entries, one):
            return seat_in(entries, one)
    bare = _NOTE.sub("", name[numbered.end() :] if numbered else name)
    return seat_in(entries, bare)
