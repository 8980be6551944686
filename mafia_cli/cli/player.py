"""``mafia player``: exclusion, replacement, renaming, violations, the mayor's heir, other names, who is meant."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.app import settings_of
from mafia_cli.cli.common import bad_option, seat_of, settled
from mafia_cli.cli.happen import step_report
from mafia_cli.cli.order import exclusion_notes, violation_notes
from mafia_cli.host import substitutes
from mafia_cli.host.blacklist import newcomer
from mafia_cli.host.order import CLAIM_RULES
from mafia_cli.host.setup import check_new_nick
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import ExcludeStep, HeirStep
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import noted
from mafia_cli.session import look, opened
from mafia_cli.settings import Report, Settings
from mafia_cli.words.clean import safe, short
from mafia_cli.words.rulebook import NUMBERS

if TYPE_CHECKING:
    from mafia_cli.reading.people import Person

Nick = Annotated[str, typer.Argument(metavar="NICK")]
Yes = Annotated[bool, typer.Option("--yes", "-y")]


def exclude(
    ctx: typer.Context,
    nick: Nick,
    rule: Annotated[str | None, typer.Option(metavar="NUMBER")] = None,
    yes: Yes = False,
) -> Report:
    """Exclude a player, living or dead (1.4, 4.x)."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        step = ExcludeStep(seat, "" if rule is None else _rule(rule))
        questions = [Problem("confirms_claim", "4.1", {"seat": seat})] if rule in CLAIM_RULES else []
        note = settled(settings, session, questions, yes=yes)
        text = step_report(settings, session, step).text
        return Report(text, "\n".join(filter(None, [note, exclusion_notes(settings, session, seat, rule or "")])))


def replace(
    ctx: typer.Context,
    nick: Nick,
    to: Annotated[str | None, typer.Argument(metavar="NEW")] = None,
    chat: Annotated[str | None, typer.Option(metavar="NAME")] = None,
) -> Report:
    """Give a seat to another person: role, number, poison, title go on; without one the reserves are named."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        reserves = session.script.header.reserves or ()
        if to is None:
            raise substitutes.who(reserves, session.played.names.nicks, session.nick(seat))
        chat = substitutes.chat_of(reserves, to) if chat is None else chat
        check_new_nick(session.played.names.nicks, seat, to)
        warned = newcomer(settings.words, settings.folder, [to, chat or ""], date.today())
        return Report(step_report(settings, session, noted("replace", seat, to=to, chat=chat)).text, "\n".join(warned))


def rename(ctx: typer.Context, nick: Nick, to: Annotated[str, typer.Argument(metavar="NEW")]) -> Report:
    """Give a player another nick: everything follows."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        check_new_nick(session.played.names.nicks, seat, to)
        return step_report(settings, session, noted("rename", seat, to=to))


def violation(
    ctx: typer.Context,
    nick: Nick,
    rule: Annotated[str, typer.Argument(metavar="NUMBER")],
    note: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
) -> Report:
    """Log that a player broke a rule."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        text = step_report(settings, session, noted("violation", seat, _rule(rule), note=note)).text
        return Report(text, violation_notes(settings, session, seat, rule))


def heir(ctx: typer.Context, nick: Nick, yes: Yes = False) -> Report:
    """2.8: name who holds the mayor's title now."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        seat = seat_of(session, nick)
        note = settled(settings, session, desk.heir_questions(session, seat), yes=yes)
        return Report(step_report(settings, session, HeirStep(seat)).text, note)


def alias(ctx: typer.Context, nick: Nick, other: Annotated[str, typer.Argument(metavar="OTHER")]) -> Report:
    """Note one more name that a player is called by."""
    settings = settings_of(ctx)
    with opened(settings.path(unfinished=True)) as session:
        return step_report(settings, session, noted("alias", seat_of(session, nick), to=other))


def find(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> Report:
    """Say whom a text means: one, several to choose from, or nobody; looks only."""
    from mafia_cli.people import roster_of
    from mafia_cli.reading.nicks import find as read
    from mafia_cli.reading.people import Ask, Nobody

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


def _found(settings: Settings, person: "Person") -> str:
    """A player by seat and nick, and since when out."""
    name = f"{person.seat} {safe(person.nick)}"
    phase, _, number = person.out.partition(" ")
    return settings.words.text("cli", f"find.out_{phase}" if phase else "find.one", name=name, n=number)


def _rule(number: str) -> str:
    if number not in NUMBERS:
        raise bad_option("NUMBER", number, "1.1 ... 4.9")
    return number
