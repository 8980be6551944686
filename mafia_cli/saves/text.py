"""A document as TOML text and back: readable and mendable by hand, one block a player and a step, comments kept."""

import re
import tomllib
from functools import lru_cache
from typing import Any, Final

from mafia_cli.rules.errors import Problem
from mafia_cli.saves import comments
from mafia_cli.saves.comments import COMMENTS
from mafia_cli.saves.script import Fault, Raw, RefusedError

MAX_BYTES: Final = 8 * 1024 * 1024
_WIDTH: Final = 110
_BLOCKS: Final = ("players", "steps", "told", "undone")


class SaveError(RefusedError):
    """A file or folder that cannot be used; the place is a path or a key, "" when it goes without saying."""

    def __init__(self, code: str, place: str = "", **params: object) -> None:
        """Keep the problem as data for the catalogues."""
        super().__init__([Fault(place, Problem(code, "", params))])


def parse(data: bytes) -> Raw:
    """Return the document in these bytes.

    Raises ``SaveError``: ``too_big``, ``bom``, ``not_utf8`` (with the encoding it may be in), ``bad_toml`` (with line,
    column and the parser's words).
    """
    if len(data) > MAX_BYTES:
        raise SaveError("too_big", size=len(data), limit=MAX_BYTES)
    if data.startswith(b"\xef\xbb\xbf"):
        raise SaveError("bom")
    text = decode(data)
    try:
        doc = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        detail, line, column = _where(str(error), text)
        raise SaveError("bad_toml", line=line, column=column, detail=detail) from None
    except RecursionError:
        line, column = _place(text, _deepest(text))
        raise SaveError("bad_toml", line=line, column=column, detail="nested too deep") from None
    except ValueError:  # the one thing that tomllib leaves to Python: int() takes no endless number
        line, column = _place(text, _longest_number(text))
        raise SaveError("bad_toml", line=line, column=column, detail="number too long") from None
    if "#" in text:
        comments.gather(text, doc, _BLOCKS)
    return doc


def decode(data: bytes, place: str = "") -> str:
    """Return UTF-8 text, a BOM left off; raises ``SaveError`` (``not_utf8``, with its line and a guess what it is)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SaveError("not_utf8", place, guess="UTF-16", line=1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        guess = "windows-1251" if _looks_cyrillic(data) else ""
        raise SaveError("not_utf8", place, guess=guess, line=data.count(b"\n", 0, error.start) + 1) from None


def _looks_cyrillic(data: bytes) -> bool:
    letters = sum(byte >= 0xC0 for byte in data)
    return letters * 4 > sum(byte > 0x7F for byte in data) * 3


def _where(message: str, text: str) -> tuple[str, int, int]:
    """Take line and column out of tomllib's message (TOMLDecodeError has attributes for them only from 3.14 on)."""
    detail, _, place = message.rpartition(" (at ")
    words = place.rstrip(")").replace(",", "").split()
    if len(words) == 4 and words[0] == "line":
        return detail, int(words[1]), int(words[3])
    return detail or message, text.count("\n") + 1, 1


_PIECES: Final = re.compile(comments.STRINGS + r"|#[^\n]*|[\[\]{}]|\d[\d_]*", re.DOTALL)
"""Texts and comments whole, brackets and numbers: what must be told apart to find a place that tomllib names not."""


def _deepest(text: str) -> int:
    """Return where most brackets stand open."""
    depth = most = at = 0
    for piece in _PIECES.finditer(text):
        if piece.group() in "[{":
            depth += 1
        elif piece.group() in "]}":
            depth -= 1
        if depth > most:
            most, at = depth, piece.start()
    return at


def _longest_number(text: str) -> int:
    numbers = [piece for piece in _PIECES.finditer(text) if piece.group()[0].isdigit()]
    return max(numbers, key=lambda piece: len(piece.group())).start() if numbers else 0


def _place(text: str, at: int) -> tuple[int, int]:
    """Return line and column of a position, both from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def dumps(doc: Raw) -> str:
    """Return the document as TOML; what stands in it comes back from ``parse`` the same.

    Raises ``SaveError`` (``lone_surrogate``) for text that no file can hold.
    """
    plain = {key: value for key, value in doc.items() if key not in _BLOCKS and not isinstance(value, dict)}
    tables = {key: value for key, value in doc.items() if isinstance(value, dict) and value and key != COMMENTS}
    said = doc.get(COMMENTS)
    if isinstance(said, comments.Comments):
        plain = {**plain, COMMENTS: comments.Comments({key: said[key] for key in said if key not in tables})}
    parts = [_lines(plain)] if plain else []
    parts += [f"{comments.lines_above(doc, key)}[{key}]\n{_lines(value)}" for key, value in tables.items()]
    for key in _BLOCKS:
        parts += [f"{comments.lines_above(item, comments.ABOVE)}[[{key}]]\n{_lines(item)}" for item in doc.get(key, [])]
    if end := comments.lines_above(doc, comments.END):
        parts.append(end)
    text = "\n".join(parts)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SaveError("lone_surrogate") from None
    return text


def _lines(table: Raw) -> str:
    if COMMENTS in table:
        pairs = [(key, value) for key, value in table.items() if value is not None and key != COMMENTS]
        lines = [f"{comments.lines_above(table, key)}{_key(key)} = {_wrapped(value)}\n" for key, value in pairs]
        return comments.lines_above(table, *comments.homeless(table)) + "".join(lines)
    return "".join(f"{_key(key)} = {_wrapped(value)}\n" for key, value in table.items() if value is not None)


def _wrapped(value: Any) -> str:
    """A list of lists too long for a line is broken one item a line."""
    flat = _inline(value)
    if len(flat) <= _WIDTH or not isinstance(value, list) or not value or not isinstance(value[0], list):
        return flat
    return "[\n" + "".join(f"    {_inline(item)},\n" for item in value) + "]"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(
            f"{_key(key)} = {_inline(item)}"
            for key, item in value.items()
            if item is not None and not isinstance(item, comments.Comments)
        )
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_inline(item) for item in value)}]"
    return _literal(type(value).__name__, value)


@lru_cache(maxsize=4096)
def _literal(kind: str, value: Any) -> str:
    """``kind`` keeps 1, 1.0 and True apart in the cache."""
    import tomli_w

    return tomli_w.dumps({"v": value})[4:-1]


@lru_cache(maxsize=1024)
def _key(key: str) -> str:
    import tomli_w

    return tomli_w.dumps({key: 0})[:-5]
