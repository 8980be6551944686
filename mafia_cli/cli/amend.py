"""``mafia amend``: an earlier step put right; first what was told otherwise, then, with ``--yes``, the correction."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from mafia_cli import session as desk
from mafia_cli.amending import Proposal, content, proposal, with_amend, with_ballots, with_moves
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import bad_option, read_lines
from mafia_cli.host.amending import proposal_lines, refuse_ballots, step_lines
from mafia_cli.host.why import closed
from mafia_cli.people import move_named, seat_named
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.saves.script import Played, Raw, Record, RefusedError
from mafia_cli.saves.text import SaveError
from mafia_cli.session import Session, look, opened
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import voice_of

_LISTS = ("dead", "jailed", "alive", "cured", "poisoned", "seduced")
_CHANGE = re.compile(r"([0-9]{1,6})[:. ]\s*([^=]+)=(.*)", re.DOTALL)
_NAMES = ("target", "mayor", "decision")
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

    def gathered(doc: Raw, played: Played) -> _Amends:
        made = _Amends(settings, doc, played)
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
            return _written(settings, session, gathered(session.doc, session.played), reason)
    doc, played = look(path)
    _playing(played)
    made = gathered(doc, played)
    if not made.amends:
        return Report("\n".join(step_lines(settings.words, doc, played)))
    shown = made.proposed(reason)
    note = "ask.fix" if shown.impossible else "ask.yes"
    lines = proposal_lines(settings.words, doc, shown, settings.folder, flags=True)
    return Report("\n".join(lines), settings.words.text("amend", note), 1)


def _playing(played: Played) -> None:
    if played.faults:
        raise RefusedError(played.faults)


def _written(settings: Settings, session: Session, made: "_Amends", reason: str | None) -> Report:
    if not made.amends:
        raise SaveError("amend_empty")
    shown = made.proposed(reason)
    lines = proposal_lines(settings.words, session.doc, shown, settings.folder, flags=True)
    if shown.impossible:
        return Report("\n".join(lines), settings.words.text("amend", "ask.fix"), 1)
    desk.amend(session, shown.amends, shown.forget)
    done = settings.words.text("amend", "ask.done_told" if shown.told_differs else "ask.done")
    return Report("\n".join([*lines, "", done]))


@dataclass(slots=True)
class _Amends:
    """The amends that the options of one call make, and whose ballots they change."""

    settings: Settings
    doc: Raw
    played: Played
    amends: list[Raw] = field(default_factory=list)
    voters: set[tuple[int, int]] = field(default_factory=set)

    def proposed(self, reason: str | None) -> Proposal:
        """Return what would follow; raises ``RefusedError`` for what cannot be, a refused ballot among it."""
        if reason:
            self.amends[0] = {**self.amends[0], "reason": reason}
        made = proposal(self.doc, self.amends, voice_of(self.doc, self.settings.words, self.settings.folder))
        refuse_ballots(made, self.voters)
        return made

    def seat(self, text: str, option: str) -> int:
        return seat_named(self.doc, self.played, text, option)

    def nick(self, record: Record, text: str, option: str) -> str:
        """Return the nick that somebody bore then."""
        return record.names.nicks[self.seat(text, option)]

    def night(self, number: int | None, given: dict[str, list[str]]) -> None:
        if not any(given.values()):
            return
        if number is None:
            raise SaveError("amend_which", option="--night")
        record = closed(self.played, "night", number)
        moves: dict[Role, list[str] | None] = {}
        for text in given["--move"]:
            name, equals, target = text.partition("=")
            if not equals:
                raise bad_option("--move", text, "doctor=Ann")
            role = _role("--move", name)
            moves[role] = [self.nick(record, nick, "--move") for nick in self._targets(record, role, target)]
        moves |= {_role("--skip", text): [] for text in given["--skip"]}
        moves |= {_role("--forget", text): None for text in given["--forget"]}
        with_moves(self.doc, self.amends, record.position, moves)

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
            with_amend(self.doc, self.amends, record.position, {key: self._list(record, key, read_lines(name))})
        ballots: dict[str, str | None] = {}
        for text in vote:
            voter, candidate = self._pair(record, "--vote", text)
            ballots[voter] = candidate
            self.voters.add((record.position, record.names.seats[voter]))
        ballots |= {self.nick(record, text, "--unvote"): None for text in unvote}
        if ballots:
            with_ballots(self.doc, self.amends, record.position, "votes", ballots)
        for key, text in said.items():
            nick = self.nick(record, text, f"--{key}") if text.strip() else ""
            with_amend(self.doc, self.amends, record.position, {key: nick})

    def _pair(self, record: Record, option: str, text: str) -> tuple[str, str]:
        voter, equals, candidate = text.partition("=")
        if not equals:
            raise SaveError("bad_ballot", line=text.strip())
        return self.nick(record, voter, option), self.nick(record, candidate, option) if candidate.strip() else ""

    def _list(self, record: Record, key: str, text: str) -> list[list[Any]]:
        """Return the ballots of a file, a line each as ``mafia vote`` takes them."""
        ballots: list[list[Any]] = []
        for line in text.splitlines():
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if key != "acquit":
                ballots.append(list(self._pair(record, f"--{key}", line)))
                continue
            voter, _, side = line.rpartition("=")
            if side.strip() not in ("+", "-") or not voter.strip():
                raise SaveError("bad_acquittal", line=line.strip())
            ballots.append([self.nick(record, voter, "--acquit"), side.strip() == "+"])
        return ballots

    def roles(self, texts: Sequence[str]) -> None:
        for text in texts:
            nick, _, word = text.rpartition("=")
            role = role_of(word.strip())
            if role is None or not nick.strip():
                raise bad_option("--role", text, "Ann=doctor")
            self.amends.append({"kind": "amend", "seat": self.seat(nick, "--role"), "role": role.value})

    def drops(self, positions: Sequence[int]) -> None:
        for position in positions:
            content(self.doc, self.amends, position)
            self.amends.append({"kind": "amend", "step": position, "drop": True})

    def changes(self, texts: Sequence[str]) -> None:
        for text in texts:
            found = _CHANGE.fullmatch(text.strip())
            if not found:
                raise bad_option("--change", text, "5:target=Ann")
            position, key, value = int(found[1]), found[2].strip(), found[3].strip()
            raw = content(self.doc, self.amends, position)
            if raw["kind"] == "night":
                self._change_move(position, key, value)
            else:
                with_amend(self.doc, self.amends, position, {key: self._value(position, raw["kind"], key, value)})

    def _change_move(self, position: int, name: str, value: str) -> None:
        """``role=nick``, ``role=-`` skips, ``role=`` forgets the move; nicks as the file has them."""
        role = _role("--change", name)
        nicks: list[str] | None = None
        if value == "-":
            nicks = []
        elif value:
            parts = value.split(",") if role is Role.JOURNALIST else [value]
            nicks = [self._nick_at(position, part) for part in parts if part.strip()]
        with_moves(self.doc, self.amends, position, {role: nicks})

    def _value(self, position: int, kind: str, key: str, value: str) -> Any:
        if kind == "override" and key in _LISTS:
            return [self._nick_at(position, part) for part in value.split(",") if part.strip()]
        if key in _NAMES and value and not (kind in ("rename", "replace") and key == "to"):
            return self._nick_at(position, value)
        return value

    def _nick_at(self, position: int, text: str) -> str:
        """Return the nick that somebody bore at a step that may be impossible by now: by its last judged names."""
        seat = self.seat(text, "--change")
        names = [record.names for record in self.played.records if record.position <= position]
        return (names[-1] if names else self.played.names).nicks[seat]


def _role(option: str, text: str) -> Role:
    role = move_named(text)
    if role is None or role not in MOVERS:
        raise bad_option(option, text, ", ".join(MOVERS))
    return role
