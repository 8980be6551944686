"""The data of the game: the cast (what the deal fixed), the state, the steps, the facts.

Seats are integers from 1; 0 is nobody. Nothing here knows a nick.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from mafia_cli.rules.roles import MOVERS, ROLES, Role, move_of
from mafia_cli.rules.rulings import Rulings

NOBODY: Final = 0
"""No seat: a skip, a pass, no mayor."""
UNKNOWN: Final = -1
"""A name in a vote that is nobody's."""

NO_MOVE: Final = -1
"""In ``Cast.move_of``: the holder of this seat makes no night move."""


_DON, _MAFIA, _MANIAC, _CASANOVA = Role.DON, Role.MAFIA, Role.MANIAC, Role.CASANOVA
_JEALOUS, _BODYGUARD = Role.JEALOUS, Role.BODYGUARD
_NO_SEATS: Final = dict.fromkeys(Role, NOBODY)
_SINGLE: Final = frozenset(role for role in Role if not ROLES[role].several)
_MOVE_OF: Final = {role: MOVERS.index(move) if (move := move_of(role)) in MOVERS else NO_MOVE for role in Role}


@dataclass(frozen=True, slots=True)
class Cast:
    """What the deal fixed, prepared once a game so that a night is judged on small integers.

    ``roles`` is by seat (position 0 is a filler, a citizen); ``seat_of`` gives the seat of every single role, 0 if
    nobody holds it; ``move_of`` gives, by seat, the position in ``MOVERS`` of the move its holder takes part in.
    """

    roles: tuple[Role, ...]
    rulings: Rulings
    seed: int
    seats: frozenset[int] = field(init=False)
    mafiosi: frozenset[int] = field(init=False)
    simple_mafiosi: tuple[int, ...] = field(init=False)
    don: int = field(init=False)
    maniac: int = field(init=False)
    casanova: int = field(init=False)
    jealous: int = field(init=False)
    bodyguard: int = field(init=False)
    seat_of: Mapping[Role, int] = field(init=False)
    move_of: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the look-ups, in one pass: the balance makes a cast for every game it plays."""
        roles, seat_of = self.roles, _NO_SEATS.copy()
        mafiosi, simple = [], []
        for seat, role in enumerate(roles):
            if role in _SINGLE:
                seat_of[role] = seat
                if role is _DON:
                    mafiosi.append(seat)
            elif role is _MAFIA:
                mafiosi.append(seat)
                simple.append(seat)
        put = object.__setattr__
        put(self, "seats", frozenset(range(1, len(roles))))
        put(self, "mafiosi", frozenset(mafiosi))
        put(self, "simple_mafiosi", tuple(simple))
        put(self, "seat_of", seat_of)
        put(self, "don", seat_of[_DON])
        put(self, "maniac", seat_of[_MANIAC])
        put(self, "casanova", seat_of[_CASANOVA])
        put(self, "jealous", seat_of[_JEALOUS])
        put(self, "bodyguard", seat_of[_BODYGUARD])
        put(self, "move_of", tuple(map(_MOVE_OF.__getitem__, roles)))


def cast_of(roles: list[Role], rulings: Rulings, seed: int) -> Cast:
    """Return the cast for roles given in the order of the seats."""
    return Cast((Role.CITIZEN, *roles), rulings, seed)


def carrier(cast: Cast, alive: Set[int]) -> int:
    """Return who sends the joint kill: the living don, else the living mafioso of the lowest seat, else 0."""
    if cast.don in alive:
        return cast.don
    for seat in cast.simple_mafiosi:
        if seat in alive:
            return seat
    return NOBODY


class Cause(StrEnum):
    """Why somebody died."""

    MAFIA = "mafia"
    MANIAC = "maniac"
    POISON = "poison"
    JEALOUS = "jealous"
    MIRRORED = "mirrored"
    KABUM = "kabum"
    SACRIFICED = "sacrificed"
    EXCLUDED = "excluded"
    JAILED = "jailed"
    OVERRIDE = "override"


class Out(NamedTuple):
    """When and of what a player went out: in (or after) which night and day, the causes sorted."""

    phase: str
    number: int
    causes: tuple[Cause, ...]


class Count(NamedTuple):
    """Who could take part when the day's first vote was counted (steps marked ``after = "vote"`` came later)."""

    alive: frozenset[int]
    seduced: frozenset[int]
    mayor: int


class Game(NamedTuple):
    """The state after some steps: everything that later steps depend on."""

    cast: Cast
    alive: frozenset[int]
    mayor: int
    night: int = 0
    day: int = 0
    phase: str = "start"
    heir_due: bool = False
    poisoned: frozenset[int] = frozenset()
    seduced: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    died_since: frozenset[int] = frozenset()
    jailed_since: frozenset[int] = frozenset()
    kabum_spent: bool = False
    revival_spent: bool = False
    maniac_last: int = 0
    poisoner_last: int = 0
    doctor_self_last: int = 0
    counted: Count | None = None
    out: Mapping[int, Out] = MappingProxyType({})
    ended: str | None = None
    over: bool = False
    """The host has ended the game, an open night or vote or not, and nothing was played on since."""


def new_game(cast: Cast) -> Game:
    """Return the state after the deal: everybody lives, the mayor holds the title (2.8)."""
    return Game(cast=cast, alive=cast.seats, mayor=cast.seat_of[Role.MAYOR])


# --- steps: what the host decided ------------------------------------------------------------------------


class NightStep(NamedTuple):
    """The moves of a night: role -> target seats; an empty tuple is a skip, an absent role has not answered."""

    moves: Mapping[Role, tuple[int, ...]]


Ballot: TypeAlias = tuple[int, int]
"""Voter and candidate; candidate ``NOBODY`` is a pass, ``UNKNOWN`` on either side a name that is nobody's."""


class DayStep(NamedTuple):
    """The ballots of a day in the order they came; ``None`` = not given (yet)."""

    votes: tuple[Ballot, ...] = ()
    revote: tuple[Ballot, ...] | None = None
    mayor: int | None = None
    decision: int | None = None
    acquit: tuple[tuple[int, bool], ...] | None = None


class KabumStep(NamedTuple):
    """The kamikaze takes ``target`` along (2.13)."""

    target: int
    after: bool = False


class ReviveStep(NamedTuple):
    """The healer brings ``target`` back and dies (2.12)."""

    target: int
    after: bool = False


class ExcludeStep(NamedTuple):
    """The host excludes ``target`` (1.4, 4.x)."""

    target: int
    rule: str = ""
    after: bool = False


class HeirStep(NamedTuple):
    """The mayor's title passes to ``target`` (2.8)."""

    target: int
    after: bool = False


class NoteStep(NamedTuple):
    """Something that changes no state: a renaming, a replacement, a violation, a note."""

    kind: str
    target: int = NOBODY
    rule: str = ""
    after: bool = False


class OverrideStep(NamedTuple):
    """The host's last word: does what it says and no more; ``None`` = not touched."""

    reason: str
    dead: tuple[int, ...] = ()
    jailed: tuple[int, ...] = ()
    alive: tuple[int, ...] = ()
    cured: tuple[int, ...] = ()
    poisoned: tuple[int, ...] = ()
    seduced: tuple[int, ...] | None = None
    mayor: int | None = None
    answers: Mapping[Role, str] = {}
    after: bool = False


class EndStep(NamedTuple):
    """The host ends the game: the winner's name, or "" when it was broken off."""

    winner: str


Step: TypeAlias = (
    NightStep | DayStep | KabumStep | ReviveStep | ExcludeStep | HeirStep | NoteStep | OverrideStep | EndStep
)

# --- facts: what follows from a step ---------------------------------------------------------------------


class Kind(StrEnum):
    """What a fact says. The comment: meaning of (role, seat, rule, detail)."""

    CAME = "came"  # a move made: the mover's role, the target, -, the journalist's second target
    SKIPPED = "skipped"  # the role that skips
    LAPSED = "lapsed"  # the role, its target
    BLOCKED = "blocked"  # the blocked role, the mover's target, 2.11
    CANCELLED = "cancelled"  # the cancelled role, its target, the rule of the line that hits it
    STRUCK = "struck"  # who strikes, the struck player, the rule, the cause
    MIRRORED = "mirrored"  # whose strike, the guarded player, 2.10 / 3.4 / 3.5, the seat it falls on
    SAVED = "saved"  # the doctor, the saved player, 2.4, the cause he was saved from
    CURED = "cured"  # the role that cures, the victim, the rule
    PASSED = "passed"  # the poisoner, the bodyguard, 3.6, the seat the poison was meant for
    FOUND = "found"  # the jealous, the player he was at, 2.7 / 3.8, the casanova's seat
    STAYS = "stays"  # the jealous himself is not his own victim: his seat, 3.8
    LIFTED = "lifted"  # the doctor, who would be seduced, ruling
    POISONED = "poisoned"  # who carries new poison at dawn, 2.9 / 3.6
    SEDUCED = "seduced"  # who is seduced at dawn, 2.5
    DIED = "died"  # the dead, -, tuple of causes
    TOLD = "told"  # a death as the chat may hear it: the dead, -, tuple of the causes that may be named
    SAVES = "saves"  # somebody was saved tonight, unnamed (ruling announce_saves)
    REVIVED = "revived"  # who is alive again
    ANSWER = "answer"  # the asking role, the mover's seat, the rule, the answer ("+", "same", "none" ...)
    REFUSED = "refused"  # a refused vote: -, the voter, the rule, (ballot, position in it)
    COUNTED = "counted"  # a ballot counted: "votes" / "revote" / "acquit", mapping seat -> votes
    TIED = "tied"  # detail: the tied seats of the ballot in role's place
    DECIDED = "decided"  # the mayor's extra votes decided for seat, 2.8
    SUSPECT = "suspect"  # who stands accused after the vote
    ACQUITTED = "acquitted"  # the suspect goes free, 1.8.1
    JAILED = "jailed"  # who is jailed, 1.8
    ROLE = "role"  # a role becomes public: role, seat
    TITLE = "title"  # the mayor's title: seat of the new holder (0 nobody), 2.8, why
    HEIR_DUE = "heir_due"  # the mayor was killed and an heir is to be named: the dead mayor's seat
    EXCLUDED = "excluded"  # who is excluded, the rule broken, whether the player was living
    NOTED = "noted"  # a step that changes no state: the seat, the rule, the kind
    OVERRIDDEN = "overridden"  # the host's word, - , -, the override's key
    ENDED = "ended"  # the host ended the game: the winner named, "" = broken off
    WINNER = "winner"  # detail: the winner, the first time it is so


Trace: TypeAlias = tuple[Kind, Role | None, int, str, Any]
"""A fact before somebody reads it: (kind, role, seat, rule, detail), a plain tuple because it is cheap."""


class Audience(StrEnum):
    """Who may know a fact."""

    CHAT = "chat"
    SEAT = "seat"
    HOST = "host"


class Fact(NamedTuple):
    """One thing that follows from a step, why, and who may know it; fields as in ``Kind``."""

    kind: Kind
    audience: Audience
    role: Role | None = None
    seat: int = NOBODY
    rule: str = ""
    detail: Any = None
