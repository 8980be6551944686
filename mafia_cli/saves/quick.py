"""Reading thousands of saves: what the program wrote itself is read by one pattern, the rest by the TOML parser.

``read_quick`` gives the same document as ``text.parse`` but for what statistics do not need (``entries``, ``told``,
``undone``, ``setup``). Anything that is not surely understood sends the whole file to the parser.
"""

import json
import re
import tomllib
from typing import Any, Final

from mafia_cli.saves.script import Raw
from mafia_cli.saves.text import parse

_LEFT_OUT: Final = frozenset({"told", "undone", "setup"})
_LISTS: Final = frozenset({"players", "steps"})
_TEXT: Final = r'"[^"\\\n]*"'
_NUMBER: Final = r"-?(?:0|[1-9]\d{0,17})"
_ITEMS: Final = rf"(?:{_TEXT}|[-0-9 ,\[\]truefals]++)*+"
"""Inside a list; what else these letters may spell the decoder refuses."""
_ENTRY: Final = re.compile(
    rf"""
    \[ (?P<many> \[? ) (?P<heading> [a-z]+ ) (?P<close> \]\]? ) \n+
    | (?P<key> [A-Za-z0-9_-]+ ) [ ]=[ ] (?:
        (?P<text> {_TEXT} )
        | (?P<plain> {_NUMBER} | true | false | \[{_ITEMS}(?<=\]) )
        | \[ \n (?P<rows> (?: [ ]{{4}} {_ITEMS} (?<=,) \n )*+ ) \]
        | (?P<other> [^\n]+ )
    ) \n+
    | \n+
    """,
    re.VERBOSE,
)
_PAIR: Final = rf"([A-Za-z0-9_-]+) = ({_TEXT}|\[{_ITEMS}(?<=\]))"
_PAIRS: Final = re.compile(_PAIR)
_TABLE: Final = re.compile(rf"\{{ {_PAIR}(?:, {_PAIR})* \}}")
_CONTROL: Final = bytes(code for code in (*range(32), 127) if code not in b"\t\n")


class _NotSureError(Exception):
    """This is not what the program writes."""


def read_quick(data: bytes) -> Raw:
    """Return the document in these bytes without what statistics do not need; raises as ``parse`` does."""
    try:
        if b'"""' in data or b"'''" in data or len(data) != len(data.translate(None, _CONTROL)):
            raise _NotSureError
        return _read(data.decode())
    except (_NotSureError, ValueError, RecursionError):
        return parse(data)


def _read(text: str) -> Raw:
    doc: Raw = {}
    table: Raw = doc
    step = False
    at = 0
    while at < len(text):
        found = _ENTRY.match(text, at)
        if not found:
            raise _NotSureError
        at = found.end()
        many, heading, close, key, string, plain, rows, other = found.groups()
        if heading:
            if len(close) != 1 + len(many):
                raise _NotSureError
            if heading in _LEFT_OUT:
                after = text.find("\n[", at - 1)
                at = after + 1 if after >= 0 else len(text)
            else:
                table, step = _new_table(doc, heading, many), heading == "steps"
        elif key and not (step and key == "entries"):
            if key in table or (table is doc and key in _LISTS):
                raise _NotSureError
            if string is not None:
                table[key] = string[1:-1]
            elif other:
                table[key] = _inline(key, other)
            else:
                table[key] = _DECODER.decode(plain or f"[{rows[:-2]}]")
    return doc


def _new_table(doc: Raw, name: str, many: str) -> Raw:
    new: Raw = {}
    if name in _LISTS and many:
        doc.setdefault(name, []).append(new)
    elif many or name in doc:
        raise _NotSureError
    else:
        doc[name] = new
    return new


def _inline(key: str, value: str) -> Any:
    """Return the value of a key that is no plain one: as a rule the moves of a night."""
    if not _TABLE.fullmatch(value):
        return tomllib.loads(f"{key} = {value}")[key]
    pairs = _PAIRS.findall(value)
    table = {name: item[1:-1] if item[0] == '"' else _DECODER.decode(item) for name, item in pairs}
    if len(table) != len(pairs):
        raise _NotSureError
    return table


def _not_toml(name: str) -> Any:
    raise _NotSureError(name)


_DECODER: Final = json.JSONDecoder(parse_constant=_not_toml)
