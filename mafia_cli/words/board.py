"""The open night and the open vote as the host sees them: who has answered and how, who is waited for, who may not."""

from collections.abc import Mapping

from mafia_cli.rules.day import Day, Tally
from mafia_cli.rules.model import Game
from mafia_cli.rules.moves import Entry, Standing, ledger
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words
from mafia_cli.words.names import People


def night_lines(words: Words, people: People, game: Game, moves: Mapping[Role, tuple[int, ...]]) -> list[str]:
    """Return the board of the coming night, a line a role, under a heading with the count of answers."""
    rows = ledger(game)
    due = [row for row in rows if row.standing is Standing.MAY]
    done = sum(row.role in moves for row in due)
    head = words.text("desk", "night.head", night=game.night + 1, alive=len(game.alive), done=done, due=len(due))
    return [head, *(_row(words, people, game, row, moves.get(row.role)) for row in rows)]


def _row(words: Words, people: People, game: Game, row: Entry, targets: tuple[int, ...] | None) -> str:
    role = words.role(row.role)
    if row.standing is Standing.OUT:
        return words.text("desk", "night.out", role=role)
    if row.standing is Standing.WAITS:
        return words.text("desk", "night.waits", role=role, night=row.night)
    mover = f"{row.seat} {people.name(row.seat)}"
    if targets is None:
        return words.text("desk", "night.silent", role=role, mover=mover)
    if not targets:
        return words.text("desk", "night.skips", role=role)
    return words.text("desk", "night.moved", role=role, target=", ".join(people.names(targets)))


def vote_lines(words: Words, people: People, game: Game, day: Day, stage: str) -> list[str]:
    """Return the board of the vote now due: how many of how many, who has whose votes, who is waited for, a tie."""
    tally = {"votes": day.first, "revote": day.second, "acquit": day.acquittal}[stage] or Tally({}, frozenset(), (), ())
    done = len(tally.votes) + len(tally.passed)
    due = done + len(tally.missing)
    head = words.text("desk", f"stage.{stage}", n=day.number, alive=len(game.alive), done=done, due=due)
    lines = [head, *(_sides(words, people, day, tally) if stage == "acquit" else _counts(words, people, tally))]
    for key, seats in (
        ("passed", tally.passed),
        ("missing", tally.missing),
        ("barred", day.count.seduced & day.count.alive),
    ):
        if seats:
            lines.append(words.text("desk", f"vote.{key}", nicks=", ".join(people.names(sorted(seats)))))
    return lines + _tie(words, people, game, day, tally, stage)


def _counts(words: Words, people: People, tally: Tally) -> list[str]:
    rows = []
    for candidate, votes in sorted(tally.counts().items(), key=lambda row: (-row[1], row[0])):
        voters = ", ".join(people.name(voter) for voter, choice in tally.votes.items() if choice == candidate)
        rows.append(words.text("desk", "vote.row", nick=people.name(candidate), n=votes, voters=voters))
    return rows


def _sides(words: Words, people: People, day: Day, tally: Tally) -> list[str]:
    rows = [words.text("desk", "vote.suspect", nick=people.name(day.suspect))]
    for key, side in (("acquit", 1), ("convict", 0)):
        voters = [voter for voter, choice in tally.votes.items() if choice == side]
        if voters:
            rows.append(words.text("desk", f"vote.{key}", n=len(voters), voters=", ".join(people.names(voters))))
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
