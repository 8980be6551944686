"""The acquittal vote (1.8.1) as people write it: оправдать / посадить, + / -, плюс / минус; за and против are asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mafia_cli.reading.clauses import Clause, clauses, doubt_of
from mafia_cli.reading.known import NOTHING_KNOWN, Moment
from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked, passed_over
from mafia_cli.reading.messages import Message, Row
from mafia_cli.reading.moments import is_count, other_moment
from mafia_cli.reading.nicks import ENDING, find
from mafia_cli.reading.paste import again, lines_of, sender_trouble, who
from mafia_cli.reading.people import Ask, Found, Nobody, One, Roster
from mafia_cli.reading.vocabulary import Class
from mafia_cli.reading.words import Kind, Token, in_one_layout, is_decoration, seats_in, tokens

_YES_SIGNS: Final = frozenset("✅➕✔☑")
_NO_SIGNS: Final = frozenset("❌➖✖")
_THUMBS: Final = frozenset("👍👎🙋")
_MARKS: Final = 3
"""So many marks alone may still be an answer."""
_SMALL: Final = (Class.SIDE, Class.FILLER, Class.GREET, Class.LAUGH, Class.DET, Class.SUBJECT, Class.THAT, Class.ME)


def read_acquittal(roster: Roster, text: str, moment: Moment = NOTHING_KNOWN) -> list[Line]:
    """Read the votes of an acquittal, one line for each that is not blank: ``acquit`` says which way."""
    reader = _Reader(roster, moment)
    return lines_of(roster, text, reader.read, moment)


class _Reader:
    """Reads the texts of one paste in their order; remembers who has said what."""

    def __init__(self, roster: Roster, moment: Moment) -> None:
        self.roster = roster
        self.moment = moment
        self.given: dict[int, int] = dict(moment.given)

    def read(self, message: Message, row: Row, sender: Found | None) -> Sequence[Reading]:
        """Read one text."""
        emoji = _by_emoji(row.body)
        body = row.body if emoji is None else ""
        if emoji is None and len(body) > _MARKS and is_decoration(body) and body not in self.roster.nicks:
            return [IGNORED]
        text = in_one_layout(self.roster, body)
        found = tokens(self.roster, text)
        if sender is None:
            sender, found, text = self._bare(text, found)
        elif isinstance(sender, Nobody) and message.inline and not message.sent and self._is_side(message.sender):
            sender, text = None, f"{message.sender}: {text}"
            found = tokens(self.roster, text)
        if is_count(found, inline=message.inline and not message.sent):
            return [passed_over(Why.COUNT)]
        elsewhere = other_moment(self.roster, text, found, who(sender))
        if elsewhere is not None:
            return [elsewhere]
        reading = emoji or _message(found)
        person = who(sender)
        if reading.as_ is As.VOTE and person and person.seat == self.moment.suspect and _is_state(found):
            reading = asked(Why.UNCLEAR)
        return [self._known(self._sent(reading, sender, found), message)]

    def _is_side(self, front: str) -> bool:
        found = tokens(self.roster, front)
        return any(_side(token) or token.is_a(Class.VOTE, Class.VOICE, Class.FOR, Class.AGAINST) for token in found)

    def _sent(self, reading: Reading, sender: Found | None, found: Sequence[Token]) -> Reading:
        if reading.as_ is As.IGNORED:
            return reading
        question = sender_trouble(sender)
        person = who(sender)
        if question is None:
            return replace(reading, voter=person.seat if person else 0)
        if question.why is Why.SENDER and reading.as_ is As.ASKED:
            said = any(_side(token) or _way(token) for token in found)
            return question if said else IGNORED
        return question

    def _known(self, reading: Reading, message: Message) -> Reading:
        if reading.as_ is not As.VOTE:
            return reading
        if self.given.get(reading.voter, -1) == int(reading.acquit is True):
            return passed_over(Why.REPEATED, voter=reading.voter)
        if again(message, self.moment):
            return asked(Why.SPENT, voter=reading.voter)
        self.given.setdefault(reading.voter, int(reading.acquit is True))
        return reading

    def _bare(self, text: str, found: list[Token]) -> tuple[Found | None, list[Token], str]:
        """Take a voter in front of a line of nobody."""
        while len(found) > 1 and found[0].kind is Kind.MARK and found[0].key in "*•·.":
            found = found[1:]
        if len(found) < 2:
            return None, found, text
        first, rest = found[0], found[1:]
        if not first.names:
            return self._guessed(text, found)
        if rest[0].kind is Kind.MARK and rest[0].key in "->=:" and len(rest) > 1:
            rest = rest[1:]
        elif rest[0].kind is Kind.MARK and rest[0].key in ",;":
            return None, found, text
        voter = first.found
        if isinstance(voter, One) and (voter.step == ENDING or first.part):
            voter = Ask("weak", (voter.person,))
        return voter, rest, text

    def _guessed(self, text: str, found: list[Token]) -> tuple[Found | None, list[Token], str]:
        for place, token in enumerate(found[:3]):
            if place and _way(token) and not found[0].classes:
                voter = find(self.roster, text[found[0].start : token.start].strip())
                if isinstance(voter, One):
                    voter = Ask("weak", (voter.person,))
                return (None if isinstance(voter, Nobody) else voter), found[place:], text
        return None, found, text


def _by_emoji(body: str) -> Reading | None:
    """Read an answer that is only pictures: a check or a cross; a thumb is asked about."""
    signs = {char for char in body if not char.isspace() and char not in "\ufe0f\u200d"}
    signs = {sign for sign in signs if not "\U0001f3fb" <= sign <= "\U0001f3ff"}
    if not signs or not signs <= _YES_SIGNS | _NO_SIGNS | _THUMBS:
        return None
    if signs <= _YES_SIGNS:
        return Reading(As.VOTE, acquit=True)
    if signs <= _NO_SIGNS:
        return Reading(As.VOTE, acquit=False)
    return asked(Why.UNCLEAR)


def _side(token: Token) -> int:
    """Return 1 for a word that frees, -1 for one that jails, else 0."""
    return 1 if token.is_a(Class.ACQUIT) else -1 if token.is_a(Class.CONVICT) else 0


def _way(token: Token) -> int:
    """Return 1 for за, + and плюс, -1 for против, - and минус, else 0."""
    if token.kind is Kind.MARK:
        return {"+": 1, "-": -1}.get(token.key, 0)
    if token.is_a(Class.FOR, Class.PLUS):
        return 1
    return -1 if token.is_a(Class.AGAINST, Class.MINUS) else 0


def _is_plain(token: Token) -> bool:
    """Whether a way is one of за and против, which may mean either side."""
    return token.is_a(Class.FOR, Class.AGAINST)


def _message(found: Sequence[Token]) -> Reading:
    """Return the reading of a message without its voter."""
    parts = _with_purpose(clauses(_not_guilty(found)))
    said = [clause for clause in parts if any(_side(token) or _way(token) for token in clause.tokens)]
    words = [token for clause in parts for token in clause.words]
    telling = [token for token in words if not token.is_a(*_SMALL)]
    if not said:
        return _no_side(parts, telling)
    if not any(_side(token) or _telling_way(token, clause) for clause in said for token in clause.tokens):
        return IGNORED
    seats = seats_in(found)
    sides = _all_sides(said)
    doubt = next((why for clause in said if (why := doubt_of(clause))), None)
    odd = [token for clause in said for token in clause.words if not _accounted(token)]
    plain = [token for clause in said for token in clause.tokens if _is_plain(token)]
    far = len(odd) > 1 or (odd and plain and not any(_side(token) for clause in said for token in clause.tokens))
    if far and not seats and (doubt or len(odd) > 2):
        return IGNORED
    others = [clause for clause in parts if clause not in said]
    first = said[0].tokens[0].start
    turned = next((why for clause in others if (why := _further(clause, behind=clause.tokens[0].start > first))), None)
    called = any(token.is_a(Class.CALL) or _is_own_guilt(token, clause) for clause in said for token in clause.tokens)
    if doubt or seats or odd or called or len(sides) != 1 or 0 in sides or turned:
        return asked(doubt or turned or Why.UNCLEAR, seats)
    return Reading(As.VOTE, acquit=sides.pop() > 0)


def _is_own_guilt(token: Token, clause: Clause) -> bool:
    """Whether somebody speaks of his own guilt or release: «я не виновата», "spare me"."""
    own = any(one.is_a(Class.SELF) or (one.is_a(Class.ME) and token.is_a(Class.STATE)) for one in clause.tokens)
    return own and bool(_side(token))


def _is_state(found: Sequence[Token]) -> bool:
    """Whether somebody is only said to be guilty or not: by the suspect, that is no vote."""
    return any(token.is_a(Class.STATE) for token in found)


def _telling_way(token: Token, clause: Clause) -> bool:
    """Whether a way stands where it says something: first but for small words, or the mark alone."""
    if not _way(token):
        return False
    first = next((one for one in clause.tokens if _way(one) or not one.is_a(*_SMALL, Class.NEG)), None)
    return first is token


def _accounted(token: Token) -> bool:
    if _side(token) or _way(token) or token.is_a(Class.EITHER, Class.NEG):
        return True
    return token.is_a(*_SMALL, Class.PASS, Class.CALL, Class.SELF) and not token.is_a(Class.SOFT)


def _sides(clause: Clause) -> set[int]:
    """Return the sides that a clause takes; 0 is one that cannot be told."""
    line = [token for token in clause.tokens if _side(token) or _way(token)]
    sides = {_side(token) for token in line if _side(token)}
    ways = [token for token in line if _way(token) and not _side(token)]
    if not ways:
        return sides
    first = ways[0]
    if len({_way(token) for token in ways}) > 1:
        return {0}
    if not _is_plain(first):
        return sides | {_way(first)}
    if not sides:
        return {0}
    behind = line[line.index(first) + 1 :]
    noun = next((token for token in behind if _side(token)), None)
    return {_way(first) * _side(noun)} if noun and len(sides) == 1 else {0}


def _all_sides(said: Sequence[Clause]) -> set[int]:
    """Return the sides of all clauses; "за, он невиновен" says it twice and must agree."""
    sides = set[int]().union(*map(_sides, said))
    told = sides - {0}
    ways = {_way(token) for clause in said for token in clause.tokens if _is_plain(token)}
    return told if 0 in sides and len(told) == 1 and ways == told else sides


def _further(clause: Clause, *, behind: bool) -> Why | None:
    """Return what a clause without a side makes doubtful: behind one, it has to be about the suspect or a reason."""
    words = clause.words
    if not words or all(token.is_a(*_SMALL, Class.YES, Class.NO) for token in words):
        return None
    why = doubt_of(clause)
    if not behind:
        return why or (Why.UNCLEAR if clause.names else None)
    about = words[0].is_a(Class.SUBJECT, Class.REASON, Class.SIDE)
    mild = clause.end != "?" and not clause.has(Class.COND, Class.JOKE, Class.LATER)
    return None if about and mild and why in {None, Why.UNCLEAR} else why or Why.UNCLEAR


def _no_side(parts: Sequence[Clause], telling: Sequence[Token]) -> Reading:
    """Read a pass; ask about a bare yes or no, a vote told in some other way; the rest is talk."""
    question = any(clause.end == "?" for clause in parts)
    meant = [token for token in telling if not token.is_a(Class.PASS)]
    if len(meant) < len(telling) and not meant:
        return asked(Why.UNCLEAR) if question else Reading(As.PASS)
    every = [token for clause in parts for token in clause.words]
    if len(every) == 1 and every[0].kind is Kind.NAME and Class.PASS in every[0].classes:
        return Reading(As.PASS)
    if every and all(token.is_a(Class.YES, Class.NO) for token in every):
        return asked(Why.UNCLEAR)
    if any(token.is_a(Class.VOTE, Class.VOICE) for token in every) and not [
        token for token in telling if not token.is_a(Class.VOTE, Class.VOICE)
    ]:
        return asked(Why.UNCLEAR)
    if len(every) == 1 and every[0].kind is Kind.NAME:
        return asked(Why.UNCLEAR, seats_in(every))
    return IGNORED


def _with_purpose(parts: Sequence[Clause]) -> list[Clause]:
    """Put «чтобы оправдать» to the «за то» in front of it."""
    made: list[Clause] = []
    for clause in parts:
        if made and clause.tokens[0].is_a(Class.THAT) and any(_is_plain(token) for token in made[-1].tokens):
            before = made.pop()
            both = (*before.tokens, *clause.tokens)
            clause = replace(before, tokens=both, end=clause.end, classes=before.classes | clause.classes)
        made.append(clause)
    return made


def _not_guilty(found: Sequence[Token]) -> list[Token]:
    """Put "not guilty" into one word."""
    made: list[Token] = []
    for token in found:
        if made and token.is_a(Class.NOT_GUILTY) and made[-1].is_a(Class.NEG):
            made[-1] = replace(token, classes=frozenset({Class.ACQUIT, Class.STATE}))
        else:
            made.append(token)
    return made
