"""Who takes which nick for a theme (1.4), in a paste: pairs, what people say, a list by seats, a list of members."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mafia_cli.host.dealing import NUMBER, SIDES, named_seat
from mafia_cli.reading.answers import Answer, answer_of
from mafia_cli.reading.normal import skeleton
from mafia_cli.reading.signups import read_signup, spoken
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import RefusedError


@dataclass(slots=True)
class Renames:
    """New nicks by seat, the seats that have kept theirs, new nicks of nobody known, lines refused."""

    new: dict[int, str] = field(default_factory=dict)
    same: set[int] = field(default_factory=set)
    left: list[str] = field(default_factory=list)
    refused: list[RefusedError] = field(default_factory=list)


def read_renames(players: list[Raw], text: str) -> Renames:
    """Read a paste of new nicks."""
    found = Renames()
    lines = text.strip().splitlines()
    said = any(":" in line or SIDES.search(line.strip()) or answer_of([line]).nick for line in lines)
    pairs = list(_pairs(players, text)) if said else []
    if not pairs:
        _by_list(players, text, found)
    for name, nick in pairs:
        try:
            seat = named_seat(players, name)
        except RefusedError as error:
            found.refused.append(error)
        else:
            _put(players, found, seat, nick)
    return found


def _put(players: Sequence[Raw], found: Renames, seat: int, nick: str) -> None:
    if skeleton(nick) == skeleton(players[seat - 1]["nick"]):
        found.same.add(seat)
    elif nick:
        found.new[seat] = nick
        found.same.discard(seat)


def _pairs(players: Sequence[Raw], text: str) -> Iterator[tuple[str, str]]:
    """Yield who and which nick: of messages under a header, of lines with two sides."""
    known = {name for entry in players for name in _names(entry)}
    for sender, said in spoken(text, known.__contains__):
        body = re.sub(r"^[-*•] +", "", said.strip())
        if sender:
            answer = answer_of([body], sender)
            plain = answer.answer is Answer.TALK and len(body.split()) < 5 and body[:1].isupper() and "?" not in body
            if answer.nick or plain:
                yield sender, answer.nick or body.rstrip(".!")
            continue
        number = NUMBER.match(body)
        sides = SIDES.split(body[number.end() :] if number else body, maxsplit=1)
        if len(sides) == 2 and all(sides):
            yield sides[0], sides[1]


def _by_list(players: Sequence[Raw], text: str, found: Renames) -> None:
    """Read a list of names: by seats where it is as long as the players and none sits elsewhere, else of members."""
    people = read_signup(text).players
    seats = {skeleton(name): seat for seat, one in enumerate(players, 1) for name in _names(one)}
    known = [seats.get(skeleton(one.chat)) or seats.get(skeleton(one.nick)) for one in people]
    in_order = len(people) == len(players) and all(seat in (None, at) for at, seat in enumerate(known, 1))
    for at, (one, seat) in enumerate(zip(people, known, strict=True), 1):
        if seat or in_order:
            _put(players, found, seat or at, one.nick)
        else:
            found.left.append(one.nick)
    missing = [seat for seat in range(1, len(players) + 1) if seat not in found.same and seat not in found.new]
    if len(missing) == len(found.left) == 1:
        _put(players, found, missing[0], found.left.pop())


def _names(entry: Raw) -> list[str]:
    return [name for name in (entry["nick"], entry.get("chat", "")) if name]
