"""Who is in reserve for a game that is dealt: in the order of the sign-up, without those who have sat down since."""

from collections.abc import Sequence

from mafia_cli.host.setup import fault
from mafia_cli.reading.normal import skeleton
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import Reserve


def waiting(reserves: Sequence[Reserve], nicks: Sequence[str]) -> list[Reserve]:
    """Return the reserves of a save who hold no seat; ``nicks`` are those in play."""
    seated = {skeleton(nick) for nick in nicks}
    return [one for one in reserves if skeleton(one["nick"]) not in seated]


def who(reserves: Sequence[Reserve], nicks: Sequence[str], leaving: str) -> RefusedError:
    """Return the error that asks who takes a seat over, naming the reserves."""
    names = [one["nick"] for one in waiting(reserves, nicks)]
    return RefusedError([fault("who_replaces", nick=leaving, reserves=names or "")])


def chat_of(reserves: Sequence[Reserve], nick: str) -> str | None:
    """Return the chat name of somebody in reserve, ``None`` where none is known."""
    return next((one.get("chat") for one in reserves if one["nick"] == nick), None)
