"""Lines from a terminal that nothing is drawn on: its own line editing, output by whole new lines.

So it is for a screen reader (``--plain``), a dumb terminal, and where what is shown also goes into a pipe or a file.
"""

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic, sleep
from typing import Final

from mafia_cli import screen
from mafia_cli.words.catalogue import Words

_GRACE: Final = 0.05
"""Seconds in which the next line of a paste is there."""
_TICK: Final = 0.5
"""Seconds between two looks at a timer."""


def wanted() -> bool:
    """Tell whether lines are to be asked for so."""
    return screen.is_plain() or (sys.stdin.isatty() and not sys.stdout.isatty())


def line(message: str, toolbar: Callable[[], str] | str | None, check: Callable[[str], str] | None) -> str:
    """Ask for one line and return it as typed, the lines of a paste together; raises ``EOFError`` at the end.

    The toolbar stands above the prompt, a fixed one not twice in a row; one that changes is asked again while nobody
    types, so that a timer rings. ``check`` returns what is wrong with an answer, "" when it will do.
    """
    while True:
        if callable(toolbar):
            _say(toolbar())
        elif toolbar:
            _say_once(toolbar)
        text = _typed(f"{message.strip()} ", toolbar if callable(toolbar) else None)
        wrong = check(text) if check else ""
        if not wrong:
            return text
        _say(wrong)


def choose(words: Words, message: str, titles: Sequence[str], first: int) -> int | str:
    """Let the host pick one of these by its number, a bare Enter for the first offered; return its position.

    Lines pasted instead are returned as they are.
    """

    def check(text: str) -> str:
        answer = text.strip()
        numbered = answer.isdecimal() and len(answer) < 4 and 0 < int(answer) <= len(titles)
        known = not answer or "\n" in answer or numbered
        return "" if known else words.text("desk", "menu.bad_number", n=len(titles))

    _say("\n".join([message, *(f"{number}. {title}" for number, title in enumerate(titles, 1))]))
    answer = line(words.text("desk", "menu.number", n=first + 1), None, check).strip()
    if "\n" in answer:
        return answer
    return int(answer) - 1 if answer else first


def _say(text: str) -> None:
    print("\n".join(screen.wrap_lines(text.split("\n"))))


@lru_cache(maxsize=1)
def _say_once(text: str) -> None:
    """The same hint twice in a row is only noise."""
    _say(text)


def _typed(prompt: str, tick: Callable[[], object] | None) -> str:
    """A paste comes by lines, the next at once after the one before; what was typed ahead is a line an answer."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    ahead = _waits(0)
    while tick and not ahead and not _waits(_TICK):
        tick()
    lines = [_one()]
    while not ahead and _waits(_GRACE):
        lines.append(_one())
    return "\n".join(lines)


def _one() -> str:
    text = sys.stdin.readline()
    if not text:
        raise EOFError
    return text.rstrip("\r\n")


def _waits(seconds: float) -> bool:
    """Tell whether there is something to read within so many seconds; in a pipe there always is."""
    if not sys.stdin.isatty():
        return True
    if sys.platform == "win32":
        import msvcrt

        end = monotonic() + seconds
        while not msvcrt.kbhit():
            if monotonic() >= end:
                return False
            sleep(0.02)
        return True
    import select

    return bool(select.select([sys.stdin], [], [], seconds)[0])
