"""Small games for the tests of words: a town of every role, nights and days judged by the engine."""

import random
from collections.abc import Iterator, Mapping
from typing import Final

from mafia_cli.rules.facts import facts
from mafia_cli.rules.game import apply
from mafia_cli.rules.model import Cast, DayStep, Fact, Game, NightStep, Step, cast_of, new_game
from mafia_cli.rules.moves import move_problems
from mafia_cli.rules.roles import MOVERS, ROLES, Role
from mafia_cli.rules.rulings import RULINGS, Rulings, rulings_from
from mafia_cli.words.catalogue import Words
from mafia_cli.words.names import People, people
from mafia_cli.words.voice import Voice

RU, EN = Words("ru"), Words("en")
BOTH: Final = (RU, EN)
VOICES: Final = (Voice(RU), Voice(EN))
TOWN: Final = [*Role, Role.MAFIA, Role.CITIZEN, Role.CITIZEN]
"""All fifteen roles, a second mafioso (16) and two more citizens (17, 18)."""
SEAT: Final = {role: seat for seat, role in reversed(list(enumerate(TOWN, 1)))}
CITIZEN, ANYA, BORIS = SEAT[Role.CITIZEN], 17, 18
PEOPLE: Final = people([f"Ник{seat}ъ" for seat in range(1, len(TOWN) + 1)])
NASTY: Final = (
    "{x}", "%s", "[red]", "{0.__class__}", "a\x1b[31mb", "\u202eabc", "z\u200bero", "two\nlines", "{nick}", "$nick",
    "e\u0301\u0301\u0301\u0301\u0301\u0301", "👨\u200d👩\u200d👧", "<b>&\"'", "\\1", "a\u2028b", "\x9b31m", "{{a}}",
    "\ud800",
)  # fmt: skip


def nick(seat: int) -> str:
    """Return a nick that is part of no other and of no word."""
    return PEOPLE.name(seat)


def a_cast(seed: int = 7, **choices: str) -> Cast:
    """Return the town's cast under some rulings."""
    return cast_of(list(TOWN), rulings_from(choices), seed)


def a_game(night: int = 0, seed: int = 7, **choices: str) -> Game:
    """Return the town after so many uneventful nights."""
    return new_game(a_cast(seed, **choices))._replace(night=night)


def told(game: Game, step: Step) -> tuple[Game, tuple[Fact, ...]]:
    """Apply a step; return the state after it and its facts."""
    after, trace = apply(game, step)
    return after, facts(game.cast, trace)


def a_night(game: Game, moves: Mapping[Role, int | tuple[int, ...]]) -> tuple[Game, tuple[Fact, ...]]:
    """Judge a night of these moves."""
    rows = {role: (at,) if isinstance(at, int) else at for role, at in moves.items()}
    return told(game, NightStep(rows))


def nasty_people() -> People:
    """Return the town with nasty nicks."""
    return people([NASTY[seat % len(NASTY)] for seat in range(len(TOWN))])


def random_rulings(rng: random.Random) -> Rulings:
    """Return rulings of any choice."""
    return rulings_from({ruling.id: rng.choice(ruling.choices) for ruling in RULINGS.values()})


def random_steps(seed: int, nights: int = 4) -> Iterator[tuple[Game, Step, Game, tuple[Fact, ...]]]:
    """Play random nights and days; yield (before, step, after, facts) of each."""
    rng = random.Random(seed)
    game = new_game(cast_of(list(TOWN), random_rulings(rng), seed))
    for _ in range(nights):
        for step in (_random_night(rng, game), _random_day(rng, game)):
            if isinstance(step, DayStep):
                step = _random_day(rng, game)
            before = game
            game, found = told(game, step)
            yield before, step, game, found


def _random_night(rng: random.Random, game: Game) -> NightStep:
    moves: dict[Role, tuple[int, ...]] = {}
    for role in MOVERS:
        # few targets, so that moves meet
        targets = tuple(rng.sample(sorted(game.alive)[:6] or [1], min(ROLES[role].targets, len(game.alive))))
        if rng.random() < 0.1:
            moves[role] = ()
        elif rng.random() < 0.9 and not move_problems(game, role, targets):
            moves[role] = targets
    return NightStep(moves)


def _random_day(rng: random.Random, game: Game) -> DayStep:
    def ballots() -> tuple[tuple[int, int], ...]:
        return tuple((rng.randint(1, 18), rng.choice([0, 1, 2, 3, 4, -1])) for _ in range(rng.randint(0, 20)))

    acquit = tuple((rng.randint(1, 18), rng.random() < 0.5) for _ in range(rng.randint(0, 12)))
    return DayStep(ballots(), ballots(), rng.randint(1, 4), rng.randint(1, 4), acquit)
