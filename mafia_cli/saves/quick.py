"""Reading thousands of saves: what the program wrote itself is read line by line, the rest by the TOML parser.

``read_quick`` gives the same document as ``text.parse`` but for what statistics do not need (``entries``, ``told``,
``undone``, ``setup``). A line that is not surely understood sends the whole file to the parser.
"""

import json
import re
import tomllib
from typing import Any, Final

from mafia_cli.saves.script import Raw
from mafia_cli.saves.text import parse

_LEFT_OUT: Final = frozenset({"told", "undone", "setup"})
_LISTS: Final = frozenset({"players", "steps"})
_LINE: Final = re.compile(r"([A-Za-z0-9_-]+) = (.+)")
_SIMPLE: Final = re.compile(r'-?(?:0|[1-9]\d{0,17})|true|false|\[[^\\{}]*\]|"[^"\\]*"')
_HEADING: Final = re.compile(r"\[(\[?)([a-z]+)\]\]?")


class _NotSureError(Exception):
    """The line is not one that the program writes."""


def read_quick(data: bytes) -> Raw:
    """Return the document in these bytes without what statistics do not need; raises as ``parse`` does."""
    try:
        text = data.decode()
        if '"""' in text or "'''" in text or "\r" in text or "\x7f" in text:
            raise _NotSureError
        return _read(text)
    except (_NotSureError, ValueError, RecursionError):
        return parse(data)


def _read(text: str) -> Raw:
    doc: Raw = {}
    table: Raw | None = doc
    lines = iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        if line[0] == "[":
            table = _heading(doc, line)
            continue
        found = _LINE.fullmatch(line)
        if not found:
            raise _NotSureError
        key, value = found.groups()
        if value == "[":
            value = _list(lines)
        if table is None or (key == "entries" and doc.get("steps", [None])[-1] is table):
            continue
        if key in table or (table is doc and key in _LISTS):
            raise _NotSureError
        table[key] = _value(key, value)
    return doc


def _heading(doc: Raw, line: str) -> Raw | None:
    """Return the table that a heading begins, ``None`` for one that is left out."""
    found = _HEADING.fullmatch(line)
    if not found or (found[1] == "[") != line.endswith("]]"):
        raise _NotSureError
    name = found[2]
    if name in _LEFT_OUT:
        return None
    new: Raw = {}
    if name in _LISTS and found[1]:
        doc.setdefault(name, []).append(new)
    elif found[1] or name in doc:
        raise _NotSureError
    else:
        doc[name] = new
    return new


def _list(lines: Any) -> str:
    """Return the rest of a list that is written one item a line."""
    items: list[str] = []
    for line in lines:
        if line == "]":
            return f"[{', '.join(items)}]"
        if not (line.startswith("    ") and line.endswith(",")):
            raise _NotSureError
        items.append(line[4:-1])
    raise _NotSureError


def _value(key: str, value: str) -> Any:
    if _SIMPLE.fullmatch(value):
        found = json.loads(value)
        if "null" not in value and "N" not in value and "I" not in value:
            return found
    return tomllib.loads(f"{key} = {value}")[key]
