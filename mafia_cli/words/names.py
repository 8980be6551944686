"""The people of a game as texts name them."""

from collections.abc import Iterable
from typing import NamedTuple

from mafia_cli.rules.model import NOBODY
from mafia_cli.words.clean import safe, short


class People(NamedTuple):
    """Who sits where: nicks (and chat names, where known) by seat; position 0 is unused.

    The nicks are kept as they were typed; ``name`` gives them out safe to show.
    """

    nicks: tuple[str, ...]
    chats: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """Return the nick of a seat, safe; "?" for a name that is nobody's, "#3" for a nick that shows nothing."""
        if not NOBODY < seat < len(self.nicks):
            return "?"
        nick = safe(self.nicks[seat])
        return nick if nick.strip() else f"#{seat}"

    def brief(self, columns: int = 40) -> "People":
        """Return the same people for a board: a nick that would fill it is cut."""
        return People(tuple(short(nick, columns) for nick in self.nicks), self.chats)

    def chat_name(self, seat: int) -> str:
        """Return the chat name of a seat, safe; the nick where none is known."""
        known = NOBODY < seat < len(self.chats) and safe(self.chats[seat])
        return known if known and known.strip() else self.name(seat)

    def names(self, seats: Iterable[int]) -> list[str]:
        """Return the nicks of these seats in their order, safe."""
        return [self.name(seat) for seat in seats]


def people(nicks: Iterable[str], chats: Iterable[str] = ()) -> People:
    """Return the people for nicks (and chat names) given in the order of the seats, the first at seat 1."""
    return People(("", *nicks), ("", *chats))
