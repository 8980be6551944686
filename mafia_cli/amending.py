"""Corrections of earlier steps (4.8): what would differ from what was told, and what would become impossible.

Everything here is pure: a document and amends in, a proposal out. ``session.amend`` writes it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mafia_cli.rules.model import NOBODY, Kind
from mafia_cli.rules.roles import Role
from mafia_cli.saves import edit, outbox
from mafia_cli.saves.outbox import Message
from mafia_cli.saves.script import Fault, Played, Raw, Record, RefusedError, fold, play, raw_problems
from mafia_cli.saves.text import SaveError
from mafia_cli.texts import ChatText, bearers, chat_corrections, joined_correction, same_names
from mafia_cli.words.corrections import differs
from mafia_cli.words.voice import Voice

_STEP: Final = re.compile(r"steps\[(\d+)\]\.?(.*)")


@dataclass(frozen=True, slots=True)
class Impossible:
    """A later step that cannot stand any more: why, and the amend that would remove what is impossible in it.

    ``roles``: of a night, the moves that cannot be; then ``fix`` forgets these alone. Else it drops the step.
    """

    position: int
    raw: Raw
    faults: tuple[Fault, ...]
    fix: Raw
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

    ``amends`` with those that remove the ``impossible`` and carry new nicks on; ``renamed``: the nicks that are others
    now, new by old; ``forget``: roles whose moves of the open night can no
    longer be; ``chat``: the texts told otherwise, ``correction``: what to tell the chat, "" when nothing differs;
    ``messages``: the private ones; ``back`` and ``out``: seats that
    live, or do not live, only now.
    """

    amends: tuple[Raw, ...]
    renamed: Mapping[str, str]
    forget: tuple[str, ...]
    before: Played
    after: Played
    impossible: tuple[Impossible, ...]
    chat: tuple[ChatText, ...]
    correction: str
    messages: tuple[Message, ...]
    refused: tuple[Refusal, ...]
    back: tuple[int, ...]
    out: tuple[int, ...]

    @property
    def told_differs(self) -> bool:
        """Whether anything that left the desk follows otherwise."""
        return bool(self.chat or self.messages)


def proposal(doc: Raw, amends: Sequence[Raw], voice: Voice) -> Proposal:
    """Return what would follow; raises ``RefusedError`` when an amend itself cannot be.

    Where a nick is another one now, later steps follow it. A step that an amend names must be possible as amended; any
    other that is not is listed, with a way to remove it.
    """
    before = play(doc)
    if before.faults:
        raise RefusedError(before.faults)
    named = {raw["step"] for raw in amends if "step" in raw}
    all_amends, found = [*amends, *_carried(doc, amends)], list[Impossible]()
    last = len(edit.steps_of(doc)) - (edit.open_step(doc) is not None)
    while True:
        trial = edit.add_steps(doc, all_amends)
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
        trial = edit.add_steps(doc, all_amends, forget)
        after = play(trial)
    assert before.game is not None
    assert after.game is not None
    chat = tuple(chat_corrections(trial, after, voice))
    return Proposal(
        tuple(all_amends),
        edit.changed_nicks(before.names.nicks, after.names.nicks),
        tuple(forget),
        before,
        after,
        tuple(found),
        chat,
        joined_correction(voice, chat).text,
        tuple(message for message in outbox.unsent(after, trial) if message.correction),
        tuple(_refused(before, after)),
        tuple(sorted(after.game.alive - before.game.alive)),
        tuple(sorted(before.game.alive - after.game.alive)),
    )


def _carried(doc: Raw, amends: Sequence[Raw]) -> Iterator[Raw]:
    """Yield the amends by which later closed steps name players as they are called after these amends."""
    trial = edit.add_steps(doc, amends)
    steps = fold(trial).steps
    for position, (was, now) in enumerate(zip(edit.nicks_by_step(doc), edit.nicks_by_step(trial), strict=False), 1):
        raw = steps[position - 1] if position <= len(edit.steps_of(doc)) else None
        if was == now or raw is None or raw.get("open") is True or raw["kind"] == "amend":
            continue
        moved = edit.renamed(raw, edit.changed_nicks(was, now))
        values = {key: value for key, value in moved.items() if key != "entries" and value != raw[key]}
        if values:
            yield amend_of(position, values)


def position_of(fault: Fault) -> int:
    """Return the position of the step a fault is about, 0 when it is about no step."""
    found = _STEP.match(fault.place)
    return int(found[1]) if found else 0


def _impossible(trial: Raw, after: Played, position: int) -> Impossible:
    raw = fold(trial).steps[position - 1]
    assert raw is not None
    keys = [_STEP.match(fault.place) for fault in after.faults]
    roles = [key[2].removeprefix("moves.") for key in keys if key and key[2].startswith("moves.")]
    moves = {role: target for role, target in raw.get("moves", {}).items() if role not in roles}
    if roles and len(moves) < len(raw["moves"]):
        fix = amend_of(position, {"moves": moves})
    else:
        roles, fix = [], {"kind": "amend", "step": position, "drop": True}
    return Impossible(position, raw, tuple(after.faults), fix, tuple(dict.fromkeys(roles)))


def _unmovable(played: Played) -> list[str]:
    """Return the roles whose moves in the open night can no longer be."""
    raw = played.open_step
    if raw is None or raw["kind"] != "night":
        return []
    moves: Mapping[str, Any] = raw.get("moves", {})
    problems = raw_problems(played, {"kind": "night", "moves": dict(moves)})
    return [role for role in moves if any(role in problem.key for problem in problems)]


def _refused(before: Played, after: Played) -> Iterable[Refusal]:
    known = {one.position: _refused_in(one) for one in before.records if one.kind == "day"}
    for record in after.records:
        if record.kind == "day":
            for voter, rule in sorted(_refused_in(record) - known.get(record.position, set())):
                yield Refusal(record.position, record.game.day, voter, rule)


def _refused_in(record: Record) -> set[tuple[int, str]]:
    return {(seat, rule) for kind, _, seat, rule, _ in record.trace if kind is Kind.REFUSED and seat > NOBODY}


# --- what is amended ----------------------------------------------------------------------------------------


def amend_of(position: int, values: Raw) -> Raw:
    """Return the amend that replaces keys of a step."""
    return {"kind": "amend", "step": position, "set": values}


def content(doc: Raw, amends: Sequence[Raw], position: int) -> Raw:
    """Return a step as it stands with these amends; raises ``SaveError`` when there is none or it is dropped."""
    steps = edit.steps_of(doc)
    if not 0 < position <= len(steps) or steps[position - 1].get("open") is True:
        raise SaveError("amend_target", step=position)
    if steps[position - 1]["kind"] == "amend":
        raise SaveError("amend_of_amend", step=position)
    folded = fold({**doc, "steps": [*steps, *amends]}).steps[position - 1]
    if folded is None:
        raise SaveError("amend_target", step=position)
    return folded


def with_amend(doc: Raw, amends: list[Raw], position: int, values: Raw) -> None:
    """Add a change of a step to the amends, one for each step."""
    content(doc, amends, position)
    for raw in amends:
        if raw.get("step") == position and "set" in raw:
            raw["set"] = {**raw["set"], **values}
            return
    amends.append(amend_of(position, values))


def with_moves(doc: Raw, amends: list[Raw], position: int, moves: Mapping[Role, Sequence[str] | None]) -> None:
    """Add changed moves of a night: nicks (an empty list skips), or ``None`` for no such move."""
    changed = dict(content(doc, amends, position).get("moves", {}))
    for role, nicks in moves.items():
        if nicks is None:
            changed.pop(role.value, None)
        else:
            changed[role.value] = list(nicks) if len(nicks) > 1 else nicks[0] if nicks else ""
    with_amend(doc, amends, position, {"moves": changed})


def with_ballots(doc: Raw, amends: list[Raw], position: int, key: str, ballots: Mapping[str, Any]) -> None:
    """Add changed ballots of a day by voter: the choice, or ``None`` for none; a changed one keeps its place."""
    pairs: list[list[Any]] = [list(pair) for pair in content(doc, amends, position).get(key, [])]
    for voter, choice in ballots.items():
        at = next((at for at, pair in enumerate(pairs) if pair[0] == voter), len(pairs))
        pairs = [pair for pair in pairs if pair[0] != voter]
        if choice is not None:
            pairs.insert(at, [voter, choice])
    with_amend(doc, amends, position, {key: pairs})


# --- what was told of something -------------------------------------------------------------------------------


def shaken(doc: Raw, before: Played, after: Played, voice: Voice) -> list[tuple[int, str]]:
    """Return what was told (to whom, about what) as it followed before and does not follow after: undo names it.

    The text of the acquaintance day is none of it: it is offered while there is no other, and hangs on nothing.
    """
    told = {key: says for key, says in outbox.told_last(doc).items() if key != (NOBODY, "start")}
    if not told:
        return []
    was, now, seats = _follows(doc, before, voice), _follows(doc, after, voice), bearers(doc)

    def stands(key: tuple[int, str], says: Raw, follows: Mapping[tuple[int, str], Raw]) -> bool:
        return key in follows and not differs(same_names(says, follows[key], seats), follows[key])

    return [key for key, says in told.items() if stands(key, says, was) and not stands(key, says, now)]


def _follows(doc: Raw, played: Played, voice: Voice) -> dict[tuple[int, str], Raw]:
    from mafia_cli.texts import chat_texts

    if played.game is None:
        return {}
    chat = {(NOBODY, text.about): text.says for text in chat_texts(doc, played, voice)}
    return chat | {(one.to, one.about): one.says for one in outbox.derived(played)}
