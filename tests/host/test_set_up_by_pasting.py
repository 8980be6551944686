"""A game set up from what the chat wrote: the theme vote, new nicks and the deal, each in one paste."""

from pathlib import Path

import pytest
from terminal import typed
from wizard_typing import only_save

from mafia_cli.host import joining, theming, wizard
from mafia_cli.host.dealing import deal_line, deal_lines, dealt_by_hand
from mafia_cli.host.renaming import read_renames
from mafia_cli.host.setup_state import Setup
from mafia_cli.rules.roles import Role
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.toml import parse
from mafia_cli.settings import Settings
from mafia_cli.words.catalogue import Words

pytestmark = pytest.mark.usefixtures("drawn_seed", "played_before")

NAMES = ["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя", "Иван", "Кира", "Лёва", "Марк", "Нина", "Олег"]
PIRATES = ["Кракен", "Штиль", "Юнга", "Боцман", "Якорь", "Сухарь", "Компас", "Пиастр", "Русалка", "Парус", "Бочка"]
PIRATES += ["Девятый Вал", "Чёрная Метка", "Солёный Пёс"]
ROLES = ["дон", "мафия", "мафия", "комиссар", "доктор", "казанова", "мэр", "маньяк", "вор", *["мирный"] * 5]


def players(names: list[str]) -> list[Raw]:
    return [{"nick": name} for name in names]


def chat(texts: list[str]) -> str:
    said = enumerate(zip(NAMES, texts, strict=True))
    return "\n\n".join(f"{name}, [03.12.2026 21:{at:02}]\n{text}" for at, (name, text) in said)


def test_fourteen_in_four_pastes_and_eight_times_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pastes = [
        chat(["+", "играю!", "➕", *["+"] * 11]),
        chat(["сказка!", "я за пиратов", "4", "морские", *["пираты"] * 10]),
        "\n".join(f"{n}. {old} - {new}" for n, (old, new) in enumerate(zip(NAMES, PIRATES, strict=True), 1)),
        "\n".join(f"{nick}: {role}" for nick, role in zip(PIRATES, ROLES, strict=True)),
    ]
    keys = ["", "", "", "", pastes[0], "", pastes[1], "", pastes[2], pastes[3], "", ""]
    assert keys.count("") == 8
    with pytest.raises(EOFError):  # the deal is done; its private messages come next
        typed(keys, lambda: wizard.run(Settings("ru")))
    doc = parse(only_save().read_bytes())
    assert [(one["chat"], one["nick"]) for one in doc["players"]] == list(zip(NAMES, PIRATES, strict=True))
    assert [one["role"] for one in doc["players"]][:9] == [
        *("don", "mafia", "mafia", "commissar", "doctor", "casanova", "mayor", "maniac", "thief"),
    ]
    assert doc["pack"] == "pirates"


THEMES = ["Сказки", "Пираты", "Космос"]


@pytest.mark.parametrize(
    ("text", "votes"),
    [
        ("Аня: 2\nБорис: за сказку голосую\nВера: пиратский корабль, 2", ["Пираты", "Сказки", "Пираты"]),
        ("Аня: только не космос\nБорис: Космос", [None, "Космос"]),
        ("Аня: сказка или пираты\nБорис: космос?\nВера: 3!", [None, None, "Космос"]),
        ("Аня: сказка!\nБорис: всем привет\nАня: нет, лучше пираты", ["Пираты", None]),
    ],
)
def test_votes_for_a_theme_in_a_chat(text: str, votes: list[str | None]) -> None:
    setup = Setup(Words("ru"), {"seed": 5}, {"players": players(NAMES), "candidates": THEMES}, {})
    taken = theming.votes_take(setup, text, [])
    said = dict(zip(NAMES, votes, strict=False))
    if "нет, лучше" in text:  # a no beside a theme is for the host to decide
        said["Аня"] = "Сказки"
    assert dict(taken.value) == {name: choice for name, choice in said.items() if choice}


def test_other_words_mean_a_pack() -> None:
    setup = Setup(Words("ru"), {"seed": 5}, {"players": players(NAMES), "candidates": []}, {})
    taken = theming.candidates_take(setup, "Аня: вестерн\nБорис: за космос\nВера: звери\nГлеб: космос", [])
    assert set(taken.value) == {"Космическая станция", "Дикий Запад", "Зоопарк"}
    assert setup.votes() == [2 if one == "Космическая станция" else 1 for one in taken.value]


@pytest.mark.parametrize(
    ("text", "new", "same", "left"),
    [
        ("1. Аня - Кощей\n2. Борис - Жан - Поль", {1: "Кощей", 2: "Жан - Поль"}, set(), []),
        ("Аня = Жар-птица\nВера = Кот в сапогах", {1: "Жар-птица", 3: "Кот в сапогах"}, set(), []),
        ("Аня: я Пират Джо\nБорис: буду Водяной", {1: "Пират Джо", 2: "Водяной"}, set(), []),
        ("3 = Нова\n1 = Лис", {3: "Нова", 1: "Лис"}, set(), []),
        ("Кракен\nБорис\nЮнга\nБоцман", {1: "Кракен", 3: "Юнга", 4: "Боцман"}, {2}, []),
        ("Кракен\nв сети\nГлеб\nбыл недавно\nБорис\nв сети", {}, {2, 4}, ["Кракен"]),
        ("Вера\nБорис\nГлеб\nКракен", {1: "Кракен"}, {2, 3, 4}, []),
    ],
)
def test_new_nicks(text: str, new: dict[int, str], same: set[int], left: list[str]) -> None:
    read = read_renames(players(NAMES[:4]), text)
    assert (read.new, read.same, read.left, read.refused) == (new, same, left, [])


def test_who_has_not_renamed_is_shown_before_the_check_ends() -> None:
    setup = Setup(Words("ru"), {"seed": 5}, {"players": players(NAMES)}, {})
    taken = joining.nicks_take(setup, "\n".join([*PIRATES[:13], NAMES[13]]), {"out": [], "new": []})
    assert not taken.done
    assert taken.value["out"] == [NAMES[13]]
    assert len(taken.value["new"]) == 13


@pytest.mark.parametrize(
    ("line", "dealt"),
    [
        ("Кощей - дон", [(1, Role.DON)]),
        ("Кощей: дон", [(1, Role.DON)]),
        ("кощей=дон", [(1, Role.DON)]),
        ("  1 Кощей (vasya) - дон, мафия", [(1, Role.DON)]),
        ("1. Кощей — дон", [(1, Role.DON)]),
        ("Мирные: 2 Баба Яга, 3 Жан - Поль.", [(2, Role.CITIZEN), (3, Role.CITIZEN)]),
        ("Жан - Поль - маньяк", [(3, Role.MANIAC)]),
        ("доктор: Баба Яга", [(2, Role.DOCTOR)]),
    ],
)
def test_a_line_of_a_deal(line: str, dealt: list[tuple[int, Role]]) -> None:
    assert deal_line(players(["Кощей", "Баба Яга", "Жан - Поль"]), line) == dealt


def test_a_deal_refuses_what_is_no_line_of_one() -> None:
    for line in ("Кощей", "Кощей - водолаз", "Никто - дон", "= дон"):
        with pytest.raises(RefusedError):
            deal_line(players(["Кощей", "Баба Яга"]), line)
    with pytest.raises(RefusedError, match="nick_taken"):
        dealt_by_hand(players(["Кощей"]), "Кощей - дон\nКощей - мафия")
    assert list(deal_lines("# роли\nКощей - дон, Баба Яга - вор\n")) == ["Кощей - дон", " Баба Яга - вор"]
