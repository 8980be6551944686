"""The people of a game as they may be called, and the keys they are found by."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mafia_cli.reading.forms import case_forms, case_table, stem
from mafia_cli.reading.normal import clean, digits, fold, key, letters
from mafia_cli.rules.model import NOBODY
from mafia_cli.rules.roles import MAFIOSI, Role


@dataclass(frozen=True, slots=True)
class Person:
    """One seat: every name that names it, its role (if dealt), and ``out``: "" while living, else when it went out."""

    seat: int
    nick: str
    chat: str = ""
    aliases: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    role: Role | None = None
    out: str = ""


@dataclass(frozen=True, slots=True)
class One:
    """Exactly one person is meant; ``step`` is the step of matching that said so (tests/reading/lines.toml)."""

    person: Person
    step: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """Not certain enough: ``why`` is "ambiguous" (several) or "weak" (one, but far off); ``step`` as in ``One``."""

    why: str
    persons: tuple[Person, ...]
    step: int = 8


@dataclass(frozen=True, slots=True)
class Nobody:
    """No person is meant."""


Found = One | Ask | Nobody
NOBODY_MEANT: Final = Nobody()

_WORD: Final = re.compile(r"\w+")
_MOST_REMEMBERED: Final = 20_000
Seats = frozenset[int]


@dataclass(frozen=True, slots=True)
class Name:
    """One folded name of a seat, with what typos are judged by."""

    key: str
    seat: int
    letters: int
    digits: str


@dataclass(frozen=True, slots=True, eq=False)
class Roster:
    """All persons of a game with their keys worked out once; build a new one when a name or the living change."""

    persons: tuple[Person, ...]
    by_seat: dict[int, Person] = field(init=False, repr=False)
    nicks: dict[str, Seats] = field(init=False, repr=False)
    others: dict[str, Seats] = field(init=False, repr=False)
    folded: dict[str, Seats] = field(init=False, repr=False)
    forms: dict[str, Seats] = field(init=False, repr=False)
    words: dict[str, Seats] = field(init=False, repr=False)
    digitless: dict[str, Seats] = field(init=False, repr=False)
    parts: dict[str, Seats] = field(init=False, repr=False)
    cases: dict[str, Seats] = field(init=False, repr=False)
    names: tuple[Name, ...] = field(init=False, repr=False)
    starts: dict[str, tuple[str, ...]] = field(init=False, repr=False)
    name_list: tuple[str, ...] = field(init=False, repr=False)
    form_list: tuple[tuple[str, ...], tuple[Seats, ...]] = field(init=False, repr=False)
    remembered: dict[str, Found] = field(init=False, repr=False)

    def __init__(self, persons: Iterable[Person]) -> None:
        """Work out the keys."""
        put = object.__setattr__
        ordered = tuple(sorted(persons, key=lambda person: person.seat))
        put(self, "persons", ordered)
        put(self, "by_seat", {person.seat: person for person in ordered})
        made = _Keys()
        for person in ordered:
            made.add(person)
        made.share_stems()
        for name in ("nicks", "others", "folded", "forms", "words", "digitless", "parts", "cases"):
            put(self, name, {text: frozenset(seats) for text, seats in getattr(made, name).items()})
        put(self, "names", tuple(Name(text, seat, letters(text), digits(text)) for text, seat in sorted(made.names)))
        put(self, "name_list", tuple(name.key for name in self.names))
        long_forms = tuple(text for text in self.forms if letters(text) >= 4)
        put(self, "form_list", (long_forms, tuple(self.forms[text] for text in long_forms)))
        put(self, "starts", _starts(made))
        put(self, "remembered", {})

    def __iter__(self) -> Iterator[Person]:
        """Go through the persons in the order of the seats."""
        return iter(self.persons)

    def pick(self, seats: Iterable[int]) -> tuple[Person, ...]:
        """Return the persons of some seats in the order of the seats."""
        return tuple(self.by_seat[seat] for seat in sorted(set(seats)) if seat in self.by_seat)

    def holder(self, role: Role) -> Person | None:
        """Return who holds a role, the living before those who are out, the lowest seat first."""
        held = [person for person in self.persons if person.role is role]
        return min(held, key=lambda person: (bool(person.out), person.seat), default=None)

    def carrier(self) -> int:
        """Return who sends the joint kill: the living don, else the living mafioso of the lowest seat, else 0."""
        living = [person for person in self.persons if person.role in MAFIOSI and not person.out]
        first = min(living, key=lambda person: (person.role is not Role.DON, person.seat), default=None)
        return first.seat if first else NOBODY

    def remember(self, text: str, found: Found) -> Found:
        """Keep an answer for the next time the same text comes."""
        if len(self.remembered) < _MOST_REMEMBERED and len(text) <= 80:
            self.remembered[text] = found
        return found


class _Keys:
    """What a roster's keys are gathered in."""

    def __init__(self) -> None:
        self.nicks: dict[str, set[int]] = {}
        self.others: dict[str, set[int]] = {}
        self.folded: dict[str, set[int]] = {}
        self.forms: dict[str, set[int]] = {}
        self.words: dict[str, set[int]] = {}
        self.digitless: dict[str, set[int]] = {}
        self.parts: dict[str, set[int]] = {}
        self.cases: dict[str, set[int]] = {}
        self.names: set[tuple[str, int]] = set()
        self.whole: set[str] = set()
        self._stems: dict[str, set[int]] = {}
        self._forms_of: dict[str, list[str]] = {}

    def add(self, person: Person) -> None:
        """Take in every name of a person."""
        for position, name in enumerate((person.nick, person.chat, *person.aliases, *person.earlier)):
            bare = name.strip()
            if position == 1 and bare.startswith("@"):
                bare = bare[1:]
            tidy = clean(bare)
            if not tidy:
                continue
            exact = self.others if position else self.nicks
            for text in {bare, tidy}:
                exact.setdefault(text, set()).add(person.seat)
            self._fold(tidy, person.seat)

    def _fold(self, tidy: str, seat: int) -> None:
        one = key(tidy)
        self.names.add((one, seat))
        self.whole.update((fold(tidy), one))
        self.folded.setdefault(one, set()).add(seat)
        if one not in self._forms_of:
            self._forms_of[one] = [key(form) for form in case_forms(tidy)]
            self._decline(tidy)
        for form in self._forms_of[one]:
            if form != one:
                self.forms.setdefault(form, set()).add(seat)
        if self._forms_of[one] and (rest := stem(one)):
            self._stems.setdefault(rest, set()).add(seat)
        parts = one.replace("-", " ").split()
        if len(parts) > 1:
            for part in parts:
                if letters(part) >= 2:
                    for text in {part, *map(key, case_forms(part))}:
                        self.words.setdefault(text, set()).add(seat)
                        if part in {parts[0], parts[-1]} and letters(part) >= 3:
                            self.parts.setdefault(text, set()).add(seat)
                    self._decline(part)
        plain = "".join(char for char in one if not char.isdigit()).strip(" _-.")
        if letters(plain) >= 2:
            self.digitless.setdefault(plain, set()).add(seat)

    def _decline(self, text: str) -> None:
        """Note which cases the forms of a name may be; -1 is the name itself."""
        self.cases.setdefault(key(text), set()).add(-1)
        for form, cases in case_table(text).items():
            self.cases.setdefault(key(form), set()).update(cases)

    def share_stems(self) -> None:
        """Let the forms of names of one stem name all of them."""
        for one, made in self._forms_of.items():
            seats = self._stems.get(stem(one), set()) if made else set()
            if len(seats) > 1:
                for form in made:
                    self.forms.setdefault(form, set()).update(seats)


def _starts(made: _Keys) -> dict[str, tuple[str, ...]]:
    """Return names and case forms by their first word or mark, the longest first."""
    found: dict[str, list[str]] = {}
    for text in made.whole | made.forms.keys():
        if text:
            found.setdefault(first_atom(text, 0), []).append(text)
    return {start: tuple(sorted(texts, key=len, reverse=True)) for start, texts in found.items()}


def first_atom(text: str, at: int) -> str:
    """Return the word that starts at ``at``, or the single mark there."""
    word = _WORD.match(text, at)
    return word[0] if word else text[at : at + 1]
