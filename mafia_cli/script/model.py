"""A game as it is written down, in seats: the header, the players, the steps, what was told, what was undone.

Nicks are turned into seats when a file is read and put back when it is written (tables.py), each step's under the names
of its time; so a renaming rewrites nothing. ``source`` is the text of a block as it stood in the file, ``comments`` the
host's own in it: a block that is as it was read is written back byte for byte.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, UNKNOWN, Cast, Game, NoteStep, Step, Trace
from mafia_cli.rules.steps import KIND_OF
from mafia_cli.script.blocks import comments_in
from mafia_cli.script.errors import Fault

Moment: TypeAlias = str | date
"""A point in time, as text or as TOML's own."""
Reserve: TypeAlias = Mapping[str, str]
"""Who would sit down in another's place: ``nick``, and ``chat`` where it is known."""
Entry: TypeAlias = tuple[Any, ...]
"""One thing entered into a night or a day, players as seats (edit.py tells the forms)."""


class Stranger(int):
    """A name that is nobody's: counts as ``UNKNOWN`` and is written back as it was."""

    nick: str

    def __new__(cls, nick: str) -> "Stranger":
        """Keep the name."""
        made = super().__new__(cls, UNKNOWN)
        made.nick = nick
        return made


class Names(NamedTuple):
    """Who bears which nick: ``nicks`` by seat (position 0 is a filler), ``seats`` the other way round."""

    nicks: tuple[str, ...]
    seats: Mapping[str, int]

    def renamed(self, seat: int, nick: str) -> "Names":
        """Return the names after a seat took another nick; the old one no longer works."""
        return names_of((*self.nicks[1:seat], nick, *self.nicks[seat + 1 :]))

    def nick(self, seat: int) -> str:
        """Return the nick of a seat, "" for nobody, a stranger's own name."""
        return seat.nick if isinstance(seat, Stranger) else self.nicks[seat]

    def seat(self, nick: str) -> int:
        """Return the seat of a nick, nobody's as a stranger."""
        found = self.seats.get(nick)
        return Stranger(nick) if found is None else found


def names_of(nicks: Iterable[str]) -> Names:
    """Return the names for nicks in the order of the seats."""
    filled = ("", *nicks)
    return Names(filled, {nick: seat for seat, nick in enumerate(filled) if seat})


class AmendStep(NamedTuple):
    """A correction (4.8): of the ``step`` at a position (``changes`` by key, in seats; ``drop``), or a seat's role."""

    step: int | None = None
    seat: int | None = None
    role: str | None = None
    changes: Mapping[str, Any] | None = None
    drop: bool | None = None


class Misshapen(NamedTuple):
    """A step that cannot be read: its kind ("" for what is no table), why, and its table, for tables.py alone.

    ``mended``: what the amends that stand in the file make of it, if that can be read.
    """

    kind: str
    problems: tuple[Problem, ...]
    table: object
    mended: "Row | None" = None


class Source(NamedTuple):
    """The text of a block, and the nicks by seat under which it was read."""

    text: str
    nicks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One step of the file: what the rules judge, and what the file adds to it."""

    step: Step | AmendStep | Misshapen
    to: str | None = None
    chat: str | None = None
    note: str | None = None
    text: str | None = None
    reason: str | None = None
    back: bool | None = None
    open: bool = False
    joined: bool = False
    spoke: tuple[int, ...] = ()
    entries: tuple[Entry, ...] | None = None
    at: Moment | None = None
    by: str | None = None
    comments: tuple[str, ...] = ()
    source: Source | None = field(default=None, compare=False)

    @property
    def kind(self) -> str:
        """The kind of the step, as the file names it."""
        step = self.step
        if isinstance(step, (NoteStep, Misshapen)):
            return step.kind
        return "amend" if isinstance(step, AmendStep) else KIND_OF[type(step)]

    @property
    def target(self) -> int:
        """The seat the step is about, nobody's where it names none."""
        return getattr(self.step, "target", NOBODY)

    def but(self, **changes: Any) -> "Row":
        """Return the row with other values: to be written anew."""
        return replace(self, source=None, **changes)


def noted(kind: str, target: int = NOBODY, rule: str = "", **own: Any) -> Row:
    """Return a step that changes no state: a renaming, a violation, a note ..."""
    return Row(NoteStep(kind, target, rule), **own)


@dataclass(frozen=True, slots=True)
class Player:
    """One player as the file introduces him; ``role``: as it was dealt, ``None`` before."""

    nick: str
    role: str | None = None
    chat: str | None = None
    aliases: tuple[str, ...] | None = None
    away: bool | None = None
    comments: tuple[str, ...] = ()
    source: Source | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Told:
    """What left the desk: to a seat (0 = the chat), about what, and what it said, in the nicks of then."""

    to: int
    about: str
    says: dict[str, Any]
    at: Moment | None = None
    text: str | None = None
    comments: tuple[str, ...] = ()
    source: Source | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Undone:
    """A decision taken back, for redo: ``what`` = ``entry``, ``close``, ``open``, ``step``, ``steps`` or ``answer``.

    ``kind``: of the phase entered into, closed or opened; ``rows``: the steps of one decision; ``within``: the phase
    that was open meanwhile, ``forget``: the roles whose moves it forgot; ``key``, ``value``: an answer of the set-up.
    ``table``: what cannot be read, for tables.py alone.
    """

    what: str
    kind: str = ""
    entry: Entry = ()
    rows: tuple[Row, ...] = ()
    within: str = ""
    forget: tuple[str, ...] = ()
    key: str = ""
    value: Any = None
    packed: tuple[str, ...] = ()
    table: object = None
    comments: tuple[str, ...] = ()
    source: Source | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the players; ``None`` = not said. ``sources``: the texts of its blocks, by their names."""

    format: int | None = None
    name: str | None = None
    created: Moment | None = None
    lang: str | None = None
    host: str | None = None
    theme: str | None = None
    pack: str | None = None
    limit: str | None = None
    seed: int | None = None
    lots: int | None = None
    wording: int | None = None
    mayor: str | None = None
    tracks: tuple[tuple[str, str], ...] | None = None
    reserves: tuple[Reserve, ...] | None = None
    example: bool | None = None
    rulings: Mapping[str, str] | None = None
    minutes: Mapping[str, float] | None = None
    comments: tuple[str, ...] = ()

    def key(self, name: str) -> int:
        """Return a key of chance, ``lots`` or ``wording``: its own, or the seed where none was drawn for it."""
        own: int | None = getattr(self, name)
        return (self.seed or 0) if own is None else own


@dataclass(frozen=True, slots=True)
class Script:
    """A game as it is written; ``faults``: what is wrong outside its steps, ``tail``: comments after everything.

    ``origin``: the tables of the header as they were read and their texts, for tables.py alone.
    """

    header: Header = Header()
    players: tuple[Player, ...] = ()
    steps: tuple[Row, ...] = ()
    told: tuple[Told, ...] = ()
    undone: tuple[Undone, ...] = ()
    setup: dict[str, Any] | None = None
    faults: tuple[Fault, ...] = ()
    tail: str = ""
    origin: Mapping[str, tuple[object, str]] = field(default_factory=dict, compare=False)

    def but(self, **changes: Any) -> "Script":
        """Return the script with other parts."""
        return replace(self, **changes)

    @property
    def open_row(self) -> Row | None:
        """The step being filled in, if there is one."""
        return self.steps[-1] if self.steps and self.steps[-1].open else None

    def comments(self) -> Iterator[str]:
        """Yield every comment that the host wrote into it."""
        yield from self.header.comments
        yield from comments_in(self.tail)
        blocks: tuple[Player | Row | Told | Undone, ...] = (*self.players, *self.steps, *self.told, *self.undone)
        for block in blocks:
            yield from block.comments
        for one in self.undone:
            yield from one.packed
            for row in one.rows:
                yield from row.comments


class Record(NamedTuple):
    """One step as it was judged: its position in the file, what it says, the state before and after, its trace.

    ``was``: the nicks by seat before it, ``names``: after it.
    """

    position: int
    row: Row
    step: Step
    before: Game
    game: Game
    trace: list[Trace]
    was: tuple[str, ...]
    names: Names

    @property
    def kind(self) -> str:
        """The kind of the step."""
        return self.row.kind


@dataclass(slots=True)
class Played:
    """A written game as far as it can be played.

    ``faults``: all problems of the header, or of the first step that cannot be; ``records``: the judged steps
    before it, amends among them; ``open_step``: the step being filled in (not judged), with its position.
    """

    cast: Cast | None = None
    game: Game | None = None
    names: Names = field(default_factory=lambda: names_of(()))
    records: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    open_step: Row | None = None
    open_position: int = 0
