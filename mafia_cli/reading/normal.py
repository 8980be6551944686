"""Making written things comparable: invisible characters, quotes, dashes, look-alikes, the other keyboard layout."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

LONGEST_LINE: Final = 1000
"""Longer lines are nobody's move or vote; what is behind this many characters is not looked at."""
LONGEST_NAME: Final = 80

_DASHES: Final = "-‐‑‒–—―−⁃﹘﹣－⸺⸻"
_DOUBLE_QUOTES: Final = '"«»„“”‟″❝❞〝〞＂《》'
_SINGLE_QUOTES: Final = "'‘’‚‛′‹›＇´ʼ"
_ARROWS: Final = "→⇒➜➡⟶➔➙➞➝⟹"
_MARKS: Final = {"Mn", "Me"}


class _First(dict[int, str | None]):
    """The first pass over characters, filled as characters come up."""

    def __missing__(self, code: int) -> str | None:
        self[code] = made = self._make(chr(code))
        return made

    @staticmethod
    def _make(char: str) -> str | None:
        if char in _DASHES:
            return "-"
        if char in _DOUBLE_QUOTES:
            return '"'
        if char in _SINGLE_QUOTES:
            return "'"
        if char in _ARROWS:
            return ">"
        if char == "№":
            return "#"
        if char.isspace() or char in "\u2800\u3164\u115f\u1160":
            return " "
        code = ord(char)
        hidden = 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE01EF
        return None if hidden or unicodedata.category(char) in {"Cf", "Cc", "Cs", "Co", "Cn"} else char


class _Second(dict[int, str | None]):
    """The pass after composing: what is left of combining marks goes."""

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        made = None if unicodedata.category(char) in _MARKS else _FIRST[code]
        self[code] = made
        return made


_FIRST: Final = _First()
_SECOND: Final = _Second()
_ARROW: Final = re.compile(r"[-=]{1,5}>")
_PAIRED: Final = re.compile(r"(?<!\w)['`]{1,3}(\w[^'`]{0,80}?)['`]{1,3}(?!\w)")
_SMILEY: Final = re.compile(r"(?<!\w)[:;=]-?[)(]+|[:=]-?[)(]+")


def is_emoji(char: str) -> bool:
    """Whether a character is a picture and not writing."""
    if char < "\u00a9" or len(char) != 1:
        return False
    category = unicodedata.category(char)
    return category == "So" or (category == "Sk" and char > "\U0001f000")


def tidy(text: str) -> str:
    """Return ``text`` with invisible characters gone, and quotes, dashes, arrows and spaces of one kind each.

    Case and emoji stay. At most four times ``LONGEST_LINE`` characters are looked at.
    """
    text = text[: LONGEST_LINE * 64].translate(_FIRST)[: LONGEST_LINE * 4]
    if not text.isascii():
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)[: LONGEST_LINE * 4]
        text = text.translate(_SECOND)
    if ">" in text:
        text = _ARROW.sub(">", text)
    return " ".join(text.split())


def clean(text: str) -> str:
    """Return a tidy ``text`` without quotes around names and without smileys."""
    text = tidy(text)
    if '"' in text:
        text = text.replace('"', " ")
    if "'" in text or "`" in text:
        text = _PAIRED.sub(r"\1", text)
    if ")" in text or "(" in text:
        text = _SMILEY.sub(" ", text)
    return " ".join(text.split())


# Cyrillic letters that Latin and Greek ones look like, in capitals or in small letters.
_ALIKE: Final = (
    ("а", "aα"),
    ("в", "bβ"),
    ("с", "cϲ"),
    ("е", "eεё"),
    ("н", "hη"),
    ("к", "kκ"),
    ("м", "mμ"),
    ("о", "oο"),
    ("р", "pρ"),
    ("т", "tτ"),
    ("х", "xχ"),
    ("у", "yυ"),
    ("i", "іι"),
    ("j", "ј"),
    ("s", "ѕ"),
    ("n", "ν"),
    ("z", "ζ"),
    ("q", "ԛ"),
    ("w", "ԝ"),
    ("d", "ԁ"),
)
_TO_ONE: Final = {char: one for one, chars in _ALIKE for char in chars}


class _Fold(dict[int, str]):
    """One character to the one it is compared as; one for one, so that positions stay."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        low = char.lower()[0]
        if low.isdecimal():
            low = str(unicodedata.decimal(low))
        base = unicodedata.normalize("NFD", low)[0]
        if base != low and ("a" <= base <= "z" or "α" <= base <= "ω" or base in "еі"):
            low = base
        self[code] = made = _TO_ONE.get(low, low)
        return made


_FOLD: Final = _Fold()


def fold(text: str) -> str:
    """Return ``text`` as compared: case, ё, digits of other scripts, look-alikes. Of the same length."""
    return text.translate(_FOLD)


_PICTURED: Final = re.compile("[\u00a6-\u00b0\u2000-\u33ff\ua000-\uabff\ufe00-\U0010ffff]")


def _without_emoji(text: str) -> str:
    if not _PICTURED.search(text):
        return text
    return "".join(" " if is_emoji(char) else char for char in text)


@lru_cache(maxsize=16_384)
def key(text: str) -> str:
    """Return the folded form of an already clean name, without emoji and without marks around it."""
    folded = fold(text)
    if folded.isalnum():
        return folded
    start, end = 0, len(folded)
    plain = _without_emoji(folded)
    while start < end and not plain[start].isalnum():
        start += 1
    while end > start and not plain[end - 1].isalnum():
        end -= 1
    return " ".join(plain[start:end].split()) or folded


def skeleton(nick: str) -> str:
    """Return what the eye sees of a nick: two nicks with one skeleton are look-alikes."""
    seen = key(clean(nick))
    return seen.translate(_EYE) if any(char.isalpha() for char in seen) else seen


_EYE: Final = str.maketrans({"0": "о", "3": "з", "l": "i", "1": "i", "|": "i", "-": " ", "_": " "})


def look_alikes(nicks: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of positions (from 0) whose nicks look the same."""
    places: dict[str, list[int]] = {}
    for position, nick in enumerate(nicks):
        places.setdefault(skeleton(nick), []).append(position)
    return sorted(pair for group in places.values() for pair in combinations(group, 2))


_LATIN_KEYS: Final = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN_KEYS: Final = "ёйцукенгшщзхъфывапролджэячсмитьбю"
_TO_RUSSIAN: Final = str.maketrans(_LATIN_KEYS + '{}:"<>~', _RUSSIAN_KEYS + "хъжэбюё")
_TO_LATIN: Final = str.maketrans(_RUSSIAN_KEYS, _LATIN_KEYS)
_LATIN: Final = re.compile(r"[a-z]")
_CYRILLIC: Final = re.compile(r"[а-яё]")


@lru_cache(maxsize=4096)
def other_layout(text: str) -> str:
    """Return what the same keys give in the other keyboard layout, or "" if ``text`` is of no or of both scripts."""
    low = text.lower()
    latin, cyrillic = bool(_LATIN.search(low)), bool(_CYRILLIC.search(low))
    if latin == cyrillic:
        return ""
    return low.translate(_TO_RUSSIAN if latin else _TO_LATIN)


def letters(text: str) -> int:
    """Return how many letters ``text`` has."""
    return sum(map(str.isalpha, text))


def digits(text: str) -> str:
    """Return the digits of ``text`` in their order."""
    return "".join(filter(str.isdigit, text))


def keys(texts: Iterable[str]) -> frozenset[str]:
    """Return the folded forms of words of a catalogue."""
    return frozenset(key(text) for text in texts)
