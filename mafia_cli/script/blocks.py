"""A save as blocks of text: the pairs at its top, each table, each player, step and so on, with the comments above it.

Nothing is parsed here; where a block begins is told by its head, ``[name]`` or ``[[name]]`` at the beginning of a line.
"""

import re
from typing import Final, NamedTuple

_STRINGS: Final = r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'"
PIECES: Final = re.compile(_STRINGS + r"|#[^\n]*|[\[\]{}]|\d[\d_]*", re.DOTALL)
"""Texts and comments whole, brackets and numbers: what must be told apart to find a place."""
_HEAD: Final = re.compile(r"""^[ \t]*\[\[?[ \t]*["']?([A-Za-z0-9_-]+)["']?[ \t]*[].]""", re.MULTILINE)
_PLAIN: Final = re.compile(r"\[\[?(?!true|false|inf|nan)[a-z]+\]\]?[ \t\r]*$", re.MULTILINE)
"""A head that can be no item of a list."""
_BLANK: Final = re.compile(r"[ \t\r]*(?:#[^\n]*)?\n?")
_COMMENT: Final = re.compile(r"#[^\x00-\x08\x0a-\x1f\x7f]*")


class Block(NamedTuple):
    """A part of a file: the name in its head ("" for the pairs at the top), its text, the line of its head (from 1)."""

    name: str
    text: str
    line: int


def split(text: str) -> tuple[list[Block], str]:
    """Return the blocks of a TOML text that parses, in order, and what stands after the last of them.

    Blocks and rest, joined, are the text. A table inside a block (``[steps.moves]``) belongs to it.
    """
    starts = [(0, 0, "")]
    for head, name in _heads(text):
        inside = text[head : text.find("\n", head)].lstrip(" \t[").startswith((f"{name}.", f'"{name}".'))
        if not (inside and starts[-1][2] == name):
            starts.append((_above(text, starts[-1][1], head), head, name))
    end = _above(text, starts[-1][1], len(text))
    blocks, line, counted = [], 1, 0
    for (start, head, name), after in zip(starts, [*(one[0] for one in starts[1:]), end], strict=True):
        line, counted = line + text.count("\n", counted, head), head
        if name or start != after:
            blocks.append(Block(name, text[start:after], line))
    return blocks, text[end:]


def _heads(text: str) -> list[tuple[int, str]]:
    """Return where the heads stand, with the first of their names."""
    found = [(one.start(), one[1]) for one in _HEAD.finditer(text)]
    if '"""' not in text and "'''" not in text and all(_PLAIN.match(text, at) for at, _ in found):
        return found
    depth, at, outside = 0, 0, set()
    masked = PIECES.sub(lambda one: one[0] if one[0] in "[]{}" else re.sub(r"[^\n]", " ", one[0]), text)
    for line in masked.split("\n"):
        if depth:
            depth += sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
        elif line.lstrip(" \t").startswith("["):
            outside.add(at)
        else:
            depth = sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
        at += len(line) + 1
    return [one for one in found if one[0] in outside]


def _above(text: str, least: int, head: int) -> int:
    """Return where the blank lines and comments above a head begin."""
    at = head
    while at > least:
        before = text.rfind("\n", 0, at - 1) + 1
        if before < least or _BLANK.fullmatch(text, before, at) is None:
            break
        at = before
    return at


def comments_in(text: str) -> tuple[str, ...]:
    """Return the comments of a text, from their sign on."""
    return tuple(one[0].rstrip("\r") for one in PIECES.finditer(text) if one[0][0] == "#") if "#" in text else ()


def is_comment(line: object) -> bool:
    """Tell whether this can stand in a file as a comment of one line."""
    return isinstance(line, str) and _COMMENT.fullmatch(line) is not None


# --- places -----------------------------------------------------------------------------------------------


def line_of(text: str, where: str) -> int | None:
    """Return the line (from 1) of a place such as ``steps[3].moves.doctor``, or of what it stands in.

    ``None`` for what is nowhere in the file.
    """
    parts = re.findall(r"[^.\[\]]+|\[\d+\]", where)
    blocks, _ = split(text)
    if not parts:
        return None
    if len(parts) > 1 and parts[1][0] == "[":
        named = [block for block in blocks if block.name == parts[0]]
        at = int(parts[1][1:-1])
        if named:
            return _within(named[at - 1], parts[2:]) if at <= len(named) else None
    for block in blocks:
        if block.name == parts[0]:
            return _within(block, parts[1:])
    top = next((block for block in blocks if not block.name), None)
    return _within(top, parts, 0) if top else None


def _within(block: Block, keys: list[str], found: int | None = None) -> int | None:
    """Return the line of a key in a block, of a nested one or an item where it stands on a line of its own."""
    lines = block.text.split("\n")
    skipped = 0 if not block.name else next(at for at, line in enumerate(lines) if line.lstrip(" \t").startswith("["))
    line, at = (block.line if found is None else None), skipped
    for key in keys:
        if key[0] == "[":
            row = at + int(key[1:-1])
            if row < len(lines) and re.search(r"\[[ \t]*(?:#.*)?$", lines[at]):
                line, at = block.line + row - skipped, row
            continue
        word = re.compile(rf"""(?:^[ \t]*|[{{,.][ \t]*|\[.*\.)["']?{re.escape(key)}["']?[ \t]*[=.\]]""")
        here = next((row for row in range(at, len(lines)) if word.search(lines[row])), None)
        if here is None:
            break
        line, at = block.line + here - skipped, here
    return line
