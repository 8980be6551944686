"""Completion in real shells: Tab is pressed in bash, zsh and fish, and what a command line then holds is looked at.

The line is run with a ``mafia`` that only notes its arguments, so a nick must come out of the shell's own reading of
the line exactly as it is; a shell that is not on this machine is skipped and named.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import LONG

from mafia_cli.script.toml import dumps, parse

sys.path.append(str(Path(__file__).parents[1] / "host"))
from terminal import spawn

ROOT = Path(__file__).parents[2]
SAMPLE = parse((ROOT / "saves" / "example.toml").read_bytes())
NICKS = {
    "Ба": "Баба Яга",
    "к": "Кощей",
    "x": "x$(touch canary)y",
    "d": 'd"ouble "quotes',
    "s": "s'ingle",
    "c": "c:olon:s",
    "e": "e=quals;touch canary",
    "h": "h!istory",
    "g": "g*lob?[a]",
    "b": "b\\ack\\",
    "p": "p|ipe>&<(x)",
    "v": "v$HOME~{a,b}",
    "🎸": "🎸 гитара",
    "t": "t`touch canary`",
}
"""What is typed, and the nick that it begins; behind two back ticks, quoted or not, bash completes no arguments."""
FIRST = ["~tilde", "-rf", "#hash"]
"""Nicks whose first character a shell reads in a way of its own."""
SHELLS = {
    "bash": ["--noprofile", "--rcfile", "{home}/rc", "-i"],
    "zsh": ["-i"],
    "fish": ["--interactive"],
}


class Shell:
    """A shell in a terminal, with the completion loaded as its rc file says."""

    def __init__(self, name: str, home: Path) -> None:
        self.home, self.noted = home, home / "noted"
        (home / "bin").mkdir()
        note = home / "bin" / "mafia"
        (home / "noting.py").write_text(
            "import json, os, sys\n"
            'with open(os.environ["NOTED"], "a", encoding="utf-8") as file:\n'
            '    file.write(json.dumps(sys.argv[1:]) + "\\n")\n'
            'print("<noted", sys.argv[-1], end=">\\n")\n',
            encoding="utf-8",
        )
        # Not by its first line: a path with a blank in it cannot stand there.
        note.write_text(f'#!/bin/sh\nexec "{sys.executable}" -SE "{home}/noting.py" "$@"\n', encoding="utf-8")
        note.chmod(0o755)
        loads = f'"{sys.executable}" -m mafia_cli completion {name}'
        rc = {"bash": home / "rc", "zsh": home / ".zshrc", "fish": home / "fish" / "config.fish"}[name]
        rc.parent.mkdir(exist_ok=True)
        # Where these are missing fish begins by making some 14,000 files of all manual pages.
        (home / "data" / "fish" / "generated_completions").mkdir(parents=True)
        fish = f"{loads} | source\nset -g fish_autosuggestion_enabled 0\n"
        rc.write_text(fish if name == "fish" else f'eval "$({loads})"\n', encoding="utf-8")
        kept = {key: value for key, value in os.environ.items() if key in ("LD_LIBRARY_PATH", "PYTHONPATH")}
        self.child = spawn(
            [shutil.which(name) or name, *(word.format(home=home) for word in SHELLS[name])],
            {
                **kept,
                "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
                "HOME": str(home),
                "ZDOTDIR": str(home),
                "XDG_CONFIG_HOME": str(home),
                "XDG_DATA_HOME": str(home / "data"),
                "TERM": "xterm",
                "LANG": "C.UTF-8",
                "MAFIA_LANG": "ru",
                "MAFIA_SAVES": str(home / "saves"),
                "NOTED": str(self.noted),
                "HISTFILE": str(home / "history"),
            },
            200,
            50,
            home,
        )
        self.sent = 0

    def run(self, typed: str) -> list[str]:
        """Type a line (``\\t`` is Tab) and Enter; return the arguments that the command was run with."""
        self.sent += 1
        self.child.send(f"{typed}\r")
        mark = f"mark{self.sent}"
        self.child.send(f"mafia {mark}\r")
        self.child.expect_exact(f"<noted {mark}>")
        lines = [json.loads(line) for line in self.noted.read_text(encoding="utf-8").splitlines()]
        found: list[str] = lines[-2]
        assert lines[-1] == [mark]
        return found


@pytest.fixture(params=SHELLS, scope="module")
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    name: str = request.param
    tmp_path = tmp_path_factory.mktemp(name)
    if shutil.which(name) is None:
        pytest.skip(f"no {name} on this machine (Debian: apt-get install {name})")
    saves = tmp_path / "saves"
    saves.mkdir()
    nicks = [*NICKS.values(), *FIRST]
    players = [{"nick": nick, "role": "citizen" if at else "don"} for at, nick in enumerate(nicks)]
    doc = {**SAMPLE, "players": players, "steps": [], "told": []}
    del doc["example"]
    (saves / "пятница.toml").write_text(dumps(doc), encoding="utf-8")
    (tmp_path / "игроки и роли.txt").write_text("", encoding="utf-8")
    started = Shell(name, tmp_path)
    yield started
    started.child.close(force=True)


def test_every_nick_comes_out_as_it_is(shell: Shell) -> None:
    assert shell.run("mafia kabum " + " ".join(f"{typed}\t" for typed in NICKS)) == ["kabum", *NICKS.values()]
    pairs = [*NICKS.items()][2 : 8 if LONG else 4]
    line = " ".join(f"--move доктор={typed}\t" for typed, _ in pairs)
    assert shell.run(f"mafia night {line}")[2::2] == [f"доктор={nick}" for _, nick in pairs]
    assert not (shell.home / "canary").exists()


def test_a_word_begun_in_quotes(shell: Shell) -> None:
    for quote, begun in {"'": ["Ба", "d", "s", "c", "x", "v"], '"': ["v", "x", "d", "s", "c", "Ба"]}.items():
        begun = begun if LONG else begun[:3]
        line = " ".join(f"{quote}{typed}\t" for typed in begun)
        assert shell.run(f"mafia kabum {line}") == ["kabum", *(NICKS[typed] for typed in begun)]
    assert shell.run("mafia kabum " + " ".join(f"'{nick[0]}\t" for nick in FIRST)) == ["kabum", *FIRST]
    assert not (shell.home / "canary").exists()


def test_a_nick_begun_and_gone_on_with(shell: Shell) -> None:
    assert shell.run("mafia kabum Баба\\ Я\t") == ["kabum", "Баба Яга"]
    assert shell.run("mafia kabum c:ol\t") == ["kabum", "c:olon:s"]
    assert shell.run("mafia player rename c\t new") == ["player", "rename", "c:olon:s", "new"]


def test_commands_options_games_and_files(shell: Shell) -> None:
    assert shell.run("mafia anno\t") == ["announce"]
    assert shell.run("mafia playe\t exc\t") == ["player", "exclude"]
    assert shell.run("mafia games rest\t пя\t") == ["games", "restore", "пятница"]
    assert shell.run("mafia --game пя\t status --pub\t") == ["--game", "пятница", "status", "--public"]
    assert shell.run("mafia --game=пя\t status") == ["--game=пятница", "status"]
    assert shell.run("mafia new --players иг\t --yes") == ["new", "--players", "игроки и роли.txt", "--yes"]
    assert shell.run("mafia export --format h\t --op\t") == ["export", "--format", "html", "--open"]


def test_the_program_is_found_by_its_path_too(shell: Shell) -> None:
    assert shell.run("bin/mafia anno\t") == ["announce"]
