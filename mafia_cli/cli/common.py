"""What several commands share: whom a text means, questions without a terminal, files of lines."""

import sys
from collections.abc import Sequence
from pathlib import Path

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.facts import facts
from mafia_cli.rules.model import Fact
from mafia_cli.saves import store
from mafia_cli.saves.script import Fault, Played, Raw, Record, RefusedError
from mafia_cli.saves.text import SaveError
from mafia_cli.session import Session
from mafia_cli.settings import Settings, fault_text
from mafia_cli.words.names import People


def people_of(doc: Raw, played: Played) -> People:
    """Return the people of a game under their nicks of now."""
    return People(played.names.nicks, ("", *(player.get("chat", "") for player in doc.get("players", []))))


def facts_of(record: Record) -> tuple[Fact, ...]:
    """Return the facts of one judged step."""
    return facts(record.game.cast, record.trace)


def seat_of(session: Session, text: str, key: str = "") -> int:
    """Return the seat that a nick or a seat number means; raises ``RefusedError`` when it is nobody's."""
    return find_seat(session.played, text, key)


def find_seat(played: Played, text: str, key: str = "") -> int:
    """Return the seat that a nick (first) or a seat number means; raises ``RefusedError`` with what is near."""
    names = played.names
    wanted = text.strip()
    if wanted in names.seats:
        return names.seats[wanted]
    if wanted.isdecimal() and 0 < int(wanted[:6]) < len(names.nicks):
        return int(wanted)
    folded = [seat for seat, nick in enumerate(names.nicks) if seat and nick.casefold() == wanted.casefold()]
    if len(folded) == 1:
        return folded[0]
    if folded:
        params: dict[str, object] = {"nick": wanted, "candidates": [names.nicks[seat] for seat in folded]}
        raise RefusedError([Fault(key, Problem("ambiguous_nick", "", params), names.nicks)])
    from mafia_cli.saves.shapes import meant

    near = meant(wanted, list(names.seats))
    params = {"nick": wanted, "meant": [near] if near else []}
    raise RefusedError([Fault(key, Problem("unknown_nick", "", params), names.nicks)])


def settled(settings: Settings, session: Session, questions: Sequence[Problem], *, yes: bool) -> str:
    """Return the questions as warnings when ``--yes`` overrules them; without it raise ``RefusedError`` naming them."""
    if not questions:
        return ""
    faults = [Fault("", question, session.played.names.nicks) for question in questions]
    if not yes:
        raise RefusedError([*faults, Fault("", Problem("needs_yes"))])
    return fault_text(settings.words, faults)


def read_lines(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``; raises ``RefusedError`` for what is no UTF-8 text."""
    data = sys.stdin.buffer.read() if name == "-" else store.read(Path(name))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SaveError("not_utf8", name, guess="windows-1251", line=1) from None


def bad_option(option: str, value: str, right: str) -> RefusedError:
    """Return the error for an option's value that means nothing; ``right`` lists what would."""
    return SaveError("bad_option", option=option, value=value, right=right)
