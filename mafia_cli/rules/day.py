"""The day vote (RULES.md, "The day"; 1.8, 1.8.1, 2.5, 2.8, 4.5, 4.6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from mafia_cli.rules.model import NOBODY, Ballot, Cast, Count, DayStep, Game, Kind, Trace
from mafia_cli.rules.roles import Role

ACQUITTAL_BELOW: Final = 13
"""1.8.1: with fewer players than this the suspect may be acquitted."""


class Stage(StrEnum):
    """One ballot of a day, by its key in the day's step, in the order in which they are held."""

    VOTES = "votes"
    REVOTE = "revote"
    ACQUIT = "acquit"


class Tally(NamedTuple):
    """One ballot counted.

    ``votes``: candidate by voter (in the acquittal 1 = acquit, 0 = convict); ``passed``: who lawfully passed;
    ``refused``: (position in the ballots, rule) of what may not be; ``missing``: who might vote and has not.
    """

    votes: Mapping[int, int]
    passed: frozenset[int]
    refused: tuple[tuple[int, str], ...]
    missing: tuple[int, ...]

    def counts(self) -> dict[int, int]:
        """Return the votes for each candidate who has any, in the order of the first vote for each."""
        counts: dict[int, int] = {}
        for candidate in self.votes.values():
            counts[candidate] = counts.get(candidate, 0) + 1
        return counts

    def top(self) -> tuple[int, ...]:
        """Return who has most votes (several = a tie; none without votes), in the order of the seats."""
        counts = self.counts()
        most = max(counts.values(), default=0)
        return tuple(sorted(seat for seat, votes in counts.items() if votes == most))


@dataclass(frozen=True, slots=True)
class Day:
    """A day vote as far as its ballots decide it.

    ``due`` names the key of the day step that is needed next (``revote``, ``mayor``, ``decision``, ``acquit``)
    and not given; ``None`` when nothing more is. What is not given counts as absent, so the rest stands as if
    the day were closed now.
    """

    number: int
    count: Count
    first: Tally
    second: Tally | None
    acquittal: Tally | None
    tied: tuple[int, ...]
    mayor_decided: bool
    suspect: int
    acquittal_due: bool
    acquitted: bool | None
    jailed: int
    due: str | None

    def tally(self, stage: Stage) -> Tally | None:
        """Return the count of one ballot, None where it is not held."""
        return {Stage.VOTES: self.first, Stage.REVOTE: self.second, Stage.ACQUIT: self.acquittal}[stage]


def vote_rule(
    ballot: Ballot,
    count: Count,
    number: int,
    done: Iterable[int],
    among: Iterable[int] | None = None,
) -> str:
    """Return the rule that refuses this ballot, "" if it may be.

    ``done``: who has voted or lawfully passed in this vote; ``among``: the tied, in a second vote. The order of
    the checks is that of RULES.md: 1.8, 2.5, 4.6, 4.5.
    """
    voter, candidate = ballot
    passes = candidate == NOBODY
    if voter not in count.alive:
        return "1.8"
    if not passes and (candidate not in count.alive or (among is not None and candidate not in among)):
        return "1.8"
    if voter in count.seduced or candidate in count.seduced:
        return "2.5"
    if voter in done or voter == candidate:
        return "4.6"
    return "4.5" if passes and number > 1 else ""


def tally_votes(ballots: Sequence[Ballot], count: Count, number: int, among: Iterable[int] | None = None) -> Tally:
    """Count a first or (``among`` the tied) second vote; what was refused spends nothing."""
    votes: dict[int, int] = {}
    passed: set[int] = set()
    done: set[int] = set()
    refused = []
    for position, ballot in enumerate(ballots):
        rule = vote_rule(ballot, count, number, done, among)
        if rule:
            refused.append((position, rule))
            continue
        done.add(ballot[0])
        if ballot[1] == NOBODY:
            passed.add(ballot[0])
        else:
            votes[ballot[0]] = ballot[1]
    missing = tuple(sorted(count.alive - count.seduced - done))
    return Tally(votes, frozenset(passed), tuple(refused), missing)


def acquittal_rule(voter: int, count: Count, suspect: int, done: Iterable[int]) -> str:
    """Return the rule that refuses this voter in the acquittal vote, "" if none does (1.8, 2.5, 1.8.1, 4.6)."""
    if voter not in count.alive:
        return "1.8"
    if voter in count.seduced:
        return "2.5"
    if voter == suspect:
        return "1.8.1"
    return "4.6" if voter in done else ""


def tally_acquittal(ballots: Sequence[tuple[int, bool]], count: Count, suspect: int) -> Tally:
    """Count the acquittal vote (1.8.1): all voters but the suspect; nobody may pass."""
    votes: dict[int, int] = {}
    refused = []
    for position, (voter, acquits) in enumerate(ballots):
        rule = acquittal_rule(voter, count, suspect, votes)
        if rule:
            refused.append((position, rule))
        else:
            votes[voter] = int(acquits)
    missing = tuple(sorted(count.alive - count.seduced - votes.keys() - {suspect}))
    return Tally(votes, frozenset(), tuple(refused), missing)


def present(game: Game) -> Count:
    """Return who takes part in a vote held now."""
    return Count(game.alive, game.seduced, game.mayor)


def hold(game: Game, step: DayStep) -> Day:
    """Judge the day's ballots as far as they go (1.8, 1.8.1, 2.8)."""
    now = present(game)
    return judge_day(game.cast, game.day + 1, game.counted or now, now, step)


def judge_day(cast: Cast, number: int, count: Count, now: Count, step: DayStep) -> Day:
    """Judge the ballots of day ``number``: ``count`` took part when the first vote was counted, ``now`` is present."""
    rulings = cast.rulings
    first = tally_votes(step.votes, count, number)
    top = first.top()
    tied = top if len(top) > 1 else ()
    second: Tally | None = None
    suspect, decided, due = _decide(step, rulings.mayor_decides == "asked", count, first, top)
    if tied and not suspect:  # an answer still due counts as none
        if rulings.tie == "revote" and step.revote is None:
            due = due or "revote"
        elif rulings.tie == "revote":
            second = tally_votes(step.revote or (), count, number, tied)
            top = second.top()
            suspect, decided, asked = _decide(step, rulings.mayor_decides == "asked", count, second, top)
            due = due or asked
        elif rulings.tie == "ask":
            suspect = step.decision if step.decision in tied else NOBODY
            due = due or ("decision" if step.decision is None else None)
    return _close(cast, step, number, count, now, first, second, tied, suspect or NOBODY, decided, due)


def _decide(
    step: DayStep, asked: bool, count: Count, tally: Tally, top: tuple[int, ...]
) -> tuple[int, bool, str | None]:
    """Return (suspect, whether the mayor's extra votes made him so, what is due): 2.8, ruling mayor_decides."""
    if len(top) < 2:
        return (top[0] if top else NOBODY), False, None
    mayor = count.mayor
    if mayor not in count.alive or mayor in count.seduced:
        return NOBODY, False, None
    if tally.votes.get(mayor) in top:
        return tally.votes[mayor], True, None
    if not asked:
        return NOBODY, False, None
    if step.mayor is None:
        return NOBODY, False, "mayor"
    if step.mayor in top and step.mayor != mayor:
        return step.mayor, True, None
    return NOBODY, False, None


def _close(
    cast: Cast,
    step: DayStep,
    number: int,
    count: Count,
    now: Count,
    first: Tally,
    second: Tally | None,
    tied: tuple[int, ...],
    suspect: int,
    decided: bool,
    due: str | None,
) -> Day:
    """Acquittal and verdict: 1.8.1, rulings acquittal_count and acquittal_tie; a dead suspect ends the day (D)."""
    rulings = cast.rulings
    heads = len(count.alive) if rulings.acquittal_count == "living" else len(cast.seats)
    acquittal, acquitted, jailed = None, None, NOBODY
    acquittal_due = bool(suspect) and suspect in now.alive and heads < ACQUITTAL_BELOW
    if acquittal_due:
        acquittal = tally_acquittal(step.acquit or (), now, suspect)
        acquit = sum(acquittal.votes.values())
        convict = len(acquittal.votes) - acquit
        acquitted = acquit > convict
        if acquit == convict and now.mayor in acquittal.votes:
            acquitted, decided = bool(acquittal.votes[now.mayor]), True
        elif acquit == convict:
            acquitted = rulings.acquittal_tie == "acquitted"
        if step.acquit is None:
            due = due or "acquit"
    if suspect in now.alive and not acquitted:
        jailed = suspect
    return Day(
        number,
        count,
        first,
        second,
        acquittal,
        tied,
        decided,
        suspect,
        acquittal_due,
        acquitted,
        jailed,
        due,
    )


def day_trace(game: Game, step: DayStep, day: Day) -> list[Trace]:
    """Return what the day made known, in the order it happened."""
    trace: list[Trace] = []
    for key, tally in (("votes", day.first), ("revote", day.second), ("acquit", day.acquittal)):
        if tally is None:
            continue
        ballots: Sequence[tuple[int, int]] = getattr(step, key) or ()
        trace += [(Kind.REFUSED, None, ballots[at][0], rule, (key, at, ballots[at][1])) for at, rule in tally.refused]
        trace.append((Kind.COUNTED, None, NOBODY, "1.8", (key, tally)))
        top = tally.top() if key != "acquit" else ()
        if len(top) > 1:
            trace.append((Kind.TIED, None, NOBODY, "2.8", top))
    if day.mayor_decided:
        trace.append((Kind.DECIDED, Role.MAYOR, day.suspect, "2.8", day.acquitted))
    if day.suspect:
        trace.append((Kind.SUSPECT, None, day.suspect, "1.8", day.acquittal_due))
    if day.acquitted:
        trace.append((Kind.ACQUITTED, None, day.suspect, "1.8.1", None))
    if day.jailed:
        trace.append((Kind.JAILED, None, day.jailed, "1.8", None))
        trace.append((Kind.ROLE, game.cast.roles[day.jailed], day.jailed, "1.8", None))
    return trace
