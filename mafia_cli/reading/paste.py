"""A paste read against a game: what the game lends to a reading, and the way from messages to lines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mafia_cli.reading.known import Key, Moment
from mafia_cli.reading.lines import IGNORED, As, Line, Part, Reading, Why, asked, line_of, passed_over
from mafia_cli.reading.messages import Doubt, Message, Row, read_messages
from mafia_cli.reading.nicks import TYPO, find
from mafia_cli.reading.normal import LONGEST_LINE, fold
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Found, Nobody, One, Person, Roster

_LONGEST_SAID: Final = 500
_END: Final = 150
"""Of a longer text only the two ends are looked at, and what is found there is asked about."""

Read = Callable[[Message, Row, Found | None], Sequence[Reading]]
"""How one text is read: by whom it is (``None``: nobody is named); one reading as a rule."""


def knows(roster: Roster) -> Callable[[str], bool]:
    """Return whether a text is letter for letter a name of somebody, as headers write it."""
    return lambda text: text in roster.nicks or text.removeprefix("@") in roster.others


def sender_of(roster: Roster, message: Message) -> Found | None:
    """Return who sends a message, ``None`` if nobody is named; a header means only who is called exactly so."""
    sender = message.sender
    if not sender:
        return None
    found = find(roster, sender)
    if message.sent or not message.inline:
        exact = isinstance(found, One) and found.step < TYPO - 1
        return found if exact or (isinstance(found, Ask) and message.known) else NOBODY_MEANT
    if isinstance(found, One) and found.step >= TYPO:
        return Ask("weak", (found.person,))
    return found


def lines_of(roster: Roster, text: str, read: Read, moment: Moment) -> list[Line]:
    """Read a paste, one line for each that is not blank (several where a line says several things).

    They come in the order in which they count: that of the paste, but messages with times in the order of their times.
    """
    messages = read_messages(text, knows(roster))
    seen: set[Key] = set()
    lines: list[Line] = []
    for message in sorted(messages, key=lambda one: one.order) if _timed(messages) else messages:
        key = message.key
        old = _old(message, key, moment, seen)
        seen.add(key)
        sender = sender_of(roster, message)
        for row in message.rows:
            readings = [old] if old is not None and row.part is Part.TEXT else _row(roster, message, row, sender, read)
            lines += [
                line_of(one, row.number, row.text, sender=message.sender, sent=message.sent, part=row.part)
                for one in readings
            ]
            _take_back(lines, message)
    return lines


def _take_back(lines: list[Line], message: Message) -> None:
    """Ask about what a sender said last when the next thing he says is that it was a joke."""
    if not lines or lines[-1].why is not Why.JOKE or lines[-1].as_ is not As.IGNORED:
        return
    for at in range(len(lines) - 2, -1, -1):
        line = lines[at]
        if line.part is Part.TEXT and (not message.sender or line.sender == message.sender):
            if line.as_ not in {As.IGNORED, As.ASKED}:
                seats = (*line.targets, *((line.candidate,) if line.candidate else ()))
                lines[at] = replace(line, as_=As.ASKED, why=Why.JOKE, candidates=seats, candidate=0, targets=())
            return


def _timed(messages: Sequence[Message]) -> bool:
    return all(message.sent for message in messages if message.sender)


def _old(message: Message, key: Key, moment: Moment, seen: set[Key]) -> Reading | None:
    """Return how a message is passed over that was read before, or is from before the stage opened."""
    if message.sent and message.sender:
        if key in moment.spent or key in seen:
            return passed_over(Why.SPENT)
        if moment.opened and len(message.sent) >= len(moment.opened) and message.sent < moment.opened:
            return passed_over(Why.EARLIER)
    return None


def again(message: Message, moment: Moment) -> bool:
    """Whether the same words without a time were read in the stage just closed."""
    return not message.sent and message.key in moment.closed


def _row(roster: Roster, message: Message, row: Row, sender: Found | None, read: Read) -> Sequence[Reading]:
    if row.part is Part.MEDIA and isinstance(sender, One):
        return [passed_over(Why.UNSEEN, voter=sender.person.seat)]
    if row.part is not Part.TEXT:
        return [IGNORED]
    if _is_remark(roster, row):
        return [IGNORED]
    if len(row.body) > _LONGEST_SAID:
        readings = read(message, _shortened(row), sender)
        return [_doubtful(one) for one in readings]
    return [_doubted(one, row) for one in read(message, row, sender)]


def _is_remark(roster: Roster, row: Row) -> bool:
    """Whether a line is the host's remark: it begins with # and neither a number nor a command."""
    text = row.text.lstrip()
    if not text.startswith("#") or text[1:2] in {"#", ""} or text[1:].lstrip()[:1].isdigit():
        return False
    return not any(nick.startswith("#") for nick in roster.nicks)


def _doubtful(reading: Reading) -> Reading:
    if reading.as_ in {As.IGNORED, As.ASKED}:
        return reading
    seats = (*reading.targets, *((reading.candidate,) if reading.candidate else ()))
    return asked(Why.UNCLEAR, seats, role=reading.role, voter=reading.voter)


def _shortened(row: Row) -> Row:
    """Return a long text with only its two ends."""
    body = f"{row.body[:_END]} … {row.body[-_END:]}" if len(row.body) <= LONGEST_LINE else row.body[:_END]
    return replace(row, body=body)


_DOUBTS: Final = {Doubt.QUOTED: Why.QUOTED, Doubt.STRUCK: Why.QUOTED, Doubt.FORMAT: Why.FORMAT}


def _doubted(reading: Reading, row: Row) -> Reading:
    """Return a reading as a question where it is not certain that the words are the sender's own."""
    if row.doubt is Doubt.NONE or reading.as_ in {As.IGNORED, As.ASKED}:
        return reading
    seats = (*reading.targets, *((reading.candidate,) if reading.candidate else ()))
    return asked(_DOUBTS[row.doubt], seats, role=reading.role, voter=reading.voter)


def who(found: Found | None) -> Person | None:
    """Return the sender if it is one person."""
    return found.person if isinstance(found, One) else None


def sender_trouble(found: Found | None) -> Reading | None:
    """Return the question about who sends something, or ``None`` if that is plain."""
    if found is None or isinstance(found, Nobody):
        return asked(Why.SENDER)
    if isinstance(found, Ask):
        return asked(found.why, (person.seat for person in found.persons))
    return None


def folded(text: str) -> str:
    """Return a text as names are compared."""
    return fold(text)


def texts(messages: Sequence[Message]) -> Iterator[tuple[Message, Row]]:
    """Go through what is said."""
    for message in messages:
        for row in message.rows:
            if row.part is Part.TEXT:
                yield message, row
