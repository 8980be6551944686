"""What somebody says in a vote: one clause wholly accounted for, and the whole message by it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mafia_cli.reading.clauses import (
    clauses,
    doubt_of,
    is_joke,
    is_neutral,
    slot,
    trouble_with,
)
from mafia_cli.reading.frames import GOVERN, LIGHT, Frames, Named, Scan
from mafia_cli.reading.lines import IGNORED, As, Reading, Why, asked, passed_over
from mafia_cli.reading.people import Nobody, One, Person, Roster
from mafia_cli.reading.vocabulary import Class, common_words, is_misspelt_vote
from mafia_cli.reading.words import NOMINATIVE, Kind, Token, nobody, seats_named

_MANY: Final = 3


@dataclass(frozen=True, slots=True)
class Ballot:
    """A message in a vote: its clean text and tokens, who sends it, whether it is told in the third person."""

    roster: Roster
    text: str
    found: Sequence[Token]
    own: Person | None
    third: bool = False

    def read(self) -> Reading:
        """Return the reading without its voter."""
        found = self._without_own_name(self.found)
        parts = clauses(found)
        if not parts:
            return IGNORED
        if is_joke(parts):
            return passed_over(Why.JOKE)
        frames = Frames(self.roster, self.text, self.own, self.third)
        scans = [frames.scan(part) for part in parts]
        if self.own is not None and len(found) > 1 and found[0].kind is Kind.NAME and found[1].key == ":":
            scans[0].told = Why.REPORT
        plus = [token for token in found if not token.is_a(*LIGHT)]
        if len(plus) == 2 and plus[0].key == "+" and plus[1].key == "1":
            return asked(Why.UNCLEAR)
        for special in (self._withdrawn, self._pass, self._reference):
            reading = special(scans)
            if reading is not None:
                return reading
        if self._is_address(scans):
            return IGNORED
        told = self._told_to(scans)
        if told is not None:
            return told
        spelt = self._vote_word(found)
        if spelt is not None:
            return spelt
        votes = [scan for scan in scans if frames.votes(scan)]
        if len(votes) == 1 or (votes and len(set().union(*(scan.seats for scan in votes))) == 1):
            return self._with_others(scans, votes)
        if votes:
            return asked(Why.TARGETS, set().union(*(scan.seats for scan in scans)))
        return self._doubtful(scans)

    def _vote_word(self, found: Sequence[Token]) -> Reading | None:
        """Ask about a vote whose vote word is probably misspelt: the first word, and all the rest is a vote."""
        first = found[0]
        if first.kind is not Kind.WORD or first.classes or len(found) < 2 or not is_misspelt_vote(first.key):
            return None
        rest = Ballot(self.roster, self.text, found[1:], self.own, self.third).read()
        return asked(Why.WORD, [rest.candidate]) if rest.as_ is As.VOTE else None

    def _without_own_name(self, found: Sequence[Token]) -> Sequence[Token]:
        """Leave out the sender's own name in front of what is told in the third person."""
        if self.own is None or len(found) < 2 or not found[1].is_a(Class.VOTE3):
            return found
        first = found[0].found
        return found[1:] if isinstance(first, One) and first.person is self.own else found

    # --- the whole message --------------------------------------------------------------------------------

    def _with_others(self, scans: Sequence[Scan], votes: Sequence[Scan]) -> Reading:
        """Decide about a vote by what else is said: something unexplained that could turn the sense is asked about."""
        vote = votes[0]
        if self._is_greeting(scans, votes):
            return IGNORED
        seats = set().union(*(scan.seats for scan in scans))
        bare = all(not scan.strong for scan in votes)
        doubt = self._doubt(scans, votes, bare=bare)
        one = vote.named[0].slot
        trouble = trouble_with(one.found)
        if doubt is not None:
            if bare and self._is_talk(scans, votes):
                return IGNORED
            return asked(doubt, seats)
        if trouble is not None:
            number = one.token is not None and one.token.kind is Kind.NUMBER
            return IGNORED if bare and number and not self.third else asked(*trouble)
        assert isinstance(one.found, One)
        if self._only_number(vote):
            return IGNORED
        small = one.token is not None and one.token.part and self._is_small_word(one.token)
        if bare and not self.third and not self._plain_name(scans, votes):
            return asked(Why.UNCLEAR, seats)
        if bare and small and not self.third:
            return asked(Why.WEAK, [one.found.person.seat])
        misspelt = next((scan for scan in votes if scan.odd), None)
        if misspelt is not None:
            return asked(Why.UNCLEAR, seats)
        return Reading(As.VOTE, candidate=one.found.person.seat, words=(one.text,))

    def _plain_name(self, scans: Sequence[Scan], votes: Sequence[Scan]) -> bool:
        """Whether a bare name is a vote: alone, with a word that makes it sure, or in the accusative."""
        token = votes[0].named[0].slot.token
        if len(votes) > 1 or token is None:
            return False
        if NOMINATIVE not in token.cases:
            return True
        words = [one for scan in scans for one in scan.clause.words if one is not token]
        behind = [one for one in words if one.start > token.start]
        return all(one.is_a(Class.SURELY) and (not one.is_a(Class.SORRY) or one in behind) for one in words)

    def _is_greeting(self, scans: Sequence[Scan], votes: Sequence[Scan]) -> bool:
        """Whether somebody is greeted or thanked by name, and no more."""
        token = votes[0].named[0].slot.token
        if any(scan.strong for scan in votes) or token is None or NOMINATIVE not in token.cases:
            return False
        return any(scan.clause.has(Class.THANKS, Class.GREET) for scan in scans)

    def _is_small_word(self, token: Token) -> bool:
        return self.text[token.start].islower() and token.key in common_words()

    def _only_number(self, vote: Scan) -> bool:
        """Whether a number is followed by what it counts."""
        token = vote.named[0].slot.token
        if token is None or token.kind is not Kind.NUMBER:
            return False
        place = vote.named[0].at + 1
        behind = vote.clause.tokens[place : place + 1]
        return bool(behind) and behind[0] in vote.odd

    def _doubt(self, scans: Sequence[Scan], votes: Sequence[Scan], *, bare: bool) -> Why | None:
        first = next(at for at, scan in enumerate(scans) if scan is votes[0])
        for at, scan in enumerate(scans):
            why = doubt_of(scan.clause)
            if scan in votes:
                why = why or scan.told or (Why.UNCLEAR if scan.odd else None)
            elif is_neutral(scan.clause):
                why = None
            elif at < first:
                why = why or self._before(scan, bare=bare)
            else:
                why = self._behind(scan, why)
            if why is not None:
                return why
        return None

    def _before(self, scan: Scan, *, bare: bool) -> Why | None:
        """Return what a clause in front of a vote makes doubtful."""
        if bare and not scan.clause.has(Class.REF):
            return Why.UNCLEAR
        if scan.clause.has(Class.REF) and not scan.named:
            return None
        if scan.strong or scan.named or scan.clause.has(Class.SOFT):
            return Why.UNCLEAR
        return scan.told

    def _behind(self, scan: Scan, why: Why | None) -> Why | None:
        """Return what a further clause makes doubtful: about the candidate, or with a reason, it leaves the vote."""
        words = [token for token in scan.clause.words if not token.is_a(Class.LAUGH, Class.GREET)]
        if not words:
            return None
        subject = words[0].is_a(Class.SUBJECT)
        reason = words[0].is_a(Class.REASON)
        if ((subject or reason) and why in {None, Why.REPORT}) or (
            why is Why.UNCLEAR and (subject or reason) and self._mild(scan)
        ):
            return None
        return why or scan.told or (Why.TARGETS if scan.named else Why.UNCLEAR)

    def _mild(self, scan: Scan) -> bool:
        """Whether a "not" in a further clause says something about the candidate alone."""
        return (
            scan.clause.end != "?"
            and scan.clause.has(Class.NEG)
            and not scan.clause.has(Class.JOKE, Class.COND, Class.LATER)
        )

    def _is_talk(self, scans: Sequence[Scan], votes: Sequence[Scan]) -> bool:
        """Whether a name among other words is talk about somebody, and no vote put in doubt."""
        odd = [token for scan in votes for token in scan.odd]
        hedged = all(token.is_a(Class.SOFT) for token in odd)
        others = [
            scan
            for scan in scans
            if scan not in votes
            and not is_neutral(scan.clause)
            and not all(token.is_a(Class.SOFT, *LIGHT) for token in scan.clause.words)
        ]
        if any(scan.clause.has(Class.TOLD) for scan in scans):
            return True
        if odd and not hedged:
            return True
        told = [scan for scan in others if scan.clause.has(*_PUT_OFF)]
        return len(others) > len(told) and not any(self._may_take_back(scan) for scan in others)

    def _may_take_back(self, scan: Scan) -> bool:
        return scan.clause.has(Class.JOKE, Class.COND, Class.LATER) and len(scan.clause.words) < _MANY * 2

    def _doubtful(self, scans: Sequence[Scan]) -> Reading:
        """Decide about a message without a plain vote: what is about voting and names somebody is asked about."""
        seats = set().union(*(scan.seats for scan in scans))
        strong = [scan for scan in scans if scan.strong]
        if not strong:
            return self._names_only(scans, seats)
        if any(scan.clause.has(Class.THANKS) for scan in strong):
            return IGNORED
        exact = seats_named([token.found for scan in scans for token in scan.clause.names])
        why = next((why for scan in scans if (why := doubt_of(scan.clause))), None)
        told = next((scan.told for scan in strong if scan.told), None)
        if exact:
            if not self._about_voting(strong):
                return IGNORED
            many = Why.TARGETS if len(exact) > 1 else None
            return asked(why or told or many or Why.UNCLEAR, exact | seats)
        return self._nobody_exact(strong, why or told)

    def _about_voting(self, strong: Sequence[Scan]) -> bool:
        """Whether more than a "for" somewhere speaks of a vote: the name stands behind it, or he who is spoken to."""
        if any(scan.evidence - {Class.FOR, Class.PLUS} for scan in strong):
            return True
        governed = [one for scan in strong for one in scan.named if one.govern is not None]
        if any(one.slot.token is not None for one in governed):
            return True
        return any(token.is_a(Class.PRONOUN) for scan in strong for token in scan.clause.tokens)

    def _nobody_exact(self, strong: Sequence[Scan], why: Why | None) -> Reading:
        """Decide about what is about voting and names nobody as the game knows them."""
        scan = strong[0]
        said = [token for token in scan.clause.words if not token.is_a(*LIGHT)]
        core = [token for token in said if not token.is_a(*GOVERN, Class.TO, Class.SOFT)]
        plain = bool(scan.evidence & {Class.VOTE, Class.VOICE, Class.JAIL, Class.CHOICE})
        if not core and len(strong) == 1:
            if why is not None or scan.evidence <= {Class.PLUS, Class.FOR, Class.CHOICE, Class.JAIL, Class.VOTED}:
                return IGNORED
            return asked(Why.TARGETS)
        if why is not None or scan.told or scan.odd or Class.AGAINST in scan.evidence:
            return asked(Why.UNCLEAR) if Class.AGAINST in scan.evidence and plain else IGNORED
        if not scan.named:
            return IGNORED
        one = scan.named[0]
        if isinstance(one.slot.found, Nobody):
            return self._unknown(one, core, plain=plain)
        trouble = trouble_with(one.slot.found)
        return asked(*trouble) if trouble else IGNORED

    def _unknown(self, one: Named, core: Sequence[Token], *, plain: bool) -> Reading:
        token = core[0]
        if token.kind is Kind.NUMBER:
            return asked(Why.UNKNOWN) if len(core) == 1 else IGNORED
        if one.slot.used > 1 or len(core) > 1 or token.is_a(Class.OTHERS) or token.classes:
            return IGNORED
        small = self.text[token.start].islower() and token.key in common_words()
        if small or (one.govern is Class.FOR and not plain and self.text[token.start].islower() and self.own is None):
            return IGNORED
        return asked(Why.UNKNOWN)

    def _names_only(self, scans: Sequence[Scan], seats: set[int]) -> Reading:
        """Ask about a message that is names and nothing else, or one name with a doubt."""
        meant = [scan for scan in scans if not is_neutral(scan.clause)]
        if not meant or not seats:
            return self._misspelt(meant)
        words = [token for scan in meant for token in scan.clause.words]
        rest = [token for token in words if not token.names and not token.is_a(*LIGHT, Class.JOIN, Class.EITHER)]
        named = [token for token in words if token.names]
        exact = [token for token in named if token.kind is Kind.NAME]
        if rest and not (len(named) == 1 and all(token.is_a(Class.SOFT) for token in rest)):
            return IGNORED
        if any(scan.clause.end == "?" for scan in scans):
            return asked(Why.UNCLEAR, seats) if exact and len(words) <= _MANY else IGNORED
        if len(named) == 1:
            token = named[0]
            governed = meant[0].named[0].govern if meant[0].named else None
            trouble = trouble_with(token.found)
            if governed is Class.ABOUT or (token.kind is Kind.NUMBER and trouble):
                return IGNORED
            return asked(*(trouble or (Why.UNCLEAR, seats)))
        if not exact:
            signs = any(token.kind is Kind.MARK for scan in meant for token in scan.clause.tokens)
            return asked(Why.TARGETS, seats) if not signs else IGNORED
        told = any(token.kind is Kind.MARK and token.key in "->+" for scan in meant for token in scan.clause.tokens)
        number = any(token.kind is Kind.NUMBER for token in named)
        return asked(Why.NUMBER if number else Why.UNCLEAR if told else Why.TARGETS, seats)

    def _misspelt(self, meant: Sequence[Scan]) -> Reading:
        """Ask about one word alone that is probably somebody's misspelt name."""
        if len(meant) != 1 or self.own is None or meant[0].clause.end == "?":
            return IGNORED
        words = [token for token in meant[0].clause.words if not token.is_a(*LIGHT)]
        if len(words) != 1 or words[0].kind is not Kind.WORD or words[0].classes or len(words[0].key) < 4:
            return IGNORED
        near = slot(self.roster, self.text, words, self.own)
        if isinstance(near.found, One):
            return asked(Why.WEAK, [near.found.person.seat])
        trouble = trouble_with(near.found)
        return asked(*trouble) if trouble and trouble[1] else IGNORED

    # --- what is no vote for anybody ----------------------------------------------------------------------

    def _withdrawn(self, scans: Sequence[Scan]) -> Reading | None:
        """Read a withdrawal: a vote stands (4.6), so nothing is to be done; with another name it is asked about."""
        at = next((at for at, scan in enumerate(scans) if scan.clause.has(Class.WITHDRAW)), None)
        if at is None:
            return None
        about = scans[at].evidence & {Class.VOICE, Class.VOTE, Class.VOTED}
        first = next(token for token in scans[at].clause.words if token.is_a(Class.WITHDRAW) or not token.is_a(*LIGHT))
        if not about and not (first.is_a(Class.WITHDRAW) and len(scans[at].clause.words) <= _MANY):
            return None
        others = [scan for scan in scans if scan is not scans[at] and scan.strong and scan.named]
        if others:
            return asked(Why.UNCLEAR, set().union(*(scan.seats for scan in scans)))
        return passed_over(Why.WITHDRAWN)

    def _pass(self, scans: Sequence[Scan]) -> Reading | None:
        passes = [scan for scan in scans if scan.clause.has(Class.PASS) or self._nick_that_passes(scan)]
        if not passes:
            return None
        clause = passes[0].clause
        meant = [token for token in clause.words if not token.is_a(*LIGHT)]
        rest = [token for token in meant if not token.is_a(Class.PASS, Class.VOTE, Class.VOICE) and not token.names]
        if not meant or rest or not (meant[0].is_a(Class.PASS) or clause.has(Class.VOTE) or meant[0].names):
            return None
        nicks = [token.found for token in clause.words if Class.PASS in token.classes]
        named = set().union(seats_named(nicks), *(scan.seats for scan in scans))
        others = [scan for scan in scans if scan is not passes[0] and not is_neutral(scan.clause)]
        if named or clause.end == "?":
            return asked(Why.UNCLEAR, named)
        if others and not all(self._behind(scan, doubt_of(scan.clause)) is None for scan in others):
            return asked(Why.UNCLEAR)
        return Reading(As.PASS)

    def _nick_that_passes(self, scan: Scan) -> bool:
        """Whether a clause is one word that is a nick and a pass."""
        words = scan.clause.words
        return len(words) == 1 and not nobody(words[0].found) and Class.PASS in words[0].classes

    def _reference(self, scans: Sequence[Scan]) -> Reading | None:
        """Read "the same as Ann": asked about with her vote, which the caller knows; ``candidates`` is she."""
        meant = [scan for scan in scans if not is_neutral(scan.clause)]
        if len(meant) != 1 or not meant[0].clause.has(Class.REF) or meant[0].clause.end == "?":
            return None
        scan = meant[0]
        known = (*LIGHT, Class.REF, Class.TO, Class.OFF, Class.ABOUT, Class.SUBJECT, Class.SOFT, Class.FOR, Class.VOTE)
        words = scan.clause.words
        if not all(token.kind is Kind.NAME or token.is_a(*known) for token in words):
            return None
        names = [token for token in words if token.kind is Kind.NAME]
        if len(names) > 1 or (not names and not any(token.is_a(Class.REF) and len(token.key) > 4 for token in words)):
            return None
        if any(one.govern is Class.FOR for one in scan.named) and scan.strong:
            return None
        return asked(Why.REFERENCE, seats_named([token.found for token in names]))

    def _told_to(self, scans: Sequence[Scan]) -> Reading | None:
        """Ask about a vote for him who is spoken to or of, where one person is named beside: «Олег, за тебя»."""
        for scan in scans:
            pronoun = any(token.is_a(Class.PRONOUN) for token in scan.clause.tokens)
            if pronoun and scan.evidence & {Class.FOR, Class.VOTE} and not any(one.token for one in scan.slots):
                seats = set[int]().union(*(one.seats for one in scans))
                why = next((why for one in scans if (why := doubt_of(one.clause))), None)
                return asked(why or Why.UNCLEAR, seats) if seats else None
        return None

    def _is_address(self, scans: Sequence[Scan]) -> bool:
        """Whether somebody is spoken to: a name, a comma, and the second person, a call or a question."""
        first = scans[0]
        words = [token for token in first.clause.words if not token.is_a(*LIGHT)]
        if len(words) != 1 or words[0].kind is not Kind.NAME or NOMINATIVE not in words[0].cases:
            return False
        rest = scans[1:]
        if first.clause.end != "," or not rest:
            return False
        called = any(
            scan.clause.end == "?" or scan.clause.has(Class.TOLD) or (scan.told and not scan.named) for scan in rest
        )
        return called and not any(scan.named for scan in rest)


_PUT_OFF: Final = (Class.JOKE, Class.COND, Class.LATER)
