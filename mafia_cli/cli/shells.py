"""What each shell wants for completion: its script, how it tells the line, how it must be answered.

The script asks ``mafia __complete SHELL ...`` and inserts an answer as it is (bash, PowerShell) or quotes it itself
(zsh, fish). No shell evaluates an answer, and what is inserted reads as one word, whatever a nick holds.
"""

import base64
import os
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

SHELLS: Final = ("bash", "zsh", "fish", "powershell")
VARIABLE: Final = "MAFIA_COMPLETE"
"""Where PowerShell's script puts the words, a line each: it passes no empty argument and spoils quotes in others."""

_BASH: Final = """\
_mafia() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(%s __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _mafia mafia
"""

_ZSH: Final = """\
#compdef mafia
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_mafia() {
    local -a found
    found=(${(f)"$(%s __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"})
    (( $#found )) || { _files; return }
    compadd -S '' -- ${(M)found:#*=}
    compadd -- ${found:#*=}
    (( compstate[nmatches] )) && return
    local begin="${(L)${(Q)PREFIX}}" one
    for one in $found; do
        [[ ${(L)one} == "$begin"* ]] && compadd -U -- $one
    done
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _mafia "$@"
else
    compdef _mafia mafia
fi
"""

_FISH: Final = """\
function __mafia_complete
    set -l word (commandline -ct)
    set -l found (%s __complete fish (commandline -opc)[2..-1] "$word" 2>/dev/null)
    if set -q found[1]
        printf '%%s\\n' $found
    else
        __fish_complete_path "$word"
    end
end
complete -c mafia -f -a '(__mafia_complete)'
"""

_POWERSHELL: Final = """\
Register-ArgumentCompleter -Native -CommandName mafia -ScriptBlock {
    param($word, $line, $at)
    $before = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $at } |
        ForEach-Object { if ($_.Value -is [string]) { $_.Value } else { $_.Extent.Text } })
    $env:MAFIA_COMPLETE = ($before + "$word") -join "`n"
    try { $said = %s __complete powershell 2>$null } finally { Remove-Item env:MAFIA_COMPLETE -ErrorAction Ignore }
    [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String("$said")) -split "`n" | Where-Object { $_ } |
        ForEach-Object {
            $insert, $shown = $_ -split "`t"
            [System.Management.Automation.CompletionResult]::new($insert, $shown, 'ParameterValue', $shown)
        }
}
"""


class Typed(NamedTuple):
    """A line up to the cursor: the words before the last one, the last one, and how an answer to it is quoted.

    ``held`` of the last word's characters stay as they are; ``quote`` is the quotation mark still open, or "".
    """

    before: list[str]
    current: str
    held: int = 0
    quote: str = ""


def script(shell: str) -> str:
    """Return the script of one of ``SHELLS``; it calls this very program, wherever it stands."""
    words = _program()
    match shell:
        case "bash":
            return _BASH % shlex.join(words)
        case "zsh":
            return _ZSH % shlex.join(words)
        case "fish":
            return _FISH % " ".join(map(_fish_quoted, words))
    return _POWERSHELL % f"& {' '.join(map(_ascii_powershell, words))}"


def _program() -> list[str]:
    path = Path(sys.argv[0]).absolute()
    if re.fullmatch(r"mafia(\.exe)?", path.name) and (path.exists() or path.with_suffix(".exe").exists()):
        return [str(path)]
    return [sys.executable, "-m", "mafia_cli"]


def _fish_quoted(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _ascii_powershell(word: str) -> str:
    """A word in ASCII alone: PowerShell may read a program's output in another code page than it was written in."""
    if word.isascii():
        return _powershell_quoted(word)
    coded = re.sub(r"[^ -~]|\\", lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])), word)
    return f"([regex]::Unescape({_powershell_quoted(coded)}))"


def _units(char: str) -> list[int]:
    data = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


# --- the line ---------------------------------------------------------------------------------------------


def typed(shell: str, arguments: Sequence[str]) -> Typed:
    """Return what stands on the line, from the arguments that a shell's script gives."""
    if shell == "bash":
        breaks, line = (*arguments, "", "")[:2]
        return _bash_line(breaks, line)
    if shell == "powershell":
        *before, current = os.environ.get(VARIABLE, "").split("\n")
        return Typed(before, current.lstrip("'\"‘’‚‛“”„"))
    *before, current = arguments or [""]
    return Typed(before, current)


def _bash_line(breaks: str, line: str) -> Typed:
    """Read a command as bash does, the command's own name left out; nothing in it is expanded.

    Readline replaces only what follows the last quotation mark or unquoted character of ``breaks``: the rest is held.
    """
    words: list[str] = []
    word, held, quote, started = "", 0, "", False
    chars = iter(line)
    for char in chars:
        if char == "\\" and quote != "'":
            after = next(chars, "")
            word += after if not quote or after in '$`"\\' else char + after
            started = True
        elif char in "'\"" and quote in ("", char):
            quote, held, started = "" if quote else char, len(word), True
        elif not quote and char in " \t\n":
            if started:
                words.append(word)
            word, held, started = "", 0, False
        else:
            word, started = word + char, True
            if not quote and char in breaks:
                held = len(word)
    return Typed(words[1:], word, held, quote)


# --- the answer -------------------------------------------------------------------------------------------


def answer(shell: str, line: Typed, candidates: Iterable[str]) -> str:
    """Return the candidates as the script wants them; zsh and fish choose among them by ways of their own."""
    if shell in ("zsh", "fish"):
        return "\n".join(candidates)
    begin = line.current.casefold()
    fitting = [one for one in candidates if one.casefold().startswith(begin)]
    if shell == "bash":
        rests = [one[line.held :] for one in fitting if one.startswith(line.current[: line.held])]
        return "\n".join(_bash_quoted(rest, line.quote) for rest in rests if not (line.quote == '"' and "!" in rest))
    rows = "\n".join(f"{_powershell_word(one)}\t{one}" for one in fitting)
    return base64.b64encode(rows.encode()).decode()


def _bash_quoted(text: str, quote: str) -> str:
    if quote == "'":
        return text.replace("'", "'\\''")
    return re.sub(r'[\\$`"]' if quote else r"[^\w./=\-]", _bash_escaped, text)


def _bash_escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0].isascii() else found[0]


def _powershell_word(text: str) -> str:
    return text if re.fullmatch(r"--[a-z-]+|[\w.][\w.\-]*=?", text) else _powershell_quoted(text)


def _powershell_quoted(text: str) -> str:
    return "'" + re.sub("['‘’‚‛]", r"\g<0>\g<0>", text) + "'"
