"""A game as a story: everything a chronicle shows, in words, before it is laid out as a page, Markdown or text."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mafia_cli.chronicle.events import Award, awards, turning_points
from mafia_cli.chronicle.known import Known, phase_key
from mafia_cli.rules.ending import game_winner, reason
from mafia_cli.rules.model import DayStep, Kind, Out, OverrideStep
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.steps import STEPS
from mafia_cli.script.model import AmendStep, Played, Record, Script
from mafia_cli.texts import chat_texts, facts_of, people_of, people_then, voice_of
from mafia_cli.words.catalogue import Words, upper_first
from mafia_cli.words.clean import safe, short
from mafia_cli.words.explain import explain
from mafia_cli.words.names import People


@dataclass(frozen=True, slots=True)
class Person:
    """One row of "who was who": ``role`` and ``side`` are "" where the chat does not know them."""

    seat: int
    name: str
    chat: str
    role: str
    side: str
    fate: str
    alive: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One candidate of a poll with the voters; ``tone`` is the side played for, "" where it is not known."""

    name: str
    role: str
    votes: int
    voters: str
    tone: str


@dataclass(frozen=True, slots=True)
class Poll:
    """One counted vote: the title, who got how many, who passed or was missing."""

    title: str
    rows: tuple[Side, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One step told: ``kind`` is ``night``, ``day`` or ``event``."""

    kind: str
    title: str
    lines: tuple[str, ...] = ()
    polls: tuple[Poll, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid: the state or tone it is in, what it shows, what it means in words."""

    tone: str
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table by players: the columns (short, long), a row of cells a player."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Everything a chronicle shows; ``whole`` is false where only the public part is."""

    lang: str
    title: str
    about: tuple[str, ...]
    result: str
    winner: str
    whole: bool
    persons: tuple[Person, ...]
    chapters: tuple[Chapter, ...]
    turning: tuple[str, ...] = ()
    awards: tuple[Award, ...] = ()
    life: Grid | None = None
    votes: Grid | None = None
    host: tuple[str, ...] = field(default=())


def is_whole(played: Played) -> bool:
    """Tell whether a game is over, so that everything may be told."""
    return played.game is not None and played.game.over


def tell(words: Words, script: Script, played: Played, saves: Path | None) -> Story:
    """Return the story of a game that plays without faults: all of it when it is over, else what the chat knows.

    ``saves``: the folder whose ``themes/`` has the host's own packs.
    """
    return _whole(words, script, played) if is_whole(played) else _public(words, script, played, saves)


def _title(words: Words, script: Script) -> str:
    return short(script.header.name, 120) if script.header.name else words.text("chronicle", "untitled")


def _about(words: Words, script: Script, players: int) -> tuple[str, ...]:
    said = []
    created = script.header.created
    if created is not None:
        day = created[:10] if isinstance(created, str) else created.isoformat()[:10]
        said.append(short(day, 10))
    for key in ("theme", "host"):
        named = getattr(script.header, key)
        if named and named.strip():
            said.append(words.text("chronicle", f"about.{key}", name=short(named, 80)))
    return (*said, words.plural(players, "chat", "count.players"))


def moment(words: Words, record: Record) -> str:
    """Return the title of a step: "Night 2", "Day 1", "Kabum"."""
    number = record.game.night if record.kind == "night" else record.game.day
    return words.text("cli", f"step.{record.kind}", n=number)


# --- the public part of an unfinished game ----------------------------------------------------------------


def _public(words: Words, script: Script, played: Played, saves: Path | None) -> Story:
    assert played.game is not None
    known, people, seats = Known(played), people_of(script, played), sorted(played.game.cast.seats)
    persons = []
    for seat in seats:
        out, role = known.out.get(seat), known.roles.get(seat)
        fate = words.text("chronicle", "fate.seduced" if seat in known.seduced else "fate.playing")
        persons.append(_person(words, people, seat, role, fate if out is None else _fate(words, out, out.phase)))
    chapters = []
    for text in chat_texts(script, played, voice_of(script, words, saves)):
        kind, _, number = text.about.partition(" ")
        title = words.text("cli", f"step.{kind}", n=number.split()[0]) if kind in ("night", "day") else ""
        chapters.append(Chapter(kind if title else "event", title, tuple(text.text.splitlines())))
    alive = words.text("look", "status.alive", alive=len(seats) - len(known.out), players=len(seats))
    result = words.text("chronicle", "result.open", alive=alive)
    return Story(
        words.lang,
        _title(words, script),
        _about(words, script, len(seats)),
        result,
        "",
        False,
        tuple(persons),
        tuple(_merged(chapters)),
    )


def _merged(chapters: list[Chapter]) -> Iterator[Chapter]:
    """The texts of one day make one chapter."""
    held: Chapter | None = None
    for chapter in chapters:
        if held and held.title and held.title == chapter.title:
            held = Chapter(held.kind, held.title, (*held.lines, *chapter.lines))
            continue
        if held:
            yield held
        held = chapter
    if held:
        yield held


def _person(words: Words, people: People, seat: int, role: Role | None, fate: str, alive: bool = True) -> Person:
    chat = people.chat_name(seat)
    return Person(
        seat,
        people.name(seat),
        "" if chat == people.name(seat) else chat,
        words.role(role) if role else "",
        ROLES[role].side.value if role else "",
        fate,
        alive,
    )


def _fate(words: Words, out: Out, phase: str) -> str:
    said = upper_first(words.text("look", f"phase.{phase}", n=out.number))
    causes = words.causes(out.causes)
    return words.text("chronicle", "fate.out", phase=said, causes=causes) if causes else said


# --- a finished game --------------------------------------------------------------------------------------


def _whole(words: Words, script: Script, played: Played) -> Story:
    game = played.game
    assert game is not None
    people, seats = people_of(script, played), sorted(game.cast.seats)
    persons = []
    for seat in seats:
        out = game.out.get(seat) if seat not in game.alive else None
        fate = words.text("chronicle", "fate.alive") if out is None else _fate(words, out, phase_key(out))
        persons.append(_person(words, people, seat, game.cast.roles[seat], fate, out is None))
    won = game_winner(game)
    result = words.text("chronicle", "result.won" if won else "result.broken", winner=words.winner(won))
    why = reason(game.cast, game.alive)
    if won and why and won in (why, "mafia"):
        result += " " + words.text("chat", f"end.why.{why}", town=words.text("chat", "town"))
    return Story(
        words.lang,
        _title(words, script),
        _about(words, script, len(seats)),
        result,
        won or "",
        True,
        tuple(persons),
        tuple(_chapters(words, script, played)),
        tuple(turning_points(words, people, played)),
        tuple(awards(words, people, played)),
        _life(words, people, played),
        _votes(words, people, played),
        tuple(_host(words, people, played)),
    )


def _chapters(words: Words, script: Script, played: Played) -> Iterator[Chapter]:
    for record in played.records:
        if not STEPS[record.kind].chapter:
            continue
        people, found = people_then(script, record), facts_of(record)
        # A poll stands for the counts, "who was who" for the roles told at the end.
        left = [
            fact
            for fact in found
            if fact.kind not in (Kind.TOLD, Kind.COUNTED) and not (fact.kind is Kind.ROLE and fact.rule == "end")
        ]
        lines = explain(words, people, record.game.cast, left, record.before)
        polls = [_poll(words, people, record, *fact.detail) for fact in found if fact.kind is Kind.COUNTED]
        kind = record.kind if record.kind in ("night", "day") else "event"
        quiet = [] if lines or polls else [words.text("chronicle", "quiet")]
        yield Chapter(kind, moment(words, record), tuple(lines + quiet), tuple(polls))


def _poll(words: Words, people: People, record: Record, key: str, tally: Any) -> Poll:
    roles = record.game.cast.roles
    rows = []
    for side, votes in sorted(tally.counts().items(), key=lambda row: (-row[1], row[0])):
        voters = words.comma(people.name(voter) for voter, named in tally.votes.items() if named == side)
        if key == "acquit":
            rows.append(Side(words.text("chronicle", f"poll.{'free' if side else 'jail'}"), "", votes, voters, ""))
        else:
            role = roles[side]
            rows.append(Side(people.name(side), words.role(role, "who"), votes, voters, ROLES[role].side.value))
    notes = []
    for name, seats in (("passed", sorted(tally.passed)), ("missing", tally.missing)):
        if seats:
            notes.append(words.text("chat", f"vote.{name}", nicks=words.comma(people.names(seats))))
    if not rows:
        notes.insert(0, words.text("chat", "vote.nothing"))
    return Poll(words.text("chronicle", f"poll.{key}"), tuple(rows), tuple(notes))


def _life(words: Words, people: People, played: Played) -> Grid | None:
    """Who was alive after each night, day and sudden death."""
    assert played.cast is not None
    records = [
        record
        for record in played.records
        if record.kind in ("night", "day") or record.before.alive != record.game.alive
    ]
    columns = []
    for record in records:
        number = record.game.night if record.kind == "night" else record.game.day
        key = record.kind if record.kind in ("night", "day", "kabum", "revive") else "other"
        columns.append((words.text("chronicle", f"short.{key}", n=number), moment(words, record)))
    rows = []
    for seat in sorted(played.cast.seats):
        rows.append(tuple(_life_cell(words, seat, record) for record in records))
    return Grid(tuple(columns), tuple(rows)) if columns else None


def _life_cell(words: Words, seat: int, record: Record) -> Cell:
    was, now = seat in record.before.alive, seat in record.game.alive
    if was and not now:
        return Cell("died", "✗", words.causes(record.game.out[seat].causes))
    if now and not was:
        return Cell("back", "↑", words.text("chronicle", "life.back"))
    return Cell("alive", "●", words.text("chronicle", "life.alive")) if now else Cell("out", "·", "")


def _votes(words: Words, people: People, played: Played) -> Grid | None:
    """Whom everybody voted for, a column a vote."""
    assert played.cast is not None
    cast = played.cast
    columns: list[tuple[str, str]] = []
    rows: dict[int, list[Cell]] = {seat: [] for seat in sorted(cast.seats)}
    for record in played.records:
        if not isinstance(record.step, DayStep):
            continue
        for fact in facts_of(record):
            if fact.kind is not Kind.COUNTED:
                continue
            key, tally = fact.detail
            long = words.text("chronicle", "votes.title", moment=moment(words, record), poll=_poll_name(words, key))
            columns.append((words.text("chronicle", f"short.{key}", n=record.game.day), long))
            for seat, cells in rows.items():
                cells.append(_vote_cell(words, people, played, key, tally, seat))
    return Grid(tuple(columns), tuple(tuple(cells) for cells in rows.values())) if columns else None


def _poll_name(words: Words, key: str) -> str:
    name = words.text("chronicle", f"poll.{key}")
    return name[:1].lower() + name[1:]


def _vote_cell(words: Words, people: People, played: Played, key: str, tally: Any, seat: int) -> Cell:
    assert played.cast is not None
    named = tally.votes.get(seat)
    if named is None:
        return Cell("none", "–", words.text("chronicle", f"votes.{'pass' if seat in tally.passed else 'none'}"))
    if key == "acquit":
        return Cell(
            "free" if named else "jail",
            "+" if named else "−",
            words.text("chronicle", f"poll.{'free' if named else 'jail'}"),
        )
    hit = named in played.cast.mafiosi
    return Cell("hit" if hit else "plain", ("● " if hit else "") + short(people.name(named), 24))


def _host(words: Words, people: People, played: Played) -> Iterator[str]:
    """The host's own word: overrides and amends with their reasons, violations, what was ruled not by default."""
    assert played.game is not None
    titles = {record.position: moment(words, record) for record in played.records}
    for record in played.records:
        step = record.row.step
        if isinstance(step, OverrideStep):
            after = upper_first(words.text("look", f"phase.{record.before.phase}", n=_number(record)))
            yield words.text("chronicle", "host.override", when=after, reason=short(step.reason, 300))
        elif isinstance(step, AmendStep):
            yield _amended(words, people, titles, step, record.row.reason or "")
        elif record.kind == "violation":
            rule = getattr(step, "rule", "")
            params = {"nick": people.name(record.row.target), "rule": short(rule, 20)}
            yield words.text("chronicle", "host.violation", **params)
    for name, choice in played.game.cast.rulings.changed().items():
        yield words.text("chronicle", "host.ruling", name=name, choice=choice)


def _number(record: Record) -> int:
    return record.before.day if record.before.phase == "day" else record.before.night


def _amended(words: Words, people: People, titles: dict[int, str], step: AmendStep, reason: str) -> str:
    if step.seat is not None:
        role = words.role(Role(str(step.role)), "who")
        what = words.text("chronicle", "host.amend_role", nick=people.name(step.seat), role=role)
    else:
        what = titles.get(step.step or 0) or words.text("chronicle", "host.dropped", n=step.step)
    why = safe(reason).strip()
    key = "host.amend" if why else "host.amend_bare"
    return words.text("chronicle", key, what=what, reason=short(why, 300))
