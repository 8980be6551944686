"""The words of both languages that the reader knows, out of the catalogues, read once and when first needed."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from mafia_cli.reading.forms import case_forms
from mafia_cli.reading.normal import clean, key
from mafia_cli.rules.roles import MOVERS, Role

LANGUAGES: Final = ("ru", "en")
_WORDS: Final = Path(__file__).resolve().parent.parent / "words"


@dataclass(frozen=True, slots=True)
class Words:
    """Some words, folded: as they are (``exact``) or by how they begin (``begins``)."""

    exact: frozenset[str] = frozenset()
    begins: tuple[str, ...] = ()

    def __contains__(self, word: str) -> bool:
        """Whether a folded word is one of them."""
        return word in self.exact or (bool(self.begins) and word.startswith(self.begins))

    def joined(self, *others: "Words") -> "Words":
        """Return these words and others."""
        both = (self, *others)
        exact = frozenset[str]().union(*(words.exact for words in both))
        return Words(exact, tuple(start for words in both for start in words.begins))


def _words(texts: Iterable[str]) -> Words:
    plain = [text for text in texts if not text.endswith("*")]
    starts = tuple(key(clean(text[:-1])) for text in texts if text.endswith("*"))
    return Words(frozenset(key(clean(text)) for text in plain), starts)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything the catalogues say, merged: a host's chat mixes the languages."""

    roles: Mapping[Role, tuple[str, ...]]  # as written, both languages, the names first
    role_keys: Mapping[str, Role]  # the folded words
    role_forms: Mapping[str, Role]  # and their case forms
    verbs: Mapping[str, frozenset[Role]]
    third: Words  # verbs and skips of the third person
    skip: Words
    pass_: Words
    pass_phrases: Words
    self_: Words
    small: Words
    vote_small: Words
    before: Words
    joiners: Words
    either: Words
    not_: Words
    vote: Words
    vote_like: Words
    for_: Words
    against: Words
    plus: Words  # + and - in words: sides of the acquittal
    minus: Words
    kabum: Words
    number: Words
    days: Words
    acquit: Words
    convict: Words
    not_guilty: Words
    side_small: Words
    yes_no: Words
    telling: Words  # words that show which keyboard layout was meant


def _load(language: str) -> dict[str, Any]:
    with (_WORDS / language / "reading.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _catalogues() -> list[dict[str, Any]]:
    return [_load(language) for language in LANGUAGES]


@dataclass(frozen=True, slots=True)
class Chat:
    """What chats and forums put around messages, as written; * is anything."""

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    today: tuple[str, ...]
    yesterday: tuple[str, ...]
    at: tuple[str, ...]
    by: tuple[str, ...]
    wrote: tuple[str, ...]
    quote: tuple[str, ...]
    quote_of: tuple[str, ...]
    reply: tuple[str, ...]
    expand: tuple[str, ...]
    edited: tuple[str, ...]
    edited_by: tuple[str, ...]
    titles: tuple[str, ...]
    info: tuple[str, ...]
    you: tuple[str, ...]
    system: tuple[str, ...]
    media: tuple[str, ...]
    month_numbers: tuple[tuple[str, int], ...]


@cache
def chat_words() -> Chat:
    """Return the words around messages, both languages."""
    tables = [one["chat"] for one in _catalogues()]
    months: list[tuple[str, int]] = []
    for table in tables:
        stems = [month.rstrip("*") for month in table["months"]]
        numbers = list(range(1, 13))
        if len(stems) > 12:  # a month with two spellings
            numbers.insert(5, 5)
        months += zip(stems, numbers, strict=True)
    merged = {name: tuple(word for table in tables for word in table[name]) for name in tables[0]}
    return Chat(**merged, month_numbers=tuple(months))


@cache
def vocabulary() -> Vocabulary:
    """Return the words of both languages."""
    catalogues = _catalogues()
    names = catalogues[0]["words"].keys() | catalogues[1]["words"].keys()
    lists = {name: _words([word for one in catalogues for word in one["words"].get(name, ())]) for name in names}
    roles = {role: tuple(word for one in catalogues for word in one["roles"].get(role.value, ())) for role in Role}
    role_keys = {key(clean(word)): role for role, words in roles.items() for word in (*words, role.value)}
    role_forms = {
        key(form): role for role, words in roles.items() for word in words if len(word) > 3 for form in case_forms(word)
    }
    verbs: dict[str, frozenset[Role]] = {}
    for one in catalogues:
        for who, words in one["verbs"].items():
            users = frozenset(MOVERS) if who == "any" else frozenset(map(Role, who.split()))
            for word in words:
                folded = key(clean(word.rstrip("*")))
                verbs[folded] = verbs.get(folded, frozenset()) | users
    kept = {f"{name}_" if name in {"pass", "self", "not", "for"} else name: words for name, words in lists.items()}
    told = (
        kept[name]
        for name in ("pass_", "vote", "for_", "against", "kabum", "acquit", "convict", "self_", "plus", "minus")
    )
    telling = Words(frozenset(role_keys.keys() | verbs.keys())).joined(kept["skip"], *told)
    return Vocabulary(roles, role_keys, role_forms, verbs, telling=telling, **kept)
