"""The night by menu, for a host who would rather pick than type: a role, then a player with completion."""

from typing import TYPE_CHECKING

from mafia_cli import session as desk
from mafia_cli.host.asking import ask, hear, is_speech
from mafia_cli.host.entry import confirmed
from mafia_cli.host.prompt import choose, line
from mafia_cli.people import roster_of
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One
from mafia_cli.rules.model import NOBODY
from mafia_cli.rules.moves import Standing, ledger
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.script.errors import SaveError

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk


def night_menu(sat: "Desk") -> None:
    """Ask for moves until the host is done; raises ``RefusedError`` when no night is open or a move may not be."""
    while True:
        current = sat.session.script.open_row
        if current is None or current.kind != "night":
            raise SaveError("no_night_open")
        rows = [row for row in ledger(sat.session.game) if row.standing is Standing.MAY]
        moves = sat.moves()
        titles = [_title(sat, row.role, moves.get(row.role)) for row in rows]
        done = sat.words.text("desk", "menu.done")
        first = next((at for at, row in enumerate(rows) if row.role not in moves), len(rows))
        picked = choose(sat.words, sat.words.text("desk", "menu.whose"), [*titles, done], first)
        if isinstance(picked, str):
            hear(sat, picked)
            continue
        if picked == len(rows):
            return
        _ask(sat, rows[picked].role)


def _title(sat: "Desk", role: Role, targets: tuple[int, ...] | None) -> str:
    name = sat.words.role(role)
    if targets is None:
        return sat.words.text("desk", "menu.silent", role=name)
    nicks = ", ".join(sat.people.names(targets)) or sat.words.text("cli", "vote.passes")
    return sat.words.text("desk", "menu.moved", role=name, target=nicks)


def _ask(sat: "Desk", role: Role) -> None:
    """Ask for as many players as the role names, or for the word that skips; an empty answer goes back to the list."""
    seats: list[int] = []
    for _ in range(ROLES[role].targets):
        seat = _player(sat, sat.words.text("desk", "menu.whom", role=sat.words.role(role)))
        if seat is None:
            return
        if seat == NOBODY:
            break
        seats.append(seat)
    if confirmed(sat.settings, sat.session, role, seats, lambda asked: ask(sat, asked, default=False, later=True)):
        desk.enter_move(sat.session, role, seats)


def _player(sat: "Desk", message: str) -> int | None:
    """Return the seat picked, ``NOBODY`` for a skip, None to go back."""
    skips = set(sat.words.text("desk", "menu.skips").split())
    roster = roster_of(sat.session.script, sat.session.played)

    def check(text: str) -> str:
        known = not text.strip() or text.strip().casefold() in skips or isinstance(find(roster, text), One)
        return "" if known or is_speech(sat, text) else sat.words.text("desk", "menu.nobody")

    alive = [sat.people.name(seat) for seat in sorted(sat.session.game.alive)]
    text = line(message, suggest=alive, check=check)
    if not text.strip():
        return None
    found = find(roster, text)
    if not isinstance(found, One) and text.strip().casefold() not in skips:
        hear(sat, text)
        return _player(sat, message)
    return found.person.seat if isinstance(found, One) else NOBODY
