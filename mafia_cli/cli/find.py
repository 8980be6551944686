"""``mafia player find``: whom a text means."""

from typing import Annotated

import typer

from mafia_cli.cli.commands import settings_of
from mafia_cli.people import roster_of
from mafia_cli.reading.nicks import find as read
from mafia_cli.reading.people import Ask, Nobody, Person
from mafia_cli.script.errors import RefusedError
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings
from mafia_cli.words.clean import safe, short


def find(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> Report:
    """Say whom a text means: one, several to choose from, or nobody; looks only."""
    settings = settings_of(ctx)
    script, played = look(settings.path(unfinished=False))
    wanted = " ".join(text)
    roster = roster_of(script, played)
    if not roster.persons and played.faults:
        raise RefusedError(played.faults)
    found = read(roster, wanted)
    persons = () if isinstance(found, Nobody) else found.persons if isinstance(found, Ask) else (found.person,)
    if as_json:
        from mafia_cli.cli.paste import json_text

        kind = "none" if not persons else "ask" if isinstance(found, Ask) else "one"
        nick = persons[0].nick if kind == "one" else None
        candidates = [person.nick for person in persons] if kind == "ask" else []
        return Report(json_text({"as": kind, "nick": nick, "candidates": candidates}), as_data=True)
    if not persons:
        return Report(settings.words.text("cli", "find.none", text=short(wanted)))
    names = [_found(settings, person) for person in persons]
    if not isinstance(found, Ask):
        return Report(names[0])
    return Report(settings.words.text("desk", f"asked.{found.why}", names=", ".join(names)))


def _found(settings: Settings, person: Person) -> str:
    """A player by seat and nick, and since when out."""
    name = f"{person.seat} {safe(person.nick)}"
    phase, _, number = person.out.partition(" ")
    return settings.words.text("cli", f"find.out_{phase}" if phase else "find.one", name=name, n=number)
