"""One identity per seat: every name that a player of a saved game may be called by, and whom one means."""

from collections import defaultdict
from collections.abc import Sequence

from mafia_cli.reading.nicks import certain, find
from mafia_cli.reading.people import Ask, Nobody, One, Person, Roster
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role, move_of
from mafia_cli.script import check
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.told import chat_names
from mafia_cli.words.clean import safe


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


def seat_named(script: Script, played: Played, text: str, key: str = "", *, sure: bool = False) -> int:
    """Return the seat that a name means: nick, chat name, number, or what comes near enough; never one of several.

    ``sure``: a misspelt or shortened name will not do, for what cannot be made good in the chat. Raises
    ``RefusedError``: ``unknown_nick``, ``ambiguous_nick`` or ``guessed_nick`` with the candidates.
    """
    names = played.names
    if text in names.seats:
        return names.seats[text]
    roster = roster_of(script, played)
    found = find(roster, text)
    if isinstance(found, One) and not (sure and not certain(roster, text)):
        return found.person.seat
    params: dict[str, object] = {"nick": text.strip()}
    if not isinstance(found, Nobody):
        persons = found.persons if isinstance(found, Ask) else (found.person,)
        params["candidates"] = [person.nick for person in persons]
        code = "ambiguous_nick" if len(persons) > 1 else "guessed_nick"
        raise RefusedError([Fault(key, Problem(code, "", params), names.nicks)])
    raise RefusedError([Fault(key, Problem("unknown_nick", "", {**params, "meant": []}), names.nicks)])


def move_named(text: str) -> Role | None:
    """Return the night move that a role's name means, if it is one; the don's is the joint kill (2.2)."""
    role = role_of(text.strip())
    return role and move_of(role)


def roster_faults(nicks: list[str]) -> list[Fault]:
    """Return what is wrong with a list of nicks: empty, invisible characters, endless, doubles, look-alikes (1.4)."""
    from mafia_cli.reading.normal import look_alikes

    if len(nicks) > check.MAX_PLAYERS:
        return [fault("too_many", what="players", count=len(nicks), limit=check.MAX_PLAYERS)]
    faults = []
    for nick in nicks:
        if not safe(nick).strip():
            faults.append(fault("empty_nick"))
        elif safe(nick) != nick:
            faults.append(fault("control_characters", nick=nick))
        elif len(nick) > check.MAX_NICK:
            faults.append(fault("too_long", count=len(nick), limit=check.MAX_NICK))
    for first, second in look_alikes(nicks):
        if nicks[first] == nicks[second]:
            faults.append(fault("nick_taken", nick=nicks[second], seat=first + 1))
        else:
            faults.append(fault("look_alike", nick=nicks[second], other=nicks[first]))
    return faults


def check_new_nick(nicks: Sequence[str], seat: int, nick: str) -> None:
    """Refuse a nick for a seat that nobody could read or tell from another's (1.4); ``nicks`` by seat, 0 a filler."""
    others = [one for at, one in enumerate(nicks) if at not in (0, seat)]
    told = roster_faults(others)
    found = [one for one in roster_faults([*others, nick]) if one not in told and one.problem.code != "nick_taken"]
    if found:
        raise RefusedError([Fault("to", one.problem) for one in found])


def fault(code: str, **params: object) -> Fault:
    return Fault("", Problem(code, "", params))
