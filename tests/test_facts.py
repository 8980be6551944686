"""Every fact of every case, with its rule and its audience, as a transcript: ``tests/facts.txt``.

``python tests/test_facts.py`` writes it anew; read the difference before it is kept.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from documents import play

from mafia_cli.rules.day import Tally
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.facts import facts
from mafia_cli.rules.model import Fact, Kind, OverrideStep
from mafia_cli.script.toml import parse

HERE = Path(__file__).parent
TRANSCRIPT = HERE / "facts.txt"
SCRIPTS = sorted((HERE / "cases").glob("*.toml"))


def transcript(doc: dict[str, Any]) -> Iterator[str]:
    """Tell a written game, one line a fact: audience, kind, role, nick, rule, detail."""
    played = play(doc)
    for record in played.records:
        yield f"  {record.position} {record.kind}"
        for fact in facts(record.game.cast, record.trace):
            yield "    " + " ".join(filter(None, _fact(fact, record.names.nicks)))
    for fault in played.faults:
        yield f"  ! {fault.place}: {_problem(fault.problem)}"


def _fact(fact: Fact, nicks: tuple[str, ...]) -> Iterator[str]:
    yield f"[{fact.audience}]"
    yield fact.kind
    yield fact.role or ""
    yield nicks[fact.seat] if fact.seat > 0 else ""
    yield f"({fact.rule})" if fact.rule else ""
    if fact.detail not in (None, "", ()) and fact.detail is not False:
        yield "= " + _detail(fact, nicks)


def _detail(fact: Fact, nicks: tuple[str, ...]) -> str:
    detail = fact.detail
    if fact.kind in (Kind.CAME, Kind.MIRRORED, Kind.PASSED, Kind.FOUND, Kind.BLOCKED) and isinstance(detail, int):
        return nicks[detail] or "-"
    if fact.kind is Kind.TIED:
        return ", ".join(nicks[seat] for seat in detail)
    if isinstance(detail, OverrideStep):
        return detail.reason
    if fact.kind is Kind.COUNTED:
        return f"{detail[0]} {_tally(detail[1], nicks, detail[0] == 'acquit')}"
    if isinstance(detail, tuple):
        return ", ".join(str(item) for item in detail)
    return str(detail)


def _tally(tally: Tally, nicks: tuple[str, ...], acquittal: bool) -> str:
    said = [f"{nicks[voter]}>{bool(at) if acquittal else nicks[at]}" for voter, at in tally.votes.items()]
    said += [f"{nicks[voter]} passes" for voter in sorted(tally.passed)]
    return ", ".join([*said, *(f"{nicks[seat]} missing" for seat in tally.missing)])


def _problem(problem: Problem) -> str:
    params: Mapping[str, object] = problem.params
    said = " ".join(f"{name}={value}" for name, value in params.items())
    return " ".join(filter(None, [problem.code, f"({problem.rule})" if problem.rule else "", said]))


def whole() -> str:
    """Return the transcript of all scripts."""
    lines: list[str] = []
    for path in SCRIPTS:
        lines += [path.stem, *transcript(parse(path.read_bytes()))]
    return "\n".join(lines) + "\n"


def test_the_facts_of_every_case_are_as_written() -> None:
    assert whole() == TRANSCRIPT.read_text(encoding="utf-8")


if __name__ == "__main__":
    TRANSCRIPT.write_text(whole(), encoding="utf-8")
