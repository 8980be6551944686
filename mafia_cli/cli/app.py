"""The command line as a whole: settings, the table of commands, one place that prints and maps errors to statuses.

Only the command named on the line is imported and built, which is what keeps the start short.
"""

import codecs
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import typer
import typer.main
from typer._click import exceptions as usage

from mafia_cli.cli.commands import AS_TYPED, COMMANDS
from mafia_cli.cli.help import LocalCommand, overview
from mafia_cli.script.disk import reason_of, refused
from mafia_cli.script.errors import RefusedError
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import safe

_ALONE: Final = frozenset({"games", "blacklist"})
"""Groups that are commands too and take no argument: what follows is meant as one of theirs."""

GLOBALS: Final = ("--lang", "--saves", "--game")
_PLAIN: Final = {"NO_COLOR": "1", "TERM": "dumb", "MAFIA_PLAIN": "1"}
"""What ``--plain`` stands for: rich, the prompt and ``screen`` all heed these."""


class UsageProblem(Exception):  # noqa: N818 - it is the text of one, shown as it is
    """Wrong usage (exit status 2), already in words."""


def run(argv: Sequence[str]) -> int:
    """Run one command line; print what it says; return the exit status (0, 1, 2 or 130)."""
    _gentle_streams()
    words = Words(_locale_lang())
    if argv and argv[0] == "__complete":
        from mafia_cli.cli.complete import answers

        return _print(Report(answers(argv[1:], words.lang), as_data=True), words)
    end = list(argv).index("--") if "--" in argv else len(argv)
    before = [word for word in argv[:end] if word != "--plain"]
    if len(before) < end:
        os.environ.update(_PLAIN)
    try:
        options, rest = _split_globals([*before, *argv[end:]], words)
        settings = _settings(options, words)
        words = settings.words
        report = _call(rest, settings)
    except UsageProblem as problem:
        report = Report(notes=str(problem), status=2)
    except RefusedError as error:
        report = Report(notes=fault_text(words, error.faults), status=1)
    except BrokenPipeError:  # whoever read has gone
        report = Report(status=1)
    except OSError as error:
        report = Report(notes=fault_text(words, refused(error).faults), status=1)
    except KeyboardInterrupt:
        report = Report(notes=words.text("cli", "interrupted"), status=130)
    return _print(report, words)


def _gentle_streams() -> None:
    """An output that lacks a character gets one that stands for it, an input's broken one is replaced: no traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who started the program
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it is the stream from now on
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=_errors(stream))


def _errors(stream: Any) -> str:
    """How a stream is to take what it cannot: what is read, and what UTF-8 lacks (halves of pairs), as a question."""
    if stream is sys.stdin or codecs.lookup(stream.encoding).name == "utf-8":
        return "replace"
    from mafia_cli.words.substitutes import error_handler

    return error_handler(stream.encoding)


def _as_bytes_are(stream: Any) -> None:
    """What a script reads is UTF-8 with plain line ends, whatever the system's habits; no path loses a byte."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def _print(report: Report, words: Words) -> int:
    try:
        if report.as_data and not sys.stdout.isatty():
            _as_bytes_are(sys.stdout)
        if report.text:
            sys.stdout.write(report.text.rstrip("\n") + "\n")
            sys.stdout.flush()
        if report.notes:
            sys.stderr.write(report.notes.rstrip("\n") + "\n")
            sys.stderr.flush()
    except OSError as error:
        from mafia_cli.words.errors import disk_reason

        # Nobody takes what is left in the buffer; python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL):
            return report.status or 1  # whoever read has gone
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = disk_reason(words, reason_of(error))
        said = (
            words.text("errors", "problem.no_space") if full else words.text("cli", "usage.not_printed", reason=reason)
        )
        with suppress(OSError):
            sys.stderr.write(f"{said}\n")
        return report.status or 1
    return report.status


# --- settings -----------------------------------------------------------------------------------------------


def _locale_lang() -> str:
    named = os.environ.get("MAFIA_LANG", "")
    if named in LANGUAGES:
        return named
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "ru" if value.lower().startswith("ru") else "en"
    if sys.platform in ("win32", "darwin"):
        import locale

        return "ru" if (locale.getlocale()[0] or "").lower().startswith("ru") else "en"
    return "en"


def _split_globals(argv: list[str], words: Words) -> tuple[dict[str, str], list[str]]:
    """Take the options that stand before or after any command out of the line, up to ``--``."""
    options: dict[str, str] = {}
    rest: list[str] = []
    while argv:
        word = argv.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *argv]
            break
        if name not in GLOBALS:
            rest.append(word)
        elif equals:
            options[name] = value
        elif argv:
            options[name] = argv.pop(0)
        else:
            raise UsageProblem(words.text("cli", "usage.needs_value", option=name))
    return options, rest


def _settings(options: dict[str, str], words: Words) -> Settings:
    lang = options.get("--lang")
    if lang is not None and lang not in LANGUAGES:
        right = ", ".join(LANGUAGES)
        raise UsageProblem(words.text("cli", "usage.bad_value", option="--lang", value=safe(lang)[:40], right=right))
    return Settings(lang or words.lang, lang is not None, options.get("--saves"), options.get("--game"))


# --- calling ------------------------------------------------------------------------------------------------


_HELP: Final = ("--help", "-h")
_UNDOES: Final = ("games delete", "blacklist remove", "player exclude", "kabum", "end", "deal", "undo")
"""Never offered for a misspelt command: what would lose or kill something."""


def _call(rest: list[str], settings: Settings) -> Report:
    words = settings.words
    if not rest:
        rest = ["play"] if sys.stdin.isatty() and sys.stdout.isatty() else ["--help"]
    if rest[0] == "help":
        rest = [*rest[1:], "--help"]
    if rest[0] in _HELP:
        return Report(overview(words, COMMANDS))
    if rest[0] in ("--version", "-V"):
        from mafia_cli import __version__

        return Report(f"mafia {__version__}")
    name, args = _command_name(rest, words)
    if name is None:
        return Report(overview(words, COMMANDS, under=rest[0]))
    end = args.index("--") if "--" in args else len(args)
    args = ["--help" if word in _HELP else word for word in args[:end]] + args[end:]
    if name in AS_TYPED and not {"--help", "--"} & {*args}:
        args = ["--", *args]
    try:
        result = _build(name, settings).main(args, prog_name=f"mafia {name}", standalone_mode=False, obj=settings)
    except usage.ClickException as error:
        raise UsageProblem(
            f"{_usage_text(words, error)}\n{words.text('cli', 'usage.see_help', command=name)}"
        ) from None
    except (EOFError, typer.Abort):
        raise KeyboardInterrupt from None
    return result if isinstance(result, Report) else Report(status=result if isinstance(result, int) else 0)


def _command_name(rest: list[str], words: Words) -> tuple[str | None, list[str]]:
    """Return the command a line names (None: a group alone, its help is wanted) and the words after it."""
    first = rest[0]
    groups = {name.partition(" ")[0] for name in COMMANDS if " " in name}
    if first in groups:
        known = [name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{first} ")]
        if len(rest) > 1 and rest[1] in known:
            return f"{first} {rest[1]}", rest[2:]
        if first not in COMMANDS:
            if len(rest) == 1 or rest[1] in _HELP:
                return None, []
            raise UsageProblem(_unknown(words, rest[1], [f"{first} {name}" for name in known], first))
        if first in _ALONE and len(rest) > 1 and not rest[1].startswith("-"):
            raise UsageProblem(_unknown(words, rest[1], [f"{first} {name}" for name in known], first))
    if first in COMMANDS:
        return first, rest[1:]
    raise UsageProblem(_unknown(words, first, list(COMMANDS), ""))


def _unknown(words: Words, name: str, known: list[str], group: str) -> str:
    from mafia_cli.script.check import meant

    likely = meant(f"{group} {name}".strip(), known)
    likely = "" if likely in _UNDOES else likely
    if name.startswith("-"):
        return words.text("cli", "usage.no_such_option", option=safe(name)[:60])
    key = "usage.no_such_command_meant" if likely else "usage.no_such_command"
    return words.text("cli", key, command=safe(name)[:60], meant=likely)


def _build(name: str, settings: Settings) -> Any:
    """Make the Typer command of this name."""
    module = import_module(f"mafia_cli.cli.{COMMANDS[name][1]}")
    act = COMMANDS[name][1] == "act"
    function = module.command(name) if act else getattr(module, name.rpartition(" ")[2].replace("-", "_"))
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, cls=LocalCommand)(function)
    command = typer.main.get_command(app)
    assert isinstance(command, LocalCommand)
    command.words, command.topic = settings.words, name
    command.under = tuple(other for other in COMMANDS if other.startswith(f"{name} "))
    return command


def params_of(name: str, settings: Settings) -> list[Any]:
    """Return the parameters of a command, its arguments in their order."""
    return list(_build(name, settings).params)


def _usage_text(words: Words, error: usage.ClickException) -> str:
    match error:
        case usage.NoSuchOption():
            return words.text("cli", "usage.no_such_option", option=safe(error.option_name)[:60])
        case usage.MissingParameter():
            return words.text("cli", "usage.missing", name=_name_of(words, error))
        case usage.BadParameter() if error.message.endswith("is not a valid int."):
            value = safe(error.message.rpartition(" is not ")[0].strip("'"))[:40]
            return words.text("cli", "usage.not_a_number", name=_name_of(words, error), value=value)
        case usage.BadParameter():
            detail = safe(error.message)[:120]
            return words.text("cli", "usage.bad_parameter", name=_name_of(words, error), detail=detail)
        case usage.BadOptionUsage():
            return words.text("cli", "usage.needs_value", option=safe(error.option_name)[:60])
        case _:
            detail = error.message.partition("argument(s) (")[2].removesuffix(")") or error.message
            return words.text("cli", "usage.extra", detail=safe(detail)[:120])


def _name_of(words: Words, error: usage.BadParameter) -> str:
    param = error.param
    if param is None:
        return "?"
    options = [*getattr(param, "opts", [])]
    if options and options[0].startswith("-"):
        return str(options[0])
    from mafia_cli.words.placeholders import placeholder

    return placeholder(words, str(getattr(param, "metavar", None) or (param.name or "?").upper()))
