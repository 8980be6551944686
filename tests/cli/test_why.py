"""``mafia why``: the chain of reasons of a night or a day, read off the example game."""

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli.script.toml import dumps, parse

Mafia = Callable[..., tuple[int, str, str]]

EXAMPLE = Path(__file__).parent.parent.parent / "saves" / "example.toml"


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAFIA_LANG", "ru")
    folder = tmp_path / "saves"
    folder.mkdir()
    return folder


def put(saves: Path, steps: int) -> Path:
    doc = {key: value for key, value in parse(EXAMPLE.read_bytes()).items() if key != "example"}
    doc["steps"] = doc["steps"][:steps]
    path = saves / "eve.toml"
    path.write_text(dumps(doc), encoding="utf-8")
    return path


def kinds(steps: int) -> list[str]:
    return [step["kind"] for step in parse(EXAMPLE.read_bytes())["steps"][:steps]]


def test_the_last_closed_one_by_default(saves: Path, mafia: Mafia) -> None:
    assert kinds(2) == ["night", "day"]
    put(saves, 1)
    status, out, err = mafia("why")
    assert (status, err) == (0, "")
    assert out.startswith("Ночь 1\nХоды: ")
    assert "взаимно отменяется (3.12), комиссар не получает ответа." in out
    put(saves, 2)
    assert mafia("why")[1].startswith("День 1\n")
    assert mafia("why", "--night", "1")[1] == out


def test_a_named_one_and_a_player(saves: Path, mafia: Mafia) -> None:
    put(saves, 99)
    status, out, _ = mafia("why", "--night", "1", "русалку")
    assert status == 0
    title, *told = out.splitlines()
    assert title == "Ночь 1, Русалка"
    assert told
    assert all("Русалка" in line for line in told)
    assert mafia("why", "--day", "1")[1].startswith("День 1\n")
    assert mafia("why", "--day", "1", "--lang", "en")[1].startswith("Day 1\n")


def test_a_player_to_whom_nothing_happened(saves: Path, mafia: Mafia) -> None:
    put(saves, 1)
    status, out, _ = mafia("why", "колобок")
    assert (status, out) == (0, "Ночь 1, Колобок\nС игроком Колобок в этот раз ничего не связано.\n")


def test_it_only_looks(saves: Path, mafia: Mafia) -> None:
    path = put(saves, 2)
    before = path.read_bytes()
    mafia("status")
    locks = saves / ".locks"
    locks.mkdir(exist_ok=True)
    held = [open(file, "rb") for file in locks.iterdir()]  # noqa: SIM115 - held on purpose
    for one in held:
        fcntl.flock(one, fcntl.LOCK_EX)
    assert mafia("why")[0] == 0
    for one in held:
        one.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--night", "9"], "Ночи 9 ещё не было. Есть: 1."),
        (["--day", "1"], "Дня 1 ещё не было: ни один день не прошёл."),
        (["--night", "0"], "Ночи 0 ещё не было."),
        (["--night", "-1"], "Ночи -1 ещё не было."),
        (["--night", "1", "--day", "1"], "--night N | --day N"),
        (["Никто"], "Игрока «Никто» в игре нет."),
        (["к"], "Колобок, Кощей"),
    ],
)
def test_what_is_not_there(saves: Path, mafia: Mafia, args: list[str], says: str) -> None:
    put(saves, 1)
    status, out, err = mafia("why", *args)
    assert (status, out) == (1, "")
    assert says in err


def test_nothing_has_happened_yet(saves: Path, mafia: Mafia) -> None:
    put(saves, 0)
    assert mafia("why") == (1, "", "Объяснять пока нечего: это ещё впереди.\n")
    assert mafia("why", "--night", "x")[0] == 2


def test_an_open_night_is_not_explained(saves: Path, mafia: Mafia) -> None:
    put(saves, 2)
    assert mafia("night", "--yes")[0] == 0
    assert mafia("why")[1].startswith("День 1\n")
