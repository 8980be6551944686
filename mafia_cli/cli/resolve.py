"""``mafia resolve``: judge written games."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from mafia_cli.cli.commands import settings_of
from mafia_cli.script import contract, disk
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Played
from mafia_cli.script.replay import play
from mafia_cli.settings import Report, fault_text
from mafia_cli.texts import facts_of
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import json_text, safe
from mafia_cli.words.names import People


def resolve(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> Report:
    """Judge each file and report it; status 1 when any cannot be judged to its end."""
    words = settings_of(ctx).words
    said, notes, status = [], [], 0
    for name in files:
        played, faults = _judge(name)
        status = 1 if faults else status
        error = fault_text(words, faults[:1]) if faults else None
        if as_json:
            said.append(_json(name, played, error))
        else:
            said.append(_readable(words, name, played))
            notes += [f"{safe(name)}: {fault_text(words, [fault])}" for fault in faults]
    return Report("\n".join(said), "\n".join(notes), status, as_data=as_json)


def _judge(name: str) -> tuple[Played, list[Fault]]:
    try:
        played = play(disk.load(Path(name)))
    except RefusedError as error:
        return Played(), error.faults
    return played, played.faults


def _json(name: str, played: Played, error: str | None) -> str:
    answer: dict[str, Any] = {
        "file": name,
        "error": error,
        "winner": contract.winner(played),
        "alive": contract.alive(played),
        "steps": contract.entries(played),
    }
    return json_text(json.dumps(answer, ensure_ascii=False))


def _readable(words: Words, name: str, played: Played) -> str:
    """Each step: what happened and why, with rule numbers."""
    from mafia_cli.words.explain import explain

    lines = [safe(name)]
    for record in played.records:
        lines += ["", step_title(words, record.kind, record.game.night, record.game.day)]
        people = People(record.names.nicks)
        lines += [f"  {line}" for line in explain(words, people, record.game.cast, facts_of(record), record.before)]
    if played.game is None:
        return lines[0]
    won = contract.winner(played)
    alive = ", ".join(safe(nick) for nick in contract.alive(played))
    lines += ["", words.text("cli", "resolve.alive" if alive else "resolve.alive_none", nicks=alive)]
    lines.append(
        words.text("cli", "resolve.winner", winner=words.winner(won)) if won else words.text("cli", "resolve.open")
    )
    return "\n".join(lines)


def step_title(words: Words, kind: str, night: int, day: int) -> str:
    """Return the heading of a step: "Night 2", "Day 1", "Kabum"."""
    return words.text("cli", f"step.{kind}", n=night if kind == "night" else day)
