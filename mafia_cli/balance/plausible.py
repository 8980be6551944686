"""The policy ``plausible``: people who hint, vote, protect and strike on suspicion (suspicion.py).

A player sees the table, the shared marks, the own impressions and the own finds; mafiosi share one den. Nobody sees a
role, a move or a cause that the host has not told the chat or that player.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mafia_cli.balance.suspicion import Suspicion
from mafia_cli.balance.table import Circle, Player, Table
from mafia_cli.rules.model import NOBODY, Cause
from mafia_cli.rules.roles import Role

IMPRESSION: Final = 1.3
"""Spread of the first impressions: each player's own mark of each other, uniform in +- this."""
WHIM: Final = 1.0
"""Spread of the chance in one choice of a target."""
STEALTH: Final = 3.0
"""The same for the mafia's strike, which does not want to be foreseen."""
BAND: Final = 0.25
"""How much a vote already cast pulls the next one after it."""
SURE: Final = 4.0
"""What a mafioso found by the commissar weighs for the commissar."""
CLEARED: Final = -3.0
"""What a check without a find weighs (it may have been the maniac)."""
SAME: Final = -0.4
DIFFERENT: Final = 0.2
"""What the journalist makes of either answer, for the suspect compared with a trusted player."""
SPEAKS: Final = 0.7
"""How often somebody with a find hints at it on a day."""
CHATTERS: Final = 0.1
"""How often somebody without a find hints at a suspect all the same."""
BLUFFS: Final = 0.3
"""How often a mafioso accuses a townsman."""
POISON_FROM: Final = 1.2
"""From what suspicion on the poisoner moves."""
KABUM_FROM: Final = 2.5
"""From what suspicion on a living kamikaze acts."""
WORTH_A_LIFE: Final = frozenset({Role.COMMISSAR, Role.DOCTOR, Role.BODYGUARD})
"""Known roles that the healer dies for at once."""


class Townsman(Player):
    """Anybody but a mafioso: votes for whom the marks, the own impressions and the finds point at."""

    __slots__ = ("circle", "mine", "random", "seat")

    def __init__(self, circle: "PlausibleCircle", seat: int) -> None:
        """Form first impressions."""
        self.circle = circle
        self.seat = seat
        self.random = random = circle.table.random
        self.mine = [IMPRESSION * (2.0 * random() - 1.0) for _ in circle.suspicion.marks]

    def score(self, seat: int) -> float:
        """Return how much this player suspects a seat."""
        return self.circle.suspicion.marks[seat] + self.mine[seat]

    def suspects(self, seats: Sequence[int]) -> int:
        """Return the most suspected of these but oneself, with a whim; 0 of none."""
        marks, mine, me, random = self.circle.suspicion.marks, self.mine, self.seat, self.random
        top, found = -99.0, NOBODY
        for seat in seats:
            score = marks[seat] + mine[seat] + WHIM * random()
            if score > top and seat != me:
                top, found = score, seat
        return found

    def best(self, seats: Sequence[int], worth: Callable[[int], float]) -> int:
        """Return the seat of most worth, give or take a whim; 0 of none."""
        random = self.random
        return max(seats, key=lambda seat: worth(seat) + WHIM * random(), default=NOBODY)

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Thief, jealous, maniac: go for the most suspected."""
        return self.suspects(living)

    def hint(self) -> tuple[int, bool]:
        """Now and then name the one most suspected."""
        if self.random() < CHATTERS:
            return self.suspects(self.circle.table.living), True
        return NOBODY, False

    def vote(self, candidates: Sequence[int]) -> int:
        """Vote for the most suspected; the votes cast so far pull along."""
        marks, mine, votes = self.circle.suspicion.marks, self.mine, self.circle.table.votes
        top, found = -99.0, NOBODY
        for seat in candidates:
            score = marks[seat] + mine[seat] + BAND * votes[seat]
            if score > top:
                top, found = score, seat
        return found

    def acquits(self, suspect: int) -> bool:
        """Acquit whom one suspects less than the average of the others."""
        marks, mine, living = self.circle.suspicion.marks, self.mine, self.circle.table.living
        total = sum([marks[seat] + mine[seat] for seat in living])
        others = total - self.score(suspect) - self.score(self.seat)
        return self.score(suspect) * (len(living) - 2) < others


class Guard(Townsman):
    """Doctor, bodyguard, casanova: with whoever is under fire."""

    __slots__ = ()

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Return who draws the killers most."""
        seats = living if on_self else [seat for seat in living if seat != me]
        return self.best(seats, self.circle.suspicion.fire)


class Finder(Townsman):
    """One who learns something and hints at it: keeps the finds not hinted at yet."""

    __slots__ = ("asked", "finds")

    def __init__(self, circle: "PlausibleCircle", seat: int) -> None:
        """Begin without finds."""
        super().__init__(circle, seat)
        self.asked: tuple[int, ...] = ()
        self.finds: dict[int, bool] = {}

    def hint(self) -> tuple[int, bool]:
        """Hint at a living mafioso found, else speak for one who is cleared and in danger."""
        living, marks = self.circle.table.living, self.circle.suspicion.marks
        if self.random() < SPEAKS:
            for seat, guilty in self.finds.items():
                if guilty and seat in living:
                    return seat, True
            for seat, guilty in self.finds.items():
                if not guilty and seat in living and marks[seat] > 0.5:
                    return seat, False
        return NOBODY, False


class Commissar(Finder):
    """Checks new people, the most suspected first."""

    __slots__ = ()

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Return somebody not checked yet; when all are, anybody suspected."""
        new = [seat for seat in living if seat not in self.finds]
        at = self.suspects(new) or self.suspects(living)
        self.asked = (at,)
        return at

    def told(self, answer: str) -> None:
        """Remember the find."""
        if answer in ("+", "-"):
            found = answer == "+"
            self.finds[self.asked[0]] = found
            self.mine[self.asked[0]] = SURE if found else CLEARED


class Journalist(Finder):
    """Compares a suspect with somebody trusted."""

    __slots__ = ()

    def pair(self, living: Sequence[int], me: int) -> tuple[int, int]:
        """Return the most suspected and the least suspected of the others, with a whim."""
        first = self.suspects(living)
        rest = [seat for seat in living if seat not in (me, first)]
        self.asked = first, self.best(rest, lambda seat: -self.score(seat))
        return self.asked[0], self.asked[1]

    def told(self, answer: str) -> None:
        """Same as a trusted one: less suspected; different: a little more."""
        if answer in ("same", "different"):
            self.mine[self.asked[0]] += SAME if answer == "same" else DIFFERENT
            if answer == "same":
                self.finds[self.asked[0]] = False


class Poisoner(Townsman):
    """Poisons only whom the suspicion is strong against."""

    __slots__ = ()

    def target(self, living: Sequence[int], me: int, on_self: bool) -> int:
        """Return the most suspected if suspected enough, else skip."""
        at = self.suspects(living)
        return at if at and self.score(at) > POISON_FROM else NOBODY


class Kamikaze(Townsman):
    """Takes along the most suspected: when jailed, or when nearly sure."""

    __slots__ = ()

    def kabum(self, jailed: bool) -> int:
        """Return whom to take along, 0 while it is not time."""
        at = self.suspects(self.circle.table.living)
        return at if at and (jailed or self.score(at) > KABUM_FROM) else NOBODY


class Healer(Townsman):
    """Gives the own life for a known strong role, or for a trusted one when about to be jailed anyway."""

    __slots__ = ()

    def revive(self, dead: Sequence[int]) -> int:
        """Return whom to bring back, 0 while it is not time."""
        circle = self.circle
        for seat in dead:
            if circle.roles.get(seat) in WORTH_A_LIFE:
                return seat
        marks = circle.suspicion.marks
        unknown = [seat for seat in dead if seat not in circle.roles]
        if unknown and marks[self.seat] > 0.5 and marks[self.seat] >= max(marks[seat] for seat in circle.table.living):
            return min(unknown, key=self.score)
        return NOBODY


class Mafioso(Player):
    """Spares the fellows, votes and strikes with them; hints at townsmen."""

    __slots__ = ("circle", "fellows", "random")

    def __init__(self, circle: "PlausibleCircle", fellows: frozenset[int]) -> None:
        """Know the fellows."""
        self.circle = circle
        self.fellows = fellows
        self.random = circle.table.random

    def others(self, seats: Sequence[int]) -> list[int]:
        """Return those of these who are no fellows."""
        return [seat for seat in seats if seat not in self.fellows]

    def strike(self, living: Sequence[int]) -> int:
        """Return the one outside the den who is trusted and listened to most."""
        fire, random = self.circle.suspicion.fire, self.random
        return max(self.others(living), key=lambda seat: fire(seat) + STEALTH * random(), default=NOBODY)

    def hint(self) -> tuple[int, bool]:
        """Accuse whom the den votes for today, now and then."""
        if self.random() < BLUFFS:
            return self.circle.agreed(self.others(self.circle.table.living)), True
        return NOBODY, False

    def vote(self, candidates: Sequence[int]) -> int:
        """Vote as the den agreed; among fellows alone, for the one the town suspects most."""
        outside = self.others(candidates)
        marks = self.circle.suspicion.marks
        return self.circle.agreed(outside) if outside else max(candidates, key=marks.__getitem__, default=NOBODY)

    def acquits(self, suspect: int) -> bool:
        """Acquit a fellow, convict anybody else."""
        return suspect in self.fellows


_HEADS: Final[dict[Role, type[Townsman]]] = {
    Role.COMMISSAR: Commissar,
    Role.JOURNALIST: Journalist,
    Role.DOCTOR: Guard,
    Role.BODYGUARD: Guard,
    Role.CASANOVA: Guard,
    Role.POISONER: Poisoner,
    Role.KAMIKAZE: Kamikaze,
    Role.HEALER: Healer,
}


class PlausibleCircle:
    """One game: the shared marks, the roles revealed, the den's choice of the day."""

    __slots__ = ("choice", "roles", "suspicion", "table")

    def __init__(self, table: Table) -> None:
        """Begin knowing nothing."""
        self.table = table
        self.suspicion = Suspicion(len(table.living) + 1)
        self.roles: dict[int, Role] = {}
        self.choice = NOBODY

    def sit(self, seat: int, role: Role, fellows: frozenset[int]) -> Player:
        """Return the player of a seat by the own role."""
        return Mafioso(self, fellows) if fellows else _HEADS.get(role, Townsman)(self, seat)

    def lot(self) -> int:
        """The table votes."""
        return NOBODY

    def agreed(self, outside: Sequence[int]) -> int:
        """Return the den's choice among these: it holds for the day, and falls on whom the town suspects anyway."""
        if self.choice not in outside:
            marks, random = self.suspicion.marks, self.table.random
            self.choice = max(outside, key=lambda seat: marks[seat] + WHIM * random(), default=NOBODY)
        return self.choice

    def died(self, seat: int, causes: tuple[Cause, ...]) -> None:
        """Move the marks."""
        self.suspicion.died(seat, causes)

    def revealed(self, seat: int, role: Role) -> None:
        """Remember the role, move the marks."""
        self.roles[seat] = role
        self.suspicion.revealed(seat, role)

    def revived(self, seat: int) -> None:
        """Somebody brought back is trusted."""
        self.suspicion.marks[seat] = min(self.suspicion.marks[seat], -2.0)

    def hinted(self, speaker: int, about: int, accuses: bool) -> None:
        """Move the marks."""
        self.suspicion.hinted(speaker, about, accuses)

    def counted(self, ballots: Mapping[int, int], jailed: int) -> None:
        """Remember the votes; the den chooses anew tomorrow."""
        self.suspicion.counted(ballots)
        self.choice = NOBODY


class Plausible:
    """The policy ``plausible``."""

    name: Final = "plausible"
    listens: Final = True

    def gather(self, table: Table) -> Circle:
        """Return the circle of a new game."""
        return PlausibleCircle(table)
