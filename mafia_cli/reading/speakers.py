"""Who speaks in pasted chat lines: sure senders of lines that are no votes (1.8: everybody takes part)."""

from mafia_cli.reading.lines import As, Part
from mafia_cli.reading.messages import read_messages
from mafia_cli.reading.nicks import FOLDED
from mafia_cli.reading.paste import knows, sender_of
from mafia_cli.reading.people import One, Roster
from mafia_cli.reading.votes import read_votes


def read_speakers(roster: Roster, text: str) -> list[int]:
    """Return the seats of the living who say something in chat lines with senders, each once, in their order."""
    voted = {line.number for line in read_votes(roster, text) if line.as_ is not As.IGNORED}
    seats: dict[int, None] = {}
    for message in read_messages(text, knows(roster)):
        found = sender_of(roster, message)
        if not isinstance(found, One) or found.step > FOLDED or found.person.out:
            continue
        if any(row.part is Part.TEXT and row.number not in voted for row in message.rows):
            seats[found.person.seat] = None
    return list(seats)
