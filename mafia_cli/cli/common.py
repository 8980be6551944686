"""What several commands share: whom a text means, questions without a terminal, files of lines."""

import sys
from collections.abc import Sequence
from pathlib import Path

from mafia_cli.rules.errors import Problem
from mafia_cli.script import disk
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.script.toml import MAX_BYTES, decode
from mafia_cli.session import Session
from mafia_cli.settings import Settings, fault_text


def seat_of(session: Session, text: str, key: str = "", *, sure: bool = False) -> int:
    """Return the seat that a name means in a held game; raises ``RefusedError`` as ``seat_named`` does."""
    from mafia_cli.people import seat_named

    return seat_named(session.script, session.played, text, key, sure=sure)


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
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else disk.read(Path(name))
    if len(data) > MAX_BYTES:
        raise SaveError("too_big", name, size=len(data), limit=MAX_BYTES)
    return decode(data, name)


def bad_option(option: str, value: str, right: str) -> RefusedError:
    """Return the error for an option's value that means nothing; ``right`` lists what would."""
    return SaveError("bad_option", option=option, value=value, right=right)
