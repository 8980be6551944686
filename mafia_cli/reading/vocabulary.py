"""The words of both languages that the reader knows, out of the catalogues, read once and when first needed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from mafia_cli.reading.forms import case_forms
from mafia_cli.reading.normal import clean, fold, key
from mafia_cli.rules.roles import MOVERS, Role

LANGUAGES: Final = ("ru", "en")
_MOST_KEPT: Final = 50_000
_SHORTEST_SLIP: Final = 3
_WORDS: Final = Path(__file__).resolve().parent.parent / "words"


class Class(StrEnum):
    """What a word may be in a line; a word may be several of them."""

    VOTE = "vote"  # somebody votes, here and now
    VOICE = "voice"  # the noun
    VOTE3 = "vote3"  # another does
    VOTED = "voted"  # any other form
    JAIL = "jail"
    JAILED = "jailed"
    PROPOSE = "propose"
    CHOICE = "choice"
    FOR = "for"
    AGAINST = "against"
    TO = "to"
    OFF = "off"
    ABOUT = "about"
    DET = "det"
    FILLER = "filler"
    SURELY = "surely"
    SORRY = "sorry"
    SOFT = "soft"
    COND = "cond"
    THAT = "that"
    LATER = "later"
    JOKE = "joke"
    NEG = "neg"
    REPORT = "report"
    REF = "refs"
    ASK = "ask"
    HOW_MANY = "how_many"
    WHO = "who"
    REASON = "reason"
    SUBJECT = "subject"
    BUT = "but"
    JOIN = "joiners"
    EITHER = "either"
    PASS = "pass"
    SKIP = "skip"
    WITHDRAW = "withdraw"
    SELF = "self"
    SMALL = "small"  # says nothing in a move
    CHANGE = "change"
    GREET = "greet"
    THANKS = "thanks"
    OTHERS = "others"
    PRONOUN = "pronoun"  # stands for somebody named elsewhere
    TOLD = "told"  # speaks to somebody
    YES = "yes"
    NO = "no"
    PLUS = "plus"
    MINUS = "minus"
    KABUM = "kabum"
    REVIVE = "revive"
    NUMBER = "number"
    DAYS = "days"
    ACQUIT = "acquit"
    CONVICT = "convict"
    NOT_GUILTY = "not_guilty"
    STATE = "state"  # of one who is judged
    CALL = "call"
    ME = "me"
    SIDE = "side_small"  # says nothing beside a side
    IS_MAFIA = "is_mafia"
    IS_IT = "is_it"
    LAUGH = "laugh"


Classes = frozenset[Class]
NONE: Final[Classes] = frozenset()


def spelt(text: str) -> str:
    """Return how a word is looked up: Latin as it is, anything else folded, so that "he" is not «не»."""
    low = text.lower()
    return low if low.isascii() else key(text)


class Lexicon:
    """Words with what is known of them: listed whole, or by how they begin."""

    __slots__ = ("_begins", "_exact", "_lengths")

    def __init__(self) -> None:
        self._exact: dict[str, set[Any]] = {}
        self._begins: dict[str, set[Any]] = {}
        self._lengths: tuple[int, ...] = ()

    def add(self, word: str, what: Any) -> None:
        """Take in a word as the catalogues write it."""
        folded = spelt(clean(word.rstrip("*")))
        into = self._begins if word.endswith("*") else self._exact
        into.setdefault(folded, set()).add(what)
        self._lengths = tuple(sorted(map(len, self._begins)))

    def of(self, word: str) -> frozenset[Any]:
        """Return what is known of a word, as ``spelt`` writes it."""
        found = self._exact.get(word)
        if not self._begins:
            return frozenset(found) if found else frozenset()
        whats = set(found or ())
        for size in dict.fromkeys(self._lengths):
            if size > len(word):
                break
            whats |= self._begins.get(word[:size], set())
        return frozenset(whats)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything the catalogues say, merged: a host's chat mixes the languages."""

    roles: Mapping[Role, tuple[str, ...]]  # as written, both languages, the names first
    role_keys: Mapping[str, Role]  # the folded words
    role_forms: Mapping[str, Role]  # and their case forms
    verbs: Mapping[str, frozenset[Role]]  # whose moves a verb tells
    past: Lexicon  # roles whose move a verb in the past tells
    classes: Mapping[str, Classes]  # one entry a word that was looked up, filled as words come
    phrases: Mapping[str, tuple[tuple[str, Classes], ...]]  # by the first word, the longest first
    third: frozenset[str]  # verbs of the third person
    endings: tuple[str, ...]  # of words that describe somebody


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


class _Known(dict[str, Classes]):
    """The classes of words, worked out once a word."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._lexicon = lexicon

    def __missing__(self, word: str) -> Classes:
        found = self._lexicon.of(word)
        if len(self) < _MOST_KEPT:
            self[word] = found
        return found


@cache
def pointing_words() -> frozenset[str]:
    """Return the keys of the words that point at what is said itself, both languages."""
    return frozenset(key(word) for one in _catalogues() for word in one["pointing"]["this"])


@cache
def signup_words(name: str) -> tuple[str, ...]:
    """Return a list of ``[signup]``, both languages, as written."""
    return tuple(word for one in _catalogues() for word in one["signup"][name])


@cache
def theme_words(pack: str) -> tuple[str, ...]:
    """Return other words for a theme pack, both languages, as written."""
    return tuple(word for one in _catalogues() for word in one["themes"].get(pack, ()))


@cache
def vocabulary() -> Vocabulary:
    """Return the words of both languages."""
    catalogues = _catalogues()
    roles = {role: tuple(word for one in catalogues for word in one["roles"].get(role.value, ())) for role in Role}
    role_keys = {key(clean(word)): role for role, words in roles.items() for word in (*words, role.value)}
    role_forms = {
        key(form): role for role, words in roles.items() for word in words if len(word) > 3 for form in case_forms(word)
    }
    verbs: dict[str, frozenset[Role]] = {}
    past, lexicon, phrases = Lexicon(), Lexicon(), Lexicon()
    starts: dict[str, set[str]] = {}
    for one in catalogues:
        for who, words in one["verbs"].items():
            for word in words:
                folded = key(clean(word))
                verbs[folded] = verbs.get(folded, frozenset()) | _users(who)
        for who, words in one["past"].items():
            for word in words:
                past.add(word, _users(who))
        for name, words in one["classes"].items():
            for word in words:
                if " " in word:
                    phrases.add(word, Class(name))
                    starts.setdefault(spelt(clean(word)).split(" ")[0], set()).add(spelt(clean(word)))
                else:
                    lexicon.add(word, Class(name))
    ordered = {
        start: tuple((text, phrases.of(text)) for text in sorted(texts, key=len, reverse=True))
        for start, texts in starts.items()
    }
    endings = tuple(key(ending) for one in catalogues for ending in one["between"]["endings"])
    third = frozenset(key(clean(word)) for one in catalogues for word in one["third"]["verbs"])
    return Vocabulary(roles, role_keys, role_forms, verbs, past, _Known(lexicon), ordered, third, endings)


def _users(who: str) -> frozenset[Role]:
    return frozenset(MOVERS) if who == "any" else frozenset(map(Role, who.split()))


def is_a(word: str, *classes: Class) -> bool:
    """Whether a word is of one of some classes."""
    return not vocabulary().classes[spelt(word)].isdisjoint(classes)


def is_misspelt_vote(word: str) -> bool:
    """Whether a folded word lies one typo from a vote word, and is no ordinary word."""
    from rapidfuzz.distance import OSA

    if len(word) < _SHORTEST_SLIP or word in common_words():
        return False
    return any(abs(len(one) - len(word)) < 2 and OSA.distance(one, word, score_cutoff=1) <= 1 for one in _vote_words())


@cache
def _vote_words() -> tuple[str, ...]:
    lists = (one["classes"][name] for one in _catalogues() for name in ("vote", "voice"))
    return tuple({key(word) for words in lists for word in words if " " not in word and len(word) > _SHORTEST_SLIP})


@cache
def common_words() -> frozenset[str]:
    """Return the commonest words of both languages, folded: nobody misspells a nick like that."""
    return _listed("common")


@cache
def given_names() -> frozenset[str]:
    """Return common given names of both languages, folded: somebody else may be meant."""
    return _listed("given")


def _listed(name: str) -> frozenset[str]:
    words: set[str] = set()
    for language in LANGUAGES:
        for line in (_WORDS / language / f"{name}.txt").read_text("utf-8").split("\n"):
            if not line.startswith("#"):
                words.update(fold(line).split())
    return frozenset(words)
