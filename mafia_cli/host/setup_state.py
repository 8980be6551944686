"""What the questions of a new game know and give back: the answers so far, the players as they stand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from mafia_cli.rules.chance import draw
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import RefusedError
from mafia_cli.settings import fault_text
from mafia_cli.themes import meant_by
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe


@dataclass(slots=True)
class Setup:
    """A game being set up.

    ``keys``: what chance hangs on, by its name in the header.
    ``saves``: the folder with the host's own theme packs, earlier games and the blacklist, None for none of them.
    ``answers``: by question, as they stand in ``[setup]``; ``drafts``: what was taken back or is half given.
    ``packs``: the theme pack asked for by option, by the name of the theme that it goes with.
    ``reserves``: who would sit down in another's place, in order.
    """

    words: Words
    keys: dict[str, int]
    answers: Raw
    drafts: Raw
    day: Callable[[], date] = field(default=date.today)
    saves: Path | None = None
    packs: dict[str, str] = field(default_factory=dict)
    reserves: list[Raw] = field(default_factory=list)

    @property
    def wording(self) -> int:
        """The key of what the chat is shown, which tells nothing about the deal; see draws.py."""
        return self.keys.get("wording", self.keys["seed"])

    def say(self, key: str, /, **params: object) -> str:
        """Return a text of the wizard in the host's language."""
        return self.words.text("wizard", key, **params)

    def refusal(self, error: Exception) -> list[str]:
        """Return why a line is no answer, a line a reason, each with a mark in front."""
        if isinstance(error, AnswerError):
            reasons = [self.say(error.key, **error.params)]
        else:
            assert isinstance(error, RefusedError)
            reasons = fault_text(self.words, error.faults).split("\n")
        return [self.say("refused", reason=reason) for reason in reasons]

    def game_words(self) -> Words:
        """Return the words of the game's language, for texts to paste."""
        return Words(self.answers.get("lang") or self.words.lang)

    def today(self) -> str:
        """Return the date as the name of an evening."""
        day = self.day()
        return self.say("date", day=day.day, month=self.words.variants("wizard", "months")[day.month - 1])

    def numbers(self) -> dict[str, int]:
        """Return the counts that prompts may mention."""
        players = self.answers.get("players") or self.drafts.get("players") or []
        return {"players": len(players)}

    def players(self) -> list[Raw]:
        """Return the players as the list was given, before the nick check."""
        found: list[Raw] = self.answers.get("players", [])
        return found

    def entries(self) -> list[Raw]:
        """Return the players as they sit: without those left out, under their theme nicks (1.4)."""
        return renamed(self.players(), self.answers["nicks"]) if "nicks" in self.answers else self.players()

    def candidates(self) -> list[str]:
        """Return the themes voted on."""
        found: list[str] = self.answers.get("candidates", [])
        return found

    def votes(self, value: list[Any] | None = None) -> list[int]:
        """Return how many votes each candidate has."""
        given = self.answers.get("votes", []) if value is None else value
        if given and isinstance(given[0], int):
            return list(given)
        return [sum(1 for _, choice in given if choice == one) for one in self.candidates()]

    def top(self) -> list[str]:
        """Return the themes with the most votes."""
        counted = self.votes()
        return [one for one, n in zip(self.candidates(), counted, strict=True) if n == max(counted)]

    def lot(self) -> str:
        """Return which of the tied themes is drawn."""
        top = self.top()
        return top[draw(self.wording, "theme", 0, range(1, len(top) + 1)) - 1]

    def theme(self) -> str:
        """Return the theme chosen, "" without one."""
        candidates = self.candidates()
        if len(candidates) < 2:
            return "".join(candidates)
        if "votes" not in self.answers:
            return ""
        top = self.top()
        return top[0] if len(top) == 1 else str(self.answers.get("tie", ""))

    def pack(self) -> str:
        """Return the id of the theme pack for the theme chosen: the one asked for, else the one of that name, or ""."""
        return self.packs.get(self.theme()) or meant_by(self.theme(), self.words, self.saves)


@dataclass(slots=True)
class Taken:
    """What became of a line: the value now, whether that answers the question, what to tell, what to ask first."""

    value: Any
    done: bool = True
    say: list[str] = field(default_factory=list)
    sure: str = ""


class AsItIs(str):
    """A line to be shown unbroken: it is there to be marked and copied."""

    __slots__ = ()


class AnswerError(Exception):
    """A line that is no answer: a text of the wizard and what fills it."""

    def __init__(self, key: str, **params: object) -> None:
        """Keep the key and the parameters."""
        super().__init__(key)
        self.key = key
        self.params = params


def renamed(players: list[Raw], nicks: Raw) -> list[Raw]:
    """Return the players after a nick check: some left out, some under a new nick, the name before kept as chat."""
    new = dict(nicks.get("new", []))
    kept = [entry for entry in players if entry["nick"] not in nicks.get("out", [])]
    return [
        {**entry, "nick": new[entry["nick"]], "chat": entry.get("chat") or entry["nick"]}
        if entry["nick"] in new
        else entry
        for entry in kept
    ]


def one_line(text: str) -> str:
    """Return a typed answer as one harmless line without blanks around it."""
    return " ".join(safe(text).split())
