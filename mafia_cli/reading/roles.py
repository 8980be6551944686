"""Role words in both languages with their short forms; compositions written in a short line."""

import re
from collections.abc import Mapping
from typing import Final

from mafia_cli.reading.normal import clean, key, letters, other_layout
from mafia_cli.reading.vocabulary import vocabulary
from mafia_cli.rules.roles import ROLES, Role

_SHORTEST_PREFIX: Final = 3
_LONGEST_WORD: Final = 40


def role_of(word: str) -> Role | None:
    """Return the role that a word or short form names: listed, a case form, a unique prefix, or one or two typos."""
    tidy = clean(word)
    one = key(tidy)
    if not one or len(one) > _LONGEST_WORD:
        return None
    listed = listed_role(one)
    if listed is None and (turned := other_layout(tidy)):
        listed = listed_role(key(turned))
    return listed or likely_role(one)


def listed_role(one: str) -> Role | None:
    """Return the role of a folded word that the catalogues list, or of a case form of one."""
    words = vocabulary()
    return words.role_keys.get(one) or words.role_forms.get(one)


def likely_role(one: str) -> Role | None:
    """Return the one role that a folded word is a prefix or a misspelling of (6 letters: one typo, 8: two)."""
    if letters(one) < _SHORTEST_PREFIX:
        return None
    known = vocabulary().role_keys
    starts = {role for word, role in known.items() if word.startswith(one)}
    if starts:
        return starts.pop() if len(starts) == 1 else None
    return _misspelt(one, {6: 1, 7: 1}, 2)


def _misspelt(one: str, allowed: Mapping[int, int], long: int) -> Role | None:
    from rapidfuzz.distance import OSA

    best: dict[Role, int] = {}
    for word, role in vocabulary().role_keys.items():
        size = len(word)
        most = long if size >= 8 else allowed.get(size, 0)
        if most and abs(size - len(one)) <= most:
            distance = OSA.distance(one, word, score_cutoff=most)
            if distance <= most:
                best[role] = min(distance, best.get(role, distance))
    return next(iter(best)) if len(best) == 1 else None


def words_of(role: Role) -> list[str]:
    """Return the words and short forms of a role in both languages, as the catalogues list them."""
    return list(vocabulary().roles[role])


class CompositionError(ValueError):
    """A word of a composition that is not understood; ``likely`` is the role probably meant, if any."""

    def __init__(self, word: str, likely: Role | None = None) -> None:
        super().__init__(word)
        self.word = word
        self.likely = likely


_PIECE: Final = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[0-9]+|[-+=:]|\S")
_NO_MORE_THAN: Final = 99
_SEPARATORS: Final = frozenset(",;|/.&")


def read_composition(text: str, current: Mapping[Role, int]) -> dict[Role, int]:
    """Return ``current`` changed as a short line says: ``+маньяк -вор мафия 3``, ``don=1,mafia=2``.

    A number sets how many, ``+`` and ``-`` add and take away (one, or the number after the role), a bare role is there
    at least once. Raises ``CompositionError`` with the word that is not understood.
    """
    counts = {role: count for role, count in current.items() if count > 0}
    pieces = [piece for piece in _PIECE.findall(clean(text)) if piece not in _SEPARATORS]
    if len(pieces) > 400:
        raise CompositionError(pieces[400])
    number_first = bool(pieces) and pieces[0].isdigit()
    position = 0
    while position < len(pieces):
        sign, number = "", ""
        if pieces[position] in "+-":
            sign = pieces[position]
            position += 1
        if position < len(pieces) and pieces[position].isdigit() and (sign or number_first):
            number = pieces[position]
            position += 1
        role, position = _role_at(pieces, position, number or sign)
        if not number:
            number, position = _number_at(pieces, position, wanted=not number_first)
        if len(number) > 2:
            raise CompositionError(number)
        _change(counts, role, sign, int(number) if number else None)
    return {role: counts[role] for role in Role if counts.get(role)}


def _role_at(pieces: list[str], position: int, before: str) -> tuple[Role, int]:
    if position >= len(pieces):
        raise CompositionError(before)
    if position + 1 < len(pieces) and pieces[position + 1][0].isalpha():
        pair = listed_role(key(f"{pieces[position]} {pieces[position + 1]}"))
        if pair:
            return pair, position + 2
    word = pieces[position]
    role = role_of(word)
    if role is None:
        raise CompositionError(word, _misspelt(key(word), {3: 1, 4: 1, 5: 2, 6: 2, 7: 2}, 3))
    return role, position + 1


def _number_at(pieces: list[str], position: int, *, wanted: bool) -> tuple[str, int]:
    """Return the number that follows a role (``= 3``, ``: 3``, ``x3``, ``3``) and where to read on."""
    at = position
    if at < len(pieces) and (pieces[at] in "=:" or (key(pieces[at]) in {"х", "*", "×"})):
        at += 1
        if at >= len(pieces) or not pieces[at].isdigit():
            raise CompositionError(pieces[at] if at < len(pieces) else pieces[position])
        return pieces[at], at + 1
    if at + 1 < len(pieces) and pieces[at] == "-" and pieces[at + 1].isdigit():
        return pieces[at + 1], at + 2
    if wanted and at < len(pieces) and pieces[at].isdigit():
        return pieces[at], at + 1
    return "", position


def _change(counts: dict[Role, int], role: Role, sign: str, number: int | None) -> None:
    held = counts.get(role, 0)
    if sign == "-":
        counts[role] = max(0, held - (number or 1)) if ROLES[role].several else 0
    elif sign == "+":
        counts[role] = held + (number or 1) if ROLES[role].several else max(held, number or 1)
    else:
        counts[role] = max(held, 1) if number is None else min(number, _NO_MORE_THAN)
