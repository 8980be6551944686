"""Every choice of every ruling: the same small game comes out otherwise."""

import pytest
from documents import Raw, play
from rules_games import SMALL, TOWN, day, doc, entries, faults, last, night, played, step

from mafia_cli.rules.ending import winner
from mafia_cli.rules.model import cast_of
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import Rulings, rulings_from
from mafia_cli.script import contract
from mafia_cli.script.model import Header, Script
from mafia_cli.script.told import derived
from mafia_cli.texts import chat_texts, voice_of
from mafia_cli.words.catalogue import Words


def chat(*steps: Raw, **rulings: str) -> str:
    """The last chat text of a game, in English, without what stands before its first letter."""
    game = play(doc(*steps, rulings=rulings))
    text = chat_texts(Script(), game, voice_of(Script(Header(lang="en")), Words("en"), None))[-1].text
    return text[next(at for at, sign in enumerate(text) if sign.isalpha()) :]


@pytest.mark.parametrize(
    ("choice", "nights"), [("even", [2, 4, 6]), ("odd", [1, 3, 5]), ("cooldown", [1, 3, 5]), ("cooldown", [2, 5, 7])]
)
def test_maniac_nights(choice: str, nights: list[int]) -> None:
    plan = [night(maniac="Аня", casanova="Аня") if n in nights else night() for n in range(1, 8)]
    assert [entry["cancelled"] for entry in entries(*plan, maniac_nights=choice) if entry["cancelled"]] == [
        {"maniac": ["3.11"]}
    ] * len(nights)


@pytest.mark.parametrize(("choice", "wrong"), [("even", [1]), ("odd", [2]), ("cooldown", [2, 3])])
def test_maniac_nights_refuse(choice: str, wrong: list[int]) -> None:
    plan = [night(maniac="Аня", casanova="Аня") if n in wrong else night() for n in range(1, 4)]
    assert faults(*plan, maniac_nights=choice) == [(f"steps[{wrong[-1]}].moves.maniac", "waits", "2.6")]


def test_poisoner_pace() -> None:
    plan = [night(poisoner="Аня", doctor="Аня"), night(), night()]
    assert last(*plan, night(poisoner="Боря")) == {"poisoned": ["Боря"]}
    assert faults(*plan[:2], night(poisoner="Боря")) == [("steps[3].moves.poisoner", "waits", "2.9")]
    assert faults(*plan, poisoner_pace="calendar") == [("steps[1].moves.poisoner", "waits", "2.9")]
    assert last(night(), night(), night(poisoner="Боря"), poisoner_pace="calendar") == {"poisoned": ["Боря"]}


@pytest.mark.parametrize("role", ["doctor", "casanova", "bodyguard"])
def test_antidote(role: str) -> None:
    plan = [night(poisoner="Аня"), night(**{role: "Аня"})]
    assert "died" not in last(*plan)
    assert last(*plan, antidote="same_night")["died"] == {"Аня": ["poison"]}


def test_guard_poison() -> None:
    plan = [night(poisoner="Аня", bodyguard="Аня"), night()]
    assert last(*plan[:1]) == {"poisoned": ["Тел"], "cancelled": {"poisoner": ["3.6"]}}
    assert last(*plan) == {"died": {"Тел": ["poison"]}}
    assert last(*plan[:1], guard_poison="at_once") == {
        "died": {"Тел": ["poison"]},
        "cancelled": {"poisoner": ["3.6"]},
    }
    assert last(*plan, guard_poison="at_once") == {}


def test_thief_vs_mafia() -> None:
    plan = night(thief="Маф", mafia="Аня")
    assert last(plan) == {"died": {"Аня": ["mafia"]}}
    assert last(plan, thief_vs_mafia="any") == {"blocked": ["mafia"]}
    assert last(night(thief="Дон", mafia="Аня")) == {"blocked": ["mafia"]}


def test_thief_vs_poisoner() -> None:
    plan = night(thief="Отр", poisoner="Аня")
    assert last(plan) == {"poisoned": ["Аня"]}
    assert last(plan, thief_vs_poisoner="blocks") == {"blocked": ["poisoner"]}


def test_journalist_visits() -> None:
    plan = night(doctor="Аня", casanova="Аня", journalist=["Боря", "Аня"])
    both = {"casanova": ["3.2"], "doctor": ["3.2"]}
    assert last(plan) == {"cancelled": both, "answers": {"journalist": "same"}}
    assert last(plan, journalist_visits="yes") == {"seduced": ["Аня"], "answers": {"journalist": "same"}}


def test_journalist_mafia() -> None:
    plan = night(journalist=["Дон", "Маф"])
    assert last(plan) == {"answers": {"journalist": "same"}}
    assert last(plan, journalist_mafia="different") == {"answers": {"journalist": "different"}}


def test_doctor_saves_mirrored() -> None:
    plan = night(mafia="Аня", bodyguard="Аня", doctor="Маф")
    assert last(plan) == {"saved": ["Маф"]}
    assert last(plan, doctor_saves_mirrored="no") == {"died": {"Маф": ["mirrored"]}}


def test_doctor_lifts_seduction() -> None:
    plan = night(doctor="Аня", casanova="Аня", commissar="Аня")
    assert last(plan) == {"seduced": ["Аня"], "answers": {"commissar": "-"}}
    assert last(plan, doctor_lifts_seduction="yes") == {"answers": {"commissar": "-"}}


def test_mayor_decides() -> None:
    tie = {"Аня": "Боря", "Боря": "Аня", "Мэр": "Вера"}
    assert last(day(tie, mayor="Аня")) == {
        "tally": {"Аня": 1, "Боря": 1, "Вера": 1},
        "missing": sorted(set(TOWN) - set(tie)),
        "tied": ["Аня", "Боря", "Вера"],
        "mayor_decided": True,
        "suspect": "Вера",
        "jailed": "Вера",
        "role": "citizen",
    }
    tie = {"Аня": "Боря", "Боря": "Аня"}
    assert "suspect" not in last(day(tie, mayor="Аня"))
    asked = last(day(tie, mayor="Аня"), mayor_decides="asked")
    assert (asked["suspect"], asked["mayor_decided"]) == ("Аня", True)
    assert "suspect" not in last(day(tie, mayor="Мэр"), mayor_decides="asked")


def test_mayor_heir() -> None:
    killed = night(mafia="Мэр")
    tie = day({"Аня": "Боря", "Боря": "Аня"})
    assert last(killed, step("heir", "Аня"), tie)["suspect"] == "Боря"
    assert faults(killed, step("heir", "Аня"), mayor_heir="none") == [("steps[2]", "no_heir_due", "2.8")]
    assert "suspect" not in last(killed, tie, mayor_heir="none")
    for seed in range(8):
        game = played(killed, seed=seed, mayor_heir="random").game
        assert game is not None
        assert game.cast.roles[game.mayor] is Role.CITIZEN
    assert played(killed, mayor_heir="random") == played(killed, mayor_heir="random")


def test_mayor_heir_random_without_a_plain_citizen_is_one_of_the_town() -> None:
    town = {nick: role for nick, role in TOWN.items() if role in ("don", "mafia", "mayor", "doctor")}
    game = played(night(mafia="Мэр"), town=town, mayor_heir="random").game
    assert game is not None
    assert game.cast.roles[game.mayor] is Role.DOCTOR


def test_tie() -> None:
    tie = {"Аня": "Боря", "Боря": "Аня"}
    again = {"Аня": "Боря", "Боря": "Аня", "Вера": "Аня"}
    assert last(day(tie, revote=again))["suspect"] == "Аня"
    assert "suspect" not in last(day(tie, revote=tie))
    assert "suspect" not in last(day(tie, revote=again), tie="nobody")
    assert last(day(tie, revote=again, decision="Боря"), tie="ask")["suspect"] == "Боря"
    assert "suspect" not in last(day(tie, decision="Вера"), tie="ask")
    assert "suspect" not in last(day(tie, decision=""), tie="ask")


def test_acquittal_count() -> None:
    town = (*SMALL, "Маф", "Ман", "Рев")  # thirteen
    plan = [night(mafia="Аня"), day({"Вера": "Боря"}, acquit={"Вера": True})]
    assert last(*plan, town=town)["acquitted"] is True
    assert "acquitted" not in last(*plan, town=town, acquittal_count="dealt")
    assert "acquitted" not in last(plan[1], town=town)


def test_acquittal_tie() -> None:
    plan = day({"Аня": "Боря"}, acquit={"Вера": True, "Аня": False})
    assert last(plan, town=SMALL)["acquitted"] is True
    assert last(plan, town=SMALL, acquittal_tie="jailed")["jailed"] == "Боря"
    nobody_voted = day({"Аня": "Боря"}, acquit={})
    assert last(nobody_voted, town=SMALL)["acquitted"] is True
    assert last(nobody_voted, town=SMALL, acquittal_tie="jailed")["jailed"] == "Боря"
    mayor = day({"Аня": "Боря"}, acquit={"Вера": True, "Мэр": False})
    assert last(mayor, town=SMALL)["jailed"] == "Боря"
    assert last(mayor, town=SMALL)["mayor_decided"] is True


def test_reveal_roles() -> None:
    assert "Doctor" not in chat(night(mafia="Док"))
    assert "Doctor" in chat(night(mafia="Док"), reveal_roles="all")
    jailed = day(dict.fromkeys(("Аня", "Боря"), "Док"), acquit={"Аня": False})
    assert "Doctor" in chat(jailed)
    assert "Doctor" not in chat(step("exclude", "Док"))
    assert "Doctor" in chat(step("exclude", "Док"), reveal_roles="all")


def test_announce_causes() -> None:
    plan = (night(), night(mafia="Аня", maniac="Боря", jealous="Пут"))
    (bare,) = [line for line in chat(*plan).splitlines()[1:] if "(" not in line]
    assert bare.endswith("Пут")
    assert "(" not in chat(*plan, announce_causes="none")
    assert all("(" in line for line in chat(*plan, announce_causes="all").splitlines()[1:])
    mirrored = night(mafia="Аня", bodyguard="Аня")
    assert "(" not in chat(mirrored)
    assert "(" in chat(mirrored, announce_causes="all")
    assert "Кам" in chat(step("kabum", "Аня"))
    assert "Kamikaze" not in chat(step("kabum", "Аня"), announce_causes="none")


def test_announce_saves() -> None:
    plan = night(mafia="Аня", doctor="Аня")
    quiet = chat(night())
    assert chat(plan) == quiet
    assert chat(plan, announce_saves="unnamed").splitlines()[0] == quiet
    assert chat(night(), announce_saves="unnamed") == quiet
    assert len(chat(plan, announce_saves="unnamed").splitlines()) == 2


def test_parity() -> None:
    town = {"Дон": "don", "Аня": "citizen", "Боря": "citizen"}
    assert last(night(mafia="Аня"), town=town)["winner"] == "mafia"
    assert "winner" not in last(night(mafia="Аня"), town=town, parity="more_than")
    assert last(night(mafia="Аня"), night(mafia="Боря"), town=town, parity="more_than")["winner"] == "mafia"


@pytest.mark.parametrize(
    ("choice", "won"), [("play_on", None), ("nobody", "nobody"), ("maniac", "maniac"), ("mafia", "mafia")]
)
def test_standoff(choice: str, won: str | None) -> None:
    town = {"Дон": "don", "Ман": "maniac", "Аня": "citizen"}
    assert contract.winner(played(night(mafia="Аня"), town=town, standoff=choice)) == won


def test_an_unknown_ruling_or_choice_is_an_error() -> None:
    with pytest.raises(KeyError):
        rulings_from({"ties": "nobody"})
    with pytest.raises(ValueError, match="tie"):
        rulings_from({"tie": "coin"})
    assert Rulings().changed() == {}
    assert rulings_from({"tie": "ask"}).changed() == {"tie": "ask"}


def test_the_winner_needs_no_game() -> None:
    cast = cast_of([Role.MANIAC, Role.CITIZEN], Rulings(), 0)
    assert winner(cast, {1}) == "maniac"
    assert winner(cast, {1, 2}) is None
    assert winner(cast, set()) == "nobody"


def test_an_heir_is_told_by_private_message() -> None:
    messages = derived(played(night(mafia="Мэр"), step("heir", "Аня")))
    assert [(one.to, one.says) for one in messages if one.about.startswith("title")] == [(15, {"title": True})]
