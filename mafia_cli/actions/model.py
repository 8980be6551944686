"""What a row of the table of actions is made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, Step
from mafia_cli.script.model import Row
from mafia_cli.session import Session
from mafia_cli.words.catalogue import Words


class Value(StrEnum):
    """What a parameter takes."""

    NICK = "nick"  # a player
    SAID = "said"  # a player within a line as it came
    RULE = "rule"  # the number of a rule
    TEXT = "text"
    FLAG = "flag"


class Param(NamedTuple):
    """One parameter: its field in ``Given``, its name and placeholder among flags, whether it is an option there.

    At the desk what follows the command is parted in the order of the parameters; an option that is ``flags_only``
    is not read there.
    """

    field: str
    value: Value
    name: str
    metavar: str
    required: bool = True
    option: bool = False
    flags_only: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What was given for one act, in seats."""

    seat: int = NOBODY
    rule: str = ""
    text: str = ""
    chat: str | None = None
    back: bool = False


class Where(NamedTuple):
    """The game an act is about, its folder, the host's words."""

    session: Session
    folder: Path
    words: Words


class Note(NamedTuple):
    """What the host ought to know after an act, at the desk and from flags; ``chat``: flags print it as a text."""

    desk: str
    flags: str
    chat: bool = False


class Offer(NamedTuple):
    """What may be done next: asked at the desk, from flags a hint; ``otherwise``: offered after a no."""

    what: str
    seat: int
    rule: str = ""
    hint: str = ""
    otherwise: "Offer | None" = None


After = Note | Offer


def _nothing_after(_where: Where, _given: Given) -> Sequence[After]:
    return ()


def _nothing_said(_where: Where) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Action:
    """A row: the name of its words, the command for flags ("": none), and what it does.

    ``step`` raises ``RefusedError``; ``asks`` are problems that a yes overrules, ``after`` what comes with it,
    ``refused`` what is said to a refusal. ``sure``: it kills or takes a nick away, so it acts on no guessed name.
    """

    name: str
    command: str
    params: tuple[Param, ...]
    step: Callable[[Where, Given], Row | Step]
    asks: Callable[[Where, Given], list[Problem]] | None = None
    after: Callable[[Where, Given], Sequence[After]] = _nothing_after
    refused: Callable[[Where], str] = _nothing_said
    sure: bool = False
