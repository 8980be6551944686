"""The program with somebody in front of it, its screen kept by pyte: in process (``Screen``) or in a real terminal.

In process the keys come through prompt_toolkit's pipe and what is shown goes through its own output; the program runs
in a thread that takes turns with the test: it has the floor until it waits for a key. ``Terminal`` is a process under a
pty, for what only such one shows: signals, a window that is closed or drawn wider, a shell around it.
"""

import asyncio
import io
import os
import re
import selectors
import signal
import sys
import threading
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

import pexpect
import pyte
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from mafia_cli.cli.app import run

Result = TypeVar("Result")

NOT_OURS: Final = ("LC_", "MAFIA_", "COLUMNS", "LINES", "NO_COLOR", "PROMPT_TOOLKIT_")
"""Variables of the machine that would change what the program shows."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
FAR: Final = 60
"""Seconds after which a wait is given up; nothing that passes comes near."""
PAUSE: Final = 0.5
"""Seconds that may pass between what a host does and what he does next."""
_PROMPT: Final = re.compile(rb"\x1b\[\?2004h(?=.*?\x1b\[\?7h)", re.DOTALL)
"""A prompt that is drawn: bracketed paste is turned on, and at the end of the drawing the wrapping of lines."""


def environment(saves: Path, lang: str = "ru", **more: str) -> dict[str, str]:
    """Return the variables under which the program shows the same on every machine."""
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith(NOT_OURS)},
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "MAFIA_LANG": lang,
        "MAFIA_SAVES": str(saves),
        "MAFIA_NO_CLIPBOARD": "1",
        **more,
    }


def pasted(text: str) -> str:
    """Return a text as a terminal brings a paste."""
    return f"\x1b[200~{text}\x1b[201~"


def typed(lines: Sequence[str], call: Callable[[], Result]) -> Result:
    """Call with these lines typed ahead, each with Enter (one of several lines is a paste); then the input ends."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("".join(f"{pasted(line) if chr(10) in line else line}\r" for line in lines))
        pipe.close()
        return call()


class Shown(ABC):
    """A screen of so many columns and rows and all that was written to it."""

    plain = False
    """Whether lines are read as they come, without anything drawn: then a prompt is not told from other text."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=5000)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.sent = 0
        self.alive = True

    def feed(self, data: bytes) -> int:
        """Take what was written; return how often the program asks in it where the cursor is."""
        self.raw += data
        self.stream.feed(data)
        return data.count(b"\x1b[6n")

    def where(self) -> str:
        """Return the answer of a terminal to that question; without one no toolbar is drawn."""
        return f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R"

    def prompts(self) -> int:
        """Return how many prompts were drawn."""
        return len(_PROMPT.findall(self.raw))

    def display(self) -> str:
        """Return what is on the screen now."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def text(self) -> str:
        """Return all that is and was on the screen."""
        history = ["".join(row[at].data for at in range(self.screen.columns)) for row in self.screen.history.top]
        return "\n".join([*(line.rstrip() for line in history), self.display()]).rstrip()

    @abstractmethod
    def press(self, keys: str) -> None:
        """Press keys."""

    @abstractmethod
    def more(self) -> None:
        """Wait until more may be shown."""

    @abstractmethod
    def wait(self, after: int = 0) -> None:
        """Wait for one prompt more than so many, or the end."""

    @abstractmethod
    def ended(self) -> int | None:
        """Wait for the end of the program and return its status."""

    @abstractmethod
    def close(self) -> int | None:
        """Close the window; return the exit status if the program ended by itself."""

    def seen(self, pattern: str) -> str:
        """Return what of the screen matches, "" if nothing does."""
        found = re.search(pattern, self.display())
        return found.group() if found else ""

    def until(self, pattern: str) -> str:
        """Wait until something stands on the screen and return it."""
        while not self.seen(pattern):
            assert self.alive, f"no {pattern}:\n{self.text()}"
            self.more()
        return self.seen(pattern)

    def say(self, *lines: str) -> None:
        """Type lines, each with Enter, waiting for the prompt between."""
        for line in lines:
            before = self.prompts()
            self.press(line + "\r")
            self.sent += 1
            self.wait(before)


# --- in process -----------------------------------------------------------------------------------------------


class _Closed(BaseException):
    """The window is closed."""


class _Selector(selectors.DefaultSelector):
    """Before it would wait for a key or for time to pass, the test has the floor."""

    def __init__(self, screen: "Screen") -> None:
        super().__init__()
        self.its = screen

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        while not ready and (timeout is None or timeout > 0):
            if self.its.rests(timeout or 0.0):
                return []
            ready = super().select(0)
        return ready


class _Loop(asyncio.SelectorEventLoop):
    """A loop whose time passes when the test says so."""

    def __init__(self, screen: "Screen") -> None:
        self.its = screen
        super().__init__(_Selector(screen))

    def time(self) -> float:
        return self.its.now


_SCREEN: ContextVar["Screen | None"] = ContextVar("screen", default=None)
_run_by_itself = Application.run


def _run_on_screen(app: Application[Any], *args: Any, **how: Any) -> Any:
    screen = _SCREEN.get()
    if screen is None:
        return _run_by_itself(app, *args, **how)
    with asyncio.Runner(loop_factory=lambda: _Loop(screen)) as runner:
        return runner.run(app.run_async())


Application.run = _run_on_screen  # type: ignore[assignment, method-assign]


class _Glass(io.RawIOBase):
    """Where the program writes: a terminal begins a new line at the left."""

    def __init__(self, takes: Callable[[bytes], None]) -> None:
        self.takes = takes

    def isatty(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.takes(bytes(data).replace(b"\n", b"\r\n"))
        return len(data)


class Keyboard(io.StringIO):
    """A standard input that is a terminal: in plain mode it brings lines (else prompt_toolkit's pipe brings keys)."""

    def __init__(self, screen: "Screen") -> None:
        super().__init__()
        self.its, self.lines = screen, list[str]()

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        while not self.lines:
            self.its.rests(0)
        return self.lines.pop(0)

    def waits(self, seconds: float) -> bool:
        """Tell whether there is a line; the host takes more time for one than passes between those of a paste."""
        return bool(self.lines) or (seconds >= PAUSE and not self.its.rests(seconds) and bool(self.lines))


class Screen(Shown):
    """The program in this process, before a screen of so many columns and rows.

    ``answers``: it tells where the cursor is when asked, as terminals do; ``early``: typed before the program is there.
    ``now``: the seconds that have passed.
    """

    def __init__(
        self,
        saves: Path,
        *args: str,
        lang: str = "ru",
        columns: int = 80,
        rows: int = 24,
        answers: bool = False,
        plain: bool = False,
        early: str = "",
        env: Mapping[str, str] = NOTHING,
    ) -> None:
        super().__init__(columns, rows)
        self.args, self.answers, self.plain, self.now = args, answers, plain, 0.0
        self.status: int | None = None
        self._env = environment(saves, lang, COLUMNS=str(columns), LINES=str(rows), **env)
        self._keyboard = Keyboard(self)
        glass = io.TextIOWrapper(io.BufferedWriter(_Glass(self._takes)), "utf-8", line_buffering=True)
        self._streams = self._keyboard, glass, glass
        self._fault: BaseException | None = None
        self._ticks = self._closing = False
        self._its_turn, self._our_turn = threading.Semaphore(0), threading.Semaphore(0)
        self._thread = threading.Thread(target=self._program, daemon=True)
        self._thread.start()
        self._type(early)
        self._give_the_floor()
        self.wait()

    # --- on the side of the program

    def _program(self) -> None:
        self._its_turn.acquire()
        _SCREEN.set(self)
        size = Size(self.screen.lines, self.screen.columns)
        output = Vt100_Output(self._streams[1], lambda: size, term="xterm", enable_cpr=self.answers)
        try:
            with create_pipe_input() as self._pipe, create_app_session(input=self._pipe, output=output):
                self.status = run(self.args)
        except _Closed:
            pass
        except BaseException as error:  # it is the test's to raise, whose thread is another
            self._fault = error
        finally:
            self._streams[1].flush()
            self.alive = False
            self._our_turn.release()

    def _takes(self, data: bytes) -> None:
        for _ in range(self.feed(data)):
            self._pipe.send_text(self.where())

    def rests(self, seconds: float) -> bool:
        """Give the test the floor; tell whether it lets so many seconds pass instead of pressing a key."""
        if not self._closing:
            self._our_turn.release()
            self._its_turn.acquire()
            if self._closing:
                raise _Closed
        passed, self._ticks = self._ticks or self._closing, False
        self.now += seconds * passed
        return passed

    # --- on the side of the test

    def _give_the_floor(self) -> None:
        streams, env = (sys.stdin, sys.stdout, sys.stderr), dict(os.environ)
        sys.stdin, sys.stdout, sys.stderr = self._streams
        _put(self._env)
        try:
            self._its_turn.release()
            in_time = self._our_turn.acquire(timeout=FAR)
        finally:
            self._env = dict(os.environ)
            _put(env)
            sys.stdin, sys.stdout, sys.stderr = streams
        assert in_time, f"neither a prompt nor the end:\n{self.text()}"
        if self._fault is not None:
            raise self._fault

    def press(self, keys: str) -> None:
        """Press keys and let the program do what it does then."""
        assert self.alive, self.text()
        self._type(keys)
        self._give_the_floor()

    def _type(self, keys: str) -> None:
        if self.plain:
            self.feed(keys.replace("\r", "\r\n").encode())
            self._keyboard.lines += keys.replace("\r", "\n").splitlines(keepends=True)
        elif keys:
            self._pipe.send_text(keys)

    def more(self) -> None:
        """Let the time pass until the program next does something by itself."""
        assert self.now < 60 * FAR, self.text()
        self._ticks = True
        self._give_the_floor()

    def wait(self, after: int = 0) -> None:
        """Raise ``AssertionError`` unless there was one prompt more than so many, or the end."""
        assert self.prompts() > after or self.plain or not self.alive, f"no prompt:\n{self.text()}"

    def ended(self) -> int | None:
        """Return the status of a program that has ended."""
        assert not self.alive, self.text()
        return self.status

    def close(self) -> int | None:
        """Close the window; return the exit status if the program ended by itself."""
        if self.alive:
            self._closing = True
            self._give_the_floor()
        self._thread.join()
        return self.status


def _put(env: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(env)


# --- a real one -----------------------------------------------------------------------------------------------


def spawn(
    command: Sequence[str], env: dict[str, str], columns: int = 80, rows: int = 24, cwd: Path | None = None
) -> "pexpect.spawn[bytes]":
    """Start a command under a pty."""
    with warnings.catch_warnings():  # the child is another program at once, whatever threads there are here
        warnings.filterwarnings("ignore", ".*multi-threaded.*", DeprecationWarning)
        child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0], list(command[1:]), env=env, dimensions=(rows, columns), timeout=FAR, cwd=cwd
        )
    child.delaybeforesend = None
    return child


class Terminal(Shown):
    """The program in a terminal of so many columns and rows; ``answers`` as on a ``Screen``."""

    def __init__(
        self,
        saves: Path,
        *args: str,
        lang: str = "ru",
        columns: int = 80,
        rows: int = 24,
        answers: bool = False,
        plain: bool = False,
        env: Mapping[str, str] = NOTHING,
        command: Sequence[str] = (sys.executable, "-m", "mafia_cli"),
    ) -> None:
        super().__init__(columns, rows)
        self.plain = plain
        known = environment(saves, lang, PROMPT_TOOLKIT_NO_CPR="" if answers else "1", **env)
        self.child = spawn([*command, *args], known, columns, rows)
        self.wait()

    def more(self) -> None:
        """Read what the program writes next, or that it has ended."""
        try:
            data = self.child.read_nonblocking(65536, FAR)
        except pexpect.TIMEOUT:
            raise AssertionError(f"waited in vain:\n{self.text()}") from None
        except pexpect.EOF:
            self.alive = False
            self.child.wait()
        else:
            for _ in range(self.feed(data)):
                self.child.send(self.where())

    def press(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def wait(self, after: int = 0) -> None:
        """Wait for one prompt more than so many, or the end."""
        while self.alive and self.prompts() <= after and not self.plain:
            self.more()

    def ended(self) -> int | None:
        """Wait for the end of the program and return its status."""
        while self.alive:
            self.more()
        return self.child.exitstatus

    def resize(self, columns: int, rows: int) -> None:
        """Draw the window to another size."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def close(self) -> int | None:
        """Close the window; return the exit status if the program ended by itself."""
        if self.alive:
            self.child.kill(signal.SIGHUP)
            self.ended()
        self.child.close()
        return self.child.exitstatus
