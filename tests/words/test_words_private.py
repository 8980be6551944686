"""Private messages: each role learns what it needs, answers leak no reason."""

import pytest
from words_games import ANYA, BOTH, CITIZEN, EN, NASTY, PEOPLE, RU, SEAT, TOWN, a_cast, nasty_people, nick

from mafia_cli.rules.model import cast_of
from mafia_cli.rules.roles import MOVERS, ROLES, Role
from mafia_cli.rules.rulings import Rulings
from mafia_cli.words import private
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe


@pytest.mark.parametrize("words", BOTH, ids=["ru", "en"])
@pytest.mark.parametrize("seat", range(1, len(TOWN) + 1))
def test_everybody_can_be_told_the_role(seat: int, words: Words) -> None:
    cast = a_cast()
    text = private.role_pm(words, PEOPLE, cast, seat)
    role = TOWN[seat - 1]
    assert words.role(role) in text.splitlines()[0]
    told = {other for other in range(1, len(TOWN) + 1) if nick(other) in text}
    assert told == (set(cast.mafiosi) if role in (Role.MAFIA, Role.DON) else set())
    assert len(text) < 500
    assert not any(line != line.strip() or not line for line in text.splitlines())


def test_mafiosi_learn_each_other_and_the_don() -> None:
    text = private.role_pm(RU, PEOPLE, a_cast(), SEAT[Role.MAFIA])
    assert f"Ваша мафия: {nick(SEAT[Role.DON])} (дон), {nick(SEAT[Role.MAFIA])}, {nick(16)}." in text
    lone = private.role_pm(RU, PEOPLE, cast_of([Role.DON, Role.CITIZEN], Rulings(), 0), 1)
    assert "В мафии вы без напарников." in lone


def test_only_the_sender_of_the_kill_is_told_how() -> None:
    cast = a_cast()
    assert "посоветуйтесь" in private.role_pm(RU, PEOPLE, cast, SEAT[Role.DON])
    assert "посоветуйтесь" not in private.role_pm(RU, PEOPLE, cast, SEAT[Role.MAFIA])
    without_don = cast_of([Role.MAFIA, Role.MAFIA, Role.CITIZEN], Rulings(), 0)
    assert "посоветуйтесь" in private.role_pm(RU, PEOPLE, without_don, 1)
    assert "посоветуйтесь" not in private.role_pm(RU, PEOPLE, without_don, 2)


@pytest.mark.parametrize(
    ("role", "ruling", "texts"),
    [
        (Role.MANIAC, "maniac_nights", {"even": "вторая", "odd": "первая", "cooldown": "отдыхаете"}),
        (Role.POISONER, "poisoner_pace", {"cooldown": "две ночи", "calendar": "шестая"}),
        (Role.MAYOR, "mayor_decides", {"asked": "спрошу вас", "voted": "за одного из тех"}),
        (Role.JOURNALIST, "journalist_mafia", {"same": "одной ролью", "different": "разными ролями"}),
    ],
)
def test_limits_follow_the_games_rulings(role: Role, ruling: str, texts: dict[str, str]) -> None:
    for choice, said in texts.items():
        assert said in private.role_pm(RU, PEOPLE, a_cast(7, **{ruling: choice}), SEAT[role])


def test_answers() -> None:
    assert private.answer(RU, 2, "+") == "Ночь 2, проверка: +"
    assert private.answer(RU, 2, "-", ["Аня"]) == "Ночь 2, проверка (Аня): -"
    assert private.answer(RU, 2, "same", ["Аня", "Борис"]) == "Ночь 2, сравнение (Аня и Борис): роли одинаковые."
    assert private.answer(EN, 2, "different") == "Night 2, your comparison: the roles differ."


def test_a_move_that_did_not_work_is_one_wording_for_all() -> None:
    assert (
        private.answer(RU, 2, "none")
        == private.answer(RU, 2, "none", ["Аня", "Борис"])
        == "Ночь 2: ваш ход не сработал."
    )


@pytest.mark.parametrize("words", BOTH, ids=["ru", "en"])
def test_the_rest(words: Words) -> None:
    assert private.heir(words)
    assert "2.12" not in private.healer_refused(words)
    for role in MOVERS:
        assert words.role(role, "who") in private.remind(words, role, 3)
    assert private.remind(words, Role.JOURNALIST, 3) != private.remind(words, Role.DOCTOR, 3)
    assert private.correction(words, private.answer(words, 1, "+")).endswith(private.answer(words, 1, "+"))
    tied = private.ask_mayor(words, PEOPLE, [1, ANYA])
    assert nick(1) in tied
    assert nick(ANYA) in tied


def test_a_replacement_is_told_the_role_even_a_citizens() -> None:
    text = private.replaced_pm(RU, PEOPLE, a_cast(), CITIZEN, "Старый")
    assert "вместо игрока Старый" in text
    assert "Мирный житель" in text
    titled = private.replaced_pm(RU, PEOPLE, a_cast(), CITIZEN, "Старый", title=True)
    assert "Титул мэра тоже у вас" in titled
    mayor = private.replaced_pm(RU, PEOPLE, a_cast(), SEAT[Role.MAYOR], "Старый", title=True)
    assert "Титул мэра тоже у вас" not in mayor


@pytest.mark.parametrize("old", NASTY)
def test_nasty_nicks(old: str) -> None:
    crowd = nasty_people()
    texts = [private.replaced_pm(RU, crowd, a_cast(), SEAT[Role.DON], old), private.answer(RU, 1, "+", [old])]
    assert [safe(old) in text for text in texts] == [True, True]
    for text in [*texts, private.ask_mayor(RU, crowd, range(1, 19))]:
        assert all(safe(line) == line for line in text.split("\n"))


def test_what_a_role_may_do_is_what_its_message_says() -> None:
    for role, info in ROLES.items():
        text = private.role_pm(RU, PEOPLE, a_cast(), SEAT[role])
        sends = role is not Role.MAFIA and info.targets > 0
        assert ("Ход: " in text) == (sends or role is Role.DON)
        assert ("два ника" in text) == (info.targets == 2)
