"""Rules of conduct: the program states them and keeps the log; who broke one is for the host to say."""

import pytest
from rules_games import entries, step

from mafia_cli.words.catalogue import Words
from mafia_cli.words.rulebook import NUMBERS, rule, rules_page


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_its_page_in_both_languages(number: str, lang: str) -> None:
    words = Words(lang)
    said = rule(words, number)
    assert number in said
    assert len(said) > len(number) + 20
    assert said in rules_page(words)


@pytest.mark.parametrize("number", NUMBERS)
def test_breaking_any_rule_is_logged_under_its_number(number: str) -> None:
    assert entries(step("violation", "Аня", rule=number))[0]["kind"] == "violation"
    assert entries(step("exclude", "Аня", rule=number))[0]["died"] == {"Аня": ["excluded"]}
