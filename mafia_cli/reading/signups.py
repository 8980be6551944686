"""A pasted sign-up: players, reserves, who is out, who is to be asked about, line by line; a chat or a clean list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Final

from mafia_cli.reading.answers import Answer, answer_of, is_plain, spelt
from mafia_cli.reading.formats import Shape, look
from mafia_cli.reading.headers import Known
from mafia_cli.reading.lines import Part
from mafia_cli.reading.messages import Doubt, Message, read_messages
from mafia_cli.reading.normal import clean, key, tidy
from mafia_cli.reading.rosters import Entry, by_commas, numbered_from, read_list, split_names, tidy_line
from mafia_cli.reading.vocabulary import signup_words

_LONGEST: Final = 100_000
_LONGEST_LINE: Final = 4000
_MOST_NAME_WORDS: Final = 5


class As(StrEnum):
    """What a line of a sign-up is."""

    PLAYER = "player"
    RESERVE = "reserve"
    OUT = "out"
    ASKED = "asked"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Row:
    """A line (from 1) and what came of it; one that names several has a row for each. ``entry`` is who is meant."""

    line: int
    text: str
    as_: As = As.IGNORED
    entry: Entry = field(default=Entry(""))
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Signup:
    """A paste read: every line that is not blank is in ``rows``; the lists are in the order of the sign-up."""

    rows: tuple[Row, ...]
    players: tuple[Entry, ...] = ()
    reserves: tuple[Entry, ...] = ()
    out: tuple[str, ...] = ()
    spoken: bool = False
    """Whether people said it themselves, so that whoever does so twice is one person."""

    @property
    def asked(self) -> tuple[Row, ...]:
        """The lines that the host has to decide."""
        return tuple(row for row in self.rows if row.as_ is As.ASKED)


def read_signup(text: str) -> Signup:
    """Read what players wrote when they were called, or a list of them."""
    text = text[:_LONGEST]
    lines = re.split(r"\r\n|\n|\r", text)
    likely = _likely_names(lines)
    messages = read_messages(text, lambda name: name in likely)
    if _is_chat(messages) and not _are_members(lines):
        return _chat(lines, messages)
    return _list(lines)


def spoken(text: str, known: Known) -> Iterator[tuple[str, str]]:
    """Yield who says what in a paste, in the order of the times, "" and the line as it stands where nobody is shown."""
    for message in sorted(read_messages(text[:_LONGEST], known), key=lambda one: one.order):
        shown = bool(message.sender) and bool(message.sent or message.known or _beside(message))
        for row in message.rows:
            if row.part is Part.TEXT:
                yield (message.sender, row.body) if shown else ("", row.text)
            elif row.part is Part.HEADER and not shown:
                yield "", row.text


# --- a chat ---------------------------------------------------------------------------------------------------


def _likely_names(lines: Sequence[str]) -> frozenset[str]:
    """Return what stands as names above plain answers, where no header with a time shows them anyhow."""
    seen = [(line, look(line)) for line in map(tidy, lines) if clean(line) and not _COMMENT.match(line)]
    if any(one.shape is Shape.HEAD and one.sure for _, one in seen):
        return frozenset()
    found: set[str] = set()
    said = [(line, one) for line, one in seen if one.shape not in {Shape.TIME, Shape.DRESSING} or line in {"+", "-"}]
    for (above, head), (below, body) in pairwise(said):
        name = head.sender if head.shape is Shape.HEAD else above
        text = body.text if body.shape is Shape.LATE else below
        if head.shape is Shape.LATE or len(name.split()) >= _MOST_NAME_WORDS or any(mark in name for mark in ":,!?+<>"):
            continue
        if is_plain(text) and not _plain(name) and not _is_status(above) and any(map(str.isalnum, name)):
            found.add(name)
    return frozenset(found) if len(found) * 4 >= len(said) else frozenset()


def _are_members(lines: Sequence[str]) -> bool:
    """Whether every other line or so tells of the one above, as lists of members do."""
    seen = [line for line in map(tidy_line, lines) if line]
    return sum(map(_is_status, seen[1:])) * 5 >= len(seen) * 2


def _plain(text: str) -> bool:
    return answer_of([text]).answer is not Answer.TALK


def _is_chat(messages: Sequence[Message]) -> bool:
    """Whether a paste is what people wrote, not a list with headings."""
    said = [message for message in messages if message.sender and not _is_heading(message)]
    headed = any(message.sent or message.known or _above(message) for message in said)
    return headed or 0 < len(messages) <= 2 * sum(map(_beside, said))


def _beside(message: Message) -> bool:
    """Whether the text stands in the line of its sender."""
    return message.inline and all(row.part is not Part.HEADER for row in message.rows)


def _above(message: Message) -> bool:
    """Whether a sender with a colon stands above an answer."""
    return message.rows[0].text.rstrip().endswith(":") and any(is_plain(row.body) for row in message.rows[1:])


def _is_heading(message: Message) -> bool:
    """Whether ``Players: Ann, Bob`` or ``Ann: Bob, Cid, Dan`` heads a list."""
    if message.sent:
        return False
    bodies = [row.body for row in message.rows if row.part is Part.TEXT]
    names = [piece for body in bodies for piece in re.split(r"[,;]", body) if piece.strip()]
    named = len(names) > 2 and _beside(message) and not any(_plain(name) for name in names)
    return section_of(message.sender) is not None or named


@dataclass(slots=True)
class _Person:
    """Where somebody stands, as the messages go by."""

    entry: Entry
    as_: As


def _chat(lines: Sequence[str], messages: Sequence[Message]) -> Signup:
    rows: dict[int, list[Row]] = {}
    people: dict[str, _Person] = {}
    wanted: list[tuple[int, tuple[str, ...]]] = []
    for message in sorted(messages, key=lambda one: one.order):
        said = [row for row in message.rows if row.part is Part.TEXT]
        known = key(clean(message.sender))
        answer = answer_of([row.body for row in said], message.sender)
        rows.update({row.number: [Row(row.number, row.text)] for row in message.rows})
        if not said or (answer.answer is Answer.TALK and not answer.others):
            continue
        told = said[answer.place]
        if not message.sender:
            rows[told.number] = [Row(told.number, told.text, As.ASKED)]
            continue
        unsure = any(row.doubt is not Doubt.NONE for row in said)
        as_ = _STANDS[answer.answer]
        if unsure and as_ is As.PLAYER:
            as_ = As.ASKED
        put = Row(told.number, told.text, as_, _entry(message.sender, answer.nick))
        rows[told.number] = _person_rows(people, known, put, as_)
        if answer.others:
            wanted.append((told.number, answer.others))
    seated = {
        key(clean(name)) for one in people.values() if one.as_ is As.PLAYER for name in (one.entry.nick, one.entry.chat)
    }
    for number, names in wanted:
        _ask_for(rows[number], [name for name in names if not name or key(clean(name)) not in seated])
    return replace(_signup(lines, rows, people), spoken=True)


_STANDS: Final = {
    Answer.YES: As.PLAYER,
    Answer.NO: As.OUT,
    Answer.RESERVE: As.RESERVE,
    Answer.MAYBE: As.ASKED,
    Answer.TALK: As.IGNORED,
}


def _entry(sender: str, nick: str) -> Entry:
    return Entry(nick, sender) if nick and nick != sender else Entry(sender)


def _person_rows(people: dict[str, _Person], known: str, row: Row, as_: As) -> list[Row]:
    """Put down where somebody stands now; who comes back stands behind the others."""
    if as_ is As.IGNORED:
        return [row]
    before = people.get(known)
    entry = row.entry
    if before is not None and not entry.chat and before.entry.chat:
        entry = before.entry
    if before is not None and before.as_ is not as_:
        del people[known]
    people[known] = _Person(entry, as_)
    return [replace(row, entry=entry, candidates=(entry.nick,) if as_ is As.ASKED else ())]


def _ask_for(rows: list[Row], names: Sequence[str]) -> None:
    """Add a row for the persons put down by another."""
    if not names:
        return
    row = rows[0]
    shown = tuple(name for name in names if name)
    asked = replace(row, as_=As.ASKED, entry=Entry(shown[0] if shown else ""), candidates=shown)
    if row.as_ is As.IGNORED:
        rows[0] = asked
    elif row.as_ is As.ASKED:
        rows[0] = replace(row, candidates=(*row.candidates, *shown))
    else:
        rows.append(asked)


def _signup(lines: Sequence[str], rows: dict[int, list[Row]], people: dict[str, _Person]) -> Signup:
    """Put everything in order; lines that show nothing are to be asked about."""
    for number, line in enumerate(lines, 1):
        if number not in rows and line.strip():
            rows[number] = [Row(number, line, As.ASKED)]
    stand: dict[As, list[Entry]] = {}
    for person in people.values():
        stand.setdefault(person.as_, []).append(person.entry)
    return Signup(
        tuple(row for number in sorted(rows) for row in rows[number]),
        tuple(stand.get(As.PLAYER, ())),
        tuple(stand.get(As.RESERVE, ())),
        tuple(entry.chat or entry.nick for entry in stand.get(As.OUT, ())),
    )


# --- a list ---------------------------------------------------------------------------------------------------

_COMMENT: Final = re.compile(r"#(?! ?\d)")
_STRUCK: Final = re.compile(r"(?:\d+[.)] *)?(?:~~.*~~|<(s|del)>.*</\1>)")
_COUNT: Final = re.compile(r"[-*#= ]*(.*?)[*= ]*(?:[\[(]? ?\d{1,3}(?: ?/ ?\d{1,3})? ?[\])]?)?:?")
_MARK: Final = re.compile(r"(.*\S) *([✅☑✔➕❌➖✖❓❔👍👎🙋🤔])\ufe0f?|(.*\S) +(-|[(\[]?\?+[)\]]?|\+\?)")
_NOTE: Final = re.compile(r"(.*\S) ?[(\[]([^()\[\]]+)[)\]]|(.*?\S) +[-–—:]+ +(.*)|(.*?\S): +(.*)")
_PICTURED: Final = re.compile(r"([^\w\s\"'«„“(\[@+#№-])\ufe0f? +(?=\S)")
_KEYCAP: Final = "🔟"
_HIDDEN: Final = "[\u115f\u1160\u2800\u3164\uffa0\u200b-\u200f\u2060\ufeff]"
"""Signs that show nothing."""


def _list(lines: Sequence[str]) -> Signup:
    rows: dict[int, list[Row]] = {}
    left: list[tuple[int, str, As]] = []
    section = As.PLAYER
    for number, line in enumerate(lines, 1):
        text = tidy_line(line)[:_LONGEST_LINE]
        if not text:
            continue
        if not re.sub(r"[\W\d_]+", "", text) and re.search(_HIDDEN, line):
            rows[number] = [Row(number, line, As.ASKED)]
            continue
        rows[number] = [Row(number, line)]
        headed = section_of(text)
        if headed is not None:
            section = headed
        elif not (_COMMENT.match(text) or _STRUCK.fullmatch(text) or (left and _is_status(text))):
            inside, rest = _inline_section(text)
            if inside is None:
                left.append((number, rest, section))
            else:
                left += [(number, name, inside) for name in split_names(rest)]
    people = _Seats(rows)
    left = _unheaded(left, people)
    _put_down(people, left)
    return _signup(lines, rows, people.people)


def section_of(text: str) -> As | None:
    """Return what the names under a heading are, ``None`` for what is no heading."""
    match = _COUNT.fullmatch(text)
    return _sections().get(spelt(match[1].strip(" :*_"))) if match else None


@cache
def _sections() -> dict[str, As]:
    named = (("sections", As.PLAYER), ("reserves", As.RESERVE), ("outs", As.OUT))
    return {spelt(word): as_ for name, as_ in named for word in signup_words(name)}


def _inline_section(text: str) -> tuple[As | None, str]:
    """Take ``Players:`` from in front of names that stand in the same line."""
    head, colon, rest = text.partition(":")
    if colon and rest.strip():
        headed = section_of(head)
        if headed is not None:
            return headed, rest.strip()
        if rest.count(",") > 1 and re.fullmatch(r"[^\W\d]{4,12}", head):
            return As.PLAYER, rest.strip()
    return None, text


@cache
def _status() -> re.Pattern[str]:
    pieces = [re.escape(word).replace(r"\*", ".*").replace(r"\ ", " ") for word in signup_words("status")]
    return re.compile("|".join(pieces), re.IGNORECASE)


def _is_status(text: str) -> bool:
    """Whether a line of a list of members tells of the one above."""
    return bool(_status().fullmatch(text))


class _Seats:
    """The people of a list; the same nick twice stays twice, for the host to see."""

    def __init__(self, rows: dict[int, list[Row]]) -> None:
        self.rows = rows
        self.people: dict[str, _Person] = {}

    def put(self, number: int, as_: As, entry: Entry) -> None:
        """Put somebody down for a line."""
        self.people[f"{len(self.people)}"] = _Person(entry, as_)
        row = Row(
            number, self.rows[number][0].text, as_, entry, (entry.nick,) if as_ is As.ASKED and entry.nick else ()
        )
        fresh = self.rows[number][0].as_ is As.IGNORED
        self.rows[number] = [row] if fresh else [*self.rows[number], row]


def _unheaded(left: list[tuple[int, str, As]], people: _Seats) -> list[tuple[int, str, As]]:
    """Take what stands above a numbered list from it, and a heading of its own: a name there is asked about."""
    texts = [text for _, text, _ in left]
    first = numbered_from([_plain_mark(text) for text in texts])
    kept: list[tuple[int, str, As]] = []
    for at, (number, text, as_) in enumerate(left):
        heads = at < first or (len(left) > 1 and text.endswith(":"))
        if heads:
            name = text.rstrip(": ")
            if len(name.split()) < 4 and not re.search(r"[\d,.!?()]", name) and at + 1 >= first:
                people.put(number, As.ASKED, Entry(name))
        else:
            kept.append((number, text, as_))
    return kept


def _plain_mark(text: str) -> str:
    return text.replace(_KEYCAP, "10.")


def _marked(text: str) -> tuple[str, As | None]:
    """Return a line without the sign or note behind the name, and what that says: in, out, reserve, to be asked."""
    match = _MARK.fullmatch(text)
    if match:
        answer = answer_of([(match[2] or match[4]).strip("()[]")]).answer
        return match[1] or match[3], As.ASKED if (match[4] or "").strip("()[]+").startswith("?") else _STANDS[answer]
    match = _NOTE.fullmatch(text)
    if match:
        name, note = (match[1], match[2]) if match[2] else (match[3], match[4]) if match[4] else (match[5], match[6])
        answer = answer_of([note]).answer
        if answer is not Answer.TALK:
            return name, _STANDS[answer]
    return text, None


def _put_down(people: _Seats, left: list[tuple[int, str, As]]) -> None:
    table = _columns(left[0][1]) if left else None
    if table is not None:
        _table(people, left[1:], table)
        return
    marks = [_marked(text) for _, text, _ in left]
    common = _common_mark([text for text, _ in marks])
    rows = [(at, _without_picture(_plain_mark(text), common)) for at, (text, _) in enumerate(marks)]
    several = by_commas([text for _, text in rows])
    for at, entry in read_list(rows):
        as_ = marks[at][1] or left[at][2]
        if not several and len(entry.nick.split()) > _MOST_NAME_WORDS:
            as_ = As.ASKED
        people.put(left[at][0], as_, entry)


def _common_mark(texts: Sequence[str]) -> str:
    """Return the picture that stands in front of every line, "" if there is none."""
    heads = {match[1] if (match := _PICTURED.match(text)) else "" for text in texts}
    return heads.pop() if len(heads) == 1 else ""


def _without_picture(text: str, common: str) -> str:
    match = _PICTURED.match(text) if common else None
    return text[match.end() :] if match else text


# --- a table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Table:
    parts: str
    nick: int
    chat: int


def _columns(head: str) -> _Table | None:
    """Return where nick and chat name stand in the rows under a heading of columns."""
    parts = next((sign for sign in "\t;," if sign in head), "\t")
    cells = [spelt(cell.strip(' "')) for cell in head.split(parts)]
    nick, chat, known = (_words(name) for name in ("nick", "chat", "other"))
    if not all(cell in nick | chat | known for cell in cells):
        return None
    at = next((at for at, cell in enumerate(cells) if cell in nick), -1)
    behind = next((at for at, cell in enumerate(cells) if cell in chat), -1)
    return None if at < 0 and behind < 0 else _Table(parts, at if at >= 0 else behind, behind if at >= 0 else -1)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(map(spelt, signup_words(name)))


def _table(people: _Seats, left: list[tuple[int, str, As]], table: _Table) -> None:
    import csv

    for number, text, as_ in left:
        cells = [cell.strip() for cell in next(iter(csv.reader([text], delimiter=table.parts, skipinitialspace=True)))]
        nick, chat = _cell(cells, table.nick), _cell(cells, table.chat).removeprefix("@")
        if nick or chat:
            people.put(number, as_, Entry(nick or chat, chat if nick and chat != nick else ""))


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if 0 <= at < len(cells) else ""
