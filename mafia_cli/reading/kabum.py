"""The kamikaze's word, ``-кабум "ник"`` (2.13)."""

import re
from typing import Final

from mafia_cli.reading.normal import clean, other_layout
from mafia_cli.reading.vocabulary import Class, is_a

_FORM: Final = re.compile(r"(?:[^:\n]{0,64}:)?\W{0,8}(\S{4,10}?)(?:[\s:,-]+(.{1,100}))?", re.DOTALL)


def is_kabum(word: str) -> bool:
    """Whether a word is the kamikaze's, in either layout."""
    turned = other_layout(word)
    return is_a(word, Class.KABUM) or (turned != "" and is_a(turned, Class.KABUM))


def read_kabum(text: str) -> str | None:
    """Return the nick named in ``-кабум "Аня"``, "" if it names none, ``None`` if the text is something else."""
    match = _FORM.fullmatch(clean(text))
    if match is None or not is_kabum(match[1]):
        return None
    return (match[2] or "").strip().rstrip(".!").strip()
