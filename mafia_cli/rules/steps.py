"""The kinds of steps: one row each, from which every list of kinds and keys is derived."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from mafia_cli.rules.model import (
    DayStep,
    EndStep,
    ExcludeStep,
    HeirStep,
    KabumStep,
    NightStep,
    NoteStep,
    OverrideStep,
    ReviveStep,
)


class Value(StrEnum):
    """What a key of a step holds."""

    SEAT = "seat"  # a player
    HOLDER = "holder"  # a player, or nobody
    CHOICE = "choice"  # a player, or nobody; in a day's answers a name that is nobody's counts as nobody
    SEATS = "seats"  # players
    MOVES = "moves"  # role -> targets
    BALLOTS = "ballots"  # voter and candidate
    VERDICTS = "verdicts"  # voter and whether to acquit
    ANSWERS = "answers"  # role -> the answer told instead
    AFTER = "after"  # happened after the day's first count
    NICK = "nick"  # the nick that a player takes
    NAME = "name"  # a text with something in it
    TEXT = "text"
    FLAG = "flag"
    NUMBER = "number"
    CHANGES = "changes"  # of an amended step: key -> value
    ENTRIES = "entries"  # what was entered, in order
    MOMENT = "moment"  # a point in time


class StepInfo(NamedTuple):
    """A kind of step: the class the rules know it by, its keys in the order in which they are written, those it needs.

    ``phase``: it is filled in piece by piece and judged when it is closed; ``changes``: the winner may be another one
    after it, so none comes once the game is over; ``names``: somebody bears another nick after it; ``redeal``: it may
    stand before a deal is repeated (``kept``: and goes on standing); ``chapter``: the chronicle tells it.
    """

    cls: type
    keys: Mapping[str, Value]
    needs: tuple[str, ...]
    phase: bool = False
    changes: bool = False
    names: bool = False
    redeal: bool = False
    kept: bool = False
    chapter: bool = False

    @property
    def after(self) -> bool:
        """Whether it may be marked to have come after the day's count."""
        return "after" in self.keys


_V = Value
_WHEN: Final = {"at": _V.MOMENT, "by": _V.TEXT}
_WHOM: Final = {"target": _V.SEAT}
_LATER: Final = {**_WHEN, "after": _V.AFTER}
_ENTERED: Final = {**_WHEN, "entries": _V.ENTRIES}
_DAY: Final = {
    "open": _V.FLAG,
    "votes": _V.BALLOTS,
    "revote": _V.BALLOTS,
    "mayor": _V.CHOICE,
    "decision": _V.CHOICE,
    "acquit": _V.VERDICTS,
    "spoke": _V.SEATS,
}
_CHANGES: Final = {
    "reason": _V.TEXT,
    "dead": _V.SEATS,
    "jailed": _V.SEATS,
    "alive": _V.SEATS,
    "cured": _V.SEATS,
    "poisoned": _V.SEATS,
    "seduced": _V.SEATS,
    "mayor": _V.HOLDER,
    "answers": _V.ANSWERS,
}
_AMENDED: Final = {
    "step": _V.NUMBER,
    "seat": _V.NUMBER,
    "role": _V.TEXT,
    "set": _V.CHANGES,
    "drop": _V.FLAG,
    "reason": _V.TEXT,
    "joined": _V.FLAG,
}

STEPS: Final[Mapping[str, StepInfo]] = {
    "night": StepInfo(NightStep, {"open": _V.FLAG, "moves": _V.MOVES, **_ENTERED}, (), phase=True, chapter=True),
    "day": StepInfo(DayStep, {**_DAY, **_ENTERED}, (), phase=True, chapter=True),
    "kabum": StepInfo(KabumStep, {**_WHOM, **_LATER}, ("target",), changes=True, chapter=True),
    "revive": StepInfo(ReviveStep, {**_WHOM, **_LATER}, ("target",), changes=True, chapter=True),
    "exclude": StepInfo(
        ExcludeStep, {**_WHOM, "rule": _V.TEXT, **_LATER}, ("target",), changes=True, redeal=True, chapter=True
    ),
    "heir": StepInfo(HeirStep, {**_WHOM, **_LATER}, ("target",), changes=True, chapter=True),
    "rename": StepInfo(
        NoteStep, {**_WHOM, "to": _V.NICK, **_LATER}, ("target", "to"), names=True, redeal=True, chapter=True
    ),
    "replace": StepInfo(
        NoteStep,
        {**_WHOM, "to": _V.NICK, "chat": _V.TEXT, **_LATER},
        ("target", "to"),
        names=True,
        redeal=True,
        chapter=True,
    ),
    "violation": StepInfo(
        NoteStep,
        {**_WHOM, "rule": _V.NAME, "note": _V.TEXT, **_LATER},
        ("target", "rule"),
        redeal=True,
        kept=True,
    ),
    "override": StepInfo(OverrideStep, {**_CHANGES, **_LATER}, ("reason",), changes=True, chapter=True),
    "end": StepInfo(EndStep, {"winner": _V.TEXT, **_WHEN}, ("winner",), changes=True, chapter=True),
    "amend": StepInfo(NoteStep, {**_AMENDED, **_WHEN}, ()),
    "alias": StepInfo(NoteStep, {**_WHOM, "to": _V.NAME, **_LATER}, ("target", "to"), redeal=True, kept=True),
    "note": StepInfo(NoteStep, {"text": _V.TEXT, **_WHOM, **_LATER}, ("text",), redeal=True, kept=True),
    "away": StepInfo(NoteStep, {**_WHOM, "back": _V.FLAG, **_LATER}, ("target",), redeal=True, kept=True),
    "forgive": StepInfo(
        NoteStep,
        {**_WHOM, "rule": _V.TEXT, "reason": _V.TEXT, **_LATER},
        ("target",),
        redeal=True,
        kept=True,
    ),
}
"""Every kind of step by its name in a file, in the order of the format's page."""

KIND_OF: Final[Mapping[type, str]] = {info.cls: kind for kind, info in STEPS.items() if info.cls is not NoteStep}
"""The kind by the class, but for notes, which know theirs."""
CHANGING: Final = frozenset(kind for kind, info in STEPS.items() if info.changes)
PHASES: Final = frozenset(kind for kind, info in STEPS.items() if info.phase)
NAMING: Final = frozenset(kind for kind, info in STEPS.items() if info.names)
NOTED: Final = frozenset(STEPS) - CHANGING - PHASES
"""Kinds that play no game on: they may come after its end."""
BALLOTS: Final = ("votes", "revote", "acquit")
"""The keys of a day's ballots, in the order in which they are held."""
