"""Chat texts: what they say, and that nothing the chat may not know is ever in them."""

import itertools
import random
import re

import pytest
from words_games import (
    ANYA,
    BORIS,
    BOTH,
    CITIZEN,
    EN,
    NASTY,
    PEOPLE,
    RU,
    SEAT,
    TOWN,
    VOICES,
    a_game,
    a_night,
    nasty_people,
    nick,
    random_steps,
    told,
)  # fmt: skip

from mafia_cli.rules.day import hold, tally_acquittal, tally_votes
from mafia_cli.rules.facts import facts, public
from mafia_cli.rules.game import apply
from mafia_cli.rules.model import (
    Count,
    DayStep,
    EndStep,
    ExcludeStep,
    Fact,
    KabumStep,
    Kind,
    NightStep,
    NoteStep,
    OverrideStep,
    ReviveStep,
)  # fmt: skip
from mafia_cli.rules.roles import Role
from mafia_cli.rules.rulings import RULINGS, Rulings
from mafia_cli.words import chat
from mafia_cli.words.clean import safe
from mafia_cli.words.voice import Voice, variant

VOICE = Voice(RU)
ALL = frozenset(range(1, len(TOWN) + 1))
ROLE_WORDS = {form for words in BOTH for role in Role for form in words.find("roles", f"roles.{role}").values()}
EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")


def nicks_in(text: str) -> set[int]:
    return {seat for seat in ALL if nick(seat) in text}


def roles_in(text: str) -> set[str]:
    """Role words anywhere in a text, whole words only."""
    return {word for word in ROLE_WORDS if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)}


# --- the night ----------------------------------------------------------------------------------------------


def test_the_nightfall_call_depends_on_the_composition_alone() -> None:
    assert chat.nightfall(VOICE, 3) == (
        "🌙 Ночь 3. Город засыпает. Активные роли, ждём ваши ходы в личных сообщениях ведущему."
    )
    named = chat.nightfall(VOICE, 3, [Role.CITIZEN, Role.DOCTOR, Role.DON, Role.MAYOR])
    assert named == "🌙 Ночь 3. Город засыпает. Ждём ходы в личных сообщениях ведущему: мафия, доктор."


def test_a_quiet_night_has_one_wording() -> None:
    quiet = a_night(a_game(), {})[1]
    saved = a_night(a_game(), {Role.MAFIA: ANYA, Role.DOCTOR: ANYA})[1]
    blocked = a_night(a_game(), {Role.MAFIA: ANYA, Role.THIEF: SEAT[Role.DON]})[1]
    poisoned = a_night(a_game(), {Role.POISONER: ANYA})[1]
    texts = {chat.morning(VOICE, PEOPLE, 1, found) for found in (quiet, saved, blocked, poisoned)}
    assert texts == {"🌅 Ночь 1 позади. Город просыпается, и потерь нет."}


def test_deaths_with_the_causes_that_may_be_named() -> None:
    moves: dict[Role, int | tuple[int, ...]] = {Role.MAFIA: ANYA, Role.JEALOUS: BORIS, Role.CASANOVA: BORIS}
    casanova = SEAT[Role.CASANOVA]
    text = chat.morning(VOICE, PEOPLE, 1, a_night(a_game(), moves)[1])
    assert text == "\n".join(
        [
            "🌅 Ночь 1 позади. Город просыпается с потерями. Погибают:",
            f"— {nick(casanova)}",
            f"— {nick(ANYA)} (от рук мафии)",
            f"— {nick(BORIS)}",
        ]
    )
    told_all = chat.morning(VOICE, PEOPLE, 1, a_night(a_game(announce_causes="all"), moves)[1])
    assert f"— {nick(BORIS)} (от рук ревнивца)" in told_all
    none = chat.morning(VOICE, PEOPLE, 1, a_night(a_game(announce_causes="none"), moves)[1])
    assert "(" not in none


def test_roles_of_the_dead_only_under_the_ruling() -> None:
    night = {Role.MAFIA: SEAT[Role.DOCTOR]}
    assert not roles_in(chat.morning(VOICE, PEOPLE, 1, a_night(a_game(announce_causes="none"), {**night})[1]))
    text = chat.morning(VOICE, PEOPLE, 1, a_night(a_game(reveal_roles="all"), {**night})[1])
    assert text.endswith(f"погибает {nick(SEAT[Role.DOCTOR])} (от рук мафии), роль: Доктор.")


def test_seduced_and_unnamed_saves() -> None:
    game = a_game(announce_saves="unnamed")
    night = {Role.MAFIA: ANYA, Role.DOCTOR: ANYA, Role.CASANOVA: BORIS}
    assert chat.morning(VOICE, PEOPLE, 1, a_night(game, {**night})[1]).splitlines()[1:] == [
        "Этой ночью кого-то удалось спасти.",
        f"{nick(BORIS)} сегодня не голосует, и за этого игрока голосовать нельзя.",
    ]


# --- the day ------------------------------------------------------------------------------------------------


def test_the_vote_call_names_the_seduced_and_the_first_days_right_to_pass() -> None:
    first = chat.vote_call(VOICE, PEOPLE, 1, [ANYA])
    assert "Сегодня можно воздержаться." in first
    assert f"Не голосуют, и за них не голосуют: {nick(ANYA)}." in first
    assert "воздержаться нельзя" in chat.vote_call(VOICE, PEOPLE, 2)


def test_the_count_is_sorted_and_says_who_voted_for_whom() -> None:
    ballots = [(1, 5), (2, 6), (3, 6), (4, 5), (7, 6), (8, 9), (10, 0)]
    tally = tally_votes(ballots, Count(frozenset(range(1, 12)), frozenset(), 8), 1)
    assert chat.running(VOICE, PEOPLE, 1, tally).splitlines() == [
        "Голосование, день 1. Пока так:",
        f"{nick(6)} — 3 голоса: {nick(2)}, {nick(3)}, {nick(7)}",
        f"{nick(5)} — 2 голоса: {nick(1)}, {nick(4)}",
        f"{nick(9)} — 1 голос: {nick(8)}",
        f"Воздержались: {nick(10)}.",
        f"Ждём: {nick(5)}, {nick(6)}, {nick(9)}, {nick(11)}.",
    ]
    empty = tally_votes([], Count(frozenset({1}), frozenset(), 0), 2)
    assert "Голосов нет." in chat.running(VOICE, PEOPLE, 2, empty)
    assert nick(4) in chat.reminder(VOICE, PEOPLE, 2, [4, 5])


def test_the_acquittal_while_it_runs() -> None:
    tally = tally_acquittal([(1, True), (2, False), (3, False)], Count(frozenset({1, 2, 3, 4, 5}), frozenset(), 0), 5)
    assert chat.running_acquittal(VOICE, PEOPLE, 2, 5, tally).splitlines() == [
        f"Решаем судьбу игрока {nick(5)}. Пока так:",
        f"Оправдать — 1 голос: {nick(1)}",
        f"Посадить — 2 голоса: {nick(2)}, {nick(3)}",
        f"Ждём: {nick(4)}.",
    ]


def test_a_days_three_texts() -> None:
    step = DayStep(votes=((1, BORIS), (2, BORIS), (BORIS, 1)))
    _, found = told(a_game(1), step)
    count = chat.count(VOICE, PEOPLE, 1, found)
    assert count.splitlines()[-1] == f"В очередь встаёт {nick(BORIS)}."
    assert not roles_in(count)
    verdict = chat.verdict(VOICE, PEOPLE, 1, found)
    assert verdict.splitlines()[0] == f"📜 В тюрьму отправляется {nick(BORIS)}."
    assert not roles_in(verdict)
    assert chat.verdict(VOICE, PEOPLE, 1, found, last_word=False) == verdict.splitlines()[0]
    assert chat.jailed_role(VOICE, PEOPLE, 1, found) == f"🎭 Роль игрока {nick(BORIS)}: Мирный житель."


def test_a_kamikazes_verdict_hints_at_nothing() -> None:
    kamikaze = SEAT[Role.KAMIKAZE]
    _, found = told(a_game(1), DayStep(votes=((1, kamikaze),)))
    assert not roles_in(chat.verdict(VOICE, PEOPLE, 1, found, last_word=False))


def test_the_mayors_extra_votes_never_show() -> None:
    mayor = SEAT[Role.MAYOR]
    _, found = told(a_game(1), DayStep(votes=((1, BORIS), (mayor, ANYA))))
    assert any(fact.kind is Kind.DECIDED for fact in found)
    text = chat.count(VOICE, PEOPLE, 1, found)
    assert f"{nick(ANYA)} — 1 голос: {nick(mayor)}" in text
    assert text.endswith(f"Голоса поровну, но выбор сделан: в очередь встаёт {nick(ANYA)}.")
    assert "мэр" not in text.lower()


def test_a_tie_calls_for_the_second_vote_or_stops() -> None:
    game, step = a_game(1), DayStep(votes=((1, BORIS), (2, ANYA)))
    day = hold(game, step)
    assert day.due == "revote"
    _, found = told(game, step)
    call = chat.count(VOICE, PEOPLE, 1, found, day.due)
    assert f"Поровну голосов: {nick(ANYA)}, {nick(BORIS)}. Голосуем ещё раз" in call
    assert "не сажают" not in call
    assert chat.count(VOICE, PEOPLE, 1, found).endswith("Сегодня никого не сажают.")
    stopped = chat.count(VOICE, PEOPLE, 1, found, "decision")
    assert stopped == chat.count(VOICE, PEOPLE, 1, found, "mayor")
    assert stopped.endswith(f"Поровну голосов: {nick(ANYA)}, {nick(BORIS)}.")


def test_a_second_vote_has_its_own_count() -> None:
    step = DayStep(votes=((1, BORIS), (2, ANYA)), revote=((1, BORIS), (2, BORIS)))
    _, found = told(a_game(1), step)
    text = chat.count(VOICE, PEOPLE, 1, found)
    assert "Итог второго голосования:" in text
    assert text.endswith(f"В очередь встаёт {nick(BORIS)}.")


def small_game() -> tuple[frozenset[int], OverrideStep]:
    gone = tuple(seat for seat in range(7, 16) if seat not in (SEAT[Role.KAMIKAZE], SEAT[Role.HEALER]))
    return ALL - set(gone), OverrideStep("test", dead=gone)


def test_acquitted_and_condemned() -> None:
    _, gone = small_game()
    game, _ = told(a_game(1), gone)
    votes = ((1, BORIS), (2, BORIS))
    free = told(game, DayStep(votes=votes, acquit=((1, True), (2, True), (3, False))))[1]
    text = chat.verdict(VOICE, PEOPLE, 1, free)
    assert text.splitlines() == [
        f"Решение об игроке {nick(BORIS)}:",
        f"Оправдать — 2 голоса: {nick(1)}, {nick(2)}",
        f"Посадить — 1 голос: {nick(3)}",
        f"📜 Оправдание! {nick(BORIS)} остаётся в игре, сегодня никого не сажают.",
    ]
    jailed = told(game, DayStep(votes=votes, acquit=((1, False),)))[1]
    assert "Оправдать — 0 голосов" in chat.verdict(VOICE, PEOPLE, 1, jailed)
    assert chat.jailed_role(VOICE, PEOPLE, 1, free) == ""


def test_a_suspect_who_died_meanwhile_and_a_day_without_votes() -> None:
    game, _ = told(a_game(1), KabumStep(BORIS, after=True))
    _, found = told(game, DayStep(votes=((1, BORIS),)))
    assert chat.verdict(VOICE, PEOPLE, 1, found) == f"📜 {nick(BORIS)} уже вне игры. Сегодня никого не сажают."
    _, nothing = told(a_game(1), DayStep())
    assert chat.verdict(VOICE, PEOPLE, 1, nothing) == "📜 Сегодня никого не сажают."


# --- at any time --------------------------------------------------------------------------------------------


def test_kabum() -> None:
    kamikaze = SEAT[Role.KAMIKAZE]
    game = a_game(1)
    _, found = told(game, KabumStep(ANYA))
    assert (
        chat.kabum(VOICE, PEOPLE, found)
        == f"💥 Кабум! Камикадзе {nick(kamikaze)} забирает с собой игрока {nick(ANYA)}."
    )
    silent = told(a_game(1, announce_causes="none"), KabumStep(ANYA))[1]
    text = chat.kabum(VOICE, PEOPLE, silent, kamikaze)
    assert not roles_in(text)
    assert nicks_in(text) == {ANYA, kamikaze}
    jailed, _ = told(game, DayStep(votes=((1, kamikaze),)))
    late = told(jailed, KabumStep(ANYA))[1]
    assert nicks_in(chat.kabum(VOICE, PEOPLE, late)) == {ANYA}
    assert nicks_in(chat.kabum(VOICE, PEOPLE, late, kamikaze)) == {ANYA, kamikaze}


def test_revival() -> None:
    healer = SEAT[Role.HEALER]
    for choice, named in (("killers", True), ("none", False)):
        game, _ = a_night(a_game(announce_causes=choice), {Role.MAFIA: ANYA})
        text = chat.revival(VOICE, PEOPLE, told(game, ReviveStep(ANYA))[1])
        assert nicks_in(text) == {ANYA, healer}
        assert ("Целитель" in text) == named


def test_exclusion_tells_the_role_only_under_the_ruling() -> None:
    found = told(a_game(), ExcludeStep(ANYA, "4.2"))[1]
    assert chat.exclusion(VOICE, PEOPLE, found) == f"{nick(ANYA)} исключается из игры (правило 4.2)."
    plain = told(a_game(), ExcludeStep(ANYA))[1]
    assert chat.exclusion(VOICE, PEOPLE, plain) == f"{nick(ANYA)} исключается из игры."
    shown = told(a_game(reveal_roles="all"), ExcludeStep(SEAT[Role.THIEF]))[1]
    assert chat.exclusion(VOICE, PEOPLE, shown).endswith(f"{nick(SEAT[Role.THIEF])} — Вор")


def test_an_override_is_told_in_neutral_words() -> None:
    secret = OverrideStep("тайна", poisoned=(ANYA,), cured=(BORIS,), mayor=ANYA)
    assert chat.override(VOICE, PEOPLE, told(a_game(1), secret)[1]) == ""
    public_one = OverrideStep("тайна", dead=(ANYA,), jailed=(BORIS,), poisoned=(1,), mayor=2)
    text = chat.override(VOICE, PEOPLE, told(a_game(1), public_one)[1], seduced=[3])
    assert nicks_in(text) == {ANYA, BORIS, 3}
    assert "тайна" not in text
    assert roles_in(text) == {RU.role(Role.CITIZEN)}, "of the jailed alone (reveal_roles)"
    assert "Голосовать могут все живые." in chat.override(VOICE, PEOPLE, (), seduced=[])


def test_renaming_and_replacement() -> None:
    assert chat.renaming(VOICE, "Аня", "Яна") == "Смена ника: Аня теперь Яна."
    assert chat.replacement(VOICE, "Аня", "Яна", 3) == "Замена: вместо игрока Аня теперь Яна, номер 3 прежний."
    assert "\x1b" not in chat.renaming(VOICE, "\x1b[31m", "{town}")


def test_the_end_tells_the_winner_why_and_all_roles() -> None:
    _, found = told(a_game(), EndStep("town"))
    lines = chat.end(VOICE, PEOPLE, found, "town").splitlines()
    assert lines[0] == "🏁 Игра окончена. Победа за мирными! Ни мафии, ни маньяка в живых больше нет."
    assert lines[2:] == [f"{seat}. {nick(seat)} — {RU.role(role)}" for seat, role in enumerate(TOWN, 1)]
    assert chat.end(VOICE, PEOPLE, told(a_game(), EndStep(""))[1]).startswith("🏁 Игра прервана.")


def test_on_request() -> None:
    assert "14 игроков" in chat.acquaintance(VOICE, 14)
    assert "21 игрок." in chat.composition(VOICE, {Role.CITIZEN: 21})
    assert chat.composition(VOICE, {Role.CITIZEN: 3, Role.DON: 1}).splitlines() == [
        "Состав: 4 игрока.",
        "Мирный житель × 3",
        "Дон мафии",
    ]
    assert chat.living(VOICE, PEOPLE, {2, 1}).splitlines() == ["В игре 2 игрока:", f"1. {nick(1)}", f"2. {nick(2)}"]
    assert chat.rulings(VOICE, Rulings()) == "Все спорные места решаем по умолчанию."
    assert chat.rulings(VOICE, Rulings(parity="more_than")).endswith("(конец игры)")
    assert len(chat.rulings(VOICE, Rulings(), full=True).splitlines()) == len(RULINGS) + 1


# --- secrecy ------------------------------------------------------------------------------------------------


def night_texts(found: tuple[Fact, ...]) -> list[str]:
    return [chat.morning(voice, PEOPLE, 2, found) for voice in VOICES]


@pytest.mark.parametrize("seed", range(40))
def test_no_text_of_a_random_game_says_more_than_the_chat_may_know(seed: int) -> None:
    for before, step, _, found in random_steps(seed):
        if isinstance(step, NightStep):
            spoken = {fact.seat for fact in found if fact.kind in (Kind.TOLD, Kind.SEDUCED)}
            for text in night_texts(found):
                assert nicks_in(text) == spoken
                if before.cast.rulings.announce_causes == "none" and before.cast.rulings.reveal_roles != "all":
                    assert not roles_in(text)
            assert night_texts(found) == night_texts(public(found))
        else:
            for voice in VOICES:
                for text in (chat.count(voice, PEOPLE, 2, found), chat.verdict(voice, PEOPLE, 2, found)):
                    assert not roles_in(text)
                assert chat.count(voice, PEOPLE, 2, found) == chat.count(voice, PEOPLE, 2, public(found))
                assert chat.verdict(voice, PEOPLE, 2, found) == chat.verdict(voice, PEOPLE, 2, public(found))


def test_two_nights_that_look_alike_to_the_chat_have_one_text() -> None:
    """Whatever else goes on, the same public facts are the same text."""
    rng = random.Random(1)
    texts: dict[tuple[Fact, ...], set[str]] = {}
    for seed in range(60):
        for _, step, _, found in random_steps(rng.randrange(10**6) + seed, nights=1):
            if isinstance(step, NightStep):
                texts.setdefault(public(found), set()).add(chat.morning(VOICE, PEOPLE, 1, found))
    assert all(len(said) == 1 for said in texts.values())


# --- style and data -----------------------------------------------------------------------------------------


def every_text(voice: Voice, people: object = None) -> list[str]:
    crowd = nasty_people() if people is None else PEOPLE
    game = a_game(1)
    texts = [chat.acquaintance(voice, 7), chat.nightfall(voice, 1), chat.nightfall(voice, 1, Role)]
    night = a_night(game, {Role.MAFIA: ANYA, Role.MANIAC: BORIS, Role.CASANOVA: 3})[1]
    day = told(game, DayStep(votes=((1, BORIS), (2, BORIS), (3, 4))))[1]
    texts += [
        chat.morning(voice, crowd, 2, night),
        chat.vote_call(voice, crowd, 1, [3]),
        chat.second_call(voice, crowd, 1, [3, 4], [5]),
        chat.reminder(voice, crowd, 1, [3, 4]),
        chat.count(voice, crowd, 1, day),
        chat.verdict(voice, crowd, 1, day),
        chat.jailed_role(voice, crowd, 1, day),
        chat.kabum(voice, crowd, told(game, KabumStep(ANYA))[1]),
        chat.revival(voice, crowd, told(apply(game, KabumStep(ANYA))[0], ReviveStep(ANYA))[1]),
        chat.exclusion(voice, crowd, told(game, ExcludeStep(ANYA))[1]),
        chat.override(voice, crowd, told(game, OverrideStep("x", dead=(ANYA,)))[1]),
        chat.end(voice, crowd, told(game, EndStep("mafia"))[1], "parity"),
        chat.living(voice, crowd, ALL),
    ]
    return texts


@pytest.mark.parametrize("voice", VOICES, ids=["ru", "en"])
def test_at_most_one_emoji_a_text(voice: Voice) -> None:
    for text in every_text(voice, people=PEOPLE):
        assert len(EMOJI.findall(text)) <= 1


@pytest.mark.parametrize("voice", VOICES, ids=["ru", "en"])
def test_nasty_nicks_come_out_literally_and_safe(voice: Voice) -> None:
    texts = every_text(voice)
    table = chat.living(voice, nasty_people(), ALL)
    assert all(safe(one) in table for one in NASTY)
    for text in texts:
        assert all(safe(line) == line or "\ufe0f" in line for line in text.split("\n"))


def test_no_text_is_left_with_a_place_unfilled() -> None:
    for voice in VOICES:
        for text in every_text(voice, people=PEOPLE):
            assert not re.search(r"\{\w+\}", text)


# --- themes -------------------------------------------------------------------------------------------------

PACK = {
    "town": "чикаго",
    "roles": {"don": "Капо"},
    "morning": {"quiet": ["Тихо, {town}.", "Спокойно, ночь {night}.", "Мирно."]},
    "verdict": {"jailed": "За решётку: {nick}."},
}


def test_a_pack_overrides_any_phrase_the_rest_is_plain() -> None:
    voice = Voice(RU, 5, PACK)
    found = a_night(a_game(), {})[1]
    said = [chat.morning(voice, PEOPLE, night, found) for night in range(1, 40)]
    assert set(said) >= {"Тихо, Чикаго.", "Мирно."}
    assert all(first != second for first, second in itertools.pairwise(said))
    assert said == [chat.morning(Voice(RU, 5, PACK), PEOPLE, night, found) for night in range(1, 40)]
    assert "Чикаго засыпает" in chat.nightfall(voice, 1)
    assert chat.composition(voice, {Role.DON: 1}).endswith("Капо (дон мафии)")
    assert chat.verdict(voice, PEOPLE, 1, told(a_game(1), DayStep(votes=((1, 2),)))[1]).startswith("За решётку")


def test_variants_depend_on_seed_and_moment_and_never_repeat() -> None:
    for seed in range(20):
        drawn = [variant(seed, "key", moment, 3) for moment in range(30)]
        assert all(first != second for first, second in itertools.pairwise(drawn))
    assert len({tuple(variant(seed, "key", moment, 3) for moment in range(9)) for seed in range(20)}) > 10
    assert variant(1, "key", 5, 1) == 0


def test_facts_that_are_no_step_of_the_kind_say_nothing() -> None:
    note = facts(a_game().cast, [(Kind.NOTED, None, ANYA, "", "rename")])
    assert chat.morning(Voice(EN), PEOPLE, 1, note) == "🌅 Night 1 is over. The town wakes up with no losses."
    assert told(a_game(), NoteStep("note", CITIZEN))[1]
