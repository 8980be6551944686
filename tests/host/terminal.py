"""A real terminal for tests: the program under a pty, its screen kept by pyte."""

import os
import sys
import time
from pathlib import Path

import pexpect
import pyte

NOT_OURS = ("LC_", "MAFIA_", "COLUMNS", "LINES")
"""Variables of the machine that would change what the program shows."""


class Terminal:
    """The program in a terminal of so many columns and rows."""

    def __init__(
        self, saves: Path, *args: str, lang: str = "ru", columns: int = 80, rows: int = 24, answers: bool = False
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=5000)
        self.stream = pyte.ByteStream(self.screen)
        env = {
            **{key: value for key, value in os.environ.items() if not key.startswith(NOT_OURS)},
            "TERM": "xterm",
            "LANG": "C.UTF-8",
            "MAFIA_LANG": lang,
            "MAFIA_SAVES": str(saves),
            "MAFIA_NO_CLIPBOARD": "1",
            "PROMPT_TOOLKIT_NO_CPR": "0" if answers else "1",
        }
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable, ["-m", "mafia_cli", *args], env=env, dimensions=(rows, columns), timeout=30
        )
        self.sent = 0
        self.raw = b""
        self.wait()

    def pump(self, seconds: float = 0.05) -> bool:
        """Take what the program wrote; return whether there was anything."""
        try:
            data = self.child.read_nonblocking(65536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.raw += data
        self.stream.feed(data)
        for _ in range(data.count(b"\x1b[6n")):  # where the cursor is; without an answer there is no toolbar
            self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        return True

    def prompts(self) -> int:
        """How many prompts there have been: each turns bracketed paste on."""
        return self.raw.count(b"\x1b[?2004h")

    def wait(self, after: int = 0, seconds: float = 60) -> None:
        """Wait for one prompt more than ``after`` (or the end) and for the program to fall silent."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.pump():
                continue
            if self.prompts() > after or not self.child.isalive():
                return
        raise AssertionError("no prompt:\n" + self.text())

    def say(self, *lines: str) -> None:
        """Type lines, each with Enter, waiting for the prompt between."""
        for line in lines:
            before = self.prompts()
            self.child.send(line + "\r")
            self.sent += 1
            self.wait(before)

    def text(self) -> str:
        """All that is and was on the screen."""
        history = ["".join(row[at].data for at in range(self.screen.columns)) for row in self.screen.history.top]
        return "\n".join(line.rstrip() for line in [*history, *self.screen.display]).rstrip()

    def close(self) -> int | None:
        """Close the window; return the exit status if the program ended by itself."""
        self.child.close(force=True)
        return self.child.exitstatus
