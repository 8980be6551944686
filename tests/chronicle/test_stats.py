"""``mafia stats``: what is counted, over which games, in all check."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chronicle_games import game, played, saved
from documents import as_script

from mafia_cli.chronicle import gather
from mafia_cli.chronicle.gather import CACHE, finished_games
from mafia_cli.chronicle.stats import count, count_player
from mafia_cli.chronicle.tally import boil
from mafia_cli.script import disk

Mafia = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def quiet(done: int, of_all: int) -> None:
    """Nobody watches."""


def won_by_mafia() -> dict[str, Any]:
    """The same people, another evening: the host ends it for the mafia; other roles, a ruling, a theme."""
    doc = game(3, theme="Космос", rulings={"tie": "nobody"}, created="2026-01-02")
    doc["steps"] = [*doc["steps"], {"kind": "end", "winner": "mafia"}]
    return doc


def test_one_game_boiled_down() -> None:
    boiled = boil(as_script(game()), played(game()))
    assert (boiled["winner"], boiled["theme"], boiled["date"]) == ("town", "Русские сказки", "2025-11-08")
    first = dict(boiled["players"][0])
    assert set(first.pop("jailed_by")) == {"игла_в_яйце", "lesnik", "na_vetvyah", "svist", "тихий_омут", "ivan_tretiy"}
    assert first == {
        "who": "kruglyi_bok",
        "nick": "Колобок",
        "role": "citizen",
        "alive": False,
        "votes": 1,
        "hits": 1,
        "first": True,
    }
    don = boiled["players"][1]
    assert "votes" not in don  # only the town's votes are counted as right or wrong
    assert set(don["jailed_by"]) == {"vasya_nn", "pero", "murom33"}
    json.dumps(boiled)


def test_totals_over_two_games() -> None:
    totals = count([boil(as_script(doc), played(doc)) for doc in (game(), won_by_mafia())])
    assert totals.games == 2
    assert totals.winners == {"town": 1, "mafia": 1}
    assert (totals.since, totals.until) == ("2025-11-08", "2026-01-02")
    assert totals.seats.games == 28
    assert totals.roles["don"].games == 2
    assert totals.roles["don"].wins == 1
    assert totals.roles["mafia"].games == 4
    assert totals.players["murom33"].wins == 1
    assert {name: group.games for name, group in totals.themes.items()} == {"Русские сказки": 1, "Космос": 1}
    assert totals.rulings["tie"]["nobody"].winners == {"mafia": 1}
    assert totals.rulings["tie"]["revote"].winners == {"town": 1}


def test_a_player_is_known_by_chat_name_or_nick() -> None:
    games = [boil(as_script(doc), played(doc)) for doc in (game(), won_by_mafia())]
    by_chat, by_nick = count_player(games, " Murom33 "), count_player(games, "илья")
    assert by_chat
    assert by_nick
    assert by_chat.seats == by_nick.seats
    assert (by_chat.seats.games, by_chat.seats.hits, by_chat.seats.votes) == (2, 4, 4)
    jailed = count_player(games, "Кощей")
    assert jailed
    assert jailed.jailed_by["murom33"] == 1
    assert count_player(games, "никто") is None


def test_whoever_takes_a_seat_is_counted_for_it() -> None:
    doc = game()
    steps = json.loads(json.dumps(doc["steps"], ensure_ascii=False).replace("Илья", "Добрыня"))
    doc["steps"] = [{"kind": "replace", "target": "Илья", "to": "Добрыня", "chat": "dobr"}, *steps]
    boiled = boil(as_script(doc), played(doc))
    assert boiled["players"][10]["who"] == "dobr"


def test_examples_running_and_damaged_games_do_not_count(folder: Path) -> None:
    saved(folder, game(), "whole")
    saved(folder, game(5), "running")
    saved(folder, game() | {"example": True}, "example")
    (folder / "broken.toml").write_text("[[steps", encoding="utf-8")
    games, damaged = finished_games(folder, quiet)
    assert (len(games), damaged) == (1, 1)


def test_many_files_are_read_by_several_processes_to_the_same_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, doc in (("a", game()), ("b", won_by_mafia()), ("c", game(5)), ("d", game())):
        saved(folder, doc, name)
    (folder / "broken.toml").write_text("[[steps", encoding="utf-8")
    alone = finished_games(folder, quiet)
    (folder / CACHE).unlink()
    monkeypatch.setattr(gather, "WORTH_PROCESSES", 2)
    monkeypatch.setattr(gather, "BLOCK", 2)
    monkeypatch.setattr(gather, "cores", lambda: 2)
    heard: list[tuple[int, int]] = []
    assert finished_games(folder, lambda *done: heard.append(done)) == alone
    assert heard == [(2, 5), (4, 5), (5, 5)]
    assert len(alone[0]) == 3


def test_what_is_kept_is_used_until_a_file_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(folder, game(), "a")
    saved(folder, game(), "b")
    before = finished_games(folder, quiet)
    assert (folder / CACHE).exists()
    read: list[Path] = []

    honest = disk.read

    def spied(path: Path) -> bytes:
        read.append(path)
        return honest(path)

    monkeypatch.setattr(disk, "read", spied)
    assert finished_games(folder, quiet) == before
    assert read == []
    saved(folder, won_by_mafia(), "b")
    games, _ = finished_games(folder, quiet)
    assert [path.name for path in read] == ["b.toml"]
    assert sorted(one["winner"] for one in games) == ["mafia", "town"]
    (folder / "a.toml").unlink()
    assert len(finished_games(folder, quiet)[0]) == 1


@pytest.mark.parametrize("kept", ["", "[]", '{"layout": 1}', '{"layout": "x", "games": {"a.toml": [1]}}', "{"])
def test_a_damaged_cache_is_made_anew(folder: Path, kept: str) -> None:
    saved(folder, game(), "a")
    (folder / CACHE).write_text(kept, encoding="utf-8")
    assert len(finished_games(folder, quiet)[0]) == 1


# --- the command ------------------------------------------------------------------------------------------


def test_the_page(mafia: Mafia, folder: Path) -> None:
    saved(folder, game(), "a")
    saved(folder, won_by_mafia(), "b")
    status, said, _ = mafia("stats")
    assert status == 0
    assert said.startswith("Finished games: 2, 2025-11-08 - 2026-01-02.\n")
    for piece in ("Wins", "Town", "murom33", "Космос", "tie = nobody", "50 %  ######"):
        assert piece in said
    status, said, _ = mafia("stats", "murom33")
    assert said.startswith("murom33: 2 games, wins 1 (50 %)")
    assert mafia("stats", "nobody")[0] == 1


def test_the_page_in_russian(mafia: Mafia, folder: Path) -> None:
    saved(folder, game())
    said = mafia("--lang", "ru", "stats", "Кощей")[1]
    assert "игла_в_яйце: 1 игра, побед 0 (0 %)" in said
    assert "В тюрьме: 1." in said


def test_a_narrow_screen_gives_up_the_bars_not_the_names(
    mafia: Mafia, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(folder, game())
    players: dict[int, list[str]] = {}
    for columns in (120, 60):
        monkeypatch.setenv("COLUMNS", str(columns))
        said = mafia("--lang", "en", "stats")[1].split("\nPlayers\n")[1].split("\n\n")[0]
        players[columns] = said.splitlines()
    assert "#" in "".join(players[120])
    assert players[60] == [line.rstrip("# ") for line in players[120]]
    assert len({len(line) for line in players[60]}) == 1  # the numbers stand one below another to the end


def test_no_games_yet(mafia: Mafia, folder: Path) -> None:
    assert "No finished games yet" in mafia("stats")[1]
    saved(folder, game(2))
    assert "No finished games yet" in mafia("stats")[1]


def test_csv_and_json(mafia: Mafia, folder: Path) -> None:
    doc = game()
    doc["players"] = [
        player | {"chat": "=1+1" if at == 10 else player["chat"]} for at, player in enumerate(doc["players"])
    ]
    saved(folder, doc)
    rows = list(csv.DictReader(mafia("stats", "--csv")[1].splitlines()))
    assert len(rows) == 14
    row = next(row for row in rows if row["player"] == "'=1+1")  # no formula for a spreadsheet
    assert (row["games"], row["wins"], row["alive"], row["votes"], row["hits"]) == ("1", "1", "1", "3", "3")
    data = json.loads(mafia("stats", "--json")[1])
    assert data["winners"] == {"town": 1}
    assert data["players"]["=1+1"]["games"] == 1
    own = json.loads(mafia("stats", "Кощей", "--json")[1])
    assert len(own["jailed_by"]) == 3
    assert mafia("stats", "Кощей", "--csv")[1].splitlines()[1].startswith("don,1,0,0,1,")
