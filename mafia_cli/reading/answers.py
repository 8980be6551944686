"""What somebody says to a call for players: in, out, in reserve, perhaps, for somebody else, under another nick.

Every word of a clause is accounted for, or it is no plain answer; the last plain answer of a message counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import Final

from mafia_cli.reading.forms import case_forms
from mafia_cli.reading.normal import fold, is_emoji, key
from mafia_cli.reading.vocabulary import signup_words


class Answer(Enum):
    """What a clause or a message comes to."""

    TALK = auto()
    YES = auto()
    NO = auto()
    RESERVE = auto()
    MAYBE = auto()  # to be asked about


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: ``nick`` is one that the speaker takes, ``others`` are names put down for others (asked).

    ``firm``: no other words of the clause can turn it; ``place``: which of the texts it stands in, from 0.
    """

    answer: Answer
    nick: str = ""
    others: tuple[str, ...] = ()
    firm: bool = False
    place: int = 0


_NOTHING: Final = Said(Answer.TALK)
_YES_SIGNS: Final = "➕✅☑✔"
_NO_SIGNS: Final = "➖❌✖"
_ASKED_SIGNS: Final = "👎🤔❓❔🤷"
_SOFT_SIGNS: Final = "👍🙋👌✋🤚🙏💪🔥🫡🤝"
"""Asked about where nothing else is said."""
_PIECE: Final = re.compile(r"\w+(?:[-'.]\w+)*|\++\d*|-+(?!\w)|\S")
_CLAUSE: Final = re.compile(r"[^,.;!?()\n]+|\S", re.DOTALL)
_DOT_INSIDE: Final = re.compile(r"(?<=\w)[.,](?=\w)|(?<=\b\w)\.(?= )|(?<=\b[A-ZА-Я][a-zа-я])\.(?= )")
_CLASSES: Final = (
    "no",
    "no_weak",
    "reserve",
    "maybe",
    "yes",
    "register",
    "weak",
    "named",
    "kin",
    "self",
    "and",
    "filler",
    "join",
    "not",
)
_MOST_WORDS: Final = 40
_LONGEST_PHRASE: Final = 6


def spelt(word: str) -> str:
    """Return how a word is compared; a Latin one never as the Cyrillic one that it looks like."""
    return word.lower() if word.isascii() else fold(word)


@cache
def _phrases() -> dict[tuple[str, ...], frozenset[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for name in _CLASSES:
        for phrase in signup_words(name):
            found.setdefault(tuple(_words(phrase)), set()).add(name)
    return {phrase: frozenset(classes) for phrase, classes in found.items()}


def _words(text: str) -> list[str]:
    return [spelt(match[0].replace("’", "'")) for match in _PIECE.finditer(text)]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or phrase of a clause; ``classes`` is empty for one that the lists do not have."""

    text: str
    classes: frozenset[str] = frozenset()

    def is_a(self, *names: str) -> bool:
        return not self.classes.isdisjoint(names)

    @property
    def named(self) -> bool:
        """Whether this may be a name: nobody's word, written large."""
        return not self.classes and (self.text[:1].isupper() or "_" in self.text)


def _read(text: str) -> list[_Word]:
    """Return the words of a clause, the longest phrases first; signs are words of their own."""
    pieces = [match[0] for match in _PIECE.finditer(text)][:_MOST_WORDS]
    spelled = [spelt(piece) for piece in pieces]
    found: list[_Word] = []
    at = 0
    phrases = _phrases()
    while at < len(pieces):
        for size in range(min(_LONGEST_PHRASE, len(pieces) - at), 0, -1):
            classes = phrases.get(tuple(spelled[at : at + size]))
            if classes:
                found.append(_Word(" ".join(pieces[at : at + size]), classes))
                at += size
                break
        else:
            found += _sign(pieces[at])
            at += 1
    return found or [_Word(piece, frozenset({"maybe"})) for piece in pieces if piece in _SOFT_SIGNS]


def _sign(piece: str) -> list[_Word]:
    if piece[0] == "+":
        number = piece.lstrip("+")
        return [_Word(piece, frozenset({"yes"} if number in {"", "1"} else {"maybe"}))]
    if piece[0] == "-":
        return [_Word(piece, frozenset({"no_weak"}))]
    for signs, name in ((_YES_SIGNS, "yes"), (_NO_SIGNS, "no_weak"), (_ASKED_SIGNS, "maybe")):
        if piece in signs:
            return [_Word(piece, frozenset({name}))]
    if len(piece) == 1 and (is_emoji(piece) or "\U0001f3fb" <= piece <= "\U0001f3ff" or not piece.isalnum()):
        return []
    return [_Word(piece)]


# --- a message ------------------------------------------------------------------------------------------------


def answer_of(texts: Sequence[str], speaker: str = "") -> Said:
    """Return what the texts of one message come to: the last plain answer, or that it has to be asked about."""
    found = [replace(said, place=place) for place, text in enumerate(texts) for said in _clauses(text, speaker)]
    others = tuple(dict.fromkeys(name for said in found for name in said.others))
    plain = [said for said in found if said.answer in {Answer.YES, Answer.NO, Answer.RESERVE}]
    doubts = [said for said in found if said.answer is Answer.MAYBE]
    nick = next((said.nick for said in reversed(found) if said.nick), "")
    if not plain:
        place = next((said.place for said in found if said.others), 0)
        return replace(doubts[-1], nick=nick, others=others) if doubts else Said(Answer.TALK, "", others, False, place)
    last = plain[-1]
    if last.answer is Answer.YES and (doubts or any(said.answer is Answer.NO and said.firm for said in plain)):
        return replace(doubts[-1] if doubts else last, answer=Answer.MAYBE, nick=nick, others=others)
    if last.answer is Answer.NO and doubts and not last.firm:
        return replace(last, answer=Answer.MAYBE, others=others)
    return replace(last, nick=nick if last.answer is not Answer.NO else "", others=others)


def is_plain(text: str) -> bool:
    """Whether a text is an answer and no more, so that what stands above it is a name."""
    said = answer_of([text])
    whole = said.answer is Answer.MAYBE and all(word.classes for word in _read(text))
    return not said.others and (said.answer in {Answer.YES, Answer.NO, Answer.RESERVE} or whole)


def _clauses(text: str, speaker: str) -> Iterator[Said]:
    kept = _DOT_INSIDE.sub("\x00", text)
    pieces = [piece.strip() for piece in _CLAUSE.findall(kept)]
    said_before = _NOTHING
    for at, piece in enumerate(pieces):
        if not any(map(str.isalnum, piece)) and piece in set(",.;!?():"):
            continue
        asks = pieces[at + 1 : at + 2] == ["?"]
        said_before = _clause(piece.replace("\x00", "."), speaker, asks, said_before)
        yield said_before


def _clause(text: str, speaker: str, asks: bool, before: Said) -> Said:
    words = _read(text)
    taken, words = _own_nick(words, speaker)
    if taken is not None and not asks:
        doubtful = any(not word.classes or word.is_a("maybe", "no", "not", "reserve") for word in words)
        return replace(taken, answer=Answer.MAYBE) if doubtful else taken
    own = _speaks_of(speaker)
    others, words = _others(words, own, before)
    unknown = [word for word in words if not word.classes and not word.text.isdigit()]
    if not others and _kin(words):
        others = ("",)
    if others:
        return _for_others(words, unknown, others, asks)
    return _plain(words, unknown, asks)


def _plain(words: list[_Word], unknown: list[_Word], asks: bool) -> Said:
    """Return what a clause without names comes to."""
    maybe = any(word.is_a("maybe") for word in words)
    reserve = any(word.is_a("reserve") for word in words)
    firm = any(word.is_a("no") for word in words)
    if unknown or asks:
        if asks and unknown:
            return _NOTHING
        if firm and not asks:
            return Said(Answer.NO, firm=True) if not maybe else Said(Answer.MAYBE)
        if reserve and len(unknown) < 2 and not any(word.is_a("no", "no_weak", "not") for word in words):
            return Said(Answer.RESERVE)
        signed = any(word.is_a("yes", "register", "no", "no_weak", "reserve") for word in words)
        bare = asks and any(word.is_a("weak") for word in words)
        return Said(Answer.MAYBE) if signed or bare or maybe else _NOTHING
    return _explained(words, maybe, reserve)


def _explained(words: list[_Word], maybe: bool, reserve: bool) -> Said:
    """Return what a clause comes to whose words are all known."""
    answer, firm, negated = Answer.TALK, False, False
    for word in words:
        if word.is_a("no"):
            answer, firm = Answer.NO, True
        elif word.is_a("reserve"):
            answer = Answer.MAYBE if negated else Answer.RESERVE
        elif word.is_a("no_weak"):
            answer = Answer.NO
        elif word.is_a("yes", "register", "weak") and not word.is_a("filler") and not (reserve or firm):
            answer = Answer.NO if negated else Answer.YES
        negated = word.is_a("not")
    if answer is Answer.TALK and any(word.is_a("yes", "register", "weak") for word in words):
        answer = Answer.YES
    if maybe and answer is not Answer.RESERVE and not (answer is Answer.NO and firm):
        return Said(Answer.MAYBE)
    return Said(answer, firm=firm)


# --- names ----------------------------------------------------------------------------------------------------


_INSTRUMENTAL: Final = re.compile(r".*\w(?:им|ым|\w[ое]м)")


def _own_nick(words: list[_Word], speaker: str) -> tuple[Said | None, list[_Word]]:
    """Return the nick that the speaker takes (behind "I will be", "as", "my nick is"), and the other words."""
    for at in range(len(words) - 1, 0, -1):
        marker, rest = words[at - 1], words[at:]
        if not marker.is_a("named") or rest[0].classes or any(word.is_a("and") for word in rest):
            continue
        large = rest[0].named or any(word.named for word in rest[1:])
        if not (
            rest[0].named or (spelt(marker.text) not in signup_words("firm") and not any(word.classes for word in rest))
        ):
            continue
        name = " ".join(word.text for word in rest)
        if key(name) in _speaks_of(speaker):
            return None, words[:at]
        unsure = not large or bool(_INSTRUMENTAL.fullmatch(name))
        return Said(Answer.MAYBE if unsure else Answer.YES, name), words[:at]
    return None, words


def _speaks_of(speaker: str) -> frozenset[str]:
    """Return how a speaker's own name may be written in a text, in each case and in part."""
    parts = [speaker, *speaker.split()]
    forms = [form for part in parts for form in case_forms(key(part))]
    return frozenset(filter(None, (key(part) for part in (*parts, *forms))))


def _others(words: list[_Word], own: frozenset[str], before: Said) -> tuple[tuple[str, ...], list[_Word]]:
    """Return the names in a clause that puts somebody down, and the clause without them (the own is a yes)."""
    calls = any(word.is_a("register", "and", "yes", "weak", "self") for word in words) or bool(before.others)
    alone = words and all(word.named for word in words) and before.answer in {Answer.YES, Answer.MAYBE}
    if not (calls or alone):
        return (), words
    put = any(word.is_a("register") or word.text in signup_words("with") for word in words) or any(
        _accusative(word.text) for word in words if word.named
    )
    found: list[str] = []
    rest: list[_Word] = []
    for at, word in enumerate(words):
        if not word.named:
            rest.append(word)
        elif key(word.text) in own:
            rest.append(_Word(word.text, frozenset({"weak"})))
        elif at and words[at - 1].named and found:
            found[-1] += f" {word.text}"
        else:
            found.append(word.text)
    names = dict.fromkeys(name for text in found for name in nominatives(text, put))
    return tuple(names), rest


def _kin(words: list[_Word]) -> bool:
    """Whether somebody without a name is put down: "and my brother"."""
    return any(word.is_a("kin") for word in words) and any(word.is_a("register", "and") for word in words)


def _accusative(text: str) -> bool:
    return text[-1:] in "ую"


def nominatives(text: str, put: bool) -> list[str]:
    """Return the names that a form may be of, the likeliest first; ``put``: as an object."""
    if " " in text:
        return [" ".join(nominatives(word, put)[0] for word in text.split(" ")[:_LONGEST_PHRASE])]
    for ending, names in _ENDINGS if put else ():
        if text.endswith(ending) and len(text) > len(ending) + 1:
            if names == ("я",) and text[-len(ending) - 1] in "шжчщц":
                names = ("а",)
            return [*(text[: -len(ending)] + name for name in names), *([text] if ending not in "ую" else [])]
    return [text]


_ENDINGS: Final = (
    ("у", ("а",)),
    ("ю", ("я",)),
    ("а", ("",)),
    ("ея", ("ей",)),
    ("ия", ("ий",)),
    ("ая", ("ай",)),
    ("я", ("ь", "й")),
    ("ей", ("я",)),
    ("ой", ("а",)),
    ("ом", ("",)),
    ("ем", ("ь", "й")),
)
"""Of a name as an object, or behind "with": what it ends in, what the name ends in."""


def _for_others(words: list[_Word], unknown: list[_Word], others: tuple[str, ...], asks: bool) -> Said:
    """Return what a clause comes to that puts others down: asked, and the speaker only by a yes of his own."""
    if asks:
        return _NOTHING
    if any(word.is_a("no", "no_weak", "not") for word in words):
        firm = any(word.is_a("no") for word in words)
        return Said(Answer.MAYBE, others=others) if not firm else Said(Answer.NO, firm=True)
    maybe = any(word.is_a("maybe") for word in words)
    first = next((at for at, word in enumerate(words) if word.is_a("register", "and")), len(words))
    yes = any(word.is_a("self", "yes") and not word.is_a("register", "and") for word in words[: first + 1])
    if not any(word.is_a("register", "and", "yes", "self", "join") for word in words) and words:
        return _NOTHING
    if maybe:
        return Said(Answer.MAYBE, others=others)
    if yes and not unknown and any(word.is_a("and") for word in words):
        return Said(Answer.YES, others=others)
    return Said(Answer.TALK, others=others)
