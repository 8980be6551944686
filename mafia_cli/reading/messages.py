"""A paste taken apart into messages before any of it is read: who wrote what and when, and what is no message.

What two ways of writing headers explain equally well and differently is marked as doubtful.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from mafia_cli.reading.formats import Look, Shape, Time, look, shown, time_of, without_mark, without_time
from mafia_cli.reading.headers import Cut, Known, Line, best, blocks, lines_of, nobody_known
from mafia_cli.reading.lines import Part
from mafia_cli.reading.normal import clean, fold


class Doubt(StrEnum):
    """Why it is not certain that a text is its sender's own."""

    NONE = ""
    FORMAT = "format"  # the paste can be taken apart in two ways
    QUOTED = "quoted"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class Row:
    """A line that is not blank: its number (from 1) and text as sent; ``body`` is what is said in it, clean."""

    number: int
    text: str
    part: Part
    body: str = ""
    doubt: Doubt = Doubt.NONE
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """Consecutive lines of one sender: ``sender`` as the header gives it, "" for nobody.

    ``known``: the name is letter for letter one that the game knows; ``sent``: its own time ("" = none is shown),
    ``order`` puts messages with times in the order of their times.
    """

    rows: tuple[Row, ...]
    sender: str = ""
    known: bool = False
    sent: str = ""
    order: tuple[int, int] = (0, 0)
    edited: bool = False
    inline: bool = False
    action: bool = False  # told of the sender in the third person

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells this message from others: sender, time, text."""
        said = "\n".join(row.body for row in self.rows if row.part is Part.TEXT)
        return fold(self.sender), self.sent, fold(said)


def read_messages(text: str, known: Known = nobody_known) -> list[Message]:
    """Take a paste apart; every line that is not blank is in exactly one message."""
    lines = list(lines_of(text, known))
    if not lines:
        return []
    cuts, doubtful = best(lines, known)
    return list(_messages(lines, cuts, doubtful, known))


# --- messages ---------------------------------------------------------------------------------------------


def _messages(lines: Sequence[Line], cuts: Sequence[Cut], doubtful: bool, known: Known) -> Iterator[Message]:
    clock = _Clock()
    headed = any(not cut.alone for cut in cuts)
    at = 0
    for cut, end in blocks(cuts, lines):
        if at < cut.start:
            yield from _without_sender(lines[at : cut.start], headed, clock, known)
        yield _message(lines, cut, end, clock, doubtful, known)
        at = end
    if at < len(lines):
        yield from _without_sender(lines[at:], headed, clock, known)


def _without_sender(lines: Sequence[Line], headed: bool, clock: "_Clock", known: Known) -> Iterator[Message]:
    """Each line above the first header is a message of its own, of nobody."""
    lines = [replace(line, tidy=without_time(line.tidy)) if line.look.shape is Shape.TEXT else line for line in lines]
    rows, edited, when = _rows(lines, headed, Doubt.NONE, known)
    yield from (
        Message(
            (row,),
            sent=shown(when) if len(rows) == 1 else "",
            order=clock.again(),
            edited=edited and len(rows) == 1,
        )
        for row in rows
    )


def _message(lines: Sequence[Line], cut: Cut, end: int, clock: "_Clock", doubtful: bool, known: Known) -> Message:
    head = [Row(line.number, line.text, Part.HEADER) for line in lines[cut.start : cut.end]]
    doubt = Doubt.FORMAT if doubtful else Doubt.QUOTED if cut.wrote else Doubt.NONE
    below = lines[cut.end : end]
    edited = False
    if cut.text is not None:
        last = lines[cut.end - 1]
        said = replace(last, tidy=cut.text, look=look(cut.text) if cut.text else Look(Shape.DRESSING), name=False)
        if said.look.shape in {Shape.HEAD, Shape.LATE, Shape.TIME, Shape.WROTE, Shape.COUNT, Shape.DRESSING}:
            said = replace(said, look=Look(Shape.TEXT if cut.text else Shape.DRESSING, cut.text))
        head, below = head[:-1], [said, *below]
    if cut.text == "":
        head, below = [Row(line.number, line.text, Part.HEADER) for line in lines[cut.start : cut.end]], below[1:]
    rows, edited, behind = _rows(below, True, doubt, known)
    when = cut.when or behind
    return Message(
        (*head, *rows),
        cut.sender,
        cut.known,
        shown(when) if when else "",
        clock.order(time_of(when)) if when else clock.again(),
        edited,
        cut.text is not None,
        cut.action,
    )


class _Clock:
    """Puts times of one paste in order: without a date, a great step back is midnight."""

    def __init__(self) -> None:
        self.day = 0
        self.last = (0, 0)

    def order(self, time: Time) -> tuple[int, int]:
        """Return where a time stands."""
        seconds = time.seconds or 0
        if time.day is None and self.last[1] - seconds > 12 * 3600:
            self.day += 1
        day = self.day if time.day is None else time.day
        self.last = (day, seconds)
        return self.last

    def again(self) -> tuple[int, int]:
        """Return where a message without a time stands: with the one before it."""
        return self.last


_STRUCK: Final = re.compile(
    r"~~.{1,400}?~~|<(s|del|strike)>.{0,400}?</\1>|\[(s|strike)\].{0,400}?\[/\2\]", re.IGNORECASE
)
_BLOCK: Final = re.compile(r"\[quote\b[^\]]{0,80}\].*?\[/quote\]|<blockquote>.*?</blockquote>", re.IGNORECASE)
_SPAN: Final = re.compile(r'"([^"]{1,200})"')
_OPENED: Final = re.compile(r"\[quote\b[^\]]{0,80}\]", re.IGNORECASE)


def _rows(lines: Sequence[Line], headed: bool, doubt: Doubt, known: Known) -> tuple[list[Row], bool, str]:
    """Return the rows of one message, whether it is marked as edited, and the time behind it."""
    rows: list[Row] = []
    edited, when = False, ""
    quoting = _Quoting(lines, headed)
    for at, line in enumerate(lines):
        part, text = quoting.part(at), line.tidy
        seen = line.look
        if seen.shape is Shape.LATE and part is Part.TEXT:
            text, when = seen.text, when or seen.when
        elif seen.shape is Shape.HEAD and part is Part.TEXT and not seen.sure and not line.name:
            text, when = f"{seen.sender} {seen.text}".strip(), when or seen.when
        elif seen.shape is Shape.TIME:
            when = when or seen.when
        edited |= seen.shape is Shape.EDITED
        if part is not Part.TEXT:
            rows.append(Row(line.number, line.text, part))
            continue
        text, marked = without_mark(text)
        edited |= marked
        rows.append(_said(line, text, doubt if doubt else quoting.doubt(at), known))
    return rows, edited, when


def _said(line: Line, text: str, doubt: Doubt, known: Known) -> Row:
    """Return the row of something said, quotes and what is struck out taken from it."""
    quoted: list[str] = []

    def taken(match: re.Match[str]) -> str:
        quoted.append(match[0])
        return " "

    plain = _BLOCK.sub(taken, _STRUCK.sub(taken, text)) if any(mark in text for mark in "~<[") else text
    if quoted:
        if not clean(plain):
            return Row(line.number, line.text, Part.QUOTE, quoted=tuple(quoted))
        doubt = doubt or Doubt.STRUCK
    if plain.startswith("> "):
        return Row(line.number, line.text, Part.QUOTE, quoted=(plain,))
    spans = [span for span in _SPAN.findall(plain) if _is_speech(span, plain) and not known(span.strip())]
    if spans:
        quoted += spans
        doubt = doubt or Doubt.QUOTED
    body = clean(plain)
    if not body:
        return Row(line.number, line.text, Part.REACTION)
    return Row(line.number, line.text, Part.TEXT, body, doubt, tuple(quoted))


def _is_speech(span: str, text: str) -> bool:
    """Whether quotes hold something said: several words, or all of the text."""
    return len(span.split()) > 1 or text.strip(" .!") == f'"{span}"'


_ALWAYS: Final = {
    Shape.QUOTE: Part.QUOTE,
    Shape.EXPAND: Part.QUOTE,
    Shape.REPLY: Part.QUOTE,
    Shape.SYSTEM: Part.SYSTEM,
    Shape.MEDIA: Part.MEDIA,
    Shape.EDITED: Part.SYSTEM,
    Shape.RULE: Part.QUOTE,
    Shape.TIME: Part.SYSTEM,
}


class _Quoting:
    """Finds what in one message is somebody else's: quotes, previews of answers, reactions, a signature."""

    def __init__(self, lines: Sequence[Line], headed: bool) -> None:
        self.lines = lines
        self.headed = headed
        self.parts: list[Part] = []
        self.doubts: set[int] = set()
        signed = quoted = False
        for at, line in enumerate(lines):
            signed = signed or line.look.shape is Shape.RULE
            part = Part.QUOTE if signed else _ALWAYS.get(line.look.shape) or self._other(at)
            if line.look.shape is Shape.WROTE and headed:
                part, quoted = Part.QUOTE, True
            elif quoted and line.gap and not self._closed(at):
                quoted = False
            self.parts.append(part)
            if quoted and part is Part.TEXT:
                self.doubts.add(at)
            if line.look.shape is Shape.EXPAND:
                quoted = False
        self._close()
        if headed:
            self._answered()

    def part(self, at: int) -> Part:
        """Return what a line is."""
        return self.parts[at]

    def doubt(self, at: int) -> Doubt:
        """Return whether a text may be a quote."""
        return Doubt.QUOTED if at in self.doubts else Doubt.NONE

    def _other(self, at: int) -> Part:
        line = self.lines[at]
        shape = line.look.shape
        above = self.lines[at - 1].look.shape if at else None
        below = self.lines[at + 1].look.shape if at + 1 < len(self.lines) else None
        if shape is Shape.COUNT and above is Shape.EMOJI:
            return Part.REACTION
        if shape is Shape.EMOJI and (below is Shape.COUNT or above is not None or line.tidy[-1:].isdigit()):
            return Part.REACTION
        if shape is Shape.DRESSING:
            return Part.SYSTEM if self.headed and line.tidy not in "+-" else Part.TEXT
        if shape is Shape.TEXT and _OPENED.match(line.tidy) and "[/" not in line.tidy:
            return Part.QUOTE
        return Part.TEXT

    def _closed(self, at: int) -> bool:
        return any(line.look.shape is Shape.EXPAND for line in self.lines[at:])

    def _close(self) -> None:
        """Take for a quote what stands between "X said:" and the line that closes it."""
        opened = -1
        for at, line in enumerate(self.lines):
            if line.look.shape is Shape.WROTE:
                opened = at
            elif line.look.shape is Shape.EXPAND and opened >= 0:
                for place in range(opened, at):
                    self.parts[place] = Part.QUOTE
                    self.doubts.discard(place)
                opened = -1

    def _answered(self) -> None:
        """Take for previews a name and a text at the top with more below, and what is under an @name at the end."""
        texts = [at for at, part in enumerate(self.parts) if part is Part.TEXT]
        if len(texts) >= 2 and self.lines[texts[0]].name and self.lines[texts[0]].look.shape is Shape.TEXT:
            late = any(line.look.shape in {Shape.LATE, Shape.TIME} or _weak(line) for line in self.lines)
            if late and texts[0] == 0:
                for at in texts[:2] if len(texts) > 2 else texts[:1]:
                    self.parts[at] = Part.QUOTE
                if len(texts) == 2:
                    self.doubts.add(texts[1])
        if len(texts) >= 2 and self._at(texts[-2]) and texts[-1] == texts[-2] + 1:
            self.parts[texts[-2]] = self.parts[texts[-1]] = Part.QUOTE

    def _at(self, at: int) -> bool:
        text = self.lines[at].tidy
        return text.startswith("@") and len(text) > 1 and len(text.split()) < 4


def _weak(line: Line) -> bool:
    return line.look.shape is Shape.HEAD and not line.look.sure
