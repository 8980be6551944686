"""Theme packs: every pack says every situation, the same facts with the same secrecy, and only in other words."""

import itertools
import re
from typing import Any

import pytest
from test_words_chat import EMOJI, every_text, nicks_in
from words_games import (
    ANYA,
    BORIS,
    BOTH,
    CITIZEN,
    EN,
    PEOPLE,
    RU,
    SEAT,
    TOWN,
    a_game,
    a_night,
    nick,
    random_steps,
    told,
)

from mafia_cli.rules.facts import public
from mafia_cli.rules.model import Cause, DayStep, EndStep, Kind, NightStep, OverrideStep
from mafia_cli.rules.roles import Role, Side
from mafia_cli.words import chat, packs
from mafia_cli.words.catalogue import Words, lower_first, placeholders
from mafia_cli.words.clean import safe
from mafia_cli.words.cutting import PROFILES, cut
from mafia_cli.words.packs import BUILT_IN, PLAIN, built_in
from mafia_cli.words.voice import Voice

THEMED = [name for name in BUILT_IN if name != PLAIN]
VOICES = [Voice(words, 11, built_in(name, words.lang)) for name in THEMED for words in BOTH]
IDS = [f"{name}-{words.lang}" for name in THEMED for words in BOTH]
EVERY_VOICE = pytest.mark.parametrize("voice", VOICES, ids=IDS)
NIGHT_CAUSES = ("mafia", "maniac", "poison", "jealous", "mirrored")
SECTIONS = ("start", "night", "morning", "death", "cause", "vote", "verdict", "end")


def phrases(pack: Any) -> list[str]:
    """Every phrase of a pack that the chat may read."""
    found: list[str] = []
    for name in SECTIONS:
        for value in pack[name].values():
            found += value if isinstance(value, list) else [value]
    return found


def role_words(voice: Voice) -> set[str]:
    """What may betray a role: the plain words in every form, and the theme's names."""
    plain = {form for role in Role for form in voice.words.find("roles", f"roles.{role}").values()}
    assert voice.pack is not None
    return plain | set(voice.pack["roles"].values())


def roles_in(voice: Voice, text: str) -> set[str]:
    for seat in range(1, len(TOWN) + 1):
        text = text.replace(nick(seat), "")
    return {word for word in role_words(voice) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)}


# --- what a pack has ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("words", BOTH, ids=["ru", "en"])
def test_every_built_in_pack_is_without_a_fault(name: str, words: Words) -> None:
    pack = built_in(name, words.lang)
    assert list(packs.problems(pack, words)) == []
    assert packs.usable(pack, words) == pack
    assert len(set(pack["nicks"])) >= 20
    assert all(len(one) <= 24 and safe(one) == one for one in pack["nicks"])
    assert len(pack["about"]) <= 100
    assert pack["town"]


@EVERY_VOICE
def test_a_theme_has_all_its_roles_and_variants(voice: Voice) -> None:
    pack = voice.pack
    assert pack is not None
    assert list(pack["roles"]) == list(pack["flavour"]) == list(Role)
    assert len(set(pack["roles"].values())) == len(Role)
    assert tuple(pack["death"]) == tuple(pack["cause"]) == NIGHT_CAUSES
    assert len(pack["morning"]["quiet"]) == 4
    for section in SECTIONS:
        if section != "cause":
            assert all(2 <= len(said) <= 4 and len(set(said)) == len(said) for said in pack[section].values())


@pytest.mark.parametrize("name", THEMED)
def test_both_languages_of_a_theme_say_the_same_things(name: str) -> None:
    russian, english = (built_in(name, words.lang) for words in BOTH)
    for section in SECTIONS:
        assert list(russian[section]) == list(english[section])
        for key, said in russian[section].items():
            assert len(said) == len(english[section][key]) or isinstance(said, str)


@EVERY_VOICE
def test_a_theme_reads_well(voice: Voice) -> None:
    pack = voice.pack
    assert pack is not None
    for text in phrases(pack):
        assert safe(text) == text
        assert "\ufe0f" not in text, "terminals disagree about the width of such emoji"
        assert len(EMOJI.findall(text)) <= 1
        assert not re.search(r"  | ,|\.\.|!\.", text)
        if not pack["town"][0].isupper():
            assert all(before in ("", ". ", "! ") for before in re.findall(r"(.?.?)\{town\}", text))
    for key in ("quiet", "died_one"):
        assert not any(re.search(r"[.!]$", text) is None for text in pack["morning"][key])
    for cause in pack["cause"].values():
        assert cause[0].islower()
        assert not cause.endswith(".")


@pytest.mark.parametrize("name", THEMED)
def test_russian_phrases_assume_nobodys_gender_and_decline_no_nick(name: str) -> None:
    for text in phrases(built_in(name, "ru")):
        for place in re.finditer(r"\{(nick|victim)\}", text):
            before, after = text[: place.start()], text[place.end() :]
            assert not re.match(r" \w+(л|ла|лся|лась|ен|ена|ан|ана|ый|ая)\b", after), text
            assert not re.search(r"\b(у|от|для|без|за|на|про|о|к|с|со|над|под|перед) $", before), text
            assert not re.search(r"\w(л|ла|лся|лась) $", before), text


# --- the same facts -----------------------------------------------------------------------------------------


@EVERY_VOICE
def test_every_situation_is_said(voice: Voice) -> None:
    for text in every_text(voice, people=PEOPLE):
        assert text
        assert not placeholders(text)
        assert len(EMOJI.findall(text)) <= 1
        for limit in PROFILES:
            parts = cut(text, limit, PEOPLE)
            room = PROFILES[limit].limit
            assert all(not room or PROFILES[limit].size(part) <= room for part in parts)


@EVERY_VOICE
def test_short_texts_stay_one_message_of_the_shortest_chat(voice: Voice) -> None:
    pack = voice.pack
    assert pack is not None
    params = {"town": voice.town, "night": 12, "day": 12, "nick": "Двенадцать12", "victim": "Двенадцать12"}
    for section, key in (("morning", "quiet"), ("morning", "died_one"), ("vote", "call"), ("verdict", "jailed")):
        for text in pack[section][key]:
            assert len(cut(text.format(**params), "plug")) == 1, text
    for said in pack["death"].values():
        assert all(len(cut(text.format(**params), "plug")) == 1 for text in said)


@EVERY_VOICE
@pytest.mark.parametrize("cause", NIGHT_CAUSES)
def test_a_single_death_is_told_with_its_cause_where_that_may_be(voice: Voice, cause: str) -> None:
    moves = {
        "mafia": {Role.MAFIA: ANYA},
        "maniac": {Role.MANIAC: ANYA},
        "poison": {Role.POISONER: ANYA},
        "jealous": {Role.JEALOUS: SEAT[Role.CASANOVA]},
        "mirrored": {Role.MANIAC: ANYA, Role.BODYGUARD: ANYA},
    }[cause]
    night = 1 if "maniac" in moves else 0
    game = a_game(night, announce_causes="all")
    after, found = a_night(game, {**moves})
    if cause == "poison":
        after, found = a_night(after, {})
    died = [fact for fact in public(found) if fact.kind is Kind.TOLD]
    assert [tuple(fact.detail) for fact in died] == [(Cause(cause),)]
    assert voice.pack is not None
    text = chat.morning(voice, PEOPLE, 1, found)
    params = {"town": voice.town, "night": 1, "victim": PEOPLE.name(died[0].seat)}
    assert text in [said.format(**params) for said in voice.pack["death"][cause]]
    untold = chat.morning(voice, PEOPLE, 1, a_night(a_game(night, announce_causes="none"), {**moves})[1])
    assert cause == "poison" or untold in [said.format(**params) for said in voice.pack["morning"]["died_one"]]


@EVERY_VOICE
def test_several_deaths_have_their_causes_behind_the_names(voice: Voice) -> None:
    game = a_game(1, announce_causes="all", reveal_roles="all")
    text = chat.morning(voice, PEOPLE, 2, a_night(game, {Role.MAFIA: ANYA, Role.MANIAC: BORIS})[1])
    assert voice.pack is not None
    assert voice.pack["cause"]["mafia"] in text
    assert voice.pack["cause"]["maniac"] in text
    assert voice.role(Role.CITIZEN) in text


@EVERY_VOICE
def test_all_quiet_nights_are_told_alike(voice: Voice) -> None:
    quiet = a_night(a_game(), {})[1]
    for night in range(1, 12):
        texts = {chat.morning(voice, PEOPLE, night, quiet)}
        for moves in (
            {Role.MAFIA: ANYA, Role.DOCTOR: ANYA},
            {Role.MAFIA: ANYA, Role.THIEF: SEAT[Role.DON]},
            {Role.POISONER: ANYA},
        ):
            texts.add(chat.morning(voice, PEOPLE, night, a_night(a_game(), {**moves})[1]))
        assert len(texts) == 1


@EVERY_VOICE
def test_every_quiet_text_says_the_loss_of_nobody_and_nothing_else(voice: Voice) -> None:
    assert voice.pack is not None
    wanted = "потерь нет" if voice.words.lang == "ru" else "no losses"
    for text in voice.pack["morning"]["quiet"]:
        assert wanted in text.lower()
        assert not roles_in(voice, text)
        assert not re.search(r"спас|вылеч|промах|сорвал|отвед|save|heal|cure|miss|fail|block", text.lower())


@EVERY_VOICE
def test_variants_never_repeat_in_a_row(voice: Voice) -> None:
    quiet = a_night(a_game(), {})[1]
    said = [re.sub(r"\d+", "", chat.morning(voice, PEOPLE, night, quiet)) for night in range(1, 30)]
    assert all(first != second for first, second in itertools.pairwise(said))
    assert len(set(said)) == 4
    calls = [re.sub(r"\d+", "", chat.nightfall(voice, night, Role)) for night in range(1, 30)]
    assert all(first != second for first, second in itertools.pairwise(calls))


@EVERY_VOICE
@pytest.mark.parametrize("seed", range(6))
def test_no_theme_says_more_than_the_chat_may_know(voice: Voice, seed: int) -> None:
    for before, step, _, found in random_steps(seed):
        if isinstance(step, NightStep):
            spoken = {fact.seat for fact in found if fact.kind in (Kind.TOLD, Kind.SEDUCED)}
            text = chat.morning(voice, PEOPLE, 2, found)
            assert nicks_in(text) == spoken
            assert text == chat.morning(voice, PEOPLE, 2, public(found))
            if before.cast.rulings.announce_causes == "none" and before.cast.rulings.reveal_roles != "all":
                assert not roles_in(voice, text)
        else:
            for text in (chat.count(voice, PEOPLE, 2, found), chat.verdict(voice, PEOPLE, 2, found)):
                assert not roles_in(voice, text)
            assert chat.verdict(voice, PEOPLE, 2, found) == chat.verdict(voice, PEOPLE, 2, public(found))


@EVERY_VOICE
def test_nightfall_verdict_and_last_word_name_no_role_of_anybody(voice: Voice) -> None:
    call = chat.vote_call(voice, PEOPLE, 2, [ANYA])
    jailed = told(a_game(1), DayStep(votes=((1, BORIS), (2, BORIS))))[1]
    for text in (call, chat.verdict(voice, PEOPLE, 1, jailed), chat.acquaintance(voice, 14).split("\n")[0]):
        plain = roles_in(voice, text) - {"мирный житель", "Мирный житель", "citizen", "Citizen"}
        assert not plain


@EVERY_VOICE
def test_the_end_names_winner_and_roles_in_both_worlds(voice: Voice) -> None:
    for winner in (Side.TOWN, Side.MAFIA, Side.MANIAC):
        text = chat.end(voice, PEOPLE, told(a_game(), EndStep(winner))[1], "")
        plain = Voice(voice.words).say(f"end.{winner}")
        assert plain in text
        assert f"({lower_first(voice.words.role(Role.DON))})" in text


# --- a pack of one's own ------------------------------------------------------------------------------------


def faults(pack: Any, words: Words = EN) -> list[tuple[str, str]]:
    return [(".".join(one.key).replace(".[", "["), one.code) for one in packs.problems(pack, words)]


def test_every_mistake_of_a_pack_is_named_with_its_place() -> None:
    pack = {
        "name": "x",
        "towm": "y",
        "town": 3,
        "nicks": ["a", 4, "\x1b[31m"],
        "roles": {"don": "Boss", "doctr": "Doc"},
        "flavour": [],
        "death": {"mafia": ["gone {victim}", "gone"], "kabum": "x"},
        "cause": {"maniac": "by {victim}"},
        "morning": {"quiet": "{nigth}", "died_one": "we lose", "loud": "x", "row": []},
        "end": {"why": {"town": "so", "what": "x"}},
        "count": {"votes": "x"},
        "verdict": "x",
    }
    assert faults(pack) == [
        ("towm", "unknown_key"),
        ("town", "wrong_type"),
        ("nicks[2]", "wrong_type"),
        ("nicks[3]", "pack_unsafe"),
        ("roles.doctr", "unknown_key"),
        ("flavour", "wrong_type"),
        ("death.mafia[2]", "pack_lacks"),
        ("death.kabum", "unknown_key"),
        ("cause.maniac", "pack_placeholder"),
        ("morning.quiet", "pack_placeholder"),
        ("morning.died_one", "pack_lacks"),
        ("morning.loud", "unknown_key"),
        ("morning.row", "wrong_type"),
        ("end.why.what", "unknown_key"),
        ("count", "unknown_key"),
        ("verdict", "wrong_type"),
    ]
    assert faults({}) == [("", "missing_key")]
    assert faults({"name": "x" * 501}) == [("name", "pack_long")]


def test_what_is_wrong_in_a_pack_is_said_plainly_the_rest_is_kept() -> None:
    pack = {
        "name": "x",
        "town": "the moon",
        "roles": {"don": "Boss", "doctor": 5},
        "morning": {"quiet": "{x}", "died_one": "Gone: {victim}."},
    }
    usable = packs.usable(pack, EN)
    assert usable == {
        "name": "x",
        "town": "the moon",
        "roles": {"don": "Boss"},
        "morning": {"died_one": "Gone: {victim}."},
    }
    voice = Voice(EN, 1, usable)
    assert chat.morning(voice, PEOPLE, 1, a_night(a_game(), {})[1]) == (
        chat.morning(Voice(EN), PEOPLE, 1, a_night(a_game(), {})[1]).replace("The town", "The moon")
    )


def test_a_role_that_is_called_as_ever_is_not_said_twice() -> None:
    assert Voice(RU, 1, {"roles": {"doctor": "Доктор", "don": "Капо"}}).role(Role.DOCTOR) == "Доктор"
    assert Voice(RU, 1, {"roles": {"don": "Капо"}}).role(Role.DON) == "Капо (дон мафии)"
    assert Voice(RU).flavour(Role.DON) == ""
    assert told(a_game(), OverrideStep("x", dead=(CITIZEN,)))[1]
