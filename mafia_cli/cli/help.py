"""Help in the user's language, from the catalogues, in plain text."""

import textwrap
from collections.abc import Mapping
from shutil import get_terminal_size
from typing import Any, Final

import typer.core

from mafia_cli.words.catalogue import Words
from mafia_cli.words.placeholders import placeholder

WHEN: Final = ("evening", "mend", "happen", "look", "prepare", "scripts")


def _width() -> int:
    return max(40, min(get_terminal_size((80, 24)).columns, 100))


def _two_columns(rows: list[tuple[str, str]], indent: int = 2) -> list[str]:
    """Lay out names and explanations; a long name has its explanation on the next line."""
    left = min(max((len(name) for name, _ in rows), default=0), 26)
    lines = []
    for name, text in rows:
        wrapped = textwrap.wrap(text, max(20, _width() - left - indent - 2)) or [""]
        head = f"{' ' * indent}{name:<{left}}"
        if len(name) > left:
            lines.append(head)
            head = " " * (left + indent)
        lines.append(f"{head}  {wrapped[0]}".rstrip())
        lines += [f"{' ' * (left + indent + 2)}{line}" for line in wrapped[1:]]
    return lines


def overview(words: Words, commands: Mapping[str, tuple[str, str]], under: str = "") -> str:
    """Return the help of the program, or of the group ``under``: the commands by when a host wants them."""
    lines = [] if under else [*textwrap.wrap(words.text("cli", "about"), _width()), ""]
    lines += [
        f"{words.text('cli', 'usage.usage')}: mafia {under or ''}".rstrip() + " " + words.text("cli", "usage.line")
    ]
    for when in WHEN:
        rows = [
            (name, words.text("cli", f"commands.{name.replace(' ', '-')}.short"))
            for name, (group, _) in commands.items()
            if group == when and name.partition(" ")[0] == (under or name.partition(" ")[0])
        ]
        if rows:
            lines += ["", words.text("cli", f"when.{when}"), *_two_columns(rows)]
    if not under:
        keys = [name.strip("-").partition(" ")[0] for name in _GLOBAL_ROWS]
        rows = [
            (placeholder(words, name), words.text("cli", f"globals.{key}"))
            for name, key in zip(_GLOBAL_ROWS, keys, strict=True)
        ]
        lines += ["", words.text("cli", "usage.options"), *_two_columns(rows)]
        examples = [(line.partition("  ")[0], line.partition("  ")[2]) for line in words.find("cli", "examples")]
        lines += ["", words.text("cli", "usage.examples"), *_two_columns(examples)]
    lines += ["", *textwrap.wrap(words.text("cli", "more"), _width())]
    return "\n".join(lines)


_GLOBAL_ROWS: Final = ("--lang ru|en", "--saves DIR", "--game NAME", "--plain", "--version", "--help")


class LocalCommand(typer.core.TyperCommand):
    """A Typer command whose help comes from the catalogue: ``topic`` is its name there, ``under`` its own commands."""

    words: Words
    topic: str
    under: tuple[str, ...] = ()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write usage, what the command does, its arguments and options, examples."""
        words, key = self.words, f"commands.{self.topic.replace(' ', '-')}"
        shown = [param for param in self.params if param.name != "help"]
        arguments = [param for param in shown if param.param_type_name == "argument"]
        options = [param for param in shown if param.param_type_name == "option"]
        pieces = [_argument(words, param) for param in arguments] + [words.text("cli", "usage.options_piece")]
        lines = [f"{words.text('cli', 'usage.usage')}: mafia {self.topic} {' '.join(pieces)}", ""]
        lines += textwrap.wrap(words.text("cli", f"{key}.long"), _width())
        rows = [(_argument(words, param), words.text("cli", f"{key}.{param.name}")) for param in arguments]
        if rows:
            lines += ["", words.text("cli", "usage.arguments"), *_two_columns(rows)]
        rows = [(_option(words, param), self._option_text(key, param)) for param in options]
        rows.append(("--help", words.text("cli", "globals.help")))
        lines += ["", words.text("cli", "usage.options"), *_two_columns(rows)]
        rows = [(name, words.text("cli", f"commands.{name.replace(' ', '-')}.short")) for name in self.under]
        if rows:
            lines += ["", words.text("cli", "usage.under"), *_two_columns(rows)]
        examples = words.find("cli", key).get("examples", [])
        if examples:
            lines += ["", words.text("cli", "usage.examples"), *(f"  {example}" for example in examples)]
        formatter.write("\n".join(lines))

    def _option_text(self, key: str, param: Any) -> str:
        own = self.words.find("cli", key).get(param.name)
        return own if isinstance(own, str) else self.words.text("cli", f"options.{param.name}")


def _argument(words: Words, param: Any) -> str:
    name = placeholder(words, param.metavar or param.name.upper())
    name = f"{name}..." if param.nargs != 1 or param.multiple else name
    return name if param.required else f"[{name}]"


def _option(words: Words, param: Any) -> str:
    names = ", ".join(sorted(param.opts, key=len, reverse=True))
    return names if param.is_flag else f"{names} {placeholder(words, param.metavar or 'TEXT')}"
