"""``mafia vote``: the ballots of the vote now due, its questions, its closing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from mafia_cli import session as desk
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, read_lines, seat_of, settled
from mafia_cli.cli.phases import begin_questions, closed, in_order, phase_due
from mafia_cli.reading.lines import As, Line
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY
from mafia_cli.rules.vote import all_missing, choices
from mafia_cli.script.edit import entries_of
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Row
from mafia_cli.session import Session, opened, rehearsed
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import facts_of, people_of

_UNANSWERED: Final = {"mayor": ("mayor_unanswered", "2.8"), "decision": ("tie_undecided", "1.8")}
"""By what a tie waits for: the question when the vote is closed without it, and its rule."""


def vote(
    ctx: typer.Context,
    votes: Annotated[str | None, typer.Option("--votes", metavar="FILE")] = None,
    said: Annotated[list[str] | None, typer.Option("--vote", metavar="NICK=NICK")] = None,
    forget: Annotated[list[str] | None, typer.Option("--forget", metavar="NICK")] = None,
    dry: Annotated[bool, typer.Option("--dry")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    mayor: Annotated[str | None, typer.Option("--mayor", metavar="NICK")] = None,
    decision: Annotated[str | None, typer.Option("--decision", metavar="NICK")] = None,
    close: Annotated[bool, typer.Option("--close")] = False,
    number: Annotated[int | None, typer.Option("--day", metavar="N")] = None,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Fill the vote now due (opening the day), close it with ``--close``; ``--dry`` stores nothing.

    Without any of these it only shows how the vote stands. Of pasted lines the understood ones are entered; with one
    that is asked about nothing is closed and the status is 1. Ballots taken out (``--forget``) are so before any other
    is entered.
    """
    settings = settings_of(ctx)
    if as_json and votes is None:
        raise bad_option("--json", "", "--votes FILE")
    if wrong := [one for one in said or () if "=" not in one or "\n" in one]:
        raise bad_option("--vote", wrong[0], settings.words.text("cli", "vote.one"))
    text = "\n".join([*([read_lines(votes)] if votes is not None else ()), *(said or ())])
    entered = votes is not None or bool(said)

    def act(session: Session) -> Report:
        with session.at_once():
            for voter in forget or ():
                _forget(session, voter)
            notes = [_begin(settings, session, yes=yes or dry)]
            pasted = _enter(settings, session, text) if entered else _Pasted()
            for key, nick in (("mayor", mayor), ("decision", decision)):
                if nick is not None:
                    desk.settle(session, key, seat_of(session, nick, key) if nick.strip() else NOBODY)
        lines = [] if as_json else [*pasted.said, *pasted.refused]
        if close and not pasted.asked:
            note, closing = _close(settings, session, yes=yes, anyway=anyway)
            notes.append(note)
            lines += closing
        else:
            lines += _state(settings, session)
        if as_json:  # standard output is the object and nothing else
            told = [*notes, *pasted.refused, *(lines if close and not pasted.asked else [])]
            status = int(pasted.asked or bool(pasted.refused))
            return Report(pasted.json, "\n".join(filter(None, told)), status, as_data=True)
        return Report("\n".join(lines), "\n".join(filter(None, [*notes, *pasted.notes])), int(pasted.asked))

    acts = entered or bool(forget) or mayor is not None or decision is not None or close
    with (opened if acts and not dry else rehearsed)(settings.path(unfinished=True)) as session:
        if acts:
            return in_order(session, "day", number, act, anyway=anyway)
        return _shown(settings, session, number)


@dataclass(frozen=True, slots=True)
class _Pasted:
    """What came of pasted ballots: the lines understood, those refused, notes about the others, all as JSON."""

    said: Sequence[str] = ()
    refused: Sequence[str] = ()
    notes: Sequence[str] = ()
    json: str = ""
    asked: bool = False


def _begin(settings: Settings, session: Session, *, yes: bool) -> str:
    note = ""
    if session.script.open_row is None:
        note = settled(settings, session, begin_questions(session, "day"), yes=yes)
    desk.start(session, "day")
    return note


def _forget(session: Session, nick: str) -> None:
    """Take a voter's ballots out of the open vote; raises ``RefusedError`` where there is none."""
    current = session.script.open_row
    if current is None or current.kind != "day":
        raise SaveError("no_vote_open")
    seat = seat_of(session, nick)
    if seat not in desk.open_vote(session.played).done:
        raise SaveError("no_ballot")
    desk.take_back_ballot(session, seat)


def _current(session: Session) -> Row:
    current = session.script.open_row
    assert current is not None
    return current


def _enter(settings: Settings, session: Session, text: str) -> _Pasted:
    """Enter the ballots of a text, a line each."""
    from mafia_cli.cli import paste as lines
    from mafia_cli.host import pasting
    from mafia_cli.host.entry import refused_texts

    stage = pasting.stage_now(session)
    read = pasting.read_day(session, text)
    ballots = [(line, ballot) for line in read if (ballot := pasting.ballot(line, stage))]
    refused = desk.enter_ballots(session, [ballot for _, ballot in ballots])
    rules = _rules(ballots, refused)
    stands = [line for line, _ in ballots if id(line) not in rules]
    people = people_of(session.script, session.played)
    return _Pasted(
        [lines.understood(settings, line, lines.ballot_text(settings, people, stage, line)) for line in stands],
        refused_texts(settings, session, stage, refused),
        lines.left_notes(settings, session, read, stage),
        lines.lines_json(session, read, [""] * len(read), [rules.get(id(line), "") for line in read]),
        any(line.as_ is As.ASKED for line in read),
    )


def _rules(
    ballots: Sequence[tuple[Line, tuple[int, int]]], refused: Sequence[tuple[tuple[int, int], str]]
) -> dict[int, str]:
    """Return the rules that refuse ballots, by the identity of the line; of one sent twice the second is meant."""
    left = list(refused)
    rules = {}
    for line, ballot in reversed(ballots):
        if left and left[-1][0] == ballot:
            rules[id(line)] = left.pop()[1]
    return rules


def _shown(settings: Settings, session: Session, number: int | None) -> Report:
    """The vote due as it stands, else the day of that number or the last one as it was judged."""
    now = phase_due(session)
    if now.phase == "day" and number in (None, now.number):
        _begin(settings, session, yes=True)
        return Report("\n".join(_state(settings, session)))
    position = closed(session, "day", number)
    if not position:
        raise SaveError(f"{now.phase}_due", n=now.number)
    return Report("\n".join(_outcome(settings, session, position)))


def _outcome(settings: Settings, session: Session, position: int) -> list[str]:
    from mafia_cli.words.explain import explain

    record = next(one for one in session.played.records if one.position == position)
    people = people_of(session.script, session.played)
    lines = [settings.words.text("cli", "step.day", n=record.game.day)]
    lines += explain(settings.words, people, record.game.cast, facts_of(record), record.before)
    return [*lines, "", settings.words.text("cli", "vote.next")]


def _close(settings: Settings, session: Session, *, yes: bool, anyway: bool) -> tuple[str, list[str]]:
    """Close the vote now due and tell what came of it; a second vote without a ballot is closed by ``--anyway`` alone.

    Whoever closes the first vote twice would acquit by it.
    """
    words = settings.words
    entries = entries_of(_current(session))
    if entries and entries[-1][0] == "stage" and not anyway:
        raise SaveError(f"{entries[-1][1]}_empty")
    note = settled(settings, session, desk.close_questions(session), yes=yes)
    day = desk.open_vote(session.played).day
    while day.due in _UNANSWERED:
        code, rule = _UNANSWERED[day.due]
        unanswered = Problem(code, rule, {"seats": list(choices(day, day.due))})
        note = "\n".join(filter(None, [note, settled(settings, session, [unanswered], yes=yes)]))
        desk.settle(session, day.due, NOBODY)
        day = desk.open_vote(session.played).day
    if tied := desk.open_vote(session.played).again:
        again = settled(settings, session, [Problem("mayor_again", "2.8", {"seats": list(tied)})], yes=yes)
        note = "\n".join(filter(None, [note, again]))
        desk.settle(session, "mayor", NOBODY)
    absent = [seat for seat in all_missing(day) if day.number > 1]
    due = desk.close_vote(session)
    if due is None:
        if absent:
            nicks = ", ".join(people_of(session.script, session.played).names(absent))
            note = f"{note}\n{words.text('table', 'order.hint_missing', nicks=nicks)}"
        return note, _outcome(settings, session, session.played.records[-1].position)
    return note, _state(settings, session)


def _state(settings: Settings, session: Session) -> list[str]:
    """The open vote: its count, who is missing, what it is about."""
    from mafia_cli.words.board import recount_lines, vote_lines

    vote = desk.open_vote(session.played)
    people = people_of(session.script, session.played)
    lines = vote_lines(settings.words, people, session.game, vote)
    return lines + recount_lines(settings.words, people, vote)
