"""What is due in a game: the phase, the stage of its vote, and what waits for whom. The one answer that all ask for."""

from dataclasses import dataclass
from enum import StrEnum

from mafia_cli.rules.day import Stage
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import DayStep, Game, NightStep
from mafia_cli.rules.moves import mover, silent
from mafia_cli.rules.roles import Role
from mafia_cli.rules.vote import choices, vote_of


class Phase(StrEnum):
    """What a game is in or comes to next."""

    SETUP = "setup"
    NIGHT = "night"
    DAY = "day"
    OVER = "over"


class Question(StrEnum):
    """What somebody must answer before the game goes on, the most urgent first."""

    HEIR = "heir"
    MAYOR = "mayor"
    DECISION = "decision"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class Due:
    """What is due.

    ``number``: of the night or day, 0 in set-up and after the end; ``open``: whether its step is being filled in.
    ``silent``: by role, who may move this night and has neither moved nor skipped (its mover's seat).
    Of an open day: ``stage``, the ballot due; ``missing``, who might vote and has not; ``after``, what its closing
    leads to (``revote`` or ``acquit`` is held, ``mayor`` or ``decision`` is asked, None: the day is over).
    ``among``: of whom ``after`` asks. ``asks``: the questions open now; that of a tie once nobody is missing.
    ``winner``: who has won; it is to be confirmed until the game is over.
    """

    phase: Phase
    number: int = 0
    open: bool = False
    silent: tuple[tuple[Role, int], ...] = ()
    stage: Stage | None = None
    missing: tuple[int, ...] = ()
    after: str | None = None
    among: tuple[int, ...] = ()
    asks: tuple[Question, ...] = ()
    winner: str | None = None


def due(
    game: Game | None, step: NightStep | DayStep | None = None, *, answered: bool = False, last: str | None = None
) -> Due:
    """Return what is due in a game (``None``: its roles are not dealt) with this step open.

    ``answered``: as for ``vote_of``. ``last``: the kind of the last night or day in the script, one that an amend drops
    included, for that one is not due again; by default the last that was judged.
    """
    if game is None:
        return Due(Phase.SETUP)
    won = game_winner(game)
    if game.over:
        return Due(Phase.OVER, winner=won)
    asks = [Question.HEIR] * awaits_heir(game) + [Question.WINNER] * (won is not None)
    if isinstance(step, DayStep):
        return _open_day(game, step, asks, won, answered=answered)
    day_next = (last or game.phase) == "night" or game.counted is not None
    if step is None and day_next:
        return Due(Phase.DAY, game.day + 1, asks=tuple(asks), winner=won)
    roles = silent(game, step.moves if step else ())
    movers = tuple((role, mover(game, role)) for role in roles)
    return Due(Phase.NIGHT, game.night + 1, step is not None, movers, asks=tuple(asks), winner=won)


def _open_day(game: Game, step: DayStep, asks: list[Question], won: str | None, *, answered: bool) -> Due:
    vote = vote_of(game, step, answered=answered)
    after = "mayor" if vote.again else vote.day.due
    tie = after if after in ("mayor", "decision") else ""
    among = vote.again or (choices(vote.day, tie) if tie else ())
    if tie and not vote.tally.missing:
        asks = sorted([*asks, Question(tie)], key=list(Question).index)
    return Due(
        Phase.DAY,
        vote.day.number,
        open=True,
        stage=vote.stage,
        missing=vote.tally.missing,
        after=after,
        among=among,
        asks=tuple(asks),
        winner=won,
    )
