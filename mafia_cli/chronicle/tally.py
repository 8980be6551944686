"""One finished game boiled down to what statistics count, as plain data that a cache can hold."""

from typing import Any, TypeAlias

from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.model import DayStep, Kind
from mafia_cli.rules.roles import ROLES, Side
from mafia_cli.script.model import Played, Script

Boiled: TypeAlias = dict[str, Any]
"""``winner``, ``theme``, ``rulings``, ``date``; ``players``: a table each, see ``_player``."""


def boil(script: Script, played: Played) -> Boiled:
    """Return what counts of a finished game that plays without faults."""
    game = played.game
    assert game is not None
    people = _identities(script, played)
    votes, hits, jailed = _votes(played)
    first = _first_out(played)
    created = script.header.created or ""
    players = []
    for seat in sorted(game.cast.seats):
        row: Boiled = {"who": people[seat], "nick": played.names.nicks[seat], "role": game.cast.roles[seat].value}
        row["alive"] = seat in game.alive
        if ROLES[game.cast.roles[seat]].side is Side.TOWN and votes.get(seat):
            row["votes"], row["hits"] = votes[seat], hits.get(seat, 0)
        if seat in first:
            row["first"] = True
        if seat in jailed:
            row["jailed_by"] = [people[voter] for voter in jailed[seat]]
        players.append(row)
    return {
        "winner": game_winner(game) or "",
        "theme": (script.header.theme or ""),
        "rulings": game.cast.rulings.changed(),
        "date": (created if isinstance(created, str) else created.isoformat())[:10],
        "players": players,
    }


def _identities(script: Script, played: Played) -> dict[int, str]:
    """Return by what name somebody is known from one evening to the next: the chat name, else the nick."""
    people = {seat: player.chat or player.nick for seat, player in enumerate(script.players, 1)}
    for record in played.records:
        row, seat = record.row, record.row.target
        if record.kind == "replace":
            people[seat] = row.chat or row.to or ""
        elif record.kind == "rename" and people[seat] == record.was[seat]:
            people[seat] = row.to or ""
    return people


def _votes(played: Played) -> tuple[dict[int, int], dict[int, int], dict[int, list[int]]]:
    """Return by seat the votes cast, those at a mafioso, and for the jailed who voted so in the vote that decided."""
    votes: dict[int, int] = {}
    hits: dict[int, int] = {}
    jailed: dict[int, list[int]] = {}
    for record in played.records:
        if not isinstance(record.step, DayStep):
            continue
        last: dict[int, int] = {}
        for kind, _, seat, _, detail in record.trace:
            if kind is Kind.COUNTED and detail[0] != "acquit":
                last = dict(detail[1].votes)
                for voter, named in last.items():
                    votes[voter] = votes.get(voter, 0) + 1
                    hits[voter] = hits.get(voter, 0) + (named in record.game.cast.mafiosi)
            elif kind is Kind.JAILED:
                jailed[seat] = [voter for voter, named in last.items() if named == seat]
    return votes, hits, jailed


def _first_out(played: Played) -> frozenset[int]:
    for record in played.records:
        gone = record.before.alive - record.game.alive
        if gone:
            return gone
    return frozenset()
