"""What a tired host, a file or a machine may get wrong: one or two lines, an exit status, nothing written."""

import errno
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mafia_cli.cli import app
from mafia_cli.script.toml import MAX_BYTES, dumps, parse
from mafia_cli.words.catalogue import Words

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
Refused = Callable[..., str]

NICKS = ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Захар", "Ирина", "Костя", "Лена", "Марина"]
ROLES = [
    "don",
    "mafia",
    "commissar",
    "doctor",
    "casanova",
    "mayor",
    "maniac",
    "thief",
    "journalist",
    "kamikaze",
    "citizen",
    "poisoner",
]


@pytest.fixture(params=["ru", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def players(tmp_path: Path) -> Path:
    file = tmp_path / "players.txt"
    file.write_text("\n".join(f"chat{seat} = {nick}" for seat, nick in enumerate(NICKS, 1)), "utf-8")
    return file


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def files(folder: Path) -> dict[str, bytes]:
    """What stands on disk, locks aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and ".locks" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture
def refused(mafia: Mafia, tmp_path: Path, lang: str) -> Refused:
    """Run a command that must fail; return its message, which is short, in the language asked for, and no traceback."""

    def run(*args: str, status: int = 1, lines: int = 2) -> str:
        before = files(tmp_path)
        got, out, err = mafia("--lang", lang, *args)
        assert (got, out if status == 2 else "") == (status, "")
        assert "Traceback" not in err
        assert 0 < len(err.splitlines()) <= lines
        assert all(len(line) <= 200 for line in err.splitlines())
        assert bool(re.search(r"\b[а-я]{3}", re.sub('«[^»]*»|"[^"]*"', "", err))) == (lang == "ru"), err
        assert files(tmp_path) == before
        return err

    return run


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first game made is kept for the tests after it."""
    return tmp_path_factory.mktemp("begun") / "saves"


@pytest.fixture
def game(mafia: Mafia, players: Path, tmp_path: Path, saves: Path, begun: Path) -> Path:
    """A game dealt, its messages sent, two quiet nights played."""
    deal = tmp_path / "deal.txt"
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(NICKS, ROLES, strict=True)), "utf-8")
    if begun.exists():
        shutil.copytree(begun, saves)
        return saves / "game.toml"
    for line in (
        ("new", "game", "--players", str(players), "--deal", str(deal), "--yes"),
        ("pm", "--sent", "all"),
        ("night", "--move", "poisoner=Вера", "--move", "doctor=Глеб", "--move", "mafia=Даша", "--judge", "--yes"),
    ):
        status, _, err = mafia(*line)
        assert status == 0, err
    shutil.copytree(saves, begun)
    return saves / "game.toml"


# --- the line -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("frobnicate", "mafia --help"),
        ("nigth", "mafia night"),
        ("player renmae x", "mafia player rename"),
        ("night --moev x", "--moev"),
        ("night --move", "--move"),
        ("announce --night soon", "--night"),
        ("announce --night 1.5", "--night"),
        ("new --players x --seed abc", "--seed"),
        ("kabum", "kabum --help"),
        ("resolve", "resolve --help"),
        ("player violation Аня", "violation --help"),
        ("status more", "more"),
        ("override --dead Аня", "--reason"),
    ],
)
def test_wrong_usage(refused: Refused, line: str, says: str) -> None:
    assert says in refused(*line.split(), status=2)


@pytest.mark.parametrize(
    "line", ["unod", "kabumm", "player exlude x", "games delte x", "blacklist remov x", "edn", "dael"]
)
def test_a_misspelt_word_is_never_taken_for_one_that_destroys(refused: Refused, line: str) -> None:
    said = refused(*line.split(), status=2)
    assert not any(
        name in said for name in ("undo", "kabum ", "exclude", "delete", "remove", "mafia end", "mafia deal")
    )


def test_help_is_asked_for_in_each_usual_way(mafia: Mafia) -> None:
    for name in ("night", "player", "player exclude", "games", "kabum"):
        words = name.split()
        wanted = mafia(*words, "--help")
        assert wanted[0] == 0
        assert name in wanted[1]
        assert mafia(*words, "-h") == mafia("help", *words) == wanted
    assert mafia("-h") == mafia("help") == mafia("--help")
    assert mafia("help", "nigth")[0] == 2


def test_a_global_option_without_or_with_a_wrong_value(mafia: Mafia) -> None:
    assert mafia("status", "--saves")[::2] == (2, "--saves needs a value.\n")
    assert mafia("--lang", "fr", "status")[0] == 2
    assert "ru, en" in mafia("--lang", "fr", "status")[2]


def test_no_english_of_the_parser_in_russian(mafia: Mafia) -> None:
    for line in ("announce --night soon", "status more", "night --moev x", "kabum"):
        said = mafia("--lang", "ru", *line.split())[2]
        assert not re.search(r"\b(is|not|valid|got|unexpected|option)\b", said, re.IGNORECASE)


# --- players, roles, rulings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "7"),
        ("Аня\nБорис\nВера", "3"),
        ("\n".join([*NICKS, "Аня"]), "«Аня»"),
        ("\n".join([*NICKS, "Aня"]), "«Aня»"),  # a Latin A
        ("\n".join(f"n{n}" for n in range(101)), "101"),
    ],
)
def test_players_that_may_not_be(refused: Refused, players: Path, lang: str, text: str, said: str) -> None:
    players.write_text(text, "utf-8")
    quoted = said if lang == "ru" else said.replace("«", '"').replace("»", '"')
    assert quoted in refused("new", "g", "--players", str(players), "--yes")


def test_every_player_that_may_not_be_is_named_at_once(refused: Refused, players: Path) -> None:
    players.write_text("\n".join([*NICKS, "Аня", "Bера", "Егoр"]), "utf-8")
    assert len(refused("new", "--players", str(players), "--yes", lines=3).splitlines()) == 3


def test_what_nobody_sees_is_taken_out_of_a_nick(mafia: Mafia, players: Path, saves: Path) -> None:
    players.write_text("\n".join([*NICKS, "зо\u200bя\x07", "x\u202ey"]), "utf-8")
    assert mafia("new", "g", "--players", str(players), "--yes")[0] == 0
    doc = parse((saves / "g.toml").read_bytes())
    assert [player["nick"] for player in doc["players"]] == [*NICKS, "зоя", "xy"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("\n".join(NICKS).encode("cp1251"), "windows-1251"),
        ("\n".join(NICKS).encode("utf-16"), "UTF-16"),
        (b"\xff\xfe\x00", "UTF-"),
        (b"x\n" * MAX_BYTES, str(MAX_BYTES)),
    ],
)
def test_a_file_of_players_that_is_no_text(refused: Refused, players: Path, data: bytes, said: str) -> None:
    players.write_bytes(data)
    assert said in refused("new", "g", "--players", str(players), "--yes")


def test_a_bom_before_the_players_is_passed_over(mafia: Mafia, players: Path) -> None:
    players.write_bytes(b"\xef\xbb\xbf" + players.read_bytes())
    assert mafia("new", "g", "--players", str(players), "--yes")[0] == 0


def test_a_file_that_is_not_there_or_a_folder(refused: Refused, tmp_path: Path) -> None:
    assert "none.txt" in refused("new", "g", "--players", "none.txt")
    refused("new", "g", "--players", str(tmp_path))
    assert "a␀b" in refused("new", "g", "--players", "a\0b")


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--roles", "don=1,wizard=2", "wizard"),
        ("--roles", "don=1,mafia=2,commissar=1,doctor=1,casanova=1,mayor=1,citizen=9", "16"),
        ("--roles", "don=2,commissar=1,doctor=1,casanova=1,mayor=1,citizen=6", ""),
        ("--ruling", "tie", "tie=nobody"),
        ("--ruling", "tie=coin", "revote, nobody, ask"),
        ("--ruling", "ties=nobody", "tie."),
        ("--mayor", "Кто", "Кто"),
        ("--mayor", "0000019", "0000019"),
        ("--mayor", "9" * 5000, "9999"),
        ("--seed", str(1 << 64), "seed"),
        ("--chat", "pigeon", "telegram"),
    ],
)
def test_a_game_that_may_not_be(refused: Refused, players: Path, option: str, value: str, says: str) -> None:
    assert says in refused("new", "g", "--players", str(players), option, value, "--yes")


@pytest.mark.parametrize(("line", "says"), [("Аня ~ don", "Аня ~ don"), ("Аня = dan", "dan"), ("Кто = don", "Кто")])
def test_a_deal_that_may_not_be(refused: Refused, players: Path, tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "deal").write_text(line, "utf-8")
    assert says in refused("new", "g", "--players", str(players), "--deal", str(tmp_path / "deal"), "--yes")


def test_new_without_players_and_without_a_terminal(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert "--players" in refused("new", "g")


def test_a_name_that_no_file_can_bear(mafia: Mafia, refused: Refused, players: Path, saves: Path) -> None:
    refused("new", "g\ud800", "--players", str(players), "--yes")
    for name in ("../../etc/passwd", "a\0b", "con", "💀", "x" * 500, "a/b\\c"):
        assert mafia("new", name, "--players", str(players), "--yes")[0] == 0
    made = [path for path in saves.iterdir() if path.suffix == ".toml"]
    assert len(made) == 6
    assert all(re.fullmatch(r"[\w-]+\.toml", path.name) for path in made)


# --- in the game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("night --anyway --move doctor=Никодим", "Никодим"),
        ("night --anyway --move doctor=99", "99"),
        ("night --anyway --move doctor=арина", "Марина"),
        ("night --anyway --move doctor", "doctor="),
        ("night --anyway --move wizard=Аня", "commissar"),
        ("night --anyway --skip wizard", "commissar"),
        ("night --anyway --move mayor=Аня", "2.8"),
        ("night --anyway --move bodyguard=Аня", "2.10"),
        ("night --anyway --move thief=Захар", "2.11"),
        ("night --anyway --move journalist=Аня", "2.14"),
        ("night --anyway --move journalist=Аня,Аня", "2.14"),
        ("night --anyway --move doctor=Даша", "1.7"),  # dead
        ("night --anyway --move casanova=Аня", "2.5"),  # the mover is dead
        ("night --anyway --move poisoner=Аня", "4"),  # until night 4
        ("night --anyway --move doctor=Глеб", "6"),  # until night 6
        ("vote --mayor Никто", "Никто"),
        ("kabum Никто", "Никто"),
        ("kabum Даша", "2.13"),
        ("revive Аня", "2.12"),
        ("revive Никто", "Никто"),
        ("player heir Аня --yes", "2.8"),
        ("player exclude Никто", "Никто"),
        ("player exclude Аня --rule 9.9", "9.9"),
        ("player violation Аня 1.99", "1.99"),
        ("player rename Аня Борис", "Борис"),
        ("player replace Аня Аня", ""),
        ("player rename Аня a\x1bb", "a␛b"),
        ("player rename Аня Вeра", "Вера"),
        ("player replace Аня \ud800", "�"),
        ("override --reason x --answer commissar", "commissar=+"),
        ("override --reason x --answer commissar=maybe", "maybe"),
        ("override --reason x --dead Никто", "Никто"),
        ("override --reason x --dead Аня --alive Аня", "1.2"),
        ("end us", "nobody"),
        ("end", "none"),
        ("announce --night 7", ""),
        ("announce --text tale", "verdict"),
        ("pm Никто", "Никто"),
        ("pm --sent", ""),
        ("rules 9.9", "3.12"),
        ("redo", ""),
        ("status --game other", "other"),
        ("status --game ../game", "../game"),
    ],
)
def test_what_the_game_does_not_allow(refused: Refused, game: Path, line: str, says: str) -> None:
    assert says in refused(*line.split(" "))


def test_an_ambiguous_nick_lists_the_candidates(refused: Refused, game: Path) -> None:
    doc = parse(game.read_bytes())
    doc["players"][0]["nick"], doc["players"][1]["nick"] = "Маша Иванова", "Маша Петрова"
    game.write_text(dumps(doc), "utf-8")
    said = refused("kabum", "Маша")
    assert "Маша Иванова" in said
    assert "Маша Петрова" in said


@pytest.mark.parametrize("nick", ["\ud800", "a\0b", "\x1b[31m", "{nick}", "%s", "x" * 5000, "\u202e", "[red]"])
def test_a_nick_that_is_no_nick_is_shown_safely(refused: Refused, game: Path, nick: str) -> None:
    said = refused("revive", nick)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e\ud800]", said)


def test_an_empty_override_needs_a_reason_and_votes_their_lines(refused: Refused, game: Path, tmp_path: Path) -> None:
    assert "1.2" in refused("override", "--reason", " ")
    assert "none" in refused("vote", "--votes", str(tmp_path / "none"))


def test_votes_that_cannot_be_read_are_told_by_their_line(mafia: Mafia, game: Path, tmp_path: Path, lang: str) -> None:
    (tmp_path / "votes").write_text("Аня = Борис\n\nБорис\nНикто = Аня\nВера = Аня\n", "utf-8")
    status, _, err = mafia("--lang", lang, "vote", "--votes", str(tmp_path / "votes"), "--close", "--yes")
    assert status == 1
    assert [re.findall(r"\d", line)[0] for line in err.splitlines()[:2]] == ["3", "4"]
    assert parse(game.read_bytes())["steps"][-1]["open"] is True


def test_before_any_game_and_after_the_last(refused: Refused, mafia: Mafia, game: Path) -> None:
    assert mafia("end", "none", "--yes")[0] == 0
    assert "mafia new" in refused("night")
    game.unlink()
    assert "mafia new" in refused("status")


# --- files and folders --------------------------------------------------------------------------------------------

WRITES = (
    ("night", "--anyway", "--skip", "doctor"),
    ("undo",),
    ("player", "violation", "Аня", "4.2"),
    ("pm", "--sent", "all"),
)


def test_a_damaged_save_is_told_with_line_and_column_and_left_as_it_is(refused: Refused, game: Path) -> None:
    lines = game.read_text("utf-8").splitlines()
    lines[2] = "seed = = 5"
    game.write_text("\n".join(lines), "utf-8")
    for command in (("status",), ("announce",), *WRITES):
        said = refused(*command, "--game", "game")
        assert re.search(r"\b3\b.*\b8\b", said)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("seed = 1\n# 99999\nhost = 'x'\nminutes = { day = " + "7" * 5000 + " }\n", 4, "числ"),
        ('host = """[[[[\n[[[[[\n"""\n# [[[[\ntracks = ' + "[" * 3000 + '"{"' + "]" * 3000 + "\n", 5, "скоб"),
        ("tracks = [\n" + "[[[[[[[[[[\n" * 300 + "]" * 3001, 301, "скоб"),
        ("seed = 1\nhost = 2025-13-45\n", 2, "лишнее"),
    ],
)
def test_what_the_parser_cannot_take_is_told_with_its_line(
    tmp_path: Path, mafia: Callable[..., tuple[int, str, str]], text: str, line: int, says: str
) -> None:
    (tmp_path / "game.toml").write_text(text, "utf-8")
    status, out, _ = mafia("resolve", "--json", "--lang", "ru", "game.toml")
    error = json.loads(out)["error"]
    assert status == 1
    assert f"строка {line}," in error
    assert says in error.lower()


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "BOM"),
        (lambda data: data.decode().encode("cp1251"), "windows-1251"),
        (lambda data: data.replace(b"format = 1", b"format = 99"), "99"),
        (lambda data: data.replace(b'role = "don"', b'role = "dan"'), "players[1].role"),
        (lambda data: data.replace(b'kind = "night"', b'kind = "nite"'), "steps[1].kind"),
        (lambda data: data + b"x" * MAX_BYTES, str(MAX_BYTES)),
        (lambda data: data.replace(b"seed", b"sead"), "sead"),
        (lambda _: b"[" * 100_000, "1"),
        (lambda _: b"\x00", "1"),
    ],
)
def test_a_save_that_cannot_be(refused: Refused, game: Path, damage: Callable[[bytes], bytes], says: str) -> None:
    game.write_bytes(damage(game.read_bytes()))
    for command in (("status",), ("night",)):
        assert says in refused(*command, "--game", "game")


def test_an_empty_file_is_a_game_without_players(refused: Refused, game: Path) -> None:
    game.write_bytes(b"")
    refused("night", "--game", "game")


def test_a_folder_in_the_place_of_a_save(refused: Refused, saves: Path) -> None:
    (saves / "game.toml").mkdir(parents=True)
    refused("status", "--game", "game")
    refused("night", "--game", "game")


def test_a_file_in_the_place_of_the_folder(refused: Refused, tmp_path: Path, players: Path) -> None:
    (tmp_path / "saves").write_text("no folder")
    refused("status")
    refused("new", "g", "--players", str(players), "--yes")


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO])
def test_a_disk_that_refuses(
    refused: Refused, game: Path, monkeypatch: pytest.MonkeyPatch, lang: str, code: int
) -> None:
    real = os.open

    def full(path: str | Path, flags: int, *more: int, **kept: int) -> int:
        if flags & os.O_WRONLY and str(path).endswith(".new"):
            raise OSError(code, os.strerror(code), str(path))
        return real(path, flags, *more, **kept)

    monkeypatch.setattr(os, "open", full)
    for command in WRITES[:3]:
        refused(*command)


REASONS = {
    errno.EROFS: "read_only",
    errno.EIO: "device",
    errno.ENAMETOOLONG: "name_long",
    errno.EINVAL: "name_bad",
    errno.ELOOP: "links",
    errno.EMFILE: "open_files",
    errno.EFBIG: "large",
    errno.EBUSY: "busy",
    errno.ENODEV: "no_device",
    errno.ETIMEDOUT: "network",
    errno.ENOMEM: "memory",
    errno.ENOLCK: "locks",
}


@pytest.mark.parametrize("code", [*REASONS, errno.EXDEV])
@pytest.mark.parametrize("point", ["scandir", "open", "replace"])
def test_the_reason_of_the_system_is_told_in_the_host_s_language(
    mafia: Mafia, game: Path, monkeypatch: pytest.MonkeyPatch, lang: str, code: int, point: str
) -> None:
    """The usual ones by our words, the rest by its own; wherever it refuses."""
    real = getattr(os, point)

    def refuse(path: str | Path, *more: Any, **kept: Any) -> Any:
        if point == "open" and not str(path).endswith(".new"):
            return real(path, *more, **kept)
        raise OSError(code, os.strerror(code), str(path))

    before = game.read_bytes()
    with monkeypatch.context() as inside:
        inside.setattr(os, point, refuse)
        status, out, err = mafia("--lang", lang, "night", "--anyway", "--move", "doctor=Аня")
    reason = Words(lang).text("errors", f"disk.{REASONS[code]}") if code in REASONS else os.strerror(code)
    assert (status, out) == (1, "")
    assert err.endswith(f"{reason}.\n")
    assert "/saves" in err
    assert game.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("folder", ["x" * 300, "loop"])
def test_a_folder_or_file_of_no_use(
    mafia: Mafia, players: Path, game: Path, tmp_path: Path, lang: str, folder: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    reason = Words(lang).text("errors", "disk.links" if folder == "loop" else "disk.name_long")
    new = ["new", "g", "--players", str(players), "--yes"]
    looking = [["status"], ["games"], ["stats"], ["pm"], ["undo"], ["blacklist", "add", "x"], new]
    for command in [["--saves", folder, *one] for one in looking] + [["resolve", folder], ["themes", "check", folder]]:
        status, out, err = mafia("--lang", lang, *command)
        assert (status, out) == (1, f"{folder}\n" if command[0] == "resolve" else ""), command
        assert f"{reason}." in err, command
    assert mafia("--lang", lang, "games", "check", folder)[0] == 1
    assert mafia("--lang", lang, "games", "restore", folder)[0] == 1


def test_a_folder_that_cannot_be_made(refused: Refused, players: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    refused("--saves", str(tmp_path / "plain" / "deeper"), "new", "g", "--players", str(players), "--yes")


def test_resolve_names_file_and_place(mafia: Mafia, tmp_path: Path, lang: str) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[[players]]\nnick = "A"\nrole = "don"\n[[steps]]\nkind = "kabum"\ntarget = "B"\n', "utf-8")
    status, _, err = mafia("--lang", lang, "resolve", str(bad), str(tmp_path), "none.toml")
    assert status == 1
    assert [line.split(": ")[0] for line in err.splitlines()] == [str(bad), str(tmp_path), "none.toml"]
    assert "steps[1].target" in err


# --- pipes and Ctrl-C -----------------------------------------------------------------------------------------------


def mafia_process(*args: str, **more: int) -> "subprocess.Popen[bytes]":
    line = [sys.executable, "-m", "mafia_cli", *args]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, **more)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes there end otherwise")
def test_a_pipe_whose_reader_has_gone() -> None:
    line = f'"{sys.executable}" -m mafia_cli --lang en demo | head -1'
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_ctrl_c_while_a_list_is_awaited(saves: Path) -> None:
    process = mafia_process("--lang", "en", "new", "g", "--players", "-")
    assert process.stdin is not None
    process.stdin.write(b"-\n" * 50_000)  # more than a pipe holds: what is not yet read is waited for here
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert not saves.exists()


def test_ctrl_c_in_a_command(
    mafia: Mafia, game: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused, lang: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "_build", interrupted)
    refused("status", status=130)
