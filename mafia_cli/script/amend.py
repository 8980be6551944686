"""Corrections of earlier steps (4.8): what would follow, and what would become impossible.

Everything here is pure: a game and amends in, a proposal out. ``session.amend`` writes it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mafia_cli.rules.model import NOBODY, Kind, NightStep
from mafia_cli.rules.roles import Role
from mafia_cli.script import edit
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.script.model import AmendStep, Played, Record, Row, Script
from mafia_cli.script.replay import fold, play, playing, problems_next
from mafia_cli.script.told import Message, unsent

_STEP: Final = re.compile(r"steps\[(\d+)\]\.?(.*)")


@dataclass(frozen=True, slots=True)
class Impossible:
    """A later step that cannot stand any more: why, and the amend that would remove what is impossible in it.

    ``roles``: of a night, the moves that cannot be; then ``fix`` forgets these alone. Else it drops the step.
    """

    position: int
    row: Row
    faults: tuple[Fault, ...]
    fix: Row
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A ballot that counted and is refused now: in which day step, whose, by which rule."""

    position: int
    day: int
    voter: int
    rule: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What follows if some earlier steps are amended; nothing is written yet.

    ``amends`` with those that remove the ``impossible``; ``forget``: roles whose moves of the open night can no longer
    be; ``script``: the game as it would be written; ``renamed``: the nicks that are others now, new by old;
    ``messages``: the private ones told otherwise; ``back`` and ``out``: seats that live, or do not live, only now.
    """

    amends: tuple[Row, ...]
    forget: tuple[str, ...]
    script: Script
    before: Played
    after: Played
    renamed: Mapping[str, str]
    impossible: tuple[Impossible, ...]
    messages: tuple[Message, ...]
    refused: tuple[Refusal, ...]
    back: tuple[int, ...]
    out: tuple[int, ...]


def proposal(script: Script, amends: Sequence[Row]) -> Proposal:
    """Return what would follow; raises ``RefusedError`` when an amend itself cannot be.

    A step that an amend names must be possible as amended; any other that is not is listed, with a way to remove it.
    """
    before = playing(script)
    named = {row.step.step for row in amends if isinstance(row.step, AmendStep)}
    all_amends, found = [*amends], list[Impossible]()
    last = len(script.steps) - (script.open_row is not None)
    while True:
        trial = edit.add_steps(script, all_amends)
        after = play(trial)
        if not after.faults:
            break
        position = position_of(after.faults[0])
        if not 0 < position <= last or position in named or len(found) > last * len(Role):
            raise RefusedError(after.faults)
        impossible = _impossible(trial, after, position)
        found.append(impossible)
        all_amends.append(impossible.fix)
    forget = _unmovable(after)
    if forget:
        trial = edit.add_steps(script, all_amends, forget)
        after = play(trial)
    assert before.game is not None
    assert after.game is not None
    nicks = zip(before.names.nicks, after.names.nicks, strict=True)
    return Proposal(
        tuple(all_amends),
        tuple(forget),
        trial,
        before,
        after,
        {old: new for old, new in nicks if old != new},
        tuple(found),
        tuple(message for message in unsent(after, trial) if message.correction),
        tuple(_refused(before, after)),
        tuple(sorted(after.game.alive - before.game.alive)),
        tuple(sorted(before.game.alive - after.game.alive)),
    )


def position_of(fault: Fault) -> int:
    """Return the position of the step a fault is about, 0 when it is about no step."""
    found = _STEP.match(fault.place)
    return int(found[1]) if found else 0


def _impossible(trial: Script, after: Played, position: int) -> Impossible:
    row = fold(trial).steps[position - 1]
    assert row is not None
    keys = [_STEP.match(fault.place) for fault in after.faults]
    roles = [key[2].removeprefix("moves.") for key in keys if key and key[2].startswith("moves.")]
    if isinstance(row.step, NightStep) and set(roles) & set(row.step.moves):
        fix = amend_of(position, {"moves": {role: at for role, at in row.step.moves.items() if role not in roles}})
    else:
        roles, fix = [], drop_of(position)
    return Impossible(position, row, tuple(after.faults), fix, tuple(dict.fromkeys(roles)))


def _unmovable(played: Played) -> list[str]:
    """Return the roles whose moves in the open night can no longer be."""
    row = played.open_step
    if row is None or not isinstance(row.step, NightStep):
        return []
    problems = problems_next(played, row)
    return [role.value for role in row.step.moves if any(role in problem.key for problem in problems)]


def _refused(before: Played, after: Played) -> Iterable[Refusal]:
    known = {one.position: _refused_in(one) for one in before.records if one.kind == "day"}
    for record in after.records:
        if record.kind == "day":
            for voter, rule in sorted(_refused_in(record) - known.get(record.position, set())):
                yield Refusal(record.position, record.game.day, voter, rule)


def _refused_in(record: Record) -> set[tuple[int, str]]:
    return {(seat, rule) for kind, _, seat, rule, _ in record.trace if kind is Kind.REFUSED and seat > NOBODY}


# --- what is amended ----------------------------------------------------------------------------------------


def amend_of(position: int, changes: Mapping[str, Any]) -> Row:
    """Return the amend that replaces keys of a step, in seats."""
    return Row(AmendStep(step=position, changes=changes))


def drop_of(position: int) -> Row:
    """Return the amend that drops a step."""
    return Row(AmendStep(step=position, drop=True))


def role_of_seat(seat: int, role: Role) -> Row:
    """Return the amend of a role noted wrongly at the deal."""
    return Row(AmendStep(seat=seat, role=role.value))


def content(script: Script, amends: Sequence[Row], position: int) -> Row:
    """Return a step as it stands with these amends; raises ``SaveError`` when there is none or it is dropped."""
    if not 0 < position <= len(script.steps) or script.steps[position - 1].open:
        raise SaveError("amend_target", step=position)
    if script.steps[position - 1].kind == "amend":
        raise SaveError("amend_of_amend", step=position)
    folded = fold(script.but(steps=(*script.steps, *amends))).steps[position - 1]
    if folded is None:
        raise SaveError("amend_target", step=position)
    return folded


def with_amend(script: Script, amends: list[Row], position: int, changes: Mapping[str, Any]) -> None:
    """Add a change of a step to the amends, one for each step."""
    content(script, amends, position)
    for at, row in enumerate(amends):
        if isinstance(row.step, AmendStep) and row.step.step == position and row.step.changes is not None:
            amends[at] = row.but(step=row.step._replace(changes={**row.step.changes, **changes}))
            return
    amends.append(amend_of(position, changes))


def with_moves(script: Script, amends: list[Row], position: int, moves: Mapping[Role, Sequence[int] | None]) -> None:
    """Add changed moves of a night: seats (none of them skips), or ``None`` for no such move."""
    step = content(script, amends, position).step
    changed = dict(step.moves) if isinstance(step, NightStep) else {}
    for role, seats in moves.items():
        if seats is None:
            changed.pop(role, None)
        else:
            changed[role] = tuple(seats)
    with_amend(script, amends, position, {"moves": changed})


def with_ballots(
    script: Script, amends: list[Row], position: int, key: str, ballots: Mapping[int, int | bool | None]
) -> None:
    """Add changed ballots of a day by voter: the choice, or ``None`` for none; a changed one keeps its place."""
    pairs = [*(getattr(content(script, amends, position).step, key, None) or ())]
    for voter, choice in ballots.items():
        at = next((at for at, pair in enumerate(pairs) if pair[0] == voter), len(pairs))
        pairs = [pair for pair in pairs if pair[0] != voter]
        if choice is not None:
            pairs.insert(at, (voter, choice))
    with_amend(script, amends, position, {key: tuple(pairs)})
