"""The open night as the host sees it: who has moved where, who skips, who is silent, who may not and until when."""

from collections.abc import Mapping

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
