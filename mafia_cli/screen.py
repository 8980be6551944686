"""What the host sees: wrapping, columns and tables; the only place that imports rich.

On a terminal a table is rich's and a title stands in a line drawn across; into a pipe, under ``NO_COLOR`` and in plain
mode goes aligned text without either. Plain mode is for a screen reader: one thing a line, marks in words.
Nothing is said by colour alone. Text that players supplied must come in safe (``words.clean``); it is never markup.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Final

from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short
from mafia_cli.words.clean import width as char_width

_GAP: Final = "  "
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_LEAST: Final = 6
_NARROWEST: Final = 24
_WIDEST: Final = 100
_DUMB: Final = ("dumb", "unknown")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table; ``faded``: of less weight, such as a player who is out (the words say so too)."""

    cells: tuple[str, ...]
    faded: bool = False


def is_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout.isatty()


def is_plain() -> bool:
    """Tell whether plain mode is wanted: ``--plain``, ``MAFIA_PLAIN``, or a dumb terminal."""
    return bool(os.environ.get("MAFIA_PLAIN")) or os.environ.get("TERM", "").lower() in _DUMB


def is_fancy() -> bool:
    """Tell whether bold, faint and lines may be drawn: on a terminal that obeys escapes, unless the host wants none."""
    return is_terminal() and not is_plain() and not os.environ.get("NO_COLOR") and not _is_old_console()


def may_redraw() -> bool:
    """Tell whether a line of standard error may be written over, as a progress bar is."""
    return sys.stderr.isatty() and not is_plain() and not os.environ.get("NO_COLOR")


def _is_old_console() -> bool:
    """A console of Windows that would show escapes instead of obeying them."""
    if sys.platform == "win32":
        from rich.console import detect_legacy_windows

        return detect_legacy_windows()
    return False


def spoken(words: Words, domain: str, key: str, /, **params: object) -> str:
    """Return a text of the catalogue; in plain mode the one under ``spoken``, which says in words what a mark shows."""
    return words.text(domain, f"spoken.{key}" if is_plain() else key, **params)


def columns() -> int:
    """Return the columns to fill: the terminal's, at most 100; 80 without one."""
    return max(_NARROWEST, min(get_terminal_size((80, 24)).columns, _WIDEST))


def rows() -> int:
    """Return the rows of the terminal; 24 without one."""
    return get_terminal_size((80, 24)).lines


def text_width(text: str) -> int:
    """Return the columns that a text takes."""
    return sum(map(char_width, text))


def wrap(text: str, room: int, first: str = "", rest: str | None = None) -> list[str]:
    """Return one line of text as lines of at most ``room`` columns, ``first`` before the first, ``rest`` before others.

    A word longer than a line is broken, a no-break space is shown as a space; ``rest`` is by default as wide as
    ``first`` but blank.
    """
    rest = " " * text_width(first) if rest is None else rest
    lines, line, empty, taken = [], first, True, text_width(first)
    indent = text_width(rest)
    for word in _words(text, max(1, room - max(taken, indent))):
        wide = text_width(word)
        if not empty and taken + 1 + wide > room:
            lines.append(line)
            line, empty, taken = rest, True, indent
        line += word if empty else f" {word}"
        taken += wide if empty else wide + 1
        empty = False
    return [one.replace(_NO_BREAK, " ").rstrip() for one in (*lines, line)]


def wrap_lines(lines: Sequence[str]) -> list[str]:
    """Return lines cut to the screen, what belongs together set in by two columns; escape codes are left alone."""
    room = columns()
    return [piece for line in lines for piece in ([line] if _fits(line, room) else wrap(line, room, "", "  "))]


def _fits(line: str, room: int) -> bool:
    return "\x1b" in line or text_width(line) <= room


def _words(text: str, room: int) -> Iterator[str]:
    for word in filter(None, text.split(" ")):
        piece, taken = "", 0
        for char in word:
            taken += char_width(char)
            if taken > room:
                yield piece
                piece, taken = "", char_width(char)
            piece += char
        yield piece


def side_by_side(items: Sequence[str], room: int, indent: str = "") -> list[str]:
    """Return short items in as many columns as fit, read downwards; in plain mode one a line."""
    if is_plain():
        return [f"{indent}{item}" for item in items]
    cell = max(map(text_width, items), default=0) + 1
    across = max(1, (room - text_width(indent) + 1) // cell)
    down = -(-len(items) // across)
    rows = [[_padded(item, cell, right=False) for item in items[at::down]] for at in range(down)]
    return [f"{indent}{''.join(row)}".rstrip() for row in rows]


def flow(items: Sequence[str], room: int) -> list[str]:
    """Return short items one after another with a gap, as many on a line as fit; in plain mode one a line."""
    if is_plain():
        return list(items)
    lines: list[str] = []
    for item in items:
        if lines and text_width(lines[-1]) + text_width(item) + 3 <= room:
            lines[-1] += f"   {item}"
        else:
            lines.append(item)
    return lines


def heading(text: str) -> str:
    """Return a heading, bold on a terminal."""
    return _rendered([(text, "bold")]) if is_fancy() else text


def rule(text: str, room: int) -> str:
    """Return a line across the screen with a title in it; where no lines are drawn, the title alone."""
    if not is_fancy():
        return f"-- {text}" if text else "--"
    return f"── {text} ".ljust(room - text_width(text) + len(text), "─") if text else "─" * room


def table(head: Sequence[str], rows: Sequence[Row], numbers: Iterable[int] = (), whole: Iterable[int] = ()) -> str:
    """Return a table as wide as its content needs and the screen allows.

    The last column is wrapped when there is no room for it, the others are cut with "…", the widest first. Positions
    count from 0: the columns in ``numbers`` are set to the right, these and those in ``whole`` are never cut.
    """
    right = frozenset(numbers)
    widths = _widths([Row(tuple(head)), *rows], columns(), right.union(whole))
    if is_fancy():
        return _rich_table(head, rows, widths, right)
    lines = [line for row in (Row(tuple(head)), *rows) for line in _plain_row(row.cells, widths, right)]
    return "\n".join(lines)


def fits(head: Sequence[str], rows: Sequence[Row]) -> bool:
    """Tell whether a table has room on the screen without a cell cut or wrapped."""
    columns_of = zip(*(row.cells for row in (Row(tuple(head)), *rows)), strict=True)
    widths = [max(map(text_width, column)) for column in columns_of]
    return sum(widths) + len(_GAP) * (len(widths) - 1) <= columns()


def _widths(rows: Sequence[Row], room: int, whole: frozenset[int]) -> list[int]:
    """Return the columns' widths: natural ones where they fit; the last gives way down to a third of the room."""
    widths = [max(map(text_width, column)) for column in zip(*(row.cells for row in rows), strict=True)]
    free = room - len(_GAP) * (len(widths) - 1)
    widths[-1] = min(widths[-1], max(free - sum(widths[:-1]), free // 3))
    elastic = [at for at in range(len(widths) - 1) if at not in whole]
    while elastic and sum(widths) > free:
        widest = max(elastic, key=lambda at: widths[at])
        if widths[widest] <= _LEAST:
            break
        widths[widest] -= 1
    return widths


def _plain_row(cells: Sequence[str], widths: Sequence[int], right: frozenset[int]) -> list[str]:
    fixed = [_padded(short(cell, widths[at]), widths[at], at in right) for at, cell in enumerate(cells[:-1])]
    first = _GAP.join([*fixed, ""])
    if len(widths) - 1 in right:
        return [first + _padded(cells[-1], widths[-1], True)]
    return [line.rstrip() for line in wrap(cells[-1], text_width(first) + max(widths[-1], 1), first)]


def _padded(text: str, room: int, right: bool) -> str:
    blank = " " * (room - text_width(text))
    return blank + text if right else text + blank


# --- rich -------------------------------------------------------------------------------------------------


def _rendered(pieces: Sequence[tuple[str, str]]) -> str:
    from rich.text import Text

    return _console_text(Text.assemble(*pieces))


def _rich_table(head: Sequence[str], rows: Sequence[Row], widths: Sequence[int], right: frozenset[int]) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    last = len(widths) - 1
    for at, title in enumerate(head):
        made.add_column(
            Text(title),
            width=widths[at],
            justify="right" if at in right else "left",
            no_wrap=at != last,
            overflow="fold" if at == last else "ellipsis",
        )
    for row in rows:
        made.add_row(*(Text(cell) for cell in row.cells), style="dim" if row.faded else "")
    return _console_text(made)


def _console_text(made: object) -> str:
    """Return what rich makes of it for this terminal; rich itself heeds NO_COLOR and TERM."""
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    Console(file=out, force_terminal=True, width=columns(), highlight=False, emoji=False, markup=False).print(made)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
