"""``/amend`` at the desk: an earlier night, day, role or step put right in a few words."""

from dataclasses import replace
from typing import TYPE_CHECKING

from mafia_cli import session as desk
from mafia_cli.host.amending import proposal_lines, refuse_ballots, step_lines
from mafia_cli.host.asking import ask
from mafia_cli.host.pasting import asked_text
from mafia_cli.host.why import closed
from mafia_cli.people import move_named, roster_of
from mafia_cli.reading.lines import As
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One, Roster
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.model import NOBODY, NightStep
from mafia_cli.script.amend import (
    Proposal,
    content,
    drop_of,
    proposal,
    role_of_seat,
    with_amend,
    with_ballots,
    with_moves,
)
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Record, Row
from mafia_cli.words.catalogue import LANGUAGES, Words

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk

_SURE = 3
"""A name found by a step of matching up to this one is certain."""
_SIDES = {"+": True, "-": False}


def amend_line(sat: "Desk", rest: str) -> None:
    """Take a correction, show what was told otherwise, ask once, write it; alone, list the steps and how to say it."""
    words, session = sat.words, sat.session
    amends: list[Row] = []
    voters = _read(sat, amends, rest)
    if not amends:
        sat.say(*step_lines(words, session.script, session.played), words.text("amend", "ask.usage"))
        return
    made: Proposal

    def question() -> str:
        nonlocal made
        made = proposal(session.script, amends)
        refuse_ballots(made, voters)
        lines = proposal_lines(words, session.script, made, session.path.parent, flags=False)
        return "\n".join([*lines, words.text("amend", "ask.confirm_removing" if made.impossible else "ask.confirm")])

    if not ask(sat, question, default=False):
        sat.say(words.text("amend", "ask.left"))
        return
    desk.amend(session, made.amends, made.forget)
    sat.previewed, sat.asking, sat.part, sat.shown = False, None, 0, ""
    sat.say(words.text("amend", "ask.done"))


def _read(sat: "Desk", amends: list[Row], rest: str) -> set[tuple[int, int]]:
    """Read a correction into amends; return whose ballot of which step it changes. Raises ``RefusedError``."""
    word, number, said = [*rest.split(maxsplit=2), "", "", ""][:3]
    if said and number.isdecimal():
        if _is(word, "night"):
            _night(sat, amends, closed(sat.session.played, "night", int(number[:6])), said)
            return set()
        if _is(word, "day"):
            return _day(sat, amends, closed(sat.session.played, "day", int(number[:6])), said)
    word, _, tail = rest.partition(" ")
    if _is(word, "role") and tail.strip():
        _role(sat, amends, tail.split())
    elif rest and (_is(word, "step") or word.isdecimal()):
        _step(sat, amends, tail.split() if _is(word, "step") else rest.split())
    elif rest:
        raise SaveError("amend_unclear")
    return set()


def _is(word: str, key: str) -> bool:
    known = {one for lang in LANGUAGES for one in Words(lang).text("amend", f"words.{key}").split()}
    return word.casefold() in known


def _then(sat: "Desk", record: Record) -> Roster:
    """Return the roster with those out who were out before that step; later nicks are known too."""
    alive = record.before.alive
    people = roster_of(sat.session.script, sat.session.played)
    return Roster(replace(one, out="" if one.seat in alive else one.out or record.kind) for one in people)


def _night(sat: "Desk", amends: list[Row], record: Record, tail: str) -> None:
    """``doc vera``, ``doc pass``, ``doc drop``: moves as at the desk, or none after all."""
    from mafia_cli.reading.moves import read_moves

    words = tail.split()
    if len(words) > 1 and _is(words[-1], "forget"):
        role = move_named(" ".join(words[:-1]))
        if role is None:
            moved = record.step.moves if isinstance(record.step, NightStep) else {}
            if not moved:
                raise SaveError("no_moves_then")
            right = ", ".join(map(sat.words.role, moved))
            raise SaveError("slash_value", value=" ".join(words[:-1]), right=right)
        with_moves(sat.session.script, amends, record.position, {role: None})
        return
    roster = _then(sat, record)
    for line in read_moves(roster, tail):
        if line.as_ is As.ASKED or line.role is None:
            sat.say(asked_text(sat.words, roster, line, "night"))
            raise SaveError("amend_unclear")
        moves = {line.role: line.targets}
        with_moves(sat.session.script, amends, record.position, moves)


def _day(sat: "Desk", amends: list[Row], record: Record, tail: str) -> set[tuple[int, int]]:
    """``ann boris``, ``ann pass``, ``ann drop``, ``ann +`` (acquits), ``mayor boris``, ``decision boris``."""
    script, words = sat.session.script, tail.split()
    last = words[-1]
    for key in ("mayor", "decision"):
        if _is(words[0], key) and len(words) > 1:
            seat = NOBODY if _is(last, "forget") else _seat(sat, record, " ".join(words[1:]))
            with_amend(script, amends, record.position, {key: seat})
            return set()
    choice: int | None
    if len(words) > 1 and (_is(last, "forget") or _is(last, "skip") or last in _SIDES):
        voter = _seat(sat, record, " ".join(words[:-1]).rstrip(":"))
        choice = None if _is(last, "forget") else _SIDES.get(last, NOBODY)
    else:
        voter, choice = _pair(sat, record, [word.rstrip(":") for word in words])
    stage = "acquit" if isinstance(choice, bool) else "votes"
    with_ballots(script, amends, record.position, stage, {voter: choice})
    return {(record.position, voter)} if choice is not None else set()


def _seat(sat: "Desk", record: Record, text: str) -> int:
    from mafia_cli.host.acting import seat_named

    found = find(_then(sat, record), text)
    return found.person.seat if isinstance(found, One) else seat_named(sat, text)


def _pair(sat: "Desk", record: Record, words: list[str]) -> tuple[int, int]:
    """Part a voter from a candidate where both are certain; raises ``RefusedError`` with what is not."""
    roster = _then(sat, record)
    for cut in range(1, len(words)):
        sides = [find(roster, " ".join(part)) for part in (words[:cut], words[cut:])]
        seats = [one.person.seat for one in sides if isinstance(one, One) and (one.step <= _SURE or len(words) == 2)]
        if len(seats) == 2:
            return seats[0], seats[1]
    if len(words) < 2:
        raise SaveError("amend_unclear")
    return _seat(sat, record, words[0]), _seat(sat, record, " ".join(words[1:]))


def _role(sat: "Desk", amends: list[Row], words: list[str]) -> None:
    """``ann doctor``; when somebody holds that single role already, the two change places."""
    from mafia_cli.host.acting import seat_named
    from mafia_cli.rules.roles import ROLES

    role = role_of(words[-1]) if len(words) > 1 else None
    if role is None:
        raise SaveError("amend_unclear")
    cast = sat.session.game.cast
    seat = seat_named(sat, " ".join(words[:-1]))
    amends.append(role_of_seat(seat, role))
    holder = 0 if ROLES[role].several else cast.seat_of[role]
    if holder and holder != seat:
        amends.append(role_of_seat(holder, cast.roles[seat]))


def _step(sat: "Desk", amends: list[Row], words: list[str]) -> None:
    """``5 drop``; ``5 ann``: whom a step was about."""
    if len(words) < 2 or not words[0].isdecimal():
        raise SaveError("amend_unclear")
    position = int(words[0][:6])
    row = content(sat.session.script, amends, position)
    if len(words) == 2 and _is(words[1], "forget"):
        amends.append(drop_of(position))
        return
    if row.target == NOBODY:
        raise SaveError("amend_unclear")
    record = next(one for one in sat.session.played.records if one.position == position)
    seat = _seat(sat, record, " ".join(words[1:]))
    with_amend(sat.session.script, amends, position, {"target": seat})
