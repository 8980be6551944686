"""Questions at the desk: whatever is pasted or said to one that is no answer to it is read as moves and votes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mafia_cli import screen
from mafia_cli.host import entry, pasting
from mafia_cli.host.prompt import yes
from mafia_cli.people import roster_of
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One
from mafia_cli.rules.errors import Problem
from mafia_cli.words.board import fitting
from mafia_cli.words.errors import message

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk

_LABEL: Final = 24
"""Columns kept for what stands before a list of names."""


def names_room() -> int:
    """Return how many columns a list of names may take: nearly two lines."""
    return 2 * screen.columns() - _LABEL


def problem_text(sat: "Desk", problem: Problem) -> str:
    """Return what is to be asked, a long list of names cut to what two lines hold."""
    seats = problem.params.get("seats")
    if isinstance(seats, list):
        count = fitting(sat.people.names(seats), names_room())
        if count < len(seats):
            more = sat.words.text("desk", "more_asked", names=sat.people.name(seats[count - 1]), n=len(seats) - count)
            problem = Problem(problem.code, problem.rule, {**problem.params, "seats": [*seats[: count - 1], more]})
    return message(sat.words, problem, sat.people)


def ask(sat: "Desk", question: str | Callable[[], str], *, default: bool = True, later: bool = False) -> bool:
    """Ask for a yes or a no; moves and votes that come instead are read at once, and the question is asked again.

    ``question`` may be made anew each time; once it is "" there is nothing to ask any more, and the answer is no.
    ``later``: what comes is read after the answer, like the next lines at the desk.
    """
    make = question if callable(question) else lambda: question
    return yes(sat.words, make, default=default, aside=lambda text: overheard(sat, text, later=later))


def overheard(sat: "Desk", text: str, *, later: bool = False) -> bool:
    """Take moves and votes in the place of an answer; tell whether it was such."""
    if not is_speech(sat, text):
        return False
    sat.remember(text)
    if later:
        sat.waiting.append(text)
        sat.show_now(sat.words.text("desk", "ask.later"))
    else:
        hear(sat, text)
    return True


def several(text: str) -> bool:
    """Tell whether a text is a paste of several lines."""
    return "\n" in text.strip()


def is_speech(sat: "Desk", text: str) -> bool:
    """Tell whether a text is no answer but what people said: several lines, or a move or a ballot in one."""
    if several(text):
        return True
    current = sat.session.script.open_row
    if current is None or not text.strip() or text.strip().startswith("/"):
        return False
    if sat.choice and entry.chosen(sat.settings, sat.session, sat.choice, text):
        return True
    if current.kind == "night":
        return any(move.stands or move.problems for move in pasting.read_night(sat.session, text))
    stage = pasting.stage_now(sat.session)
    return any(pasting.ballot(line, stage) is not None for line in pasting.read_day(sat.session, text))


def names_somebody(sat: "Desk", text: str) -> bool:
    """Tell whether a text as a whole is somebody's name."""
    return isinstance(find(roster_of(sat.session.script, sat.session.played), text), One)


def hear(sat: "Desk", text: str) -> None:
    """Read moves and votes between two questions and show at once what came of them; raises ``RefusedError``."""
    before, sat.said = sat.said, []
    try:
        choice, sat.choice = sat.choice, None
        seat = entry.chosen(sat.settings, sat.session, choice, text) if choice else 0
        sat.speak(pasting.settled(sat.session, choice, seat) if choice and seat else text)
        board = sat.unheard(sat.board()) if sat.session.script.open_row is not None else []
        print()
        sat.show_now("\n".join([*board, *sat.said, *([sat.choice_hint()] if sat.choice else [])]))
    finally:
        sat.said = before
