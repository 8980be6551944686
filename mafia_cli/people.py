"""One identity per seat: every name that a player of a saved game may be called by, and whom one means."""

from collections import defaultdict

from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import Ask, One, Person, Roster
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role, move_of
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.told import chat_names


def roster_of(script: Script, played: Played) -> Roster:
    """Return the roster of a game as it stands: nicks of now, chat names, earlier nicks, aliases, who is out."""
    chats = chat_names(script, played)
    aliases: dict[int, list[str]] = defaultdict(list)
    earlier: dict[int, list[str]] = defaultdict(list)
    for seat, player in enumerate(script.players, 1):
        aliases[seat] += player.aliases or ()
    for record in played.records:
        target = record.row.target
        if record.kind in ("rename", "replace"):
            earlier[target].append(record.was[target])
        elif record.kind == "alias":
            aliases[target].append(record.row.to or "")
    game = played.game
    return Roster(
        Person(
            seat,
            nick,
            chats[seat],
            tuple(aliases[seat]),
            tuple(earlier[seat]),
            game.cast.roles[seat] if game else None,
            f"{game.out[seat].phase} {game.out[seat].number}" if game and seat in game.out else "",
        )
        for seat, nick in enumerate(played.names.nicks)
        if seat
    )


def seat_named(script: Script, played: Played, text: str, key: str = "") -> int:
    """Return the seat that a name means: nick, chat name, number, or what comes near enough; never a guess.

    Raises ``RefusedError``: ``unknown_nick``, or ``ambiguous_nick`` with the candidates.
    """
    names = played.names
    if text in names.seats:
        return names.seats[text]
    found = find(roster_of(script, played), text)
    if isinstance(found, One):
        return found.person.seat
    params: dict[str, object] = {"nick": text.strip()}
    if isinstance(found, Ask):
        params["candidates"] = [person.nick for person in found.persons]
        raise RefusedError([Fault(key, Problem("ambiguous_nick", "", params), names.nicks)])
    raise RefusedError([Fault(key, Problem("unknown_nick", "", {**params, "meant": []}), names.nicks)])


def move_named(text: str) -> Role | None:
    """Return the night move that a role's name means, if it is one; the don's is the joint kill (2.2)."""
    role = role_of(text.strip())
    return role and move_of(role)
