"""What pasted lines were read as: for people line by line, for scripts as one JSON object."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mafia_cli.host import pasting
from mafia_cli.people import roster_of
from mafia_cli.reading.lines import As, Line
from mafia_cli.session import Session
from mafia_cli.settings import Settings
from mafia_cli.words.clean import json_text as escaped
from mafia_cli.words.clean import short
from mafia_cli.words.names import People

_MOST_IGNORED: Final = 3
_NONE: Final[Mapping[int, str]] = {}


def json_text(answer: Any) -> str:
    """Return one line of JSON, letters as they are, controls and invisible characters as escapes."""
    return escaped(json.dumps(answer, ensure_ascii=False))


def lines_json(session: Session, lines: Sequence[Line], whys: Sequence[str], rules: Sequence[str] = ()) -> str:
    """Return pasted lines as JSON; ``whys`` and ``rules`` have for each what refuses it: a code, a rule, or ""."""
    refusals = zip(lines, whys, rules or [""] * len(lines), strict=True)
    return json_text({"lines": [_entry(session, line, why, rule) for line, why, rule in refusals]})


def _entry(session: Session, line: Line, why: str, rule: str) -> dict[str, Any]:
    said: dict[str, Any] = {"line": line.number, "text": line.text}
    if line.sent:
        said["sent"] = line.sent
    if why:
        return {**said, "as": As.ASKED.value, "why": why, "candidates": []}
    said["as"] = "refused" if rule else line.as_.value
    if rule:
        said["rule"] = rule
    if line.role is not None:
        said["role"] = line.role.value
    if line.as_ is As.MOVE:
        said["targets"] = [session.nick(seat) for seat in line.targets]
    if line.voter:
        said["voter"] = session.nick(line.voter)
    if line.as_ is As.VOTE:
        side = "+" if line.acquit else "-"
        said["candidate"] = session.nick(line.candidate) if line.acquit is None else side
    if line.why is not None or line.as_ is As.ASKED:
        said["why"] = line.why.value if line.why else ""
    if line.as_ is As.ASKED:
        said["candidates"] = [session.nick(seat) for seat in line.candidates]
    return said


def understood(settings: Settings, line: Line, said: str) -> str:
    """Return an understood line: its number, the reading, the line as it came."""
    return settings.words.text("cli", "paste.read", n=line.number, said=said, line=short(line.text.strip(), 40))


def left_notes(
    settings: Settings, session: Session, lines: Iterable[Line], stage: str, refused: Mapping[int, str] = _NONE
) -> list[str]:
    """Return the lines not understood, each with why and who may be meant, then those passed over.

    ``refused``: by the number of the line, what there is to say of one that is understood.
    """
    roster = roster_of(session.script, session.played)
    notes, ignored = [], []
    for line in lines:
        if line.number in refused:
            notes.append(at_line(settings, line, refused[line.number]))
        elif line.as_ is As.ASKED:
            notes.append(at_line(settings, line, pasting.asked_text(settings.words, roster, line, stage)))
        elif pasting.is_idle(line, stage):
            ignored.append(short(line.text.strip()))
    if ignored:
        shown = " · ".join(ignored[:_MOST_IGNORED])
        notes.append(settings.words.plural(len(ignored), "cli", "paste.ignored", lines=shown))
    return notes


def at_line(settings: Settings, line: Line, text: str) -> str:
    """Return a text about a line with the line's number in front."""
    return f"{settings.words.text('cli', 'vote.line', n=line.number)}: {text}"


def ballot_text(settings: Settings, people: People, stage: str, line: Line) -> str:
    """Return a ballot in words: who, for whom."""
    voter = people.name(line.voter)
    ballot = pasting.ballot(line, stage)
    if ballot is None or line.as_ is As.PASS:
        return settings.words.text("cli", "paste.pass", voter=voter)
    named = pasting.choice_text(settings.words, people, stage, ballot[1])
    return settings.words.text("cli", "paste.vote", voter=voter, candidate=named)
