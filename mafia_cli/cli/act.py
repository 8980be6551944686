"""The actions of the table as commands: parameters become arguments and options, offers become hints."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from mafia_cli import session as desk
from mafia_cli.actions.model import Action, Given, Note, Param, Value, Where
from mafia_cli.actions.table import ACTIONS
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option, seat_of, settled
from mafia_cli.reading.kabum import read_kabum
from mafia_cli.rules.model import Step
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import Row
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import facts_of, people_of
from mafia_cli.words.explain import explain
from mafia_cli.words.rulebook import NUMBERS


def step_report(settings: Settings, session: Session, step: Row | Step) -> Report:
    """Append a step and tell what followed from it, for the host's eyes."""
    desk.happen(session, step)
    record = session.played.records[-1]
    people = people_of(session.script, session.played)
    return Report("\n".join(explain(settings.words, people, record.game.cast, facts_of(record), record.before)))


def command(name: str) -> Callable[..., Report]:
    """Return the function of a command in the table, with the signature that Typer reads."""
    action = next(row for row in ACTIONS.values() if row.command == name)

    def run(ctx: typer.Context, yes: bool = False, **values: Any) -> Report:
        settings = settings_of(ctx)
        with opened(settings.path(unfinished=True)) as session:
            found = {param.field: _value(session, action, param, values[param.name]) for param in action.params}
            return _perform(settings, session, action, Given(**found), yes=yes)

    typed = {"ctx": typer.Context} | {param.name: _annotation(param) for param in action.params}
    if action.asks:
        typed["yes"] = Annotated[bool, typer.Option("--yes", "-y")]
    needed = {"ctx"} | {param.name for param in action.params if param.required}
    run.__annotations__ = typed
    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                key,
                Parameter.KEYWORD_ONLY,
                annotation=kind,
                default=Parameter.empty if key in needed else False if key in ("yes", "back") else None,
            )
            for key, kind in typed.items()
        ]
    )
    return run


def _annotation(param: Param) -> Any:
    match param.value:
        case Value.FLAG:
            return Annotated[bool, typer.Option(f"--{param.name}")]
        case Value.SAID:
            return Annotated[list[str], typer.Argument(metavar=param.metavar)]
    kind = str if param.required else str | None
    made = typer.Option(metavar=param.metavar) if param.option else typer.Argument(metavar=param.metavar)
    return Annotated[kind, made]


def _value(session: Session, action: Action, param: Param, value: Any) -> Any:
    match param.value:
        case Value.SAID:
            text = " ".join(value)
            return session.seat(text.strip()) or seat_of(session, read_kabum(text) or text, sure=action.sure)
        case Value.NICK:
            return seat_of(session, value, sure=action.sure)
        case Value.RULE if value is not None and value not in NUMBERS:
            raise bad_option(f"--{param.name}" if param.option else param.metavar, value, "1.1 ... 4.9")
        case Value.TEXT if param.field == "chat":
            return value
        case Value.RULE | Value.TEXT:
            return value or ""
    return value


def _perform(settings: Settings, session: Session, action: Action, given: Given, *, yes: bool) -> Report:
    where = Where(session, settings.folder, settings.words)
    step = action.step(where, given)
    notes = [settled(settings, session, action.asks(where, given) if action.asks else [], yes=yes)]
    try:
        text = step_report(settings, session, step).text
    except RefusedError as error:
        if said := action.refused(where):
            return Report(notes=f"{fault_text(settings.words, error.faults)}\n{said}", status=1)
        raise
    lines = [text]
    for one in action.after(where, given):
        if isinstance(one, Note) and one.chat:
            lines.append(one.flags)
        else:
            notes.append(one.flags if isinstance(one, Note) else one.hint)
    return Report("\n".join(lines), "\n".join(filter(None, notes)))
