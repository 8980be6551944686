"""The open night and the open vote as the host sees them: who has answered and how, who is waited for, who may not."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mafia_cli.rules.day import Day, Tally
from mafia_cli.rules.model import Game
from mafia_cli.rules.moves import Entry, Standing, ledger
from mafia_cli.rules.roles import Role
from mafia_cli.rules.vote import Vote
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import width
from mafia_cli.words.names import People

_MORE: Final = 20
"""Columns that "and 12 more (/all)" takes."""


def fitting(names: Sequence[str], room: int) -> int:
    """Return how many of these names, the first ones, fit into so many columns by commas: all of them, or one at least.

    Where not all fit, room is left for how many more there are.
    """
    taken = [sum(map(width, name)) + 2 for name in names]
    if sum(taken) - 2 <= room:
        return len(names)
    count, left = 0, room - _MORE
    while count < len(names) and taken[count] <= left:
        left -= taken[count]
        count += 1
    return max(count, 1)


def few(words: Words, names: Iterable[str], room: int) -> str:
    """Return names by commas, those that fit into ``room`` columns (0: all) and how many more there are."""
    every = list(names)
    count = fitting(every, room) if room else len(every)
    shown = ", ".join(every[:count])
    return words.text("desk", "more", names=shown, n=len(every) - count) if count < len(every) else shown


def night_lines(
    words: Words, people: People, game: Game, moves: Mapping[Role, tuple[int, ...]], *, spoken: bool = False
) -> list[str]:
    """Return the board of the coming night, a line a role, under a heading with the count of answers.

    ``spoken``: what the marks show is said in words.
    """
    rows = ledger(game)
    due = [row for row in rows if row.standing is Standing.MAY]
    done = sum(row.role in moves for row in due)
    head = words.text("desk", "night.head", night=game.night + 1, alive=len(game.alive), done=done, due=len(due))
    key = "spoken.night" if spoken else "night"
    return [head, *(_row(words, people, row, moves.get(row.role), key) for row in rows)]


def _row(words: Words, people: People, row: Entry, targets: tuple[int, ...] | None, key: str) -> str:
    role = words.role(row.role)
    if row.standing is Standing.OUT:
        return words.text("desk", f"{key}.out", role=role)
    if row.standing is Standing.WAITS:
        return words.text("desk", f"{key}.waits", role=role, night=row.night)
    mover = f"{row.seat} {people.name(row.seat)}"
    if targets is None:
        return words.text("desk", f"{key}.silent", role=role, mover=mover)
    if not targets:
        return words.text("desk", f"{key}.skips", role=role)
    return words.text("desk", f"{key}.moved", role=role, target=", ".join(people.names(targets)))


def vote_lines(words: Words, people: People, game: Game, vote: Vote, room: int = 0) -> list[str]:
    """Return the board of the vote now due: how many of how many, who has whose votes, who is waited for, a tie.

    Of a long list the names that fit into ``room`` columns are shown (0: all).
    """
    day, stage, tally, done = vote.day, vote.stage, vote.tally, len(vote.done)
    due = done + len(tally.missing)
    head = words.text("desk", f"stage.{stage}", n=day.number, alive=len(game.alive), done=done, due=due)
    lines = [
        head,
        *_among(words, people, day, stage, room),
        *(_sides(words, people, day, tally, room) if stage == "acquit" else _counts(words, people, tally, room)),
    ]
    for key, seats in (
        ("passed", tally.passed),
        ("missing", tally.missing),
        ("barred", day.count.seduced & day.count.alive),
    ):
        if seats:
            lines.append(words.text("desk", f"vote.{key}", nicks=few(words, people.names(sorted(seats)), room)))
    return lines + _tie(words, people, game, day, tally, stage)


def recount_lines(words: Words, people: People, vote: Vote) -> list[str]:
    """Return what a death has made of the stage opened last: no tie for a second vote, no suspect to acquit."""
    day, stage = vote.day, vote.opened
    if stage == "revote" and day.second is None and (day.suspect or not day.tied):
        key = "recount" if day.suspect else "recount_none"
    elif stage == "acquit" and day.acquittal is None:
        key = "suspect_out"
    else:
        return []
    return [words.text("desk", f"vote.{key}", nick=people.name(day.suspect))]


def _among(words: Words, people: People, day: Day, stage: str, room: int) -> list[str]:
    """Between whom the second vote chooses."""
    return [words.text("desk", "vote.among", nicks=few(words, people.names(day.tied), room))] * (stage == "revote")


def _counts(words: Words, people: People, tally: Tally, room: int) -> list[str]:
    rows = []
    for candidate, votes in sorted(tally.counts().items(), key=lambda row: (-row[1], row[0])):
        voters = few(words, (people.name(voter) for voter, choice in tally.votes.items() if choice == candidate), room)
        rows.append(words.text("desk", "vote.row", nick=people.name(candidate), n=votes, voters=voters))
    return rows


def _sides(words: Words, people: People, day: Day, tally: Tally, room: int) -> list[str]:
    rows = [words.text("desk", "vote.suspect", nick=people.name(day.suspect))]
    for key, side in (("acquit", 1), ("convict", 0)):
        voters = [voter for voter, choice in tally.votes.items() if choice == side]
        if voters:
            rows.append(words.text("desk", f"vote.{key}", n=len(voters), voters=few(words, people.names(voters), room)))
    return rows


def _tie(words: Words, people: People, game: Game, day: Day, tally: Tally, stage: str) -> list[str]:
    """For the host's eyes: that the vote stands tied now, and what the mayor's vote would do."""
    sides = list(tally.votes.values())
    even = bool(sides) and sides.count(0) == sides.count(1) if stage == "acquit" else len(tally.top()) > 1
    if not even:
        return []
    if not day.mayor_decided:
        return [words.text("desk", "vote.tie")]
    return [words.text("desk", "vote.tie_mayor", mayor=people.name(game.mayor))]
