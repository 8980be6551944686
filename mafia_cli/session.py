"""A game at the desk: load, decide, append, save. The only writer of saves; every decision is on disk when it returns.

Commands and the desk call the same functions. What the rules do not allow raises ``RefusedError`` and changes nothing;
what the host ought to be asked first is returned as *questions*, problems that a yes overrules.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from mafia_cli.rules.day import Stage
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import DayStep, Game
from mafia_cli.rules.moves import move_problems, silent
from mafia_cli.rules.roles import ROLES, Role, Side
from mafia_cli.rules.vote import Vote, choices, vote_of
from mafia_cli.saves import edit, outbox, store
from mafia_cli.saves.comments import none_lost
from mafia_cli.saves.script import (
    Fault,
    Played,
    Raw,
    RefusedError,
    play,
    raw_problems,
    shape_faults,
    to_step,
    undealt,
    with_step,
)
from mafia_cli.saves.shapes import place
from mafia_cli.saves.text import SaveError, parse


class Session:
    """One game held for writing."""

    def __init__(self, path: Path, doc: Raw, data: bytes, played: Played | None = None) -> None:
        """Start from a document and the bytes that stand on disk for it (empty: nothing stands there yet)."""
        self.path = path
        self.doc = doc
        self.played = played or play(doc)
        self._data = data
        self._newest: int | None = None
        self._held = False

    @property
    def game(self) -> Game:
        """The state after the closed steps; raises ``RefusedError`` before the deal or when the file is at fault."""
        if self.played.faults:
            raise RefusedError(self.played.faults)
        assert self.played.game is not None
        return self.played.game

    def put(self, doc: Raw, *, closed: bool = False) -> None:
        """Save a document that plays; raise ``RefusedError`` and keep the old one if it does not or cannot be written.

        ``closed``: a step was closed by it, so a backup is kept. A host's comment that has no place in it any more
        comes to stand at its end.
        """
        doc = none_lost(self.doc, doc)
        played = play(doc)
        if played.faults and not undealt(doc, played.faults):
            raise RefusedError(played.faults)
        if not self._held:
            self._unchanged_on_disk()
            self._write(doc)
        self.doc, self.played = doc, played
        if closed:
            self._back_up(self._data)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Write in one go what is entered inside; when any of it is refused, none of it is decided or written."""
        doc, played = self.doc, self.played
        self._held = True
        try:
            yield
        except BaseException:
            self.doc, self.played = doc, played
            raise
        finally:
            self._held = False
        if self.doc is not doc:
            self.put(self.doc)

    def _write(self, doc: Raw) -> None:
        if self._newest is None:
            self._newest = store.newest_but(self.path)
        self._data = store.write(self.path, store.plain(doc))
        store.come_after(self.path, self._newest)

    def _back_up(self, data: bytes) -> None:
        """The decision is on disk already: a backup that cannot be made is no reason to refuse it."""
        with suppress(SaveError):
            store.back_up(self.path, data)

    def _unchanged_on_disk(self) -> None:
        """Somebody's editor may have changed the file meanwhile; writing over that would lose it."""
        if not self._data:
            return
        try:
            now = store.read(self.path)
        except SaveError as error:
            if error.faults[0].problem.code == "no_file":
                return  # deleted underneath: writing it again loses nothing
            raise
        if now != self._data:
            raise SaveError("changed_underneath", path=str(self.path))

    def take_from_disk(self) -> None:
        """Go on with the file as somebody changed it; what stood here is kept as a backup. Raises ``RefusedError``."""
        data = store.read(self.path)
        doc = parse(data)
        played = _readable(doc)
        if played.faults and not undealt(doc, played.faults):
            raise RefusedError(played.faults)
        self._back_up(self._data)
        self.doc, self.played, self._data = doc, played, data

    def write_over(self) -> None:
        """Write what stands here over a file that somebody changed; that one is kept as a backup, or nothing is done.

        Raises ``SaveError``.
        """
        store.back_up(self.path, store.read(self.path))
        self._write(self.doc)

    def keep(self) -> None:
        """Write the game again if its file is gone; raises ``SaveError`` when it does not stand on disk after that.

        What somebody else has written there meanwhile is a game on disk too.
        """
        try:
            store.read(self.path)
        except SaveError as error:
            if error.faults[0].problem.code != "no_file":
                raise
            self._write(self.doc)

    def seat(self, nick: str) -> int | None:
        """Return the seat of an exact nick."""
        return self.played.names.seats.get(nick)

    def nick(self, seat: int) -> str:
        """Return the nick of a seat now."""
        return self.played.names.nicks[seat]


class Rehearsal(Session):
    """A game to try things on: what is put plays and is shown, and nothing of it is written."""

    def put(self, doc: Raw, *, closed: bool = False) -> None:
        """Take a document that plays, in memory only; raise ``RefusedError`` as ``Session.put`` does."""
        played = play(doc)
        if played.faults and not undealt(doc, played.faults):
            raise RefusedError(played.faults)
        self.doc, self.played = doc, played


@contextmanager
def opened(path: Path) -> Iterator[Session]:
    """Hold a game for writing; raises ``RefusedError`` when it is held elsewhere or cannot be read."""
    with store.locked(path):
        data = store.read(path)
        doc = parse(data)
        yield Session(path, doc, data, _readable(doc))


@contextmanager
def rehearsed(path: Path) -> Iterator[Session]:
    """Hold a game to see what would come of something: no lock, nothing written; raises ``RefusedError``."""
    data = store.read(path)
    doc = parse(data)
    yield Rehearsal(path, doc, data, _readable(doc))


def look(path: Path) -> tuple[Raw, Played]:
    """Load a game to look at it only: no lock, nothing written; raises ``RefusedError``, not for a broken rule."""
    doc = store.load(path)
    return doc, _readable(doc)


def _readable(doc: Raw) -> Played:
    """Play a document of another hand; raises ``RefusedError`` when its shape is wrong: nothing can be read off it."""
    played = play(doc)
    if played.faults and (found := shape_faults(doc)):
        raise RefusedError(found)
    return played


@contextmanager
def created(folder: Path, name: str, doc: Raw) -> Iterator[Session]:
    """Start a new game in a folder under a free name; it is on disk when this returns."""
    while True:
        path = store.free_path(folder, name)
        with store.locked(path):
            if path.exists():
                continue  # another terminal has just begun one of this name
            session = Session(path, doc, b"")
            session.put(doc)
            yield session
            return


def now() -> str:
    """Return this moment, to the second, with the offset from UTC."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def set_header(session: Session, **values: Any) -> None:
    """Change keys of the header that no outcome hangs on (``tracks``, ``minutes``); an empty value takes one out."""
    kept = {key: value for key, value in session.doc.items() if key not in values}
    changed = {key: value for key, value in values.items() if value}
    blocks: Raw = {key: kept.pop(key) for key in ("players", "steps", "told", "undone") if key in kept}
    session.put({**kept, **changed, **blocks})


# --- any step ---------------------------------------------------------------------------------------------


CHANGING: Final = frozenset({"kabum", "revive", "exclude", "heir", "override", "end"})
"""Steps after which another side may have won: none of them happens in a game that is over."""


def going_on(session: Session) -> None:
    """Raise ``SaveError`` (``game_over``) when the game is over: what it came to changes no more, but by an amend."""
    if store.is_finished(session.doc):
        raise SaveError("game_over")


def happen(session: Session, raw: Raw) -> None:
    """Append a step that happens now: a kabum, a revival, an exclusion, a note, the end ..."""
    if raw["kind"] in CHANGING:
        going_on(session)
    if _after_count(session) and "after" in _keys(raw["kind"]):
        raw = {**raw, "after": "vote"}
    problems = raw_problems(session.played, raw) or _too_late(session, raw)
    if problems:
        raise RefusedError([Fault(place(*one.key), one, session.played.names.nicks) for one in problems])
    session.put(edit.add_step(session.doc, raw), closed=raw["kind"] == "end")


def _too_late(session: Session, raw: Raw) -> list[Problem]:
    """2.13: a jailed kamikaze strikes until night falls; a file cannot tell, for what happens stands before the night.

    What came in time and was entered late is for an override.
    """
    current = edit.open_step(session.doc)
    if raw["kind"] != "kabum" or current is None or current["kind"] != "night":
        return []
    kamikaze = session.game.cast.seat_of[Role.KAMIKAZE]
    return [] if kamikaze in session.game.alive else [Problem("kabum_too_late", "2.13", {"seat": kamikaze})]


def _keys(kind: str) -> Any:
    from mafia_cli.saves.shapes import STEPS

    return STEPS[kind][0]


def _after_count(session: Session) -> bool:
    """The vote is counted and the acquittal runs: what happens now happened after the vote."""
    current = edit.open_step(session.doc)
    return current is not None and current["kind"] == "day" and "acquit" in current


def start_questions(session: Session, kind: str) -> list[Problem]:
    """Return what the host ought to settle before a night or a day begins; raises ``SaveError`` (``game_over``)."""
    going_on(session)
    game, questions = session.game, []
    if kind == "night" and game.night == 0:
        seats = [one.to for one in outbox.unsent(session.played, session.doc) if one.about == "role"]
        if seats:
            questions.append(Problem("unsent_pms", "1.5", {"seats": seats}))
    won = game_winner(game)
    if won is not None:
        questions.append(Problem("won_already", "end", {"winner": won}))
    if awaits_heir(game):
        questions.append(Problem("heir_unnamed", "2.8"))
    return questions


def start(session: Session, kind: str) -> None:
    """Open a night or a day vote, unless it is open; raises ``RefusedError`` while the other is, and after the end."""
    going_on(session)
    current = edit.open_step(session.doc)
    if current is None:
        session.put(edit.start(session.doc, kind))
    elif current["kind"] != kind:
        raise SaveError("vote_is_open" if kind == "night" else "night_is_open")


# --- the night --------------------------------------------------------------------------------------------


def move_questions(session: Session, role: Role, seats: Sequence[int]) -> list[Problem]:
    """2.2: the mafia may strike one of its own, after a warning."""
    if role is Role.MAFIA and any(seat in session.game.cast.mafiosi for seat in seats):
        return [Problem("own_mafioso", "2.2", {"seat": seats[0]})]
    return []


def enter_move(session: Session, role: Role, seats: Sequence[int]) -> None:
    """Enter a move of the open night, or a skip (no seats); raises ``RefusedError`` with all that is wrong with it."""
    enter_moves(session, [(role, seats)])


def enter_moves(session: Session, moves: Sequence[tuple[Role, Sequence[int]]]) -> None:
    """Enter several moves at once, each an entry of its own; any that may not be refuses them all."""
    faults, entries = [], []
    for role, seats in moves:
        key = place("moves", role.value)
        for problem in move_problems(session.game, role, tuple(seats)):
            faults.append(Fault(key, problem, session.played.names.nicks))
        entries.append([role.value, *([session.nick(seat) for seat in seats] or [""])])
    if faults:
        raise RefusedError(faults)
    _enter(session, entries)


def take_back_move(session: Session, role: Role) -> None:
    """Forget a role's move: it has not answered."""
    _enter(session, [[role.value]])


def preview(session: Session) -> Played:
    """Return the game as it would stand with the open step closed now; nothing is saved."""
    current = edit.open_step(session.doc)
    assert current is not None
    return with_step(session.played, current)


def close_questions(session: Session) -> list[Problem]:
    """Return what the host ought to settle before the open night, or the vote now due, is closed."""
    current, played = edit.open_step(session.doc), session.played
    assert current is not None
    questions = [Problem("heir_unnamed", "2.8")] if awaits_heir(session.game) else []
    if current["kind"] == "night":
        roles = silent(session.game, current.get("moves", {}))
        return questions + [Problem("silent_roles", "1.7", {"roles": roles})] * bool(roles)
    seats = list(open_vote(played).tally.missing)
    return questions + [Problem("missing_votes", "4.5", {"seats": seats})] * bool(seats)


def _enter(session: Session, entries: Iterable[list[Any]]) -> None:
    """Enter something into the open step."""
    going_on(session)
    session.put(edit.enter(session.doc, entries))


def close(session: Session) -> None:
    """Close the open night, or the day with all its votes: it is judged and backed up."""
    going_on(session)
    session.put(edit.close(session.doc), closed=True)


# --- the day ----------------------------------------------------------------------------------------------


def day_step(played: Played, raw: Raw) -> DayStep:
    """Return the open day as seats; raises ``RefusedError`` for what cannot be read."""
    step, problems = to_step(raw, played.names)
    if problems or not isinstance(step, DayStep):
        raise RefusedError([Fault(place(*one.key), one, played.names.nicks) for one in problems])
    return step


def open_vote(played: Played) -> Vote:
    """Return how the open day stands."""
    raw = played.open_step
    assert played.game is not None
    assert raw is not None
    answered = False
    for entry in edit.entries_of(raw):
        answered = entry[:1] == ["mayor"] or (answered and entry[:1] != ["stage"])
    return vote_of(played.game, day_step(played, raw), answered=answered)


def enter_ballots(
    session: Session, ballots: Sequence[tuple[int, int]], *, slip: bool = False
) -> list[tuple[tuple[int, int], str]]:
    """Enter ballots (voter, candidate; in the acquittal 1 or 0) into the vote now due; return the refused ones.

    A refused ballot, returned with its rule, is noted among the entries and counts nowhere. ``slip``: the host's own
    typing error, so the ballot takes the place of the voter's earlier one.
    """
    vote, refused = open_vote(session.played), []
    entries, done = _reopened(vote), {*vote.done}
    for voter, choice in ballots:
        rule = vote.refuses((voter, choice), done - {voter} if slip else done)
        said = bool(choice) if vote.stage is Stage.ACQUIT else session.nick(choice)
        named: list[Any] = [vote.stage.value, session.nick(voter), said]
        if rule:
            refused.append(((voter, choice), rule))
            entries.append(["refused", *named, rule])
        else:
            done.add(voter)
            entries.append([*named, *["slip"] * slip])
    _enter(session, entries)
    return refused


def take_back_ballot(session: Session, voter: str) -> None:
    """Forget a voter's ballots in the vote now due."""
    vote = open_vote(session.played)
    _enter(session, [*_reopened(vote), [vote.stage.value, voter]])


def _reopened(vote: Vote) -> list[list[Any]]:
    """Return the entry that goes back to the first vote, where it is due though the second was opened."""
    return [["stage", vote.stage.value]] if vote.stage is not vote.opened else []


def settle(session: Session, key: str, nick: str) -> None:
    """Enter the mayor's private answer (``mayor``) or the host's decision of a tie (``decision``); "" = nobody.

    Raises ``RefusedError`` (``not_tied``) when it is asked for and names somebody it may not decide for (2.8).
    """
    vote = open_vote(session.played)
    among = choices(vote.day, key)
    asked = vote.day.due == key or (key == "mayor" and vote.again)
    if nick and asked and session.seat(nick) not in among:
        problem = Problem("not_tied", "2.8", {"nick": nick, "seats": list(among)})
        raise RefusedError([Fault("", problem, session.played.names.nicks)])
    _enter(session, [[key, nick]])


def speak(session: Session, seats: Sequence[int]) -> None:
    """Tick seats as having spoken on the day (1.8), which is opened for it; who is ticked already stays so."""
    current = edit.open_step(session.doc)
    known = current.get("spoke", []) if current else []
    nicks = [session.nick(seat) for seat in dict.fromkeys(seats) if session.nick(seat) not in known]
    if nicks:
        start(session, "day")
        _enter(session, [["spoke", *nicks]])


def close_vote(session: Session) -> str | None:
    """Close the vote now due; return what is due next (``revote``, ``acquit``, ``mayor``, ``decision``) or None.

    With nothing more due the day is closed; ``mayor`` and ``decision`` wait for ``settle`` and another closing.
    """
    due = open_vote(session.played).day.due
    if due in ("revote", "acquit"):
        _enter(session, [["stage", due]])
    elif due is None:
        close(session)
    return due


def heir_questions(session: Session, seat: int) -> list[Problem]:
    """2.8: a warning if the heir is not of the town."""
    role = session.game.cast.roles[seat]
    return [] if ROLES[role].side is Side.TOWN else [Problem("heir_not_town", "2.8", {"seat": seat, "role": role})]


# --- taking back ------------------------------------------------------------------------------------------


def undo(session: Session) -> Raw:
    """Take back one decision and return it (see edit.undo); raises ``RefusedError`` when there is nothing."""
    done = edit.undo(session.doc)
    if done is None:
        raise SaveError("nothing_to_undo")
    session.put(done[0])
    return done[1]


def redo(session: Session) -> Raw:
    """Do again what was taken back last and return it; raises ``RefusedError`` when there is nothing."""
    done = edit.redo(session.doc)
    if done is None:
        raise SaveError("nothing_to_redo")
    session.put(done[0], closed=done[1]["what"] == "close")
    return done[1]


def amend(session: Session, amends: Sequence[Raw], forget: Sequence[str] = ()) -> None:
    """Append corrections of earlier steps as one decision (4.8); the open night forgets the moves of some roles.

    Raises ``RefusedError``, and changes nothing, for what ``resolve`` would refuse.
    """
    session.put(edit.add_steps(session.doc, amends, forget), closed=True)


# --- what left the desk -----------------------------------------------------------------------------------


def tell(session: Session, entries: Sequence[Raw]) -> None:
    """Note that something left the desk: append-only, no decision."""
    told = [*session.doc.get("told", []), *({**entry, "at": now()} for entry in entries)]
    session.put({**session.doc, "told": told})
