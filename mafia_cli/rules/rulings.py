"""Rulings: named choices where the room's text is silent (RULES.md, "Rulings")."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Ruling(NamedTuple):
    """One ruling: the rule number(s) it interprets and its choices, the default first."""

    id: str
    rule: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The choice that holds when a game names none."""
        return self.choices[0]


RULINGS: Final = {
    ruling.id: ruling
    for ruling in (
        Ruling("maniac_nights", "2.6", ("even", "odd", "cooldown")),
        Ruling("poisoner_pace", "2.9", ("cooldown", "calendar")),
        Ruling("antidote", "3.10", ("either_night", "same_night")),
        Ruling("guard_poison", "3.6", ("next_night", "at_once")),
        Ruling("thief_vs_mafia", "2.11", ("carrier", "any")),
        Ruling("thief_vs_poisoner", "2.11, 3.10", ("no_effect", "blocks")),
        Ruling("journalist_visits", "2.14, 3.2", ("no", "yes")),
        Ruling("journalist_mafia", "2.14", ("same", "different")),
        Ruling("doctor_saves_mirrored", "2.4, 2.10", ("yes", "no")),
        Ruling("doctor_lifts_seduction", "2.4, 3.2", ("no", "yes")),
        Ruling("mayor_decides", "2.8", ("voted", "asked")),
        Ruling("mayor_heir", "2.8", ("ask", "random", "none")),
        Ruling("tie", "1.8", ("revote", "nobody", "ask")),
        Ruling("acquittal_count", "1.8.1", ("living", "dealt")),
        Ruling("acquittal_tie", "1.8.1", ("acquitted", "jailed")),
        Ruling("reveal_roles", "1.8", ("jailed", "all")),
        Ruling("announce_causes", "1.8", ("killers", "none", "all")),
        Ruling("announce_saves", "1.8", ("none", "unnamed")),
        Ruling("parity", "end", ("at_least", "more_than")),
        Ruling("standoff", "end", ("play_on", "nobody", "maniac", "mafia")),
    )
}


class Rulings(NamedTuple):
    """The choices of one game, by ruling id."""

    maniac_nights: str = "even"
    poisoner_pace: str = "cooldown"
    antidote: str = "either_night"
    guard_poison: str = "next_night"
    thief_vs_mafia: str = "carrier"
    thief_vs_poisoner: str = "no_effect"
    journalist_visits: str = "no"
    journalist_mafia: str = "same"
    doctor_saves_mirrored: str = "yes"
    doctor_lifts_seduction: str = "no"
    mayor_decides: str = "voted"
    mayor_heir: str = "ask"
    tie: str = "revote"
    acquittal_count: str = "living"
    acquittal_tie: str = "acquitted"
    reveal_roles: str = "jailed"
    announce_causes: str = "killers"
    announce_saves: str = "none"
    parity: str = "at_least"
    standoff: str = "play_on"

    def changed(self) -> dict[str, str]:
        """Return the choices that differ from the default, in the order of the table."""
        pairs = zip(self._fields, self, strict=True)
        return {name: choice for name, choice in pairs if choice != RULINGS[name].default}


def rulings_from(choices: Mapping[str, str]) -> Rulings:
    """Return the rulings with these choices, the rest by default.

    Raises ``KeyError`` for an unknown ruling and ``ValueError`` for a choice it does not have; the one
    argument of either is the ruling's id.
    """
    for name, choice in choices.items():
        if choice not in RULINGS[name].choices:
            raise ValueError(name)
    return Rulings(**choices)
