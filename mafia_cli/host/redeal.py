"""A new deal before the first night: who is left is dealt anew by fresh chance; what was told of roles is void."""

from collections.abc import Mapping
from dataclasses import replace

from mafia_cli.actions.order import excluded, may_deal
from mafia_cli.host.setup import check_composition, suggestion
from mafia_cli.people import fault, roster_of
from mafia_cli.rules.deal import counts_of, dealt
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, NoteStep
from mafia_cli.rules.roles import SMALLEST_GAME, Role, composition_problems
from mafia_cli.rules.steps import STEPS
from mafia_cli.script import disk
from mafia_cli.script.check import NAMED
from mafia_cli.script.draws import drawn
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.script.model import Played, Player, Row, Script
from mafia_cli.script.replay import is_finished
from mafia_cli.session import Session
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short


def counts_for(played: Played, players: int) -> dict[Role, int]:
    """Return the composition for so many players: as before with fewer plain citizens, else the suggested one."""
    assert played.cast is not None
    held = played.cast.roles[1:]
    counts = counts_of(held)
    counts[Role.CITIZEN] = counts.get(Role.CITIZEN, 0) - (len(held) - players)
    if counts[Role.CITIZEN] < 1 or composition_problems(counts):
        return suggestion(players)
    return counts


def keeps_mayor(session: Session) -> int:
    """Return the seat of a mayor named by the host (2.8), who stays mayor in a new deal; 0: one is drawn anew."""
    cast = session.played.cast
    named = session.script.header.mayor == NAMED and cast is not None
    seat = cast.seat_of[Role.MAYOR] if named and cast else NOBODY
    return NOBODY if seat in excluded(session.played) else seat


def deal_again(session: Session, mayor: int = NOBODY, seed: int | None = None) -> int:
    """Deal the roles anew among those who are left; they move up, everything else that happened stays.

    ``mayor``: the seat now named (2.8); 0: a mayor named before stays one, a drawn one is drawn anew. Return the new
    seat of a named mayor, 0 for a drawn one. ``seed`` deals it, else fresh chance. What stood before is kept
    as a backup. Raises ``RefusedError``: ``too_late_to_deal`` once a night has begun, ``too_few_players``,
    ``mayor_excluded``, what keeps the backup from being made.
    """
    script, played = session.script, session.played
    if not may_deal(played) or is_finished(script):
        raise SaveError("too_late_to_deal")
    gone = excluded(played)
    left = [person for person in roster_of(script, played).persons if person.seat not in gone]
    if len(left) < SMALLEST_GAME:
        raise RefusedError([fault("too_few_players", count=len(left), least=SMALLEST_GAME)])
    counts = counts_for(played, len(left))
    check_composition(counts, len(left))
    if mayor in gone:
        raise RefusedError([Fault("", Problem("mayor_excluded", "2.8", {"seat": mayor}), played.names.nicks)])
    named = mayor or keeps_mayor(session)
    seat = next((at for at, person in enumerate(left, 1) if person.seat == named), NOBODY)
    keys = drawn(seed)
    roles = dealt(counts, keys["seed"], seat)
    players = [
        Player(person.nick, role.value, person.chat or None, tuple(person.aliases) or None)
        for person, role in zip(left, roles, strict=True)
    ]
    seats = {person.seat: at for at, person in enumerate(left, 1)}
    steps = [_moved(record.row, seats) for record in played.records if STEPS[record.kind].kept]
    chance = {key: keys.get(key) for key in ("seed", "lots", "wording")}
    header = replace(script.header, mayor=NAMED if seat else None, **chance)  # type: ignore[arg-type]
    fresh = [row for row in steps if row is not None and row.kind != "alias"]
    disk.back_up(session.path, disk.read(session.path))  # the old deal can be had back
    session.put(Script(header, tuple(players), tuple(fresh), tail=script.tail, origin=script.origin), closed=True)
    return seat


def _moved(row: Row, seats: Mapping[int, int]) -> Row | None:
    """Return a step about a player under the seat of the new deal; None when the player is not in it."""
    if row.target == NOBODY:
        return row.but()
    if row.target not in seats or not isinstance(row.step, NoteStep):
        return None
    return row.but(step=row.step._replace(target=seats[row.target]))


def question() -> Fault:
    """Return what is to be asked before a new deal."""
    return Fault("", Problem("deal_anew", "1.5"))


def mayor_text(words: Words, session: Session, seat: int) -> str:
    """Return the line that says whether the mayor of a new deal is the one of this seat, named, or drawn (0)."""
    if seat == NOBODY:
        return words.text("table", "deal.mayor_drawn")
    return words.text("table", "deal.mayor_named", nick=short(session.nick(seat), 40))
