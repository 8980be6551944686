"""Night moves as people write them: ``док аня``, ``Вера: лечу Аню``, pasted private messages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mafia_cli.reading.deeds import Deed
from mafia_cli.reading.known import NOTHING_KNOWN, Moment
from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked
from mafia_cli.reading.messages import Message, Row
from mafia_cli.reading.moments import other_moment
from mafia_cli.reading.nicks import FOLDED, find
from mafia_cli.reading.normal import key
from mafia_cli.reading.paste import again, lines_of, sender_trouble
from mafia_cli.reading.people import Ask, Found, Nobody, One, Person, Roster
from mafia_cli.reading.roles import listed_role
from mafia_cli.reading.told import MAY, move_of, role_word, told_of
from mafia_cli.reading.vocabulary import Class
from mafia_cli.reading.words import Kind, Token, in_one_layout, is_decoration, seats_in, tokens
from mafia_cli.rules.roles import MAFIOSI, Role

_PARTS: Final = frozenset(",;/.")
_SHORT: Final = 3
"""Words of a host's own line that is no talk."""


def read_moves(roster: Roster, text: str, carrier: int | None = None, moment: Moment = NOTHING_KNOWN) -> list[Line]:
    """Read pasted moves, one line for each that is not blank (several where a line holds several); talk is ``ignored``.

    ``carrier`` is the seat that sends the joint kill; left out, it is worked out from the roster (the living don, else
    the lowest living seat of the mafia). Whether the rules allow a move is not judged here.
    """
    reader = _Reader(roster, roster.carrier() if carrier is None else carrier, moment)
    return lines_of(roster, text, reader.read, moment)


def late_move(roster: Roster, text: str, found: Sequence[Token], person: Person) -> Reading | None:
    """Return the move that somebody makes with a verb or a role word of his own, at any time; ``None`` for talk."""
    if person.role is None or person.out or move_of(person.role) not in MAY:
        return None
    own = move_of(person.role)
    reading = Deed(roster, text, found, person, own, roster.carrier()).read()
    if reading.as_ is not As.MOVE or (person.role in MAFIOSI and person.seat != roster.carrier()):
        return None
    said = any(role_word(found, at)[0] for at in range(len(found)) if found[at].kind is Kind.WORD)
    return reading if said or _has_verb(found) else None


def _has_verb(found: Sequence[Token]) -> bool:
    from mafia_cli.reading.vocabulary import vocabulary

    return any(token.kind is Kind.WORD and token.key in vocabulary().verbs for token in found)


class _Reader:
    """Reads the texts of one paste in their order; remembers the moves already made."""

    def __init__(self, roster: Roster, carrier: int, moment: Moment) -> None:
        self.roster = roster
        self.carrier = carrier
        self.moment = moment
        self.moved: dict[Role, tuple[int, ...]] = dict(moment.moved)

    def read(self, message: Message, row: Row, sender: Found | None) -> Sequence[Reading]:
        """Read one text."""
        body = row.body
        if is_decoration(body) and body not in self.roster.nicks:
            return [IGNORED]
        text = in_one_layout(self.roster, body)
        front = message.sender if message.inline and not message.sent else ""
        if front and not isinstance(sender, One):
            front = in_one_layout(self.roster, front)
            sender = find(self.roster, front) if isinstance(sender, Nobody) else sender
        readings = self._with_front(front, text, sender) if front else self._texts(text, sender, third=message.action)
        made = [self._known(one, message) for one in readings]
        for one in made:
            if one.as_ is As.MOVE and one.role is not None:
                self.moved[one.role] = one.targets
        return made

    def _known(self, reading: Reading, message: Message) -> Reading:
        if reading.as_ in {As.MOVE, As.SKIP} and again(message, self.moment):
            return asked(Why.SPENT, reading.targets, role=reading.role)
        return reading

    def _texts(self, text: str, sender: Found | None, *, third: bool) -> Sequence[Reading]:
        found = tokens(self.roster, text)
        if sender is None:
            return self._host(text, _without_bullet(found))
        return [self._sent(sender, text, found, third=third)]

    def _with_front(self, front: str, text: str, sender: Found | None) -> Sequence[Reading]:
        """Read a line with something before a colon: a sender, a role, or both (then the readings must agree)."""
        whole = f"{front}: {text}"
        exact = isinstance(sender, One) and sender.step <= FOLDED
        if isinstance(sender, Ask):
            exact = key(front) in self.roster.folded
        role = self._role_in_front(front)
        if role is not None and not exact:
            return self._host(whole, self._role_first(whole, front))
        sent = self._sent(sender, text, tokens(self.roster, text))
        if role is None:
            return [sent]
        plain = self._host(whole, self._role_first(whole, front))[0]
        if (plain.as_, plain.role, plain.targets) == (sent.as_, sent.role, sent.targets) and sent.as_ is not As.ASKED:
            return [sent]
        return [asked(Why.ROLE_OR_VERB, seats_in(tokens(self.roster, front)))]

    def _role_in_front(self, front: str) -> Role | None:
        if listed := listed_role(key(front)):
            return listed
        found = [token for token in tokens(self.roster, front) if token.kind is not Kind.MARK]
        role, at = role_word(found, 0)
        if role is not None and at == len(found):
            return role
        return None

    def _role_first(self, whole: str, front: str) -> list[Token]:
        rest = tokens(self.roster, whole[len(front) :])
        moved = [replace(token, start=token.start + len(front), end=token.end + len(front)) for token in rest]
        if listed_role(key(front)):
            return [Token(Kind.WORD, key(front), 0, len(front)), *_after_sign(moved)]
        return [*tokens(self.roster, front), *_after_sign(moved)]

    # --- what a sender writes -----------------------------------------------------------------------------

    def _sent(self, sender: Found | None, text: str, found: Sequence[Token], *, third: bool = False) -> Reading:
        if isinstance(sender, One):
            return self._from(sender.person, text, found, third=third)
        reading = Deed(self.roster, text, found, None, None, self.carrier).read()
        said = reading.as_ is not As.IGNORED and (
            reading.why is not Why.ROLE_OR_VERB or _has_verb(found) or bool(seats_in(found))
        )
        if not said:
            return IGNORED
        question = sender_trouble(sender)
        assert question is not None
        return replace(question, candidates=question.candidates or reading.targets or reading.candidates)

    def _from(self, person: Person, text: str, found: Sequence[Token], *, third: bool = False) -> Reading:
        """Read the move that somebody makes."""
        elsewhere = other_moment(self.roster, text, found, person)
        if elsewhere is not None:
            return elsewhere
        move = move_of(person.role) if person.role is not None and move_of(person.role) in MAY else None
        other = person.role in MAFIOSI and person.seat != self.carrier
        stands = self.moved.get(move) if move is not None else None
        reading = Deed(self.roster, text, found, person, move, self.carrier, stands, third).read()
        if reading.as_ is As.IGNORED:
            return reading
        if person.out:
            return asked(Why.DEAD, (person.seat,))
        if other:
            return asked(Why.SENDER, reading.targets or reading.candidates or (person.seat,))
        if move is None:
            return asked(Why.SENDER, reading.targets or reading.candidates or (person.seat,))
        return reading

    # --- the host's own lines -----------------------------------------------------------------------------

    def _host(self, text: str, found: Sequence[Token]) -> Sequence[Reading]:
        elsewhere = other_moment(self.roster, text, found, None)
        if elsewhere is not None:
            return [elsewhere]
        pieces = _moves_apart(found)
        if len(pieces) > 1:
            several = [self._one(text, piece) for piece in pieces]
            if all(one.as_ in {As.MOVE, As.SKIP} for one in several):
                return several
            return [asked(Why.TARGETS, seats_in(found))]
        return [self._one(text, found)]

    def _one(self, text: str, found: Sequence[Token]) -> Reading:
        told = told_of(self.roster, text, found)
        if told is not None:
            person, rest = told
            reading = self._from(person, text, rest, third=True)
            return reading if reading.as_ is not As.IGNORED else asked(Why.TARGETS)
        reading = Deed(self.roster, text, found, None, None, self.carrier).read()
        if reading.why is Why.ROLE_OR_VERB or reading.as_ is not As.IGNORED:
            return reading
        named = [token for token in found if token.names]
        words = [token for token in found if token.kind is not Kind.MARK]
        if named and len(words) <= _SHORT:
            return asked(Why.ROLE_OR_VERB, seats_in(found))
        if len(found) == 1 and found[0].is_a(Class.SKIP):
            return asked(Why.ROLE_OR_VERB)
        return reading


def _after_sign(found: Sequence[Token]) -> Sequence[Token]:
    return found[1:] if found and found[0].kind is Kind.MARK and found[0].key == ":" else found


def _without_bullet(found: Sequence[Token]) -> Sequence[Token]:
    at = next((place for place, token in enumerate(found) if token.kind is not Kind.MARK), 0)
    return found[at:]


def _moves_apart(found: Sequence[Token]) -> list[Sequence[Token]]:
    """Part a line with several moves: each begins with a role word, behind a comma, a person or a skip."""
    starts = []
    for at, token in enumerate(found):
        before = found[at - 1] if at else None
        free = before is None or before.names or (before.kind is Kind.MARK and before.key in _PARTS)
        free = free or (before is not None and (before.is_a(Class.SKIP) or before.key == "-"))
        named = token.kind is Kind.WORD and listed_role(token.key) is not None
        if free and named:
            starts.append(at)
    if len(starts) < 2 or starts[0] != 0:
        return [found]
    pieces = [found[start:end] for start, end in zip(starts, [*starts[1:], len(found)], strict=True)]
    return [piece[:-1] if piece[-1].kind is Kind.MARK and piece[-1].key in _PARTS else piece for piece in pieces]
