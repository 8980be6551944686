"""TOML text and tables, there and back; tables as the parser gives them go no further than tables.py and check.py."""

from functools import lru_cache
from typing import Any, Final

try:
    import tomli as parser  # compiled where it can be: four times as fast
except ImportError:  # pragma: no cover
    import tomllib as parser  # type: ignore[no-redef]

from mafia_cli.script.blocks import PIECES
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import SaveError

MAX_BYTES: Final = 8 * 1024 * 1024
_WIDTH: Final = 110
BLOCKS: Final = ("players", "steps", "told", "undone")
"""The lists of a document, in the order in which they are written."""


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
        return parser.loads(text)
    except parser.TOMLDecodeError as error:
        detail, line, column = _where(str(error), text)
        raise SaveError("bad_toml", line=line, column=column, detail=detail) from None
    except RecursionError:
        line, column = _place(text, _deepest(text))
        raise SaveError("bad_toml", line=line, column=column, detail="nested too deep") from None
    except ValueError:  # the one thing that the parser leaves to Python: int() takes no endless number
        line, column = _place(text, _longest_number(text))
        raise SaveError("bad_toml", line=line, column=column, detail="number too long") from None


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
    """Take line and column out of the parser's message (its error has attributes for them only from 3.14 on)."""
    detail, _, place = message.rpartition(" (at ")
    words = place.rstrip(")").replace(",", "").split()
    if len(words) == 4 and words[0] == "line":
        return detail, int(words[1]), int(words[3])
    return detail or message, text.count("\n") + 1, 1


def _deepest(text: str) -> int:
    """Return where most brackets stand open."""
    depth = most = at = 0
    for piece in PIECES.finditer(text):
        depth += (piece.group() in "[{") - (piece.group() in "]}")
        if depth > most:
            most, at = depth, piece.start()
    return at


def _longest_number(text: str) -> int:
    numbers = [piece for piece in PIECES.finditer(text) if piece.group()[0].isdigit()]
    return max(numbers, key=lambda piece: len(piece.group())).start() if numbers else 0


def _place(text: str, at: int) -> tuple[int, int]:
    """Return line and column of a position, both from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def dumps(doc: Raw) -> str:
    """Return a document as TOML in the layout of saves; ``SaveError`` as for ``dump``."""
    plain = {key: value for key, value in doc.items() if key not in BLOCKS and not isinstance(value, dict)}
    tables = {key: value for key, value in doc.items() if isinstance(value, dict) and value}
    parts = [lines_of(plain)] if plain else []
    parts += [f"[{key}]\n{lines_of(value)}" for key, value in tables.items()]
    parts += [f"[[{key}]]\n{lines_of(item)}" for key in BLOCKS for item in doc.get(key, [])]
    return joined([(text, False) for text in parts])


def joined(parts: list[tuple[str, bool]]) -> str:
    """Join blocks, a blank line before each that is written anew."""
    texts: list[str] = []
    for text, old in parts:
        if texts and not texts[-1].endswith("\n"):
            texts.append("\n")
        texts.append(text if old or not texts else f"\n{text}")
    joined = "".join(texts)
    try:
        joined.encode()
    except UnicodeEncodeError:
        raise SaveError("lone_surrogate") from None
    return joined


def lines_of(table: Raw) -> str:
    return "".join(f"{_key(key)} = {_wrapped(value)}\n" for key, value in table.items() if value is not None)


def _wrapped(value: Any) -> str:
    """A list of lists too long for a line is broken one item a line."""
    flat = _inline(value)
    if len(flat) <= _WIDTH or not isinstance(value, list) or not value or not isinstance(value[0], list):
        return flat
    return "[\n" + "".join(f"    {_inline(item)},\n" for item in value) + "]"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_inline(item) for item in value)}]"
    return _literal(type(value).__name__, value)


@lru_cache(maxsize=4096)
def _literal(kind: str, value: Any) -> str:
    """``kind`` keeps 1, 1.0 and True apart in the cache."""
    import tomli_w

    return value.isoformat() if kind == "datetime" else tomli_w.dumps({"v": value})[4:-1]


@lru_cache(maxsize=1024)
def _key(key: str) -> str:
    import tomli_w

    return tomli_w.dumps({key: 0})[:-5]
