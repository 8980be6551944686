"""On which line of a TOML file something stands: from a place such as ``steps[3].moves.doctor`` to its line."""

import re
from contextlib import suppress
from typing import Final

from mafia_cli.saves.shapes import place

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY: Final = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING: Final = re.compile(r'"{3}(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\]|\\.)*"|\'[^\']*\'', re.DOTALL)
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")


def lines_of(text: str) -> dict[str, int]:
    """Return the line (from 1) of every heading, key and list item of a TOML text that parses."""
    scan = _Scan(text)
    with suppress(_LostError, RecursionError):  # then of what was read so far
        scan.document()
    return scan.lines


def line_of(lines: dict[str, int], where: str) -> int | None:
    """Return the line of a place, or of what it stands in; ``None`` for what is nowhere in the file."""
    while where:
        if where in lines:
            return lines[where]
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return None


class _LostError(Exception):
    """The text is not what this reader expects."""


class _Scan:
    """Reads a valid TOML text for places only; what it says of an invalid one goes no further than the fault."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[str, int] = {}
        self.counts: dict[str, int] = {}

    def document(self) -> None:
        table = ""
        self.blank()
        while self.at < len(self.text):
            table = self.heading() if self.text[self.at] == "[" else self.pair(table)
            self.blank()

    def move(self, to: int) -> str:
        """Go on to a position, counting lines; return what was passed."""
        passed = self.text[self.at : to]
        self.line += passed.count("\n")
        self.at = to
        return passed

    def take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            raise _LostError
        self.move(found.end())
        return found[found.lastindex or 0]

    def blank(self) -> None:
        self.take(_BLANK)

    def sign(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.move(self.at + len(sign))
        return True

    def keys(self) -> list[str]:
        found = [self.take(_KEY).strip("\"'")]
        while self.sign("."):
            found.append(self.take(_KEY).strip("\"'"))
        return found

    def heading(self) -> str:
        line, many = self.line, self.text.startswith("[[", self.at)
        self.move(self.at + 1 + many)
        *above, last = self.keys()
        where = ""
        for key in above:
            where = self.indexed(place(*filter(None, (where, key))))
        where = place(*filter(None, (where, last)))
        if many:
            self.counts[where] = self.counts.get(where, 0) + 1
            self.lines.setdefault(where, line)
            where = self.indexed(where)
        self.lines.setdefault(where, line)
        if not self.sign("]" * (1 + many)):
            raise _LostError
        return where

    def indexed(self, where: str) -> str:
        return f"{where}[{self.counts[where]}]" if where in self.counts else where

    def pair(self, table: str) -> str:
        line = self.line
        where = table
        for key in self.keys():
            where = f"{where}.{key}" if where else key
            self.lines.setdefault(where, line)
        self.blank()
        if not self.sign("="):
            raise _LostError
        self.blank()
        self.value(where)
        return table

    def value(self, where: str) -> None:
        self.lines.setdefault(where, self.line)
        if self.sign("["):
            self.blank()
            number = 0
            while not self.sign("]"):
                number += 1
                self.value(f"{where}[{number}]")
                self.blank()
                self.sign(",")
                self.blank()
        elif self.sign("{"):
            self.blank()
            while not self.sign("}"):
                self.pair(where)
                self.blank()
                self.sign(",")
                self.blank()
        elif self.text.startswith(('"', "'"), self.at):
            self.take(_STRING)
        elif not self.take(_SCALAR):
            raise _LostError
