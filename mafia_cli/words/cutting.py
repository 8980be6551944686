"""Cutting a text into parts that a chat takes: at the ends of paragraphs, lines, sentences, words."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Final, NamedTuple

from mafia_cli.words.names import People

_ESCAPED: Final = {"&": 5, "<": 4, ">": 4, '"': 6, "'": 6}
"""Bytes of a character after HTML escaping, counted by the longer of the usual forms (``&quot;``, ``&#x27;``)."""


def _plug(char: str) -> int:
    return _ESCAPED.get(char) or len(char.encode("utf-8", "surrogatepass"))


def _utf16(char: str) -> int:
    return 1 + (char > "\uffff")


def _one(_: str) -> int:
    return 1


class Profile(NamedTuple):
    """A chat: how much of which unit one message may hold (0 = no limit)."""

    name: str
    limit: int
    cost: Callable[[str], int] = _one

    def size(self, text: str) -> int:
        """Return the length of a text as this chat measures it."""
        return sum(map(self.cost, text))


PROFILES: Final = {
    profile.name: profile
    for profile in (
        Profile("plug", 250, _plug),  # bytes of UTF-8 after HTML escaping
        Profile("vk", 4096),  # characters
        Profile("telegram", 4096, _utf16),  # UTF-16 code units
        Profile("discord", 2000),  # characters
        Profile("none", 0),
    )
}

_WORD, _SENTENCE, _LINE, _PARAGRAPH = range(1, 5)
_FULL_ENOUGH: Final = {_PARAGRAPH: 0.4, _LINE: 0.4, _SENTENCE: 0.5, _WORD: 0.0}
"""The share of a part that must be filled for an end of this rank to be taken before a lesser one."""


def cut(text: str, profile: Profile | str, people: People | None = None) -> list[str]:
    """Return the text in parts that fit, numbered "(1/3) " if there are several; nothing but white space is lost.

    A nick of ``people`` and a character with its marks are kept whole unless one alone is too long. A blank text
    has no parts. ``KeyError`` for a profile that is not in ``PROFILES``.
    """
    if isinstance(profile, str):
        profile = PROFILES[profile]
    text = text.strip()
    if not text:
        return []
    if not profile.limit or profile.size(text) <= profile.limit:
        return [text]
    cutter = _Cutter(text, profile, people.names(range(1, len(people.nicks))) if people else ())
    digits = 1
    while True:
        parts = cutter.parts(profile.limit - len("(/) ") - 2 * digits)
        if len(parts) < 10**digits:
            return [f"({number}/{len(parts)}) {part}" for number, part in enumerate(parts, 1)]
        digits += 1


class _Cutter:
    """Where a text may be cut, and how long it is up to each place."""

    def __init__(self, text: str, profile: Profile, nicks: Iterable[str]) -> None:
        self.text = text
        self.sizes = list(accumulate(map(profile.cost, text), initial=0))
        self.ranks = [self._rank(at) for at in range(len(text) + 1)]
        self.whole = bytearray(len(text) + 1)  # 1 where a cut would split a cluster, 2 a nick
        for at in range(1, len(text)):
            self.whole[at] = _joins(text[at - 1], text[at])
        for nick in nicks:
            self._keep_whole(nick)

    def _rank(self, at: int) -> int:
        if not 0 < at < len(self.text) or not self.text[at].isspace() or self.text[at - 1].isspace():
            return 0
        if self.text[at] == "\n":
            return _PARAGRAPH if self.text[at + 1 : at + 2] == "\n" else _LINE
        return _SENTENCE if self.text[at - 1] in ".!?…" else _WORD

    def _keep_whole(self, nick: str) -> None:
        at = self.text.find(nick) if len(nick) > 1 else -1
        while at >= 0:
            for inside in range(at + 1, at + len(nick)):
                self.whole[inside] |= 2
            at = self.text.find(nick, at + len(nick))

    def parts(self, room: int) -> list[str]:
        parts, start = [], 0
        while start < len(self.text):
            end = self._end(start, room)
            parts.append(self.text[start:end].rstrip())
            start = end
            while start < len(self.text) and self.text[start].isspace():
                start += 1
        return parts

    def _end(self, start: int, room: int) -> int:
        """Return where the part that begins at ``start`` ends: the best place that still fits."""
        furthest = bisect_right(self.sizes, self.sizes[start] + room) - 1
        if furthest >= len(self.text):
            return len(self.text)
        furthest = max(furthest, start + 1)
        places = range(furthest, start, -1)
        for rank in (_PARAGRAPH, _LINE, _SENTENCE, _WORD):
            for at in places:
                if self.sizes[at] - self.sizes[start] < room * _FULL_ENOUGH[rank]:
                    break
                if self.ranks[at] >= rank and not self.whole[at]:
                    return at
        for kept in (0, 2):
            for at in places:
                if self.whole[at] in (0, kept):
                    return at
        return furthest


def _joins(before: str, after: str) -> bool:
    """Tell whether two characters belong to one written sign, so that no cut should come between them."""
    if after.isascii() and before.isascii():
        return False
    from unicodedata import category

    joiner, flags = "\N{ZERO WIDTH JOINER}", ("\U0001f1e6", "\U0001f1ff")
    tones = "\U0001f3fb" <= after <= "\U0001f3ff"
    flag = flags[0] <= before <= flags[1] and flags[0] <= after <= flags[1]
    return before == joiner or after == joiner or tones or flag or category(after)[0] == "M"
