"""What ought to leave the desk by private message, derived from the facts; minus ``told`` it is the outbox (1.5).

A message is data: to whom (a seat), about what, and what it says, as it is stored in ``told``. Words make the text.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from mafia_cli.rules.model import NOBODY, Cast, Kind, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.check import says_problems
from mafia_cli.script.model import Played, Record, Script, Told

_DIGITS: Final = 6
"""Of a number of a night, a day or a step."""


class Message(NamedTuple):
    """One private message: the seat, what about, what it says; ``correction`` of something told otherwise before."""

    to: int
    about: str
    says: dict[str, Any]
    correction: bool = False


def derived(played: Played) -> list[Message]:
    """Return every private message that follows from the game so far, in the order it became due."""
    if played.cast is None:
        return []
    messages = [*_roles(played.cast, _dealt_nicks(played))]
    night = ""
    answers: dict[str, Message] = {}
    for record in played.records:
        if record.kind == "night":
            night = f"night {record.game.night}"
        for message in _of_record(record, night):
            answers[f"{message.to} {message.about}"] = message
    return messages + list(answers.values())


def _dealt_nicks(played: Played) -> tuple[str, ...]:
    """Return the nicks as they were when the roles were dealt."""
    if not played.records:
        return played.names.nicks
    return played.records[0].was


def _roles(cast: Cast, nicks: tuple[str, ...]) -> Iterator[Message]:
    """1.5: everybody but the plain citizens; 2.2: mafiosi learn each other."""
    for seat in sorted(cast.seats):
        role = cast.roles[seat]
        if role is Role.CITIZEN:
            continue
        says: dict[str, Any] = {"role": role.value}
        if seat in cast.mafiosi:
            says["mates"] = [nicks[mate] for mate in sorted(cast.mafiosi - {seat})]
        yield Message(seat, "role", says)


def _of_record(record: Record, night: str) -> Iterator[Message]:
    cast = record.game.cast
    for kind, role, seat, _, detail in record.trace:
        if kind is Kind.ANSWER and role:
            yield Message(seat, night, {role.value: detail})
        elif kind is Kind.TITLE and seat != NOBODY:
            yield Message(seat, f"title {record.position}", {"title": True})
    if isinstance(record.step, OverrideStep):
        for role, told in record.step.answers.items():
            if cast.seat_of[role]:
                yield Message(cast.seat_of[role], night, {role.value: told})
    if record.kind == "replace":
        seat = record.row.target
        title = {"title": True} if record.game.mayor == seat and cast.roles[seat] is not Role.MAYOR else {}
        if title or cast.roles[seat] is not Role.CITIZEN:
            yield Message(seat, f"replace {record.position}", {"role": cast.roles[seat].value, **title})


def chat_names(script: Script, played: Played) -> list[str]:
    """Return under which chat name each seat is written to now, by seat ("" where none is known; position 0 a filler).

    Who takes a seat over has the name given then, or none: never that of who had it before.
    """
    chats = ["", *(player.chat or "" for player in script.players)]
    for record in played.records:
        if record.kind == "replace":
            chats[record.row.target] = record.row.chat or ""
    return chats


def told_last(script: Script) -> dict[tuple[int, str], dict[str, Any]]:
    """Return what was last told, by (to whom, about what); to 0 is the chat.

    What another hand wrote there and cannot be read was not told.
    """
    return {(one.to, one.about): _readable(one.says) for one in script.told}


def _readable(says: dict[str, Any]) -> dict[str, Any]:
    wrong = {problem.key[0] for problem in says_problems(says)}
    return {key: value for key, value in says.items() if key not in wrong} if wrong else says


def unsent(played: Played, script: Script) -> list[Message]:
    """Return what is derived and not told, and as corrections what was told and follows otherwise, or no more, now."""
    told, messages = told_last(script), []
    due = derived(played)
    for message in due:
        before = told.get((message.to, message.about))
        if before is None:
            messages.append(message)
        elif before != message.says:
            messages.append(Message(message.to, message.about, message.says, correction=True))
    return messages + list(_void(played, told, {(message.to, message.about) for message in due}))


def _void(played: Played, told: dict[tuple[int, str], dict[str, Any]], due: set[tuple[int, str]]) -> Iterator[Message]:
    """Yield corrections of what was told and does not follow at all any more: they say nothing, or a citizen's role."""
    if played.cast is None or played.game is None:
        return
    for (to, about), says in told.items():
        kind = about.partition(" ")[0]
        if to not in played.cast.seats or (to, about) in due or not says:
            continue
        if kind == "role":
            plain = {"role": Role.CITIZEN.value}
            if says != plain and played.cast.roles[to] is Role.CITIZEN:
                yield Message(to, about, plain, correction=True)
        elif kind in ("night", "title", "replace") and is_past(played, about) and not _still(played, kind, to):
            yield Message(to, about, {}, correction=True)


def _still(played: Played, kind: str, seat: int) -> bool:
    """The title may have come to the same player another way."""
    return kind == "title" and played.game is not None and played.game.mayor == seat


def is_past(played: Played, about: str) -> bool:
    """Tell whether the moment that something told is about is over, so that it will not follow by itself any more.

    ``night N`` and ``day N`` name their number, everything else the position of its step.
    """
    kind, number = [*about.split(), "", ""][:2]
    if played.game is None or not number.isdecimal() or len(number) > _DIGITS:
        return False
    if kind in ("night", "day"):
        return int(number) <= (played.game.night if kind == "night" else played.game.day)
    return int(number) <= max((record.position for record in played.records), default=0)


def told_of(message: Message) -> Told:
    """Return the ``told`` entry of a message."""
    return Told(message.to, message.about, message.says)
