"""The JSON contract of ``mafia resolve`` (FORMAT.md), read off the facts of each step."""

from collections.abc import Iterable
from typing import Any

from mafia_cli.rules.day import Tally
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.model import DayStep, Kind
from mafia_cli.script.model import Played, Record


def entries(played: Played) -> list[dict[str, Any]]:
    """Return one entry for each judged step, in order."""
    return [entry(record) for record in played.records]


def alive(played: Played) -> list[str]:
    """Return the nicks of the living, sorted by code point."""
    if played.game is None:
        return []
    return sorted(played.names.nicks[seat] for seat in played.game.alive)


def winner(played: Played) -> str | None:
    """Return who has won by now, None if nobody has or the header is at fault."""
    return None if played.game is None else game_winner(played.game)


def entry(record: Record) -> dict[str, Any]:
    """Return the entry of one step with exactly the keys of its kind."""
    if record.kind == "night":
        return _night(record)
    if record.kind == "day":
        return _day(record)
    return {
        "kind": record.kind,
        "died": _died(record),
        "revived": _nicks(record, (fact[2] for fact in record.trace if fact[0] is Kind.REVIVED)),
        "winner": game_winner(record.game),
    }


def _nicks(record: Record, seats: Iterable[int]) -> list[str]:
    return sorted({record.names.nicks[seat] for seat in seats})


def _died(record: Record) -> dict[str, list[str]]:
    found = {
        record.names.nicks[seat]: sorted(cause.value for cause in causes)
        for kind, _, seat, _, causes in record.trace
        if kind is Kind.DIED
    }
    return dict(sorted(found.items()))


def _night(record: Record) -> dict[str, Any]:
    cancelled: dict[str, set[str]] = {}
    answers: dict[str, str] = {}
    roles: dict[Kind, set[str]] = {Kind.LAPSED: set(), Kind.BLOCKED: set()}
    seats: dict[Kind, set[int]] = {Kind.SAVED: set(), Kind.SEDUCED: set(), Kind.POISONED: set()}
    for kind, role, seat, rule, detail in record.trace:
        if kind in seats:
            seats[kind].add(seat)
        elif kind in roles and role:
            roles[kind].add(role.value)
        elif kind is Kind.CANCELLED and role:
            cancelled.setdefault(role.value, set()).add(rule)
        elif kind is Kind.ANSWER and role:
            answers[role.value] = detail
    return {
        "kind": "night",
        "number": record.game.night,
        "died": _died(record),
        "saved": _nicks(record, seats[Kind.SAVED]),
        "seduced": _nicks(record, seats[Kind.SEDUCED]),
        "poisoned": _nicks(record, seats[Kind.POISONED]),
        "lapsed": sorted(roles[Kind.LAPSED]),
        "blocked": sorted(roles[Kind.BLOCKED]),
        "cancelled": {role: sorted(rules) for role, rules in sorted(cancelled.items())},
        "answers": dict(sorted(answers.items())),
        "winner": game_winner(record.game),
    }


def _day(record: Record) -> dict[str, Any]:
    nicks = record.names.nicks
    tallies: dict[str, Tally] = {}
    found: dict[Kind, int] = {}
    refused = []
    for kind, _, seat, rule, detail in record.trace:
        if kind is Kind.COUNTED:
            tallies[detail[0]] = detail[1]
        elif kind is Kind.REFUSED:
            refused.append((detail[0], detail[1], rule))
        else:
            found.setdefault(kind, seat)
    suspect, jailed = found.get(Kind.SUSPECT, 0), found.get(Kind.JAILED, 0)
    first = tallies["votes"]
    top = first.top()
    counts = {nicks[seat]: votes for seat, votes in first.counts().items()}
    return {
        "kind": "day",
        "number": record.game.day,
        "tally": dict(sorted(counts.items())),
        "refused": [_refusal(record, key, at, rule, nicks[suspect]) for key, at, rule in refused],
        "missing": _nicks(record, first.missing),
        "tied": _nicks(record, top) if len(top) > 1 else [],
        "mayor_decided": Kind.DECIDED in found,
        "suspect": nicks[suspect] if suspect else None,
        "acquitted": Kind.ACQUITTED in found if "acquit" in tallies else None,
        "jailed": nicks[jailed] if jailed else None,
        "role": record.game.cast.roles[jailed].value if jailed else None,
        "winner": game_winner(record.game),
    }


def _refusal(record: Record, key: str, at: int, rule: str, suspect: str) -> dict[str, str]:
    """Return a refused ballot in the names the file gives, unknown ones too."""
    assert isinstance(record.step, DayStep)
    voter, candidate = getattr(record.step, key)[at]
    nick = record.names.nick
    return {"voter": nick(voter), "candidate": suspect if key == "acquit" else nick(candidate), "rule": rule}
