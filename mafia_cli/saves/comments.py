"""A host's own comments in a save, carried along: each stays above the key or the block at which it stood.

They travel inside the tables themselves under the key ``COMMENTS``, which no file can hold as this type; so they go
where a step goes. What stood at the end of a line or inside a list comes to stand above its key; what is written at a
step that is undone waits there as ``PACKED`` data for its redoing; what loses its place goes to the end of the file.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

COMMENTS: Final = "#"
PACKED: Final = "comments"
"""The key of comments among what was undone, where none can stand: lists of lines by the key they stood above."""
ABOVE: Final = ""
"""Before the head of a block."""
END: Final = "#end"
"""After everything else."""

STRINGS: Final = r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'"
"""A string of TOML of any kind, whole (with ``re.DOTALL``)."""
_TOKEN: Final = re.compile(STRINGS + r"|#[^\n]*|\n|[^\"'#\n]+", re.DOTALL)
_HEAD: Final = re.compile(r"\s*\[(\[?)\s*([A-Za-z0-9_-]+)\s*(\.?)")
_LINE: Final = re.compile(r"#[^\x00-\x08\x0a-\x1f\x7f]*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Comments(dict[str, list[str]]):
    """The comments of one table, by the key that they stand above."""


def gather(text: str, doc: dict[str, Any], blocks: tuple[str, ...]) -> None:
    """Put the comments of a lawful TOML text into the tables of its document."""
    table, prefix = doc, ""
    key, above, line, depth = "", list[str](), "", 0
    for found in _TOKEN.finditer(text):
        token = found.group()
        if token[0] == "#":
            if line.strip() or depth:
                _put(table, prefix or key, [token])
            else:
                above.append(token)
        elif token == "\n":
            line = ""
        else:
            if not depth and not line.strip() and token.strip():
                head = _HEAD.match(token)
                if head:
                    table, prefix = _entered(doc, table, blocks, *head.groups())
                    key = prefix or ABOVE
                elif bare := _BARE.match(token.strip()):
                    key = bare.group()
                _put(table, prefix or key, above)
                above = []
            line += token
            if token[0] not in "\"'" and not _HEAD.match(line):
                depth = max(0, depth + token.count("[") - token.count("]"))
    _put(doc, END, above)
    for block in blocks:
        for item in doc.get(block, ()) if isinstance(doc.get(block), list) else ():
            if isinstance(item, dict) and item.get(COMMENTS) == {}:
                del item[COMMENTS]


def _entered(
    doc: dict[str, Any], before: dict[str, Any], blocks: tuple[str, ...], double: str, name: str, dot: str
) -> tuple[dict[str, Any], str]:
    """Return the table that a head begins, and the key of the document under which its comments are kept, if any."""
    if double and name in blocks and not dot:
        count = sum(1 for item in doc[name] if isinstance(item.get(COMMENTS), Comments))
        doc[name][count][COMMENTS] = Comments()
        return doc[name][count], ""
    if dot and name in blocks:
        return before, ABOVE
    return doc, name


def _put(table: dict[str, Any], key: str, lines: list[str]) -> None:
    if lines:
        kept = table.setdefault(COMMENTS, Comments())
        if isinstance(kept, Comments):
            kept.setdefault(key, []).extend(lines)


def lines_above(table: dict[str, Any], *keys: str) -> str:
    """Return the comments above these keys of a table, each on a line of its own."""
    kept = table.get(COMMENTS)
    return "".join(f"{line}\n" for key in keys for line in kept.get(key, ())) if isinstance(kept, Comments) else ""


def homeless(table: dict[str, Any]) -> list[str]:
    """Return the keys with comments that a table no longer has."""
    kept = table.get(COMMENTS)
    return [key for key in kept if key not in table and key not in (ABOVE, END)] if isinstance(kept, Comments) else []


def pack(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table with its comments as plain data in it."""
    kept = table.get(COMMENTS)
    if not isinstance(kept, Comments) or not kept:
        return table
    return {**_bare(table), PACKED: {key: [*lines] for key, lines in kept.items()}}


def packed(table: dict[str, Any]) -> dict[str, Any]:
    """Return the comments of a table that goes, as an entry of what was undone takes them; nothing without any."""
    return {key: value for key, value in pack(table).items() if key == PACKED}


def unpack(table: dict[str, Any], data: Any) -> dict[str, Any]:
    """Return a table with comments back in it that ``pack`` made data of; what is no comment is left out."""
    kept = Comments({key: [*lines] for key, lines in table.get(COMMENTS, Comments()).items()})
    for key, lines in data.items() if isinstance(data, dict) else ():
        sound = [line for line in lines if _is_line(line)] if isinstance(lines, list) else []
        kept[key] = [*kept.get(key, []), *sound]
    kept = Comments({key: lines for key, lines in kept.items() if lines})
    return {**_bare(table), COMMENTS: kept} if kept else _bare(table)


def _bare(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in (COMMENTS, PACKED)}


def _is_line(line: Any) -> bool:
    return isinstance(line, str) and _LINE.fullmatch(line) is not None


def none_lost(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the document that takes the place of another with its comments: those without a place stand at the end."""
    lost = Counter(every_line(before))
    if lost:
        lost -= Counter(every_line(after))
    if not lost:
        return after
    return unpack(after, {END: [*lost.elements()]})


def every_line(doc: dict[str, Any]) -> Iterator[str]:
    """Yield every comment of a document."""
    for value in (doc, *doc.values()):
        for table in value if isinstance(value, list) else (value,):
            if isinstance(table, dict):
                yield from _lines_of(table)
    for taken in doc.get("undone", ()):
        if isinstance(taken, dict):
            steps = taken.get("steps")
            for table in (taken.get("step"), *(steps if isinstance(steps, list) else ())):
                if isinstance(table, dict):
                    yield from _lines_of(table)


def _lines_of(table: dict[str, Any]) -> Iterator[str]:
    for kept in (table.get(COMMENTS), table.get(PACKED)):
        for lines in kept.values() if isinstance(kept, dict) else ():
            yield from (line for line in lines if _is_line(line)) if isinstance(lines, list) else ()
