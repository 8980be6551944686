"""Pasted moves and votes through the commands: what is read, what is stored, what comes back with a question."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from counting import calls
from effort import LONG

from mafia_cli.script.toml import parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
Paste = Callable[..., tuple[int, str, str]]

NICKS = ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Зоя", "Игорь", "Кира"]
ROLES = ["doctor", "don", "commissar", "mafia", "casanova", "mayor", "thief", "journalist", "citizen", "jealous"]


def start(mafia: Mafia, folder: Path, nicks: list[str] = NICKS) -> None:
    players, deal = folder / "players.txt", folder / "deal.txt"
    players.write_text("\n".join(nicks), encoding="utf-8")
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(nicks, ROLES, strict=True)), encoding="utf-8")
    made = mafia("new", "eve", "--players", str(players), "--deal", str(deal), "--lang", "ru", "--yes")
    assert made[0] == 0, made
    assert mafia("pm", "--sent", "all")[0] == 0


@pytest.fixture
def game(mafia: Mafia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAFIA_LANG", "ru")
    start(mafia, tmp_path)
    return tmp_path / "saves" / "eve.toml"


@pytest.fixture
def night(mafia: Mafia, tmp_path: Path) -> Paste:
    return lambda text, *more: mafia("night", "--paste", written(tmp_path, text), *more)


@pytest.fixture
def vote(mafia: Mafia, tmp_path: Path) -> Paste:
    return lambda text, *more: mafia("vote", "--votes", written(tmp_path, text), *more)


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "pasted.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return str(path)


def last(game: Path) -> dict[str, Any]:
    steps: list[dict[str, Any]] = parse(game.read_bytes()).get("steps", [])
    return steps[-1] if steps else {}


def lines(out: str) -> list[dict[str, Any]]:
    assert out.count("\n") == 1
    answer = json.loads(out)
    assert list(answer) == ["lines"]
    found: list[dict[str, Any]] = answer["lines"]
    return found


NIGHT = "док аню\nком: борис\nБорис: убиваем Веру\nВера, привет\nжур аня, глеб\nпутана пас\n"


def test_understood_moves_are_stored_and_the_rest_comes_back(game: Path, night: Paste) -> None:
    status, out, err = night(NIGHT)
    assert status == 1
    moves = {"doctor": "Аня", "commissar": "Борис", "mafia": "Вера", "journalist": ["Аня", "Глеб"], "casanova": ""}
    assert last(game)["moves"] == moves
    assert [entry[0] for entry in last(game)["entries"]] == [*moves]
    assert "1: ✓ Доктор → Аня · док аню" in out
    assert "ходы 5/7" in out
    assert "строка 4: Не понято: «Вера, привет»." in err
    assert err.count("\n") == 1


def test_the_same_as_json_and_dry_stores_nothing(game: Path, night: Paste) -> None:
    before = game.read_bytes()
    status, out, err = night(NIGHT, "--dry", "--json")
    assert (status, err) == (1, "")
    assert game.read_bytes() == before
    asked = lines(out)[3]
    assert asked.pop("why")
    assert lines(out) == [
        {"line": 1, "text": "док аню", "as": "move", "role": "doctor", "targets": ["Аня"]},
        {"line": 2, "text": "ком: борис", "as": "move", "role": "commissar", "targets": ["Борис"]},
        {"line": 3, "text": "Борис: убиваем Веру", "as": "move", "role": "mafia", "targets": ["Вера"]},
        lines(out)[3],
        {"line": 5, "text": "жур аня, глеб", "as": "move", "role": "journalist", "targets": ["Аня", "Глеб"]},
        {"line": 6, "text": "путана пас", "as": "skip", "role": "casanova"},
    ]
    assert asked["as"] == "asked"
    assert list(asked) == ["line", "text", "as", "candidates"]


def test_dry_shows_what_would_stand(game: Path, night: Paste, mafia: Mafia) -> None:
    before = game.read_bytes()
    status, out, _ = night("док аню\nвор борис", "--dry")
    assert status == 0
    assert "✓ Вор → Борис" in out
    assert "ходы 2/7" in out
    assert mafia("night", "--move", "док=Аня", "--judge", "--yes", "--dry")[0] == 0
    assert game.read_bytes() == before


def test_a_paste_into_an_open_night_replaces_and_adds(game: Path, night: Paste, mafia: Mafia) -> None:
    assert mafia("night", "--move", "док=Аня")[0] == 0
    assert night("док борис\nдок вера")[0] == 0
    assert last(game)["moves"] == {"doctor": "Вера"}
    assert len(last(game)["entries"]) == 3
    assert mafia("undo")[0] == 0
    assert last(game)["moves"] == {"doctor": "Борис"}


def test_what_the_rules_refuse_is_shown_and_not_stored(game: Path, night: Paste) -> None:
    text = "ком вера\nрев киру\nдок борис"
    status, _, err = night(text)
    assert status == 1
    assert last(game)["moves"] == {"doctor": "Борис"}
    assert "строка 1: Не записано: «ком вера»" in err
    assert "(2.3)" in err
    assert "строка 2: Не записано: «рев киру»" in err
    _, out, _ = night(text, "--json")
    assert [(line["as"], line.get("why")) for line in lines(out)[:2]] == [("asked", "self_target")] * 2
    assert lines(out)[0] == {"line": 1, "text": "ком вера", "as": "asked", "why": "self_target", "candidates": []}


def test_a_cool_down_and_somebody_out_are_refused(game: Path, night: Paste, mafia: Mafia) -> None:
    assert mafia("night", "--move", "док=Аня", "--move", "маф=Киру", "--judge", "--yes")[0] == 0
    assert mafia("vote", "--close", "--yes")[0] == 0
    status, out, err = night("док аня\nком киру\nКира: ищу Дашу\nвор: борис", "--json")
    assert status == 1
    read = lines(out)
    assert [line["as"] for line in read] == ["asked", "asked", "asked", "move"]
    assert read[0]["why"] == "self_waits"
    assert read[1]["as"] == "asked"
    assert (read[1]["role"], read[1]["why"], read[1]["candidates"]) == ("commissar", "dead", ["Кира"])
    assert err == ""
    assert last(game)["moves"] == {"thief": "Борис"}
    _, _, err = night("ком киру")
    assert "Вне игры: 10 Кира (ночь 1)." in err


def test_the_mafia_at_one_of_its_own_wants_a_yes(game: Path, night: Paste) -> None:
    status, out, err = night("маф глеба")
    assert status == 1
    assert "--yes" in err
    assert last(game)["moves"] == {}
    _, out, _ = night("маф глеба", "--json")
    assert lines(out)[0]["why"] == "own_mafioso"
    status, _, err = night("маф глеба", "--yes")
    assert status == 0
    assert "Глеб играет за мафию" in err
    assert last(game)["moves"] == {"mafia": "Глеб"}


def test_a_night_with_a_question_is_not_judged(game: Path, night: Paste) -> None:
    assert night("док аня\nвор гм", "--judge", "--yes")[0] == 1
    assert last(game)["open"] is True
    status, out, err = night("маф киру", "--judge", "--yes", "--json")
    assert status == 0
    assert lines(out)[0]["as"] == "move"
    assert "Кира" in err
    assert "open" not in last(game)


def test_json_wants_something_to_read(mafia: Mafia, game: Path) -> None:
    assert mafia("night", "--json")[0] == 1
    assert mafia("vote", "--json")[0] == 1
    assert last(game) == {}


def test_from_standard_input(mafia: Mafia, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("док аня".encode())))
    assert mafia("night", "--paste", "-")[0] == 0
    assert last(game)["moves"] == {"doctor": "Аня"}


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n", "  \r\n\r\n", "\ufeff", "\u200b\n\u00a0"])
def test_an_empty_paste(game: Path, night: Paste, vote: Paste, text: str, mafia: Mafia) -> None:
    status, out, err = night(text)
    assert (status, err) == (0, "")
    assert "ходы 0/7" in out
    assert lines(night(text, "--json")[1]) == []
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert lines(vote(text, "--json")[1]) == []


@pytest.mark.parametrize(
    "text",
    [
        "док аня\r\nвор борис\r\n",
        "\ufeffдок аня\nвор борис",
        "док\u00a0аня\nвор\u2009борис",
        "до\u200bк ан\u00adя\nвор бор\u2060ис",
        "\u200eдок аня\u200f\n\u202bвор борис\u202c",
        "ДОК АНЯ\nВОР БОРИС",
        "ljr fyz\ndjh ,jhbc",
        "💉 док аня 💉\n- вор борис!",
        "док «Аня»\nвор “Борис”",
        "док — аня\nвор → борис",
        "док aня\nвор бopиc",
        "Аня: лечу себя\nЖанна: ворую у Бориса",
        "док 1\nвор №2",
    ],
)
def test_a_paste_in_any_dress(game: Path, night: Paste, text: str) -> None:
    status, _, err = night(text)
    assert (status, err) == (0, "")
    assert last(game)["moves"] == {"doctor": "Аня", "thief": "Борис"}


def test_nothing_a_terminal_obeys_comes_back(game: Path, night: Paste, vote: Paste) -> None:
    text = "док \x1b]0;title\x07\x1b[31mаня\x9b2J \u202eborrowed\n"
    for answer in (night(text), night(text, "--json"), night(text, "--dry")):
        assert not set("".join(answer[1:])) & set("\x1b\x07\x9b\u202e")
    assert json.loads(night(text, "--json")[1])["lines"][0]["text"] == text.rstrip("\n")


def test_a_file_that_is_no_utf8_stores_nothing(game: Path, night: Paste) -> None:
    before = game.read_bytes()
    status, out, err = night("док аня".encode("windows-1251"))
    assert (status, out) == (1, "")
    assert "windows-1251" in err
    assert game.read_bytes() == before
    assert night("", "--paste", "nowhere.txt")[0] == 1


MANY = 5_000 if LONG else 420


def twice_the_lines_are_twice_the_work(paste: Paste, text: list[str]) -> bool:
    half, whole = (calls(lambda: paste("\n".join(text[:count]), "--json", "--dry")) for count in (MANY // 2, MANY))  # noqa: B023
    return whole < 2.2 * half


def test_many_lines_by_night(game: Path, night: Paste) -> None:
    kinds = ["док аню", "ком: борис", "всем привет, я тут", "вор: хтото", "Борис: валим Дашу", "жур аня, глеб"]
    text = [kinds[at % 6] for at in range(MANY)]
    assert twice_the_lines_are_twice_the_work(night, text)
    status, out, _ = night("\n".join(text), "--json")
    read = lines(out)
    assert [line["line"] for line in read] == [*range(1, MANY + 1)]
    assert status == 1
    assert len(last(game)["entries"]) == sum(line["as"] == "move" for line in read)


def test_many_lines_by_day(game: Path, vote: Paste, mafia: Mafia) -> None:
    assert mafia("night", "--judge", "--yes")[0] == 0
    kinds = [
        "Аня: голосую за Бориса",
        "3 5",
        "всем привет, я тут",
        "Глеб = Вера",
        "Кто-то: голосую за Аня",
        "Егор: пас",
    ]
    text = [kinds[at % 6] for at in range(MANY)]
    assert twice_the_lines_are_twice_the_work(vote, text)
    status, out, _ = vote("\n".join(text), "--json")
    assert len(lines(out)) == MANY
    assert status == 1
    assert last(game)["votes"] == [["Аня", "Борис"], ["Вера", "Даша"], ["Глеб", "Вера"], ["Егор", ""]]


def test_nicks_that_are_something_else(mafia: Mafia, tmp_path: Path, night: Paste, vote: Paste) -> None:
    nicks = ["7", "Доктор", "/отмена", "Саша", "Саши", "Егор", "Жанна", "Зоя", "Игорь", "Кира"]
    start(mafia, tmp_path, nicks)
    game = tmp_path / "saves" / "eve.toml"
    status, _, _ = night("док 7\nвор Доктор\nком /отмена\nком саше\nпутана Саша")
    assert status == 1
    assert last(game)["moves"]["doctor"] == "7"
    assert last(game)["moves"]["thief"] == "Доктор"
    assert last(game)["moves"]["casanova"] == "Саша"
    (read,) = lines(night("ком саше", "--json")[1])
    assert (read["as"], read["why"], read["candidates"]) == ("asked", "ambiguous", ["Саша", "Саши"])
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert vote("Саши = Егор\n7 = /отмена\nДоктор = 7")[0] == 0
    assert last(game)["votes"] == [["Саши", "Егор"], ["7", "/отмена"], ["Доктор", "7"]]


# --- votes ------------------------------------------------------------------------------------------------


@pytest.fixture
def day(game: Path, mafia: Mafia) -> Path:
    assert mafia("night", "--move", "путана=Киру", "--judge", "--yes")[0] == 0
    return game


def test_votes_as_they_fly_by_in_a_chat(day: Path, vote: Paste) -> None:
    text = (
        "[21:04] Аня: голосую за Бориса\n[21:04] Егор: кто что думает\n\n3 5\nГлеб +Борис\nДаша: пас\n"
        "Аня: нет, голосую за Веру\nАня: голосую за Глеба\nКира: голосую за Бориса\n"
        "Игорь: голосую за игоря\nЗоя: мой голос в 5"
    )
    status, out, err = vote(text)
    votes = [["Аня", "Борис"], ["Вера", "Даша"], ["Глеб", "Борис"], ["Даша", ""], ["Зоя", "Даша"]]
    assert last(day)["votes"] == votes
    assert "✓ Аня → Борис" in out
    assert "Не принято: Аня → Глеб (4.6)." in out
    assert "✓ Аня → Глеб" not in out
    assert "Не принято: Кира → Борис (2.5)." in out
    assert "Не принято: Игорь → Игорь (4.6)." in out
    assert "кто что думает" in err
    assert status == 1  # "no" and a vote: asked


def test_written_ballots_go_on_working(day: Path, vote: Paste) -> None:
    status, out, err = vote("# кто = за кого\nАня = Борис\nБорис=вера\nВера =\nглеб = 5\nАня = Борис")
    assert (status, last(day)["votes"]) == (0, [["Аня", "Борис"], ["Борис", "Вера"], ["Вера", ""], ["Глеб", "Даша"]])
    assert out.count("✓ Аня → Борис") == 1
    assert "4.6" not in out  # the same once more
    assert "# кто = за кого" in err
    assert vote("Даша = Хтото")[0] == 1
    assert vote("Хтото = Даша")[0] == 1
    assert len(last(day)["votes"]) == 4


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Аня = Борис!!!", ["vote", "Аня", "Борис"]),
        ("Аня = за Бориса", ["vote", "Аня", "Борис"]),
        ("Аня=>Борис", ["vote", "Аня", "Борис"]),
        ("№1 = #2", ["vote", "Аня", "Борис"]),
        ("Аня = пас", ["pass", "Аня", None]),
        ("Аня = против Бориса", ["asked", "Аня", None]),
        ("Аня: 2+2=5", ["ignored", None, None]),
        ("http://x.y/?q=5", ["ignored", None, None]),
        ("a == b", ["ignored", None, None]),
        ("= Борис", ["asked", None, None]),
        ("Хтото = Борис", ["asked", None, None]),
    ],
)
def test_an_equals_sign(day: Path, vote: Paste, line: str, read: list[str | None]) -> None:
    (found,) = lines(vote(line, "--dry", "--json")[1])
    assert [found["as"], found.get("voter"), found.get("candidate")] == read


def test_votes_as_json(day: Path, vote: Paste) -> None:
    before = day.read_bytes()
    status, out, _ = vote("Аня = Борис\nВера: пас\nпривет\nДаша: голосую за Хтото\nАня - Глеб", "--dry", "--json")
    assert status == 1
    assert day.read_bytes() == before
    assert lines(out) == [
        {"line": 1, "text": "Аня = Борис", "as": "vote", "voter": "Аня", "candidate": "Борис"},
        {"line": 2, "text": "Вера: пас", "as": "pass", "voter": "Вера"},
        {"line": 3, "text": "привет", "as": "ignored"},
        {
            "line": 4,
            "text": "Даша: голосую за Хтото",
            "as": "asked",
            "voter": "Даша",
            "why": "unknown",
            "candidates": [],
        },
        {"line": 5, "text": "Аня - Глеб", "as": "refused", "rule": "4.6", "voter": "Аня", "candidate": "Глеб"},
    ]


def test_a_question_keeps_the_vote_open(day: Path, vote: Paste) -> None:
    assert vote("Аня = Борис\nДаша: голосую за Хтото", "--close", "--yes")[0] == 1
    assert "acquit" not in last(day)
    status, out, err = vote("Вера = Борис", "--close", "--yes", "--json")
    assert status == 0
    assert lines(out)[0]["as"] == "vote"
    assert "Борис" in err
    assert last(day)["acquit"] == []


def test_the_acquittal(day: Path, vote: Paste) -> None:
    assert vote("Аня = Борис", "--close", "--yes")[0] == 0
    text = "Аня = +\nВера: посадить\nГлеб: виновен\nДаша: пас\nЕгор = -\nЖанна = Борис\nБорис: плюс\nну и дела"
    status, out, _ = vote(text, "--dry", "--json")
    assert status == 1
    assert [(line["as"], line.get("candidate")) for line in lines(out)] == [
        ("vote", "+"),
        ("vote", "-"),
        ("vote", "-"),
        ("pass", None),
        ("vote", "-"),
        ("asked", None),
        ("refused", "+"),
        ("ignored", None),
    ]
    status, out, err = vote(text)
    assert status == 1
    assert last(day)["acquit"] == [["Аня", True], ["Вера", False], ["Глеб", False], ["Егор", False]]
    assert "Не принято: Борис → + (1.8.1)." in out
    assert "Даша: пас" in err


def test_english(mafia: Mafia, tmp_path: Path, night: Paste, vote: Paste) -> None:
    start(mafia, tmp_path, ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe", "Igor", "Kira"])
    status, out, err = night("doc ann\nVera: check Boris\nthief xyzzy")
    assert status == 1
    assert "1: ✓ Doctor → Ann · doc ann" in out
    assert err.startswith('line 3: Not understood: "thief xyzzy".')
    assert mafia("night", "--judge", "--yes")[0] == 0
    status, out, _ = vote("Ann: I vote for Boris\nVera = Dana\nAnn = Gleb")
    assert status == 0
    assert "Refused: Ann → Gleb (4.6)." in out
