"""Putting right at the desk: a mistyped move, an override, private messages walked."""

from collections.abc import Callable
from pathlib import Path

import pytest
from documents import table
from terminal import Screen
from test_desk import NICKS, outcome, saved, start

from mafia_cli.script.amend import proposal
from mafia_cli.script.model import Row

Mafia = Callable[..., tuple[int, str, str]]
FIRST_NIGHT = ["маф кира", "ком аня", "док зоя", "путана глеб", "вор пас", "жур пас"]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def told(saves: Path) -> list[str]:
    return [entry["about"] for entry in saved(saves).get("told", []) if entry["to"] == 0]


def enters_until(desk: Screen, done: Callable[[], bool], most: int = 8) -> None:
    for _ in range(most):
        if done():
            return
        desk.say("")
    assert done(), desk.text()


def test_a_mistyped_doctor_is_found_on_day_two_and_mended(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    desk = Screen(saves, "play", "--game", "eve")
    enters_until(desk, lambda: "call night 1" in told(saves))
    desk.say(*FIRST_NIGHT)
    enters_until(desk, lambda: "night 1" in told(saves))
    enters_until(desk, lambda: "call day 1" in told(saves))
    desk.say("", "д")  # nobody votes
    enters_until(desk, lambda: "call night 2" in told(saves))
    desk.say("маф зоя", "ком борис", "док пас", "путана пас", "вор пас", "жур пас")
    enters_until(desk, lambda: "night 2" in told(saves))
    enters_until(desk, lambda: "call day 2" in told(saves))
    desk.say("/исправить ночь 1 док кира")
    shown = desk.text()
    assert "Поправка к ночи 1: Кира не погибает." in shown
    assert "Теперь в игре: Кира." in shown
    desk.say("")  # a bare Enter leaves it
    assert "Оставлено как было." in desk.text()
    assert saved(saves)["steps"][-1]["kind"] == "day"
    assert not [step for step in saved(saves)["steps"] if step["kind"] == "amend"]
    desk.say("/исправить ночь 1 док кира", "д")
    before = told(saves).count("night 1")
    desk.say("")  # the correction is copied, and so told
    assert told(saves).count("night 1") == before + 1
    assert saved(saves)["told"][-1]["says"]["died"] == []
    desk.say("Кира: Борис", "Вера: Борис", "", "д")
    enters_until(desk, lambda: "day 2 count" in told(saves))
    assert desk.close() is None
    doc = saved(saves)
    outcome(doc)
    assert [step["kind"] for step in doc["steps"]] == ["night", "day", "night", "amend", "day"]
    assert mafia("resolve", str(saves / "eve.toml"))[0] == 0


def test_what_becomes_impossible_goes_with_one_answer(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Кира", "--move", "doctor=Зоя", "--judge", "--yes")
    mafia("announce", "--sent")
    mafia("vote", "--vote", "--close", "--yes")
    mafia("vote", "--close", "--yes", "--anyway")
    mafia("announce", "--text", "count", "--sent")
    mafia("announce", "--text", "verdict", "--sent")
    mafia("night", "--move", "mafia=Глеб", "--move", "doctor=Зоя", "--judge", "--yes")
    mafia("announce", "--sent")
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("/исправить ночь 1 маф глеб")
    assert "После этого невозможно:" in desk.text()
    assert "Глеб уже вне игры" in desk.text()
    desk.say("н")
    assert len(saved(saves)["steps"]) == 3
    desk.say("/испр ночь 1 маф глеб", "д")
    desk.close()
    doc = saved(saves)
    assert [step["kind"] for step in doc["steps"]] == ["night", "day", "night", "amend", "amend"]
    assert doc["steps"][4]["set"] == {"moves": {}}
    outcome(doc)


@pytest.mark.parametrize(
    ("line", "amend"),
    [
        ("ночь 1 док убрать", {"step": 1, "set": {"moves": {"mafia": "Кира"}}}),
        ("ночь 1 док пас", {"step": 1, "set": {"moves": {"mafia": "Кира", "doctor": ""}}}),
        ("н 1 док вере", {"step": 1, "set": {"moves": {"mafia": "Кира", "doctor": "Вера"}}}),
        ("день 1 аня вера", {"step": 2, "set": {"votes": [["Аня", "Вера"], ["Вера", "Борис"], ["Глеб", "Борис"]]}}),
        ("день 1 егор борис", None),
        ("день 1 аня убрать", {"step": 2, "set": {"votes": [["Вера", "Борис"], ["Глеб", "Борис"]]}}),
        ("день 1 вера +", {"step": 2, "set": {"acquit": [["Вера", True]]}}),
        ("роль кира доктор", {"seat": 10, "role": "doctor"}),
        ("3 убрать", {"step": 3, "drop": True}),
        ("шаг 3 борис", {"step": 3, "set": {"target": "Борис"}}),
    ],
)
def test_the_forms_of_a_correction(
    mafia: Mafia, tmp_path: Path, saves: Path, line: str, amend: dict[str, object] | None
) -> None:
    from mafia_cli.host.desk import Desk
    from mafia_cli.host.mending import _read
    from mafia_cli.session import opened
    from mafia_cli.settings import Settings

    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Кира", "--move", "doctor=Зоя", "--judge", "--yes")
    (tmp_path / "v.txt").write_text("Аня = Борис\nВера = Борис\nГлеб = Борис\n", encoding="utf-8")
    mafia("vote", "--votes", "v.txt", "--close", "--yes")
    mafia("vote", "--close", "--yes", "--anyway")
    mafia("player", "violation", "Аня", "4.2")
    with opened(saves / "eve.toml") as session:
        sat = Desk(Settings("ru"), session)
        amends: list[Row] = []
        _read(sat, amends, line)
        assert proposal(session.script, amends).amends
        written = table(session.script.but(steps=(*session.script.steps, *amends)))["steps"]
        if amend is not None:
            assert written[-len(amends)] == {"kind": "amend", **amend}
        if line.startswith("роль"):
            assert written[-1] == {"kind": "amend", "seat": 4, "role": "citizen"}


def test_what_is_not_understood_is_said_and_nothing_changes(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Кира", "--move", "doctor=Зоя", "--judge", "--yes")
    before = saved(saves)["steps"]
    desk = Screen(saves, "play", "--game", "eve")
    for line in (
        "чепуха",
        "ночь",
        "ночь 5 док вера",
        "день 1 аня",
        "роль аня чепуха",
        "99 убрать",
        "ночь 1 абракадабра",
    ):
        desk.say(f"/исправить {line}")
    desk.say("/исправить")
    assert "1 Ночь 1" in desk.text()
    assert "/исправить ночь 1 док вера" in desk.text()
    desk.close()
    assert saved(saves)["steps"] == before


def test_undo_at_the_desk_says_that_the_chat_knows(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Кира", "--move", "doctor=Зоя", "--judge", "--yes")
    mafia("announce", "--sent")
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("/отмена")
    assert "Уже сказано: чату (ночь 1)." in desk.text()
    desk.say("док кира")
    enters_until(desk, lambda: "Поправка к ночи 1: Кира не погибает." in desk.text(), 4)
    desk.close()


def test_an_override_is_asked_line_by_line(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Кира", "--move", "commissar=Аня", "--judge", "--yes")
    mafia("announce", "--sent")
    mafia("pm", "--sent", "all")
    desk = Screen(saves, "play", "--game", "eve")
    desk.say("/решение", "чепуха")
    assert "Начните с одного из слов" in desk.text()
    desk.say("умер никтотакой")
    assert "Игрока «никтотакой» в игре нет" in desk.text()
    desk.say("жив кира", "умер кира")
    assert "сразу в двух списках" in desk.text()
    desk.say("умер зоя", "умер игорь", "соблазнены", "ответ ком минус", "мэр вера", "", "ошибка ведущего")
    assert "Записать?" in desk.text()
    desk.say("д")
    desk.close()
    assert saved(saves)["steps"][-1] == {
        "kind": "override",
        "reason": "ошибка ведущего",
        "alive": ["Кира"],
        "dead": ["Зоя", "Игорь"],
        "seduced": [],
        "answers": {"commissar": "-"},
        "mayor": "Вера",
    }
    assert "Решение ведущего (после ночи 1): ошибка ведущего" in mafia("status", "--lang", "ru")[1]
    assert mafia("pm", "Вера")[1].count("Прежнее сообщение было ошибкой ведущего.") == 1


def test_private_messages_are_walked_on_a_terminal_alone(mafia: Mafia, tmp_path: Path, saves: Path) -> None:
    start(mafia, tmp_path, NICKS)
    mafia("night", "--move", "mafia=Вера", "--move", "commissar=Аня", "--judge", "--yes")
    status, out, _ = mafia("pm", "--lang", "ru")
    assert status == 0
    assert "Вера (вне игры)" in out
    assert [entry["about"] for entry in saved(saves)["told"] if entry["to"] == 3] == ["role"]
    desk = Screen(saves, "pm")
    assert "Вера (вне игры)" in desk.text()
    desk.say("")
    assert [entry["about"] for entry in saved(saves)["told"] if entry["to"] == 3] == ["role", "night 1"]
    assert "3 Вера: ответ ночи 1" in mafia("pm", "--log", "--lang", "ru")[1]
    desk.close()


def test_a_text_is_copied_in_parts(mafia: Mafia, tmp_path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_NO_CLIPBOARD", "1")
    start(mafia, tmp_path, NICKS, "ru", "--chat", "plug")
    before = (saves / "eve.toml").read_bytes()
    status, out, err = mafia("announce", "--copy")
    assert (status, bool(out)) == (0, True)
    assert "no clipboard" in err
    assert mafia("announce", "--part", "1")[1] == out
    assert mafia("announce", "--part", "9")[0] == 1
    assert mafia("pm", "1", "--copy")[1].startswith("→ 1. Аня")
    assert (saves / "eve.toml").read_bytes() == before
