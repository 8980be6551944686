"""An open vote as it stands: its stage, who is missing, whom the mayor or the host is asked about (1.8.1, 2.8)."""

from collections.abc import Set
from typing import NamedTuple

from mafia_cli.rules.day import Day, Stage, Tally, acquittal_rule, hold, present, vote_rule
from mafia_cli.rules.model import Count, DayStep, Game

_NOTHING = Tally({}, frozenset(), (), ())


class Vote(NamedTuple):
    """An open day as it would stand if it were closed now.

    ``opened``: the ballot opened last; ``stage``: the one that counts now, the first again where a death has left no
    tie for the second; ``now``: who is present; ``again``: whom the mayor may name at the second tie (see ``vote_of``).
    """

    day: Day
    opened: Stage
    stage: Stage
    now: Count
    again: tuple[int, ...]

    @property
    def tally(self) -> Tally:
        """The count of the ballot due; empty where it is not held any more (the suspect died)."""
        return self.day.tally(self.stage) or _NOTHING

    @property
    def done(self) -> frozenset[int]:
        """Who has voted, or lawfully passed, in the ballot due."""
        return self.tally.passed.union(self.tally.votes)

    def refuses(self, ballot: tuple[int, int], done: Set[int]) -> str:
        """Return the rule that refuses a ballot (in the acquittal 1 or 0 for a candidate) in the stage due, or ""."""
        if self.stage is Stage.ACQUIT:
            return acquittal_rule(ballot[0], self.now, self.day.suspect, done)
        among = self.day.tied if self.stage is Stage.REVOTE else None
        return vote_rule(ballot, self.day.count, self.day.number, done, among)


def vote_of(game: Game, step: DayStep, *, answered: bool = False) -> Vote:
    """Return how an open day stands.

    ``answered``: the mayor has answered since the second vote was opened. One who was silent at the first tie is asked
    again when the second vote ties too (2.8, ruling mayor_decides); the day has one answer of the mayor's, so that
    given now it decides the first vote, and the second is not counted.
    """
    day = hold(game, step)
    opened = Stage.ACQUIT if step.acquit is not None else Stage.VOTES if step.revote is None else Stage.REVOTE
    stage = Stage.VOTES if opened is Stage.REVOTE and day.second is None else opened
    again = opened is Stage.REVOTE and not answered and _asked_again(game, day)
    return Vote(day, opened, stage, present(game), choices(day, "mayor") if again else ())


def _asked_again(game: Game, day: Day) -> bool:
    if game.cast.rulings.mayor_decides != "asked" or day.due or day.suspect or day.second is None:
        return False
    return day.count.mayor in day.count.alive - day.count.seduced and len(day.second.top()) > 1


def choices(day: Day, key: str) -> tuple[int, ...]:
    """Return whom the ``mayor`` (not himself), or the host's ``decision``, may choose of those who stand tied now."""
    top = (day.second or day.first).top()
    return tuple(seat for seat in top if key != "mayor" or seat != day.count.mayor)


def all_missing(day: Day) -> list[int]:
    """Return the seats that did not vote in any of the day's ballots though they might have."""
    tallies = [tally for stage in Stage if (tally := day.tally(stage)) is not None]
    return sorted({seat for tally in tallies for seat in tally.missing})
