"""Comfort: completion for shells, ``--plain``, examples in the help."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli import screen
from mafia_cli.cli.app import COMMANDS
from mafia_cli.saves.text import dumps, parse

Mafia = Callable[..., tuple[int, str, str]]
SAMPLE = parse((Path(__file__).parent.parent.parent / "saves" / "example.toml").read_bytes())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "saves"
    made.mkdir()
    doc = {key: value for key, value in SAMPLE.items() if key != "example"}
    (made / "friday.toml").write_text(dumps(doc), encoding="utf-8")
    return made


def offered(mafia: Mafia, *words: str) -> list[str]:
    status, said, errors = mafia("__complete", *words)
    assert (status, errors) == (0, "")
    return said.splitlines()


def test_commands_and_what_stands_inside_a_group(mafia: Mafia) -> None:
    assert set(offered(mafia, "")) == {name.partition(" ")[0] for name in COMMANDS}
    assert offered(mafia, "anno") == ["announce"]
    assert set(offered(mafia, "games", "")) == {"check", "delete", "rename", "restore"}
    assert offered(mafia, "player", "exc") == ["exclude"]
    assert offered(mafia, "nonsense", "") == []


def test_options(mafia: Mafia) -> None:
    assert offered(mafia, "export", "--o") == ["--open", "--output"]
    assert offered(mafia, "games", "delete", "--y") == ["--yes"]
    assert "--plain" in offered(mafia, "--")
    assert offered(mafia, "--lang", "") == ["en", "ru"]


def test_games_and_nicks(mafia: Mafia, folder: Path) -> None:
    assert offered(mafia, "--game", "") == ["friday"]
    assert offered(mafia, "games", "restore", "f") == ["friday"]
    assert offered(mafia, "kabum", "Ж") == ["Жар-птица"]
    assert offered(mafia, "--game", "friday", "player", "rename", "Вас") == ["Василиса"]
    assert offered(mafia, "--game", "nowhere", "kabum", "") == []
    assert offered(mafia, "rules", "ti") == ["tie"]
    assert offered(mafia, "completion", "") == ["bash", "fish", "powershell", "zsh"]


@pytest.mark.parametrize("nick", ["$(rm -rf x)", "`id`", "a b", "-rf", "a;b", "a'b", "*", "~", "a\nb", "\x1b[31m"])
def test_what_a_shell_might_obey_is_not_offered(mafia: Mafia, folder: Path, nick: str) -> None:
    doc = {**SAMPLE, "players": [{"nick": nick, "role": "don"}, {"nick": "Аня", "role": "mafia"}], "steps": []}
    del doc["example"]
    (folder / "friday.toml").write_text(dumps(doc), encoding="utf-8")
    assert offered(mafia, "kabum", "") == ["Аня"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_has_a_script_that_calls_back(mafia: Mafia, shell: str) -> None:
    status, said, _ = mafia("completion", shell)
    assert status == 0
    assert "mafia __complete" in said
    assert mafia("completion", "tcsh")[0] == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(mafia: Mafia, tmp_path: Path) -> None:
    caller = tmp_path / "mafia"
    caller.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mafia_cli "$@"\n', encoding="utf-8")
    caller.chmod(0o755)
    script = mafia("completion", "bash")[1] + (
        "COMP_WORDS=(mafia games re); COMP_CWORD=2; _mafia; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=env, timeout=60, check=True)
    assert done.stdout.split() == ["rename", "restore"]


def test_plain_draws_nothing(mafia: Mafia, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    for name in ("NO_COLOR", "TERM", "MAFIA_PLAIN"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert screen.is_fancy()
    assert "─" in screen.rule("title", 40)
    status, said, _ = mafia("games", "--plain")
    assert status == 0
    assert "friday" in said
    assert "\x1b" not in said
    assert not screen.is_fancy()
    assert screen.rule("title", 40) == "-- title"


def test_the_help_shows_examples(mafia: Mafia) -> None:
    for lang, said in (("ru", "Примеры"), ("en", "Examples")):
        text = mafia("--lang", lang, "--help")[1]
        assert said in text
        assert "mafia export --open" in text
        assert "--plain" in text
        assert max(map(len, text.splitlines())) <= 100
