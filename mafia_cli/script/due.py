"""What is due: the one answer, for desk and flags alike, to which phase may be acted in now (1.2)."""

from typing import NamedTuple

from mafia_cli.script.model import Played, Script
from mafia_cli.script.replay import is_finished


class Due(NamedTuple):
    """The phase that is open or comes next: ``night``, ``day`` or ``over``; its number from 1; whether it is open."""

    phase: str
    number: int
    open: bool


def due(script: Script, played: Played) -> Due:
    """Return the phase due in a game dealt and without faults.

    Night and day take turns; one that an amend dropped has been, and is not due again.
    """
    if is_finished(script):
        return Due("over", 0, False)
    current = script.open_row
    if current is not None:
        phase = current.kind
    else:
        last = next((row.kind for row in reversed(script.steps) if row.kind in ("night", "day")), "day")
        phase = "day" if last == "night" else "night"
    assert played.game is not None
    return Due(phase, (played.game.night if phase == "night" else played.game.day) + 1, current is not None)
