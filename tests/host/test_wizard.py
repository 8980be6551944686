"""``mafia new`` by questions: the save that flags give, whatever happens between; refusals; what the host sees."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, table
from terminal import Screen, Terminal, typed
from wizard_typing import ENGLISH, TWELVE, on_disk, only_save

from mafia_cli.host import joining, outbox, theming, wizard
from mafia_cli.host.questions import QUESTIONS
from mafia_cli.host.setup_state import AnswerError, Setup
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.toml import parse
from mafia_cli.session import opened
from mafia_cli.settings import Settings
from mafia_cli.words.catalogue import Words

pytestmark = pytest.mark.usefixtures("drawn_seed", "played_before")

Mafia = Callable[..., tuple[int, str, str]]

PLAIN = ["Пятница", "", "", "", ", ".join(TWELVE), *[""] * 7]
"""All by Enter but the name and the players: language, host, chat, end of the list, theme, roles, deal ... ready."""

FULL = [
    "Пятница",
    "английский",
    "Лена",
    "вк",
    "\n".join(f"{n}. {nick}" for n, nick in enumerate(TWELVE, 1)),
    "Нова",
    "-4",
    "+Олег, Павел",
    "2 = Боря",
    "",
    "Чикаго, Пираты, Космос",
    "",  # copy the call
    "Аня: 2\nБоря за Пираты\n3 чик",
    "дина: 1",
    "",
    "2",  # the tie
    "",  # copy the theme
    "5 3 7",
    "7",
    "14 = Флинт, 1=Крюк",
    "",
    "-вор мафия 3",
    "",
    "",  # by lot
    "дина",
    "tie=nobody parity = more_than",
    "",
    "",  # deal
]
FULL_PLAYERS = ["Аня = Крюк", "Боря", "Дина", "Жанна", "Зоя", "Иван", "Кира", "Лёва", "Марк", "Нова", "Олег"]
FULL_PLAYERS += ["Павел = Флинт"]

BY_HAND = [
    "Пятница",
    "",
    "-",
    "5",
    ", ".join(TWELVE),
    "",
    "Космос",
    "",
    "",
    "мафия 1 -ревнивец -вор -журналист",
    "",
    "аня = дон",
    "Борис = мафия, 3 = комиссар",
    "Глеб = доктор\nдина = казанова\nегор = мэр\nЖанна = тело",
    "",
    "",
    "",
]
HELD = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "bodyguard"]


def new(lines: list[str], lang: str = "ru", **given: Any) -> Path:
    """Hold a wizard evening and leave the private messages for later."""
    return typed([*lines, "/стоп"], lambda: wizard.run(Settings(lang), given={"seed": 5, **given}))


def broken_off(lines: list[str]) -> None:
    """Type only these lines; then the window closes."""
    with suppress(EOFError):
        typed(lines, lambda: wizard.run(Settings("ru"), given={"seed": 5}))


def by_flags(mafia: Mafia, tmp_path: Path, players: list[str], *flags: str, lang: str = "ru") -> dict[str, Any]:
    """Return the save that the same decisions by flags give."""
    file, folder = tmp_path / "players.txt", tmp_path / "flags"
    file.write_text("\n".join(players), encoding="utf-8")
    call = ["new", "Пятница", "--players", str(file), "--seed", "5", "--lang", lang, "--saves", str(folder), "--yes"]
    status, _, err = mafia(*call, *flags)
    assert status == 0, err
    (path,) = folder.glob("*.toml")
    return on_disk(path)


def plain_by_flags(mafia: Mafia, tmp_path: Path) -> dict[str, Any]:
    return by_flags(mafia, tmp_path, TWELVE)


def full_by_flags(mafia: Mafia, tmp_path: Path) -> dict[str, Any]:
    roles = "don=1,mafia=3,commissar=1,doctor=1,casanova=1,jealous=1,mayor=1,bodyguard=1,journalist=1"
    rulings = ["--ruling", "tie=nobody", "--ruling", "parity=more_than"]
    more = ["--host", "Лена", "--theme", "Пираты", "--chat", "vk", "--roles", roles, "--mayor", "Дина", *rulings]
    return by_flags(mafia, tmp_path, FULL_PLAYERS, *more, lang="en")


def hand_by_flags(mafia: Mafia, tmp_path: Path) -> dict[str, Any]:
    deal = tmp_path / "deal.txt"
    deal.write_text("\n".join(f"{nick} = {role}" for nick, role in zip(TWELVE, HELD, strict=False)), encoding="utf-8")
    return by_flags(mafia, tmp_path, TWELVE, "--theme", "Космос", "--deal", str(deal))


EVENINGS = {"plain": (PLAIN, plain_by_flags), "full": (FULL, full_by_flags), "hand": (BY_HAND, hand_by_flags)}


# --- the same as by flags, whatever happens -------------------------------------------------------------------


@pytest.mark.parametrize("name", EVENINGS)
def test_the_save_is_the_one_that_flags_give(name: str, mafia: Mafia, tmp_path: Path) -> None:
    lines, flags = EVENINGS[name]
    path = new(lines)
    assert "setup" not in parse(path.read_bytes())
    assert on_disk(path) == flags(mafia, tmp_path)


@pytest.mark.parametrize("name", EVENINGS)
def test_a_window_closed_after_every_line_loses_nothing(name: str, mafia: Mafia, tmp_path: Path) -> None:
    lines, flags = EVENINGS[name]
    broken_off(lines[:1])
    for line in lines[1:-1]:
        assert wizard.is_unfinished(as_script(parse(only_save().read_bytes())))
        broken_off(["", line])
    path = typed(["", lines[-1], "/стоп"], lambda: wizard.run(Settings("ru")))
    assert path == only_save().absolute()
    assert on_disk(path) == flags(mafia, tmp_path)


@pytest.mark.parametrize("name", EVENINGS)
def test_a_step_back_after_every_line_and_the_same_answer_change_nothing(
    name: str, mafia: Mafia, tmp_path: Path
) -> None:
    lines, flags = EVENINGS[name]
    stepped = [typed_line for line in lines[:-1] for typed_line in (line, "/назад", "")]
    assert on_disk(new([*stepped, lines[-1]])) == flags(mafia, tmp_path)


def test_all_the_way_back_and_forward_by_enter(mafia: Mafia, tmp_path: Path) -> None:
    answered = 14  # of FULL: 15 questions before "ready", by lot and with a mayor
    path = new([*FULL[:-1], *["<"] * 30, *[""] * (answered + 1), ""])
    assert on_disk(path) == full_by_flags(mafia, tmp_path)


def test_another_answer_after_a_step_back_counts() -> None:
    path = new(["Пятница", "<", "Суббота", *PLAIN[1:]])
    doc = parse(path.read_bytes())
    assert doc["name"] == "Суббота"
    players = [*PLAIN[:6], "<", "+Нова", ""]
    doc = parse(new([*players, *PLAIN[6:]], name="Ещё").read_bytes())
    assert len(doc["players"]) == 13


def test_every_answer_is_a_key_on_disk_before_the_next_question() -> None:
    broken_off(FULL[:13])
    setup = parse(only_save().read_bytes())["setup"]
    assert list(setup) == ["name", "lang", "host", "limit", "players", "candidates", "called", "drafts"]
    assert setup["candidates"] == ["Чикаго", "Пираты", "Космос"]
    assert setup["drafts"]["votes"] == [["Аня", "Пираты"], ["Боря", "Пираты"], ["Вера", "Чикаго"]]


def test_nothing_is_written_before_the_first_answer() -> None:
    broken_off([])
    assert not list(Path().glob("saves/*.toml"))


def test_another_game_may_be_started_beside_an_unfinished_one() -> None:
    broken_off(PLAIN[:3])
    path = typed(["н", *PLAIN, "/стоп"], lambda: wizard.run(Settings("ru"), given={"seed": 5}))
    assert path.stem == "пятница-2"
    assert path.with_name("пятница.toml").exists()


def test_a_spoilt_answer_is_asked_again(mafia: Mafia, tmp_path: Path) -> None:
    broken_off(PLAIN[:7])
    path = only_save()
    text = path.read_text("utf-8")
    path.write_text(re.sub("candidates = .*", 'candidates = 3\nroles = {don = "x"}\nvotes = 7', text), "utf-8")
    made = typed(["", *PLAIN[6:], "/стоп"], lambda: wizard.run(Settings("ru")))
    assert on_disk(made) == plain_by_flags(mafia, tmp_path)


def test_flags_are_offered_as_first_answers() -> None:
    roles = {"don": 1, "commissar": 1, "doctor": 1, "casanova": 1, "mayor": 1, "mafia": 4}
    path = new(["", "", "", "", ", ".join(TWELVE), "", "", "", *[""] * 6], name="Пятница", host="Лена",
               candidates=["Космос"], roles=roles, mayor="Вера", rulings={"tie": "ask"}, limit="vk")  # fmt: skip
    doc = parse(path.read_bytes())
    assert (doc["name"], doc["host"], doc["theme"], doc["limit"]) == ("Пятница", "Лена", "Космос", "vk")
    assert [player["role"] for player in doc["players"]].count("mafia") == 4
    assert doc["players"][2]["role"] == "mayor"
    assert doc["rulings"] == {"tie": "ask"}


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("broken", [False, True])
def test_a_pack_goes_with_a_theme_of_another_name_in_the_questions_too(
    lang: str, broken: bool, mafia: Mafia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = ["new", "--pack", "pirates", "--theme", "Tortuga", "--seed", "7", "--lang", lang]
    saves, answers = tmp_path / "saves", ["eve", lang, "", "", ", ".join(TWELVE), "", *[""] * 8]
    sat = Screen(saves, *flags, lang=lang)
    if broken:
        sat.say(*answers[:4])
        sat.close()
        sat = Screen(saves, "new", lang=lang)
        answers = ["", *answers[4:]]
    sat.say(*answers)
    sat.close()
    made = on_disk(only_save())
    players = tmp_path / "players.txt"
    players.write_text("\n".join(TWELVE), encoding="utf-8")
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path / "flags"))
    assert mafia(*flags[:1], "eve", *flags[1:], "--players", str(players), "--yes")[0] == 0
    assert (made["pack"], made["theme"]) == ("pirates", "Tortuga")
    assert made == on_disk(tmp_path / "flags" / "eve.toml")


def test_host_and_chat_of_the_last_evening_are_the_defaults() -> None:
    new(["Раз", "", "Лена", "vk", *PLAIN[4:]])
    doc = parse(new(["Два", *PLAIN[1:]]).read_bytes())
    assert (doc["host"], doc["limit"]) == ("Лена", "vk")


# --- what is refused ------------------------------------------------------------------------------------------


def setup_of(**answers: Any) -> Setup:
    known = {"players": [{"nick": nick} for nick in TWELVE], "candidates": ["Чикаго", "Пираты", "Космос"]}
    return Setup(Words("ru"), {"seed": 5}, {**known, **answers}, {}, lambda: date(2026, 11, 30))


def test_of_a_paste_the_good_ones_stay_and_the_rest_has_a_reason() -> None:
    taken = joining.take(setup_of(), "Аня\nБорис\nАня\nАhя\nВе\u200bра", [])
    assert [entry["nick"] for entry in taken.value] == ["Аня", "Борис", "Вера"]
    said = "\n".join(taken.say)
    assert "! Ник «Аня» уже занят" in said
    assert "! Ники «Аhя» и «Аня» выглядят одинаково" in said
    assert "Невидимые символы" in said
    assert not taken.done


@pytest.mark.parametrize("line", ["1 = Борис", "1 = борис", "-13", "-0"])
def test_a_line_that_cannot_be_changes_no_list(line: str) -> None:
    with pytest.raises(RefusedError):
        joining.take(setup_of(), line, setup_of().players())


def test_six_players_are_too_few() -> None:
    with pytest.raises(RefusedError, match="too_few_players"):
        joining.take(setup_of(), "", setup_of().players()[:6])


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("5 3 2", [5, 3, 2]),
        ("5,3, 2", [5, 3, 2]),
        ("Аня: 2", [0, 1, 0]),
        ("аня - пираты", [0, 1, 0]),
        ("1 3", [0, 0, 1]),
        ("Аня = 1\nБорис=2\nАня = 3", [0, 1, 1]),
        ("аня: 1, борис: 1", [2, 0, 0]),
        ("Аня: 9\nБорис: 1\nкто: 2\nчто-то", [1, 0, 0]),
    ],
)
def test_votes_for_a_theme(line: str, counted: list[int]) -> None:
    setup = setup_of()
    taken = theming.votes_take(setup, line, [])
    assert setup.votes(taken.value) == counted


def test_a_tie_is_drawn_by_the_seed_and_always_the_same() -> None:
    drawn = {
        seed: Setup(Words("ru"), {"seed": seed}, setup_of(votes=[3, 3, 1]).answers, {}).lot() for seed in range(40)
    }
    assert set(drawn.values()) == {"Чикаго", "Пираты"}
    with pytest.raises(AnswerError):
        theming.tie_take(setup_of(votes=[3, 3, 1]), "3", "")


def question(key: str) -> Any:
    return next(one for one in QUESTIONS if one.key == key)


def test_must_haves_and_limits_are_said_plainly() -> None:
    setup, roles = setup_of(), question("roles")
    value = roles.start(setup, None)
    taken = roles.take(setup, "дон 2 -мэр мирный 5", value)
    said = "\n".join(taken.say)
    assert "Не хватает обязательной роли «Мэр»" in said
    assert "Роль «Дон мафии» бывает только одна" in said
    assert "Ролей: 16, игроков: 12" in said
    with pytest.raises(RefusedError):
        roles.take(setup, "", taken.value)
    assert "Enter" in roles.prompt(setup, value)
    assert "Enter" not in roles.prompt(setup, taken.value)  # what would be refused is not offered
    again = roles.take(setup, "*", taken.value)
    assert "Enter" in roles.prompt(setup, again.value)


def test_one_mafioso_only_after_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    roles = PLAIN.index("", 6) + 1
    path = new([*PLAIN[:roles], "-мафия -мафия", "", "н", "мафия 1", "", *PLAIN[roles + 1 :]])
    assert [player["role"] for player in parse(path.read_bytes())["players"]].count("mafia") == 1
    path = new([*PLAIN[:roles], "-мафия -мафия", "", "д", *PLAIN[roles + 1 :]])
    assert [player["role"] for player in parse(path.read_bytes())["players"]].count("mafia") == 0


@pytest.mark.parametrize("key", [one.key for one in QUESTIONS])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_question_has_its_help(key: str, lang: str) -> None:
    assert Words(lang).text("wizard", f"help.{key}")
    assert Words(lang).text("wizard", f"ask.{key}")


def test_a_command_unknown_here_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    broken_off(["/что", "/?", "<", "Пятница"])
    said = capsys.readouterr().out
    assert "Нет команды «/что»" in said
    assert "Как назвать вечер" in said
    assert "первый вопрос" in said
    assert parse(only_save().read_bytes())["name"] == "Пятница"


def test_without_a_terminal_the_flags_are_named(mafia: Mafia) -> None:
    status, _, err = mafia("new", "--lang", "ru")
    assert status == 1
    assert "--players" in err


# --- what the host sees ---------------------------------------------------------------------------------------

LATIN = {"Enter", "Ctrl", "mafia", "new", "plug", "vk", "telegram", "discord", "tie", "nobody", "parity", "more_than"}


def test_a_russian_evening_has_no_english_and_fits_sixty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = [line for line in FULL if line != "английский"]
    new([*lines[:1], "/?", "", *lines[1:]])
    said = capsys.readouterr().out.replace(str(Path.cwd()), "")
    known = {word for word in re.findall("[A-Za-z_]{2,}", said) if word not in LATIN}
    assert known <= {"saves", "toml"}
    shown = said.split("В личные сообщения")[0].splitlines()
    assert [line for line in shown if len(line) > 60 and not line.startswith("Тема игры:")] == []


def test_the_texts_to_paste_are_in_the_language_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    new(FULL)
    said = capsys.readouterr().out
    assert "We choose the theme of the game. One vote each, send the number:\n1. Чикаго\n" in said
    assert "The theme of the game: Пираты." in said
    assert "Побеждает тема: Пираты." in said


def test_private_messages_one_by_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_NO_CLIPBOARD", "1")
    path = typed([*PLAIN, "", "-", "<", "", "что", "<", "", "-", "/stop"], lambda: wizard.run(Settings("ru")))
    doc = parse(path.read_bytes())
    seats = [entry["to"] for entry in doc["told"]]
    due = [seat for seat, player in enumerate(doc["players"], 1) if player["role"] != "citizen"]
    assert seats == due[:2]
    assert capsys.readouterr().out.count("Буфера обмена здесь нет") == 1
    with opened(path) as session:
        typed([""] * (len(due) - 2), lambda: outbox.walk(Settings("ru"), session))
        assert sorted(entry["to"] for entry in table(session.script)["told"]) == due
        outbox.walk(Settings("ru"), session)
    assert "Отправлять в личные сообщения нечего" in capsys.readouterr().out


def test_a_long_message_is_copied_in_parts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("MAFIA_NO_CLIPBOARD", "1")
    lines = [*PLAIN]
    lines[3] = "plug"
    typed([*lines, *[""] * 60], lambda: wizard.run(Settings("ru")))
    said = capsys.readouterr().out
    assert "(1/" in said
    assert "Все личные сообщения отмечены" in said


# --- at the screen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sit", "at", "key", "columns", "rows"),
    [
        (Terminal, 2, "\x03", 80, 24),
        (Screen, 5, "\x04", 60, 20),
        (Screen, 9, "\x03", 60, 20),
    ],
)
def test_an_interruption_loses_nothing(
    sit: type[Screen | Terminal], at: int, key: str, columns: int, rows: int, mafia: Mafia, tmp_path: Path
) -> None:
    saves = tmp_path / "saves"
    window = sit(saves, "new", "--seed", "5", columns=columns, rows=rows)
    window.say(*PLAIN[:at])
    window.press(key)
    assert window.ended() == 130
    assert "Подготовка «Пятница» сохранена" in window.text()
    again = sit(saves, "new", columns=columns, rows=rows)
    assert "незаконченная подготовка «Пятница»" in " ".join(again.text().split())
    again.say("", *PLAIN[at:])
    assert "Роли розданы" in again.text()
    assert again.close() is None
    assert on_disk(only_save()) == plain_by_flags(mafia, tmp_path)


@pytest.mark.parametrize("sit", [Screen, Terminal])
def test_an_english_evening(sit: type[Screen | Terminal], tmp_path: Path) -> None:
    window = sit(tmp_path / "saves", "new", lang="en", columns=60, rows=20)
    window.say("Friday", "", "", "", *ENGLISH, "", "")
    window.say("", "", "", "", "")
    assert "The roles are dealt" in window.text()
    window.say("")
    assert "✓ Sent to the terminal's clipboard and ticked: " in window.text()
    assert "Copied and ticked" not in window.text()
    assert not re.search("[А-Яа-я]", window.text())
    assert window.close() is None
    assert len(parse(only_save().read_bytes())["players"]) == 8
