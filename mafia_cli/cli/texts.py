"""``mafia announce`` and ``mafia pm``: the texts, and nothing else, on standard output."""

import sys
from collections.abc import Iterable
from typing import Annotated

import typer

from mafia_cli import screen
from mafia_cli import session as desk
from mafia_cli.cli.commands import settings_of
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.told import Message, derived, told_of, unsent
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import (
    DAY_TEXTS,
    ChatText,
    chat_corrections,
    joined_correction,
    newest_first,
    people_of,
    private_text,
    told_entries,
    voice_of,
)
from mafia_cli.words.catalogue import typed
from mafia_cli.words.clean import safe
from mafia_cli.words.names import People
from mafia_cli.words.voice import Voice


def announce(
    ctx: typer.Context,
    night: Annotated[int | None, typer.Option(metavar="N")] = None,
    day: Annotated[int | None, typer.Option(metavar="N")] = None,
    text: Annotated[str | None, typer.Option(metavar="count|verdict|role")] = None,
    correction: Annotated[bool, typer.Option("--correction")] = False,
    part: Annotated[int | None, typer.Option(metavar="N")] = None,
    copying: Annotated[bool, typer.Option("--copy")] = False,
    sent: Annotated[bool, typer.Option("--sent")] = False,
) -> Report:
    """Print one chat text: the latest, that of a night or a day, what corrects it; ``--sent`` ticks it as told."""
    settings = settings_of(ctx)
    if text is not None and text not in DAY_TEXTS:
        raise SaveError("bad_option", option="--text", value=text, right=", ".join(DAY_TEXTS))
    if sent:
        with desk.opened(settings.path(unfinished=False)) as session:
            if session.played.faults:
                raise RefusedError(session.played.faults)
            found = _chosen(settings, session.script, session.played, night, day, text, correction=correction)
            voice = _voice(settings, session.script)
            desk.tell(session, told_entries(session.script, session.played, voice, found))
            return _printed(settings, session.script, session.played, found, part, copying=copying)
    script, played = _looked(settings)
    found = _chosen(settings, script, played, night, day, text, correction=correction)
    return _printed(settings, script, played, found, part, copying=copying)


def _voice(settings: Settings, script: Script) -> Voice:
    return voice_of(script, settings.words, settings.folder)


def _chosen(
    settings: Settings,
    script: Script,
    played: Played,
    night: int | None,
    day: int | None,
    text: str | None,
    *,
    correction: bool,
) -> ChatText:
    """Return the text meant; raises ``RefusedError`` where there is none such."""
    voice = _voice(settings, script)
    if not correction:
        return _wanted(newest_first(script, played, voice), night, day, text)
    found = joined_correction(voice, chat_corrections(script, played, voice))
    if not found.text:
        raise SaveError("no_correction")
    return found


def _printed(
    settings: Settings, script: Script, played: Played, found: ChatText, part: int | None, *, copying: bool
) -> Report:
    """Return the text, or a part of it as the game's chat takes it; copied on request."""
    if part is None and not copying:
        return Report(found.text)
    from mafia_cli.words.cutting import PROFILES, cut

    limit = script.header.limit or "none"
    parts = cut(found.text, limit if limit in PROFILES else "none", People(played.names.nicks))
    if part is not None and not 0 < part <= len(parts):
        raise SaveError("bad_option", option="--part", value=str(part), right=f"1 ... {len(parts)}")
    shown = parts[(part or 1) - 1]
    notes = [_copied(settings, shown)] if copying else []
    if part is None and len(parts) > 1:
        notes.append(settings.words.text("cli", "copy.part", part=1, parts=len(parts)))
    return Report(shown, "\n".join(notes))


def _copied(settings: Settings, text: str) -> str:
    from mafia_cli.host.copying import copy

    return settings.words.text("cli", f"copy.{copy(text)}")


def _looked(settings: Settings) -> tuple[Script, Played]:
    script, played = look(settings.path(unfinished=False))
    if played.faults:
        raise RefusedError(played.faults)
    return script, played


def _wanted(newest: Iterable[ChatText], night: int | None, day: int | None, text: str | None) -> ChatText:
    """Return the first of the texts, the newest coming first, that is of this night, of this day, of this kind."""
    prefix = f"night {night}" if night is not None else f"day {day} {text or ''}" if day is not None else ""
    have = []
    for one in newest:
        if not prefix and text:
            fits = one.about.startswith("day ") and one.about.split()[2] == text
        else:
            fits = not prefix or f"{one.about} ".startswith(f"{prefix.strip()} ")
        if fits:
            return one
        have.append(one.about)
    raise SaveError("no_such_text", have=", ".join(reversed(have)))


def pm(
    ctx: typer.Context,
    seats: Annotated[list[str] | None, typer.Argument(metavar="SEAT")] = None,
    listing: Annotated[bool, typer.Option("--list")] = False,
    sent: Annotated[bool, typer.Option("--sent")] = False,
    copying: Annotated[bool, typer.Option("--copy")] = False,
    log: Annotated[bool, typer.Option("--log")] = False,
) -> Report:
    """Go through the private messages not sent yet; without a terminal print them, and tick none.

    ``--list`` shows who has which, ``--sent`` ticks them, ``--log`` tells what left the desk when, to the chat too.
    """
    settings = settings_of(ctx)
    if sent:
        return _tick(settings, seats or [])
    if log:
        from mafia_cli.host.amending import told_log

        return Report("\n".join(told_log(settings.words, *_looked(settings))))
    if not (seats or listing or copying) and sys.stdin.isatty() and sys.stdout.isatty():
        return _walk(settings)
    script, played = _looked(settings)
    messages = unsent(played, script)
    wanted = {seat for text in seats or [] for seat in _seats(script, played, text)}
    if listing:
        return Report(_listing(settings, script, played, messages, wanted))
    if wanted:
        messages = _of_seats(played, messages, wanted)
    if not messages:
        return Report(settings.words.text("cli", "pm.none"))
    if copying:
        return _copied_one(settings, script, played, messages)
    return Report("\n\n".join(_message(settings, script, played, one) for one in messages))


def _of_seats(played: Played, unsent: list[Message], wanted: set[int]) -> list[Message]:
    """Return every message of some seats, as a correction where it is one."""
    waiting = {(one.to, one.about): one for one in unsent}
    every = {(one.to, one.about): one for one in derived(played)} | waiting
    return [one for one in every.values() if one.to in wanted]


def _walk(settings: Settings) -> Report:
    """Show, copy and tick one message after another."""
    from mafia_cli.host.outbox import walk

    with desk.opened(settings.path(unfinished=False)) as session:
        if session.played.faults:
            raise RefusedError(session.played.faults)
        walk(settings, session)
    return Report()


def _copied_one(settings: Settings, script: Script, played: Played, messages: list[Message]) -> Report:
    """Copy the first message that is meant, without the line that says to whom it goes."""
    shown = _message(settings, script, played, messages[0])
    return Report(shown, _copied(settings, shown.partition("\n")[2]))


def _seats(script: Script, played: Played, text: str) -> list[int]:
    from mafia_cli.people import seat_named

    try:
        return [seat_named(script, played, text)]
    except RefusedError:
        if "," not in text:
            raise
        return [seat_named(script, played, part) for part in text.split(",") if part.strip()]


def _message(settings: Settings, script: Script, played: Played, message: Message) -> str:
    people = people_of(script, played)
    head = _head(settings, played, people, message)
    return f"{head}\n{private_text(script, played, message, settings.words, settings.folder)}"


def _head(settings: Settings, played: Played, people: People, message: Message) -> str:
    """To whom: seat, nick, chat name; marked when the player is out by now."""
    nick, known = people.name(message.to), people.chat_name(message.to)
    name = nick if known == nick else f"{nick} ({known})"
    head = settings.words.text("cli", "pm.to", seat=message.to, name=name)
    assert played.game is not None
    return head if message.to in played.game.alive else f"{head} {settings.words.text('cli', 'pm.out')}"


def _listing(settings: Settings, script: Script, played: Played, messages: list[Message], wanted: set[int]) -> str:
    people, words = people_of(script, played), settings.words
    waiting = {(one.to, one.about): one for one in messages}
    rows = []
    due = derived(played)
    known = {(one.to, one.about) for one in due}
    for message in [*due, *(one for one in messages if (one.to, one.about) not in known)]:
        if wanted and message.to not in wanted:
            continue
        pending = waiting.get((message.to, message.about))
        state = "correction" if pending and pending.correction else "unsent" if pending else "sent"
        about = words.text("cli", f"about_message.{message.about.partition(' ')[0]}", n=message.about.partition(" ")[2])
        mark = screen.spoken(words, "cli", f"pm.{state}")
        rows.append(f"{mark} {message.to:>2} {people.name(message.to)} - {about}")
    return "\n".join(rows) or words.text("cli", "pm.none")


def _tick(settings: Settings, texts: list[str]) -> Report:
    """Tick what was sent: all of it, or that of the seats named."""
    words = settings.words
    with desk.opened(settings.path(unfinished=False)) as session:
        messages = unsent(session.played, session.script)
        if not texts:
            raise SaveError("sent_to_whom")
        if [text.casefold() for text in texts] not in [[word] for word in typed("all")]:
            wanted = {seat for text in texts for seat in _seats(session.script, session.played, text)}
            messages = [one for one in messages if one.to in wanted]
        if messages:
            desk.tell(session, [told_of(one) for one in messages])
        left = unsent(session.played, session.script)
        nicks = ", ".join(f"{one.to} {safe(session.nick(one.to))}" for one in left)
        lines = [words.plural(len(messages), "cli", "pm.ticked")]
        lines.append(words.text("cli", "pm.left", nicks=nicks) if left else words.text("cli", "pm.none_left"))
        return Report("\n".join(lines))
