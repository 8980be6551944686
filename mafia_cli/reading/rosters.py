"""A clean list of players: numbers, bullets, commas, chat names in brackets, ``chat = nick``, ``@names``, tables."""

import re
import unicodedata
from itertools import pairwise
from typing import Final, NamedTuple

from mafia_cli.reading.normal import is_emoji

_LONGEST_LINE: Final = 4000
_LONGEST_ENTRY: Final = 400


_LOOKS: Final = "\ufe0e\ufe0f"
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
_HIDDEN: Final = frozenset({"Cf", "Cc", "Cs", "Cn", "Co"})


class Entry(NamedTuple):
    """One player of a pasted roster."""

    nick: str
    chat: str = ""
    aliases: tuple[str, ...] = ()


_PAIRS: Final = {'"': '"', "«": "»", "„": "“", "“": "”", "‹": "›", "`": "`", "'": "'", "”": "”"}
_DASHES: Final = "–—―−‒"
_NUMBERED: Final = re.compile(
    r"(?:№|#)? ?\[?(\d{1,3})(?:\] *|\ufe0f?\u20e3 *|[.):]+ +|[.)]+(?=[^\s\d])| +[-–—] +|\t+)(?=\S)"
)
_PLAIN_NUMBER: Final = re.compile(r"(?:№|#)? ?(\d{1,3}) +(?=\S)")
_BULLET: Final = re.compile(
    r"(?:(?:[-*•·‣▪◦●○–—+>☑✅✔➕🔹🔸▶➡⭐🟢🔵🎭👤]\ufe0f?)+ +|[•·‣▪◦●☑✅✔➕🔹🔸]+\ufe0f? *)+(?=\S)"
)
_BRACKETS: Final = re.compile(r"^(.*?\S) *[(\[{]([^()\[\]{}]{1,200})[)\]}]\W*$")
_AT: Final = re.compile(r"(?<!\S)@(\S{1,80})")
_MARKS: Final = re.compile(r" *(?:=>|->|→|=) *| +/ +")
_DASH: Final = re.compile(r"(?<=\S) +[-–—]+ +(?=\S)")
_PLUS: Final = re.compile(r"(?<=\S)(?:[ \t]+\++)+$")
"""Behind a nick: "I am in"."""


Row = tuple[int, str]
"""A line by some number of the caller's, and what stands in it."""


def read_list(rows: list[Row]) -> list[tuple[int, Entry]]:
    """Read players out of the tidy lines of a list, one a line or by commas; what a nick has in quotes is never split.

    ``Аня (anya_92)``, ``Аня @anya_92``, ``anya_92 = Аня``, ``Аня (@anya_92, Анюта)``: nick, chat name, aliases.
    A nick keeps its spelling; numbers, bullets, quotes and bold marks around it go, and so do a plus behind a nick and
    a note of several words in brackets (a chat name is one word).
    """
    several = by_commas([line for _, line in rows])
    pieces = [(number, piece[:_LONGEST_ENTRY]) for number, line in rows for piece in _pieces(line, several=several)]
    texts = [_bare(piece) for piece in without_numbers([piece for _, piece in pieces])]
    dashes = bool(texts) and all(len(_DASH.findall(text)) == 1 for text in texts)
    found = [(number, _entry(text, dashes=dashes)) for (number, _), text in zip(pieces, texts, strict=True) if text]
    return [(number, entry) for number, entry in found if entry.nick]


_AROUND: Final = re.compile(r"(\*{1,3}|_{2,3}|~~|`+)(\S.*\S|\S)\1|\[([^\[\]]+)\]")


def _bare(text: str) -> str:
    """Leave out bold marks and square brackets around a whole text."""
    while match := _AROUND.fullmatch(text):
        text = match[2] or match[3]
    return text


def tidy_line(line: str) -> str:
    """Compose a line, make its spaces plain, and leave out what nobody sees; emoji stay whole."""
    kept: list[str] = []
    line = unicodedata.normalize("NFC", line[: _LONGEST_LINE * 2])
    for at, char in enumerate(line):
        category = unicodedata.category(char)
        picture = bool(kept) and is_emoji(kept[-1])
        if char == "\t":
            kept.append(char)
        elif char.isspace() or char in _BLANKS:
            kept.append(" ")
        elif char in _LOOKS:
            if picture or (kept and unicodedata.category(kept[-1])[0] in "SPN"):
                kept.append(char)
        elif char == _JOINER:
            if kept and (picture or kept[-1] in _LOOKS) and is_emoji(line[at + 1 : at + 2]):
                kept.append(char)
        elif category not in _HIDDEN:
            kept.append(char)
    return re.sub(r" {2,}", " ", "".join(kept)).strip()


def by_commas(lines: list[str]) -> bool:
    """Whether commas part players: in a single line, or where lines as a rule have some."""
    if len(lines) == 1:
        return True
    with_some = sum(1 for line in lines if len(split_names(line)) > 1)
    return bool(lines) and with_some * 2 >= len(lines)


def _pieces(line: str, *, several: bool) -> list[str]:
    found = split_names(line) if several else [line.rstrip(",; ")]
    return [piece.strip() for piece in found if piece.strip()]


def split_names(line: str) -> list[str]:
    """Split at commas and semicolons outside quotes and brackets; a quote that never closes is no quote."""
    found: list[str] = []
    start = at = 0
    closing = ""
    while at < len(line):
        char = line[at]
        if closing:
            closing = "" if char == closing else closing
        elif char in "([{":
            closing = _closed(line, at, {"(": ")", "[": "]", "{": "}"}[char])
        elif char in _PAIRS and (at == start or not line[at - 1].isalnum()):
            closing = _closed(line, at, _PAIRS[char])
        elif char in ",;":
            found.append(line[start:at])
            start = at + 1
        at += 1
    found.append(line[start:])
    return [piece for piece in found if piece.strip()]


def _closed(line: str, at: int, closing: str) -> str:
    return closing if line.find(closing, at + 1, at + 200) > 0 else ""


def numbered_from(lines: list[str]) -> int:
    """Return how many lines stand without a number above a list numbered from 1, 0 where there is no such list."""
    for form, whole in ((_NUMBERED, False), (_PLAIN_NUMBER, True)):
        matches = [form.match(line) for line in lines]
        first = next((at for at, match in enumerate(matches) if match), 0)
        numbers = [int(match[1]) for match in matches[first:] if match]
        counting = numbers == list(range(1, len(numbers) + 1)) and len(numbers) == len(lines) - first
        if first and numbers[:2] == [1, 2] and (counting if whole else matches[first + 1]):
            return first
    return 0


def without_numbers(lines: list[str]) -> list[str]:
    """Leave out bullets and numbers in front; a number without a mark goes only if all have one that counts up."""
    lines = [line[match.end() :] if (match := _BULLET.match(line)) else line for line in lines]
    for form, least in ((_NUMBERED, 1), (_PLAIN_NUMBER, 2)):
        matches = [form.match(line) for line in lines]
        numbers = [int(match[1]) for match in matches if match]
        counting = len(numbers) == len(lines) and all(b == a + 1 for a, b in pairwise(numbers))
        if (form is _NUMBERED and numbers) or (counting and len(lines) >= least):
            lines = [line[match.end() :] if match else line for line, match in zip(lines, matches, strict=True)]
    return lines


def _unquoted(name: str) -> str:
    """Leave out the quotes around a whole name."""
    name = name.strip()
    while len(name) > 2 and _PAIRS.get(name[0]) == name[-1] and name[-1] not in name[1:-1]:
        name = name[1:-1].strip()
    return name


def _entry(piece: str, *, dashes: bool) -> Entry:
    if _unquoted(piece) != piece:
        return Entry(_unquoted(piece))
    piece = _PLUS.sub("", piece)
    if "\t" in piece:
        return _row([_unquoted(cell) for cell in piece.split("\t") if cell.strip()])
    aliases: tuple[str, ...] = ()
    chat = ""
    match = _BRACKETS.match(piece)
    if match and not match[1].startswith(("@", "(")):
        piece = _PLUS.sub("", match[1])
        chat, *others = [_unquoted(part) for part in re.split(r"[,;/]", match[2]) if part.strip()] or [""]
        named = next((other for other in (chat, *others) if other.startswith("@")), chat)
        aliases = tuple(other.removeprefix("@") for other in (chat, *others) if other != named)
        chat = named
        if " " in chat:  # a note to the host
            chat, aliases = "", ()
    elif match:
        piece, chat = match[2], match[1].strip("( ")
    left, right = _sides(piece, dashes=dashes)
    if right:
        if right.startswith("@") and not left.startswith("@"):
            left, right = right, left
        return _made(right, chat or left, (*aliases, left) if chat and left != chat else aliases)
    at = _AT.search(piece)
    if at and not chat:
        rest = (piece[: at.start()] + " " + piece[at.end() :]).strip(" -–—,:")
        return _made(rest or at[1], at[1].rstrip(",:"), aliases)
    return _made(piece, chat, aliases)


def _row(cells: list[str]) -> Entry:
    """Return the player of a row of a table: nick, chat name, aliases; an @name is the chat name."""
    if len(cells) > 1 and cells[0].startswith("@"):
        cells[:2] = cells[1::-1]
    nick, chat, *aliases = (*cells, "", "")
    return _made(nick, chat, tuple(aliases))


def _sides(piece: str, *, dashes: bool) -> tuple[str, str]:
    """Return chat name and nick of ``chat = nick`` (an arrow; a dash where every line has one)."""
    for form in (_MARKS, _DASH) if dashes or "@" in piece else (_MARKS,):
        found = [match for match in form.finditer(piece) if match.group().strip() != "/"]
        if len(found) == 1:
            left, right = piece[: found[0].start()].strip(), piece[found[0].end() :].strip()
            if left and right:
                return left, right
    return piece, ""


def _made(nick: str, chat: str, aliases: tuple[str, ...]) -> Entry:
    nick, chat = _unquoted(nick), _unquoted(chat).removeprefix("@").strip()
    others = tuple(dict.fromkeys(alias for one in aliases if (alias := _unquoted(one)) and alias not in {nick, chat}))
    return Entry(nick, chat, others)
