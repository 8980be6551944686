"""Counting over many games: wins, survival, votes, by side, role, theme, ruling and player."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from mafia_cli.chronicle.gather import players
from mafia_cli.chronicle.tally import Boiled
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.rulings import RULINGS


@dataclass(slots=True)
class Score:
    """How somebody, or a role, fared: counts over games."""

    games: int = 0
    wins: int = 0
    alive: int = 0
    jailed: int = 0
    first: int = 0
    votes: int = 0
    hits: int = 0

    def add(self, game: Boiled, player: Boiled) -> None:
        """Count one game of one player."""
        self.games += 1
        self.wins += game["winner"] == ROLES[Role(player["role"])].side
        self.alive += player["alive"]
        self.jailed += "jailed_by" in player
        self.first += "first" in player
        self.votes += player.get("votes", 0)
        self.hits += player.get("hits", 0)


@dataclass(slots=True)
class Group:
    """The games of one theme, or one choice of a ruling, by winner."""

    games: int = 0
    winners: "Counter[str]" = field(default_factory=Counter)

    def add(self, game: Boiled) -> None:
        """Count one game."""
        self.games += 1
        self.winners[game["winner"]] += 1

    def as_data(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {"games": self.games, "winners": dict(self.winners)}


@dataclass(slots=True)
class Totals:
    """Everything counted over the games of a folder, or of one player's."""

    games: int = 0
    since: str = ""
    until: str = ""
    winners: "Counter[str]" = field(default_factory=Counter)
    seats: Score = field(default_factory=Score)
    roles: dict[str, Score] = field(default_factory=dict)
    players: dict[str, Score] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    themes: dict[str, Group] = field(default_factory=dict)
    rulings: dict[str, dict[str, Group]] = field(default_factory=dict)
    jailed_by: "Counter[str]" = field(default_factory=Counter)

    def as_data(self) -> dict[str, Any]:
        """Return the totals as plain data."""
        return {
            "games": self.games,
            "since": self.since or None,
            "until": self.until or None,
            "winners": dict(self.winners),
            "seats": asdict(self.seats),
            "roles": {role: asdict(score) for role, score in self.roles.items()},
            "players": {self.names[who]: asdict(score) for who, score in self.players.items()},
            "themes": {name: group.as_data() for name, group in self.themes.items()},
            "rulings": {
                name: {choice: group.as_data() for choice, group in choices.items()}
                for name, choices in self.rulings.items()
            },
            "jailed_by": dict(self.jailed_by.most_common()),
        }


def identity(name: str) -> str:
    """Return a name as it is compared: large and small letters are the same, a letter and its mark are one."""
    return unicodedata.normalize("NFC", name).strip().casefold()


def count(games: list[Boiled]) -> Totals:
    """Count all games."""
    totals = Totals()
    changed = {name for game in games for name in game["rulings"]}
    for game in games:
        _game(totals, game, changed)
    for game, player in players(games):
        _player(totals, game, player)
    return totals


def count_player(games: list[Boiled], name: str) -> Totals | None:
    """Count the games of one player, known by chat name or, where nobody has that, by a nick; ``None`` if in none."""
    wanted = identity(name)
    key = "who" if any(identity(player["who"]) == wanted for _, player in players(games)) else "nick"
    totals = Totals()
    own = [(game, player) for game, player in players(games) if identity(player[key]) == wanted]
    if not own:
        return None
    changed = {name for game, _ in own for name in game["rulings"]}
    for game, player in own:
        _game(totals, game, changed)
        _player(totals, game, player)
        totals.jailed_by.update(player.get("jailed_by", ()))
    return totals


def _game(totals: Totals, game: Boiled, changed: Iterable[str]) -> None:
    totals.games += 1
    totals.winners[game["winner"]] += 1
    if game["date"]:
        totals.since = min(totals.since or game["date"], game["date"])
        totals.until = max(totals.until, game["date"])
    totals.themes.setdefault(game["theme"], Group()).add(game)
    for name in changed:
        choice = game["rulings"].get(name, RULINGS[name].default)
        totals.rulings.setdefault(name, {}).setdefault(choice, Group()).add(game)


def _player(totals: Totals, game: Boiled, player: Boiled) -> None:
    who = identity(player["who"])
    totals.names[who] = player["who"]
    totals.players.setdefault(who, Score()).add(game, player)
    totals.roles.setdefault(player["role"], Score()).add(game, player)
    totals.seats.add(game, player)
