"""The timer at the desk: in the prompt's bottom toolbar, with a bell; it never touches the line being typed."""

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from mafia_cli import screen
from mafia_cli.host import clock, plain
from mafia_cli.script.errors import SaveError
from mafia_cli.texts import game_words

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk


def begins(sat: "Desk", phase: str) -> None:
    """Start the timer of a phase, where the game has minutes for it; the timer of the phase before is over."""
    minutes = (sat.session.script.header.minutes or {}).get(phase)
    sat.timer = clock.started(phase, minutes, monotonic()) if minutes else None


def over(sat: "Desk", phase: str) -> None:
    """Take the timer of a phase away."""
    if sat.timer is not None and sat.timer.phase == phase:
        sat.timer = None


def told(sat: "Desk", about: str) -> None:
    """Start what begins when a chat text has left the desk: the discussion, the last word."""
    kind, _, rest = about.partition(" ")
    if kind == "night":
        begins(sat, "discussion")
    elif kind == "day" and rest.endswith("verdict"):
        begins(sat, "last_word")


def toolbar(sat: "Desk") -> Callable[[], str] | None:
    """Return what draws the toolbar, None while no timer is there."""
    return None if sat.timer is None else lambda: bar(sat, monotonic())


def bar(sat: "Desk", now: float) -> str:
    """Return the toolbar's line; rings the bell once at every mark."""
    if sat.timer is None:
        return ""
    if sat.timer.due(now) is not None and sys.stdout.isatty():
        sys.stdout.write("\a")
        sys.stdout.flush()
    left = sat.timer.left(now)
    phase = sat.words.text("table", f"phase.{sat.timer.phase}")
    key = "paused" if sat.timer.paused else "over" if left <= 0 else "soon" if left <= clock.MARKS[0] else "runs"
    return screen.spoken(sat.words, "table", f"timer.{key}", phase=phase, left=clock.shown(left))


def chat_text(sat: "Desk", now: float | None = None) -> str:
    """Return the text that tells the chat how much time is left; raises ``SaveError`` (``no_timer``)."""
    if sat.timer is None:
        raise SaveError("no_timer")
    words = game_words(sat.session.script, sat.words)
    left = sat.timer.left(monotonic() if now is None else now)
    phase = words.text("table", f"phase.{sat.timer.phase}")
    if left <= 0:
        return words.text("table", "chat.time_over", phase=phase)
    whole = int(-(-left // 1))
    unit, n = ("seconds", whole) if whole < 2 * clock.MINUTE else ("minutes", round(whole / clock.MINUTE))
    return words.text("table", "chat.time_left", phase=phase, left=words.plural(n, "table", f"chat.{unit}"))


def command(sat: "Desk", rest: str) -> None:
    """``/timer``: show, start (a phase, minutes), pause, a minute more, stop."""
    now, said = monotonic(), rest.strip().casefold()
    words = {name: set(text.split()) for name, text in sat.words.find("table", "timer_words").items()}
    if said in words["stop"]:
        sat.timer = None
    elif said in words["pause"] or said in words["more"]:
        if sat.timer is None:
            raise SaveError("no_timer")
        if said in words["pause"]:
            sat.timer.pause(now)
        else:
            sat.timer.more(now)
    elif said or sat.timer is None:
        _start(sat, said, now)
    if sat.timer is None:
        sat.say(sat.words.text("table", "timer.none"))
    elif not plain.wanted():  # there it stands above the prompt, and not twice
        sat.say(bar(sat, now))


def _start(sat: "Desk", said: str, now: float) -> None:
    """Start a timer: of the phase named, else of the present one, with the minutes named, else those of the game."""
    *first, last = said.split() or [""]
    minutes = clock.minutes_of(last)
    named = " ".join(first) if minutes is not None else said
    phase = clock.phase_of(named) if named else present(sat)
    stored = sat.session.script.header.minutes or {}
    if phase is None:
        raise SaveError("slash_value", value=said, right=sat.words.text("table", "timer.right"))
    length = minutes if minutes is not None else stored.get(phase)
    if not length:
        raise SaveError("no_minutes", phase=sat.words.text("table", f"phase.{phase}"))
    sat.timer = clock.started(phase, length, now)


def present(sat: "Desk") -> str:
    """Return the phase the game is in: night, the open vote, the last word before a night, the discussion."""
    current = sat.session.played.open_step
    if current is not None:
        return "night" if current.kind == "night" else "vote"
    return "discussion" if sat.session.game.phase == "night" else "last_word"
