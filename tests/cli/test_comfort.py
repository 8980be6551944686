"""Comfort: completion for shells, ``--plain``, examples in the help."""

import base64
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli import screen
from mafia_cli.cli.commands import COMMANDS
from mafia_cli.script.toml import dumps, parse

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
    """What zsh and fish are offered: the names as they are."""
    status, said, errors = mafia("__complete", "zsh", *words)
    assert (status, errors) == (0, "")
    return said.splitlines()


def in_bash(mafia: Mafia, line: str) -> list[str]:
    """What bash is given to insert after the last character of its that it takes for a break."""
    status, said, errors = mafia("__complete", "bash", " \t\n\"'@><=;|&(:", f"mafia {line}")
    assert (status, errors) == (0, "")
    return said.splitlines()


def in_powershell(mafia: Mafia, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[tuple[str, ...]]:
    """What PowerShell inserts, and what it shows."""
    monkeypatch.setenv("MAFIA_COMPLETE", "\n".join(words))
    status, said, errors = mafia("__complete", "powershell")
    assert (status, errors) == (0, "")
    assert said.isascii()
    return [tuple(row.split("\t")) for row in base64.b64decode(said).decode().splitlines()]


@pytest.fixture
def nicks(folder: Path) -> Callable[..., None]:
    """Put these players into the game."""

    def put(*names: str) -> None:
        players = [{"nick": nick, "role": "citizen" if at else "don"} for at, nick in enumerate(names)]
        doc = {key: value for key, value in SAMPLE.items() if key not in ("example", "told")}
        (folder / "friday.toml").write_text(dumps({**doc, "players": players, "steps": []}), encoding="utf-8")

    return put


def test_commands_and_what_stands_inside_a_group(mafia: Mafia) -> None:
    assert set(offered(mafia, "")) == {name.partition(" ")[0] for name in COMMANDS}
    assert set(offered(mafia, "games", "")) == {"check", "delete", "rename", "restore"}
    assert offered(mafia, "nonsense", "") == []
    assert in_bash(mafia, "anno") == ["announce"]
    assert in_bash(mafia, "player exc") == ["exclude"]


def test_options_and_their_values(mafia: Mafia) -> None:
    assert in_bash(mafia, "export --o") == ["--open", "--output"]
    assert in_bash(mafia, "games delete --y") == ["--yes"]
    assert "--plain" in offered(mafia, "--")
    assert offered(mafia, "--lang", "") == ["en", "ru"]
    assert offered(mafia, "--lang=") == ["--lang=en", "--lang=ru"]
    assert offered(mafia, "export", "--format", "") == ["html", "json", "md", "txt"]
    assert offered(mafia, "export", "--format=") == [f"--format={one}" for one in ("html", "json", "md", "txt")]
    assert offered(mafia, "new", "--ruling", "tie=") == ["tie=ask", "tie=nobody", "tie=revote"]
    assert "tie=" in offered(mafia, "new", "--ruling", "")
    assert "pirates" in offered(mafia, "new", "--pack", "")
    assert "telegram" in offered(mafia, "new", "--chat", "")
    assert offered(mafia, "end", "") == ["mafia", "maniac", "nobody", "none", "town"]
    assert offered(mafia, "completion", "") == ["bash", "fish", "powershell", "zsh"]
    assert {"tie", "doctor", "3.12", "rulings"} <= set(offered(mafia, "rules", ""))
    assert "доктор" in offered(mafia, "--lang", "ru", "rules", "")


def test_nothing_is_offered_where_a_file_or_free_text_is_wanted(mafia: Mafia, folder: Path) -> None:
    assert offered(mafia, "new", "--players", "") == []
    assert offered(mafia, "amend", "--reason", "") == []
    assert offered(mafia, "player", "rename", "Василиса", "") == []
    assert offered(mafia, "why", "--night", "") == []
    assert offered(mafia, "resolve", "") == []
    assert offered(mafia, "themes", "check", "") == []


def test_games_and_nicks(mafia: Mafia, folder: Path) -> None:
    assert offered(mafia, "--game", "") == ["friday"]
    assert offered(mafia, "new", "--from", "") == ["friday"]
    assert in_bash(mafia, "games restore f") == ["friday"]
    assert in_bash(mafia, "kabum жа") == ["Жар-птица"]
    assert in_bash(mafia, "--game friday player rename Вас") == ["Василиса"]
    assert in_bash(mafia, "player rename Вас --game fri") == ["friday"]
    assert offered(mafia, "--game", "nowhere", "kabum", "") == []
    assert "Василиса" in offered(mafia, "--game=friday", "why", "--night", "2", "")
    assert in_bash(mafia, "amend --role Вас") == ["Василиса="]
    assert in_bash(mafia, "amend --role Василиса=doc") == ["doctor"]
    assert in_bash(mafia, "night --move doctor=Вас") == ["Василиса"]
    assert {"doctor=", "mafia="} <= set(offered(mafia, "night", "--move", ""))
    assert "citizen=" not in offered(mafia, "night", "--move", "")


def test_a_nick_is_offered_as_it_is_now(mafia: Mafia, nicks: Callable[..., None]) -> None:
    nicks("Дон", "Аня", "Боря")
    assert mafia("player", "rename", "Аня", "Анна Павловна")[0] == 0
    assert offered(mafia, "kabum", "") == ["Анна Павловна", "Боря", "Дон"]
    assert mafia("blacklist", "add", "Боря", "--reason", "x")[0] == 0
    assert offered(mafia, "blacklist", "remove", "") == ["Боря"]


NASTY = ["$(rm -rf x)", "`id`", "a b", "a;b", "a'b", 'a"b', "*", "~", "#x", "a\\b", "c:d", "@x", "x,y", "🎸 x", "a’b"]


@pytest.mark.parametrize("nick", NASTY)
def test_what_a_shell_might_obey_is_quoted(
    mafia: Mafia, monkeypatch: pytest.MonkeyPatch, nicks: Callable[..., None], nick: str
) -> None:
    nicks("Дон", nick)
    assert set(offered(mafia, "revive", "")) == {"Дон", nick}
    (word,) = {*in_bash(mafia, "revive ")} - {"Дон"}
    assert shlex.split(word) == [nick]
    assert in_bash(mafia, f"revive {word}") in (
        [word],
        ["d"],
        ["x"],
    )  # after a colon or an at-sign bash breaks the word
    ((inserted, shown),) = {*in_powershell(mafia, monkeypatch, "revive", "")} - {("Дон", "Дон")}
    assert shown == nick
    assert re.fullmatch(r"'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'", inserted)
    assert re.sub("(['‘’‚‛]){2}", r"\1", inserted[1:-1]) == nick


@pytest.mark.parametrize("nick", ["a\nb", "\x1b[31m", "a\tb", "a\u202eb"])
def test_what_breaks_a_line_is_not_offered(mafia: Mafia, nicks: Callable[..., None], nick: str) -> None:
    nicks("Дон", nick)
    assert offered(mafia, "revive", "") == ["Дон"]


def test_a_nick_with_a_dash_in_front_is_offered_where_it_is_no_option(mafia: Mafia, nicks: Callable[..., None]) -> None:
    nicks("Дон", "-rf")
    assert offered(mafia, "revive", "") == ["Дон"]
    assert "-rf" not in offered(mafia, "revive", "-")
    assert in_bash(mafia, "revive -- -") == ["-rf"]
    assert in_bash(mafia, "kabum -") == ["-rf"]


def test_in_bash_only_what_follows_a_break_is_given(mafia: Mafia, nicks: Callable[..., None]) -> None:
    nicks("Дон", "a b:c d", 'q"$x!')
    assert in_bash(mafia, "kabum a") == [r"a\ b\:c\ d"]
    assert in_bash(mafia, r"kabum a\ b:c") == [r"c\ d"]
    assert in_bash(mafia, r"kabum a\ b\:c") == [r"a\ b\:c\ d"]
    assert in_bash(mafia, "kabum 'a ") == ["a b:c d"]
    assert in_bash(mafia, 'kabum "a b:') == ["a b:c d"]
    assert in_bash(mafia, "kabum 'q") == ['q"$x!']
    assert in_bash(mafia, 'kabum "q') == []  # an exclamation mark cannot be kept from bash in these quotes
    assert in_bash(mafia, "kabum q") == [r"q\"\$x\!"]
    assert in_bash(mafia, "night --move 'doctor=a") == ["doctor=a b:c d"]
    assert in_bash(mafia, "night --move doctor='a") == ["a b:c d"]
    assert in_bash(mafia, "  \\") == in_bash(mafia, "")


def test_powershell_gets_its_words_whole(
    mafia: Mafia, monkeypatch: pytest.MonkeyPatch, nicks: Callable[..., None]
) -> None:
    nicks("Дон", "Баба Яга")
    assert in_powershell(mafia, monkeypatch, "kabum", "ба") == [("'Баба Яга'", "Баба Яга")]
    assert in_powershell(mafia, monkeypatch, "kabum", "'Баба Я") == [("'Баба Яга'", "Баба Яга")]
    assert in_powershell(mafia, monkeypatch, "games", "re") == [("rename", "rename"), ("restore", "restore")]
    assert ("--yes", "--yes") in in_powershell(mafia, monkeypatch, "end", "--")
    monkeypatch.delenv("MAFIA_COMPLETE")
    assert mafia("__complete", "powershell")[0] == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_has_a_script_that_calls_this_program(
    mafia: Mafia, shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, said, _ = mafia("completion", shell)
    assert status == 0
    assert f"-m mafia_cli __complete {shell}" in said.replace("'", "")
    program = tmp_path / "it's" / "mafia"
    program.parent.mkdir()
    program.write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", [str(program)])
    said = mafia("completion", shell)[1]
    quoted = {"fish": "it\\'s/mafia'", "powershell": "it''s/mafia'"}.get(shell, """it'"'"'s/mafia'""")
    assert f"{quoted} __complete {shell}" in said


def test_the_script_of_powershell_is_ascii(mafia: Mafia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "Аня" / "mafia"
    program.parent.mkdir()
    program.write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", [str(program)])
    said = mafia("completion", "powershell")[1]
    assert said.isascii()
    assert "\\u0410\\u043d\\u044f/mafia')) __complete" in said


def test_an_unknown_shell_is_refused_with_those_there_are(mafia: Mafia) -> None:
    assert "bash, zsh, fish, powershell" in mafia("completion", "tcsh")[2]


LOOKING = [
    *("status", "status --public", "games", "rules", "rules 3.12", "rules doctor", "rules roles", "rules rulings"),
    *("themes", "themes pirates", "stats", "stats Василиса", "why", "why --night 2", "demo", "pm --list", "pm --log"),
    *("announce", "music", "timer", "blacklist", "player find ва", "export --format txt"),
    *("export --format md", "games check", "amend", "resolve friday.toml", "balance 8 --games 20 --jobs 1", "--help"),
    *("games --help", "night --help", "night --move doctor=6", "vote --close"),
]
DRAWN = re.compile("\x1b|\r|[\u2500-\u259f]")
"""Escapes, a line written over, lines and blocks."""


@pytest.mark.parametrize("line", LOOKING)
@pytest.mark.parametrize("way", ["--plain", "MAFIA_PLAIN", "TERM", "NO_COLOR", "pipe"])
def test_without_drawing_every_command_is_lines_of_text(
    mafia: Mafia, monkeypatch: pytest.MonkeyPatch, folder: Path, way: str, line: str
) -> None:
    shutil.copy(folder / "friday.toml", "friday.toml")
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: way != "pipe", raising=False)
    if way.isupper() or "_" in way:
        monkeypatch.setenv(way, "dumb")
    status, said, errors = mafia(*line.split(), *([way] if way == "--plain" else []))
    assert status in (0, 1)
    assert said or errors
    assert DRAWN.findall(said + errors) == []


def test_on_a_terminal_titles_and_tables_are_drawn(mafia: Mafia, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert DRAWN.search(mafia("status")[1])
    assert "── The deal" in mafia("demo")[1]
    assert "\x1b" not in mafia("status", "--plain")[1]
    assert "-- The deal" in mafia("demo", "--plain")[1]


def test_in_plain_mode_marks_are_words(mafia: Mafia, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    doc = {key: value for key, value in SAMPLE.items() if key not in ("example", "told")}
    (folder / "friday.toml").write_text(dumps({**doc, "steps": doc["steps"][:3]}), encoding="utf-8")
    (folder / "tracks.txt").write_text("Song | Ann\nOther | Bob\n", encoding="utf-8")
    assert mafia("music", "--add", str(folder / "tracks.txt"))[0] == 0
    lines = {key: mafia(*key.split())[1] for key in ("status", "pm --list", "music")}
    assert "✗ day 1, jail" in lines["status"]
    assert "[ ]  2 " in lines["pm --list"]
    monkeypatch.setenv("MAFIA_PLAIN", "1")
    assert "out of the game: day 1, jail" in mafia("status")[1]
    assert "not sent:  2 " in mafia("pm", "--list")[1]
    assert "played, night 1: Song (Ann)" in mafia("music")[1]
    assert not re.search("[✓✗×…→]", mafia("pm", "--list")[1] + mafia("music")[1])


def test_in_plain_mode_what_stood_side_by_side_is_read_in_its_order(
    mafia: Mafia, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = re.compile(r"(?m)^    (\d+) [^\n]+, [A-Z][^\n]*$")
    monkeypatch.setenv("MAFIA_PLAIN", "1")
    assert dealt.findall(mafia("demo")[1])[:14] == [str(seat) for seat in range(1, 15)]


def test_in_plain_mode_the_terminal_is_sent_no_copy(
    mafia: Mafia, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("MAFIA_NO_CLIPBOARD", "1")
    assert "\x1b]52;" in mafia("announce", "--copy")[1]
    monkeypatch.setenv("MAFIA_PLAIN", "1")
    assert "\x1b" not in mafia("announce", "--copy")[1]


def test_a_console_of_windows_that_knows_no_escapes_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    for old in (True, False):
        monkeypatch.setattr("rich.console.detect_legacy_windows", lambda old=old: old)
        assert screen.is_fancy() is not old


def test_the_option_ends_where_the_options_end(mafia: Mafia, folder: Path) -> None:
    assert "--plain" in mafia("player", "find", "--", "--plain")[1]
    assert not screen.is_plain()


def test_the_help_shows_examples(mafia: Mafia) -> None:
    for lang, said in (("ru", "Примеры"), ("en", "Examples")):
        text = mafia("--lang", lang, "--help")[1]
        assert said in text
        assert "mafia export --open" in text
        assert "--plain" in text
        assert max(map(len, text.splitlines())) <= 100
