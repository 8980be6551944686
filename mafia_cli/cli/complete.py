"""Shell completion: ``mafia completion SHELL`` prints a script that asks ``mafia __complete WORDS...`` what may follow.

Answers come one a line; a shell only ever compares and inserts them. Names that a shell might read as more than a
word are left out.
"""

import re
from collections.abc import Iterable
from itertools import islice, pairwise
from typing import Annotated, Any, Final

import typer

from mafia_cli.cli.app import COMMANDS, GLOBALS, options_of
from mafia_cli.saves import store
from mafia_cli.saves.script import RefusedError
from mafia_cli.saves.text import SaveError
from mafia_cli.settings import Report, Settings

_HARMLESS: Final = re.compile(r"[\w.][\w.\-]*|--[a-z-]+")
_MOST_GAMES: Final = 50
_SHELLS: Final = {
    "bash": """\
_mafia() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$(mafia __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- \
"${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mafia mafia
""",
    "zsh": """\
#compdef mafia
_mafia() {
    local -a found
    found=("${(@f)$(mafia __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    compadd -- $found || _files
}
compdef _mafia mafia
""",
    "fish": """\
complete -c mafia -f -a '(mafia __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
""",
    "powershell": """\
Register-ArgumentCompleter -Native -CommandName mafia -ScriptBlock {
    param($word, $line, $at)
    $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($word -eq '') { $words += '' }
    mafia __complete @words 2>$null | Where-Object { $_ -like "$word*" } |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
""",
}


def completion(ctx: typer.Context, shell: Annotated[str, typer.Argument(metavar="|".join(_SHELLS))]) -> Report:
    """Print the completion script of a shell."""
    if shell not in _SHELLS:
        raise SaveError("bad_option", option="completion", value=shell, right=", ".join(_SHELLS))
    return Report(_SHELLS[shell])


def answers(words: list[str], lang: str) -> list[str]:
    """Return what may stand in place of the last of these words; never fails, at worst there is nothing to offer."""
    *before, current = words or [""]
    given = {name: value for name, value in pairwise(before) if name in GLOBALS}
    settings = Settings(lang, False, given.get("--saves"), given.get("--game"))
    try:
        found = sorted(_candidates(before, current, settings))
    except (RefusedError, OSError):
        return []
    return [one for one in found if one.startswith(current) and _HARMLESS.fullmatch(one)]


def _candidates(before: list[str], current: str, settings: Settings) -> set[str]:
    if before and before[-1] in ("--game", "-g"):
        return _games(settings)
    if before and before[-1] == "--lang":
        return {"ru", "en"}
    plain = _without_globals(before)
    if current.startswith("--") and not plain:
        return {*GLOBALS, "--plain", "--help", "--version"}
    if not plain:
        return {name.partition(" ")[0] for name in COMMANDS}
    inner = {name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{plain[0]} ")}
    if inner and len(plain) == 1 and not current.startswith("-"):
        return inner
    name = " ".join(plain[:2]) if " ".join(plain[:2]) in COMMANDS else plain[0]
    if name not in COMMANDS:
        return set()
    if current.startswith("-"):
        return options_of(name, settings) | {*GLOBALS, "--help"}
    return _values(name, settings)


def _without_globals(words: list[str]) -> list[str]:
    kept, skip = [], False
    for word in words:
        if not skip and word not in GLOBALS and not word.startswith("-"):
            kept.append(word)
        skip = word in GLOBALS
    return kept


def _values(name: str, settings: Settings) -> set[str]:
    group, _, inner = name.partition(" ")
    if group == "games" and inner:
        return _games(settings)
    if name == "rules":
        from mafia_cli.rules.roles import Role
        from mafia_cli.rules.rulings import RULINGS

        return {*RULINGS, *Role, "roles", "rulings"}
    if name == "completion":
        return set(_SHELLS)
    if name == "end":
        return {"town", "mafia", "maniac", "nobody", "none"}
    if group == "player" or name in ("kabum", "revive", "pm", "stats", "why", "amend", "override"):
        return _nicks(settings)
    return set()


def _games(settings: Settings) -> set[str]:
    return {path.stem for path in islice(store.game_files(settings.folder), _MOST_GAMES)}


def _nicks(settings: Settings) -> set[str]:
    """The nicks of the game meant, as its players' list has them."""
    doc = store.load(settings.path(unfinished=False))
    players: Iterable[Any] = doc.get("players", [])
    return {str(player["nick"]) for player in players if isinstance(player, dict) and "nick" in player}
