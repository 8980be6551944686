"""One identity per seat: every name that a player of a saved game may be called by, as the reader wants it."""

from collections import defaultdict

from mafia_cli.reading.people import Person, Roster
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
