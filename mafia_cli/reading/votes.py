"""Votes as they fly by in a chat: ``Аня: голосую за Бориса``, ``Аня - Борис``, ``3 5``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from mafia_cli.reading.acquittal import read_acquittal
from mafia_cli.reading.ballots import Ballot
from mafia_cli.reading.clauses import slot, trouble_with
from mafia_cli.reading.known import NOTHING_KNOWN, Moment
from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked, passed_over
from mafia_cli.reading.messages import Message, Row
from mafia_cli.reading.moments import is_count, other_moment
from mafia_cli.reading.moves import late_move
from mafia_cli.reading.nicks import ENDING, find
from mafia_cli.reading.paste import again, lines_of, sender_trouble, who
from mafia_cli.reading.people import Ask, Found, Nobody, One, Roster
from mafia_cli.reading.vocabulary import Class
from mafia_cli.reading.words import Kind, Token, in_one_layout, is_decoration, seats_in, tokens

__all__ = ["read_acquittal", "read_votes"]

_LINK: Final = "://"
_PARTS: Final = frozenset(",;/")
_BETWEEN: Final = frozenset("->=:+")
_ASKS: Final = 3
"""How many messages back a question is answered."""


def read_votes(roster: Roster, text: str, moment: Moment = NOTHING_KNOWN) -> list[Line]:
    """Read votes pasted from a chat, one line for each that is not blank; talk is ``ignored``.

    Second votes, votes for oneself, by and for the dead are read; refusing them is the rules' business (1.8, 4.6).
    """
    reader = _Reader(roster, moment)
    return lines_of(roster, text, reader.read, moment)


class _Reader:
    """Reads the texts of one paste in their order; remembers who voted for whom and what was asked."""

    def __init__(self, roster: Roster, moment: Moment) -> None:
        self.roster = roster
        self.moment = moment
        self.given: dict[int, int] = dict(moment.given)
        self.asked: list[tuple[bool, bool]] = []  # of the last messages: asks for a number, for a person
        self.last = 0  # who spoke last

    def read(self, message: Message, row: Row, sender: Found | None) -> Sequence[Reading]:
        """Read one text."""
        body = _without_links(row.body)
        if not body or (is_decoration(body) and body not in self.roster.nicks):
            return [IGNORED]
        text = in_one_layout(self.roster, body)
        readings = self._texts(message, text, sender)
        self._note(text)
        made = [self._known(one, message) for one in readings]
        for one in made:
            if one.as_ is As.VOTE or one.as_ is As.PASS:
                self.given.setdefault(one.voter, one.candidate)
        person = who(sender)
        self.last = person.seat if person else self.last
        return made

    def _texts(self, message: Message, text: str, sender: Found | None) -> Sequence[Reading]:
        if sender is None:
            return self._of_nobody(message, text)
        person = who(sender)
        if isinstance(sender, Nobody) and message.inline and not message.sent and self._is_said(message.sender):
            return self._of_nobody(message, f"{message.sender}: {text}")
        found = tokens(self.roster, text)
        if is_count(found, inline=message.inline and not message.sent):
            return [passed_over(Why.COUNT)]
        elsewhere = other_moment(self.roster, text, found, person)
        if elsewhere is not None:
            return [elsewhere]
        late = late_move(self.roster, text, found, person) if person is not None else None
        if late is not None:
            return [asked(Why.LATE, late.targets, role=late.role, voter=_seat(sender))]
        reading = Ballot(self.roster, text, found, person, third=message.action).read()
        return [self._answer(self._sent(reading, sender), found, message)]

    def _is_said(self, front: str) -> bool:
        """Whether what stands before a colon is a vote word and no voter."""
        return any(token.is_a(Class.VOTE, Class.VOICE, Class.FOR) for token in tokens(self.roster, front))

    def _sent(self, reading: Reading, sender: Found) -> Reading:
        """Put the voter to what is said: a question about the voter only where something is voted."""
        if reading.as_ is As.IGNORED:
            return replace(reading, voter=_seat(sender)) if reading.why else reading
        question = sender_trouble(sender)
        if question is None:
            return replace(reading, voter=_seat(sender))
        if reading.as_ is As.ASKED and not reading.candidates:
            return IGNORED
        if question.why is Why.SENDER:
            return replace(question, candidates=reading.candidates or _candidates(reading))
        return question

    def _known(self, reading: Reading, message: Message) -> Reading:
        """Put in what the game and the paste know: whose vote is referred to, what was said before."""
        if reading.why is Why.REFERENCE:
            return self._referred(reading)
        if reading.as_ not in {As.VOTE, As.PASS}:
            return reading
        if self.given.get(reading.voter, -1) == reading.candidate:
            return passed_over(Why.REPEATED, voter=reading.voter)
        if again(message, self.moment):
            return asked(Why.SPENT, _candidates(reading), voter=reading.voter)
        return reading

    def _referred(self, reading: Reading) -> Reading:
        voter = reading.candidates[0] if len(reading.candidates) == 1 else 0 if reading.candidates else self.last
        candidate = self.given.get(voter, 0)
        return replace(reading, candidates=(candidate,) if candidate else ())

    def _note(self, text: str) -> None:
        """Remember what a text asks."""
        found = tokens(self.roster, text)
        asks = "?" in text
        number = any(token.is_a(Class.HOW_MANY) for token in found)
        person = any(token.is_a(Class.WHO) for token in found)
        self.asked = [*self.asked, (number, person and asks)][-_ASKS:]

    def _answer(self, reading: Reading, found: Sequence[Token], message: Message) -> Reading:
        """Ask about a bare number or name that may answer a question of the last messages."""
        if reading.as_ is not As.VOTE:
            return reading
        said = [token for token in found if token.kind is not Kind.MARK]
        if len(said) != 1:
            return reading
        number = said[0].kind is Kind.NUMBER
        asks = any(one[0 if number else 1] for one in self.asked)
        listed = number and message.inline and not message.sent and not message.sender.strip("# ").isdigit()
        if not asks and not listed:
            return reading
        if number and reading.voter == reading.candidate:
            return asked(Why.NUMBER, _candidates(reading), voter=reading.voter)
        return asked(Why.NUMBER if number else Why.UNCLEAR, _candidates(reading), voter=reading.voter)

    # --- lines of nobody: the host's own, or cut off -------------------------------------------------------

    def _of_nobody(self, message: Message, text: str) -> Sequence[Reading]:
        found = tokens(self.roster, text)
        if is_count(found, inline=True):
            return [passed_over(Why.COUNT)]
        pieces = _pieces(found)
        if len(pieces) > 1:
            several = [self._pair(text, piece) for piece in pieces]
            if all(one.as_ in {As.VOTE, As.PASS} for one in several):
                return several
            if all(_begins_with_voter(piece) for piece in pieces):
                return [asked(Why.TARGETS, seats_in(found))]
        return [self._pair(text, found)]

    def _pair(self, text: str, found: Sequence[Token]) -> Reading:
        """Read a voter in front and what is voted behind."""
        found = _without_bullet(found)
        if _begins_with_voter(found):
            return self._of_voter(text, found)
        elsewhere = other_moment(self.roster, text, found, None)
        if elsewhere is not None:
            return elsewhere
        guessed = self._guessed(text, found)
        if guessed is not None:
            return guessed
        reading = Ballot(self.roster, text, found, None).read()
        if reading.as_ is As.IGNORED or (
            reading.as_ is As.ASKED
            and not reading.candidates
            and reading.why is not Why.TARGETS
            and not seats_in(found)
        ):
            return IGNORED
        if reading.why is Why.REFERENCE:
            return IGNORED
        return asked(Why.SENDER, reading.candidates or _candidates(reading))

    def _of_voter(self, text: str, found: Sequence[Token]) -> Reading:
        first, rest = found[0], found[1:]
        sign = rest[0].key if rest and rest[0].kind is Kind.MARK else ""
        if sign in _BETWEEN and sign:
            rest = rest[1:]
        if not rest and sign in {"+", "-"}:
            return IGNORED
        if not rest and sign == "=":
            return self._sent(Reading(As.PASS), first.found)
        if not rest or (sign and sign not in _BETWEEN):
            reading = Ballot(self.roster, text, found, None).read()
            return (
                IGNORED if reading.as_ is As.IGNORED else asked(Why.SENDER, reading.candidates or _candidates(reading))
            )
        voter: Found = first.found
        if isinstance(voter, One) and (voter.step >= ENDING or first.part):
            voter = Ask("weak", (voter.person,))
        person = who(voter)
        elsewhere = other_moment(self.roster, text, rest, person)
        if elsewhere is not None:
            return elsewhere
        reading = Ballot(self.roster, text, rest, person, third=True).read()
        alone = [token for token in rest if token.kind is not Kind.MARK]
        if reading.as_ is As.IGNORED and sign and len(alone) == 1 and not reading.why:
            reading = self._after_sign(text, alone, sign)
        if (
            sign == "-"
            and first.kind is Kind.NAME
            and not first.key.isdigit()
            and len(alone) == 1
            and alone[0].kind is Kind.NUMBER
        ):
            reading = asked(Why.NUMBER, seats_in(found) | set(_candidates(reading)))
        if reading.as_ is As.ASKED and not sign and not _talks_of_voting(rest):
            return IGNORED if len(alone) > 2 else asked(Why.SENDER, seats_in(found))
        return self._sent(reading, voter)

    def _after_sign(self, text: str, alone: Sequence[Token], sign: str) -> Reading:
        """Read one word behind a dash or an arrow: a name written any way."""
        meant = slot(self.roster, text, alone, None)
        if isinstance(meant.found, One):
            return Reading(As.VOTE, candidate=meant.found.person.seat)
        trouble = trouble_with(meant.found)
        known = alone[0].classes
        plain = trouble is not None and (trouble[0] is not Why.UNKNOWN or sign in {"+", "="})
        return asked(*trouble) if trouble and plain and not known else IGNORED

    def _guessed(self, text: str, found: Sequence[Token]) -> Reading | None:
        """Read a voter written some other way before "за", a dash, an arrow or a plus."""
        for place, token in enumerate(found[:4]):
            sign = token.kind is Kind.MARK and token.key in "->+="
            if not place or not (sign or token.is_a(Class.FOR, Class.VOTE3)):
                continue
            front = text[found[0].start : token.start].strip()
            voter = find(self.roster, front)
            if isinstance(voter, Nobody) and token.key == "=" and place == 1:
                return asked(Why.SENDER, seats_in(found))
            if found[0].classes or isinstance(voter, Nobody):
                return None
            rest = found[place + 1 :] if sign and token.key != "+" else found[place:]
            reading = Ballot(self.roster, text, rest, who(voter), third=True).read()
            if isinstance(voter, One) and not (sign and token.key != "+"):
                voter = Ask("weak", (voter.person,))
            return self._sent(reading, voter) if reading.as_ is not As.IGNORED else None
        return None


def _seat(found: Found | None) -> int:
    return found.person.seat if isinstance(found, One) else 0


def _candidates(reading: Reading) -> tuple[int, ...]:
    return (reading.candidate,) if reading.candidate else ()


def _without_links(text: str) -> str:
    if _LINK not in text:
        return text
    return " ".join(piece for piece in text.split(" ") if _LINK not in piece)


def _without_bullet(found: Sequence[Token]) -> Sequence[Token]:
    """Leave out bullets, and the number of a list, in front."""
    at = 0
    while at < len(found) and found[at].kind is Kind.MARK and found[at].key in "-*•·‣▪◦●○~|.":
        at += 1
    return found[at:] if at < len(found) else found


def _begins_with_voter(found: Sequence[Token]) -> bool:
    return len(found) > 1 and found[0].names and not (found[1].kind is Kind.MARK and found[1].key in ",;!?&")


def _pieces(found: Sequence[Token]) -> list[list[Token]]:
    """Part a line where each piece may be a vote of its own."""
    made: list[list[Token]] = [[]]
    for token in found:
        if token.kind is Kind.MARK and token.key in _PARTS:
            made.append([])
        else:
            made[-1].append(token)
    return [piece for piece in made if piece]


def _talks_of_voting(found: Sequence[Token]) -> bool:
    return any(
        token.is_a(Class.VOTE, Class.VOICE, Class.VOTE3, Class.VOTED, Class.FOR, Class.AGAINST, Class.PASS, Class.JAIL)
        for token in found
    )


def votes_given(lines: Sequence[Line]) -> Mapping[int, int]:
    """Return who votes for whom by some lines, the first vote of each."""
    given: dict[int, int] = {}
    for line in lines:
        if line.as_ is As.VOTE or line.as_ is As.PASS:
            given.setdefault(line.voter, line.candidate)
    return given
