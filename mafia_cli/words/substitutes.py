"""Text for an output that lacks some of its characters: what stands for each, readable, never an error."""

import codecs
import unicodedata
from typing import Final

from mafia_cli.words.clean import is_emoji

_SIGNS: Final = {
    **dict.fromkeys("«»“”„‟″", '"'),
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("‐‑‒–—―−─·•", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("⏳⏸⏰", ""),
    **dict.fromkeys("✗×", "x"),
    "…": "...",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "✓": "+",
    "●": "*",
    "№": "No",
    "±": "+-",
}
_LATIN: Final = "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch ' y ' e yu ya i yi ye g u"
_CYRILLIC: Final = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў", _LATIN.split(), strict=True))


def error_handler(encoding: str) -> str:
    """Return the name of the codecs' error handler that writes substitutes in this encoding; the call registers it."""
    name = f"mafia-{encoding.lower()}"

    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        found = error.object[error.start : error.end]
        return "".join(_fitting(char, encoding) for char in found), error.end

    codecs.register_error(name, handle)
    return name


def _fitting(char: str, encoding: str) -> str:
    return next((one for one in _candidates(char) if _fits(one, encoding)), "?")


def _candidates(char: str) -> list[str]:
    """What may stand for a character, the best first."""
    latin = _CYRILLIC.get(char.lower(), "")
    bare = "".join(one for one in unicodedata.normalize("NFKD", char) if not unicodedata.combining(one))
    if char in _SIGNS:
        return [_SIGNS[char]]
    if latin:
        return [latin if char.islower() else latin.capitalize()]
    if unicodedata.combining(char) or unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f":
        return [""]
    return [bare] * (bare != char) + ["*"] * is_emoji(char)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
