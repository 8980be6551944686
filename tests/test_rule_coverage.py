"""Which test holds which rule: every rule number, every choice of a ruling, every decision where the text is silent.

An entry is ``file::function`` under tests/ (``rules/test_days.py::test_...``), or the name of a game of tests/cases.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from mafia_cli.rules.rulings import RULINGS
from mafia_cli.words.rulebook import NUMBERS

TESTS: Final = Path(__file__).parent
NIGHTS, DAYS, ANY = "rules/test_nights.py", "rules/test_days.py", "rules/test_any_time.py"
RULED, CONDUCT, CHAT = "rules/test_rulings.py", "rules/test_conduct.py", "words/test_words_chat.py"
PRIVATE, GAME = "words/test_words_private.py", "cli/test_whole_game.py"
_PAGE: Final = (f"{CONDUCT}::test_a_rule_has_its_page_in_both_languages",)
_LOGGED: Final = (*_PAGE, f"{CONDUCT}::test_breaking_any_rule_is_logged_under_its_number")

RULES: Final[dict[str, tuple[str, ...]]] = {
    "1.1": _PAGE,
    "1.2": (f"{ANY}::test_the_host_overrides_with_a_reason", "an-override-and-what-follows-from-it"),
    "1.3": (*_PAGE, f"{GAME}::test_a_whole_game"),
    "1.4": (
        f"{ANY}::test_the_excluded_do_not_come_back_and_are_not_excluded_twice",
        f"{ANY}::test_a_renamed_and_a_replaced_seat_go_on",
        "cli/test_bad_input.py::test_players_that_may_not_be",
    ),
    "1.5": (f"{PRIVATE}::test_everybody_can_be_told_the_role", f"{GAME}::test_a_whole_game"),
    "1.6": (f"{GAME}::test_a_whole_game",),
    "1.7": (
        f"{NIGHTS}::test_entry_order_never_matters",
        f"{NIGHTS}::test_a_skip_is_no_move_and_differs_from_silence",
        "error-a-dead-target",
    ),
    "1.8": (
        f"{DAYS}::test_most_votes_go_to_the_queue_and_to_jail",
        f"{DAYS}::test_dead_and_unknown_neither_vote_nor_are_voted_for",
        f"{CHAT}::test_a_days_three_texts",
    ),
    "1.8.1": (
        f"{DAYS}::test_the_acquittal_is_for_fewer_than_thirteen",
        f"{DAYS}::test_the_suspect_has_no_say_in_the_own_acquittal",
    ),
    "1.9": (
        f"{DAYS}::test_nights_and_days_count_each_their_own_number",
        f"{ANY}::test_the_game_ends_when_the_host_says_so",
    ),
    "1.10": _PAGE,
    "2.1": (
        f"{NIGHTS}::test_a_citizen_a_mayor_a_healer_and_a_kamikaze_have_no_night_move",
        f"{PRIVATE}::test_everybody_can_be_told_the_role",
    ),
    "2.2": (
        "the-joint-kill-passes-to-the-mafioso-when-the-don-is-gone",
        f"{NIGHTS}::test_the_mafia_moves_as_one_by_its_carrier",
        f"{PRIVATE}::test_mafiosi_learn_each_other_and_the_don",
    ),
    "2.3": (
        "2-3-the-don-reads-plus-the-maniac-minus",
        f"{NIGHTS}::test_the_commissar_learns_plus_or_minus_and_the_answer_goes_to_the_commissar_alone",
    ),
    "2.4": (
        "the-doctor-saves",
        "error-the-doctor-at-himself-within-five-nights",
        f"{NIGHTS}::test_the_doctor_heals_the_own_seat_once_in_five_nights",
    ),
    "2.5": ("2-5-nobody-votes-for-the-seduced", "2-5-the-casanova-does-not-block-a-move"),
    "2.6": ("error-the-maniac-on-an-odd-night", f"{RULED}::test_maniac_nights"),
    "2.7": (
        "2-7-the-jealous-at-the-casanova-takes-her-client-too",
        "2-7-the-casanova-stayed-at-home",
        "2-7-the-jealous-at-a-stranger-finds-nothing",
    ),
    "2.8": (
        "2-8-a-tie-is-decided-by-the-mayor",
        "2-8-the-mayor-killed-at-night-an-heir-decides",
        f"{ANY}::test_a_killed_mayors_title_passes_to_a_living_player",
        f"{CHAT}::test_the_mayors_extra_votes_never_show",
    ),
    "2.9": (
        "2-9-poison-kills-the-next-night",
        "error-the-poisoner-too-early",
        f"{NIGHTS}::test_the_poisoner_rests_two_nights",
    ),
    "2.10": ("2-10-the-mirror-takes-the-maniac", f"{NIGHTS}::test_the_bodyguards_mirror_and_whom_it_takes"),
    "2.11": (
        "2-11-the-thief-at-a-citizen-does-nothing",
        f"{NIGHTS}::test_the_thief_is_never_blocked_and_a_blocked_visit_never_happened",
    ),
    "2.12": (f"{ANY}::test_a_revival_costs_the_healer_and_comes_once", f"{ANY}::test_these_do_not_come_back"),
    "2.13": (
        "kabum-takes-both",
        f"{ANY}::test_kabum_once_by_a_living_or_just_jailed_kamikaze_at_a_living_other",
        f"{CHAT}::test_a_kamikazes_verdict_hints_at_nothing",
    ),
    "2.14": ("2-14-citizen-and-doctor-differ", "2-14-two-citizens-are-the-same"),
    "3.1": ("3-1-mafia-and-maniac-at-one-player",),
    "3.2": ("3-2-doctor-and-casanova-alone", "3-2-not-when-the-commissar-comes-too"),
    "3.3": ("3-3-the-doctor-cannot-save-from-the-jealous", f"{NIGHTS}::test_the_jealous_is_not_helped_against"),
    "3.4": ("3-4-the-mirror-takes-the-simple-mafioso", "3-4-the-mirror-takes-the-don-when-he-is-alone"),
    "3.5": (f"{NIGHTS}::test_the_bodyguards_mirror_and_whom_it_takes",),
    "3.6": ("3-6-the-bodyguard-takes-the-poison-over",),
    "3.7": ("3-7-mafia-and-maniac-at-each-other", f"{NIGHTS}::test_mafia_and_maniac_at_each_other"),
    "3.8": ("3-8-the-jealous-and-the-casanova-at-each-other",),
    "3.9": (
        "3-9-the-maniac-moves-every-night-once-the-mafia-is-dead",
        f"{NIGHTS}::test_the_maniac_moves_every_night_once_no_mafioso_lives",
    ),
    "3.10": ("3-10-the-casanova-cancels-poison", "3-10-the-doctor-cancels-poison-the-same-night"),
    "3.11": ("3-11-casanova-cancels-the-maniac", "3-11-a-blocked-casanova-cancels-nothing"),
    "3.12": ("3-12-commissar-and-mafia-at-one-player",),
    "4.1": (*_PAGE, f"{GAME}::test_a_whole_game"),
    "4.2": (*_LOGGED, f"{ANY}::test_a_violation_is_logged_and_changes_nothing"),
    "4.3": _LOGGED,
    "4.4": _LOGGED,
    "4.5": ("4-5-passing-is-for-the-first-day", f"{DAYS}::test_passing_is_for_day_one_its_second_vote_too"),
    "4.6": ("4-6-self-votes-and-second-votes", f"{DAYS}::test_what_was_refused_spends_nothing"),
    "4.7": _LOGGED,
    "4.8": (f"{ANY}::test_an_amended_step_is_judged_anew",),
    "4.9": _LOGGED,
}

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    **{
        f"{ruling.id}={choice}": (f"{RULED}::test_{ruling.id}",)
        for ruling in RULINGS.values()
        for choice in ruling.choices
    },
    "maniac_nights=odd": (f"{RULED}::test_maniac_nights", f"{RULED}::test_maniac_nights_refuse"),
    "mayor_heir=random": (
        f"{RULED}::test_mayor_heir",
        f"{RULED}::test_mayor_heir_random_without_a_plain_citizen_is_one_of_the_town",
    ),
}

DECISIONS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "D1": ("the journalist is of the town", (f"{NIGHTS}::test_the_journalist_sides_do_not_matter",)),
    "D2": (
        "a move made counts against its limit, blocked or cancelled",
        (f"{NIGHTS}::test_a_move_made_counts_though_blocked_or_cancelled",),
    ),
    "D3": (
        "kabum, revival and an earlier night's poison are never blocked",
        (f"{NIGHTS}::test_what_is_no_move_of_this_night_is_never_blocked",),
    ),
    "D4": (
        "acquitted, the day ends with nobody jailed",
        (f"{DAYS}::test_acquitted_the_day_ends_with_nobody_jailed",),
    ),
    "D5": (
        "deaths after the count: what stands, who has a say, whose title counts",
        (
            f"{DAYS}::test_the_count_stands_though_a_voter_dies_after_it",
            f"{DAYS}::test_whether_an_acquittal_is_due_stands_too",
            f"{DAYS}::test_a_dead_suspect_ends_the_day",
            f"{DAYS}::test_whoever_is_revived_meanwhile_has_a_say_in_the_acquittal",
            f"{DAYS}::test_the_title_counts_as_before_the_death_for_the_count_as_after_it_for_the_acquittal",
            "a-suspect-who-dies-during-the-acquittal-ends-the-day",
        ),
    ),
    "D6": (
        "a jailed or excluded mayor's title lapses",
        (f"{ANY}::test_a_jailed_or_excluded_mayor_passes_nothing_on",),
    ),
    "D7": (
        "nothing saves from a kabum and nothing blocks it",
        (f"{ANY}::test_kabum_takes_both_whatever_doctor_and_thief_do",),
    ),
}

ALL: Final = {**RULES, **CHOICES, **{name: held for name, (_, held) in DECISIONS.items()}}


@cache
def _functions(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def exists(entry: str) -> bool:
    """Tell whether a test or a written game of this name is there."""
    file, colons, function = entry.partition("::")
    if not colons:
        return all((TESTS / "cases" / f"{entry}.{kind}").is_file() for kind in ("toml", "json"))
    return function.startswith("test_") and (TESTS / file).is_file() and function in _functions(file)


def test_every_rule_is_held() -> None:
    assert list(RULES) == list(NUMBERS)


def test_every_choice_of_every_ruling_is_held() -> None:
    assert list(CHOICES) == [f"{ruling.id}={choice}" for ruling in RULINGS.values() for choice in ruling.choices]


@pytest.mark.parametrize("name", ALL)
def test_what_holds_it_is_there(name: str) -> None:
    assert ALL[name], f"nothing holds {name}"
    assert [entry for entry in ALL[name] if not exists(entry)] == []


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not exists("rules/test_days.py::test_nothing_of_the_kind")
    assert not exists("rules/test_weeks.py::test_a_days_three_texts")
    assert not exists("3-13-no-such-game")
