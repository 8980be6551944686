"""Streams closed, full or of another encoding, a file where a folder should be, a command of a group misspelt."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli.cli.app import run

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]


def shell(line: str, folder: Path) -> tuple[int, str]:
    """Run ``mafia`` with what a shell does to its streams; return the status and standard error."""
    env = {**os.environ, "MAFIA_LANG": "ru", "MAFIA_SAVES": str(folder), "LANG": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m mafia_cli {line}'],
        env=env,
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")
@pytest.mark.parametrize("line", ["rules <&-", "play <&-", "rules >&-", "rules >&- 2>&-", "music --add - <&-"])
def test_a_closed_stream_is_no_traceback(line: str, tmp_path: Path) -> None:
    assert "Traceback" not in shell(line, tmp_path)[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told_when_printing(tmp_path: Path) -> None:
    status, err = shell("rules >/dev/full", tmp_path)
    assert status == 1
    assert err.startswith("На диске нет места.")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_a_name_of_a_file_that_is_no_text_comes_back_whole(tmp_path: Path, mafia: Mafia) -> None:
    name = os.fsdecode(b"\xff\xd0.toml")
    status, out, _ = mafia("resolve", "--json", name)
    assert status == 1
    assert json.loads(out)["file"] == name


@pytest.mark.parametrize("line", ["games", "stats", "status", "blacklist add Аня", "music --add -"])
def test_a_file_in_place_of_the_folder_is_named(line: str, mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    status, _, err = mafia(*line.split(), "--saves", str(tmp_path / "file"), "--lang", "ru")
    assert status == 1
    assert err == f"Это файл, а нужна папка: {tmp_path / 'file'}.\n"


def test_a_misspelt_command_of_a_group_is_guessed(mafia: Mafia) -> None:
    assert "mafia games rename" in mafia("games", "renmae")[2]
    assert mafia("blacklist", "Аня")[0] == 2
    assert mafia("games", "--all")[0] == 0


# --- code pages -----------------------------------------------------------------------------------------------

SAVES = Path(__file__).parents[2] / "saves"


def printed(encoding: str, *args: str, lang: str = "ru", typed: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run ``mafia`` with streams in an encoding, as a legacy console or its pipe has; return status, output, errors."""
    kept, before = (sys.stdin, sys.stdout, sys.stderr), dict(os.environ)
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(one, encoding) for one in (io.BytesIO(typed), out, err))
    os.environ.update(MAFIA_LANG=lang, MAFIA_SAVES=str(SAVES))
    try:
        status = run(args)
        sys.stdout.flush()
        sys.stderr.flush()
        return status, out.getvalue(), err.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        os.environ.clear()
        os.environ.update(before)


def printed_by_a_process(encoding: str, *args: str) -> tuple[int, bytes, bytes]:
    """Do the same in a process of its own, told of the encoding as a console tells it."""
    env = {**os.environ, "MAFIA_LANG": "ru", "MAFIA_SAVES": str(SAVES), "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, "-m", "mafia_cli", *args], env=env, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("encoding", ["cp866", "ascii"])
@pytest.mark.parametrize("line", ["status --game example", "export --format json --game example"])
def test_a_process_prints_in_a_code_page_as_is_tested_below(encoding: str, line: str) -> None:
    assert printed_by_a_process(encoding, *line.split()) == printed(encoding, *line.split())


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "utf-8"])
@pytest.mark.parametrize(
    "line",
    [
        "resolve --json evening.toml",
        "export --format json --game evening",
        "export --format md --game evening",
        "stats --json",
        "stats --csv",
        "player find --game evening --json Кощей",
    ],
)
def test_what_a_program_reads_is_utf_8_whatever_the_system_speaks(encoding: str, line: str, tmp_path: Path) -> None:
    example = (Path(__file__).parents[2] / "saves" / "example.toml").read_text("utf-8")
    (tmp_path / "evening.toml").write_text(example.replace("example = true\n", ""), "utf-8")
    status, out, _ = printed(encoding, *line.split(), "--saves", ".")
    text = out.decode("utf-8")
    assert status == 0
    assert ("игла_в_яйце" if "stats" in line else "Кощей") in text
    assert "json" not in line or json.loads(text)


COMMANDS = ["status --game example", "demo", "why --game example --night 2", "rules", "export --game example -o x.md"]


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "koi8-r"])
@pytest.mark.parametrize("line", COMMANDS)
def test_a_russian_code_page_shows_words_and_something_for_every_sign(
    encoding: str, line: str, own_folder: Path
) -> None:
    status, out, err = printed(encoding, *line.split())
    assert (status, err) == (0, b"")
    said = out.decode(encoding)
    assert not re.search("[?]{2}| [?] ", said)
    if "demo" in line:
        assert "ходы: мафия (кощей) -> царевич" in said.lower()
        assert "* Ночь 1 позади" in said
    assert "«x»" in (bad := printed(encoding, "x")[2].decode(encoding)) or '"x"' in bad


@pytest.mark.parametrize("encoding", ["cp437", "cp1252", "ascii"])
def test_a_code_page_without_cyrillic_shows_it_in_latin_letters(encoding: str) -> None:
    status, out, _ = printed(encoding, "status", "--game", "example")
    assert status == 0
    said = out.decode(encoding)
    assert "Skazochnyy vecher" in said
    assert "Zhar-ptitsa" in said
    assert "Shch" in printed(encoding, "Щука")[2].decode(encoding)
    assert "??" not in said


def test_every_letter_and_sign_of_the_catalogues_has_a_substitute() -> None:
    from mafia_cli.words.substitutes import error_handler

    root = Path(__file__).parents[2] / "mafia_cli"
    signs = {sign for file in root.rglob("*.toml") for sign in file.read_text(encoding="utf-8")}
    for encoding in ("ascii", "cp866", "cp1251"):
        lost = [
            sign
            for sign in signs
            if sign != "?" and "?" in sign.encode(encoding, error_handler(encoding)).decode(encoding)
        ]
        assert lost == []
    assert "café ğ 🎸 漢".encode("ascii", error_handler("ascii")) == b"cafe g * ?"


@pytest.mark.parametrize("line", ["themes pirates --toml", "completion bash"])
def test_what_becomes_a_file_is_utf8_in_any_code_page(line: str) -> None:
    assert printed("cp866", *line.split())[1] == printed("utf-8", *line.split())[1]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_completion_calls_a_program_in_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    program = os.fsencode(tmp_path) + b"/\xff/mafia"
    os.mkdir(os.path.dirname(program))
    Path(os.fsdecode(program)).write_text("from mafia_cli.__main__ import main\nmain()\n")
    line = [os.fsencode(sys.executable), program, b"completion", b"bash"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(line, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert program in done.stdout


def test_lines_typed_or_pasted_with_windows_line_ends_are_read(mafia: Mafia, own_folder: Path) -> None:
    people = [*"АБВГДЕЖЗ"]
    (own_folder / "people.txt").write_bytes("\r\n".join(people).encode())
    assert mafia("new", "eve", "--players", "people.txt", "--yes", "--lang", "ru")[0] == 0
    assert [mafia("player", "find", nick)[0] for nick in people] == [0] * 8
    assert [nick for nick in people if "\r" in mafia("player", "find", nick)[1]] == []


def test_a_broken_byte_typed_in_plain_mode_is_no_traceback(own_folder: Path) -> None:
    status, _, err = printed("utf-8", "new", "--players", "-", "--yes", typed=b"\xd0\n\xff")
    assert status == 1
    assert b"Traceback" not in err
