"""Votes as they fly by in a chat: ``Аня: голосую за Бориса``, ``Аня - Борис``, ``3 5``."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mafia_cli.reading.acquittal import read_acquittal
from mafia_cli.reading.ballots import Ballot, ballot, voter_trouble, who
from mafia_cli.reading.lines import IGNORED, As, Line, Reading, Why, asked
from mafia_cli.reading.nicks import ENDING
from mafia_cli.reading.people import Ask, Nobody, One, Roster
from mafia_cli.reading.targets import aim, seats_in, seats_named, trouble
from mafia_cli.reading.tokens import (
    Kind,
    Token,
    has_kabum,
    is_decoration,
    is_word,
    numbered_lines,
    tokens,
    too_long,
)
from mafia_cli.reading.vocabulary import vocabulary

__all__ = ["read_acquittal", "read_votes"]

_LINK: Final = "://"
_DECORATION: Final = frozenset(".!,;()[]")


def read_votes(roster: Roster, text: str) -> list[Line]:
    """Read votes pasted from a chat, one line for each that is not blank; talk is ``ignored``.

    Second votes and votes for oneself are read; refusing them is the rules' business (1.8, 4.6).
    """
    lines: list[Line] = []
    header = ""
    for number, original, tidy in numbered_lines(text):
        reading, header = _read(roster, tidy, header)
        lines.append(reading.line(number, original))
    return lines


def _read(roster: Roster, tidy: str, header: str) -> tuple[Reading, str]:
    if too_long(tidy):
        said = any(is_word(token, vocabulary().vote) for token in tokens(roster, tidy[:200]))
        return (asked(Why.UNCLEAR) if said else IGNORED), header
    if _LINK in tidy:
        tidy = " ".join(piece for piece in tidy.split(" ") if _LINK not in piece)
    if not tidy or (is_decoration(tidy) and tidy not in roster.nicks):
        return IGNORED, header
    made = ballot(roster, tidy, header)
    if made.is_header:
        return IGNORED, made.header
    return _judge(roster, made), made.header


def _judge(roster: Roster, made: Ballot) -> Reading:
    """Put voter and message together: a question about the voter only where something is voted."""
    if has_kabum(made.found):
        return asked(Why.KABUM, seats_in(made.found))
    said = _Message(roster, made)
    reading = said.read()
    if reading.as_ is As.IGNORED:
        return _lone_name(made)
    question = voter_trouble(made.voter)
    if question is not None:
        if made.loose and isinstance(made.voter, Nobody) and not said.sure():
            return IGNORED
        if question.why is Why.SENDER and reading.as_ is As.ASKED and not said.names_somebody():
            return IGNORED
        return question
    person = who(made.voter)
    reading = replace(reading, voter=person.seat if person else 0)
    if made.quoted and reading.as_ in {As.VOTE, As.PASS}:
        return asked(Why.UNCLEAR, (reading.candidate,) if reading.candidate else (), voter=reading.voter)
    return reading


def _lone_name(made: Ballot) -> Reading:
    """Ask about a line that is only somebody's name: a vote of nobody."""
    if isinstance(made.voter, Nobody) or made.voter is None or made.found or made.header or ":" in made.text:
        return IGNORED
    return asked(Why.SENDER) if made.text else IGNORED


@dataclass(frozen=True, slots=True)
class _Message:
    """What a voter says."""

    roster: Roster
    ballot: Ballot

    def read(self) -> Reading:
        """Return the reading without its voter."""
        words = vocabulary()
        found = [token for token in self.ballot.found if not (token.kind is Kind.MARK and token.key in _DECORATION)]
        if not found:
            return IGNORED
        passed = self._pass(found)
        if passed is not None:
            return passed
        at = next((place for place, token in enumerate(found) if _votes(token)), None)
        if at is not None:
            return self._with_vote_word(self.ballot.found, found, at)
        first = next((place for place, token in enumerate(found) if not is_word(token, words.vote_small)), 0)
        start = found[first]
        if is_word(start, words.against):
            return self._against(found[first + 1 :])
        if is_word(start, words.for_) or (start.kind is Kind.MARK and start.key in "+-"):
            return self._one_thing(start.key, found[first + 1 :])
        if self.ballot.separated:
            return self._one_thing(">", found)
        return self._only_names(self.ballot.found)

    def sure(self) -> bool:
        """Whether the message names somebody letter for letter or in a case form, and nothing else."""
        meant = [token for token in self.ballot.found if token.kind in {Kind.NAME, Kind.NUMBER}]
        others = [token for token in self.ballot.found if token.kind is Kind.WORD and not _known(token)]
        return len(meant) == 1 and not others and not isinstance(meant[0].found, Nobody)

    def names_somebody(self) -> bool:
        """Whether anybody of the game is named."""
        if seats_in(self.ballot.found):
            return True
        rest = [token for token in self.ballot.found if token.kind is not Kind.WORD or not _known(token)]
        aimed = aim(self.roster, self.ballot.text, rest, 1, None)
        return len(rest) <= 3 and bool(seats_named(aimed.found))

    def _pass(self, found: Sequence[Token]) -> Reading | None:
        words = vocabulary()
        meant = [token for token in found if not is_word(token, words.vote_small) and token.kind is not Kind.MARK]
        rest = [token for token in meant if not is_word(token, words.vote)]
        phrase = " ".join(token.key for token in rest)
        asks = any(token.key == "?" for token in found)
        if rest and (phrase in words.pass_phrases or all(token.key in words.pass_ for token in rest)):
            if len(rest) == 1 and rest[0].kind is Kind.NAME and len(rest) < len(meant):
                return None
            named = seats_in(rest)
            return asked(Why.UNCLEAR, named) if named or asks else Reading(As.PASS)
        if meant and is_word(meant[0], words.pass_):
            return asked(Why.UNCLEAR, seats_in(found))
        return None

    def _with_vote_word(self, every: Sequence[Token], found: Sequence[Token], at: int) -> Reading:
        words = vocabulary()
        named = seats_in(found)
        before, after = found[:at], found[at + 1 :]
        plain = all(not _votes(token) or token.key in words.vote for token in found)
        if not plain or any(_unsure(token) or is_word(token, words.against) for token in found):
            return asked(Why.UNCLEAR, named)
        voter = who(self.ballot.voter)
        told = [token for token in before if token.kind in {Kind.NAME, Kind.NUMBER}]
        if told and all(_only(token, voter.seat if voter else 0) for token in told):
            told = []
            before = [token for token in before if token.kind is Kind.WORD]
        extra = [token for token in before if not _spent(token)]
        rest = [token for token in after if not is_word(token, words.vote_small) and not is_word(token, words.vote)]
        if told:
            if len(extra) == 1 and not rest and any(is_word(token, words.for_) for token in before):
                return self._candidate(extra, sure=False)
            return asked(Why.UNCLEAR, named)
        if extra:
            return asked(Why.UNCLEAR, named)
        behind = [token for token in every if token.start > found[at].start and not is_word(token, words.vote)]
        return self._candidate(behind, sure=False)

    def _against(self, rest: Sequence[Token]) -> Reading:
        aimed = aim(self.roster, self.ballot.text, rest, 1, who(self.ballot.voter))
        sure = [one for one in aimed.found if isinstance(one, One) or (isinstance(one, Ask) and one.why == "ambiguous")]
        return asked(Why.UNCLEAR, seats_named(sure)) if sure else IGNORED

    def _one_thing(self, sign: str, rest: Sequence[Token]) -> Reading:
        """Read what follows за, + or a separator: it looks like a vote if it is one thing."""
        words = vocabulary()
        meant = [token for token in rest if token.kind is not Kind.MARK and not is_word(token, words.vote_small)]
        if not meant or (sign in "+-" and all(token.key in words.yes_no for token in meant)):
            return IGNORED
        names = [token for token in meant if token.kind in {Kind.NAME, Kind.NUMBER}]
        if sign == "+" and len(meant) == 1 and meant[0].key == "1":
            return asked(Why.UNCLEAR)
        if any(_unsure(token) for token in rest):
            return asked(Why.UNCLEAR, seats_in(rest)) if names or len(meant) == 1 else IGNORED
        if sign == "-":
            return asked(Why.UNCLEAR, seats_named([token.found for token in names])) if len(meant) == 1 else IGNORED
        aimed = aim(self.roster, self.ballot.text, rest, 1, who(self.ballot.voter))
        most = 1 if sign == ">" else 2
        if len(aimed.found) == 1 and isinstance(aimed.found[0], Nobody) and aimed.guessed > most:
            return IGNORED
        talk = [token for token in aimed.rest if token.kind is not Kind.MARK and not _spent(token)]
        if talk and not seats_in(talk):
            return asked(Why.UNCLEAR, seats_named(aimed.found)) if names else IGNORED
        return self._candidate(rest, sure=False)

    def _only_names(self, found: Sequence[Token]) -> Reading:
        """Read a message that is only names: one by a sure step is a vote, several are asked about."""
        joined = [token for token in found if not (token.kind is Kind.MARK or is_word(token, vocabulary().joiners))]
        if any(token.kind not in {Kind.NAME, Kind.NUMBER} for token in joined) or not joined:
            if len(joined) == 1 and is_word(joined[0], vocabulary().self_) and self.ballot.voter is not None:
                return self._candidate(joined, sure=False)
            return self._several(joined)
        if len(joined) == 1:
            return self._candidate(found, sure=True)
        told = any(token.kind is Kind.MARK and token.key in "->+" for token in found)
        return asked(Why.UNCLEAR if told else Why.TARGETS, seats_named([token.found for token in joined]))

    def _several(self, joined: Sequence[Token]) -> Reading:
        """Ask about several names with за between them and nothing else: votes told for more than one."""
        words = vocabulary()
        names = [token for token in joined if token.kind in {Kind.NAME, Kind.NUMBER}]
        others = [token for token in joined if token not in names]
        if len(names) > 1 and others and all(is_word(token, words.for_) for token in others):
            return asked(Why.UNCLEAR, seats_named([token.found for token in names]))
        return IGNORED

    def _candidate(self, found: Sequence[Token], *, sure: bool) -> Reading:
        if any(_unsure(token) for token in found):
            return asked(Why.UNCLEAR, seats_in(found))
        aimed = aim(self.roster, self.ballot.text, found, 1, who(self.ballot.voter))
        if not aimed.found:
            return asked(Why.TARGETS)
        question = trouble(aimed, 1)
        if question is not None:
            return question
        one = aimed.found[0]
        if not isinstance(one, One) or (sure and one.step > ENDING):
            return IGNORED
        return Reading(As.VOTE, candidate=one.person.seat)


def _votes(token: Token) -> bool:
    words = vocabulary()
    return is_word(token, words.vote) or is_word(token, words.vote_like)


def _unsure(token: Token) -> bool:
    return (token.kind is Kind.MARK and token.key == "?") or is_word(token, vocabulary().not_)


def _only(token: Token, seat: int) -> bool:
    named = token.found
    return isinstance(named, One) and named.person.seat == seat


def _spent(token: Token) -> bool:
    """Whether a token says nothing more."""
    return token.kind is Kind.MARK or _known(token)


def _known(token: Token) -> bool:
    words = vocabulary()
    small = (words.vote_small, words.for_, words.vote, words.vote_like, words.before, words.joiners, words.pass_)
    return token.kind is Kind.WORD and any(token.key in one for one in small)
