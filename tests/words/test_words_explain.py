"""The host's view: every rule of the night is cited where it decides, and the day is told in its order."""

import pytest
from words_games import ANYA, BORIS, BOTH, EN, PEOPLE, RU, SEAT, a_game, a_night, nasty_people, nick, random_steps, told

from mafia_cli.rules.model import (
    DayStep,
    EndStep,
    ExcludeStep,
    Game,
    HeirStep,
    KabumStep,
    NoteStep,
    OverrideStep,
    ReviveStep,
    Step,
)
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe
from mafia_cli.words.explain import explain, explain_player

DON, MAFIOSO, SECOND = SEAT[Role.DON], SEAT[Role.MAFIA], 16
MANIAC, CASANOVA, JEALOUS = SEAT[Role.MANIAC], SEAT[Role.CASANOVA], SEAT[Role.JEALOUS]
DOCTOR, GUARD, POISONER, THIEF = (SEAT[role] for role in (Role.DOCTOR, Role.BODYGUARD, Role.POISONER, Role.THIEF))
M, K, C, D, P = Role.MAFIA, Role.MANIAC, Role.COMMISSAR, Role.DOCTOR, Role.POISONER
CAS, JEA, BOD, THI, JOU = Role.CASANOVA, Role.JEALOUS, Role.BODYGUARD, Role.THIEF, Role.JOURNALIST
LONE_DON = a_game(1)._replace(alive=a_game().alive - {MAFIOSO, SECOND})


def told_lines(game: Game, step: Step, words: Words = RU) -> list[str]:
    _, found = told(game, step)
    return explain(words, PEOPLE, game.cast, found, game)


def night_lines(game: Game, moves: dict[Role, int | tuple[int, ...]], words: Words = RU) -> list[str]:
    _, found = a_night(game, moves)
    return explain(words, PEOPLE, game.cast, found, game)


CASES: list[tuple[str, Game, dict[Role, int | tuple[int, ...]], str]] = [
    ("2.2", a_game(1), {M: ANYA}, f"Мафия наносит удар: {nick(ANYA)} (2.2)."),
    ("2.3", a_game(1), {C: DON}, "+ (2.3)."),
    ("2.4", a_game(1), {M: ANYA, D: ANYA}, f"спасает: {nick(ANYA)}, иначе смерть от рук мафии (2.4)."),
    ("2.5", a_game(1), {CAS: ANYA}, f"за него не голосуют: {nick(ANYA)} (2.5)."),
    ("2.6", a_game(1), {K: ANYA}, f"Маньяк наносит удар: {nick(ANYA)} (2.6)."),
    ("2.7", a_game(1), {JEA: CASANOVA}, f"находит казанову, это {nick(CASANOVA)} (2.7)."),
    ("2.7 nobody", a_game(1), {JEA: ANYA, CAS: BORIS}, "казановы здесь нет (2.7)."),
    ("2.8", a_game(1), {M: SEAT[Role.MAYOR]}, "назовите наследника титула (2.8)"),
    ("2.9", a_game(1), {P: ANYA}, f"Несёт яд: {nick(ANYA)}, смерть следующей ночью (2.9)."),
    (
        "2.9 due",
        a_game(1)._replace(poisoned=frozenset({ANYA})),
        {},
        f"Яд прошлой ночи срабатывает: {nick(ANYA)} (2.9).",
    ),
    ("2.10", a_game(1), {K: ANYA, BOD: ANYA}, f"под ним сам маньяк, {nick(MANIAC)} (2.10)."),
    ("2.11", a_game(1), {D: ANYA, THI: DOCTOR}, "ход доктора заблокирован, визита не было (2.11)."),
    ("2.11 idle", a_game(1), {THI: ANYA}, "блокировать нечего (2.11)."),
    ("2.11 carrier", a_game(1), {M: ANYA, THI: MAFIOSO}, "ход мафии остаётся (2.11) [thief_vs_mafia]."),
    ("2.14", a_game(1), {JOU: (ANYA, BORIS)}, "роли одинаковые (2.14)."),
    ("3.1", a_game(1), {M: ANYA, K: ANYA}, "мафия и маньяк у одного игрока, взаимно отменяется (3.1)."),
    ("3.2", a_game(1), {D: ANYA, CAS: ANYA}, "больше сюда никто не приходит, взаимно отменяется (3.2)."),
    ("3.3", a_game(1), {JEA: CASANOVA, D: CASANOVA}, "Ни доктор, ни телохранитель не помогут (3.3)."),
    ("3.4", LONE_DON, {M: ANYA, BOD: ANYA}, f"простой мафии в живых нет, под ним дон, {nick(DON)} (3.4)."),
    ("3.5", a_game(1), {M: ANYA, BOD: ANYA}, "из нескольких по жребию (3.5), это "),
    ("3.6", a_game(1), {P: ANYA, BOD: ANYA}, "телохранитель заслоняет от яда, яд достаётся не этому игроку (3.6)."),
    ("3.6 passes", a_game(1), {P: ANYA, BOD: ANYA}, f"переходит на телохранителя: {nick(GUARD)} (3.6) [guard_poison]."),
    ("3.6 carried", a_game(1), {P: ANYA, BOD: ANYA}, f"Несёт яд: {nick(GUARD)}, смерть следующей ночью (3.6)."),
    (
        "3.6 cured",
        a_game(1),
        {P: ANYA, BOD: ANYA, D: GUARD},
        f"перешедший яд снят, {nick(GUARD)} вне опасности (3.10).",
    ),
    ("3.6 now", a_game(1, guard_poison="at_once"), {P: ANYA, BOD: ANYA}, f"Яд действует сразу: {nick(GUARD)} (3.6)"),
    ("3.7", a_game(1), {M: MANIAC, K: SECOND}, "пришли друг к другу, взаимно отменяется (3.7)."),
    (
        "3.8",
        a_game(1),
        {JEA: CASANOVA, CAS: JEALOUS},
        "а она в эту ночь пришла к ревнивцу: погибает только она (3.8, 3.3).",
    ),
    ("3.8 stays", a_game(1), {JEA: CASANOVA, CAS: JEALOUS}, "ревнивец не становится своей же жертвой (3.8)."),
    (
        "3.9",
        a_game(0)._replace(alive=a_game().alive - {DON, MAFIOSO, SECOND}),
        {K: ANYA},
        "Мафии в живых нет, поэтому маньяк ходит каждую ночь (3.9).",
    ),
    ("3.10", a_game(1), {P: ANYA, D: ANYA}, "яд снят сразу, ход отравителя отменяется (3.10)."),
    ("3.10 cured", a_game(1)._replace(poisoned=frozenset({ANYA})), {CAS: ANYA}, f"снимает яд: {nick(ANYA)} (3.10)"),
    ("3.10 thief", a_game(1), {P: ANYA, THI: POISONER}, "на отравителя вор не действует (3.10) [thief_vs_poisoner]."),
    ("3.11", a_game(1), {M: ANYA, CAS: ANYA}, "казанова отвлекает, удар отменяется (3.11)."),
    ("3.12", a_game(1), {M: ANYA, C: ANYA}, "взаимно отменяется (3.12), комиссар не получает ответа."),
    ("lifted", a_game(1, doctor_lifts_seduction="yes"), {D: ANYA, CAS: ANYA, THI: ANYA}, "[doctor_lifts_seduction]."),
    ("mirror saved", LONE_DON, {M: ANYA, BOD: ANYA, D: DON}, "от отражённого удара (2.4) [doctor_saves_mirrored]."),
    ("saves", a_game(1, announce_saves="unnamed"), {M: ANYA, D: ANYA}, "кого-то спасли, без имён [announce_saves]."),
    ("skip", a_game(1), {D: (), M: ANYA}, "Пропускают ход: доктор."),
]


@pytest.mark.parametrize(("game", "moves", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_rule_that_decides_is_cited(game: Game, moves: dict[Role, int | tuple[int, ...]], said: str) -> None:
    lines = night_lines(game, moves)
    assert any(said in line for line in lines), lines
    assert len(night_lines(game, moves, EN)) == len(lines)


def test_one_collision_in_full() -> None:
    commissar = SEAT[Role.COMMISSAR]
    assert night_lines(a_game(1), {M: ANYA, C: ANYA}) == [
        f"Ходы: мафия ({nick(DON)}) → {nick(ANYA)}; комиссар ({nick(commissar)}) → {nick(ANYA)}.",
        f"Мафия ({nick(DON)}) → {nick(ANYA)}; комиссар ({nick(commissar)}) → {nick(ANYA)}: "
        "взаимно отменяется (3.12), комиссар не получает ответа.",
        f"Ответ: комиссар ({nick(commissar)}): ход не сработал (2.3).",
    ]


def test_the_joint_kill_names_who_sent_it() -> None:
    game = a_game(1)._replace(alive=a_game().alive - {DON})
    assert f"мафия ({nick(MAFIOSO)}) → {nick(ANYA)}" in night_lines(game, {M: ANYA})[0]
    _, found = a_night(game, {M: ANYA})
    assert explain(RU, PEOPLE, game.cast, found)[0] == f"Ходы: мафия → {nick(ANYA)}."


def test_a_blocked_move_is_no_cause() -> None:
    lines = night_lines(a_game(1), {M: ANYA, C: ANYA, THI: DON})
    assert not any("3.12" in line for line in lines)


def test_a_lapsed_move_and_an_answer_that_comes_too_late() -> None:
    game, _ = told(a_game(1), KabumStep(ANYA))
    assert any("лимит не тратится (D)." in line for line in night_lines(game, {D: ANYA}))
    commissar = SEAT[Role.COMMISSAR]
    assert night_lines(a_game(1), {C: DON, K: commissar})[-2].endswith("+ (2.3). Игрок выбывает этой же ночью.")


def test_what_the_chat_will_hear() -> None:
    lines = night_lines(a_game(1), {M: ANYA, JEA: CASANOVA})
    heard = f"В чат о смерти: {nick(CASANOVA)} (без причины), {nick(ANYA)} (от рук мафии) [announce_causes]."
    assert lines[-1] == heard


MAYOR = SEAT[Role.MAYOR]
STEPS: list[tuple[str, Game, Step, str]] = [
    ("kabum", a_game(1), KabumStep(ANYA), f"Кабум: камикадзе ({nick(SEAT[Role.KAMIKAZE])}) → {nick(ANYA)} (2.13)."),
    (
        "revive",
        told(a_game(1, announce_causes="none"), KabumStep(ANYA))[0],
        ReviveStep(ANYA),
        f"Целитель ({nick(SEAT[Role.HEALER])}) возвращает: {nick(ANYA)} (2.12).",
    ),
    ("exclude", a_game(1), ExcludeStep(ANYA, "4.2"), f"Исключается {nick(ANYA)} (4.2)."),
    ("exclude no rule", a_game(1), ExcludeStep(ANYA), f"Исключается {nick(ANYA)} (1.2)."),
    ("exclude dead", told(a_game(1), KabumStep(ANYA))[0], ExcludeStep(ANYA), "вернуться в игру уже нельзя (2.12)."),
    ("mayor excluded", a_game(1), ExcludeStep(MAYOR), "Титул мэра не переходит, в городе нет мэра (2.8)."),
    ("heir", a_game(1)._replace(mayor=0, heir_due=True), HeirStep(ANYA), f"Титул мэра переходит: {nick(ANYA)} (2.8)"),
    ("heir drawn", a_game(1, mayor_heir="random"), KabumStep(MAYOR), "Титул мэра переходит по жребию: "),
    ("rename", a_game(1), NoteStep("rename", ANYA), f"{nick(ANYA)}: смена ника"),
    ("replace", a_game(1), NoteStep("replace", ANYA), "место переходит другому человеку"),
    ("violation", a_game(1), NoteStep("violation", ANYA, "4.2"), "нарушение правила 4.2."),
    ("away", a_game(1), NoteStep("away", ANYA), f"{nick(ANYA)}: отметка о присутствии изменена."),
    ("forgive", a_game(1), NoteStep("forgive", ANYA), f"{nick(ANYA)}: нарушение прощено."),
    ("note", a_game(1), NoteStep("note", ANYA), "записано (note)."),
    ("override", a_game(1), OverrideStep("ошибка.", cured=(ANYA,)), "Решение ведущего: ошибка (1.2)."),
    ("override cured", a_game(1), OverrideStep("x", cured=(ANYA,)), f"Яд снят: {nick(ANYA)}."),
    ("override seduced", a_game(1), OverrideStep("x", seduced=()), "Соблазнённых нет."),
    ("override answer", a_game(1), OverrideStep("x", answers={C: "+"}), "Ответ исправлен: комиссар: +."),
    ("override mayor", a_game(1), OverrideStep("x", mayor=0), "титула мэра ни у кого нет (1.2)."),
    ("override alive", told(a_game(1), KabumStep(ANYA))[0], OverrideStep("x", alive=(ANYA,)), "решению ведущего: "),
    ("end", a_game(1), EndStep("mafia"), "победитель: мафия."),
    ("broken", a_game(1), EndStep(""), "Игра прервана ведущим."),
    ("winner", a_game(1), OverrideStep("x", dead=tuple(range(2, 19))), "Игра решена, победитель: город."),
]


@pytest.mark.parametrize(("game", "step", "said"), [case[1:] for case in STEPS], ids=[case[0] for case in STEPS])
def test_whatever_else_happens_is_told(game: Game, step: Step, said: str) -> None:
    lines = told_lines(game, step)
    assert any(said in line for line in lines), lines
    assert told_lines(game, step, EN)


@pytest.mark.parametrize(
    ("ruling", "step", "passes"),
    [
        ("ask", KabumStep(MAYOR), ""),
        ("random", KabumStep(MAYOR), "переходит по жребию"),
        ("none", KabumStep(MAYOR), "не переходит"),
        ("ask", OverrideStep("x", dead=(MAYOR,), mayor=ANYA), "по решению ведущего"),
        ("ask", OverrideStep("x", dead=(MAYOR,), mayor=0), "титула мэра ни у кого нет"),
    ],
)
def test_an_heir_is_asked_for_only_where_one_is_to_be_named(ruling: str, step: Step, passes: str) -> None:
    lines = told_lines(a_game(1, mayor_heir=ruling), step)
    about = [line for line in lines if "назовите наследника" in line or (passes and passes in line and "мэр" in line)]
    assert len(about) == 1, lines
    assert (passes or "назовите наследника") in about[0]


def test_a_day_is_told_in_its_order() -> None:
    gone = tuple(seat for seat in range(7, 16))
    game, _ = told(a_game(1), OverrideStep("x", dead=gone))
    step = DayStep(
        votes=((1, 1), (1, BORIS), (2, BORIS), (9, 1)), acquit=((BORIS, True), (1, False), (2, False), (3, True))
    )
    lines = told_lines(game, step)
    assert [line.split(":")[0] for line in lines] == [
        "Не засчитано",
        "Не засчитано",
        "Голосование",
        f"В очередь встаёт {nick(BORIS)} (1.8). Игроков меньше 13, нужно голосование об оправдании (1.8.1).",
        "Не засчитано",
        "Об оправдании",
        f"В тюрьму отправляется {nick(BORIS)} (1.8).",
        "Роль открывается чату",
    ]
    assert lines[0] == f"Не засчитано: {nick(1)} → {nick(1)}, голос один и не за себя (4.6)."
    assert lines[4] == f"Не засчитано: {nick(BORIS)} → оправдать, о своей судьбе не голосуют (1.8.1)."


def test_the_mayors_decision_is_for_the_host() -> None:
    mayor = SEAT[Role.MAYOR]
    lines = told_lines(a_game(1), DayStep(votes=((1, BORIS), (mayor, ANYA))))
    assert f"При равенстве решает голос мэра: {nick(ANYA)} (2.8)." in lines


def test_one_players_view_holds_what_is_about_that_player() -> None:
    game = a_game(1)
    _, found = a_night(game, {M: ANYA, K: BORIS, D: BORIS})
    everything = explain(RU, PEOPLE, game.cast, found, game)
    of_anya = explain_player(RU, PEOPLE, game.cast, found, ANYA, game)
    assert f"Выбывает {nick(ANYA)} (от рук мафии)." in of_anya
    assert not any("спасает" in line for line in of_anya)
    of_doctor = explain_player(RU, PEOPLE, game.cast, found, DOCTOR, game)
    assert any("спасает" in line for line in of_doctor)
    assert set(of_anya) | set(of_doctor) <= set(everything)
    assert explain_player(RU, PEOPLE, game.cast, found, THIEF, game) == []


@pytest.mark.parametrize("words", BOTH, ids=["ru", "en"])
def test_random_games_are_explained_whatever_the_nicks(words: Words) -> None:
    crowd = nasty_people()
    for seed in range(25):
        for before, _, _, found in random_steps(seed):
            for line in explain(words, crowd, before.cast, found, before):
                assert safe(line) == line
                assert line.endswith(".")
