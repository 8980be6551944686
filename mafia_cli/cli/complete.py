"""Shell completion: ``mafia completion SHELL`` prints a script that asks ``mafia __complete`` what may follow."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Final, NamedTuple

import typer

from mafia_cli.cli import shells
from mafia_cli.cli.app import GLOBALS, params_of
from mafia_cli.cli.commands import AS_TYPED, COMMANDS
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.script import disk
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings
from mafia_cli.words.catalogue import LANGUAGES
from mafia_cli.words.clean import safe

_MOST_GAMES: Final = 50


def completion(ctx: typer.Context, shell: Annotated[str, typer.Argument(metavar="|".join(shells.SHELLS))]) -> Report:
    """Print the completion script of a shell."""
    if shell not in shells.SHELLS:
        raise SaveError("bad_option", option="completion", value=shell, right=", ".join(shells.SHELLS))
    return Report(shells.script(shell), as_data=True)


def answers(arguments: Sequence[str], lang: str) -> str:
    """Return what a shell's script wants to hear: the shell's name, then the line as this shell tells it.

    Never fails: at worst there is nothing to offer.
    """
    shell, *rest = arguments or [""]
    line = shells.typed(shell, rest)
    try:
        found = sorted({*_candidates(line.before, line.current, lang)})
    except (RefusedError, OSError):
        found = []
    return shells.answer(shell, line, [one for one in found if one and safe(one) == one])


class _Place(NamedTuple):
    """Where the cursor stands among a command's words: at a parameter's value, or where an option may begin."""

    param: Any = None
    options: bool = True


def _candidates(before: Sequence[str], current: str, lang: str) -> Iterable[str]:
    given, words, waiting = _without_globals(before)
    settings = Settings(given.get("--lang", lang), False, given.get("--saves"), given.get("--game"))
    if waiting:
        return _of_global(waiting, settings)
    option, equals, _ = current.partition("=")
    if equals and option in GLOBALS:
        return [f"{option}={value}" for value in _of_global(option, settings)]
    if not words:
        names = {name.partition(" ")[0] for name in COMMANDS}
        return {*GLOBALS, "--plain", "--help", "--version"} if current.startswith("-") else names
    inner = {name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{words[0]} ")}
    if len(words) > 1 and words[1] in inner:
        return _of_command(" ".join(words[:2]), words[2:], current, settings)
    if len(words) == 1 and inner and not current.startswith("-"):
        own = set(_of_command(words[0], [], current, settings)) if words[0] in COMMANDS else set()
        return inner | own
    return _of_command(words[0], words[1:], current, settings) if words[0] in COMMANDS else ()


def _without_globals(before: Sequence[str]) -> tuple[dict[str, str], list[str], str]:
    """Return the general options given, the words without them, and the one that waits for its value, if any."""
    given: dict[str, str] = {}
    words: list[str] = []
    left = list(before)
    while left:
        word = left.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return given, [*words, word, *left], ""
        if name not in GLOBALS:
            words += [word] * (word != "--plain")
        elif not equals and not left:
            return given, words, name
        else:
            given[name] = value if equals else left.pop(0)
    return given, words, ""


def _of_global(name: str, settings: Settings) -> Iterable[str]:
    return LANGUAGES if name == "--lang" else _kind({"--game": "GAME"}.get(name, ""), settings)


def _of_command(name: str, words: Sequence[str], current: str, settings: Settings) -> Iterable[str]:
    params = params_of(name, settings)
    place = _place(name, params, words)
    values = [*_values(name, place.param, current, settings)] if place.param is not None else []
    if not place.options:
        return values
    option, equals, value = current.partition("=")
    if equals and option.startswith("--"):
        meant = [param for param in params if option in param.opts]
        return [f"{option}={one}" for param in meant for one in _values(name, param, value, settings)]
    if current.startswith("-"):
        return {option for param in params for option in param.opts if option.startswith("--")} | {*GLOBALS, "--help"}
    return [one for one in values if not one.startswith("-")]


def _place(name: str, params: Sequence[Any], words: Sequence[str]) -> _Place:
    options = {opt: param for param in params if param.param_type_name == "option" for opt in param.opts}
    arguments = [param for param in params if param.param_type_name == "argument"]
    waiting, taken, ended = None, 0, name in AS_TYPED
    for word in words:
        if waiting is not None:
            waiting = None
        elif not ended and word == "--":
            ended = True
        elif not ended and word.startswith("-"):
            param = options.get(word)
            waiting = param if param is not None and not param.is_flag else None
        else:
            taken += 1
    if waiting is not None:
        return _Place(waiting, options=False)
    fitting = arguments[taken:] or [one for one in arguments[-1:] if one.nargs == -1]
    return _Place(fitting[0] if fitting else None, options=not ended)


# --- values -------------------------------------------------------------------------------------------------

_MEANT: Final = {
    ("games rename", "NAME"): "GAME",
    ("games delete", "NAME"): "GAME",
    ("games restore", "NAME"): "GAME",
    ("games check", "FILE"): "GAME",
    ("themes", "NAME"): "PACK",
    ("player find", "TEXT"): "NICK",
    ("pm", "SEAT"): "NICK",
    ("blacklist remove", "NICK"): "LISTED",
}
"""Where a value is more than its name in the usage says."""
_PAIRS: Final = {
    "ROLE=NICK": ("ROLE", "NICK"),
    "NICK=NICK": ("NICK", "NICK"),
    "NICK=ROLE": ("NICK", "DEALT"),
    "ID=CHOICE": ("ID", "CHOICE"),
}


def _values(name: str, param: Any, current: str, settings: Settings) -> Iterable[str]:
    """Return what may be the value of a parameter; nothing where a file or free text is wanted."""
    kind = str(param.metavar or "")
    if "|" in kind:
        return kind.split("|")
    if kind not in _PAIRS:
        return _kind(_MEANT.get((name, kind), kind), settings)
    first, second = _PAIRS[kind]
    left, equals, _ = current.partition("=")
    return [f"{left}={one}" for one in _kind(second, settings, left)] if equals else _begun(_kind(first, settings))


def _begun(names: Iterable[str]) -> Iterator[str]:
    return (f"{name}=" for name in names)


def _kind(kind: str, settings: Settings, left: str = "") -> Iterable[str]:
    match kind:
        case "NICK":
            return _nicks(settings)
        case "LISTED":
            from mafia_cli.actions.blacklist import load

            return (entry.nick for entry in load(settings.folder))
        case "GAME":
            return (path.stem for path in islice(disk.game_files(settings.folder), _MOST_GAMES))
        case "PACK":
            from mafia_cli.themes import every

            return (theme.id for theme in every(settings.words, settings.folder))
        case "ROLE":
            return _roles(settings, MOVERS)
        case "DEALT":
            return _roles(settings, Role)
        case "WHAT":
            from mafia_cli.words.rulebook import NUMBERS

            return ("roles", "rulings", *_roles(settings, Role), *RULINGS, *NUMBERS)
        case "ID":
            return RULINGS
        case "CHOICE":
            return RULINGS[left].choices if left in RULINGS else ()
        case "WINNER":
            return ("town", "mafia", "maniac", "nobody", "none")
        case "PROFILE":
            from mafia_cli.words.cutting import PROFILES

            return PROFILES
    return ()


def _roles(settings: Settings, roles: Iterable[Role]) -> Iterator[str]:
    """The roles as a line of moves names them, in the host's language."""
    return (settings.words.find("reading", f"roles.{role}")[0] for role in roles)


def _nicks(settings: Settings) -> Iterable[str]:
    """The nicks of now of the game meant: the evening going on, else the last one."""
    try:
        path = settings.path(unfinished=True)
    except RefusedError:
        path = settings.path(unfinished=False)
    script, played = look(path)
    return played.names.nicks[1:] or [player.nick for player in script.players]
