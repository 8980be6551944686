"""What players typed, made safe to show: one line, nothing a terminal or a chat could obey."""

import re
from typing import Final

MARKS: Final = 3
"""Combining marks kept on one base."""

_ENOUGH: Final = 4_000
"""Characters looked at of a text to be cut: an endless one is not cleaned to its end."""
_PLAIN: Final = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f«»–—‘’“”„…№]*")
_UNKNOWN: Final = "\N{REPLACEMENT CHARACTER}"
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_LOOKS: Final = "\ufe0e\ufe0f"
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Characters that show nothing though Unicode calls them letters, symbols or marks."""


_HIDDEN: Final = re.compile(
    "[\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)
"""Controls, format characters and separators of lines that JSON may hold as they are, and halves of characters."""


def safe(text: str) -> str:
    """Return player-supplied text as one harmless line.

    Controls become their pictures (``␛``), line ends and odd spaces a space; bidi and other format characters,
    zero widths and fillers go; a joiner stays between emoji only; at most ``MARKS`` marks stay on one base.
    """
    if _PLAIN.fullmatch(text):
        return text
    return _clean(text)


def _clean(text: str) -> str:
    from unicodedata import category

    kept: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        kind = category(char)
        before = kept[-1] if kept else ""
        if kind[0] == "Z" or char in "\t\n\v\f\r\x85":
            new = " "
        elif kind == "Cc":
            new = _picture(ord(char))
        elif char in _LOOKS:
            new = char if before and (is_emoji(before) or category(before)[0] in "SPN") else ""
        elif char == _JOINER:
            after = text[at + 1 : at + 2]
            joined = before and after and (is_emoji(before) or before in _LOOKS) and is_emoji(after)
            new = char if joined else ""
        elif kind == "Cf" or char in _BLANKS or "\U000e0100" <= char <= "\U000e01ef" or "\ufe00" <= char <= "\ufe0d":
            new = ""
        elif kind[0] == "M":
            marks += 1
            new = char if kept and marks <= MARKS else ""
        elif kind in ("Cs", "Co") or (kind == "Cn" and not is_emoji(char)):
            new = _UNKNOWN
        else:
            new = char
        if new:
            marks = marks if kind[0] == "M" else 0
            kept.append(new)
    return "".join(kept)


def as_typed(text: str) -> str:
    """Return what stands in an input line as it may be shown there: sign for sign, ``\N{REPLACEMENT CHARACTER}`` for
    what hides, turns the line round or piles up; controls are left to the input line, which shows them itself."""
    if _PLAIN.fullmatch(text):
        return text
    from unicodedata import category

    shown: list[str] = []
    marks = 0
    for char in text:
        kind = category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        hides = kind in ("Cf", "Cs", "Cn", "Co", "Zl", "Zp") and char != _JOINER and not is_emoji(char)
        shown.append(_UNKNOWN if hides or char in _BLANKS or marks > MARKS else char)
    return "".join(shown)


def json_text(text: str) -> str:
    """Return JSON with what a terminal could obey written as ``\\u`` escapes: the same values when it is read."""
    return _HIDDEN.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _picture(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else _UNKNOWN


def is_emoji(char: str) -> bool:
    """Tell whether a character is a picture: an emoji, an arrow, a dingbat."""
    return "\U0001f000" <= char <= "\U0001faff" or ("\u2190" <= char <= "\u2bff" and char != "\u2800")


def width(char: str) -> int:
    """Return the columns a character takes in a terminal: 0, 1 or 2."""
    if char < "\xad" or "\u0400" <= char <= "\u0482":
        return 1
    from unicodedata import category, east_asian_width

    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def short(text: str, columns: int = 60) -> str:
    """Return the text safe and cut to so many columns, "…" at its end when something went."""
    more = len(text) > _ENOUGH
    text = safe(text[:_ENOUGH])
    if not more and (len(text) * 2 <= columns or sum(map(width, text)) <= columns):
        return text
    taken = 0
    for at, char in enumerate(text):
        taken += width(char)
        if taken > columns - 1:
            return text[:at].rstrip(_JOINER) + "…"
    return f"{text}…" if more else text
