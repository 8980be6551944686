"""Night moves as people write them: ``док аня``, ``Вера: лечу Аню``, pasted private messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked
from mafia_cli.reading.nicks import FOLDED, find
from mafia_cli.reading.normal import key
from mafia_cli.reading.people import NOBODY_MEANT, Ask, Nobody, One, Person, Roster
from mafia_cli.reading.roles import likely_role, listed_role
from mafia_cli.reading.targets import aim, seats_in, seats_named, trouble
from mafia_cli.reading.tokens import (
    Kind,
    Token,
    apart,
    has_kabum,
    in_one_layout,
    is_decoration,
    is_word,
    numbered_lines,
    sender_of,
    tokens,
    too_long,
)
from mafia_cli.reading.vocabulary import vocabulary
from mafia_cli.rules.roles import MAFIOSI, MOVERS, ROLES, Role

_SEPARATORS: Final = ":->=,.!"
_MAY: Final = frozenset(MOVERS)


def read_moves(roster: Roster, text: str, carrier: int | None = None) -> list[Line]:
    """Read pasted moves, one line for each that is not blank; nothing is lost.

    ``carrier`` is the seat that sends the joint kill; left out, it is worked out from the roster (the living don, else
    the lowest living seat of the mafia). Whether the rules allow a move is not judged here.
    """
    desk = _Desk(roster, roster.carrier() if carrier is None else carrier)
    lines: list[Line] = []
    header = ""
    for number, original, tidy in numbered_lines(text):
        reading, header = desk.read(tidy, header)
        lines.append(reading.line(number, original))
    return lines


def _move_of(role: Role) -> Role:
    return Role.MAFIA if role is Role.DON else role


@dataclass(frozen=True, slots=True)
class _Said:
    """The role a line names, the roles its verb leaves, and what follows."""

    role: Role | None
    verb: frozenset[Role] | None
    rest: Sequence[Token]


@dataclass(frozen=True, slots=True)
class _Desk:
    roster: Roster
    carrier: int

    def read(self, tidy: str, header: str) -> tuple[Reading, str]:
        """Read one clean line; return with it the sender that the lines below have."""
        if too_long(tidy):
            return asked(Why.UNCLEAR), header
        if is_decoration(tidy) and tidy not in self.roster.nicks:
            return IGNORED, header
        text = in_one_layout(self.roster, tidy)
        parts = apart(self.roster, text)
        if parts.header:
            return IGNORED, parts.sender
        if not parts.sender and not parts.body:
            return IGNORED, header
        if parts.sender:
            reading, sent = self._with_front(parts.sender, parts.body)
            header = "" if sent else header
        elif header:
            reading = self._sent(header, tokens(self.roster, parts.body), parts.body)
        else:
            found = tokens(self.roster, parts.body)
            reading = self._told_of(parts.body, found) or self._body(parts.body, found, None)
        if parts.quoted and reading.as_ in {As.MOVE, As.SKIP}:
            return asked(Why.UNCLEAR, reading.targets, role=reading.role), header
        return reading, header

    def _with_front(self, front: str, body: str) -> tuple[Reading, bool]:
        """Read a line with something before a colon: a sender, a role, or both (then the readings must agree)."""
        whole = f"{front}: {body}"
        found = find(self.roster, front)
        exact = isinstance(found, (One, Ask)) and (isinstance(found, Ask) or found.step <= FOLDED)
        if isinstance(found, Ask):
            exact = key(front) in self.roster.folded
        role = self._role_in_front(front)
        if role is not None and not exact:
            return self._body(whole, tokens(self.roster, whole), None), False
        sent = self._sent(front, tokens(self.roster, body), body)
        if role is None:
            return sent, True
        plain = self._body(whole, self._role_first(whole, front), None)
        if (plain.as_, plain.role, plain.targets) == (sent.as_, sent.role, sent.targets) and sent.as_ is not As.ASKED:
            return sent, True
        return asked(Why.ROLE_OR_VERB, seats_in(tokens(self.roster, front))), True

    def _role_in_front(self, front: str) -> Role | None:
        found = tokens(self.roster, front)
        if not found:
            return None
        if listed := listed_role(key(front)):
            return listed
        said = self._said(found)
        if said.rest and any(token.kind is not Kind.MARK for token in said.rest):
            return None
        if said.role is None and said.verb is None:
            return None
        return said.role or next(iter(said.verb or ()), None)

    def _role_first(self, whole: str, front: str) -> list[Token]:
        rest = tokens(self.roster, whole[len(front) :])
        moved = [replace(token, start=token.start + len(front), end=token.end + len(front)) for token in rest]
        return [Token(Kind.WORD, key(front), 0, len(front)), *moved]

    def _sent(self, sender: str, found: list[Token], body: str) -> Reading:
        """Read what a named sender wrote."""
        who = sender_of(self.roster, sender)
        if isinstance(who, Nobody):
            return asked(Why.SENDER)
        if isinstance(who, Ask):
            return asked(who.why, (person.seat for person in who.persons))
        return self._from(who.person, found, body)

    def _from(self, person: Person, found: list[Token], body: str) -> Reading:
        """Read the move that somebody makes."""
        if person.out:
            return asked(Why.DEAD, (person.seat,))
        if has_kabum(found):
            return asked(Why.KABUM, seats_in(found))
        if person.role is None or _move_of(person.role) not in _MAY:
            return asked(Why.SENDER, (person.seat,))
        if person.role in MAFIOSI and person.seat != self.carrier:
            return asked(Why.SENDER, (person.seat,))
        return self._body(body, found, person)

    def _told_of(self, text: str, found: list[Token]) -> Reading | None:
        """Read ``Глеб проверяет Игоря``: whoever is named as such does in the third person what the role may do.

        ``None`` for any other line, and where the two could be the other way round: ``Аня убивает Игорь``.
        """
        words, line = vocabulary(), _begun(found)
        role, at = _role_word(line, 0) if line and line[0].kind is Kind.WORD else (None, 0)
        who = line[at].found if at < len(line) else NOBODY_MEANT
        if not isinstance(who, One) or who.step > FOLDED or who.person.role is None or listed_role(line[at].key):
            return None
        verb = at + 1
        while verb < len(line) and is_word(line[verb], words.small):
            verb += 1
        if verb == len(line) or not is_word(line[verb], words.third):
            return None
        own, users = _move_of(who.person.role), words.verbs.get(line[verb].key, _MAY)
        if own not in users or (role is not None and _move_of(role) is not own):
            return None
        if _may_be_turned(text, line[verb:], users - {own}):
            return None
        return self._from(who.person, line[at + 1 :], text)

    def _body(self, text: str, found: list[Token], sender: Person | None) -> Reading:
        words = vocabulary()
        if has_kabum(found):
            return asked(Why.KABUM, seats_in(found))
        own = _move_of(sender.role) if sender and sender.role else None
        said = self._said(_begun(found))
        if not said.role and not said.verb and not sender:
            return asked(Why.ROLE_OR_VERB, seats_in(found))
        if any((token.kind is Kind.MARK and token.key == "?") or is_word(token, words.not_) for token in found):
            return asked(Why.UNCLEAR, seats_in(found), role=own)
        role = self._agreed(own, said)
        if role is None:
            return asked(Why.ROLE_OR_VERB, seats_in(found))
        return self._aimed(text, role, said.rest, sender, bare=said.role is None and said.verb is None)

    def _agreed(self, own: Role | None, said: _Said) -> Role | None:
        """Return the role that sender, role word and verb agree on, or ``None``."""
        roles = {role for role in (own, said.role) if role is not None}
        if len(roles) > 1:
            return None
        if not roles:
            return next(iter(said.verb)) if said.verb and len(said.verb) == 1 else None
        role = roles.pop()
        if role not in _MAY or (said.verb is not None and role not in said.verb):
            return None
        return role

    def _aimed(self, text: str, role: Role, rest: Sequence[Token], sender: Person | None, *, bare: bool) -> Reading:
        words = vocabulary()
        meant = [token for token in rest if token.kind is not Kind.MARK and not is_word(token, words.small)]
        if not meant:
            if any(token.key == "-" for token in rest) and not any(token.key == "+" for token in rest):
                return Reading(As.SKIP, role=role)
            return asked(Why.TARGETS, role=role)
        if meant[0].key in words.skip and not (meant[0].kind is Kind.WORD and meant[0].key in words.self_):
            others = seats_in(meant)
            return asked(Why.UNCLEAR, others, role=role) if others else Reading(As.SKIP, role=role)
        own = sender or self._holder(role)
        need = ROLES[role].targets
        aimed = aim(self.roster, text, rest, need, own)
        after = next((token for token in aimed.rest if token.kind is not Kind.MARK), None)
        verb = words.verbs.get(after.key) if after is not None and after.kind is Kind.WORD else None
        if verb is not None and role not in verb:
            return asked(Why.ROLE_OR_VERB, seats_named(aimed.found))
        question = trouble(aimed, need)
        if question is not None:
            if bare and question.why is Why.UNKNOWN and aimed.guessed > 1:
                return asked(Why.UNCLEAR, role=role)
            return replace(question, role=role)
        if bare and _told(aimed.rest):
            return asked(Why.UNCLEAR, seats_named(aimed.found), role=role)
        seats = tuple(one.person.seat for one in aimed.found if isinstance(one, One))
        return Reading(As.MOVE, role=role, targets=seats)

    def _holder(self, role: Role) -> Person | None:
        return self.roster.by_seat.get(self.carrier) if role is Role.MAFIA else self.roster.holder(role)

    def _said(self, found: Sequence[Token]) -> _Said:
        """Read the role word and the verb off the front."""
        role, at = _role_word(found, _past_small(found, 0))
        at = _past_small(found, at)
        verb: frozenset[Role] | None = None
        verbs = vocabulary().verbs
        while at < len(found) and found[at].kind is Kind.WORD and found[at].key in verbs:
            users = verbs[found[at].key]
            verb = users if verb is None else verb & users
            at = _past_small(found, at + 1)
        return _Said(_move_of(role) if role else None, verb, found[at:])


def _may_be_turned(text: str, found: Sequence[Token], others: frozenset[Role]) -> bool:
    """Whether a name behind a verb may be who does it: Russian turns a sentence round, and the case does not tell."""
    if not any("\u0400" <= sign <= "\u04ff" for sign in text[found[0].start : found[0].end]):
        return False
    for before, token in pairwise(found):
        named = token.found
        if not isinstance(named, One) or named.step > FOLDED or is_word(before, vocabulary().before):
            continue
        if named.person.role is not None and _move_of(named.person.role) in others:
            return True
    return False


def _begun(found: list[Token]) -> list[Token]:
    """Leave out bullets before the first word; a bare dash or plus stays."""
    at = next((place for place, token in enumerate(found) if token.kind is not Kind.MARK), 0)
    return found[at:]


def _past_small(found: Sequence[Token], at: int) -> int:
    """Return where the next word stands that says something; marks at the very end are not passed."""
    small = vocabulary().small
    place = at
    while place < len(found):
        token = found[place]
        if token.kind is Kind.MARK and token.key in _SEPARATORS:
            place += 1
        elif is_word(token, small):
            place += 1
            at = place
        else:
            return place
    return at


def _role_word(found: Sequence[Token], at: int) -> tuple[Role | None, int]:
    """Return the role that the next word or two name and where to read on."""
    if at >= len(found):
        return None, at
    first = found[at]
    if first.kind is Kind.NAME and " " in first.key:
        return None, at
    if first.kind not in {Kind.WORD, Kind.NAME}:
        return None, at
    if at + 1 < len(found) and found[at + 1].kind is Kind.WORD:
        pair = listed_role(f"{first.key} {found[at + 1].key}")
        if pair:
            return pair, at + 2
    role = listed_role(first.key)
    if role is None and first.kind is Kind.WORD and first.key not in vocabulary().verbs:
        words = vocabulary()
        if first.key not in words.skip and first.key not in words.before and first.key not in words.self_:
            role = likely_role(first.key)
    return (role, at + 1) if role else (None, at)


def _told(rest: Sequence[Token]) -> bool:
    """Whether a name alone is followed by talk at once: then something may be told of that person."""
    first = next(iter(rest), None)
    words = vocabulary()
    return (
        first is not None and first.kind is Kind.WORD and first.key not in words.verbs and first.key not in words.small
    )
