"""What somebody says at night: role word, verb, persons, and whether every word of it is accounted for."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mafia_cli.reading.clauses import (
    DATIVE,
    OBJECT,
    Clause,
    Slot,
    clauses,
    doubt_of,
    is_joke,
    is_neutral,
    slot,
    trouble_with,
)
from mafia_cli.reading.forms import ACCUSATIVE
from mafia_cli.reading.lines import IGNORED, As, Reading, Why, asked, passed_over
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import Nobody, One, Person, Roster
from mafia_cli.reading.roles import listed_role
from mafia_cli.reading.told import JOINS, MAY, move_of, role_word
from mafia_cli.reading.vocabulary import Class, common_words, pointing_words, spelt, vocabulary
from mafia_cli.reading.words import NOMINATIVE, Kind, Token, nobody, seats_named
from mafia_cli.rules.roles import ROLES, Role

_LIGHT: Final = (Class.SMALL, Class.FILLER, Class.DET, Class.GREET, Class.LAUGH, Class.YES)
_SIGNS: Final = frozenset("-:>=,.!+&/*@'")


@dataclass(slots=True)
class _Scan:
    """What one clause holds."""

    clause: Clause
    role: Role | None = None
    verb: frozenset[Role] | None = None
    third: bool = False
    past: bool = False
    skip: bool = False
    dash: bool = False
    either: bool = False
    weak: bool = False  # a person is named by a part of the nick
    slots: list[Slot] = field(default_factory=list)
    odd: list[Token] = field(default_factory=list)
    listed: bool = False  # goes on with the persons of the clause in front
    changed: bool = False  # takes back what was said before

    @property
    def seats(self) -> set[int]:
        return seats_named([one.found for one in self.slots])

    @property
    def telling(self) -> bool:
        """Whether it is about a move, and not only names."""
        return self.role is not None or self.verb is not None


@dataclass(frozen=True, slots=True)
class Deed:
    """A message at night: its clean text and tokens, who sends it and which move is his, if that is known.

    ``host``: a line of nobody's, in which a role word or a verb tells whose move it is; ``stands``: whom the sender's
    move names that stands already.
    """

    roster: Roster
    text: str
    found: Sequence[Token]
    own: Person | None
    move: Role | None
    carrier: int
    stands: tuple[int, ...] | None = None
    third: bool = False

    def read(self) -> Reading:
        """Return what is said: a move, a skip, a question, talk."""
        parts = clauses(self.found)
        if not parts:
            return IGNORED
        if is_joke(parts):
            return passed_over(Why.JOKE)
        scans = self._scans(parts)
        question = self._commissars_question(parts)
        if question is not None:
            return question
        deeds = [scan for scan in scans if scan.telling or scan.slots or scan.skip]
        if not deeds:
            return self._without_names(scans)
        skips = [token.found for token in self.found if Class.SKIP in token.classes and not nobody(token.found)]
        if skips and (self.own is not None or deeds[0].telling) and len(self.found) < 4:
            return asked(Why.UNCLEAR, seats_named(skips), role=self.move)
        if self._is_talk(scans, deeds):
            return IGNORED
        merged = self._merged(deeds)
        rest = [scan for scan in scans if scan in merged[1:] or scan not in deeds]
        deeds = merged
        if len(deeds) > 1 and any(scan.telling or scan.changed for scan in deeds[1:]):
            return self._several(deeds)
        first = deeds[0]
        role, trouble = self._role(first)
        if trouble is not None:
            return self._asked_about(first, scans, trouble)
        return self._decided(first, rest, role)

    # --- one clause ---------------------------------------------------------------------------------------

    def _scans(self, parts: Sequence[Clause]) -> list[_Scan]:
        scans: list[_Scan] = []
        for part in parts:
            before = scans[-1] if scans else None
            listed = (
                before is not None and part.begin == "," and before.telling and len(before.slots) < self._need(before)
            )
            scans.append(self._scan(part, listed=listed))
        return scans

    def _need(self, scan: _Scan) -> int:
        """Return how many persons a clause wants."""
        role = move_of(scan.role) if scan.role else self.move
        if role is None and scan.verb and len(scan.verb) == 1:
            role = next(iter(scan.verb))
        return ROLES[role].targets if role in MAY else 1

    def _scan(self, clause: Clause, *, listed: bool) -> _Scan:
        scan = _Scan(clause, listed=listed)
        line = clause.tokens
        at = 0
        while at < len(line):
            token = line[at]
            if token.kind is Kind.MARK:
                scan.dash |= token.key == "-"
                if token.key not in _SIGNS:
                    scan.odd.append(token)
                at += 1
                continue
            if not scan.telling and not scan.slots and not scan.odd:
                role, behind = role_word(line, at)
                if role is not None and not (token.kind is Kind.NAME and self.own is not None):
                    scan.role, at = role, behind
                    continue
            at += self._word(scan, line, at)
        return scan

    def _word(self, scan: _Scan, line: Sequence[Token], at: int) -> int:
        """Take a word that is no role; return how many tokens are used."""
        token = line[at]
        verbs = vocabulary().verbs
        if token.kind is Kind.WORD and token.key in verbs:
            scan.verb = verbs[token.key] if scan.verb is None else scan.verb & verbs[token.key]
            scan.third |= token.key in vocabulary().third
            return 1
        if token.kind is Kind.WORD and (told := vocabulary().past.of(self._spelt(token))):
            scan.verb = frozenset[Role]().union(*told)
            scan.past = True
            return 1
        if token.names or token.is_a(Class.SELF):
            scan.slots.append(slot(self.roster, self.text, line[at:], self._self(scan)))
            scan.weak |= token.part
            return scan.slots[-1].used
        if token.is_a(Class.SKIP):
            scan.skip = True
        elif (token.is_a(Class.CHANGE) and not token.is_a(Class.FILLER, Class.SMALL)) or self._no(scan, line, at):
            scan.changed = True
        elif token.is_a(Class.EITHER):
            scan.either = True
        elif token.is_a(*_LIGHT, *JOINS, Class.VOICE, Class.CHOICE) and not (scan.slots and token.is_a(Class.REPORT)):
            pass
        else:
            return self._unknown(scan, line, at)
        return 1

    def _spelt(self, token: Token) -> str:
        return spelt(self.text[token.start : token.end])

    def _no(self, scan: _Scan, line: Sequence[Token], at: int) -> bool:
        """Whether a "no" in front takes back what was said before."""
        return line[at].is_a(Class.NO, Class.CHANGE) and not scan.slots and not scan.telling and not at

    def _self(self, scan: _Scan) -> Person | None:
        """Return who is meant by "myself"."""
        if self.own is not None:
            return self.own
        role = scan.role or (next(iter(scan.verb)) if scan.verb and len(scan.verb) == 1 else None)
        if role is None:
            return None
        return self.roster.by_seat.get(self.carrier) if move_of(role) is Role.MAFIA else self.roster.holder(role)

    def _unknown(self, scan: _Scan, line: Sequence[Token], at: int) -> int:
        """Take a word that says nothing of a move: a misspelt name where one is wanted, else odd."""
        token = line[at]
        name = bisect_right(scan.clause.naming, at)
        behind = scan.clause.naming[name : name + 1]
        wanted = scan.telling or scan.listed or (self.move is not None and not scan.slots)
        between = line[at : behind[0]] if behind else ()
        if token.classes or not wanted or (scan.slots and not self._goes_on(scan, line, at)):
            scan.odd.append(token)
            return 1
        meant = slot(self.roster, self.text, line[at:], self._self(scan), typed=self.own is None)
        if behind and not scan.telling and self.own is not None and "-" not in [one.key for one in between]:
            scan.odd.append(token)
            return 1
        if behind and (nobody(meant.found) or self._describes(between, meant)):
            words = [one for one in between if one.kind is Kind.WORD and not one.is_a(*_LIGHT, *JOINS)]
            if len(words) > 1 or line[behind[0]].kind is Kind.NUMBER:
                scan.odd.append(token)
            return 1
        if not scan.telling and not scan.listed and nobody(meant.found):
            scan.odd += line[at : at + meant.used]
            return meant.used
        scan.slots.append(meant)
        return meant.used

    def _describes(self, between: Sequence[Token], meant: Slot) -> bool:
        """Whether a word in front of a name only looks like another name: a dash follows, or it is far off."""
        marks = [one.key for one in between if one.kind is Kind.MARK]
        if any(mark in ",/&+" for mark in marks) or any(one.is_a(Class.JOIN) for one in between):
            return False
        return "-" in marks or not isinstance(meant.found, One)

    def _goes_on(self, scan: _Scan, line: Sequence[Token], at: int) -> bool:
        """Whether a further person may stand here: behind "and" or a sign, while more are wanted."""
        before = line[at - 1] if at else line[at]
        need = ROLES[scan.role].targets if scan.role else 1
        if scan.verb and scan.verb <= {Role.JOURNALIST}:
            need = 2
        if self.move is not None:
            need = max(need, ROLES[self.move].targets)
        joined = before.is_a(Class.JOIN) or (before.kind is Kind.MARK and before.key in "+/&-")
        return len(scan.slots) < need or joined

    # --- the message --------------------------------------------------------------------------------------

    def _merged(self, deeds: list[_Scan]) -> list[_Scan]:
        """Put names behind a comma to the clause before them: «сравни Аню, Бориса»."""
        made = [deeds[0]]
        for scan in deeds[1:]:
            listed = (
                scan.clause.begin == "," and scan.slots and not (scan.telling or scan.skip or scan.odd or scan.changed)
            )
            before = made[-1]
            wanted = bool(before.slots) or before.telling
            if listed and wanted and (scan.listed or all(one.token is not None for one in scan.slots)):
                before.slots += scan.slots
                before.either |= scan.either
            elif listed and before.telling and not before.slots:
                before.slots += scan.slots
            else:
                made.append(scan)
        return made

    def _is_talk(self, scans: Sequence[_Scan], deeds: Sequence[_Scan]) -> bool:
        """Whether somebody is only spoken to or about: by a nominative beside other talk, or in the past."""
        first = deeds[0]
        if self.own is not None and first.past and first.slots and self._is_subject(first):
            return True
        if any(scan.telling or scan.skip for scan in scans):
            return False
        named = [one.token for scan in deeds for one in scan.slots]
        plain = all(token is not None and token.kind is Kind.NAME and NOMINATIVE in token.cases for token in named)
        talk = [scan for scan in scans if scan not in deeds and not is_neutral(scan.clause) and not scan.changed]
        greeted = any(scan.clause.has(Class.THANKS, Class.GREET) for scan in scans)
        if any(scan.clause.has(Class.THANKS, Class.GREET) for scan in deeds):
            return True
        itself = any(token.key in pointing_words() for scan in deeds for token in scan.clause.words)
        alone = any(token is not None and token.is_a(Class.SELF) for token in named) and self.move is not Role.DOCTOR
        return (plain and (bool(talk) or greeted)) or itself or alone or any(scan.odd for scan in deeds if plain)

    def _is_subject(self, scan: _Scan) -> bool:
        """Whether a name stands in front of the verb."""
        token = scan.slots[0].token
        return (
            token is not None
            and token.kind is Kind.NAME
            and NOMINATIVE in token.cases
            and token is scan.clause.words[0]
        )

    def _without_names(self, scans: Sequence[_Scan]) -> Reading:
        """Read a message without persons: a bare dash from who may move is a skip, the rest is talk."""
        only = len(scans) == 1 and not scans[0].odd and not scans[0].clause.words
        if only and scans[0].dash and self.move is not None and self.own is not None:
            return Reading(As.SKIP, role=self.move)
        return IGNORED

    def _several(self, deeds: Sequence[_Scan]) -> Reading:
        seats = set().union(*(scan.seats for scan in deeds))
        return asked(Why.TARGETS, seats, role=self.move) if seats else IGNORED

    def _role(self, scan: _Scan) -> tuple[Role | None, Why | None]:
        """Return the role that sender, role word and verb agree on, or why there is none."""
        said = move_of(scan.role) if scan.role else None
        roles = {role for role in (self.move, said) if role is not None}
        if self.own is not None and self.move is None:
            return None, Why.SENDER
        if len(roles) > 1:
            return None, Why.ROLE_OR_VERB
        if not roles:
            if scan.verb and len(scan.verb) == 1 and not (self.own is None and scan.third):
                return next(iter(scan.verb)), None
            return None, Why.ROLE_OR_VERB
        role = roles.pop()
        if role not in MAY or (scan.verb is not None and role not in scan.verb):
            return None, Why.ROLE_OR_VERB
        return role, None

    def _asked_about(self, scan: _Scan, scans: Sequence[_Scan], why: Why) -> Reading:
        """Ask about what may not be so, if it is about a move at all."""
        seats = set().union(*(one.seats for one in scans))
        if not scan.telling and not (scan.skip and len(scan.clause.words) == 1):
            return IGNORED if self.own is not None or scan.odd else asked(why, seats)
        if not scan.slots and not scan.skip and (scan.odd or scan.role is None):
            return IGNORED
        known = [one for one in scan.slots if not isinstance(one.found, Nobody)]
        if self.own is not None and not known and not scan.skip:
            return IGNORED
        return asked(why, seats)

    def _decided(self, scan: _Scan, others: Sequence[_Scan], role: Role | None) -> Reading:
        assert role is not None
        seats = set().union(scan.seats, *(one.seats for one in others))
        doubt = self._doubt(scan, others)
        bare = not scan.telling
        if scan.skip and not scan.slots and not scan.odd and doubt is None:
            return Reading(As.SKIP, role=role)
        if not scan.slots:
            return self._no_target(scan, role, doubt)
        if bare and (scan.odd or (doubt is not None and not scan.clause.names)):
            return IGNORED if not self._hedged(scan) else asked(doubt or Why.UNCLEAR, seats, role=role)
        nobody_meant = all(isinstance(one.found, Nobody) for one in scan.slots)
        if nobody_meant and (doubt is not None or not self._like_a_name(scan)):
            return IGNORED
        if scan.past:
            return asked(Why.REPORT, seats, role=role)
        if doubt is not None:
            return asked(doubt, seats, role=role)
        return self._targets(scan, others, role, bare=bare)

    def _hedged(self, scan: _Scan) -> bool:
        names = scan.clause.names
        soft = all(token.is_a(Class.SOFT) for token in scan.odd)
        meant = all(NOMINATIVE not in token.cases and ACCUSATIVE in token.cases for token in names)
        return bool(names) and (soft or (meant and len(scan.clause.words) <= 2))

    def _like_a_name(self, scan: _Scan) -> bool:
        """Whether what stands for a person and is nobody's is written like a name, or a role word asks for one."""
        text = scan.slots[0].text
        if scan.role is not None and not scan.odd:
            return True
        ordinary = find(self.roster, text.split()[0]) and any(
            word in common_words() for word in text.casefold().split()
        )
        return not scan.odd and (text[:1].isupper() or text[:1].isdigit() or not ordinary) and len(text.split()) < 3

    def _no_target(self, scan: _Scan, role: Role, doubt: Why | None) -> Reading:
        plain = not scan.odd and doubt is None
        if plain and scan.telling and (scan.dash or scan.skip):
            plus = any(token.key == "+" for token in scan.clause.tokens)
            return asked(Why.TARGETS, role=role) if plus else Reading(As.SKIP, role=role)
        if plain and scan.telling and len(scan.clause.words) < 4:
            return asked(Why.TARGETS, role=role)
        if scan.skip and scan.telling and not scan.odd:
            return asked(Why.UNCLEAR, role=role)
        return IGNORED

    def _doubt(self, scan: _Scan, others: Sequence[_Scan]) -> Why | None:
        why = doubt_of(scan.clause)
        mild = why is Why.UNCLEAR and scan.changed and scan.clause.end != "?" and self.stands is not None
        if why is not None and not mild:
            return why
        if scan.odd and scan.telling:
            return Why.UNCLEAR
        if scan.third and self.own is not None and not self.third:
            return Why.REPORT
        for one in others:
            behind = one.clause.tokens[0].start > scan.clause.tokens[0].start
            turned = self._behind(one) if behind else self._before(one)
            if turned is not None:
                return turned
        return None

    def _before(self, scan: _Scan) -> Why | None:
        if is_neutral(scan.clause) or all(token.is_a(*_LIGHT, Class.CHANGE, Class.NO) for token in scan.clause.words):
            return None
        why = doubt_of(scan.clause)
        return why if scan.clause.end != "?" or scan.slots else None

    def _behind(self, scan: _Scan) -> Why | None:
        """Return what a further clause makes doubtful: about the target, or with a reason, it changes nothing."""
        words = scan.clause.words
        light = all(token.is_a(*_LIGHT, Class.THANKS) for token in words)
        if not words or (light and scan.clause.end != "?"):
            return None
        about = words[0].is_a(Class.SUBJECT, Class.REASON)
        why = doubt_of(scan.clause)
        mild = scan.clause.end != "?" and not scan.clause.has(Class.COND, Class.JOKE, Class.LATER)
        if about and mild:
            return None
        return why or (Why.TARGETS if scan.seats else Why.UNCLEAR)

    def _targets(self, scan: _Scan, others: Sequence[_Scan], role: Role, *, bare: bool) -> Reading:
        need = ROLES[role].targets
        for one in scan.slots:
            trouble = trouble_with(one.found)
            if trouble is not None:
                return asked(*trouble, role=role)
        persons = [one.found.person for one in scan.slots if isinstance(one.found, One)]
        if len(persons) != need or scan.either or scan.skip:
            return asked(Why.TARGETS, (person.seat for person in persons), role=role)
        dead = [person.seat for person in persons if person.out]
        if dead:
            return asked(Why.DEAD, dead, role=role)
        if scan.changed and not scan.telling and self.stands is None:
            return asked(Why.UNCLEAR, (person.seat for person in persons), role=role)
        if self._is_odd_case(scan, persons):
            return asked(Why.UNCLEAR, (person.seat for person in persons), role=role)
        if scan.weak:
            return asked(Why.WEAK if need == 1 else Why.UNCLEAR, (person.seat for person in persons), role=role)
        words = tuple(one.text for one in scan.slots)
        return Reading(As.MOVE, role=role, targets=tuple(person.seat for person in persons), words=words)

    def _is_odd_case(self, scan: _Scan, persons: Sequence[Person]) -> bool:
        """Whether the target does not go with what is said: «тело Нины», «за Веру», "kill me"."""
        words = scan.clause.words
        token = scan.slots[0].token
        if token is None:
            return False
        before = words[words.index(token) - 1] if token in words and words.index(token) else None
        if scan.verb is None and before is not None:
            if before.is_a(Class.FOR) or (token.kind is Kind.NUMBER and before.is_a(Class.TO) and scan.role is None):
                return True
            if token.kind is Kind.NAME and listed_role(before.key) and not token.cases & {*OBJECT, DATIVE}:
                return True
        own = self.own is not None and persons[0] is self.own and token.is_a(Class.SELF)
        return own and self.move is not Role.DOCTOR

    def _commissars_question(self, parts: Sequence[Clause]) -> Reading | None:
        """Read the commissar's question as rule 2.3 words it."""
        if self.move is not Role.COMMISSAR or self.own is None or parts[-1].end != "?":
            return None
        words = [token for part in parts for token in part.words]
        names = [token for token in words if token.names]
        asks = any(token.is_a(Class.IS_MAFIA) for token in words)
        rest = [
            token
            for token in words
            if not token.names and not token.is_a(Class.IS_MAFIA, Class.IS_IT, *_LIGHT, Class.TO)
        ]
        if not asks or rest or len(names) != 1 or not isinstance(names[0].found, One):
            return None
        seat = names[0].found.person.seat
        if names[0].found.person.out:
            return asked(Why.DEAD, (seat,), role=self.move)
        if self.stands is not None and self.stands != (seat,):
            return asked(Why.UNCLEAR, (seat,), role=self.move)
        return Reading(As.MOVE, role=self.move, targets=(seat,), words=(self.text,))
