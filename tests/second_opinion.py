"""A second opinion: the rules of RULES.md and SCRIPT.md judged naively, for the tests only.

Written from the two documents alone. A night is a set of visits (role, seat); every rule is one small
function named by its number. Nothing here is clever or fast.

Points the documents leave open, and the reading taken here:

1.  Several faults in a file: the header first, then the first faulty step in file order, in it the first
    faulty key in file order. A required key that is absent is named as if it stood there
    (`steps[2].reason`). What concerns no single key is `steps[2]` (kabum spent, no living healer, no heir
    due, one nick in two lists of an override, a night where a day must come).
2.  The winner before any step is judged like any other (a town without mafioso and maniac has won).
3.  3.2 and "a poison due to kill x this night": poison carried since last night, curable or not. Poison that
    the bodyguard takes over this night (`guard_poison = "at_once"`) is not meant.
4.  A revival is one event: the healer dies and the other is back together. If the healer held the title, a
    revived mayor takes it before any heir does, and a drawn heir may be the revived player.
5.  An override is a sequence: the dead and jailed die (the title passes or lapses, a random heir is drawn
    among those then alive), then `alive`, then the rest. `alive` of the living changes nothing.
6.  `after = "vote"`: the count sees everything (living, seduced, title) as it stood before the first step
    marked so; the acquittal as it stands at the `day` step. A suspect who died and was brought back
    meanwhile stands the acquittal. Only kabum, revive, exclude and replace may carry the mark.
7.  In the acquittal 2.5 looks at the voter only (the suspect may only be seduced by an override meanwhile).
8.  `moves.don` is an error, even as a skip: the joint kill is `mafia`.
9.  Renaming, replacing and logging a violation work on the dead too. `to` and a nick may not be empty.
10. An empty override reason is no reason. An override with a reason alone is lawful. `answers` before the
    first night is an error. A nick twice in one list counts once.
11. `end` needs its `winner` key: nobody, maniac, town, mafia or "". Steps, even another `end`, may follow.
12. An amend names an earlier step that is no amend; `set` may name any key; a dropped step is not looked at.
    A fault made by `set` is told at the step it changes, a doubled role made by `seat` at the player. Amends
    are folded wherever they stand; a faulty one is folded nowhere. Its reason is optional.
13. An open step anywhere but last is an error (`steps[2].open`); its content is not looked at.
14. Step kinds and keys "in the same spirit" (note, alias, away, forgive, spoke) are unknown here.
15. `acquittal_count = "dealt"` counts all players of the file, the excluded too.
16. No players at all: `players`. Roles not dealt: `players[1].role`, the first that lacks one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Draw = Callable[[str, int, list[int]], int]
Visits = frozenset[tuple[str, int]]

MAFIOSI = {"mafia", "don"}
TOWN = {
    "citizen",
    "commissar",
    "doctor",
    "casanova",
    "jealous",
    "mayor",
    "poisoner",
    "bodyguard",
    "thief",
    "healer",
    "kamikaze",
    "journalist",
}
ROLES = TOWN | MAFIOSI | {"maniac"}
MANY = {"citizen", "mafia"}
NIGHT_ROLES = (
    "mafia",
    "commissar",
    "doctor",
    "casanova",
    "maniac",
    "jealous",
    "poisoner",
    "bodyguard",
    "thief",
    "journalist",
)
NEVER_REVIVED = {"maniac", "mafia", "don", "poisoner", "healer", "kamikaze"}
WINNERS = {"nobody", "maniac", "town", "mafia"}

RULINGS: dict[str, tuple[str, ...]] = {
    "maniac_nights": ("even", "odd", "cooldown"),
    "poisoner_pace": ("cooldown", "calendar"),
    "antidote": ("either_night", "same_night"),
    "guard_poison": ("next_night", "at_once"),
    "thief_vs_mafia": ("carrier", "any"),
    "thief_vs_poisoner": ("no_effect", "blocks"),
    "journalist_visits": ("no", "yes"),
    "journalist_mafia": ("same", "different"),
    "doctor_saves_mirrored": ("yes", "no"),
    "doctor_lifts_seduction": ("no", "yes"),
    "mayor_decides": ("voted", "asked"),
    "mayor_heir": ("ask", "random", "none"),
    "tie": ("revote", "nobody", "ask"),
    "acquittal_count": ("living", "dealt"),
    "acquittal_tie": ("acquitted", "jailed"),
    "reveal_roles": ("jailed", "all"),
    "announce_causes": ("killers", "none", "all"),
    "announce_saves": ("none", "unnamed"),
    "parity": ("at_least", "more_than"),
    "standoff": ("play_on", "nobody", "maniac", "mafia"),
}

HEADER_KEYS = {
    "format",
    "seed",
    "lots",
    "wording",
    "rulings",
    "players",
    "steps",
    "name",
    "host",
    "created",
    "lang",
    "theme",
    "pack",
    "limit",
    "minutes",
    "tracks",
    "setup",
    "told",
    "undone",
}
PLAYER_KEYS = {"nick", "role", "chat", "aliases"}
STEP_KEYS: dict[str, set[str]] = {
    "night": {"moves", "open", "entries"},
    "day": {"votes", "revote", "mayor", "decision", "acquit", "open", "entries"},
    "kabum": {"target", "after"},
    "revive": {"target", "after"},
    "exclude": {"target", "rule", "after"},
    "replace": {"target", "to", "chat", "after"},
    "rename": {"target", "to"},
    "violation": {"target", "rule", "note"},
    "heir": {"target"},
    "override": {
        "reason",
        "dead",
        "alive",
        "jailed",
        "poisoned",
        "cured",
        "seduced",
        "mayor",
        "answers",
    },
    "end": {"winner"},
    "amend": {"step", "seat", "role", "set", "drop", "reason"},
}
ANSWERS = {"commissar": {"+", "-", "none"}, "journalist": {"same", "different", "none"}}


class ScriptError(Exception):
    """What cannot be, and its place in the file."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def no_draw(purpose: str, night: int, seats: list[int]) -> int:
    """The drawing by seed is not in the documents."""
    raise LookupError(f"the seed must choose: {purpose}, night {night}, seats {seats}")


@dataclass
class Game:
    """Where the game stands. Seats are numbers from 1."""

    rulings: dict[str, str]
    draw: Draw
    nicks: dict[int, str]
    roles: dict[int, str]
    alive: set[int]
    excluded: set[int] = field(default_factory=set)
    nights: int = 0
    days: int = 0
    seduced: set[int] = field(default_factory=set)
    poison: set[int] = field(default_factory=set)
    title: int | None = None
    heir_due: bool = False
    kabum_spent: bool = False
    revival_spent: bool = False
    jailed_kamikaze: bool = False
    fresh_dead: set[int] = field(default_factory=set)
    last: dict[str, int] = field(default_factory=dict)
    ended: str | None = None
    count: Game | None = None

    def copy(self) -> Game:
        """The same game once more, to try something."""
        return dataclasses.replace(
            self,
            nicks=dict(self.nicks),
            alive=set(self.alive),
            excluded=set(self.excluded),
            seduced=set(self.seduced),
            poison=set(self.poison),
            fresh_dead=set(self.fresh_dead),
            last=dict(self.last),
        )

    def holders(self, *roles: str) -> set[int]:
        """Seats, living or dead, of these roles."""
        return {seat for seat, role in self.roles.items() if role in roles}

    def living(self, *roles: str) -> set[int]:
        """Living seats of these roles."""
        return self.holders(*roles) & self.alive

    def seat(self, nick: object) -> int | None:
        """The seat of a nick, matched exactly."""
        for seat, own in self.nicks.items():
            if own == nick:
                return seat
        return None

    def names(self, seats: Iterable[int]) -> list[str]:
        """Nicks sorted by code point."""
        return sorted(self.nicks[seat] for seat in seats)


# --- The end ---------------------------------------------------------------------------------------------


def standing_winner(game: Game) -> str | None:
    """The end: who has won as things stand."""
    mafiosi = len(game.living("mafia", "don"))
    maniac = len(game.living("maniac"))
    everybody = len(game.alive)
    rest = everybody - mafiosi
    if everybody == 0:
        return "nobody"
    if maniac == 1 and everybody == 1:
        return "maniac"
    if mafiosi == 0 and maniac == 0:
        return "town"
    if maniac == 0 and mafiosi > rest:
        return "mafia"
    if maniac == 0 and mafiosi == rest and game.rulings["parity"] == "at_least":
        return "mafia"
    if maniac == 1 and mafiosi == 1 and everybody == 2 and game.rulings["standoff"] != "play_on":
        return game.rulings["standoff"]
    return None


def winner(game: Game) -> str | None:
    """What an `end` step named, else the standing winner."""
    if game.ended is not None:
        return game.ended or None
    return standing_winner(game)


# --- Dying, coming back, the title ------------------------------------------------------------------------


def take_life(game: Game, seats: Iterable[int]) -> None:
    """Step 4: poison and seduction of the dead are gone."""
    for seat in seats:
        game.alive.discard(seat)
        game.seduced.discard(seat)
        game.poison.discard(seat)


def heir_candidates(game: Game) -> list[int]:
    """Ruling mayor_heir = random: a plain citizen, else one of the town."""
    return sorted(game.living("citizen") or game.living(*TOWN))


def settle_title(game: Game, causes: Mapping[int, set[str]]) -> None:
    """2.8: a killed mayor's title passes; a jailed or excluded one's lapses."""
    holder = game.title
    if holder is None or holder in game.alive:
        return
    game.title = None
    if causes[holder] <= {"jailed", "excluded"}:
        return
    if game.rulings["mayor_heir"] == "ask":
        game.heir_due = True
    if game.rulings["mayor_heir"] == "random":
        candidates = heir_candidates(game)
        if len(candidates) == 1:
            game.title = candidates[0]
        elif candidates:
            game.title = game.draw("heir", game.nights, candidates)


def mayor_is_back(game: Game, seat: int) -> None:
    """2.8: a revived mayor has the title again if nobody holds it."""
    if game.roles[seat] == "mayor" and (game.title is None or game.title not in game.alive):
        game.title = seat
        game.heir_due = False


def bring_back(game: Game, seat: int) -> None:
    """2.12: alive, whole, with all rights; limits go on where they were."""
    game.alive.add(seat)
    game.excluded.discard(seat)
    game.fresh_dead.discard(seat)
    if game.roles[seat] == "kamikaze":
        game.jailed_kamikaze = False


def die_by_step(game: Game, causes: Mapping[int, set[str]]) -> None:
    """A death outside `night` and `day`: a move by or at the dead lapses until the next of them."""
    take_life(game, causes)
    game.fresh_dead |= set(causes)


# --- The night: who may move ------------------------------------------------------------------------------


def maniac_may(game: Game, number: int) -> bool:
    """2.6, 3.9, ruling maniac_nights."""
    if not game.living("mafia", "don"):
        return True
    if game.rulings["maniac_nights"] == "even":
        return number % 2 == 0
    if game.rulings["maniac_nights"] == "odd":
        return number % 2 == 1
    return game.last.get("maniac") != number - 1


def poisoner_may(game: Game, number: int) -> bool:
    """2.9, ruling poisoner_pace."""
    if game.rulings["poisoner_pace"] == "calendar":
        return number % 3 == 0
    return "poisoner" not in game.last or number - game.last["poisoner"] >= 3


def doctor_may_self(game: Game, number: int) -> bool:
    """2.4: at least 5 nights after the last time."""
    return "doctor on self" not in game.last or number - game.last["doctor on self"] >= 5


def move_nicks(role: str, value: object, place: str) -> list[str]:
    """The nicks of a move that is no skip."""
    wanted = 2 if role == "journalist" else 1
    nicks = value if role == "journalist" else [value]
    if not isinstance(nicks, list) or len(nicks) != wanted:
        raise ScriptError(place)
    for nick in nicks:
        if not isinstance(nick, str):
            raise ScriptError(place)
    return nicks


def read_move(game: Game, role: str, value: object, place: str) -> tuple[str, list[int]]:
    """`skip`, `lapsed` or `made`, and the targets; ScriptError if it cannot be."""
    number = game.nights + 1
    if role not in NIGHT_ROLES:
        raise ScriptError(place)
    if value == "":
        return "skip", []
    targets: list[int] = []
    for nick in move_nicks(role, value, place):
        seat = game.seat(nick)
        if seat is None:
            raise ScriptError(place)
        targets.append(seat)
    movers = game.holders("mafia", "don") if role == "mafia" else game.holders(role)
    if not movers & game.alive:
        if movers & game.fresh_dead:
            return "lapsed", []
        raise ScriptError(place)
    for seat in targets:
        if seat not in game.alive and seat not in game.fresh_dead:
            raise ScriptError(place)
    at_self = bool(movers & set(targets))
    if at_self and role not in ("doctor", "mafia"):
        raise ScriptError(place)
    if role == "journalist" and targets[0] == targets[1]:
        raise ScriptError(place)
    if role == "maniac" and not maniac_may(game, number):
        raise ScriptError(place)
    if role == "poisoner" and not poisoner_may(game, number):
        raise ScriptError(place)
    if role == "doctor" and at_self and not doctor_may_self(game, number):
        raise ScriptError(place)
    for seat in targets:
        if seat not in game.alive:
            return "lapsed", []
    return "made", targets


def spend_limits(game: Game, made: Mapping[str, list[int]], number: int) -> None:
    """A move that was made counts, blocked or cancelled or not (D)."""
    for role in ("maniac", "poisoner"):
        if role in made:
            game.last[role] = number
    if "doctor" in made and game.roles[made["doctor"][0]] == "doctor":
        game.last["doctor on self"] = number


def mafia_carriers(game: Game) -> set[int]:
    """The living don, else the living mafioso of the lowest seat; ruling thief_vs_mafia: any mafioso."""
    if game.rulings["thief_vs_mafia"] == "any":
        return game.living("mafia", "don")
    don = game.living("don")
    return don or {min(game.living("mafia"))}


# --- The night, step 1: the thief -------------------------------------------------------------------------


def rule_2_11(game: Game, made: Mapping[str, list[int]]) -> set[str]:
    """The roles whose move of this night the thief blocks."""
    blocked: set[str] = set()
    if "thief" not in made:
        return blocked
    victim = made["thief"][0]
    for role in made:
        if role == "mafia":
            if victim in mafia_carriers(game):
                blocked.add(role)
        elif role == "poisoner":
            if victim in game.holders(role) and game.rulings["thief_vs_poisoner"] == "blocks":
                blocked.add(role)
        elif role != "thief" and victim in game.holders(role):
            blocked.add(role)
    return blocked


# --- The night, step 2: collisions ------------------------------------------------------------------------


def visits_of(game: Game, made: Mapping[str, list[int]], blocked: set[str]) -> Visits:
    """Who came to whom. 2.14, ruling journalist_visits: the journalist comes to nobody."""
    visits: set[tuple[str, int]] = set()
    for role, targets in made.items():
        if role in blocked:
            continue
        if role == "journalist" and game.rulings["journalist_visits"] == "no":
            continue
        for seat in targets:
            visits.add((role, seat))
    return frozenset(visits)


def came(visits: Visits, seat: int) -> set[str]:
    """The roles that came to a seat."""
    return {role for role, where in visits if where == seat}


def places(visits: Visits, role: str) -> set[int]:
    """Where a role came."""
    return {where for who, where in visits if who == role}


def rule_3_1(game: Game, visits: Visits) -> set[str]:
    """Mafia and maniac at one player: both."""
    for seat in game.nicks:
        if {"mafia", "maniac"} <= came(visits, seat):
            return {"mafia", "maniac"}
    return set()


def rule_3_7(game: Game, visits: Visits) -> set[str]:
    """Mafia at the maniac while the maniac is at any mafioso: both."""
    mafia_at_maniac = places(visits, "mafia") & game.holders("maniac")
    maniac_at_mafioso = places(visits, "maniac") & game.holders("mafia", "don")
    if mafia_at_maniac and maniac_at_mafioso:
        return {"mafia", "maniac"}
    return set()


def rule_3_11(game: Game, visits: Visits) -> set[str]:
    """Casanova with mafia and/or maniac: theirs, not hers."""
    for seat in game.nicks:
        if "casanova" in came(visits, seat):
            return came(visits, seat) & {"mafia", "maniac"}
    return set()


def rule_3_12(game: Game, visits: Visits) -> set[str]:
    """Commissar and mafia at one player: both."""
    for seat in game.nicks:
        if {"commissar", "mafia"} <= came(visits, seat):
            return {"commissar", "mafia"}
    return set()


def rule_3_2(game: Game, visits: Visits) -> set[str]:
    """Doctor and casanova alone at one player to whom no poison is due: both."""
    for seat in game.nicks:
        if came(visits, seat) == {"doctor", "casanova"} and seat not in game.poison:
            return {"doctor", "casanova"}
    return set()


def rule_3_10(game: Game, visits: Visits) -> set[str]:
    """Doctor or casanova at the poisoner's target: the poisoner's."""
    for seat in places(visits, "poisoner"):
        if came(visits, seat) & {"doctor", "casanova"}:
            return {"poisoner"}
    return set()


def rule_3_6(game: Game, visits: Visits) -> set[str]:
    """Bodyguard, and neither doctor nor casanova, at the poisoner's target: the poisoner's."""
    for seat in places(visits, "poisoner"):
        if "bodyguard" in came(visits, seat) and not came(visits, seat) & {"doctor", "casanova"}:
            return {"poisoner"}
    return set()


COLLISIONS: dict[str, Callable[[Game, Visits], set[str]]] = {
    "3.1": rule_3_1,
    "3.7": rule_3_7,
    "3.11": rule_3_11,
    "3.12": rule_3_12,
    "3.2": rule_3_2,
    "3.10": rule_3_10,
    "3.6": rule_3_6,
}


def cancellations(game: Game, visits: Visits) -> dict[str, set[str]]:
    """Role -> the rules that cancel its move; every line on the visits alone."""
    cancelled: dict[str, set[str]] = {}
    for rule, judge in COLLISIONS.items():
        for role in judge(game, visits):
            cancelled.setdefault(role, set()).add(rule)
    return cancelled


# --- The night, step 3: harm ------------------------------------------------------------------------------

Harm = set[tuple[int, str]]


def rules_3_4_3_5(game: Game, number: int) -> int:
    """The mirror takes a simple mafioso, one of several by the seed, else the don."""
    simple = sorted(game.living("mafia"))
    if not simple:
        return min(game.living("don"))
    if len(simple) == 1:
        return simple[0]
    return game.draw("mirror", number, simple)


def strikes(game: Game, working: Visits, number: int) -> Harm:
    """2.2, 2.6, 2.10: who is struck by mafia, maniac or the mirror."""
    harm: Harm = set()
    for seat in places(working, "mafia"):
        if "bodyguard" in came(working, seat):
            harm.add((rules_3_4_3_5(game, number), "mirrored"))
        else:
            harm.add((seat, "mafia"))
    for seat in places(working, "maniac"):
        if "bodyguard" in came(working, seat):
            harm.add((min(game.living("maniac")), "mirrored"))
        else:
            harm.add((seat, "maniac"))
    return harm


def rule_2_4(game: Game, working: Visits, struck: Harm) -> Harm:
    """Of the strikes, those the doctor saves from."""
    saved_from: Harm = set()
    for seat, cause in struck:
        if "doctor" not in came(working, seat):
            continue
        if cause == "mirrored" and game.rulings["doctor_saves_mirrored"] == "no":
            continue
        saved_from.add((seat, cause))
    return saved_from


def rule_2_9(game: Game, working: Visits) -> Harm:
    """Poison given last night kills now, unless cured (3.10, ruling antidote)."""
    harm: Harm = set()
    for seat in game.poison:
        helpers = came(working, seat) & {"doctor", "casanova", "bodyguard"}
        if helpers and game.rulings["antidote"] == "either_night":
            continue
        harm.add((seat, "poison"))
    return harm


def poison_taken_over(game: Game, visits: Visits, working: Visits) -> set[int]:
    """3.6: the bodyguard with the poison, unless doctor or casanova works at the bodyguard (3.10)."""
    if not rule_3_6(game, visits):
        return set()
    guard = game.living("bodyguard")
    return {seat for seat in guard if not came(working, seat) & {"doctor", "casanova"}}


def rules_2_7_3_3_3_8(game: Game, visits: Visits, working: Visits) -> Harm:
    """The jealous finds the casanova: she and her client die, never the jealous."""
    casanova = game.living("casanova")
    client = places(visits, "casanova")
    harm: Harm = set()
    for seat in places(working, "jealous"):
        if seat in casanova or seat in client:
            for victim in casanova | client:
                if game.roles[victim] != "jealous":
                    harm.add((victim, "jealous"))
    return harm


def rule_2_5(game: Game, working: Visits) -> set[int]:
    """Whom the casanova seduces (ruling doctor_lifts_seduction), dead at dawn or not."""
    seduced: set[int] = set()
    for seat in places(working, "casanova"):
        if "doctor" in came(working, seat) and game.rulings["doctor_lifts_seduction"] == "yes":
            continue
        seduced.add(seat)
    return seduced


# --- The night, step 5: what is told ----------------------------------------------------------------------


def rule_2_3(game: Game, target: int) -> str:
    """The commissar's answer."""
    return "+" if game.roles[target] in MAFIOSI else "-"


def rule_2_14(game: Game, one: int, other: int) -> str:
    """The journalist's answer, ruling journalist_mafia."""
    roles = {game.roles[one], game.roles[other]}
    if len(roles) == 1:
        return "same"
    if roles == MAFIOSI and game.rulings["journalist_mafia"] == "same":
        return "same"
    return "different"


def play_night(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """One night, the five steps of RULES.md."""
    if game.count is not None:
        raise ScriptError(place)
    number = game.nights + 1
    moves = step.get("moves", {})
    if not isinstance(moves, dict):
        raise ScriptError(f"{place}.moves")
    made: dict[str, list[int]] = {}
    lapsed: set[str] = set()
    for role, value in moves.items():
        how, targets = read_move(game, role, value, f"{place}.moves.{role}")
        if how == "lapsed":
            lapsed.add(role)
        if how == "made":
            made[role] = targets
    spend_limits(game, made, number)
    game.nights = number
    game.heir_due = False

    blocked = rule_2_11(game, made)
    visits = visits_of(game, made, blocked)
    cancelled = cancellations(game, visits)
    working = frozenset(visit for visit in visits if visit[0] not in cancelled)

    struck = strikes(game, working, number)
    saved_from = rule_2_4(game, working, struck)
    guard_poison = poison_taken_over(game, visits, working)
    harm = struck - saved_from
    harm |= rule_2_9(game, working)
    harm |= rules_2_7_3_3_3_8(game, visits, working)
    poisoned = places(working, "poisoner")
    if game.rulings["guard_poison"] == "at_once":
        harm |= {(seat, "poison") for seat in guard_poison}
    else:
        poisoned |= guard_poison

    died: dict[int, set[str]] = {}
    for seat, cause in harm:
        died.setdefault(seat, set()).add(cause)
    answers: dict[str, str] = {}
    if "commissar" in made:
        answers["commissar"] = rule_2_3(game, made["commissar"][0])
    if "journalist" in made:
        answers["journalist"] = rule_2_14(game, *made["journalist"])
    for role in answers:
        if role in blocked or role in cancelled:
            answers[role] = "none"

    take_life(game, died)
    settle_title(game, died)
    game.seduced = rule_2_5(game, working) & game.alive
    game.poison = poisoned & game.alive
    game.fresh_dead = set()
    game.jailed_kamikaze = False
    return {
        "kind": "night",
        "number": number,
        "died": {game.nicks[seat]: sorted(causes) for seat, causes in died.items()},
        "saved": game.names({seat for seat, _ in saved_from}),
        "seduced": game.names(game.seduced),
        "poisoned": game.names(game.poison),
        "lapsed": sorted(lapsed),
        "blocked": sorted(blocked),
        "cancelled": {role: sorted(rules) for role, rules in cancelled.items()},
        "answers": answers,
        "winner": winner(game),
    }


# --- The day ----------------------------------------------------------------------------------------------


def pairs(step: dict[str, Any], key: str, second: type, place: str) -> list[tuple[str, Any]]:
    """The votes under a key, or ScriptError when they are malformed."""
    value = step.get(key, [])
    if not isinstance(value, list):
        raise ScriptError(f"{place}.{key}")
    for item in value:
        if not isinstance(item, list) or len(item) != 2:
            raise ScriptError(f"{place}.{key}")
        if not isinstance(item[0], str) or not isinstance(item[1], second):
            raise ScriptError(f"{place}.{key}")
    return [(item[0], item[1]) for item in value]


@dataclass
class Ballot:
    """One open vote: voter -> candidate, who passed, what was refused."""

    cast: dict[int, int] = field(default_factory=dict)
    passed: set[int] = field(default_factory=set)
    refused: list[dict[str, str]] = field(default_factory=list)

    def top(self) -> set[int]:
        """The candidates with most votes."""
        counts = self.counts()
        return {seat for seat in counts if counts[seat] == max(counts.values())}

    def counts(self) -> dict[int, int]:
        """Candidate -> votes."""
        chosen = list(self.cast.values())
        return {seat: chosen.count(seat) for seat in chosen}


def why_refused(
    names: Game, count: Game, ballot: Ballot, voter: str, candidate: str, among: set[int] | None
) -> str | None:
    """The rule against one vote, in the order 1.8, 2.5, 4.6, 4.5."""
    by = names.seat(voter)
    passes = candidate == ""
    at = None if passes else names.seat(candidate)
    if by is None or by not in count.alive:
        return "1.8"
    if not passes and (at is None or at not in count.alive):
        return "1.8"
    if not passes and among is not None and at not in among:
        return "1.8"
    if by in count.seduced or at in count.seduced:
        return "2.5"
    if by == at:
        return "4.6"
    if by in ballot.cast or by in ballot.passed:
        return "4.6"
    if passes and count.days > 1:
        return "4.5"
    return None


def hold_vote(names: Game, count: Game, votes: list[tuple[str, str]], among: set[int] | None) -> Ballot:
    """1.8: votes in the order they came."""
    ballot = Ballot()
    for voter, candidate in votes:
        rule = why_refused(names, count, ballot, voter, candidate, among)
        by = names.seat(voter)
        at = names.seat(candidate)
        if rule is not None:
            ballot.refused.append({"voter": voter, "candidate": candidate, "rule": rule})
        elif at is None:
            assert by is not None
            ballot.passed.add(by)
        else:
            assert by is not None
            ballot.cast[by] = at
    return ballot


def rule_2_8(names: Game, count: Game, ballot: Ballot, tied: set[int], asked: object) -> int | None:
    """The tied candidate to whom the mayor's extra votes go (ruling mayor_decides)."""
    mayor = count.title
    if mayor is None or mayor in count.seduced:
        return None
    if ballot.cast.get(mayor) in tied:
        return ballot.cast[mayor]
    if count.rulings["mayor_decides"] == "asked":
        named = names.seat(asked)
        if named in tied and named != mayor:
            return named
    return None


def acquittal_due(count: Game) -> bool:
    """1.8.1, ruling acquittal_count: fewer than 13."""
    if count.rulings["acquittal_count"] == "dealt":
        return len(count.nicks) < 13
    return len(count.alive) < 13


def hold_acquittal(game: Game, suspect: int, votes: list[tuple[str, bool]]) -> tuple[bool, bool, list[dict[str, str]]]:
    """1.8.1: acquitted, decided by the mayor, refused."""
    said: dict[int, bool] = {}
    refused: list[dict[str, str]] = []
    for voter, acquits in votes:
        by = game.seat(voter)
        rule = None
        if by is None or by not in game.alive:
            rule = "1.8"
        elif by in game.seduced:
            rule = "2.5"
        elif by == suspect:
            rule = "1.8.1"
        elif by in said:
            rule = "4.6"
        else:
            said[by] = acquits
        if rule is not None:
            refused.append({"voter": voter, "candidate": game.nicks[suspect], "rule": rule})
    acquit = list(said.values()).count(True)
    convict = list(said.values()).count(False)
    if convict != acquit:
        return acquit > convict, False, refused
    if game.title is not None and game.title in said:
        return said[game.title], True, refused
    return game.rulings["acquittal_tie"] == "acquitted", False, refused


def play_day(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """One day: count, decisive vote, second vote, acquittal, jail."""
    votes = pairs(step, "votes", str, place)
    revotes = pairs(step, "revote", str, place)
    acquits = pairs(step, "acquit", bool, place)
    for key in ("mayor", "decision"):
        if not isinstance(step.get(key, ""), str):
            raise ScriptError(f"{place}.{key}")
    game.days += 1
    game.heir_due = False
    count = game.count.copy() if game.count is not None else game.copy()
    count.days = game.days

    first = hold_vote(game, count, votes, None)
    refused = list(first.refused)
    might_vote = count.alive - count.seduced
    missing = might_vote - set(first.cast) - first.passed
    top = first.top()
    tied = top if len(top) > 1 else set()
    suspect = min(top) if len(top) == 1 else None
    mayor_decided = False
    if tied:
        suspect = rule_2_8(game, count, first, tied, step.get("mayor"))
        mayor_decided = suspect is not None
    if tied and suspect is None and game.rulings["tie"] == "ask":
        named = game.seat(step.get("decision"))
        if named in tied:
            suspect = named
    if tied and suspect is None and game.rulings["tie"] == "revote":
        second = hold_vote(game, count, revotes, tied)
        refused += second.refused
        top = second.top()
        if len(top) == 1:
            suspect = min(top)
        elif top:
            suspect = rule_2_8(game, count, second, top, step.get("mayor"))
            mayor_decided = suspect is not None

    acquitted: bool | None = None
    jailed: int | None = None
    if suspect is not None and suspect in game.alive:
        if acquittal_due(count):
            acquitted, by_mayor, more = hold_acquittal(game, suspect, acquits)
            mayor_decided = mayor_decided or by_mayor
            refused += more
        if not acquitted:
            jailed = suspect
    if jailed is not None:
        take_life(game, {jailed})
        settle_title(game, {jailed: {"jailed"}})
        if game.roles[jailed] == "kamikaze":
            game.jailed_kamikaze = True
    game.seduced = set()
    game.fresh_dead = set()
    game.count = None
    return {
        "kind": "day",
        "number": game.days,
        "tally": {game.nicks[seat]: number for seat, number in first.counts().items()},
        "refused": refused,
        "missing": game.names(missing),
        "tied": game.names(tied),
        "mayor_decided": mayor_decided,
        "suspect": None if suspect is None else game.nicks[suspect],
        "acquitted": acquitted,
        "jailed": None if jailed is None else game.nicks[jailed],
        "role": None if jailed is None else game.roles[jailed],
        "winner": winner(game),
    }


# --- At any time ------------------------------------------------------------------------------------------


def text(step: dict[str, Any], key: str, place: str, *, optional: bool = False, empty: bool = False) -> str:
    """A key that must be a string."""
    if optional and key not in step:
        return ""
    value = step.get(key)
    if not isinstance(value, str) or (value == "" and not empty):
        raise ScriptError(f"{place}.{key}")
    return value


def target_of(game: Game, step: dict[str, Any], place: str) -> int:
    """The seat of a step's target, living or dead."""
    seat = game.seat(text(step, "target", place))
    if seat is None:
        raise ScriptError(f"{place}.target")
    return seat


def told(game: Game, kind: str, died: Mapping[int, str], revived: Iterable[int] = ()) -> dict[str, Any]:
    """The entry of a step that is neither night nor day."""
    return {
        "kind": kind,
        "died": {game.nicks[seat]: [cause] for seat, cause in died.items()},
        "revived": game.names(revived),
        "winner": winner(game),
    }


def play_kabum(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """2.13: both die at once; a jailed kamikaze may until night falls."""
    target = target_of(game, step, place)
    kamikaze = game.holders("kamikaze")
    if game.kabum_spent or not (game.living("kamikaze") or game.jailed_kamikaze):
        raise ScriptError(place)
    if target not in game.alive or target in kamikaze:
        raise ScriptError(f"{place}.target")
    game.kabum_spent = True
    died = dict.fromkeys({target} | game.living("kamikaze"), "kabum")
    causes = {seat: {cause} for seat, cause in died.items()}
    die_by_step(game, causes)
    settle_title(game, causes)
    return told(game, "kabum", died)


def play_revive(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """2.12: the healer dies, the target is back."""
    target = target_of(game, step, place)
    healer = game.living("healer")
    if game.revival_spent or not healer:
        raise ScriptError(place)
    if target in game.alive or target in game.excluded or game.roles[target] in NEVER_REVIVED:
        raise ScriptError(f"{place}.target")
    game.revival_spent = True
    died = dict.fromkeys(healer, "sacrificed")
    causes = {seat: {cause} for seat, cause in died.items()}
    die_by_step(game, causes)
    bring_back(game, target)
    mayor_is_back(game, target)
    settle_title(game, causes)
    return told(game, "revive", died, [target])


def play_exclude(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """1.4, 4.x: living or dead, once; all rights end."""
    target = target_of(game, step, place)
    text(step, "rule", place, optional=True)
    if target in game.excluded:
        raise ScriptError(f"{place}.target")
    died = {target: "excluded"} if target in game.alive else {}
    causes = {seat: {cause} for seat, cause in died.items()}
    die_by_step(game, causes)
    settle_title(game, causes)
    game.excluded.add(target)
    if game.roles[target] == "kamikaze":
        game.jailed_kamikaze = False
    return told(game, "exclude", died)


def play_new_nick(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """`rename` and `replace`: the seat and all that hangs on it go on under a free nick."""
    target = target_of(game, step, place)
    to = text(step, "to", place)
    text(step, "chat", place, optional=True)
    if game.seat(to) is not None:
        raise ScriptError(f"{place}.to")
    game.nicks[target] = to
    return told(game, step["kind"], {})


def play_violation(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """Logged, nothing more."""
    target_of(game, step, place)
    text(step, "rule", place)
    text(step, "note", place, optional=True, empty=True)
    return told(game, "violation", {})


def play_heir(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """2.8: the title passes to a living player."""
    target = target_of(game, step, place)
    if not game.heir_due:
        raise ScriptError(place)
    if target not in game.alive:
        raise ScriptError(f"{place}.target")
    game.title = target
    game.heir_due = False
    return told(game, "heir", {})


def listed(game: Game, step: dict[str, Any], key: str, place: str) -> set[int]:
    """The seats of an override's list."""
    value = step.get(key, [])
    if not isinstance(value, list):
        raise ScriptError(f"{place}.{key}")
    seats: set[int] = set()
    for nick in value:
        seat = game.seat(nick)
        if seat is None:
            raise ScriptError(f"{place}.{key}")
        seats.add(seat)
    return seats


def check_answers(game: Game, step: dict[str, Any], place: str) -> None:
    """An override's answers for the last night."""
    if "answers" not in step:
        return
    answers = step["answers"]
    if not isinstance(answers, dict) or game.nights == 0:
        raise ScriptError(f"{place}.answers")
    for role, answer in answers.items():
        if role not in ANSWERS or not isinstance(answer, str) or answer not in ANSWERS[role]:
            raise ScriptError(f"{place}.answers.{role}")


def play_override(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """What the host says, in the order of SCRIPT.md, and no more."""
    text(step, "reason", place)
    check_answers(game, step, place)
    keys = ("dead", "jailed", "alive", "cured", "poisoned", "seduced")
    lists = {key: listed(game, step, key, place) for key in keys}
    for several in (("dead", "jailed", "alive"), ("cured", "poisoned")):
        for one in several:
            for other in several:
                if one != other and lists[one] & lists[other]:
                    raise ScriptError(place)
    died = dict.fromkeys(lists["dead"] & game.alive, "override")
    died |= dict.fromkeys(lists["jailed"] & game.alive, "jailed")
    causes = {seat: {cause} for seat, cause in died.items()}
    die_by_step(game, causes)
    settle_title(game, causes)
    for seat, cause in died.items():
        if game.roles[seat] == "kamikaze" and cause == "jailed":
            game.jailed_kamikaze = True
    revived = lists["alive"] - game.alive
    for seat in revived:
        bring_back(game, seat)
        mayor_is_back(game, seat)
    game.poison -= lists["cured"]
    game.poison |= lists["poisoned"] & game.alive
    if "seduced" in step:
        game.seduced = lists["seduced"] & game.alive
    if "mayor" in step:
        name = text(step, "mayor", place, empty=True)
        mayor = game.seat(name)
        if name != "" and mayor not in game.alive:
            raise ScriptError(f"{place}.mayor")
        game.title = mayor
        game.heir_due = False
    return told(game, "override", died, revived)


def play_end(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """From now on the winner is what the host names."""
    name = text(step, "winner", place, empty=True)
    if name != "" and name not in WINNERS:
        raise ScriptError(f"{place}.winner")
    game.ended = name
    return told(game, "end", {})


def play_amend(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """Folded before; here only its entry."""
    return told(game, "amend", {})


PLAYERS_OF: dict[str, Callable[[Game, dict[str, Any], str], dict[str, Any]]] = {
    "night": play_night,
    "day": play_day,
    "kabum": play_kabum,
    "revive": play_revive,
    "exclude": play_exclude,
    "rename": play_new_nick,
    "replace": play_new_nick,
    "violation": play_violation,
    "heir": play_heir,
    "override": play_override,
    "end": play_end,
    "amend": play_amend,
}


def check_keys(step: object, place: str) -> None:
    """An unknown kind or key."""
    if not isinstance(step, dict):
        raise ScriptError(place)
    kind = step.get("kind")
    if not isinstance(kind, str) or kind not in STEP_KEYS:
        raise ScriptError(f"{place}.kind")
    for key in step:
        if key != "kind" and key not in STEP_KEYS[kind]:
            raise ScriptError(f"{place}.{key}")


def play(game: Game, step: dict[str, Any], place: str) -> dict[str, Any]:
    """One closed step, in place; its entry. On ScriptError the game is spoiled: play on a copy."""
    check_keys(step, place)
    if not isinstance(step.get("open", False), bool):
        raise ScriptError(f"{place}.open")
    if "after" in step:
        if step["after"] != "vote":
            raise ScriptError(f"{place}.after")
        if game.count is None:
            game.count = game.copy()
    return PLAYERS_OF[step["kind"]](game, step, place)


# --- The file ---------------------------------------------------------------------------------------------


def whole(value: object) -> bool:
    """A TOML integer."""
    return isinstance(value, int) and not isinstance(value, bool)


def fold_amend(
    step: dict[str, Any],
    position: int,
    steps: list[Any],
    players: list[Any],
    dropped: set[int],
) -> None:
    """One amend on the steps, the players and the dropped positions."""
    place = f"steps[{position}]"
    check_keys(step, place)
    if not isinstance(step.get("reason", ""), str):
        raise ScriptError(f"{place}.reason")
    by_step = {"step", "set", "drop"} & set(step)
    by_seat = {"seat", "role"} & set(step)
    if bool(by_step) == bool(by_seat):
        raise ScriptError(place)
    if by_seat:
        seat = step.get("seat")
        if not isinstance(seat, int) or not whole(seat) or not 1 <= seat <= len(players):
            raise ScriptError(f"{place}.seat")
        role = step.get("role")
        if not isinstance(role, str) or role not in ROLES:
            raise ScriptError(f"{place}.role")
        if isinstance(players[seat - 1], dict):
            players[seat - 1] = players[seat - 1] | {"role": role}
        return
    number = step.get("step")
    if not isinstance(number, int) or not whole(number) or not 1 <= number < position:
        raise ScriptError(f"{place}.step")
    earlier = steps[number - 1]
    if not isinstance(earlier, dict) or earlier.get("kind") == "amend":
        raise ScriptError(f"{place}.step")
    if ("set" in step) == ("drop" in step):
        raise ScriptError(place)
    if "drop" in step:
        if step["drop"] is not True:
            raise ScriptError(f"{place}.drop")
        dropped.add(number)
        return
    if not isinstance(step["set"], dict):
        raise ScriptError(f"{place}.set")
    steps[number - 1] = earlier | step["set"]


def check_header(doc: dict[str, Any]) -> None:
    """Keys, format and seed."""
    for key in doc:
        if key not in HEADER_KEYS:
            raise ScriptError(key)
    if not whole(doc.get("format", 1)) or doc.get("format", 1) != 1:
        raise ScriptError("format")
    if not whole(doc.get("seed", 0)):
        raise ScriptError("seed")


def read_rulings(doc: dict[str, Any]) -> dict[str, str]:
    """The rulings, defaults filled in."""
    given = doc.get("rulings", {})
    if not isinstance(given, dict):
        raise ScriptError("rulings")
    rulings = {name: choices[0] for name, choices in RULINGS.items()}
    for name, choice in given.items():
        if name not in RULINGS or choice not in RULINGS[name]:
            raise ScriptError(f"rulings.{name}")
        rulings[name] = choice
    return rulings


def read_players(players: object) -> tuple[dict[int, str], dict[int, str]]:
    """Seat -> nick and seat -> role."""
    if not isinstance(players, list) or not players:
        raise ScriptError("players")
    nicks: dict[int, str] = {}
    roles: dict[int, str] = {}
    for seat, player in enumerate(players, 1):
        place = f"players[{seat}]"
        if not isinstance(player, dict):
            raise ScriptError(place)
        for key in player:
            if key not in PLAYER_KEYS:
                raise ScriptError(f"{place}.{key}")
        nick = text(player, "nick", place)
        role = text(player, "role", place)
        text(player, "chat", place, optional=True)
        if not isinstance(player.get("aliases", []), list):
            raise ScriptError(f"{place}.aliases")
        if nick in nicks.values():
            raise ScriptError(f"{place}.nick")
        if role not in ROLES or (role not in MANY and role in roles.values()):
            raise ScriptError(f"{place}.role")
        nicks[seat] = nick
        roles[seat] = role
    return nicks, roles


def replay(doc: dict[str, Any], draw: Draw = no_draw) -> tuple[Game | None, list[dict[str, Any]], str | None]:
    """The game after the lawful steps, their entries, and the place of the first fault."""
    try:
        check_header(doc)
        rulings = read_rulings(doc)
        if not isinstance(doc.get("steps", []), list):
            raise ScriptError("steps")
        steps: list[Any] = list(doc.get("steps", []))
        players = doc.get("players", [])
        players = list(players) if isinstance(players, list) else players
        dropped: set[int] = set()
        faults: dict[int, str] = {}
        for position, step in enumerate(list(steps), 1):
            if isinstance(step, dict) and step.get("kind") == "amend":
                try:
                    fold_amend(step, position, steps, players, dropped)
                except ScriptError as bad:
                    faults[position] = bad.place
        nicks, roles = read_players(players)
    except ScriptError as bad:
        return None, [], bad.place
    game = Game(rulings, draw, nicks, roles, set(nicks))
    for seat in game.holders("mayor"):
        game.title = seat
    entries: list[dict[str, Any]] = []
    for position, step in enumerate(steps, 1):
        place = f"steps[{position}]"
        if position in faults:
            return game, entries, faults[position]
        if position in dropped:
            continue
        if isinstance(step, dict) and step.get("open") is True:
            if position != len(steps):
                return game, entries, f"{place}.open"
            continue
        tried = game.copy()
        try:
            entries.append(play(tried, step, place))
        except ScriptError as bad:
            return game, entries, bad.place
        game = tried
    return game, entries, None


def resolve(doc: dict[str, Any], draw: Draw = no_draw) -> dict[str, Any]:
    """What `mafia resolve --json` says of a parsed script, without `file`; `error` is the place only."""
    game, entries, error = replay(doc, draw)
    return {
        "error": error,
        "winner": None if game is None else winner(game),
        "alive": [] if game is None else game.names(game.alive),
        "steps": entries,
    }
