"""Copying a text: the system's clipboard, else the terminal's own (OSC 52), else said once that there is none."""

import base64
import os
import sys
from enum import StrEnum

from mafia_cli.screen import is_plain
from mafia_cli.words.clean import safe

_OSC_LIMIT = 70_000


class Copied(StrEnum):
    """How a text was copied."""

    CLIPBOARD = "clipboard"
    TERMINAL = "terminal"
    NOT = "not"


def copy(text: str) -> Copied:
    """Copy a text, without any control characters but line ends, and say how; ``NOT`` when nothing here can."""
    clean = "\n".join(safe(row) for row in text.split("\n"))
    if _clipboard(clean):
        return Copied.CLIPBOARD
    if _terminal(clean):
        return Copied.TERMINAL
    return Copied.NOT


def _clipboard(text: str) -> bool:
    """Use pyperclip where it finds a clipboard; over ssh the one it finds is the wrong machine's."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("MAFIA_NO_CLIPBOARD"):
        return False
    import pyperclip

    try:
        pyperclip.copy(text)
    except (pyperclip.PyperclipException, OSError):
        return False
    return True


def _terminal(text: str) -> bool:
    """OSC 52: understood by most terminals, ignored by the rest; never sent in plain mode or to what is no terminal."""
    known = not is_plain() and os.environ.get("TERM", "dumb") not in ("dumb", "linux", "")
    if not known or not sys.stdout.isatty() or os.environ.get("MAFIA_NO_OSC52"):
        return False
    coded = base64.b64encode(text.encode())
    if len(coded) > _OSC_LIMIT:
        return False
    sys.stdout.write(f"\033]52;c;{coded.decode()}\a")
    sys.stdout.flush()
    return True
