"""``/amend`` at the desk: an earlier night, day, role or step put right in a few words."""

from dataclasses import replace
from typing import TYPE_CHECKING

from mafia_cli import session as desk
from mafia_cli.amending import Proposal, content, proposal, with_amend, with_ballots, with_moves
from mafia_cli.host.amending import proposal_lines, refuse_ballots, step_lines
from mafia_cli.host.asking import ask
from mafia_cli.host.pasting import asked_text
from mafia_cli.host.why import closed
from mafia_cli.people import move_named, roster_of
from mafia_cli.reading.lines import As
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One, Roster
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.roles import Role
from mafia_cli.saves.script import Raw, Record
from mafia_cli.saves.text import SaveError
from mafia_cli.words.catalogue import LANGUAGES, Words

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk

_SURE = 3
"""A name found by a step of matching up to this one is certain."""
_SIDES = {"+": True, "-": False}


def amend_line(sat: "Desk", rest: str) -> None:
    """Take a correction, show what was told otherwise, ask once, write it; alone, list the steps and how to say it."""
    words, session = sat.words, sat.session
    amends: list[Raw] = []
    voters = _read(sat, amends, rest)
    if not amends:
        sat.say(*step_lines(words, session.doc, session.played), words.text("amend", "ask.usage"))
        return
    made: Proposal

    def question() -> str:
        nonlocal made
        made = proposal(session.doc, amends, sat.voice)
        refuse_ballots(made, voters)
        lines = proposal_lines(words, session.doc, made, session.path.parent, flags=False)
        return "\n".join([*lines, words.text("amend", "ask.confirm_removing" if made.impossible else "ask.confirm")])

    if not ask(sat, question, default=False):
        sat.say(words.text("amend", "ask.left"))
        return
    desk.amend(session, made.amends, made.forget)
    sat.previewed, sat.asking, sat.part, sat.shown = False, None, 0, ""
    sat.say(words.text("amend", "ask.done"))


def _read(sat: "Desk", amends: list[Raw], rest: str) -> set[tuple[int, int]]:
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
    people = roster_of(sat.session.doc, sat.session.played)
    return Roster(replace(one, out="" if one.seat in alive else one.out or record.kind) for one in people)


def _night(sat: "Desk", amends: list[Raw], record: Record, tail: str) -> None:
    """``doc vera``, ``doc pass``, ``doc drop``: moves as at the desk, or none after all."""
    from mafia_cli.reading.moves import read_moves

    words = tail.split()
    if len(words) > 1 and _is(words[-1], "forget"):
        role = move_named(" ".join(words[:-1]))
        if role is None:
            if not record.raw.get("moves"):
                raise SaveError("no_moves_then")
            right = ", ".join(sat.words.role(Role(held)) for held in record.raw["moves"])
            raise SaveError("slash_value", value=" ".join(words[:-1]), right=right)
        with_moves(sat.session.doc, amends, record.position, {role: None})
        return
    roster, nicks = _then(sat, record), record.names.nicks
    for line in read_moves(roster, tail):
        if line.as_ is As.ASKED or line.role is None:
            sat.say(asked_text(sat.words, roster, line, "night"))
            raise SaveError("amend_unclear")
        moves = {line.role: [nicks[seat] for seat in line.targets]}
        with_moves(sat.session.doc, amends, record.position, moves)


def _day(sat: "Desk", amends: list[Raw], record: Record, tail: str) -> set[tuple[int, int]]:
    """``ann boris``, ``ann pass``, ``ann drop``, ``ann +`` (acquits), ``mayor boris``, ``decision boris``."""
    doc, nicks, words = sat.session.doc, record.names.nicks, tail.split()
    last = words[-1]
    for key in ("mayor", "decision"):
        if _is(words[0], key) and len(words) > 1:
            nick = "" if _is(last, "forget") else nicks[_seat(sat, record, " ".join(words[1:]))]
            with_amend(doc, amends, record.position, {key: nick})
            return set()
    choice: str | bool | None
    if len(words) > 1 and (_is(last, "forget") or _is(last, "skip") or last in _SIDES):
        voter = _seat(sat, record, " ".join(words[:-1]).rstrip(":"))
        choice = None if _is(last, "forget") else _SIDES.get(last, "")
    else:
        voter, candidate = _pair(sat, record, [word.rstrip(":") for word in words])
        choice = nicks[candidate]
    stage = "acquit" if isinstance(choice, bool) else "votes"
    with_ballots(doc, amends, record.position, stage, {nicks[voter]: choice})
    return {(record.position, voter)} if choice is not None else set()


def _seat(sat: "Desk", record: Record, text: str) -> int:
    from mafia_cli.host.slash import seat_named

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


def _role(sat: "Desk", amends: list[Raw], words: list[str]) -> None:
    """``ann doctor``; when somebody holds that single role already, the two change places."""
    from mafia_cli.host.slash import seat_named
    from mafia_cli.rules.roles import ROLES

    role = role_of(words[-1]) if len(words) > 1 else None
    if role is None:
        raise SaveError("amend_unclear")
    cast = sat.session.game.cast
    seat = seat_named(sat, " ".join(words[:-1]))
    amends.append({"kind": "amend", "seat": seat, "role": role.value})
    holder = 0 if ROLES[role].several else cast.seat_of[role]
    if holder and holder != seat:
        amends.append({"kind": "amend", "seat": holder, "role": cast.roles[seat].value})


def _step(sat: "Desk", amends: list[Raw], words: list[str]) -> None:
    """``5 drop``; ``5 ann``: whom a step was about."""
    if len(words) < 2 or not words[0].isdecimal():
        raise SaveError("amend_unclear")
    position = int(words[0][:6])
    raw = content(sat.session.doc, amends, position)
    if len(words) == 2 and _is(words[1], "forget"):
        amends.append({"kind": "amend", "step": position, "drop": True})
        return
    if "target" not in raw:
        raise SaveError("amend_unclear")
    record = next(one for one in sat.session.played.records if one.position == position)
    before = record.names.nicks[_seat(sat, record, " ".join(words[1:]))]
    with_amend(sat.session.doc, amends, position, {"target": before})
