"""One clause of a vote wholly accounted for: who is named, what governs the name, which words are odd."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mafia_cli.reading.clauses import DATIVE, GENITIVE, GIVEN, OBJECT, Clause, Slot, slot
from mafia_cli.reading.lines import Why
from mafia_cli.reading.nicks import said
from mafia_cli.reading.people import NOBODY_MEANT, Nobody, Person, Roster
from mafia_cli.reading.vocabulary import Class, vocabulary
from mafia_cli.reading.words import NOMINATIVE, Kind, Token, nobody, seats_named

_VOTING: Final = (Class.VOTE, Class.VOICE, Class.JAIL, Class.CHOICE)
GOVERN: Final = (*_VOTING, Class.FOR, Class.PROPOSE, Class.VOTE3, Class.VOTED, Class.JAILED)
LIGHT: Final = (Class.FILLER, Class.DET, Class.GREET, Class.LAUGH, Class.YES)
_SIGNS: Final = frozenset("-:=>+/*@'&")


@dataclass(slots=True)
class Named:
    """A person in a clause: what governs the name ("" = nothing), and whether words stand between."""

    slot: Slot
    govern: Class | None
    at: int
    sign: str = ""


@dataclass(slots=True)
class Scan:
    """What one clause holds, every word of it accounted for but the odd ones."""

    clause: Clause
    named: list[Named] = field(default_factory=list)
    evidence: set[Class] = field(default_factory=set)
    odd: list[Token] = field(default_factory=list)
    unknown: int = 0  # words where a person is meant that are nobody's
    told: Why | None = None  # what makes it somebody else's or an earlier deed

    def next_name(self, at: int) -> int | None:
        """Return where the next name behind a place stands."""
        place = bisect_right(self.clause.naming, at)
        return self.clause.naming[place] if place < len(self.clause.naming) else None

    @property
    def seats(self) -> set[int]:
        return seats_named([one.slot.found for one in self.named])

    @property
    def slots(self) -> list[Slot]:
        """Who is named, as written."""
        return [one.slot for one in self.named]

    @property
    def strong(self) -> bool:
        """Whether it is about voting, and not only a name."""
        return bool(self.evidence)


def describes(token: Token) -> bool:
    """Whether a word may describe the person named behind it."""
    return token.key.endswith(vocabulary().endings)


@dataclass(frozen=True, slots=True)
class Frames:
    """Reads the clauses of one message: its clean text, who sends it, whether it is told in the third person."""

    roster: Roster
    text: str
    own: Person | None
    third: bool = False

    def scan(self, clause: Clause) -> Scan:
        """Return what a clause holds."""
        scan = Scan(clause)
        govern: Class | None = None
        sign = ""
        at, line = 0, clause.tokens
        while at < len(line):
            token = line[at]
            if token.kind is Kind.MARK:
                if token.key == "+" and not at:
                    scan.evidence.add(Class.PLUS)
                    govern = Class.PLUS
                elif token.key not in _SIGNS:
                    scan.odd.append(token)
                sign = token.key
                at += 1
                continue
            kind = next((one for one in GOVERN if token.is_a(one)), None)
            if token.names or token.is_a(Class.SELF):
                scan.named.append(Named(slot(self.roster, self.text, line[at:], self.own), govern, at, sign))
                govern, sign = None, ""
            elif kind is not None:
                scan.evidence.add(kind)
                govern = Class.VOICE if govern is Class.VOICE and kind is not Class.FOR else kind
                self._tell(scan, kind)
            elif token.is_a(Class.AGAINST):
                scan.evidence.add(Class.AGAINST)
                govern = Class.AGAINST
            elif token.is_a(Class.TO):
                govern = Class.TO if scan.evidence else Class.ABOUT
            elif token.is_a(Class.JOIN) and scan.named and not (at + 1 < len(line) and line[at + 1].names):
                scan.odd.append(token)
            elif token.is_a(Class.OFF, Class.ABOUT) and not token.is_a(Class.FILLER):
                govern = Class.ABOUT
                if scan.next_name(at) is None:
                    scan.odd.append(token)
            else:
                used = self._other(scan, line, at, govern)
                if used > 1:
                    at += used - 1
            at += 1
        return scan

    def _tell(self, scan: Scan, kind: Class) -> None:
        if kind in {Class.VOTED, Class.JAILED} or (kind is Class.VOTE3 and not self.third):
            scan.told = Why.UNCLEAR

    def _other(self, scan: Scan, line: Sequence[Token], at: int, govern: Class | None) -> int:
        """Take a word that neither names nor governs; return how many tokens are used."""
        token = line[at]
        if token.is_a(*LIGHT) and not (scan.named and token.is_a(Class.REPORT)):
            if token.is_a(Class.OTHERS) and not token.is_a(Class.GREET):
                scan.told = scan.told or (Why.REPORT if scan.clause.naming else None)
            return 1
        if token.is_a(Class.SOFT, Class.REF, Class.SUBJECT):
            scan.odd.append(token)
            return 1
        if govern in {Class.FOR, Class.VOTE} and token.is_a(Class.PRONOUN):
            scan.named.append(Named(Slot(NOBODY_MEANT, 1, None, self.text[token.start : token.end]), govern, at))
            scan.unknown += 1
            return 1
        known = bool(token.classes)
        names_behind = scan.next_name(at)
        if govern in {None, Class.ABOUT} or known or scan.named:
            scan.odd.append(token)
            return 1
        if names_behind is not None:
            self._between(scan, line, at, names_behind)
            return 1
        meant = slot(self.roster, self.text, line[at:], self.own)
        if nobody(meant.found):
            scan.unknown += meant.used
        scan.named.append(Named(meant, govern, at))
        return meant.used

    def _between(self, scan: Scan, line: Sequence[Token], at: int, name: int) -> None:
        """Take a word between what governs and the name: one that describes is no matter, one like a nick is."""
        token = line[at]
        between = [one for one in line[at:name] if one.kind is Kind.WORD and not one.is_a(*LIGHT)]
        near = said(self.roster, self.text[token.start : token.end])
        if not nobody(near):
            scan.named.append(Named(Slot(near, 1, None, token.key), None, at))
        elif len(between) > 1 or not describes(token) or any(one.is_a(Class.JOIN) for one in line[at:name]):
            scan.odd.append(token)

    def votes(self, scan: Scan) -> bool:
        """Whether a clause may be a vote of the sender: for one person, in a case that goes with it."""
        if Class.AGAINST in scan.evidence:
            return False
        if (
            (len(scan.seats) != 1 and len(scan.named) != 1)
            or scan.unknown
            or not scan.evidence & {*_VOTING, Class.FOR, Class.PLUS, Class.VOTE3}
        ):
            return self._bare(scan)
        return all(self._governed(one, scan) for one in scan.named)

    def _governed(self, one: Named, scan: Scan) -> bool:
        token = one.slot.token
        behind = scan.clause.tokens[one.at + 1 : one.at + 2]
        free = one.govern is None and token is not None and token.kind is Kind.NAME and NOMINATIVE in token.cases
        if free and behind and behind[0].is_a(Class.VOTE):
            return False
        if one.govern is Class.ABOUT or (token is None and isinstance(one.slot.found, Nobody)):
            return False
        if token is None or token.kind is not Kind.NAME:
            return True
        if one.govern is Class.VOICE and not one.sign:
            return bool(token.cases & {NOMINATIVE, DATIVE}) or GENITIVE not in token.cases
        if one.govern in {Class.VOTE, Class.CHOICE, Class.VOICE, Class.VOTE3}:
            return bool(token.cases & GIVEN)
        return bool(token.cases & (OBJECT | {DATIVE, GENITIVE} if one.govern is Class.FOR else OBJECT))

    def _bare(self, scan: Scan) -> bool:
        """Whether a clause is only a name, in the case of one who is voted for."""
        if len(scan.named) != 1 or scan.evidence or scan.named[0].govern:
            return False
        token = scan.named[0].slot.token
        if token is None or not token.names:
            return False
        return bool(token.cases & OBJECT) and not any(
            mark.kind is Kind.MARK and mark.key in "-:=>+" for mark in scan.clause.tokens
        )
