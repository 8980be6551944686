"""Which theme somebody wants: by the number on the list, by its name in any case, by other words for it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from mafia_cli.reading.answers import spelt
from mafia_cli.reading.normal import clean
from mafia_cli.reading.vocabulary import signup_words

_WORD: Final = re.compile(r"\w+")
_SHORTEST: Final = 3
_LONGEST_SAID: Final = 12


def theme_words_of(name: str, also: Sequence[str] = ()) -> list[str]:
    """Return the words that mean a theme: those of its name, of its other names, and what the catalogues know."""
    words = [spelt(word) for text in (name, *also) for word in _WORD.findall(clean(text))]
    return list(dict.fromkeys(word for word in words if len(word) >= _SHORTEST and word not in _idle()))


def _idle() -> frozenset[str]:
    return frozenset(map(spelt, (*signup_words("filler"), *signup_words("join"))))


def themes_in(text: str, themes: Mapping[str, Sequence[str]]) -> tuple[list[str], bool]:
    """Return the themes that a text names (of ``themes``, as listed, each with its words), and whether surely.

    Certain is one theme, named without a no, a perhaps or a question.
    """
    tidy = clean(text)
    words = [spelt(word) for word in _WORD.findall(tidy)]
    names = list(themes)
    found = [
        names[int(word) - 1] for word in words if word.isdecimal() and len(word) < 4 and 0 < int(word) <= len(names)
    ]
    for word in words:
        near = [
            (size, name)
            for name, known in themes.items()
            if (size := max((_shared(word, one) for one in known), default=0))
        ]
        best = max(near, default=(0, ""))[0]
        found += [name for size, name in near if size == best]
    several = list(dict.fromkeys(found))
    said = frozenset(words)
    doubtful = "?" in tidy or bool(said & _against()) or len(words) > _LONGEST_SAID
    return several, len(several) == 1 and not doubtful


def _against() -> frozenset[str]:
    return frozenset(
        map(spelt, (*signup_words("not"), *signup_words("no_weak"), *signup_words("against")))
    ) | frozenset(spelt(word) for word in signup_words("maybe") if " " not in word)


def _shared(word: str, known: str) -> int:
    """Return how many letters a word shares with a known one from the start, 0 if it is no form of it."""
    if word == known:
        return len(word) + 1
    pairs = enumerate(zip(word, known, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(word), len(known)))
    return same if same >= max(_SHORTEST + 1, len(known) - 2) else 0
