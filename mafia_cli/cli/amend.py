"""``mafia amend``: an earlier step put right; first what was told otherwise, then, with ``--yes``, the correction."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from mafia_cli import session as desk
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, read_lines
from mafia_cli.host.amending import proposal_lines, refuse_ballots, step_lines
from mafia_cli.host.why import closed
from mafia_cli.people import move_named, seat_named
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.model import NOBODY
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.rules.steps import STEPS, Value
from mafia_cli.script.amend import (
    Proposal,
    content,
    drop_of,
    proposal,
    role_of_seat,
    with_amend,
    with_ballots,
    with_moves,
)
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Played, Record, Row, Script
from mafia_cli.script.tables import changes
from mafia_cli.session import Session, look, opened
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import chat_corrections, voice_of

_CHANGE = re.compile(r"([0-9]{1,6})[:. ]\s*([^=]+)=(.*)", re.DOTALL)
Texts = list[str] | None


def amend(
    ctx: typer.Context,
    night: Annotated[int | None, typer.Option(metavar="N")] = None,
    move: Annotated[Texts, typer.Option(metavar="ROLE=NICK")] = None,
    skip: Annotated[Texts, typer.Option(metavar="ROLE")] = None,
    forget: Annotated[Texts, typer.Option(metavar="ROLE")] = None,
    day: Annotated[int | None, typer.Option(metavar="N")] = None,
    vote: Annotated[Texts, typer.Option(metavar="NICK=NICK")] = None,
    unvote: Annotated[Texts, typer.Option(metavar="NICK")] = None,
    votes: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    revote: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    acquit: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    mayor: Annotated[str | None, typer.Option(metavar="NICK")] = None,
    decision: Annotated[str | None, typer.Option(metavar="NICK")] = None,
    role: Annotated[Texts, typer.Option(metavar="NICK=ROLE")] = None,
    drop: Annotated[list[int] | None, typer.Option(metavar="STEP")] = None,
    change: Annotated[Texts, typer.Option(metavar="STEP:KEY=VALUE")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Show what an earlier step put right would change, and write it with ``--yes``; alone, list the steps."""
    settings = settings_of(ctx)
    moves = {"--move": move or [], "--skip": skip or [], "--forget": forget or []}
    files = {"votes": votes, "revote": revote, "acquit": acquit}
    named = {"mayor": mayor, "decision": decision}

    def gathered(script: Script, played: Played) -> _Amends:
        made = _Amends(settings, script, played)
        made.night(night, moves)
        made.day(day, vote or [], unvote or [], files, named)
        made.roles(role or [])
        made.drops(drop or [])
        made.changes(change or [])
        return made

    path = settings.path(unfinished=False)
    if yes:
        with opened(path) as session:
            _playing(session.played)
            return _written(settings, session, gathered(session.script, session.played), reason)
    script, played = look(path)
    _playing(played)
    made = gathered(script, played)
    if not made.amends:
        return Report("\n".join(step_lines(settings.words, script, played)))
    shown = made.proposed(reason)
    note = "ask.fix" if shown.impossible else "ask.yes"
    lines = proposal_lines(settings.words, script, shown, settings.folder, flags=True)
    return Report("\n".join(lines), settings.words.text("amend", note), 1)


def _playing(played: Played) -> None:
    if played.faults:
        raise RefusedError(played.faults)


def _written(settings: Settings, session: Session, made: "_Amends", reason: str | None) -> Report:
    if not made.amends:
        raise SaveError("amend_empty")
    shown = made.proposed(reason)
    lines = proposal_lines(settings.words, session.script, shown, settings.folder, flags=True)
    if shown.impossible:
        return Report("\n".join(lines), settings.words.text("amend", "ask.fix"), 1)
    voice = voice_of(session.script, settings.words, settings.folder)
    differs = shown.messages or chat_corrections(shown.script, shown.after, voice)
    desk.amend(session, shown.amends, shown.forget)
    done = settings.words.text("amend", "ask.done_told" if differs else "ask.done")
    return Report("\n".join([*lines, "", done]))


@dataclass(slots=True)
class _Amends:
    """The amends that the options of one call make, and whose ballots they change."""

    settings: Settings
    script: Script
    played: Played
    amends: list[Row] = field(default_factory=list)
    voters: set[tuple[int, int]] = field(default_factory=set)

    def proposed(self, reason: str | None) -> Proposal:
        """Return what would follow; raises ``RefusedError`` for what cannot be, a refused ballot among it."""
        if reason:
            self.amends[0] = self.amends[0].but(reason=reason)
        made = proposal(self.script, self.amends)
        refuse_ballots(made, self.voters)
        return made

    def seat(self, text: str, option: str) -> int:
        return seat_named(self.script, self.played, text, option)

    def night(self, number: int | None, given: dict[str, list[str]]) -> None:
        if not any(given.values()):
            return
        if number is None:
            raise SaveError("amend_which", option="--night")
        record = closed(self.played, "night", number)
        moves: dict[Role, list[int] | None] = {}
        for text in given["--move"]:
            name, equals, target = text.partition("=")
            if not equals:
                raise bad_option("--move", text, "doctor=Ann")
            role = _role("--move", name)
            moves[role] = [self.seat(nick, "--move") for nick in self._targets(record, role, target)]
        moves |= {_role("--skip", text): [] for text in given["--skip"]}
        moves |= {_role("--forget", text): None for text in given["--forget"]}
        with_moves(self.script, self.amends, record.position, moves)

    def _targets(self, record: Record, role: Role, text: str) -> list[str]:
        if role is not Role.JOURNALIST or text.strip() in record.names.seats:
            return [text]
        return [part for part in text.split(",") if part.strip()]

    def day(
        self,
        number: int | None,
        vote: list[str],
        unvote: list[str],
        files: dict[str, str | None],
        named: dict[str, Any],
    ) -> None:
        whole = {key: name for key, name in files.items() if name is not None}
        said = {key: text for key, text in named.items() if text is not None}
        if not (vote or unvote or whole or said):
            return
        if number is None:
            raise SaveError("amend_which", option="--day")
        record = closed(self.played, "day", number)
        for key, name in whole.items():
            with_amend(self.script, self.amends, record.position, {key: self._list(key, read_lines(name))})
        ballots: dict[int, int | bool | None] = {}
        for text in vote:
            voter, candidate = self._pair("--vote", text)
            ballots[voter] = candidate
            self.voters.add((record.position, voter))
        ballots |= {self.seat(text, "--unvote"): None for text in unvote}
        if ballots:
            with_ballots(self.script, self.amends, record.position, "votes", ballots)
        for key, text in said.items():
            seat = self.seat(text, f"--{key}") if text.strip() else NOBODY
            with_amend(self.script, self.amends, record.position, {key: seat})

    def _pair(self, option: str, text: str) -> tuple[int, int]:
        voter, equals, candidate = text.partition("=")
        if not equals:
            raise SaveError("bad_ballot", line=text.strip())
        return self.seat(voter, option), self.seat(candidate, option) if candidate.strip() else NOBODY

    def _list(self, key: str, text: str) -> tuple[tuple[int, int], ...]:
        """Return the ballots of a file, a line each as ``mafia vote`` takes them."""
        ballots: list[tuple[int, int]] = []
        for line in text.splitlines():
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if key != "acquit":
                ballots.append(self._pair(f"--{key}", line))
                continue
            voter, _, side = line.rpartition("=")
            if side.strip() not in ("+", "-") or not voter.strip():
                raise SaveError("bad_acquittal", line=line.strip())
            ballots.append((self.seat(voter, "--acquit"), side.strip() == "+"))
        return tuple(ballots)

    def roles(self, texts: Sequence[str]) -> None:
        for text in texts:
            nick, _, word = text.rpartition("=")
            role = role_of(word.strip())
            if role is None or not nick.strip():
                raise bad_option("--role", text, "Ann=doctor")
            self.amends.append(role_of_seat(self.seat(nick, "--role"), role))

    def drops(self, positions: Sequence[int]) -> None:
        for position in positions:
            content(self.script, self.amends, position)
            self.amends.append(drop_of(position))

    def changes(self, texts: Sequence[str]) -> None:
        for text in texts:
            found = _CHANGE.fullmatch(text.strip())
            if not found:
                raise bad_option("--change", text, "5:target=Ann")
            position, key, value = int(found[1]), found[2].strip(), found[3].strip()
            row = content(self.script, self.amends, position)
            if row.kind == "night":
                self._change_move(position, key, value)
            else:
                with_amend(self.script, self.amends, position, self._changed(row, key, value))

    def _change_move(self, position: int, name: str, value: str) -> None:
        """``role=nick``, ``role=-`` skips, ``role=`` forgets the move; nicks as the file has them."""
        role = _role("--change", name)
        seats: list[int] | None = None
        if value == "-":
            seats = []
        elif value:
            parts = value.split(",") if role is Role.JOURNALIST else [value]
            seats = [self.seat(part, "--change") for part in parts if part.strip()]
        with_moves(self.script, self.amends, position, {role: seats})

    def _changed(self, row: Row, key: str, value: str) -> dict[str, Any]:
        """Return what a key becomes: players where it holds such, else what is typed."""
        held = STEPS[row.kind].keys.get(key)
        if held is Value.SEATS:
            return {key: tuple(self.seat(part, "--change") for part in value.split(",") if part.strip())}
        if held in (Value.SEAT, Value.HOLDER, Value.CHOICE) and value:
            return {key: self.seat(value, "--change")}
        return changes(row, key, value)


def _role(option: str, text: str) -> Role:
    role = move_named(text)
    if role is None or role not in MOVERS:
        raise bad_option(option, text, ", ".join(MOVERS))
    return role
