"""The formats of chats and forums: what one line of a paste looks like, before it is known who is who.

A format is a row of ``HEADS``; the words that chats put around messages stand in the catalogues, ``[chat]``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final

from mafia_cli.reading.normal import is_emoji
from mafia_cli.reading.vocabulary import Chat, chat_words

LONGEST_SENDER: Final = 60


class Shape(Enum):
    """What a line looks like."""

    HEAD = auto()  # sender and time, perhaps the text too
    TIME = auto()  # only a time or date
    LATE = auto()  # a text with its time behind
    WROTE = auto()  # "Ann wrote:": a header or a quote
    QUOTE = auto()
    EXPAND = auto()  # closes a quote
    REPLY = auto()  # "in reply to Ann"
    EMOJI = auto()
    COUNT = auto()  # a bare number
    SYSTEM = auto()
    MEDIA = auto()  # what a paste cannot show
    EDITED = auto()
    DRESSING = auto()  # a title, a dash, a post's number: stands in headers
    RULE = auto()  # what is below is a signature
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """A line as its shape shows it; ``when`` as written, ``sure`` if no talk looks so whoever the sender is."""

    shape: Shape
    text: str = ""
    sender: str = ""
    when: str = ""
    sure: bool = False
    action: bool = False


@dataclass(frozen=True, slots=True)
class _Head:
    """A row: how a header is written, whether it surely is one; the text may stand behind it."""

    form: str
    sure: bool = True
    action: bool = False


HEADS: Final = (
    _Head(r"[\[(] ?{when} ?[\])] ?<[@+%&~ ]?{name}> ?:? ?{text}"),
    _Head(r"{when} ?<[@+%&~ ]?{name}> ?:? ?{text}"),
    _Head(r"[\[(]? ?{when} ?[\])]? \*+ {name} {text}", action=True),
    _Head(r"[\[(] ?{when} ?[\])] ?:? ?{name}: ?{text}"),
    _Head(r"{when} - {name}: ?{text}"),
    _Head(r"{when} - (?!.*: ){said}"),
    _Head(r"{when} \|? ?{name}: ?{text}"),
    _Head(r"{when} {name} \| {text}"),
    _Head(r"{name},? ?[\[(] ?{when} ?[\])] ?:? ?{text}"),
    _Head(r"(?:{by} )?{name} (?:» |\" ){when}:?"),
    _Head(r"{by} {name},? {when}:?"),
    _Head(r"{name} - {when}:?"),
    _Head(r"{name} \| {when}:?"),
    _Head(r"{name} {wrote} (?:{at} )?{when}:?"),
    _Head(r"[\[(] ?{when} ?[\])] {name}:?", sure=False),
    _Head(r"{name},? {when}:?", sure=False),
)

_CLOCK: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?(?![\d:])"


def _either(words: Iterable[str]) -> str:
    """Return a pattern of words as the catalogues write them: * is anything."""
    pieces = sorted({re.escape(word).replace(r"\*", ".*").replace(r"\ ", " ") for word in words}, key=len, reverse=True)
    return f"(?:{'|'.join(pieces)})"


def _stems(words: Iterable[str]) -> str:
    pieces = sorted({re.escape(word).replace(r"\*", r"\w*") for word in words}, key=len, reverse=True)
    return f"(?:{'|'.join(pieces)})"


@dataclass(frozen=True, slots=True)
class _Patterns:
    heads: tuple[tuple[_Head, re.Pattern[str]], ...]
    when: re.Pattern[str]
    late: re.Pattern[str]
    wrote: re.Pattern[str]
    reply: re.Pattern[str]
    edited: re.Pattern[str]
    edited_behind: re.Pattern[str]
    dressing: re.Pattern[str]
    system: re.Pattern[str]
    media: re.Pattern[str]
    expand: re.Pattern[str]
    quote: re.Pattern[str]
    day: re.Pattern[str]
    ahead: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = chat_words()
    month, weekday = _stems(words.months), _stems(words.weekdays)
    at = _either(words.at)
    near = _either([*words.today, *words.yesterday])
    year = r"(?:,? \d{4})?(?: г\b\.?)?"
    dated = r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?: г\.?)?|\d{4}-\d{1,2}-\d{1,2})"
    spelt = rf"(?:{weekday}\.?,? )?(?:\d{{1,2}} {month}\.?{year}|{month}\.? \d{{1,2}}(?:st|nd|rd|th)?{year})"
    day = rf"(?:{dated}|{spelt}|{near}|{weekday}\b\.?|\d{{1,2}}\.\d{{1,2}})"
    when = rf"(?:{day}(?:T|,? (?:{at} )?){_CLOCK}|{_CLOCK}(?:,? |, ?){day}|{_CLOCK}|{dated}|{spelt})"
    edited = _either(words.edited)
    parts = {
        "when": rf"(?P<when>{when})",
        "name": rf"(?P<name>\S(?:.{{0,{LONGEST_SENDER - 2}}}?\S)??)",
        "text": "(?P<text>.*)",
        "said": "(?P<said>.{1,300})",
        "by": _either(words.by),
        "wrote": _either(words.wrote),
        "at": at,
    }

    def made(form: str) -> re.Pattern[str]:
        for key, pattern in parts.items():
            form = form.replace(f"{{{key}}}", pattern)
        return re.compile(form, re.IGNORECASE)

    quoted = rf"{_either(words.quote)}|{_either(words.quote_of)} (?P<name>.{{1,{LONGEST_SENDER}}}?)(?: ?>)?:?"
    info = _either(words.info)
    return _Patterns(
        tuple((head, made(head.form)) for head in HEADS),
        made(rf"(?:- ?|\^ ?|↑ ?|• ?)?(?:\(?{edited}\)?,? ?)?[\[(]?{{when}}[\])]?(?: \(?{edited}\)?)?"),
        made(rf"{{text}} ?(?:\(?{edited}\)? )?(?<![\d:])(?P<when>{_CLOCK})"),
        made(r"{name},? {wrote}(?: {at})?(?: ?[↑^>] ?{when}?)?:"),
        re.compile(rf"[\[(]? ?{_either(words.reply)}\b.*", re.IGNORECASE),
        re.compile(rf"[(<\[]?{edited}[)>\]]?|{_either(words.edited_by)}", re.IGNORECASE),
        re.compile(rf"(.+?) ?[(<\[](?:[^()<>\[\]]{{1,20}} )?{edited}[)>\]]", re.IGNORECASE),
        re.compile(rf"[-•·|]|#\d{{1,6}}|{_either(words.titles)}|{info}: ?.{{0,60}}", re.IGNORECASE),
        re.compile(rf"(?:-!- |\*+ |-+ )?{_either(words.system)}", re.IGNORECASE),
        re.compile(rf"[\[<( ]*{_either(words.media)}[\]>)., ]*", re.IGNORECASE),
        re.compile(_either(words.expand), re.IGNORECASE),
        re.compile(quoted, re.IGNORECASE),
        re.compile(rf"-* ?(?:{spelt}|{near}|{weekday}) ?-*", re.IGNORECASE),
        made(r"[\[(]? ?{when} ?[\])]?(?: -(?= )| ?\|)? "),
    )


_EMOJI_NAME: Final = re.compile(r"(?::[a-z0-9_+-]{2,30}:\s?)+(\d{1,4})?", re.IGNORECASE)
_RULE: Final = re.compile(r"_{4,}|-- ?")
_MARKED: Final = re.compile(r"-!- .*|\*\*\* .*|-+ [A-Z].* -+")


def look(line: str) -> Look:
    """Return what a tidy line looks like."""
    patterns = _patterns()
    first = line[:1]
    if line.isdigit() and len(line) < 5:
        return Look(Shape.COUNT, line)
    if first == ">" and line[1:2] in {" ", ">"}:
        return Look(Shape.QUOTE, line)
    if _RULE.fullmatch(line):
        return Look(Shape.RULE, line)
    if len(line) > 400:
        return _long(line)
    if _is_emoji(line) or _EMOJI_NAME.fullmatch(line):
        return Look(Shape.EMOJI, line)
    figures = any(map(str.isdigit, line))
    if figures:
        match = patterns.when.fullmatch(line)
        if match:
            return Look(Shape.TIME, line, when=match["when"])
    head = _head(line) if figures else None
    if head is not None:
        return head
    return _plain(line, figures)


def _long(line: str) -> Look:
    """Return what a long line looks like: a header may stand in front of it."""
    head = _head(line[:400])
    if head is not None and head.text:
        return Look(Shape.HEAD, head.text + line[400:], head.sender, head.when, head.sure, head.action)
    return Look(Shape.TEXT, line)


def _head(line: str) -> Look | None:
    for head, pattern in _patterns().heads:
        match = pattern.fullmatch(line)
        if match:
            groups = match.groupdict()
            sender = (groups.get("name") or "").strip()
            return Look(Shape.HEAD, groups.get("text") or "", sender, match["when"], head.sure, head.action)
    return None


def _plain(line: str, figures: bool) -> Look:
    patterns = _patterns()
    if match := patterns.wrote.fullmatch(line):
        return Look(Shape.WROTE, line, match["name"], match["when"] or "")
    if match := patterns.quote.fullmatch(line):
        return Look(Shape.WROTE, line, match["name"] or "", sure=True)
    if patterns.expand.fullmatch(line):
        return Look(Shape.EXPAND, line)
    if patterns.edited.fullmatch(line):
        return Look(Shape.EDITED, line)
    if patterns.dressing.fullmatch(line):
        return Look(Shape.DRESSING, line)
    if patterns.reply.fullmatch(line):
        return Look(Shape.REPLY, line)
    if is_media(line):
        return Look(Shape.MEDIA, line)
    if is_system(line):
        return Look(Shape.SYSTEM, line)
    if figures and (match := patterns.late.fullmatch(line)) and match["text"].strip():
        return Look(Shape.LATE, match["text"].strip(), when=match["when"])
    return Look(Shape.TEXT, line)


def without_time(text: str) -> str:
    """Return a text without a time in front of it."""
    if not any(map(str.isdigit, text[:12])):
        return text
    match = _patterns().ahead.match(text)
    return text[match.end() :] if match and match.end() < len(text) else text


def is_system(line: str) -> bool:
    """Whether a chat says this and nobody in it."""
    patterns = _patterns()
    return bool(patterns.system.fullmatch(line) or patterns.day.fullmatch(line) or _MARKED.fullmatch(line))


def is_media(line: str) -> bool:
    """Whether a line stands for what a paste cannot show: a sticker, a voice message, something deleted."""
    return bool(_patterns().media.fullmatch(line))


def without_mark(text: str) -> tuple[str, bool]:
    """Return a text without the mark of an edited message behind it, and whether there was one."""
    match = _patterns().edited_behind.fullmatch(text)
    return (match[1], True) if match else (text, False)


def _is_emoji(line: str) -> bool:
    rest = line.rstrip("0123456789").rstrip() or line
    return all(
        is_emoji(char) or char in " \u200d+-*#" or "\U0001f3fb" <= char <= "\U0001f3ff" for char in rest
    ) and any(map(is_emoji, rest))


@dataclass(frozen=True, slots=True)
class Time:
    """A message's own time: ``day`` (an ordinal, 0 = today, -1 = yesterday, ``None`` = not told) and ``seconds``."""

    day: int | None
    seconds: int | None
    yearless: bool = False


_TIME_PIECE: Final = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m)?", re.IGNORECASE)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBERS: Final = re.compile(r"(\d{1,2})([./-])(\d{1,2})(?:[./-](\d{2,4}))?")


def time_of(when: str) -> Time:
    """Return a time as written in a chat; a numeric date is read month first only where it has to be."""
    clock = _TIME_PIECE.search(when)
    seconds = None
    if clock:
        hours = int(clock[1])
        if clock[4]:
            hours = hours % 12 + (12 if clock[4] in "pP" else 0)
        seconds = hours * 3600 + int(clock[2]) * 60 + int(clock[3] or 0)
        when = when[: clock.start()] + " " + when[clock.end() :]
    day, yearless = _day_of(when.casefold(), twelve=bool(clock and clock[4]))
    return Time(day, seconds, yearless)


def _day_of(text: str, *, twelve: bool) -> tuple[int | None, bool]:
    from datetime import date

    words = chat_words()
    if any(word in text for word in words.today):
        return 0, False
    if any(word in text for word in words.yesterday):
        return -1, False
    year, month, day = 0, 0, 0
    if match := _ISO.search(text):
        year, month, day = map(int, match.groups())
    elif match := _NUMBERS.search(text):
        day, month, year = int(match[1]), int(match[3]), int(match[4] or 0)
        if month > 12 or (twelve and match[2] != "." and day <= 12):
            day, month = month, day
    else:
        month = month_of(words, text)
        figures = re.findall(r"\d+", text)
        day = next((int(one) for one in figures if len(one) < 3), 0)
        year = next((int(one) for one in figures if len(one) == 4), 0)
    try:
        return date(year + 2000 if 0 < year < 100 else year or 2000, month, day).toordinal(), not year
    except ValueError:
        return None, False


def month_of(words: Chat, text: str) -> int:
    """Return the month that is spelt in a text, 0 if none."""
    for word in re.findall(r"[^\W\d]+", text):
        for stem, number in words.month_numbers:
            if word.startswith(stem):
                return number
    return 0


def shown(when: str) -> str:
    """Return a time as the contracts give it: "2026-12-03 21:15", only as much as is told."""
    from datetime import date

    time = time_of(when)
    day = date.fromordinal(time.day).isoformat() if time.day is not None and time.day > 0 else ""
    day = day[5:] if time.yearless else day
    if time.seconds is None:
        return day
    hours, rest = divmod(time.seconds, 3600)
    clock = f"{hours:02}:{rest // 60:02}" + (f":{rest % 60:02}" if rest % 60 else "")
    return f"{day} {clock}".strip()
