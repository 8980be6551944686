"""What stands out in a finished game: its turning points and a few awards, all read off the facts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mafia_cli.rules.model import DayStep, Kind, carrier
from mafia_cli.rules.roles import ROLES, Role, Side
from mafia_cli.script.model import Played, Record
from mafia_cli.texts import facts_of
from mafia_cli.words.catalogue import Words
from mafia_cli.words.names import People

_MOST_TURNS: Final = 8
_WEIGHT: Final = {
    "winner": 9,
    "don": 8,
    "kabum_hit": 8,
    "kabum": 7,
    "revived": 7,
    "maniac": 6,
    "mirrored": 6,
    "mafia": 5,
    "commissar": 5,
    "override": 4,
    "decided": 4,
    "doctor": 3,
}
"""Which turning points are told first when there are many."""


@dataclass(frozen=True, slots=True)
class Award:
    """An award: its id, title, who gets it (seats and names) and for what."""

    id: str
    title: str
    seats: tuple[int, ...]
    names: str
    why: str


def turning_points(words: Words, people: People, played: Played) -> list[str]:
    """Return the turns of a game in the order they happened, the weightiest if there are many."""
    found = [point for record in played.records for point in _turns(words, people, record)]
    kept = sorted(sorted(range(len(found)), key=lambda at: -_WEIGHT[found[at][0]])[:_MOST_TURNS])
    return [found[at][1] for at in kept]


def _turns(words: Words, people: People, record: Record) -> Iterator[tuple[str, str]]:
    cast, found = record.game.cast, facts_of(record)
    mirrored = {fact.detail for fact in found if fact.kind is Kind.MIRRORED}
    number = record.game.night if record.kind == "night" else record.game.day
    when = words.text("cli", f"step.{record.kind}", n=number)

    def said(key: str, seat: int = 0, **params: object) -> tuple[str, str]:
        role = words.role(cast.roles[seat], "who") if seat else ""
        return key, words.text("chronicle", f"turn.{key}", when=when, nick=people.name(seat), role=role, **params)

    for fact in found:
        if fact.kind is Kind.STRUCK and fact.role is Role.KAMIKAZE:
            yield said("kabum_hit" if fact.seat in cast.mafiosi else "kabum", fact.seat)
        elif fact.kind is Kind.REVIVED:
            yield said("revived", fact.seat)
        elif fact.kind is Kind.MIRRORED:
            yield said("mirrored", fact.detail)
        elif fact.kind is Kind.DECIDED and record.game.alive != record.before.alive:
            yield said("decided", fact.seat)
        elif fact.kind is Kind.OVERRIDDEN:
            yield said("override")
        elif fact.kind in (Kind.DIED, Kind.JAILED) and record.kind not in ("kabum", "end"):
            role = cast.roles[fact.seat]
            causes = words.causes(record.game.out[fact.seat].causes if fact.seat in record.game.out else ())
            key = role.value if role.value in _WEIGHT else ""
            if key and fact.seat not in mirrored:
                yield said(key, fact.seat, causes=causes)
        elif fact.kind is Kind.WINNER and fact.detail and record.kind != "end":
            yield said("winner", winner=words.winner(fact.detail))


# --- awards -----------------------------------------------------------------------------------------------


def awards(words: Words, people: People, played: Played) -> list[Award]:
    """Return the awards of a game: those that somebody has earned."""
    assert played.cast is not None
    cast = played.cast
    found = []

    def give(key: str, seats: Iterable[int], n: int = 0, **params: object) -> None:
        holders = tuple(sorted(seats))
        if holders and len(holders) <= 4:
            title = words.text("chronicle", f"award.{key}.title")
            counted = words.find("chronicle", f"award.{key}")
            why = words.plural(n, "chronicle", f"award.{key}.why", **params) if "why" in counted else counted["for"]
            found.append(Award(key, title, holders, words.join(people.names(holders)), why))

    town = {seat for seat in cast.seats if ROLES[cast.roles[seat]].side is Side.TOWN}
    hits = Counter({seat: n for seat, n in _votes_at(played, cast.mafiosi).items() if seat in town})
    give("eye", _top(hits), max(hits.values(), default=0))
    votes = Counter(seat for _, seat in _ballots(played))
    magnet = Counter({seat: n for seat, n in votes.items() if seat in town and n > 2})
    give("magnet", _top(magnet), max(magnet.values(), default=0))
    checks = Counter(seat for seat, _ in _found_mafiosi(played))
    give("sleuth", checks, max(checks.values(), default=0))
    for key, counter in (("saver", _saves(played)), ("misfire", _failed(played))):
        give(key, _top(counter), max(counter.values(), default=0))
    give("citizen", _longest(played, {seat for seat in cast.seats if cast.roles[seat] is Role.CITIZEN}))
    give("wolf", _unnoticed(played, votes))
    give("first", _first_out(played))
    return found


def _top(counter: "Counter[int]") -> list[int]:
    most = max(counter.values(), default=0)
    return [seat for seat, n in counter.items() if n == most and n]


def _ballots(played: Played) -> Iterator[tuple[int, int]]:
    """Every vote that counted, in first and second votes: voter and candidate."""
    for record in played.records:
        if isinstance(record.step, DayStep):
            for kind, _, _, _, detail in record.trace:
                if kind is Kind.COUNTED and detail[0] != "acquit":
                    yield from detail[1].votes.items()


def _votes_at(played: Played, seats: frozenset[int]) -> "Counter[int]":
    return Counter(voter for voter, named in _ballots(played) if named in seats)


def _found_mafiosi(played: Played) -> set[tuple[int, int]]:
    """The commissar and every mafioso that a check showed."""
    found = set()
    for record in played.records:
        for kind, role, seat, _, detail in record.trace:
            if kind is Kind.ANSWER and role is Role.COMMISSAR and detail == "+":
                moves: Any = record.step
                found.add((seat, moves.moves[Role.COMMISSAR][0]))
    return found


def _saves(played: Played) -> "Counter[int]":
    """How often somebody kept another from death: healed, guarded, cured."""
    saved: Counter[int] = Counter()
    for record in played.records:
        seat_of = record.game.cast.seat_of
        for kind, role, seat, _, _ in record.trace:
            if kind is Kind.SAVED and seat not in (seat_of[Role.DOCTOR],):
                saved[seat_of[Role.DOCTOR]] += 1
            elif kind is Kind.MIRRORED:
                saved[seat_of[Role.BODYGUARD]] += 1
            elif kind is Kind.CURED and role and seat != seat_of[role]:
                saved[seat_of[role]] += 1
    saved.pop(0, None)
    return saved


def _failed(played: Played) -> "Counter[int]":
    """How often a killer's strike was blocked or cancelled, by who sent it; two at least."""
    failed: Counter[int] = Counter()
    for record in played.records:
        cast = record.game.cast
        hit = {role for kind, role, _, _, _ in record.trace if kind in (Kind.BLOCKED, Kind.CANCELLED)}
        if Role.MAFIA in hit:
            failed[carrier(cast, record.before.alive)] += 1
        if Role.MANIAC in hit:
            failed[cast.maniac] += 1
    failed.pop(0, None)
    return Counter({seat: n for seat, n in failed.items() if n > 1})


def _longest(played: Played, seats: set[int]) -> list[int]:
    """Those of the seats who lived longest, unless all did."""
    last = dict.fromkeys(seats, 0)
    for at, record in enumerate(played.records, 1):
        for seat in seats & record.game.alive:
            last[seat] = at
    most = max(last.values(), default=0)
    found = [seat for seat, at in last.items() if at == most]
    return found if len(found) < len(seats) else []


def _unnoticed(played: Played, votes: "Counter[int]") -> list[int]:
    """A mafioso alive at the end against whom nobody, or fewest, voted."""
    assert played.game is not None
    living = sorted(played.game.alive & played.game.cast.mafiosi)
    fewest = min((votes[seat] for seat in living), default=0)
    return [seat for seat in living if votes[seat] == fewest] if fewest < 3 else []


def _first_out(played: Played) -> list[int]:
    for record in played.records:
        gone = record.before.alive - record.game.alive
        if gone:
            return sorted(gone)
    return []
