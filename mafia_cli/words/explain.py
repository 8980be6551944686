"""The host's view of a step: what happened and why, with rule numbers, read off the facts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from mafia_cli.rules.day import Tally
from mafia_cli.rules.model import NOBODY, Cast, Cause, Fact, Game, Kind, OverrideStep, carrier
from mafia_cli.rules.roles import MAFIOSI, MOVERS, Role
from mafia_cli.words.catalogue import Words, upper_first
from mafia_cli.words.clean import safe
from mafia_cli.words.names import People

ANSWER_KEYS: Final = {"+": "plus", "-": "minus", "same": "same", "different": "different", "none": "none"}

_LINES: Final[dict[str, tuple[Role, ...]]] = {
    "3.1": (Role.MAFIA, Role.MANIAC),
    "3.7": (Role.MAFIA, Role.MANIAC),
    "3.11": (Role.CASANOVA, Role.MAFIA, Role.MANIAC),
    "3.12": (Role.MAFIA, Role.COMMISSAR),
    "3.2": (Role.DOCTOR, Role.CASANOVA),
    "3.10": (Role.DOCTOR, Role.CASANOVA, Role.POISONER),
    "3.6": (Role.BODYGUARD, Role.POISONER),
}
"""The lines of step 2 and the roles that each is about, in the order in which they are told."""

_VERDICT: Final = (Kind.ACQUITTED, Kind.JAILED, Kind.ROLE, Kind.HEIR_DUE, Kind.TITLE, Kind.WINNER, Kind.ENDED)
_OUR_NOTES: Final = ("rename", "replace", "violation", "alias", "away", "forgive")


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence and the seats it is about."""

    text: str
    seats: frozenset[int]


_Lines: TypeAlias = Iterator[Line]


def explain(words: Words, people: People, cast: Cast, facts: Iterable[Fact], before: Game | None = None) -> list[str]:
    """Return what a step did and why, a sentence each, moves first; for the host's eyes only.

    ``before``: the state before the step; with it the text knows who sent the joint kill and when 3.9 holds.
    """
    return [line.text for line in lines(words, people, cast, facts, before)]


def explain_player(
    words: Words, people: People, cast: Cast, facts: Iterable[Fact], seat: int, before: Game | None = None
) -> list[str]:
    """Return those sentences of ``explain`` that are about one player: as mover, target or otherwise."""
    return [line.text for line in lines(words, people, cast, facts, before) if seat in line.seats]


def lines(words: Words, people: People, cast: Cast, facts: Iterable[Fact], before: Game | None = None) -> list[Line]:
    """Return the sentences of ``explain`` with the seats each is about."""
    return list(_Teller(words, people, cast, tuple(facts), before).tell())


class _Teller:
    """Tells the facts of one step; a method for each kind, the night's moves and their collisions first."""

    def __init__(self, words: Words, people: People, cast: Cast, facts: tuple[Fact, ...], before: Game | None) -> None:
        self.words, self.people, self.facts = words, people, facts
        self.roles = cast.roles
        self.seat_of = dict(cast.seat_of)
        self.don = cast.don
        self.mafiosi = cast.mafiosi
        if cast and before:
            self.seat_of[Role.MAFIA] = carrier(cast, before.alive)
        elif len(self.mafiosi) == 1:
            self.seat_of[Role.MAFIA] = min(self.mafiosi)
        self.mafia_lives = before is None or bool(self.mafiosi & before.alive)
        self.came = {fact.role: fact for fact in facts if fact.kind is Kind.CAME and fact.role}
        self.blocked = {fact.role for fact in facts if fact.kind is Kind.BLOCKED}

    def tell(self) -> _Lines:
        yield from self._moves()
        yield from self._collisions()
        for fact in sorted(self.facts, key=_is_acquittal):
            method = _BY_KIND.get(fact.kind)
            if method:
                yield from method(self, fact)
        yield from self._told()

    # --- pieces ---

    def line(self, key: str, seats: Iterable[int], **params: object) -> Line:
        return Line(self.words.text("explain", key, **params), frozenset(seats) - {NOBODY})

    def name(self, seat: int) -> str:
        return self.people.name(seat)

    def nicks(self, seats: Iterable[int]) -> str:
        return self.words.comma(self.people.names(seats))

    def holder(self, role: Role) -> int:
        return self.seat_of.get(role, NOBODY)

    def movers(self, role: Role) -> set[int]:
        """The seats behind a move: its holder, for a joint kill that nobody is known to have sent all mafiosi."""
        seat = self.holder(role)
        return {seat} if seat else set(self.mafiosi) if role is Role.MAFIA else set()

    def arrow(self, role: Role, targets: Iterable[int]) -> str:
        seat = self.holder(role)
        key = "move.named" if seat else "move.bare"
        nicks = self.words.join(self.people.names(targets))
        return self.words.text("explain", key, role=self.words.role(role, "who"), nick=self.name(seat), targets=nicks)

    def _targets(self, role: Role) -> list[int]:
        fact = self.came[role]
        return [seat for seat in (fact.seat, fact.detail) if seat]

    # --- the night ---

    def _moves(self) -> _Lines:
        split = self.words.text("explain", "move.split")
        if self.came:
            arrows = [self.arrow(role, self._targets(role)) for role in MOVERS if role in self.came]
            seats = [seat for role in self.came for seat in (*self.movers(role), *self._targets(role))]
            yield self.line("move.all", seats, moves=split.join(arrows))
        skipped = [fact.role for fact in self.facts if fact.kind is Kind.SKIPPED and fact.role]
        if skipped:
            roles = self.words.comma(self.words.role(role, "who") for role in skipped)
            yield self.line("move.skipped", set().union(*map(self.movers, skipped)), roles=roles)
        if Role.MANIAC in self.came and not self.mafia_lives:
            yield self.line("move.every_night", self.movers(Role.MANIAC))
        if Role.THIEF in self.came and not self.blocked:
            yield self._idle_thief()
        if self._comes(Role.JEALOUS) and not any(fact.kind is Kind.FOUND for fact in self.facts):
            jealous, at = self.holder(Role.JEALOUS), self.came[Role.JEALOUS].seat
            yield self.line("harm.not_found", (jealous, at), jealous=self.name(jealous), nick=self.name(at))

    def _idle_thief(self) -> Line:
        at = self.came[Role.THIEF].seat
        role = self.roles[at]
        key = "thief.idle"
        if role in MAFIOSI and Role.MAFIA in self.came:
            key = "thief.mafia"
        elif role is Role.POISONER and role in self.came:
            key = "thief.poisoner"
        thief = self.holder(Role.THIEF)
        return self.line(key, (thief, at), thief=self.name(thief), nick=self.name(at))

    def _collisions(self) -> _Lines:
        split = self.words.text("explain", "move.split")
        for rule, roles in _LINES.items():
            hit = {f.role: f.seat for f in self.facts if f.kind is Kind.CANCELLED and f.rule == rule and f.role}
            if not hit:
                continue
            places = set(hit.values())
            there = [role for role in roles if role in hit or (self._comes(role) and self.came[role].seat in places)]
            moves = split.join(self.arrow(role, self._targets(role)) for role in there)
            seats = places.union(*map(self.movers, there))
            yield self.line(f"line.{_key(rule)}", seats, moves=upper_first(moves))

    def _comes(self, role: Role) -> bool:
        return role in self.came and role not in self.blocked

    def _lapsed(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        seats = {fact.seat, *self.movers(fact.role)}
        yield self.line("move.lapsed", seats, move=upper_first(self.arrow(fact.role, [fact.seat])))

    def _blocked(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        thief = self.holder(Role.THIEF)
        whose = self.words.role(fact.role, "whose")
        seats = {thief, fact.detail, fact.seat, *self.movers(fact.role)}
        yield self.line("thief.blocked", seats, thief=self.name(thief), nick=self.name(fact.detail), whose=whose)

    def _struck(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        if fact.detail is Cause.KABUM:
            kamikaze = self.holder(Role.KAMIKAZE)
            name, nick = self.name(kamikaze), self.name(fact.seat)
            yield self.line("event.kabum", (kamikaze, fact.seat), kamikaze=name, nick=nick)
        elif fact.detail is not Cause.MIRRORED:  # that one is told with the mirror
            key = f"harm.{fact.detail}" + ("_at_once" if fact.rule == "3.6" else "")
            yield self.line(key, {fact.seat, *self.movers(fact.role)}, nick=self.name(fact.seat), rule=fact.rule)

    def _mirrored(self, fact: Fact) -> _Lines:
        guard, victim = self.holder(Role.BODYGUARD), fact.detail
        of_mafia = "mafia_don" if victim == self.don else "mafia_several" if fact.rule == "3.5" else "mafia_simple"
        key = f"harm.mirrored_{of_mafia if fact.role is Role.MAFIA else 'maniac'}"
        params = {"guard": self.name(guard), "nick": self.name(fact.seat), "victim": self.name(victim)}
        yield self.line(key, (guard, fact.seat, victim), **params)

    def _saved(self, fact: Fact) -> _Lines:
        doctor = self.holder(Role.DOCTOR)
        key = "harm.saved_mirrored" if fact.detail is Cause.MIRRORED else "harm.saved"
        causes = self.words.causes([fact.detail])
        yield self.line(key, (doctor, fact.seat), doctor=self.name(doctor), nick=self.name(fact.seat), causes=causes)

    def _cured(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        holder = self.holder(fact.role)
        passed = any(other.kind is Kind.PASSED and other.seat == fact.seat for other in self._before(fact))
        params = {"holder": self.name(holder), "nick": self.name(fact.seat), "rule": fact.rule}
        role = upper_first(self.words.role(fact.role, "who"))
        yield self.line("harm.cured_guard" if passed else "harm.cured", (holder, fact.seat), role=role, **params)

    def _before(self, fact: Fact) -> tuple[Fact, ...]:
        at = next(at for at, other in enumerate(self.facts) if other is fact)
        return self.facts[:at]

    def _passed(self, fact: Fact) -> _Lines:
        seats = (fact.seat, fact.detail, *self.movers(Role.POISONER))
        yield self.line("harm.passed", seats, nick=self.name(fact.seat), victim=self.name(fact.detail))

    def _found(self, fact: Fact) -> _Lines:
        jealous = self.holder(Role.JEALOUS)
        key = "harm.found_self" if fact.rule == "3.8" else "harm.found"
        params = {"jealous": self.name(jealous), "nick": self.name(fact.seat), "casanova": self.name(fact.detail)}
        yield self.line(key, (jealous, fact.seat, fact.detail), **params)

    def _lifted(self, fact: Fact) -> _Lines:
        doctor = self.holder(Role.DOCTOR)
        yield self.line("harm.lifted", (doctor, fact.seat), doctor=self.name(doctor), nick=self.name(fact.seat))

    def _died(self, fact: Fact) -> _Lines:
        causes = self.words.causes(fact.detail)
        yield self.line("dawn.died", (fact.seat,), nick=self.name(fact.seat), causes=causes)

    def _answer(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        out = any(other.kind is Kind.DIED and other.seat == fact.seat for other in self.facts)
        said = self.words.text("explain", f"answer.{ANSWER_KEYS[fact.detail]}")
        role = self.words.role(fact.role, "who")
        key = "dawn.answer_out" if out else "dawn.answer"
        yield self.line(key, (fact.seat,), role=role, nick=self.name(fact.seat), answer=said, rule=fact.rule)

    def _told(self) -> _Lines:
        deaths, seats = [], []
        for fact in self.facts:
            if fact.kind is Kind.TOLD:
                key = "dawn.told_causes" if fact.detail else "dawn.told_bare"
                causes = self.words.causes(fact.detail)
                deaths.append(self.words.text("explain", key, nick=self.name(fact.seat), causes=causes))
                seats.append(fact.seat)
        if deaths:
            yield self.line("dawn.told", seats, deaths=self.words.comma(deaths))

    # --- the day ---

    def refusal(self, key: str, voter: int, candidate: int, rule: str) -> Line:
        if key == "acquit":
            named = self.words.text("explain", "day.acquits" if candidate else "day.convicts")
        else:
            named = self.name(candidate) if candidate else self.words.text("explain", "day.pass")
        why = self.words.text("explain", f"refusal.{_key(rule)}")
        seats = {voter} if key == "acquit" else {voter, candidate}
        return self.line("day.refused", seats, voter=self.name(voter), candidate=named, why=why, rule=rule)

    def count(self, key: str, tally: Tally) -> Line:
        counts = tally.counts()
        if key == "acquit":
            sides = [(side, counts.get(side, 0)) for side in (1, 0)]
        else:
            sides = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        said = []
        for side, n in sides:
            if n:
                name = "count" if key != "acquit" else "acquit_for" if side else "acquit_against"
                voters = self.nicks(voter for voter, named in tally.votes.items() if named == side)
                votes = self.words.plural(n, "chat", "count.votes")
                said.append(self.words.text("explain", f"day.{name}", nick=self.name(side), votes=votes, voters=voters))
        counted = self.words.text("explain", "move.split").join(said) or self.words.text("explain", "day.nothing")
        text = [self.words.text("explain", f"day.{key}", counts=counted)]
        if tally.passed:
            text.append(self.words.text("explain", "day.passed", nicks=self.nicks(sorted(tally.passed))))
        if tally.missing:
            text.append(self.words.text("explain", "day.missing", nicks=self.nicks(tally.missing)))
        candidates = set(tally.votes.values()) if key != "acquit" else set()
        return Line(" ".join(text), frozenset(tally.votes) | candidates | tally.passed | {*tally.missing})

    def _refused(self, fact: Fact) -> _Lines:
        key, _, candidate = fact.detail
        yield self.refusal(key, fact.seat, candidate, fact.rule)

    def _counted(self, fact: Fact) -> _Lines:
        yield self.count(*fact.detail)

    def _tied(self, fact: Fact) -> _Lines:
        yield self.line("day.tied", fact.detail, nicks=self.nicks(fact.detail))

    def _suspect(self, fact: Fact) -> _Lines:
        key = "day.suspect_acquittal" if fact.detail else "day.suspect"
        yield self.line(key, (fact.seat,), nick=self.name(fact.seat))

    def _role(self, fact: Fact) -> _Lines:
        assert fact.role is not None
        key = "day.role_end" if fact.rule == "end" else "day.role"
        yield self.line(key, (fact.seat,), nick=self.name(fact.seat), role=self.words.role(fact.role, "who"))

    # --- at any time ---

    def _heir_due(self, fact: Fact) -> _Lines:
        """Nobody is to be named when the title passes in the same step: by lot, or by the host's word."""
        if not any(other.kind is Kind.TITLE for other in self.facts):
            yield self.line("title.due", (fact.seat,), nick=self.name(fact.seat))

    def _title(self, fact: Fact) -> _Lines:
        key = f"title.{fact.detail}"
        if not fact.seat and fact.detail != "lapses":
            key += "_nobody"
        yield self.line(key, (fact.seat,), nick=self.name(fact.seat))

    def _revived(self, fact: Fact) -> _Lines:
        healer = self.holder(Role.HEALER)
        if fact.rule == "2.12":
            yield self.line("event.revived", (healer, fact.seat), healer=self.name(healer), nick=self.name(fact.seat))
        else:
            yield self.line("event.revived_host", (fact.seat,), nick=self.name(fact.seat))

    def _excluded(self, fact: Fact) -> _Lines:
        key = "event.excluded_rule" if fact.rule else "event.excluded"
        yield self.line(key, (fact.seat,), nick=self.name(fact.seat), rule=safe(fact.rule))
        if not fact.detail:
            yield self.line("event.excluded_dead", (fact.seat,), nick=self.name(fact.seat))

    def _noted(self, fact: Fact) -> _Lines:
        key = f"event.{fact.detail}" if fact.detail in _OUR_NOTES else "event.note"
        params = {"nick": self.name(fact.seat), "rule": safe(fact.rule), "kind": safe(str(fact.detail))}
        yield self.line(key, (fact.seat,), **params)

    def _overridden(self, fact: Fact) -> _Lines:
        step: OverrideStep = fact.detail
        yield self.line("override.head", (), reason=safe(step.reason).rstrip(" ."))
        for name in ("cured", "poisoned", "seduced"):  # deaths and returns have facts of their own
            seats = getattr(step, name)
            if seats:
                yield self.line(f"override.{name}", seats, nicks=self.nicks(seats))
        if step.seduced is not None and not step.seduced:
            yield self.line("override.seduced_none", ())
        for role, told in step.answers.items():
            said = self.words.text("explain", f"answer.{ANSWER_KEYS[told]}")
            name = self.words.role(role, "who")
            yield self.line("override.answer", (self.holder(role),), role=name, answer=said)

    def _ended(self, fact: Fact) -> _Lines:
        key = "event.ended" if fact.detail else "event.broken"
        yield self.line(key, (), winner=self.words.winner(fact.detail))

    def _winner(self, fact: Fact) -> _Lines:
        key = "event.winner" if fact.detail else "event.winner_none"
        yield self.line(key, (), winner=self.words.winner(fact.detail))


def _is_acquittal(fact: Fact) -> int:
    """Order the facts of a day as they happen: the vote, the suspect, the acquittal vote, the verdict."""
    if fact.kind in (Kind.COUNTED, Kind.REFUSED) and fact.detail[0] == "acquit":
        return 1
    return 2 if fact.kind in _VERDICT else 0


def _key(rule: str) -> str:
    return rule.replace(".", "_")


def _about_seat(key: str) -> Callable[[_Teller, Fact], _Lines]:
    """Return the telling of a fact that is one player and a rule."""

    def tell(teller: _Teller, fact: Fact) -> _Lines:
        yield teller.line(key, (fact.seat,), nick=teller.name(fact.seat), rule=fact.rule)

    return tell


_BY_KIND: Final[dict[Kind, Callable[[_Teller, Fact], _Lines]]] = {
    Kind.LAPSED: _Teller._lapsed,
    Kind.BLOCKED: _Teller._blocked,
    Kind.STRUCK: _Teller._struck,
    Kind.MIRRORED: _Teller._mirrored,
    Kind.SAVED: _Teller._saved,
    Kind.CURED: _Teller._cured,
    Kind.PASSED: _Teller._passed,
    Kind.FOUND: _Teller._found,
    Kind.STAYS: _about_seat("harm.stays"),
    Kind.LIFTED: _Teller._lifted,
    Kind.POISONED: _about_seat("dawn.poisoned"),
    Kind.SEDUCED: _about_seat("dawn.seduced"),
    Kind.DIED: _Teller._died,
    Kind.SAVES: _about_seat("dawn.saves"),
    Kind.REVIVED: _Teller._revived,
    Kind.ANSWER: _Teller._answer,
    Kind.REFUSED: _Teller._refused,
    Kind.COUNTED: _Teller._counted,
    Kind.TIED: _Teller._tied,
    Kind.DECIDED: _about_seat("day.decided"),
    Kind.SUSPECT: _Teller._suspect,
    Kind.ACQUITTED: _about_seat("day.acquitted"),
    Kind.JAILED: _about_seat("day.jailed"),
    Kind.ROLE: _Teller._role,
    Kind.TITLE: _Teller._title,
    Kind.HEIR_DUE: _Teller._heir_due,
    Kind.EXCLUDED: _Teller._excluded,
    Kind.NOTED: _Teller._noted,
    Kind.OVERRIDDEN: _Teller._overridden,
    Kind.ENDED: _Teller._ended,
    Kind.WINNER: _Teller._winner,
}
"""CAME, SKIPPED and CANCELLED are told together at the head, TOLD at the end."""
