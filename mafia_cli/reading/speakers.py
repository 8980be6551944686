"""Who speaks in pasted chat lines: sure senders of lines that are no votes (1.8: everybody takes part)."""

from mafia_cli.reading.ballots import ballot, who
from mafia_cli.reading.lines import As
from mafia_cli.reading.people import One, Roster
from mafia_cli.reading.tokens import numbered_lines, too_long
from mafia_cli.reading.votes import read_votes

_SURE = 3


def read_speakers(roster: Roster, text: str) -> list[int]:
    """Return the seats of the living who say something in chat lines with senders, each once, in their order."""
    seats: dict[int, None] = {}
    header = ""
    for (_, _, tidy), line in zip(numbered_lines(text), read_votes(roster, text), strict=True):
        if too_long(tidy):
            continue
        made = ballot(roster, tidy, header)
        header = made.header
        person = who(made.voter)
        if made.is_header or person is None or person.out or not made.text.strip():
            continue
        named = made.header or ":" in tidy
        sure = isinstance(made.voter, One) and made.voter.step <= _SURE and not made.loose
        if named and sure and line.as_ is As.IGNORED:
            seats[person.seat] = None
    return list(seats)
