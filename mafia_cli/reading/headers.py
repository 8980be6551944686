"""Where the messages of a paste begin: headers of one to four lines, found by looking at the whole paste at once.

Each way of putting headers between texts (``Way``) explains some of the lines; the one that explains most is taken.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from mafia_cli.reading.formats import LONGEST_SENDER, Look, Shape, look, time_of
from mafia_cli.reading.normal import clean, tidy

LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Way(Enum):
    """A way of putting headers, where they are not a line of their own with the time, between texts."""

    PLAIN = auto()  # none but those
    NAME_TIME = auto()  # name, (title,) time, text
    TIME_NAME = auto()  # time, name, text
    TEXT_TIME = auto()  # name, texts, each with its time behind
    NAME = auto()  # name, text


Known = Callable[[str], bool]
"""Whether a text is letter for letter the nick, chat name or alias of somebody."""


def nobody_known(_name: str) -> bool:
    """Know nobody: before there are players."""
    return False


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str
    tidy: str
    look: Look
    name: bool  # exactly a known name
    gap: bool  # a blank line stands above


def lines_of(text: str, known: Known) -> Iterator[Line]:
    gap = False
    for number, original in enumerate(LINE_END.split(text), 1):
        line = tidy(original)
        if not clean(original):
            gap = True
            continue
        name = len(line) <= LONGEST_SENDER + 2 and known(line)
        seen = Look(Shape.TEXT, line) if name and not line.isdigit() else look(line)
        yield Line(number, original, line, seen, name, gap)
        gap = False


@dataclass(frozen=True, slots=True)
class Cut:
    """A header found: lines ``start`` to ``end`` (not included), the text behind it on its last line."""

    start: int
    end: int
    sender: str
    known: bool
    when: str = ""
    text: str | None = None
    wrote: bool = False
    action: bool = False
    alone: bool = False  # nothing below belongs to it


@dataclass(frozen=True, slots=True)
class _Plan:
    cuts: tuple[Cut, ...]
    score: int


def best(lines: Sequence[Line], known: Known) -> tuple[tuple[Cut, ...], bool]:
    """Return the headers of the way that explains most, and whether another explains as much in another way."""
    timed = any(line.look.shape in {Shape.TIME, Shape.LATE} or _weak(line) for line in lines)
    plans = [_plan(lines, way, known) for way in Way if timed or way in {Way.PLAIN, Way.NAME}]
    best = max(plans, key=lambda plan: plan.score)
    owners = _owners(lines, best.cuts)
    rivals = [plan for plan in plans if plan.score == best.score and _owners(lines, plan.cuts) != owners]
    return best.cuts, bool(rivals)


def _owners(lines: Sequence[Line], cuts: Sequence[Cut]) -> dict[int, str]:
    """Return whose each text is, "" for nobody's."""
    owners: dict[int, str] = {}
    taken = {at for cut in cuts for at in range(cut.start, cut.end)}
    for cut, end in blocks(cuts, lines):
        owners.update((at, cut.sender) for at in range(cut.start, end))
    said = (at for at, line in enumerate(lines) if line.look.shape in _SAID and at not in taken)
    return {at: owners.get(at, "") for at in said}


def blocks(cuts: Sequence[Cut], lines: Sequence[Line]) -> Iterator[tuple[Cut, int]]:
    """Go through the headers with where their messages end; a blank line ends one that stands on its header's line."""
    for at, cut in enumerate(cuts):
        end = cuts[at + 1].start if at + 1 < len(cuts) else len(lines)
        if cut.text:
            end = next((place for place in range(cut.end, end) if lines[place].gap), end)
        yield cut, cut.end if cut.alone else end


def _plan(lines: Sequence[Line], way: Way, known: Known) -> _Plan:
    headed = any(line.look.shape is Shape.HEAD and (line.look.sure or known(line.look.sender)) for line in lines)
    forms = _Forms(lines, way, known, headed or way not in {Way.PLAIN, Way.NAME}, _weak_heads(lines, known))
    cuts: list[Cut] = []
    at = 0
    while at < len(lines):
        cut = forms.at(at, cuts[-1] if cuts else None)
        if cut is None:
            at += 1
        else:
            cuts.append(cut)
            at = cut.end
    return _Plan(tuple(cuts), _score(lines, cuts, way, known))


_PAIR: Final = re.compile(r"([^=>:]{1,60}?) ?(?:=|->?|>|:) ?\S")


def _is_pair(text: str, known: Known) -> bool:
    """Whether a line names its own voter: ``Ann = Boris``."""
    match = _PAIR.match(text)
    return match is not None and known(match[1])


def _one_line(seen: Look) -> bool:
    """Whether a message is this line and no more: with the hour alone in front, as chats of lines write it."""
    return bool(seen.text) and time_of(seen.when).day is None


def _weak(line: Line) -> bool:
    return line.look.shape is Shape.HEAD and not line.look.sure


def _weak_heads(lines: Sequence[Line], known: Known) -> bool:
    """Whether ``name time`` is how the headers of this paste are written: two known names stand so."""
    heads = [line.look for line in lines if line.look.shape is Shape.HEAD and not line.look.sure]
    return sum(known(one.sender) for one in heads) >= 2 or (len(heads) >= 1 and _times_apart(lines))


def _times_apart(lines: Sequence[Line]) -> bool:
    return any(line.look.shape is Shape.TIME for line in lines)


_SAID: Final = frozenset({Shape.TEXT, Shape.LATE, Shape.COUNT, Shape.EMOJI, Shape.MEDIA, Shape.HEAD, Shape.QUOTE})


def _score(lines: Sequence[Line], cuts: Sequence[Cut], way: Way, known: Known) -> int:
    """Count what is explained: headers, their times, texts that have a sender; and what is left over."""
    score = 0
    used: set[int] = set()
    for cut in cuts:
        score += (3 if cut.known else 1) + (cut.end - cut.start - 1)
        used.update(range(cut.start, cut.end))
    below = [False] * len(lines)
    for cut, end in blocks(cuts, lines):
        said = [at for at in range(cut.end, end) if lines[at].look.shape in _SAID]
        score += len(said) - (not said and not cut.text)
        below[cut.end : end] = [True] * (end - cut.end)
    for at, line in enumerate(lines):
        if at in used:
            continue
        shape = line.look.shape
        if shape is Shape.TIME:
            score += 1 if way is Way.TEXT_TIME and below[at] else -2
        elif shape is Shape.LATE or (shape is Shape.HEAD and not line.look.sure):
            score += 1 if way is Way.TEXT_TIME and not known(line.look.sender) else -1
        elif line.name:
            score -= 2
        elif way is Way.NAME and below[at] and _is_pair(line.tidy, known):
            score -= 10
    return score


@dataclass(frozen=True, slots=True)
class _Forms:
    """What counts as a header in one way of writing them."""

    lines: Sequence[Line]
    way: Way
    known: Known
    timed: bool
    weak_heads: bool

    def at(self, at: int, above: Cut | None) -> Cut | None:
        """Return the header that begins at a line, below the header ``above``."""
        below = above is not None
        line = self.lines[at]
        seen = line.look
        if seen.shape is Shape.HEAD:
            cut = self._timed_head(at, seen)
            if cut is not None:
                return cut
        if seen.shape is Shape.WROTE:
            return self._wrote(at, seen, below)
        made = {Way.NAME_TIME: self._name_time, Way.TIME_NAME: self._time_name}.get(self.way)
        cut = made(at) if made else None
        if cut is None and self.way is Way.TEXT_TIME:
            cut = self._text_time(at)
        if cut is None and self.way is Way.NAME and not self.timed:
            cut = self._name(at)
        if cut is None and seen.shape not in _NO_SENDER:
            cut = self._colon(at)
            if cut is not None and self.timed and below and not (cut.known and above is not None and above.text):
                cut = None
        return cut

    def _timed_head(self, at: int, seen: Look) -> Cut | None:
        if not seen.sender:
            return Cut(at, at + 1, "", False, seen.when)
        sender = seen.sender.removeprefix("@")
        known = self.known(sender)
        text: str | None = seen.text
        if not seen.sure:
            weak = known or (self.weak_heads and self._like_a_name(sender))
            if self.way is Way.TEXT_TIME or not weak:
                return None
        elif not known and not self._like_a_name(sender):
            return None
        return Cut(at, at + 1, sender, known, seen.when, text or None, action=seen.action, alone=_one_line(seen))

    def _wrote(self, at: int, seen: Look, below: bool) -> Cut | None:
        if below and (self.timed or seen.sure):
            return None
        end = at + 1
        if end < len(self.lines) and self.lines[end].look.shape is Shape.TIME:
            end += 1
        return Cut(at, end, seen.sender, self.known(seen.sender), seen.when, wrote=True)

    def _name_time(self, at: int) -> Cut | None:
        line = self.lines[at]
        if not (line.name or (line.look.shape is Shape.TEXT and self._like_a_name(line.tidy))):
            return None
        end = at + 1
        while end < len(self.lines) and end - at < 5 and self.lines[end].look.shape is Shape.DRESSING:
            end += 1
        if end >= len(self.lines) or self.lines[end].look.shape is not Shape.TIME:
            return None
        return Cut(at, self._past_dressing(end + 1), line.tidy, line.name, self.lines[end].look.when)

    def _time_name(self, at: int) -> Cut | None:
        if self.lines[at].look.shape is not Shape.TIME:
            return None
        end = self._past_dressing(at + 1)
        if end >= len(self.lines):
            return None
        line = self.lines[end]
        if not (line.name or (line.look.shape is Shape.TEXT and self._like_a_name(line.tidy) and end > at + 1)):
            return None
        return Cut(at, self._past_dressing(end + 1), line.tidy, line.name, self.lines[at].look.when)

    def _past_dressing(self, at: int) -> int:
        while at < len(self.lines) and self.lines[at].look.shape is Shape.DRESSING:
            at += 1
        return at

    def _text_time(self, at: int) -> Cut | None:
        """A name above texts; a stranger's where a message ends above and the block has a text of its own."""
        line = self.lines[at]
        if at + 1 >= len(self.lines):
            return None
        below = self.lines[at + 1].look.shape
        if below is Shape.TIME:
            return None
        if line.name and not (at and self._is_head(at - 1)):
            return Cut(at, at + 1, line.tidy, True)
        fresh = at == 0 or self.lines[at - 1].look.shape in {Shape.TIME, Shape.LATE} or self._weak(at - 1)
        named = line.look.shape is Shape.TEXT and self._like_a_name(line.tidy) and line.tidy[:1].isupper()
        if fresh and named and self._closed(at + 1):
            return Cut(at, at + 1, line.tidy, False)
        return None

    def _closed(self, at: int) -> bool:
        """Whether a text here has its time behind."""
        return any(line.look.shape in {Shape.TIME, Shape.LATE} for line in self.lines[at : at + 8])

    def _weak(self, at: int) -> bool:
        seen = self.lines[at].look
        return seen.shape is Shape.HEAD and not seen.sure

    def _is_head(self, at: int) -> bool:
        """Whether a name just above is a header, so that this one is the author of what is answered."""
        return self.lines[at].name and not (at and self.lines[at - 1].name)

    def _name(self, at: int) -> Cut | None:
        line = self.lines[at]
        if not line.name or at + 1 >= len(self.lines) or self.lines[at + 1].name:
            return None
        return Cut(at, at + 1, line.tidy, True)

    def _colon(self, at: int) -> Cut | None:
        line = self.lines[at]
        sender, text = _before_colon(line.tidy, self.known)
        known = self.known(sender)
        if not sender or not (text or known or at + 1 < len(self.lines)):
            return None
        return Cut(at, at + 1, sender, known, "", text, alone=bool(text))

    def _like_a_name(self, text: str) -> bool:
        if not 0 < len(text) <= LONGEST_SENDER or len(text.split()) > 4:
            return False
        if text[-1] in ".!?,;:" or text[0] in "+-=#>*<([~\"'" or any(mark in text for mark in ",:!?;"):
            return text[0] == "+" and sum(map(str.isdigit, text)) > 6
        return any(map(str.isalnum, text))


_NO_SENDER: Final = frozenset({Shape.QUOTE, Shape.SYSTEM, Shape.MEDIA, Shape.DRESSING})
_ANGLED: Final = re.compile(r"<([^<>]{1,60})> ?:? ?(.*)")


def _before_colon(line: str, known: Known) -> tuple[str, str]:
    """Return the sender in front of a colon, or in angles, and the text behind; a clock's colon is none."""
    colons = [
        at
        for at, sign in enumerate(line[: LONGEST_SENDER * 2])
        if sign == ":" and not (line[at - 1 : at].isdigit() and line[at + 1 : at + 3].isdigit())
    ]
    for at in colons:
        if known(line[:at].strip()):
            return line[:at].strip(), line[at + 1 :].strip()
    match = _ANGLED.fullmatch(line)
    if match:
        return match[1].strip(), match[2]
    sender = line[: colons[0]].strip() if colons else ""
    if not sender or len(sender) > LONGEST_SENDER or line.startswith("//", colons[0] + 1):
        return "", ""
    return sender, line[colons[0] + 1 :].strip()
