"""The command line: figures, comparison, JSON, plain messages for what cannot be, Ctrl-C in a terminal."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from mafia_cli.cli import commands
from mafia_cli.words.catalogue import LANGUAGES, Words

sys.path.append(str(Path(__file__).parents[1] / "host"))
from terminal import environment, spawn

Mafia = Callable[..., tuple[int, str, str]]
QUICK = ("--games", "60", "--jobs", "1")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(commands.COMMANDS, "balance", ("prepare", "balance"))


def test_figures_in_words(mafia: Mafia) -> None:
    status, out, err = mafia("balance", "9", "--games", "200", "--seed", "4", "--jobs", "1")
    assert (status, err) == (0, "")
    assert "9 players: " in out
    assert "200 games in" in out
    assert "seed 4" in out
    for part in ("the town", "the mafia", "undecided", "cut after 30 nights", "Live to the end", "only"):
        assert part in out


def test_figures_in_russian(mafia: Mafia) -> None:
    status, out, _ = mafia("balance", "9", *QUICK, "--lang", "ru")
    assert status == 0
    assert "9 игроков: " in out
    assert "60 игр за" in out


def test_json_is_one_object(mafia: Mafia) -> None:
    status, out, err = mafia("balance", "8", *QUICK, "--seed", "11", "--policy", "random", "--json")
    assert (status, err) == (0, "")
    said = json.loads(out)
    assert said["games"] == 60
    assert said["seed"] == 11
    assert said["policy"] == "random"
    assert set(said["wins"]) == {"town", "mafia", "maniac", "nobody"}
    assert sum(said["wins"].values()) + said["undecided"] == 60
    for side, (low, high) in said["interval"].items():
        assert 0 <= low <= said["wins"][side] / 60 <= high <= 1
    assert said["nights"] > 0
    assert said["seconds"] >= 0
    assert sum(said["roles"].values()) == said["players"] == 8


def test_the_same_seed_gives_the_same_figures_for_any_jobs(mafia: Mafia) -> None:
    said = []
    for jobs in ("1", "2"):
        _, out, _ = mafia("balance", "8", "--games", "1200", "--policy", "random", "--jobs", jobs, "--json")
        said.append({key: value for key, value in json.loads(out).items() if key != "seconds"})
    assert said[0] == said[1]


def test_with_and_without_keep_the_number_of_players(mafia: Mafia) -> None:
    line = ("--roles", "don=1,mafia=2,commissar=1,doctor=1,casanova=1,mayor=1,thief=1")
    more = ("--with", "maniac,poisoner", "--with", "mafia", "--without", "thief")
    _, out, _ = mafia("balance", "14", *line, *more, *QUICK, "--json")
    said = json.loads(out)
    assert said["players"] == 14
    assert said["roles"]["mafia"] == 3
    assert said["roles"]["maniac"] == said["roles"]["poisoner"] == 1
    assert "thief" not in said["roles"]
    assert said["roles"]["citizen"] == 4


def test_compositions_are_compared(mafia: Mafia) -> None:
    line = ["balance", "10", "--compare", "don=1,commissar=1,doctor=1,casanova=1,mayor=1"]
    line += ["--compare", "don=1,mafia=3,commissar=1,doctor=1,casanova=1,mayor=1", "--games", "300", "--jobs", "1"]
    status, out, _ = mafia(*line)
    assert status == 0
    assert "A: 10 players" in out
    assert "B: 10 players" in out
    assert "the town: B against A -" in out
    assert "than chance may make" not in out.partition("the mafia: B")[0]
    _, out, _ = mafia(*line, "--json")
    said = json.loads(out)["compare"]
    assert [one["players"] for one in said] == [10, 10]
    assert said[0]["wins"]["town"] > said[1]["wins"]["town"]


def test_numbers_of_players_are_compared(mafia: Mafia) -> None:
    status, out, _ = mafia("balance", "--compare", "7", "--compare", "9", *QUICK)
    assert status == 0
    assert "A: 7 players" in out
    assert "B: 9 players" in out


def test_free_compositions(mafia: Mafia) -> None:
    line = ("balance", "--roles", "mafia=1,citizen=5", *QUICK, "--json")
    status, _, err = mafia(*line)
    assert status == 1
    assert "required role" in err
    status, out, _ = mafia(*line, "--free")
    assert status == 0
    assert json.loads(out)["roles"] == {"citizen": 5, "mafia": 1}


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("", 2, "how many players"),
        ("12 --games 0", 1, "--games"),
        ("12 --games -5", 1, "--games"),
        ("12 --games 99999999999999", 1, "--games"),
        ("12 --jobs 0", 1, "--jobs"),
        ("12 --jobs 100000", 1, "--jobs"),
        ("12 --policy clever", 1, "plausible, random"),
        ("12 --with wizard", 1, 'Unknown role "wizard"'),
        ("12 --without wizard", 1, 'Unknown role "wizard"'),
        ("12 --roles wizard=1", 1, 'Unknown role "wizard"'),
        ("12 --without doctor", 1, "required role"),
        ("12 --roles don=2", 1, "only one"),
        ("12 --free --roles don=2", 1, "only one"),
        ("12 --roles don=1,mafia=20,commissar=1,doctor=1,casanova=1,mayor=1,citizen=1", 1, "players: 12"),
        ("7 --with maniac,thief,healer,jealous", 1, "as many of either"),
        ("6", 1, "at least 7"),
        ("-3", 2, ""),
        ("1000000000000", 1, "at most 100"),
        ("twelve", 2, "PLAYERS"),
        ("12 --ruling weather=fine", 1, 'Unknown ruling "weather"'),
        ("12 --ruling tie=never", 1, "tie"),
        ("12 --ruling tie", 1, "--ruling"),
        ("--free --roles don=1,mafia=3,citizen=3", 1, "decided before the first night"),
        ("--free --roles citizen=9", 1, "decided before the first night"),
        ("12 --compare 12", 2, "at least twice"),
        ("--compare 12 --compare 13 --roles don=1", 2, "without --roles"),
        ("--compare 12 --compare 999999999999", 1, "at most 100"),
        ("--roles mafia=99,citizen=99 --free", 1, "at most 100"),
    ],
)
def test_what_cannot_be_is_said_plainly(mafia: Mafia, line: str, status: int, said: str) -> None:
    found, out, err = mafia("balance", *line.split())
    assert (found, out) == (status, "")
    assert said in err
    assert "Traceback" not in err


def test_a_wide_interval_is_said(mafia: Mafia) -> None:
    _, out, _ = mafia("balance", "8", "--games", "20", "--policy", "random", "--jobs", "1")
    assert "points only" in out


def test_rulings_are_named(mafia: Mafia) -> None:
    _, out, _ = mafia("balance", "8", "--ruling", "parity=more_than", *QUICK)
    assert "parity=more_than" in out


def keys(table: dict[str, object], before: str = "") -> set[str]:
    found = set()
    for key, value in table.items():
        inner = keys(value, f"{before}{key}.") if isinstance(value, dict) else {f"{before}{key}"}
        found |= inner
    return found


def test_both_languages_say_the_same_things() -> None:
    plural = {"one", "few", "many", "other"}
    said = []
    for lang in LANGUAGES:
        tables = {name: Words(lang).find("balance", name) for name in ("players", "games", "policy", "rows", "usage")}
        flat = keys(tables)
        said.append({key for key in flat if key.rpartition(".")[2] not in plural})
        for name in ("decided", "nothing", "interrupted", "progress", "wide", "wide_in", "survival", "same", "differs"):
            assert Words(lang).find("balance", name)
    assert said[0] == said[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_terminal_shows_what_is_known(jobs: str, tmp_path: Path) -> None:
    program = (
        "import sys; from mafia_cli.cli import app, commands; commands.COMMANDS['balance'] = ('prepare', 'balance'); "
        f"sys.exit(app.run(['balance', '8', '--games', '5000000', '--jobs', '{jobs}', '--policy', 'random']))"
    )
    child = spawn([sys.executable, "-W", "error", "-c", program], environment(tmp_path, "en"))
    child.expect(r"\d+ of 5000000")
    child.sendintr()
    child.expect("Interrupted. Shown is what is known so far.")
    child.expect(pexpect.EOF)
    said = bytes(child.before or b"").decode()
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in said
