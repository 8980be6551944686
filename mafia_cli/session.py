"""A game at the desk: load, decide, append, save. The only writer of saves; every decision is on disk when it returns.

Commands and the desk call the same functions. What the rules do not allow raises ``RefusedError`` and changes nothing;
what the host ought to be asked first is returned as *questions*, problems that a yes overrules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from mafia_cli.rules.day import Stage
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import NOBODY, DayStep, Game, NightStep, Step
from mafia_cli.rules.moves import move_problems, silent
from mafia_cli.rules.roles import ROLES, Role, Side
from mafia_cli.rules.steps import CHANGING, NAMING, STEPS
from mafia_cli.rules.vote import Vote, choices, vote_of
from mafia_cli.script import disk, edit
from mafia_cli.script.due import due
from mafia_cli.script.errors import Fault, RefusedError, SaveError, faults_at, place
from mafia_cli.script.model import AmendStep, Entry, Misshapen, Played, Row, Script, Told, Undone
from mafia_cli.script.replay import is_finished, play, problems_next, shape_faults, undealt, with_step
from mafia_cli.script.tables import dump, heading_faults, load, shape_problems
from mafia_cli.script.told import unsent


class Session:
    """One game held for writing."""

    def __init__(self, path: Path, script: Script, data: bytes, played: Played | None = None) -> None:
        """Start from a game and the bytes that stand on disk for it (empty: nothing stands there yet)."""
        self.path = path
        self.script = script
        self.played = played or play(script)
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

    def put(self, script: Script, *, closed: bool = False) -> None:
        """Save a game that plays; raise ``RefusedError`` and keep the old one if it does not or cannot be written.

        ``closed``: a step was closed by it, so a backup is kept. A host's comment that has no place in it any more
        comes to stand at its end.
        """
        _fits(self.script if self._data else Script(), script)
        script = _kept(self.script, script)
        played = play(script)
        if played.faults and not undealt(script, played.faults):
            raise RefusedError(played.faults)
        if not self._held:
            self._unchanged_on_disk()
            self._write(script)
        self.script, self.played = script, played
        if closed:
            self._back_up(self._data)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Write in one go what is entered inside; when any of it is refused, none of it is decided or written."""
        script, played = self.script, self.played
        self._held = True
        try:
            yield
        except BaseException:
            self.script, self.played = script, played
            raise
        finally:
            self._held = False
        if self.script is not script:
            self.put(self.script)

    def _write(self, script: Script) -> None:
        if self._newest is None:
            self._newest = disk.newest_but(self.path)
        self._data = disk.write(self.path, script)
        disk.come_after(self.path, self._newest)

    def _back_up(self, data: bytes) -> None:
        """The decision is on disk already: a backup that cannot be made is no reason to refuse it."""
        with suppress(SaveError):
            disk.back_up(self.path, data)

    def _unchanged_on_disk(self) -> None:
        """Somebody's editor may have changed the file meanwhile; writing over that would lose it."""
        if not self._data:
            return
        try:
            now = disk.read(self.path)
        except SaveError as error:
            if error.faults[0].problem.code == "no_file":
                return  # deleted underneath: writing it again loses nothing
            raise
        if now != self._data:
            raise SaveError("changed_underneath", path=str(self.path))

    def take_from_disk(self) -> None:
        """Go on with the file as somebody changed it; what stood here is kept as a backup, or nothing is done.

        Raises ``RefusedError``.
        """
        data = disk.read(self.path)
        script = load(data)
        played = _readable(script)
        if played.faults and not undealt(script, played.faults):
            raise RefusedError(played.faults)
        disk.back_up(self.path, self._data)
        self.script, self.played, self._data = script, played, data

    def write_over(self) -> None:
        """Write what stands here over a file that somebody changed; that one is kept as a backup, or nothing is done.

        Raises ``SaveError``.
        """
        disk.back_up(self.path, disk.read(self.path))
        self._write(self.script)

    def keep(self) -> bool:
        """Write the game again if its file is gone; raises ``SaveError`` when it does not stand on disk after that.

        Tell whether it stands in its file. If somebody else has written there meanwhile, it is the last backup.
        """
        try:
            now = disk.read(self.path)
        except SaveError as error:
            if error.faults[0].problem.code != "no_file":
                raise
            self._write(self.script)
            return True
        if now == self._data:
            return True
        disk.back_up(self.path, self._data)
        return False

    def seat(self, nick: str) -> int | None:
        """Return the seat of an exact nick."""
        return self.played.names.seats.get(nick)

    def nick(self, seat: int) -> str:
        """Return the nick of a seat now."""
        return self.played.names.nicks[seat]


class Rehearsal(Session):
    """A game to try things on: what is put plays and is shown, and nothing of it is written."""

    def put(self, script: Script, *, closed: bool = False) -> None:
        """Take a game that plays, in memory only; raise ``RefusedError`` as ``Session.put`` does."""
        played = play(script)
        if played.faults and not undealt(script, played.faults):
            raise RefusedError(played.faults)
        self.script, self.played = script, played


def _fits(before: Script, after: Script) -> None:
    """Raise ``RefusedError`` for what is new in the header or the players and cannot be written."""
    if (after.header, after.players) != (before.header, before.players) and (found := heading_faults(after)):
        raise RefusedError(found)


def _kept(before: Script, after: Script) -> Script:
    """Return the game that takes the place of another with its comments, those without a place after everything.

    A name that is nobody's may be somebody's once names are others: such a game is read anew.
    """
    if lost := Counter(before.comments()):
        lost -= Counter(after.comments())
        if lost:
            after = after.but(tail="".join([after.tail or "\n", *(f"{line}\n" for line in lost.elements())]))
    return load(dump(after).encode()) if any(_odd(row.step, after) for row in after.steps) else after


def _odd(step: object, script: Script) -> bool:
    if isinstance(step, AmendStep) and step.step is not None:
        return 0 < step.step <= len(script.steps) and script.steps[step.step - 1].kind in NAMING
    return isinstance(step, Misshapen)


@contextmanager
def opened(path: Path) -> Iterator[Session]:
    """Hold a game for writing; raises ``RefusedError`` when it is held elsewhere or cannot be read."""
    with disk.locked(path):
        data = disk.read(path)
        script = load(data)
        yield Session(path, script, data, _readable(script))


@contextmanager
def rehearsed(path: Path) -> Iterator[Session]:
    """Hold a game to see what would come of something: no lock, nothing written; raises ``RefusedError``."""
    data = disk.read(path)
    script = load(data)
    yield Rehearsal(path, script, data, _readable(script))


def look(path: Path) -> tuple[Script, Played]:
    """Load a game to look at it only: no lock, nothing written; raises ``RefusedError``, not for a broken rule."""
    script = disk.load(path)
    return script, _readable(script)


def _readable(script: Script) -> Played:
    """Play a game of another hand; raises ``RefusedError`` when its shape is wrong: nothing can be read off it."""
    played = play(script)
    if played.faults and (found := shape_faults(script)):
        raise RefusedError(found)
    return played


@contextmanager
def created(folder: Path, name: str, script: Script) -> Iterator[Session]:
    """Start a new game in a folder under a free name; it is on disk when this returns."""
    while True:
        path = disk.free_path(folder, name)
        with disk.locked(path):
            if path.exists():
                continue  # another terminal has just begun one of this name
            session = Session(path, script, b"")
            session.put(script)
            yield session
            return


def now() -> str:
    """Return this moment, to the second, with the offset from UTC."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def set_header(session: Session, **values: Any) -> None:
    """Change keys of the header that no outcome hangs on (``tracks``, ``minutes``); an empty value takes one out."""
    changed: dict[str, Any] = {key: value or None for key, value in values.items()}
    session.put(session.script.but(header=replace(session.script.header, **changed)))


# --- any step ---------------------------------------------------------------------------------------------


def going_on(session: Session) -> None:
    """Raise ``SaveError`` (``game_over``) when the game is over: what it came to changes no more, but by an amend."""
    if is_finished(session.script):
        raise SaveError("game_over")


def happen(session: Session, step: Row | Step) -> None:
    """Append a step that happens now: a kabum, a revival, an exclusion, a note, the end ..."""
    row = step if isinstance(step, Row) else Row(step)
    if row.kind in CHANGING:
        going_on(session)
    if _after_count(session) and STEPS[row.kind].after and not isinstance(row.step, (AmendStep, Misshapen)):
        row = row.but(step=row.step._replace(after=True))  # type: ignore[call-arg]
    problems = shape_problems(row, session.played.names) or problems_next(session.played, row)
    problems = problems or _too_late(session, row)
    if problems:
        raise RefusedError(faults_at(problems, session.played.names.nicks))
    session.put(edit.add_step(session.script, row), closed=row.kind == "end")


def _too_late(session: Session, row: Row) -> list[Problem]:
    """2.13: a jailed kamikaze strikes until night falls; a file cannot tell, for what happens stands before the night.

    What came in time and was entered late is for an override.
    """
    current = session.script.open_row
    if row.kind != "kabum" or current is None or current.kind != "night":
        return []
    kamikaze = session.game.cast.seat_of[Role.KAMIKAZE]
    return [] if kamikaze in session.game.alive else [Problem("kabum_too_late", "2.13", {"seat": kamikaze})]


def _after_count(session: Session) -> bool:
    """The vote is counted and the acquittal runs: what happens now happened after the vote."""
    current = session.script.open_row
    return current is not None and isinstance(current.step, DayStep) and current.step.acquit is not None


def start_questions(session: Session, kind: str) -> list[Problem]:
    """Return what the host ought to settle before a night or a day begins; raises ``SaveError`` (``game_over``)."""
    going_on(session)
    game, questions = session.game, []
    now = due(session.script, session.played)
    if now.phase != kind and not now.open:
        questions.append(Problem(f"{kind}_early", "1.2", {"n": now.number}))
    if kind == "night" and game.night == 0:
        seats = [one.to for one in unsent(session.played, session.script) if one.about == "role"]
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
    current = session.script.open_row
    if current is None:
        session.put(edit.start(session.script, kind))
    elif current.kind != kind:
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
    faults, entries = [], list[Entry]()
    for role, seats in moves:
        key = place("moves", role.value)
        for problem in move_problems(session.game, role, tuple(seats)):
            faults.append(Fault(key, problem, session.played.names.nicks))
        entries.append((role.value, *(seats or (NOBODY,))))
    if faults:
        raise RefusedError(faults)
    _enter(session, entries)


def take_back_move(session: Session, role: Role) -> None:
    """Forget a role's move: it has not answered."""
    _enter(session, [(role.value,)])


def preview(session: Session) -> Played:
    """Return the game as it would stand with the open step closed now; nothing is saved."""
    current = session.script.open_row
    assert current is not None
    return with_step(session.played, current)


def close_questions(session: Session) -> list[Problem]:
    """Return what the host ought to settle before the open night, or the vote now due, is closed."""
    current, played = session.script.open_row, session.played
    assert current is not None
    questions = [Problem("heir_unnamed", "2.8")] if awaits_heir(session.game) else []
    if current.kind == "night":
        assert isinstance(current.step, NightStep)
        roles = silent(session.game, current.step.moves)
        return questions + [Problem("silent_roles", "1.7", {"roles": roles})] * bool(roles)
    seats = list(open_vote(played).tally.missing)
    return questions + [Problem("missing_votes", "4.5", {"seats": seats})] * bool(seats)


def _enter(session: Session, entries: Iterable[Entry]) -> None:
    """Enter something into the open step."""
    going_on(session)
    session.put(edit.enter(session.script, entries))


def close(session: Session) -> None:
    """Close the open night, or the day with all its votes: it is judged and backed up."""
    going_on(session)
    session.put(edit.close(session.script), closed=True)


# --- the day ----------------------------------------------------------------------------------------------


def open_vote(played: Played) -> Vote:
    """Return how the open day stands."""
    row = played.open_step
    assert played.game is not None
    assert row is not None
    assert isinstance(row.step, DayStep)
    answered = False
    for entry in edit.entries_of(row):
        answered = entry[0] == "mayor" or (answered and entry[0] != "stage")
    return vote_of(played.game, row.step, answered=answered)


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
        said = bool(choice) if vote.stage is Stage.ACQUIT else choice
        if rule:
            refused.append(((voter, choice), rule))
            entries.append(("refused", vote.stage.value, voter, said, rule))
        else:
            done.add(voter)
            entries.append((vote.stage.value, voter, said, *["slip"] * slip))
    _enter(session, entries)
    return refused


def take_back_ballot(session: Session, voter: int) -> None:
    """Forget a voter's ballots in the vote now due."""
    vote = open_vote(session.played)
    _enter(session, [*_reopened(vote), (vote.stage.value, voter)])


def _reopened(vote: Vote) -> list[Entry]:
    """Return the entry that goes back to the first vote, where it is due though the second was opened."""
    return [("stage", vote.stage.value)] if vote.stage is not vote.opened else []


def settle(session: Session, key: str, seat: int) -> None:
    """Enter the mayor's private answer (``mayor``) or the host's decision of a tie (``decision``); 0 = nobody.

    Raises ``RefusedError`` (``not_tied``) when it is asked for and names somebody it may not decide for (2.8).
    """
    vote = open_vote(session.played)
    among = choices(vote.day, key)
    asked = vote.day.due == key or (key == "mayor" and vote.again)
    if seat and asked and seat not in among:
        problem = Problem("not_tied", "2.8", {"nick": session.nick(seat), "seats": list(among)})
        raise RefusedError([Fault("", problem, session.played.names.nicks)])
    _enter(session, [(key, seat)])


def speak(session: Session, seats: Sequence[int]) -> None:
    """Tick seats as having spoken on the day (1.8), which is opened for it; who is ticked already stays so."""
    current = session.script.open_row
    known = current.spoke if current else ()
    fresh = [seat for seat in dict.fromkeys(seats) if seat not in known]
    if fresh:
        start(session, "day")
        _enter(session, [("spoke", *fresh)])


def close_vote(session: Session) -> str | None:
    """Close the vote now due; return what is due next (``revote``, ``acquit``, ``mayor``, ``decision``) or None.

    With nothing more due the day is closed; ``mayor`` and ``decision`` wait for ``settle`` and another closing.
    """
    due = open_vote(session.played).day.due
    if due in ("revote", "acquit"):
        _enter(session, [("stage", due)])
    elif due is None:
        close(session)
    return due


def heir_questions(session: Session, seat: int) -> list[Problem]:
    """2.8: a warning if the heir is not of the town."""
    role = session.game.cast.roles[seat]
    return [] if ROLES[role].side is Side.TOWN else [Problem("heir_not_town", "2.8", {"seat": seat, "role": role})]


# --- taking back ------------------------------------------------------------------------------------------


def undo(session: Session) -> Undone:
    """Take back one decision and return it (see edit.undo); raises ``RefusedError`` when there is nothing."""
    done = edit.undo(session.script)
    if done is None:
        raise SaveError("nothing_to_undo")
    session.put(done[0])
    return done[1]


def redo(session: Session) -> Undone:
    """Do again what was taken back last and return it; raises ``RefusedError`` when there is nothing."""
    done = edit.redo(session.script)
    if done is None:
        raise SaveError("nothing_to_redo")
    session.put(done[0], closed=done[1].what == "close")
    return done[1]


def amend(session: Session, amends: Sequence[Row], forget: Sequence[str] = ()) -> None:
    """Append corrections of earlier steps as one decision (4.8); the open night forgets the moves of some roles.

    Raises ``RefusedError``, and changes nothing, for what ``resolve`` would refuse.
    """
    if found := [problem for row in amends for problem in shape_problems(row, session.played.names)]:
        raise RefusedError(faults_at(found, session.played.names.nicks))
    session.put(edit.add_steps(session.script, amends, forget), closed=True)


# --- what left the desk -----------------------------------------------------------------------------------


def tell(session: Session, entries: Sequence[Told]) -> None:
    """Note that something left the desk: append-only, no decision."""
    at = now()
    session.put(session.script.but(told=(*session.script.told, *(replace(entry, at=at) for entry in entries))))
