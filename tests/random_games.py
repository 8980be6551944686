"""Random scripts for the comparison of the engine with the second opinion.

`random_night` and `random_game` make lawful ones: steps are proposed and kept if the naive resolver finds
no fault. `unlawful` spoils one thing of a lawful game and says at which place. Everything follows from the
given `random.Random`, and from `draw`, which stands for the choice by seed (default: the smallest seat).
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

from second_opinion import (
    ANSWERS,
    MANY,
    NEVER_REVIVED,
    NIGHT_ROLES,
    ROLES,
    RULINGS,
    WINNERS,
    Draw,
    Game,
    ScriptError,
    play,
    read_move,
    replay,
)

Script = dict[str, Any]
Spoiler = Callable[[random.Random, Script, Game], "str | None"]

NAMES = [
    "Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Ёлка", "Жанна", "Зоя", "Иван", "Кира", "Лев", "Мила",
    "Нина", "Олег", "Пётр", "Рита", "Саша", "Таня", "Юля", "яна", "Zed", "a_1", "10", "Дядя Фёдор", "O'Neil",
]  # fmt: skip
NEW_NAMES = ["Новый", "Гость", "новенькая", "Ann", "Б2", "x", "Ъ"]
NOBODY = "Никто"
RULES = ["1.4", "1.5", "4.1", "4.2", "4.3", "4.5", "4.6", "4.7", "4.9"]
FULL_TOWN = (*sorted(ROLES), "mafia", "citizen", "citizen", "citizen")


def smallest(purpose: str, night: int, seats: list[int]) -> int:
    """The default drawing."""
    return min(seats)


# --- Towns ------------------------------------------------------------------------------------------------


def _rulings(rng: random.Random, rulings: str) -> dict[str, str]:
    if rulings == "default":
        return {}
    share = rng.choice([0.1, 0.4, 0.8])
    return {name: rng.choice(choices) for name, choices in RULINGS.items() if rng.random() < share}


def _town(rng: random.Random, number: int) -> list[str]:
    share = rng.choice([0.4, 0.7, 0.95])
    roles = [role for role in sorted(ROLES - MANY - {"mayor"}) if rng.random() < share]
    rng.shuffle(roles)
    roles = ["mafia"] * rng.choice([0, 1, 1, 2, 2, 3]) + roles
    if rng.random() < 0.85:
        roles.insert(0, "mayor")
    roles = roles[:number] + ["citizen"] * (number - len(roles))
    rng.shuffle(roles)
    return roles


def _script(rng: random.Random, roles: Sequence[str], rulings: dict[str, str]) -> Script:
    nicks = [f"P{number}" for number in range(len(roles))]
    if len(roles) <= len(NAMES):
        nicks = rng.sample(NAMES, len(roles))
    doc: Script = {"format": 1, "seed": rng.randrange(1000)}
    if rulings or rng.random() < 0.2:
        doc["rulings"] = rulings
    doc["players"] = [{"nick": nick, "role": role} for nick, role in zip(nicks, roles, strict=True)]
    doc["steps"] = []
    return doc


# --- Nights -----------------------------------------------------------------------------------------------


def _target(rng: random.Random, game: Game, role: str, pool: list[int]) -> int:
    """Mostly of the pool; else somebody whose role makes a collision."""
    wanted = {
        "mafia": ("maniac", "bodyguard", "don"),
        "maniac": ("don", "mafia", "bodyguard"),
        "casanova": ("jealous", "bodyguard", "mayor"),
        "jealous": ("casanova",),
        "thief": (*NIGHT_ROLES, "don"),
        "doctor": ("bodyguard", "mafia", "don", "doctor", "maniac"),
    }.get(role, ("citizen", "bodyguard"))
    if rng.random() < (0.5 if role in ("thief", "jealous") else 0.25):
        seats = sorted(game.living(*wanted))
        if seats:
            return rng.choice(seats)
    if role == "doctor" and game.poison and rng.random() < 0.3:
        return rng.choice(sorted(game.poison))
    return rng.choice(pool)


def _scene(rng: random.Random, game: Game, one: int) -> dict[str, set[int]]:
    """Rare collisions on purpose: role -> where it goes."""
    here, mafiosi, guard = {one}, game.living("mafia", "don"), game.living("bodyguard")
    casanova, jealous, maniac = game.living("casanova"), game.living("jealous"), game.living("maniac")
    poisoned = game.poison or here
    scenes: list[dict[str, set[int]]] = [
        {"mafia": here, "bodyguard": here, "doctor": mafiosi},
        {"maniac": here, "bodyguard": here, "doctor": maniac, "mafia": maniac},
        {"mafia": here, "bodyguard": here, "maniac": mafiosi},
        {"poisoner": here, "bodyguard": here, "doctor": guard},
        {"poisoner": here, "bodyguard": here, "doctor": guard, "casanova": guard},
        {"poisoner": here, "bodyguard": here, "casanova": guard},
        {"mafia": maniac, "maniac": mafiosi},
        {"casanova": jealous, "jealous": casanova},
        {"casanova": here, "jealous": here, "doctor": here},
        {"casanova": here, "jealous": casanova, "bodyguard": here},
        {"casanova": poisoned, "doctor": poisoned},
        {"casanova": here, "doctor": here},
        {"casanova": here, "doctor": here, "journalist": here},
        {"doctor": poisoned},
        {"bodyguard": poisoned},
        {"thief": game.living("don") or mafiosi},
        {"thief": game.living("poisoner"), "poisoner": here},
    ]
    return rng.choice(scenes)


def _moves(rng: random.Random, game: Game, *, eager: float = 0.85) -> dict[str, Any]:
    """Lawful moves: skips, silent roles, lapsing moves, a small pool of targets."""
    reachable = sorted(game.alive | game.fresh_dead)
    if not reachable:
        return {}
    pool = rng.sample(reachable, min(len(reachable), rng.choice([1, 2, 2, 3, 4])))
    scene = _scene(rng, game, pool[0]) if rng.random() < 0.35 else {}
    moves: dict[str, Any] = {}
    for role in rng.sample(NIGHT_ROLES, len(NIGHT_ROLES)):
        holders = game.holders("mafia", "don") if role == "mafia" else game.holders(role)
        if not holders & (game.alive | game.fresh_dead):
            if rng.random() < 0.04:
                moves[role] = ""
            continue
        if rng.random() > eager and role not in scene:
            if rng.random() < 0.5:
                moves[role] = ""
            continue
        for _ in range(3):
            wanted = sorted(scene.get(role, ()))
            seat = rng.choice(wanted) if wanted else _target(rng, game, role, pool)
            value: Any = game.nicks[seat]
            if role == "journalist":
                value = [value, game.nicks[rng.choice(reachable)]]
                rng.shuffle(value)
            try:
                read_move(game, role, value, "")
            except ScriptError:
                continue
            moves[role] = value
            break
    return moves


def _night(rng: random.Random, game: Game) -> Script:
    step: Script = {"kind": "night"}
    moves = _moves(rng, game)
    if moves or rng.random() < 0.5:
        step["moves"] = moves
    if moves and rng.random() < 0.03:
        step["entries"] = [[role, value] for role, value in moves.items()]
    return step


# --- Days -------------------------------------------------------------------------------------------------


def _votes(rng: random.Random, game: Game, count: Game, pool: list[str]) -> list[list[str]]:
    """Good and bad votes; often balanced between the first two of the pool."""
    voters = [game.nicks[seat] for seat in sorted(count.alive)]
    rng.shuffle(voters)
    everybody = sorted(game.nicks.values())
    share = rng.choice([0.3, 0.7, 0.95, 1.0])
    passing = rng.choice([0, 0, 0.1, 0.4])
    bad = rng.choice([0, 0.05, 0.15])
    balanced = rng.random() < 0.5
    votes: list[list[str]] = []
    for voter in voters:
        if rng.random() > share:
            continue
        candidate = pool[len(votes) % 2 if balanced else rng.randrange(len(pool))]
        if rng.random() < passing:
            candidate = ""
        if rng.random() < bad:
            candidate = rng.choice([voter, rng.choice(everybody), NOBODY, rng.choice(everybody)])
        votes.append([voter, candidate])
        if rng.random() < bad:
            votes.append([rng.choice([voter, rng.choice(everybody), NOBODY]), rng.choice([*pool, ""])])
    return votes


def _acquit(rng: random.Random, game: Game, count: Game) -> list[list[Any]]:
    voters = [game.nicks[seat] for seat in sorted(count.alive | game.alive)]
    rng.shuffle(voters)
    if rng.random() < 0.3:
        voters += rng.choices([*sorted(game.nicks.values()), NOBODY], k=2)
    mercy = rng.choice([0.1, 0.5, 0.8])
    votes: list[list[Any]] = [[voter, rng.random() < mercy] for voter in voters if rng.random() < 0.8]
    if rng.random() < 0.3:
        votes = [[voter, index % 2 == 0] for index, (voter, _) in enumerate(votes)]
    return votes


def _day(rng: random.Random, game: Game) -> Script:
    count = game.count or game
    living = [game.nicks[seat] for seat in sorted(count.alive)]
    pool = rng.sample(living, min(len(living), rng.choice([2, 2, 3, 5]))) if living else []
    while len(pool) < 2:
        pool.append(rng.choice([NOBODY, *pool]))
    dead_meanwhile = [game.nicks[seat] for seat in sorted(count.alive - game.alive)]
    if dead_meanwhile and rng.random() < 0.6:
        pool[0] = rng.choice(dead_meanwhile)
    day: Script = {"kind": "day"}
    if rng.random() < 0.93:
        day["votes"] = _votes(rng, game, count, pool)
    if rng.random() < 0.6:
        day["revote"] = _votes(rng, game, count, pool[:2] if rng.random() < 0.8 else pool)
    asked = game.rulings["mayor_decides"] == "asked"
    if asked and count.title is not None and rng.random() < 0.5:
        day["votes"] = [vote for vote in day.get("votes", []) if vote[0] != game.nicks[count.title]]
    if rng.random() < (0.8 if asked else 0.2):
        day["mayor"] = rng.choice([*pool, *pool, rng.choice(living or [NOBODY]), NOBODY, ""])
    if rng.random() < (0.8 if game.rulings["tie"] == "ask" else 0.2):
        day["decision"] = rng.choice([*pool, *pool, rng.choice(living or [NOBODY]), NOBODY, ""])
    if rng.random() < 0.85:
        day["acquit"] = _acquit(rng, game, count)
    return day


# --- Other steps ------------------------------------------------------------------------------------------


def _kabum(rng: random.Random, game: Game) -> Script | None:
    if game.kabum_spent or not (game.living("kamikaze") or game.jailed_kamikaze):
        return None
    targets = sorted(game.alive - game.holders("kamikaze"))
    if game.title in targets and rng.random() < 0.3:
        targets = [game.title]
    return {"kind": "kabum", "target": game.nicks[rng.choice(targets)]} if targets else None


def _may_be_revived(game: Game) -> set[int]:
    never = game.holders(*NEVER_REVIVED)
    return set(game.nicks) - game.alive - game.excluded - never


def _revive(rng: random.Random, game: Game) -> Script | None:
    if game.revival_spent or not game.living("healer"):
        return None
    dead = sorted(_may_be_revived(game))
    mayors = [seat for seat in dead if game.roles[seat] == "mayor"]
    if mayors and rng.random() < 0.5:
        dead = mayors
    return {"kind": "revive", "target": game.nicks[rng.choice(dead)]} if dead else None


def _exclude(rng: random.Random, game: Game) -> Script | None:
    targets = sorted(set(game.nicks) - game.excluded)
    if not targets or (game.alive and rng.random() < 0.75):
        targets = sorted(game.alive)
    if not targets:
        return None
    step = {"kind": "exclude", "target": game.nicks[rng.choice(targets)]}
    if rng.random() < 0.5:
        step["rule"] = rng.choice(RULES)
    return step


def _free_nick(rng: random.Random, game: Game) -> str:
    used = set(game.nicks.values())
    return rng.choice([name for name in NAMES + NEW_NAMES + ["P99"] if name not in used])


def _rename(rng: random.Random, game: Game) -> Script | None:
    if not game.alive:
        return None
    return {
        "kind": "rename",
        "target": game.nicks[rng.choice(sorted(game.alive))],
        "to": _free_nick(rng, game),
    }


def _replace(rng: random.Random, game: Game) -> Script | None:
    step = _rename(rng, game)
    if step is not None:
        step["kind"] = "replace"
        if rng.random() < 0.3:
            step["chat"] = f"chat_{rng.randrange(100)}"
    return step


def _violation(rng: random.Random, game: Game) -> Script | None:
    step = {"kind": "violation", "target": rng.choice(sorted(game.nicks.values())), "rule": rng.choice(RULES)}
    if rng.random() < 0.3:
        step["note"] = 'said "нет"\n'
    return step


def _heir(rng: random.Random, game: Game) -> Script | None:
    if not game.heir_due or not game.alive:
        return None
    return {"kind": "heir", "target": game.nicks[rng.choice(sorted(game.alive))]}


def _override(rng: random.Random, game: Game) -> Script | None:
    """Any of its keys; no seduction while an acquittal runs."""
    step: Script = {"kind": "override", "reason": "ошибка ведущего"}
    nicks = [game.nicks[seat] for seat in sorted(game.nicks)]
    rng.shuffle(nicks)
    gone = [game.nicks[seat] for seat in sorted(set(game.nicks) - game.alive)]
    if gone and rng.random() < 0.45:
        step["alive"] = rng.sample(gone, rng.randint(1, min(3, len(gone))))
    left = [nick for nick in nicks if nick not in step.get("alive", [])]
    if rng.random() < 0.3:
        step["dead"] = [left.pop() for _ in range(min(len(left), rng.choice([1, 1, 2])))]
    if rng.random() < 0.3 and left:
        step["jailed"] = [left.pop()]
    kamikaze = [game.nicks[seat] for seat in game.living("kamikaze")]
    if kamikaze and "dead" not in step and "alive" not in step and rng.random() < 0.3:
        step["jailed"] = kamikaze
    if rng.random() < 0.3:
        step["poisoned"] = rng.sample(nicks, min(len(nicks), rng.choice([1, 2])))
    if rng.random() < 0.2:
        poisoned = step.get("poisoned", [])
        ill = [game.nicks[seat] for seat in sorted(game.poison)]
        step["cured"] = [nick for nick in ill or nicks[:2] if nick not in poisoned]
    if game.count is None and rng.random() < 0.3:
        step["seduced"] = nicks[: rng.choice([0, 1, 2, 3])]
    if rng.random() < 0.3:
        step["mayor"] = rng.choice(["", *nicks])
    if game.nights and rng.random() < 0.15:
        step["answers"] = {role: rng.choice(sorted(answers)) for role, answers in sorted(ANSWERS.items())}
    return step if len(step) > 2 else None


def _end(rng: random.Random, game: Game) -> Script | None:
    return {"kind": "end", "winner": rng.choice(["", *sorted(WINNERS)])}


OTHERS: dict[str, tuple[int, Callable[[random.Random, Game], Script | None]]] = {
    "kabum": (5, _kabum),
    "revive": (6, _revive),
    "exclude": (3, _exclude),
    "rename": (2, _rename),
    "replace": (2, _replace),
    "violation": (2, _violation),
    "heir": (12, _heir),
    "override": (4, _override),
    "end": (1, _end),
}
MARKED = ["kabum", "kabum", "kabum", "revive", "revive", "exclude", "replace"]


# --- Games ------------------------------------------------------------------------------------------------


class _Maker:
    """A script that grows, and where its game stands."""

    def __init__(self, rng: random.Random, doc: Script, draw: Draw) -> None:
        self.rng = rng
        self.doc = doc
        self.steps: list[Script] = doc["steps"]
        self.draw = draw
        self.game = self._replayed()

    def _replayed(self) -> Game:
        game, _, error = replay(self.doc, self.draw)
        if game is None or error is not None:
            raise ScriptError(str(error))
        return game

    def add(self, step: Script | None) -> bool:
        """Keep the step if it is lawful."""
        if step is None:
            return False
        tried = self.game.copy()
        try:
            play(tried, step, "")
        except ScriptError:
            return False
        self.game = tried
        self.steps.append(step)
        return True

    def other(self) -> bool:
        """Try one step that is neither night nor day."""
        weights = [weight for weight, _ in OTHERS.values()]
        kind = self.rng.choices(list(OTHERS), weights)[0]
        if self.game.heir_due and self.rng.random() < 0.5:
            kind = "heir"
        step = OTHERS[kind][1](self.rng, self.game)
        if step is not None and self.game.count is not None and kind in MARKED and self.rng.random() < 0.5:
            step["after"] = "vote"
        return self.add(step)

    def after_vote(self) -> bool:
        """Begin the steps between a count and its acquittal."""
        step = OTHERS[self.rng.choice(MARKED)][1](self.rng, self.game)
        return self.add(None if step is None else step | {"after": "vote"})

    def amend(self) -> bool:
        """Correct something earlier, if the whole stays lawful."""
        amend = self._amendment()
        if amend is None:
            return False
        if self.rng.random() < 0.7:
            amend["reason"] = "опечатка"
        self.steps.append(amend)
        try:
            self.game = self._replayed()
        except ScriptError:
            self.steps.pop()
            return False
        return True

    def _amendment(self) -> Script | None:
        rng = self.rng
        if rng.random() < 0.15:
            seat = rng.choice(sorted(self.game.nicks))
            return {"kind": "amend", "seat": seat, "role": rng.choice(sorted(ROLES))}
        positions = [at for at, step in enumerate(self.steps, 1) if step["kind"] != "amend"]
        if not positions:
            return None
        position = rng.choice(positions)
        if rng.random() < 0.3:
            return {"kind": "amend", "step": position, "drop": True}
        before, _, _ = replay(self.doc | {"steps": self.steps[: position - 1]}, self.draw)
        if before is None:
            return None
        old = self.steps[position - 1]
        new: Script | None
        if old["kind"] == "night":
            new = {"moves": _moves(rng, before)}
        elif old["kind"] == "day":
            new = _day(rng, before)
        else:
            new = OTHERS[old["kind"]][1](rng, before)
        if new is None:
            return None
        keys = [key for key in new if key not in ("kind", "after")]
        return {"kind": "amend", "step": position, "set": {key: new[key] for key in keys}}

    def phase(self) -> None:
        """A night or a day; a day where one must come."""
        nights_turn = self.game.nights <= self.game.days
        night = self.game.count is None and self.rng.random() < (0.85 if nights_turn else 0.2)
        if not self.add(_night(self.rng, self.game) if night else _day(self.rng, self.game)):
            raise AssertionError("the generator made an unlawful night or day")

    def leave_open(self) -> None:
        """A step being filled in stands last; it is not judged."""
        step = _day(self.rng, self.game) if self.game.count else _night(self.rng, self.game)
        self.steps.append(step | {"open": True})


def random_game(
    rng: random.Random,
    *,
    players: tuple[int, int] = (5, 20),
    steps: tuple[int, int] = (1, 25),
    rulings: str = "random",
    draw: Draw = smallest,
) -> Script:
    """A lawful game of any town, with all kinds of steps."""
    doc = _script(rng, _town(rng, rng.randint(*players)), _rulings(rng, rulings))
    maker = _Maker(rng, doc, draw)
    wanted = rng.randint(*steps)
    busy = rng.choice([0.1, 0.25, 0.4])
    while len(maker.steps) < wanted:
        if maker.game.heir_due and rng.random() < 0.5 and maker.add(_heir(rng, maker.game)):
            continue
        chance = rng.random()
        if chance < busy and maker.other():
            continue
        if chance > 0.985 and maker.amend():
            continue
        if chance > 0.87 and maker.game.count is None and maker.after_vote():
            continue
        if maker.game.count is not None and rng.random() < 0.3 and maker.other():
            continue
        if len(maker.game.alive) < 2 and maker.steps and rng.random() < 0.5:
            break
        maker.phase()
    if rng.random() < 0.08:
        maker.amend()
    if rng.random() < 0.06:
        maker.leave_open()
    return doc


def random_night(
    rng: random.Random,
    *,
    roles: Sequence[str] | None = None,
    rulings: str = "random",
    draw: Draw = smallest,
) -> Script:
    """A lawful script of one to four crowded nights; by default every role is in town."""
    town = list(FULL_TOWN if roles is None else roles)
    rng.shuffle(town)
    doc = _script(rng, town, _rulings(rng, rulings))
    maker = _Maker(rng, doc, draw)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        maker.add({"kind": "night", "moves": _moves(rng, maker.game, eager=rng.choice([0.0, 0.3, 0.9]))})
    maker.add({"kind": "night", "moves": _moves(rng, maker.game, eager=0.95)})
    return doc


# --- Unlawful games ---------------------------------------------------------------------------------------
# A spoiler changes the script and returns the expected place, or returns None where it does not apply.


def _next(doc: Script) -> str:
    return f"steps[{len(doc['steps']) + 1}]"


def _append(doc: Script, step: Script, *where: str) -> str:
    place = ".".join([_next(doc), *where])
    doc["steps"].append(step)
    return place


def _move(doc: Script, role: str, value: object) -> str:
    return _append(doc, {"kind": "night", "moves": {role: value}}, "moves", role)


def _old_dead(game: Game) -> list[str]:
    return game.names(set(game.nicks) - game.alive - game.fresh_dead)


def _free_movers(game: Game) -> list[str]:
    """Living roles without limits whose move could come now."""
    if game.count is not None:
        return []
    return [
        role
        for role in ("commissar", "casanova", "jealous", "bodyguard", "thief")
        if game.living(role) and len(game.alive) > 2
    ]


def _plain_steps(doc: Script) -> list[int]:
    """Positions of judged steps that no amend touches."""
    amended = {step.get("step") for step in doc["steps"] if step["kind"] == "amend"}
    return [at for at, step in enumerate(doc["steps"], 1) if step["kind"] != "amend" and at not in amended]


def _untouched_seats(doc: Script) -> list[int]:
    amended = {step.get("seat") for step in doc["steps"] if step["kind"] == "amend"}
    return [seat for seat in range(1, len(doc["players"]) + 1) if seat not in amended]


def spoil_dead_target(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move at somebody long dead."""
    movers, dead = _free_movers(game), _old_dead(game)
    return _move(doc, rng.choice(movers), rng.choice(dead)) if movers and dead else None


def spoil_unknown_target(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move at nobody known."""
    movers = _free_movers(game)
    return _move(doc, rng.choice(movers), NOBODY) if movers else None


def spoil_self_target(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move at oneself."""
    movers = _free_movers(game)
    if not movers:
        return None
    role = rng.choice(movers)
    return _move(doc, role, game.names(game.living(role))[0])


def spoil_dead_mover(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move by somebody long dead."""
    dead = [
        role
        for role in NIGHT_ROLES
        if role not in ("mafia", "journalist") and game.holders(role) - game.alive - game.fresh_dead
    ]
    if game.count is not None or not dead or not game.alive:
        return None
    return _move(doc, rng.choice(dead), rng.choice(game.names(game.alive)))


def spoil_mover_nobody_has(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move by a role that nobody holds."""
    missing = [role for role in NIGHT_ROLES if role not in ("mafia", "journalist") and not game.holders(role)]
    if game.count is not None or not missing or not game.alive:
        return None
    return _move(doc, rng.choice(missing), rng.choice(game.names(game.alive)))


def spoil_mover_without_nights(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A move by a role without one, or by no role at all."""
    if game.count is not None or not game.alive:
        return None
    role = rng.choice(["citizen", "mayor", "healer", "kamikaze", "wizard"])
    return _move(doc, role, rng.choice(game.names(game.alive)))


def spoil_journalist_one_twice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """The journalist with one name twice, oneself, or one name only."""
    others = game.names(game.alive - game.holders("journalist"))
    if game.count is not None or not game.living("journalist") or not others:
        return None
    nick, own = rng.choice(others), game.names(game.living("journalist"))[0]
    return _move(doc, "journalist", rng.choice([[nick, nick], [nick, own], [own, nick], [nick], nick]))


def spoil_maniac_off_night(rng: random.Random, doc: Script, game: Game) -> str | None:
    """The maniac on a wrong night."""
    number = game.nights + 1
    wrong = {
        "even": number % 2 == 1,
        "odd": number % 2 == 0,
        "cooldown": game.last.get("maniac") == game.nights,
    }[game.rulings["maniac_nights"]]
    others = game.names(game.alive - game.holders("maniac"))
    if game.count is not None or not wrong or not game.living("maniac") or not game.living("mafia", "don"):
        return None
    return _move(doc, "maniac", rng.choice(others))


def spoil_poisoner_too_early(rng: random.Random, doc: Script, game: Game) -> str | None:
    """The poisoner before the time."""
    since = game.nights + 1 - game.last.get("poisoner", -9)
    wrong = (game.nights + 1) % 3 != 0 if game.rulings["poisoner_pace"] == "calendar" else since < 3
    others = game.names(game.alive - game.holders("poisoner"))
    if game.count is not None or not wrong or not game.living("poisoner") or not others:
        return None
    return _move(doc, "poisoner", rng.choice(others))


def spoil_doctor_self_too_early(rng: random.Random, doc: Script, game: Game) -> str | None:
    """The doctor at himself within five nights."""
    since = game.nights + 1 - game.last.get("doctor on self", -9)
    if game.count is not None or not game.living("doctor") or since >= 5:
        return None
    return _move(doc, "doctor", game.names(game.living("doctor"))[0])


def spoil_kabum_twice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A second kabum."""
    if not game.kabum_spent or not game.alive:
        return None
    return _append(doc, {"kind": "kabum", "target": rng.choice(game.names(game.alive))})


def spoil_kabum_without_kamikaze(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A kabum by nobody."""
    if game.holders("kamikaze") or not game.alive:
        return None
    return _append(doc, {"kind": "kabum", "target": rng.choice(game.names(game.alive))})


def spoil_kabum_target(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A kabum at the dead, the unknown or oneself."""
    if game.kabum_spent or not game.living("kamikaze"):
        return None
    targets = [*game.names(set(game.nicks) - game.alive | game.living("kamikaze")), NOBODY]
    return _append(doc, {"kind": "kabum", "target": rng.choice(targets)}, "target")


def spoil_revive_target(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A revival of the living, of the excluded, or of a role that may not be revived."""
    if game.revival_spent or not game.living("healer"):
        return None
    wrong = {seat for seat, role in game.roles.items() if role in NEVER_REVIVED}
    targets = game.names(wrong | game.alive | game.excluded)
    return _append(doc, {"kind": "revive", "target": rng.choice(targets)}, "target")


def spoil_revive_twice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A revival without a living healer, or a second one."""
    dead = _may_be_revived(game)
    if not dead or (game.living("healer") and not game.revival_spent):
        return None
    return _append(doc, {"kind": "revive", "target": rng.choice(game.names(dead))})


def spoil_heir_not_due(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An heir when none is due."""
    if game.heir_due or not game.alive:
        return None
    return _append(doc, {"kind": "heir", "target": rng.choice(game.names(game.alive))})


def spoil_dead_heir(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A dead heir."""
    dead = game.names(set(game.nicks) - game.alive)
    if not game.heir_due or not dead:
        return None
    return _append(doc, {"kind": "heir", "target": rng.choice(dead)}, "target")


def spoil_excluded_twice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """The same player excluded twice."""
    targets = game.names(game.excluded)
    return _append(doc, {"kind": "exclude", "target": rng.choice(targets)}, "target") if targets else None


def spoil_taken_nick(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A new nick that is not free."""
    if not game.alive:
        return None
    kind = rng.choice(["rename", "replace"])
    target, to = rng.choice(game.names(game.alive)), rng.choice(game.names(game.nicks))
    return _append(doc, {"kind": kind, "target": target, "to": to}, "to")


def spoil_unknown_person(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A step about nobody known."""
    kind = rng.choice(["exclude", "violation", "rename", "replace"])
    keys = {"violation": {"rule": "4.7"}, "rename": {"to": "Zzz"}, "replace": {"to": "Zzz"}}
    return _append(doc, {"kind": kind, "target": NOBODY} | keys.get(kind, {}), "target")


def spoil_override_without_reason(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An override without a reason."""
    return _append(doc, {"kind": "override", "dead": [rng.choice(game.names(game.nicks))]}, "reason")


def spoil_override_contradiction(rng: random.Random, doc: Script, game: Game) -> str | None:
    """One nick in two lists of an override."""
    nick = rng.choice(game.names(game.nicks))
    one, other = rng.choice([("dead", "alive"), ("jailed", "dead"), ("cured", "poisoned")])
    return _append(doc, {"kind": "override", "reason": "r", one: [nick], other: [nick]})


def spoil_override_unknown(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown nick in an override."""
    key = rng.choice(["dead", "alive", "jailed", "cured", "poisoned", "seduced"])
    return _append(doc, {"kind": "override", "reason": "r", key: [NOBODY]}, key)


def spoil_override_dead_mayor(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A dead or unknown mayor."""
    nick = rng.choice([*game.names(set(game.nicks) - game.alive), NOBODY])
    return _append(doc, {"kind": "override", "reason": "r", "mayor": nick}, "mayor")


def spoil_night_where_day_must_come(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A night between a count and its day."""
    return None if game.count is None else _append(doc, {"kind": "night", "moves": {}})


def spoil_end(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown winner."""
    return _append(doc, {"kind": "end", "winner": "doctor"}, "winner")


def spoil_amend(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An amend of a step that is not there."""
    number = rng.choice([0, len(doc["steps"]) + 5])
    return _append(doc, {"kind": "amend", "step": number, "drop": True}, "step")


def spoil_after(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown mark."""
    targets = game.names(set(game.nicks) - game.excluded)
    if not targets:
        return None
    return _append(doc, {"kind": "exclude", "target": rng.choice(targets), "after": "dawn"}, "after")


def spoil_malformed_votes(rng: random.Random, doc: Script, game: Game) -> str | None:
    """Votes that are no pairs."""
    key = rng.choice(["votes", "revote", "acquit"])
    votes = rng.choice([["Аня", "Борис"], [["Аня"]], [["Аня", 1]], [["Аня", "Борис", "Вера"]]])
    return _append(doc, {"kind": "day", key: votes}, key)


def spoil_step_kind(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown kind."""
    positions = _plain_steps(doc)
    if not positions:
        return None
    position = rng.choice(positions)
    doc["steps"][position - 1]["kind"] = "party"
    return f"steps[{position}].kind"


def spoil_step_key(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown key of a step."""
    positions = _plain_steps(doc)
    if not positions:
        return None
    position = rng.choice(positions)
    doc["steps"][position - 1]["colour"] = "red"
    return f"steps[{position}].colour"


def spoil_header_key(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown key of the header."""
    doc["colour"] = "red"
    return "colour"


def spoil_format(rng: random.Random, doc: Script, game: Game) -> str | None:
    """A format newer than known."""
    doc["format"] = 1000
    return "format"


def spoil_ruling(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown ruling."""
    doc.setdefault("rulings", {})["mercy"] = "yes"
    return "rulings.mercy"


def spoil_choice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown choice."""
    name = rng.choice(sorted(RULINGS))
    doc.setdefault("rulings", {})[name] = "coin"
    return f"rulings.{name}"


def spoil_doubled_role(rng: random.Random, doc: Script, game: Game) -> str | None:
    """Two dons, or another single role twice."""
    seats = _untouched_seats(doc)
    single = [seat for seat in seats if game.roles[seat] not in MANY]
    if not single or len(seats) < 2:
        return None
    one = rng.choice(single)
    other = rng.choice([seat for seat in seats if seat != one])
    doc["players"][other - 1]["role"] = game.roles[one]
    return f"players[{max(one, other)}].role"


def spoil_role(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown role, or none."""
    seats = _untouched_seats(doc)
    if not seats:
        return None
    seat = rng.choice(seats)
    if rng.random() < 0.5:
        doc["players"][seat - 1]["role"] = "wizard"
    else:
        del doc["players"][seat - 1]["role"]
    return f"players[{seat}].role"


def spoil_nick_twice(rng: random.Random, doc: Script, game: Game) -> str | None:
    """One nick for two players."""
    one, other = rng.sample(range(1, len(doc["players"]) + 1), 2)
    doc["players"][other - 1]["nick"] = doc["players"][one - 1]["nick"]
    return f"players[{max(one, other)}].nick"


def spoil_player_key(rng: random.Random, doc: Script, game: Game) -> str | None:
    """An unknown key of a player."""
    seat = rng.randint(1, len(doc["players"]))
    doc["players"][seat - 1]["colour"] = "red"
    return f"players[{seat}].colour"


SPOILERS: dict[str, Spoiler] = {}
for _name, _spoiler in list(globals().items()):
    if _name.startswith("spoil_"):
        SPOILERS[_name.removeprefix("spoil_")] = _spoiler


def spoiled(
    rng: random.Random,
    game: Script,
    kind: str,
    *,
    draw: Draw = smallest,
) -> tuple[Script, str] | None:
    """The lawful game with this one thing made wrong, or None where that is not possible."""
    doc = copy.deepcopy(game)
    if doc["steps"] and doc["steps"][-1].get("open"):
        doc["steps"].pop()
    state, _, error = replay(doc, draw)
    assert error is None, error
    assert state is not None
    place = SPOILERS[kind](rng, doc, state)
    return None if place is None else (doc, place)


def unlawful(rng: random.Random, game: Script, *, draw: Draw = smallest) -> tuple[Script, str]:
    """The lawful game with one thing made wrong, and the expected place of the error."""
    for kind in rng.sample(sorted(SPOILERS), len(SPOILERS)):
        found = spoiled(rng, game, kind, draw=draw)
        if found is not None:
            return found
    raise AssertionError("nothing can be made wrong")
