"""One simulated game on the rules: seats, small integers, mutable sets; no text.

Who may move, what a night and a vote do, who has won: all asked of ``mafia_cli.rules``. Here is only the order of
events: night, news, kabum and revival, day, the kamikaze's last chance; the game ends as soon as somebody has won.
Where the rules ask the host (an heir, ruling tie = ask), the lot decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from mafia_cli.balance.table import Circle, Player, Policy, Table
from mafia_cli.rules.day import Day, judge_day
from mafia_cli.rules.ending import winner
from mafia_cli.rules.facts import facts, public
from mafia_cli.rules.game import drawn_heir, kabum_faults, revive_faults, title_passes
from mafia_cli.rules.model import (
    NOBODY,
    Cast,
    Cause,
    Count,
    DayStep,
    Fact,
    HeirStep,
    KabumStep,
    Kind,
    NightStep,
    OverrideStep,
    ReviveStep,
    Step,
    Trace,
    carrier,
)
from mafia_cli.rules.moves import doctor_self_night, maniac_night, poisoner_night
from mafia_cli.rules.night import DOCTOR, JOURNALIST, MAFIA, MANIAC, NO_VISITS, POISONER, SECOND, judge
from mafia_cli.rules.roles import MOVERS, Role, Side

FEWEST_NIGHTS: Final = 30

_NONE: Final[frozenset[int]] = frozenset()
_NEWS: Final = frozenset({Kind.DIED})
_ALWAYS: Final = tuple(
    (position, role) for position, role in enumerate(MOVERS) if position not in (MAFIA, MANIAC, DOCTOR, POISONER)
)
"""Moves that need only a living holder."""


def night_limit(players: int) -> int:
    """Return after how many nights a game that nobody has won is cut as undecided: as many as players, at least 30."""
    return max(FEWEST_NIGHTS, players)


@dataclass(slots=True)
class Log:
    """A game written down: the steps (as a save has them) and what the judging traced."""

    steps: list[Step] = field(default_factory=list)
    trace: list[Trace] = field(default_factory=list)


class Play:
    """The state of one game; ``run`` plays it to its end. ``log`` is the trace's switch and changes no outcome."""

    __slots__ = (
        "alive",
        "cast",
        "circle",
        "day",
        "doctor_self",
        "kabum_spent",
        "listens",
        "log",
        "maniac_last",
        "mayor",
        "movers",
        "night",
        "players",
        "poisoned",
        "poisoner_last",
        "revival_spent",
        "seduced",
        "table",
    )

    def __init__(self, cast: Cast, policy: Policy, table: Table, log: Log | None = None) -> None:
        """Seat the players; ``table.living`` holds all seats."""
        roles, mafiosi, seat_of = cast.roles, cast.mafiosi, cast.seat_of
        self.cast = cast
        self.table = table
        self.circle: Circle = policy.gather(table)
        self.listens = policy.listens
        sit = self.circle.sit
        self.players: list[Player] = [
            sit(seat, roles[seat], mafiosi if seat in mafiosi else _NONE) for seat in range(len(roles))
        ]
        self.alive = set(cast.seats)
        self.movers = [(move, seat) for move, role in _ALWAYS if (seat := seat_of[role])]
        self.mayor = seat_of[Role.MAYOR]
        self.night = self.day = 0
        self.seduced = self.poisoned = NOBODY
        self.maniac_last = self.poisoner_last = self.doctor_self = 0
        self.kabum_spent = not seat_of[Role.KAMIKAZE]
        self.revival_spent = not seat_of[Role.HEALER]
        self.log = log

    def run(self, limit: int) -> Side | None:
        """Play on until somebody has won (returned) or ``limit`` nights are over (None)."""
        cast, alive, listens = self.cast, self.alive, self.listens
        while True:
            self.play_night()
            won = winner(cast, alive)
            if won is None and listens and self.interrupts():
                won = winner(cast, alive)
            if won is None:
                self.play_day()
                won = winner(cast, alive)
            if won is not None or self.night >= limit:
                return won

    # --- the night ----------------------------------------------------------------------------------------

    def play_night(self) -> None:
        """Ask every role that may move, judge, let the dead go out and the news be heard."""
        self.night = night = self.night + 1
        table = self.table
        table.night = night
        visits = self.moves(night, table.living)
        log = self.log
        trace: list[Trace] | None = None if log is None and not self.listens else []
        poisoned = self.poisoned
        due = {poisoned} if poisoned else _NONE
        deaths, self.seduced, self.poisoned = judge(self.cast, self.alive, due, night, visits, trace)
        if log is not None:
            log.steps.append(NightStep(_written(visits)))
            log.trace += trace or ()
        table.seduced = self.seduced
        if deaths:
            self.die(deaths)
        if trace and self.listens:
            self.tell(trace)

    def moves(self, night: int, living: list[int]) -> list[int]:
        """Return the row of visits that the players choose; the limits count what was moved."""
        cast, alive, players = self.cast, self.alive, self.players
        visits = list(NO_VISITS)
        sender = carrier(cast, alive)
        if sender:
            visits[MAFIA] = players[sender].strike(living)
        maniac = cast.maniac
        if maniac in alive and maniac_night(cast, night, self.maniac_last, bool(sender)) == night:
            visits[MANIAC] = at = players[maniac].target(living, maniac, False)
            if at:
                self.maniac_last = night
        doctor = cast.seat_of[_DOCTOR]
        if doctor in alive:
            on_self = doctor_self_night(night, self.doctor_self) == night
            visits[DOCTOR] = at = players[doctor].target(living, doctor, on_self)
            if at == doctor:
                self.doctor_self = night
        poisoner = cast.seat_of[_POISONER]
        if poisoner in alive and poisoner_night(cast, night, self.poisoner_last) == night:
            visits[POISONER] = at = players[poisoner].target(living, poisoner, False)
            if at:
                self.poisoner_last = night
        for move, seat in self.movers:
            if seat in alive:
                if move != JOURNALIST:
                    visits[move] = players[seat].target(living, seat, False)
                elif len(living) > 2:
                    visits[JOURNALIST], visits[SECOND] = players[seat].pair(living, seat)
        return visits

    def tell(self, trace: list[Trace]) -> None:
        """Give the chat its news and the askers their replies."""
        circle = self.circle
        for kind, _, seat, _, detail in trace:
            if kind is Kind.ANSWER and seat in self.alive:
                self.players[seat].told(detail)
        news: tuple[Fact, ...] = public(facts(self.cast, [one for one in trace if one[0] in _NEWS]))
        for fact in news:
            if fact.kind is Kind.TOLD:
                circle.died(fact.seat, fact.detail)
            elif fact.kind is Kind.ROLE:
                assert fact.role is not None
                circle.revealed(fact.seat, fact.role)

    def die(self, causes: Mapping[int, list[Cause]]) -> None:
        """Take the dead out; the mayor's title passes, poison in the dead is gone."""
        alive, table = self.alive, self.table
        alive.difference_update(causes)
        table.living = [seat for seat in table.living if seat in alive]
        if self.poisoned in causes:
            self.poisoned = NOBODY
        if self.seduced in causes:
            self.seduced = table.seduced = NOBODY
        if self.mayor in causes:
            passes = title_passes(self.cast, causes[self.mayor])
            self.mayor = drawn_heir(self.cast, alive, self.night) if passes else NOBODY
            if self.mayor and self.log is not None and self.cast.rulings.mayor_heir == "ask":
                self.log.steps.append(HeirStep(self.mayor))

    # --- at any time --------------------------------------------------------------------------------------

    def interrupts(self) -> bool:
        """Ask healer and kamikaze in the morning; tell whether anything happened."""
        happened = False
        if not self.revival_spent:
            happened = self.revive()
        if not self.kabum_spent and self.cast.seat_of[Role.KAMIKAZE] in self.alive:
            happened = self.kabum(_NONE) or happened
        return happened

    def revive(self) -> bool:
        cast, alive, table = self.cast, self.alive, self.table
        healer = cast.seat_of[Role.HEALER]
        if healer not in alive:
            return False
        target = self.players[healer].revive(sorted(cast.seats - alive))
        if not target or revive_faults(cast, alive, _NONE, self.revival_spent, target):
            return False
        self.revival_spent = True
        if self.log is not None:
            self.log.steps.append(ReviveStep(target))
        self.die({healer: [Cause.SACRIFICED]})
        alive.add(target)
        table.living = sorted(alive)
        if cast.roles[target] is Role.MAYOR and not self.mayor:
            self.mayor = target
        self.tell([(Kind.DIED, None, healer, "2.12", (Cause.SACRIFICED,))])
        self.circle.revived(target)
        return True

    def kabum(self, jailed: frozenset[int]) -> bool:
        cast, alive = self.cast, self.alive
        kamikaze = cast.seat_of[Role.KAMIKAZE]
        target = self.players[kamikaze].kabum(bool(jailed))
        if not target or kabum_faults(cast, alive, jailed, self.kabum_spent, target):
            return False
        self.kabum_spent = True
        if self.log is not None:
            self.log.steps.append(KabumStep(target))
        dead = [seat for seat in (kamikaze, target) if seat in alive]
        self.die({seat: [Cause.KABUM] for seat in dead})
        self.tell([(Kind.DIED, None, seat, "2.13", (Cause.KABUM,)) for seat in dead])
        return True

    # --- the day ------------------------------------------------------------------------------------------

    def play_day(self) -> None:
        """Jail by lot or by a vote; a kamikaze who is jailed may still act."""
        self.day += 1
        jailed = self.circle.lot()
        if jailed:
            if self.log is not None:
                self.log.steps.append(OverrideStep("lot", jailed=(jailed,)))
        else:
            jailed = self.hold_vote()
        self.seduced = self.table.seduced = NOBODY
        if not jailed:
            return
        self.die({jailed: [Cause.JAILED]})
        if self.listens:
            self.circle.revealed(jailed, self.cast.roles[jailed])
            if not self.kabum_spent and jailed == self.cast.seat_of[Role.KAMIKAZE]:
                self.kabum(frozenset({jailed}))

    def hold_vote(self) -> int:
        """Hints, the vote, whatever else the rules ask for; return who is jailed (0 = nobody)."""
        players, circle, random = self.players, self.circle, self.table.random
        count = Count(frozenset(self.alive), frozenset({self.seduced} - {NOBODY}), self.mayor)
        voters = sorted(count.alive - count.seduced, key=lambda _: random())
        for speaker in voters:
            about, accuses = players[speaker].hint()
            if about:
                circle.hinted(speaker, about, accuses)
        step = DayStep(votes=self.ballots(voters, voters))
        day = judge_day(self.cast, self.day, count, count, step)
        while day.due is not None:
            step = self.answered(step, day, voters)
            day = judge_day(self.cast, self.day, count, count, step)
        if self.log is not None:
            self.log.steps.append(step)
        circle.counted(day.first.votes, day.jailed)
        return day.jailed

    def ballots(self, voters: list[int], candidates: list[int]) -> tuple[tuple[int, int], ...]:
        """Ask each voter in turn; those who come later see how the vote stands."""
        self.table.votes = votes = [0] * len(self.players)
        given = []
        for voter in voters:
            choice = self.players[voter].vote([seat for seat in candidates if seat != voter])
            given.append((voter, choice))
            votes[choice] += 1
        return tuple(given)

    def answered(self, step: DayStep, day: Day, voters: list[int]) -> DayStep:
        """Return the step with what the rules want next: a second vote, the mayor, the host, the acquittal."""
        votes, revote, mayor, decision = step.votes, step.revote, step.mayor, step.decision
        tied, players = list(day.tied), self.players
        match day.due:
            case "revote":
                revote = self.ballots(voters, tied)
            case "mayor":
                mayor = players[self.mayor].vote([seat for seat in tied if seat != self.mayor])
            case "decision":
                decision = tied[int(self.table.random() * len(tied))]
            case _:
                suspect = day.suspect
                said = tuple((voter, players[voter].acquits(suspect)) for voter in voters if voter != suspect)
                return DayStep(votes, revote, mayor, decision, said)
        return DayStep(votes, revote, mayor, decision)


_DOCTOR, _POISONER = Role.DOCTOR, Role.POISONER


def _written(visits: list[int]) -> dict[Role, tuple[int, ...]]:
    moves: dict[Role, tuple[int, ...]] = {role: (at,) for role, at in zip(MOVERS, visits, strict=False) if at}
    if visits[JOURNALIST]:
        moves[Role.JOURNALIST] = (visits[JOURNALIST], visits[SECOND])
    return moves
