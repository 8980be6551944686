"""Whose move a line of nobody's is: a role word in front, or somebody told to do something."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from mafia_cli.reading.nicks import FOLDED
from mafia_cli.reading.people import One, Person, Roster
from mafia_cli.reading.roles import likely_role, listed_role
from mafia_cli.reading.vocabulary import Class, common_words, vocabulary
from mafia_cli.reading.words import Kind, Token
from mafia_cli.rules.roles import MOVERS, Role

MAY: Final = frozenset(MOVERS)
JOINS: Final = (Class.JOIN, Class.TO, Class.OFF, Class.ABOUT, Class.FOR)


def move_of(role: Role) -> Role:
    """Return the move that a role makes: the don's is the joint kill."""
    return Role.MAFIA if role is Role.DON else role


def role_word(found: Sequence[Token], at: int) -> tuple[Role | None, int]:
    """Return the role that the next word or two name and where to read on."""
    if (
        at >= len(found)
        or found[at].kind not in {Kind.WORD, Kind.NAME}
        or (
            found[at].kind is Kind.NAME
            and (" " in found[at].key or (found[at].part and not listed_role(found[at].key)))
        )
    ):
        return None, at
    first = found[at]
    if at + 1 < len(found) and found[at + 1].kind is Kind.WORD:
        pair = listed_role(f"{first.key} {found[at + 1].key}")
        if pair:
            return pair, at + 2
    role = listed_role(first.key)
    plain = first.kind is Kind.WORD and not first.classes and first.key not in vocabulary().verbs
    if role is None and plain and first.key not in common_words():
        role = likely_role(first.key)
    return (role, at + 1) if role else (None, at)


def told_of(roster: Roster, text: str, found: Sequence[Token]) -> tuple[Person, Sequence[Token]] | None:
    """Return who is told to do something, and the rest: «Глеб проверяет Игоря», a role word may stand in front.

    ``None`` for any other line, and where the two could be the other way round: «Аня убивает Игорь».
    """
    role, at = role_word(found, 0) if found and found[0].kind is Kind.WORD else (None, 0)
    who = found[at].found if at < len(found) else None
    if not isinstance(who, One) or who.step > FOLDED or found[at].part or who.person.role is None:
        return None
    if listed_role(found[at].key):
        return None
    verb = at + 1
    while verb < len(found) and found[verb].is_a(Class.SMALL):
        verb += 1
    words = vocabulary()
    if verb == len(found) or found[verb].key not in words.third or found[verb].kind is not Kind.WORD:
        return None
    own, users = move_of(who.person.role), words.verbs.get(found[verb].key, MAY)
    if own not in users or (role is not None and move_of(role) is not own):
        return None
    if _may_be_turned(text, found[verb:], users - {own}):
        return None
    return who.person, found[verb:]


def _may_be_turned(text: str, found: Sequence[Token], others: frozenset[Role]) -> bool:
    """Whether a name behind a verb may be who does it: Russian turns a sentence round, and the case does not tell."""
    if not any("\u0400" <= sign <= "\u04ff" for sign in text[found[0].start : found[0].end]):
        return False
    for before, token in pairwise(found):
        named = token.found
        if not isinstance(named, One) or named.step > FOLDED or before.is_a(*JOINS):
            continue
        if token.kind is Kind.NAME and named.person.role is not None and move_of(named.person.role) in others:
            return True
    return False
