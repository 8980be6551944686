"""What ought to leave the desk by private message, derived from the facts; minus ``told`` it is the outbox (1.5).

A message is data: to whom (a seat), about what, and what it says, as it is stored in ``told``. Words make the text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mafia_cli.rules.model import NOBODY, Cast, Kind, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.saves.script import Played, Raw, Record


@dataclass(frozen=True, slots=True)
class Message:
    """One private message: the seat, what about, what it says; ``correction`` of something told otherwise before."""

    to: int
    about: str
    says: dict[str, Any]
    correction: bool = False


def derived(played: Played) -> list[Message]:
    """Return every private message that follows from the game so far, in the order it became due."""
    if played.cast is None:
        return []
    messages = [*_roles(played.cast, (played.records[0].names if played.records else played.names).nicks)]
    night = ""
    answers: dict[str, Message] = {}
    for record in played.records:
        if record.kind == "night":
            night = f"night {record.game.night}"
        for message in _of_record(record, night):
            answers[f"{message.to} {message.about}"] = message
    return messages + list(answers.values())


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
    if record.kind == "replace" and record.step is not None:
        seat = getattr(record.step, "target", NOBODY)
        if cast.roles[seat] is not Role.CITIZEN:
            yield Message(seat, f"replace {record.position}", {"role": cast.roles[seat].value})


def unsent(played: Played, doc: Raw) -> list[Message]:
    """Return what is derived and not told, and as corrections what was told and follows otherwise now."""
    told: dict[tuple[int, str], Any] = {}
    for entry in doc.get("told", []):
        if entry["to"] != 0:
            told[entry["to"], entry["about"]] = entry["says"]
    messages = []
    for message in derived(played):
        before = told.get((message.to, message.about))
        if before is None:
            messages.append(message)
        elif before != message.says:
            messages.append(Message(message.to, message.about, message.says, correction=True))
    return messages


def entry(message: Message) -> Raw:
    """Return the ``told`` entry of a message."""
    return {"to": message.to, "about": message.about, "says": message.says}
