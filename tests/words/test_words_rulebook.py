"""The rulebook's pages: complete, in both languages, in own words."""

import hashlib
import pathlib
import re

import pytest
from words_games import BOTH, RU

from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.rulings import RULINGS, Rulings
from mafia_cli.words import rulebook
from mafia_cli.words.catalogue import Words

IDS = ["ru", "en"]


def test_the_numbers_are_all_there_in_order() -> None:
    assert len(rulebook.NUMBERS) == 11 + 14 + 12 + 9
    assert rulebook.NUMBERS[7:9] == ("1.8", "1.8.1")
    for number in ("5.1", "1.11", "", "1_1"):
        with pytest.raises(KeyError):
            rulebook.rule(RU, number)


@pytest.mark.parametrize("words", BOTH, ids=IDS)
def test_the_page_of_all_rules(words: Words) -> None:
    page = rulebook.rules_page(words)
    assert [line.split(". ")[0] for line in page.splitlines() if line[:1].isdigit()] == list(rulebook.NUMBERS)


@pytest.mark.parametrize("words", BOTH, ids=IDS)
@pytest.mark.parametrize("role", Role)
def test_a_roles_page(role: Role, words: Words) -> None:
    page = rulebook.role_page(words, role)
    assert page.splitlines()[0].startswith(f"{words.role(role)} ({ROLES[role].rule}), ")
    assert rulebook.rule(words, ROLES[role].rule) in page
    for number in words.text("rulebook", f"related.{role}").split(", "):
        assert number in rulebook.NUMBERS


def test_a_roles_page_names_the_rulings_that_touch_it() -> None:
    named = {word for role in Role for word in re.findall(r"\w+", rulebook.role_page(RU, role).splitlines()[-1])}
    about_roles = {ruling.id for ruling in RULINGS.values() if ruling.rule[0] in "23"}
    assert about_roles <= named


@pytest.mark.parametrize("words", BOTH, ids=IDS)
@pytest.mark.parametrize("ruling_id", RULINGS)
def test_a_rulings_page(ruling_id: str, words: Words) -> None:
    ruling = RULINGS[ruling_id]
    last = ruling.choices[-1]
    lines = rulebook.ruling_page(words, ruling_id, last).splitlines()
    assert len(lines) == 1 + len(ruling.choices)
    assert [line.split()[1].rstrip(":") for line in lines[1:] if line.split()[0] == "*"] == [last]
    assert words.text("rulebook", "page.default", mark="", choice="", text="").strip(" :") in lines[1]
    assert rulebook.ruling_page(words, ruling_id).splitlines()[1].startswith("  * ")


@pytest.mark.parametrize("words", BOTH, ids=IDS)
def test_tables(words: Words) -> None:
    assert len(rulebook.roles_page(words).splitlines()) == len(Role)
    assert len(rulebook.rulings_page(words).splitlines()) == len(RULINGS)
    assert "tie = nobody" in rulebook.rulings_page(words, Rulings(tie="nobody"))
    with pytest.raises(KeyError):
        rulebook.choice(words, "tie", "coin")


THEIRS = set((pathlib.Path(__file__).parent / "room_runs.txt").read_text("utf-8").split())
"""Every five words in a row of the room's own text, as hashes: the text itself is the room's."""


def test_no_five_words_in_a_row_are_the_rooms() -> None:
    words = [re.findall(r"\w+", rulebook.rule(RU, number).lower()) for number in rulebook.NUMBERS]
    runs = {" ".join(rule[at : at + 5]) for rule in words for at in range(len(rule) - 4)}
    assert [run for run in sorted(runs) if hashed(run) in THEIRS] == []
    assert hashed("далее всё продолжается по кругу") in THEIRS


def hashed(run: str) -> str:
    return hashlib.sha256(run.encode()).hexdigest()[:10]
