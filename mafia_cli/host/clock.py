"""A timer as plain arithmetic: seconds left at any moment, pausing, a minute more, the marks to call out.

A moment is a number of seconds of any clock that only goes forward; nothing here reads one.
"""

from dataclasses import dataclass, field
from typing import Final

from mafia_cli.rules.errors import Problem
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.words.catalogue import LANGUAGES, Words

PHASES: Final = ("discussion", "vote", "last_word", "night")
MARKS: Final = (60, 30, 10, 0)
"""Seconds left at which something is called out."""
MINUTE: Final = 60
LONGEST: Final = 1440
"""Minutes."""


@dataclass(slots=True)
class Timer:
    """One running or paused timer of a phase; ``since`` None: paused with ``seconds`` left."""

    phase: str
    seconds: float
    since: float | None
    called: set[int] = field(default_factory=set)

    def left(self, now: float) -> float:
        """Return the seconds left, never below zero."""
        gone = 0.0 if self.since is None else max(0.0, now - self.since)
        return max(0.0, self.seconds - gone)

    @property
    def paused(self) -> bool:
        """Whether it stands still."""
        return self.since is None

    def pause(self, now: float) -> None:
        """Stand still, or go on."""
        if self.since is None:
            self.since = now
        else:
            self.seconds, self.since = self.left(now), None

    def more(self, now: float, seconds: float = MINUTE) -> None:
        """Give time; marks that lie ahead again are called again."""
        self.seconds = self.left(now) + seconds
        self.since = None if self.since is None else now
        self.called -= {mark for mark in MARKS if mark < self.seconds}

    def due(self, now: float) -> int | None:
        """Return the mark reached since the last call (the lowest of several), None if there is none; each once."""
        left = self.left(now)
        reached = [mark for mark in MARKS if left <= mark and mark not in self.called]
        self.called |= set(reached)
        return min(reached) if reached else None


def started(phase: str, minutes: float, now: float) -> Timer:
    """Return a timer that begins now; marks at or above its whole length are not called."""
    seconds = minutes * MINUTE
    return Timer(phase, seconds, now, {mark for mark in MARKS if mark >= seconds and mark})


def shown(seconds: float) -> str:
    """Return a length as ``4:05``; what is left of a second counts as one."""
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def phase_of(word: str) -> str | None:
    """Return the phase that a word of either language names; the beginning of one will do."""
    wanted = word.casefold().replace(" ", "_")
    for lang in LANGUAGES:
        for phase, names in Words(lang).find("table", "phase_words").items():
            if wanted and any(name.startswith(wanted) for name in [phase, *names.split()]):
                return str(phase)
    return None


def minutes_of(text: str) -> float | None:
    """Return the minutes that ``5``, ``2,5`` or ``1:30`` mean, None for anything else."""
    whole, colon, seconds = text.strip().replace(",", ".").partition(":")
    try:
        found = float(whole) + (float(seconds) / MINUTE if colon else 0.0)
    except ValueError:
        return None
    return found if 0 <= found <= LONGEST and "-" not in text else None


def with_minutes(stored: dict[str, float], texts: list[str]) -> dict[str, float]:
    """Return the minutes changed by ``phase=minutes``; 0 takes one out. Raises ``RefusedError`` with all faults."""
    changed, faults = dict(stored), []
    for text in texts:
        word, _, amount = text.partition("=")
        phase, minutes = phase_of(word.strip()), minutes_of(amount)
        if phase is None or minutes is None:
            params = {"option": "timer", "value": text, "right": "discussion=5 vote=3 last_word=1 night=7"}
            faults.append(Fault("", Problem("bad_option", "", params)))
            continue
        changed[phase] = int(minutes) if minutes == int(minutes) else minutes
    if faults:
        raise RefusedError(faults)
    return {phase: changed[phase] for phase in changed if changed[phase]}
