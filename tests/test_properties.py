"""What holds in every game, over random whole games: ``MAFIA_LONG=1`` takes 20,000 of them instead of 240."""

import copy
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from documents import as_script, play, raw, row_in
from effort import LONG
from random_games import random_game

from mafia_cli.rules.day import present
from mafia_cli.rules.facts import facts
from mafia_cli.rules.model import Audience, Cast, Cause, Kind, carrier
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.script import contract, edit
from mafia_cli.script.model import Played, Record
from mafia_cli.script.toml import dumps, parse

GAMES = 20_000 if LONG else 240
PARTS = 4
Doc = dict[str, Any]

part = pytest.mark.parametrize("part", range(PARTS))


def games(part: int) -> Iterator[tuple[random.Random, Doc, Played]]:
    for number in range(part, GAMES, PARTS):
        yield random.Random(f"more {number}"), *_game(number)


@lru_cache(600)
def _game(number: int) -> tuple[Doc, Played]:
    doc = random_game(random.Random(f"property {number}"))
    return doc, play(doc)


def told(played: Played) -> tuple[Any, ...]:
    """Everything that follows from a written game."""
    return (
        contract.entries(played),
        contract.alive(played),
        contract.winner(played),
        [record.trace for record in played.records],
    )


def holder(cast: Cast, role: Role, alive: frozenset[int]) -> int:
    return carrier(cast, alive) if role is Role.MAFIA else cast.seat_of[role]


@part
def test_the_order_of_entry_never_matters(part: int) -> None:
    for rng, doc, played in games(part):
        other = copy.deepcopy(doc)
        for step in other["steps"]:
            for table in (step, step.get("set", {})):
                if "moves" in table:
                    moves = list(table["moves"].items())
                    rng.shuffle(moves)
                    table["moves"] = dict(moves)
        assert told(play(other)) == told(played), dumps(doc)


@part
def test_moves_typed_in_any_order_come_to_the_same_night(part: int) -> None:
    """The last word of each role counts, whatever was typed between."""
    for rng, doc, _ in games(part):
        for step in doc["steps"]:
            if step["kind"] != "night":
                continue
            moves = step.get("moves", {})
            row = row_in(as_script({**doc, "steps": []}), step)
            wanted = edit.entries_of(row)
            noise = [(role.value, rng.choice([1, 2, 0])) for role in rng.sample(MOVERS, 4)]
            taken_back = [(role,) for role, *_ in noise if role not in moves]
            last = [*wanted, *taken_back]
            rng.shuffle(last)
            assert edit.refill(row, [*noise, *last]).step == row.step


@part
def test_a_player_dies_once_of_a_cause_under_a_rule(part: int) -> None:
    for _, doc, played in games(part):
        for record in played.records:
            deaths = [fact for fact in record.trace if fact[0] is Kind.DIED]
            dead = [seat for _, _, seat, _, _ in deaths]
            assert len(dead) == len(set(dead)), dumps(doc)
            assert set(dead) <= record.before.alive
            for _, _, seat, rule, causes in deaths:
                assert causes
                assert list(causes) == sorted(set(causes))
                for cause in causes:
                    assert _rules(record, seat, cause) or rule or raw(record).get("rule", "") == "", dumps(doc)
                    assert record.kind != "night" or _rules(record, seat, cause), dumps(doc)
            back = {seat for kind, _, seat, _, _ in record.trace if kind is Kind.REVIVED}
            jailed = {seat for kind, _, seat, _, _ in record.trace if kind is Kind.JAILED}
            assert record.game.alive == (record.before.alive - {*dead} - jailed) | back, dumps(doc)
            assert not back & record.before.alive - {*dead}
            for seat in record.before.alive - record.game.alive:
                assert record.game.out[seat].causes
            assert record.game.out.keys() == record.game.cast.seats - record.game.alive


def _rules(record: Record, seat: int, cause: Cause) -> list[str]:
    """The rules under which something of the night struck this player with this cause."""
    found, client = [], 0
    for kind, _, at, rule, detail in record.trace:
        if kind is Kind.CAME:
            client = detail[MOVERS.index(Role.CASANOVA)]
        strikes = kind is Kind.STRUCK and at == seat and detail is cause
        if strikes or (kind is Kind.FOUND and cause is Cause.JEALOUS and seat in (detail, client)):
            found.append(rule)
    return [rule for rule in found if rule]


@part
def test_nobody_dead_moves_or_is_moved_at(part: int) -> None:
    for _, doc, played in games(part):
        for record in played.records:
            alive, cast = record.before.alive, record.game.cast
            for fact in facts(cast, record.trace):
                if fact.kind is not Kind.CAME:
                    continue
                assert fact.role is not None
                assert holder(cast, fact.role, alive) in alive, dumps(doc)
                assert fact.seat in alive
                assert fact.detail == 0 or fact.detail in alive


@part
def test_a_move_by_the_dead_is_refused_or_lapses(part: int) -> None:
    tried = 0
    for rng, doc, played in games(part):
        if played.faults or played.open_step or played.game is None or played.game.counted or not played.game.alive:
            continue
        game, names = played.game, played.names
        dead = [
            role
            for role in MOVERS
            if (role is Role.MAFIA and game.cast.mafiosi and not game.cast.mafiosi & game.alive)
            or (role is not Role.MAFIA and game.cast.seat_of[role] and game.cast.seat_of[role] not in game.alive)
        ]
        for role in dead:
            tried += 1
            living = sorted(game.alive)
            at = [names.nicks[seat] for seat in rng.sample(living, min(2, len(living)))]
            target = at[0] if role is not Role.JOURNALIST else [at[0], at[-1]]
            more = play({**doc, "steps": [*doc["steps"], {"kind": "night", "moves": {role.value: target}}]})
            if more.faults:
                assert more.faults[0].place == f"steps[{len(doc['steps']) + 1}].moves.{role.value}"
                assert more.faults[0].problem.code == "mover_out"
            else:
                assert contract.entry(more.records[-1])["lapsed"] == [role.value]
    assert tried > 50


@part
def test_nobody_dead_or_seduced_votes_or_is_voted_for(part: int) -> None:
    for _, doc, played in games(part):
        for record in played.records:
            count, now = record.before.counted or present(record.before), present(record.before)
            for kind, _, _, _, detail in record.trace:
                if kind is not Kind.COUNTED:
                    continue
                who, (key, tally) = (now if detail[0] == "acquit" else count), detail
                named = {*tally.votes, *tally.passed, *tally.missing}
                assert named <= who.alive - who.seduced, dumps(doc)
                if key != "acquit":
                    assert {*tally.votes.values()} <= who.alive - who.seduced, dumps(doc)
                    assert all(voter != candidate for voter, candidate in tally.votes.items())
                assert not tally.votes.keys() & tally.passed
                assert not {*tally.missing} & (tally.votes.keys() | tally.passed)


@part
def test_replay_gives_the_same_facts_from_a_file_too(part: int) -> None:
    for _, doc, played in games(part):
        first = told(played)
        assert told(play(copy.deepcopy(doc))) == first
        again = parse(dumps(doc).encode())
        assert again == {key: value for key, value in doc.items() if value != {}}
        assert told(play(again)) == first


def counted_winner(doc: Doc, record: Record) -> str | None:
    """Who has won, counted by role names alone."""
    choices = doc.get("rulings", {})
    living = [record.game.cast.roles[seat].value for seat in record.game.alive]
    black = living.count("mafia") + living.count("don")
    alone = living.count("maniac")
    others = len(living) - black - alone
    match black, alone, others:
        case 0, 0, 0:
            return "nobody"
        case 0, 1, 0:
            return "maniac"
        case 0, 0, _:
            return "town"
        case 1, 1, 0:
            choice = choices.get("standoff", "play_on")
            return None if choice == "play_on" else str(choice)
        case _, 0, _ if black > others or (black == others and choices.get("parity") != "more_than"):
            return "mafia"
    return None


@part
def test_the_winner_is_what_an_independent_count_says(part: int) -> None:
    for _, doc, played in games(part):
        ended: str | None = None
        for record in played.records:
            if record.kind == "end":
                ended = raw(record)["winner"]
            expected = (ended or None) if ended is not None else counted_winner(doc, record)
            assert contract.entry(record)["winner"] == expected, dumps(doc)


@part
def test_a_step_left_open_does_not_count(part: int) -> None:
    for rng, doc, played in games(part):
        if doc["steps"][-1].get("open"):
            without = {**doc, "steps": doc["steps"][:-1]}
            assert told(play(without)) == told(played)
            continue
        nicks = [player["nick"] for player in doc["players"]]
        night = {"kind": "night", "moves": {role.value: rng.choice(nicks) for role in MOVERS[:9]}}
        day = {"kind": "day", "votes": [[rng.choice(nicks), rng.choice(nicks)] for _ in nicks]}
        for step in (night, day):
            opened = play({**doc, "steps": [*doc["steps"], {**step, "open": True}]})
            assert told(opened) == told(played), dumps(doc)


@part
def test_amended_is_the_same_as_written_so_from_the_start(part: int) -> None:
    amended = 0
    for _, doc, played in games(part):
        if not any(step["kind"] == "amend" for step in doc["steps"]) or played.faults:
            continue
        amended += 1
        players, steps = copy.deepcopy(doc["players"]), [copy.deepcopy(step) for step in doc["steps"]]
        dropped = set()
        for step in doc["steps"]:
            if step["kind"] != "amend":
                continue
            if "seat" in step:
                players[step["seat"] - 1]["role"] = step["role"]
            else:
                steps[step["step"] - 1] |= step.get("set", {})
                if step.get("drop"):
                    dropped.add(step["step"] - 1)
        plain = [step for at, step in enumerate(steps) if step["kind"] != "amend" and at not in dropped]
        written = play({**doc, "players": players, "steps": plain})
        judged = [entry for entry in contract.entries(played) if entry["kind"] != "amend"]
        assert contract.entries(written) == judged, dumps(doc)
        assert contract.alive(written) == contract.alive(played)
    assert amended > 3


@part
def test_every_fact_of_the_host_stays_with_the_host(part: int) -> None:
    """What the chat may hear: no move, no target, no block, no save, no cure, no poison, no title."""
    secret = {
        *(Kind.CAME, Kind.SKIPPED, Kind.LAPSED, Kind.BLOCKED, Kind.CANCELLED, Kind.MIRRORED, Kind.SAVED, Kind.CURED),
        *(Kind.PASSED, Kind.FOUND, Kind.STAYS, Kind.LIFTED, Kind.POISONED, Kind.DIED, Kind.ANSWER, Kind.REFUSED),
        *(Kind.DECIDED, Kind.TITLE, Kind.HEIR_DUE, Kind.OVERRIDDEN, Kind.WINNER),
    }
    for _, doc, played in games(part):
        for record in played.records:
            for fact in facts(record.game.cast, record.trace):
                assert fact.audience is not Audience.CHAT or fact.kind not in secret, dumps(doc)
                assert fact.audience is not Audience.SEAT or fact.kind is Kind.ANSWER
