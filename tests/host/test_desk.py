"""The desk: nights, votes, interruptions, the end; the same save as by flags."""

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from documents import play
from terminal import Screen, Terminal, pasted

from mafia_cli.script import contract
from mafia_cli.script.toml import parse

Mafia = Callable[..., tuple[int, str, str]]

NICKS = ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Зоя", "Игорь", "Кира"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "thief", "journalist", "kamikaze", "citizen"]
ENGLISH = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe", "Igor", "Kira"]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def start(mafia: Mafia, tmp_path: Path, nicks: list[str], lang: str = "ru", *more: str) -> None:
    players, deal = tmp_path / "players.txt", tmp_path / "deal.txt"
    players.write_text("\n".join(nicks), encoding="utf-8")
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(nicks, ROLES, strict=True)), encoding="utf-8")
    made = ["new", "eve", "--players", str(players), "--deal", str(deal), "--seed", "7", "--lang", lang, *more, "--yes"]
    assert mafia(*made)[0] == 0
    assert mafia("pm", "--sent", "all")[0] == 0


def saved(saves: Path) -> dict[str, Any]:
    return parse((saves / "eve.toml").read_bytes())


def outcome(doc: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str], str | None]:
    played = play(doc)
    assert not played.faults
    return contract.entries(played), contract.alive(played), contract.winner(played)


def test_a_night_takes_its_lines_and_at_most_four_enters(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("")  # the acquaintance text is copied
    desk.sent = 0
    moves = ["маф зоя", "ком аня", "док зоя", "путана кира", "вор вера", "жур аня глеб"]
    enters = 0
    desk.say("")  # dusk: the night is open, its call copied
    enters += 1
    desk.say(*moves, "док кира", "док даша", "ком 2", "вор 10")
    assert desk.sent - enters == 10
    while "night 1" not in [told["about"] for told in saved(saves).get("told", [])]:
        desk.say("")
        enters += 1
        assert enters <= 4
    assert saved(saves)["steps"][0]["moves"] == {
        "mafia": "Зоя",
        "casanova": "Кира",
        "journalist": ["Аня", "Глеб"],
        "doctor": "Даша",
        "commissar": "Борис",
        "thief": "Кира",
    }
    desk.close()


EVENING = {
    "ru": [
        ["", "", "маф зоя", "ком аня", "док аня", "путана кира", "вор пас", "жур аня глеб", "", "", ""],
        ["", "", ""],
        ["Борис: голосую за Веру", "Вера: Борис", "Глеб: за Бориса", "Даша - Борис", "Егор Борис", "Игорь: пас"],
        ["", "д", "", "Вера: посадить", "Глеб -", "Даша: +", "Борис: +", "", "д", "", "", ""],
        ["", "маф вера", "док вера", "ком аня", "/кабум аня", "", "", "н", "", "", ""],
    ],
    "en": [
        ["", "", "mafia zoe", "com ann", "doc ann", "cas kira", "thief pass", "journalist ann gleb", "", "", ""],
        ["", "", ""],
        ["Boris: I vote for Vera", "Vera: Boris", "Gleb: Boris", "Dana - Boris", "Egor Boris", "Igor: pass"],
        ["", "y", "", "Vera: convict", "Gleb -", "Dana: +", "Boris: +", "", "y", "", "", ""],
        ["", "mafia vera", "doc vera", "com ann", "/kabum ann", "", "", "n", "", "", ""],
    ],
}


@pytest.mark.parametrize(
    ("sit", "lang", "columns", "rows", "ends"),
    [
        (Screen, "ru", 80, 24, [1, 2, 3, 4, 5]),
        (Screen, "en", 80, 24, [1, 2, 3, 4, 5]),
        (Terminal, "en", 60, 20, [2, 4, 5]),
    ],
)
def test_an_evening_interrupted_equals_the_same_decisions_by_flags(
    sit: type[Screen | Terminal],
    lang: str,
    columns: int,
    rows: int,
    ends: list[int],
    mafia: Mafia,
    tmp_path: Path,
    saves: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nicks = NICKS if lang == "ru" else ENGLISH
    start(mafia, tmp_path, nicks, lang)
    for begin, end in pairwise([0, *ends]):
        desk = sit(saves, "play", "--game", "eve", lang=lang, columns=columns, rows=rows)
        desk.say(*(line for part in EVENING[lang][begin:end] for line in part))
        if end % 2:
            assert desk.close() is None
        else:
            desk.press("\x03")
            assert desk.ended() == 130
            assert "eve" in desk.display().splitlines()[-1]
    at_desk = saved(saves)
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path / "flags"))
    by_flags(mafia, tmp_path, nicks, lang)
    written = parse((tmp_path / "flags" / "eve.toml").read_bytes())
    assert outcome(at_desk) == outcome(written)
    assert [step["kind"] for step in at_desk["steps"]] == ["night", "day", "kabum", "night"]


def test_a_preview_judges_nothing_and_follows_a_changed_move(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "маф зоя", "док аня", "")
    assert "Если рассвет сейчас" in desk.text()
    assert "погибает Зоя" in desk.text()
    assert saved(saves)["steps"][-1]["open"] is True
    desk.say("док зоя")
    assert "потерь нет" in desk.text()
    assert saved(saves)["steps"][-1]["open"] is True
    desk.say("")
    assert "open" not in saved(saves)["steps"][-1]
    assert outcome(saved(saves))[0][0]["saved"] == ["Зоя"]
    desk.close()


def test_undo_goes_back_decision_by_decision_over_restarts(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "маф зоя", "док аня", "", "")
    desk.close()
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("/отмена")
    assert "рассвет" in desk.text()
    desk.say("/отмена")
    assert "Доктор → Аня" in desk.text()
    assert saved(saves)["steps"][-1]["moves"] == {"mafia": "Зоя"}
    desk.say("/вернуть", "/вернуть")
    assert outcome(saved(saves))[0][0]["died"] == {"Зоя": ["mafia"]}
    desk.say("/отмена", "/отмена", "/отмена", "/отмена")
    assert "Отменять нечего" in desk.text()
    assert saved(saves).get("steps", []) == []
    desk.close()


def test_a_dead_mayor_leaves_an_heir_and_the_heir_decides(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "маф егор", "", "", "")  # the mayor dies, the morning is copied
    assert "наследник" in desk.text()
    desk.say("аня", "д")  # the don: only after a warning
    kinds = [step["kind"] for step in saved(saves)["steps"]]
    assert kinds == ["night", "heir"]
    assert play(saved(saves)).game.mayor == 1  # type: ignore[union-attr]
    desk.say("")
    assert saved(saves)["told"][-1] == {**saved(saves)["told"][-1], "to": 1, "about": "title 2"}
    desk.close()


def test_a_tie_may_ask_the_mayor_or_the_host(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS, "ru", "--ruling", "mayor_decides=asked", "--ruling", "tie=ask")
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "", "", "д", "", "", "Аня: Борис", "Борис: Аня", "Егор: пас", "", "д")
    assert "спросите мэра" in desk.text()
    desk.say("")
    assert "Решать вам" in desk.text()
    desk.say("борис")
    day = saved(saves)["steps"][-1]
    assert (day["mayor"], day["decision"], day["open"]) == ("", "Борис", True)
    assert "оправдать или посадить" in desk.text()
    desk.close()


def test_a_refused_vote_can_be_a_slip_or_be_logged(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "", "", "д", "", "", "Аня: Борис", "Аня: Вера", "/описка")
    assert saved(saves)["steps"][-1]["votes"] == [["Аня", "Вера"]]
    desk.say("Борис: Борис", "/лог")
    assert saved(saves)["steps"][-1]["votes"] == [["Аня", "Вера"]]
    logged = saved(saves)["steps"][-2]
    assert (logged["kind"], logged["target"], logged["rule"]) == ("violation", "Борис", "4.6")
    desk.close()


def test_an_override_is_asked_in_plain_words(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "маф зоя", "", "", "", "/решение", "жив зоя", "умер кира", "", "перепутал ник", "д")
    step = saved(saves)["steps"][-1]
    assert {key: step[key] for key in ("kind", "alive", "dead", "reason")} == {
        "kind": "override",
        "alive": ["Зоя"],
        "dead": ["Кира"],
        "reason": "перепутал ник",
    }
    desk.close()


def test_the_end_is_confirmed_and_may_be_played_past(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    reason = ["--reason", "x", *[word for nick in NICKS[:2] for word in ("--dead", nick)]]
    assert mafia("override", *reason)[0] == 0
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "")
    assert "Победа: город" in desk.text()
    assert "камикадзе" in desk.text()
    desk.say("н")
    assert saved(saves)["steps"][-1]["kind"] == "override"
    desk.say("/конец", "д")
    assert saved(saves)["steps"][-1] == {"kind": "end", "winner": "town"}
    assert "Жанна" in desk.text()
    desk.close()


def test_a_night_by_menu_only_is_the_night_by_lines(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("", "", "/меню", "", "зоя", "", "аня", "", "зоя", "", "пас", "", "", "", "вера", "", "аня", "глеб", "")
    by_menu = saved(saves)["steps"][-1]
    desk.say("/отмена", "/отмена", "/отмена", "/отмена", "/отмена", "/отмена")
    assert saved(saves).get("steps", []) == []
    desk.say("", "маф зоя", "ком аня", "док зоя", "путана пас", "вор вера", "жур аня глеб")
    assert saved(saves)["steps"][-1] == by_menu
    desk.close()


def test_a_number_of_no_game_is_asked_again(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS, "en")
    door = Screen(saves, lang="en")
    for number in ("7", "0", pasted("9" * 5000)):
        door.say("g", number)
        assert door.alive
    door.say("g", "1")
    assert "Enter: copy" in door.text()
    door.close()


def test_without_a_terminal_the_flags_are_named(mafia: Mafia, tmp_path: Path) -> None:
    start(mafia, tmp_path, NICKS)
    status, _, err = mafia("play")
    assert status == 1
    assert "night / vote / announce" in err


SCREENS = {
    "night": ["", "", "маф зоя", "ком аня", "вор пас", "жур аня глеб"],
    "preview": ["", "", "маф зоя", "ком аня", "вор пас", "жур аня глеб", "док зоя", "путана кира", ""],
    "morning": ["", "", "маф зоя", "ком аня", "вор пас", "жур аня глеб", "путана кира", "", ""],
    "vote": ["", "", "маф зоя", "", "", "", "", "Борис: Вера", "Вера: Борис", "Глеб: Борис", "Даша: пас", "Егор: Егор"],
    "acquittal": ["", "", "маф зоя", "", "", "", "", "Борис: Вера", "", "д", "", "Аня: +", "Борис -"],
}
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_the_main_screens_look_as_drawn(
    name: str, size: tuple[int, int], mafia: Mafia, tmp_path: Path, saves: Path
) -> None:
    """``MAFIA_REDRAW=1`` draws them anew."""
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve", columns=size[0], rows=size[1])
    desk.say(*SCREENS[name])
    drawn = f"{desk.display()}\n"
    desk.close()
    file = GOLDEN / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("MAFIA_REDRAW"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def by_flags(mafia: Mafia, tmp_path: Path, nicks: list[str], lang: str) -> None:
    start(mafia, tmp_path, nicks, lang)
    ann, boris, vera, gleb, dana, egor, _, zoe, igor, kira = nicks

    def moves(**named: str) -> list[str]:
        return [word for role, nick in named.items() for word in ("--move", f"{role}={nick}")]

    first = moves(mafia=zoe, commissar=ann, doctor=ann, casanova=kira, journalist=f"{ann},{gleb}")
    assert mafia("night", *first, "--skip", "thief", "--judge", "--yes")[0] == 0
    votes, acquit = tmp_path / "votes.txt", tmp_path / "acquit.txt"
    pairs = [(boris, vera), (vera, boris), (gleb, boris), (dana, boris), (egor, boris), (igor, "")]
    votes.write_text("\n".join(f"{voter} = {choice}" for voter, choice in pairs), encoding="utf-8")
    acquit.write_text(f"{vera} = -\n{gleb} = -\n{dana} = +\n{boris} = +", encoding="utf-8")
    assert mafia("vote", "--votes", str(votes), "--close", "--yes")[0] == 0
    assert mafia("vote", "--votes", str(acquit), "--close", "--yes")[0] == 0
    assert mafia("night", *moves(mafia=vera, doctor=vera, commissar=ann), "--yes")[0] == 0
    assert mafia("kabum", ann)[0] == 0
    assert mafia("night", "--judge", "--yes")[0] == 0
