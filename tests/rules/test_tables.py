"""The tables and the small functions of the rules, held to RULES.md; drawn numbers that saves rely on."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from mafia_cli.rules.chance import draw, mix, shuffled
from mafia_cli.rules.deal import dealt, suggested
from mafia_cli.rules.ending import Turn, may_turn, reason, winner
from mafia_cli.rules.errors import Problem, RuleError
from mafia_cli.rules.facts import facts, public, told_causes
from mafia_cli.rules.game import apply, drawn_heir, replay, title_passes
from mafia_cli.rules.model import (
    Audience,
    Cast,
    Cause,
    EndStep,
    ExcludeStep,
    Game,
    HeirStep,
    KabumStep,
    Kind,
    NightStep,
    NoteStep,
    OverrideStep,
    ReviveStep,
    Step,
    Trace,
    carrier,
    cast_of,
    new_game,
)
from mafia_cli.rules.moves import Entry, Standing, doctor_self_night, ledger, maniac_night, poisoner_night
from mafia_cli.rules.roles import MAFIOSI, MOVERS, ROLES, Role, Side, composition_problems
from mafia_cli.rules.rulings import RULINGS, Rulings, rulings_from

ALL = list(Role)


def cast(*roles: Role, **rulings: str) -> Cast:
    return cast_of(list(roles or ALL), rulings_from(rulings), 7)


def seat(role: Role) -> int:
    return ALL.index(role) + 1


# --- chance: a save is replayed by the same numbers for ever -----------------------------------------------


def test_the_mix_and_what_is_drawn_by_it_never_change() -> None:
    assert [mix(7, "mirror", 2, at) for at in (1, 2, 3)] == [
        3156720271892927818,
        15635921926841707493,
        17378493163132804582,
    ]
    assert (mix(-1, "", 0, 0), mix(0, "deal", 0, 1)) == (4648960813759726093, 13764453653059494332)
    assert shuffled(7, "deal", range(1, 13)) == [7, 12, 1, 3, 2, 4, 6, 8, 10, 11, 5, 9]
    assert (draw(7, "mirror", 2, [3, 5, 9]), draw(7, "heir", 1, [3, 5, 9])) == (9, 3)


def test_the_deal_of_a_seed_never_changes() -> None:
    short = {role: role.value[:3] for role in Role}
    drawn = " ".join(short[role] for role in dealt(suggested(12), 7))
    assert drawn == "maf don maf com bod doc cit cas thi man may cit"
    named = " ".join(short[role] for role in dealt(suggested(12), 7, 3))
    assert named == "maf maf may don bod com cit doc thi cas man cit"


@pytest.mark.parametrize(
    ("players", "mafia", "citizens", "new"),
    [
        (7, 1, 1, None),
        (8, 1, 2, None),
        (9, 1, 2, Role.BODYGUARD),
        (11, 2, 2, Role.MANIAC),
        (12, 2, 2, Role.THIEF),
        (13, 2, 2, Role.JOURNALIST),
        (15, 3, 2, Role.JEALOUS),
        (16, 3, 2, Role.KAMIKAZE),
        (17, 3, 2, Role.POISONER),
        (18, 3, 2, Role.HEALER),
        (23, 5, 5, None),
        (27, 6, 8, None),
    ],
)
def test_the_suggested_composition(players: int, mafia: int, citizens: int, new: Role | None) -> None:
    counts = suggested(players)
    assert (counts[Role.MAFIA], counts[Role.CITIZEN], sum(counts.values())) == (mafia, citizens, players)
    assert all(count == 1 for role, count in counts.items() if role not in (Role.MAFIA, Role.CITIZEN))
    assert new is None or (new in counts and new not in suggested(players - 1))
    assert list(counts) == [role for role in Role if role in counts]
    assert composition_problems(counts) == []


# --- the tables -------------------------------------------------------------------------------------------


def test_the_role_table() -> None:
    town = set(Role) - {Role.MAFIA, Role.DON, Role.MANIAC}
    assert {row.role for row in ROLES.values() if row.side is Side.TOWN} == town
    assert {Role.MAFIA, Role.DON} == MAFIOSI == {row.role for row in ROLES.values() if row.side is Side.MAFIA}
    assert ROLES[Role.MANIAC].side is Side.MANIAC
    required = "citizen mafia don commissar doctor casanova mayor"
    assert {row.role for row in ROLES.values() if row.required} == set(required.split())
    assert {row.role for row in ROLES.values() if row.several} == {"citizen", "mafia"}
    assert {row.role for row in ROLES.values() if row.on_self} == {"mafia", "doctor"}
    lost = "don mafia maniac poisoner kamikaze healer"
    assert {row.role for row in ROLES.values() if not row.revivable} == set(lost.split())
    assert {row.role for row in ROLES.values() if row.targets} == set(MOVERS)
    assert [row.targets for row in ROLES.values() if row.targets > 1] == [2]
    numbers = {"mafia": 2, "don": 2, "citizen": 1, "commissar": 3, "doctor": 4, "casanova": 5, "maniac": 6,
               "jealous": 7, "mayor": 8, "poisoner": 9, "bodyguard": 10, "thief": 11, "healer": 12, "kamikaze": 13,
               "journalist": 14}  # fmt: skip
    assert {role.value: row.rule for role, row in ROLES.items()} == {name: f"2.{n}" for name, n in numbers.items()}


def test_the_table_of_rulings() -> None:
    table = """
        maniac_nights | 2.6 | even odd cooldown
        poisoner_pace | 2.9 | cooldown calendar
        antidote | 3.10 | either_night same_night
        guard_poison | 3.6 | next_night at_once
        thief_vs_mafia | 2.11 | carrier any
        thief_vs_poisoner | 2.11, 3.10 | no_effect blocks
        journalist_visits | 2.14, 3.2 | no yes
        journalist_mafia | 2.14 | same different
        doctor_saves_mirrored | 2.4, 2.10 | yes no
        doctor_lifts_seduction | 2.4, 3.2 | no yes
        mayor_decides | 2.8 | voted asked
        mayor_heir | 2.8 | ask random none
        tie | 1.8 | revote nobody ask
        acquittal_count | 1.8.1 | living dealt
        acquittal_tie | 1.8.1 | acquitted jailed
        reveal_roles | 1.8 | jailed all
        announce_causes | 1.8 | killers none all
        announce_saves | 1.8 | none unnamed
        parity | end | at_least more_than
        standoff | end | play_on nobody maniac mafia
    """
    rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    assert [[one.id, one.rule, " ".join(one.choices)] for one in RULINGS.values()] == rows
    assert [getattr(Rulings(), one.id) for one in RULINGS.values()] == [one.default for one in RULINGS.values()]
    assert list(RULINGS) == list(Rulings()._fields)


def test_rulings_from_choices() -> None:
    assert rulings_from({}) == Rulings()
    chosen = rulings_from({"tie": "ask", "parity": "at_least"})
    assert chosen.changed() == {"tie": "ask"}
    with pytest.raises(KeyError, match="taste"):
        rulings_from({"taste": "good"})
    with pytest.raises(ValueError, match=r"^tie$"):
        rulings_from({"tie": "coin"})


def test_a_composition_names_all_it_breaks() -> None:
    assert composition_problems({Role.CITIZEN: 1}) == [
        ("missing", role) for role in (Role.DON, Role.COMMISSAR, Role.DOCTOR, Role.CASANOVA, Role.MAYOR)
    ]
    whole = {ROLES[role].role: 1 for role in Role if ROLES[role].required}
    assert composition_problems(whole) == composition_problems(whole | {Role.MAFIA: 0}) == []
    assert composition_problems(whole | {Role.MAFIA: 3, Role.CITIZEN: 2, Role.THIEF: 1}) == []
    assert composition_problems(whole | {Role.THIEF: 2, Role.CITIZEN: 0}) == [
        ("missing", Role.CITIZEN),
        ("several", Role.THIEF),
    ]


# --- who may move -----------------------------------------------------------------------------------------


def test_the_nights_of_the_maniac_the_poisoner_and_the_doctor() -> None:
    even, odd, rest = cast(), cast(maniac_nights="odd"), cast(maniac_nights="cooldown")
    assert [maniac_night(even, night, 0, True) for night in range(1, 6)] == [2, 2, 4, 4, 6]
    assert [maniac_night(odd, night, 0, True) for night in range(1, 6)] == [1, 3, 3, 5, 5]
    assert [maniac_night(rest, night, 0, True) for night in range(1, 4)] == [1, 2, 3]
    assert [maniac_night(rest, night, 3, True) for night in (4, 5, 6)] == [5, 5, 6]
    assert [maniac_night(one, 3, 2, False) for one in (even, odd, rest)] == [3, 3, 3]
    assert [poisoner_night(cast(), night, last) for night, last in ((1, 0), (2, 1), (4, 1), (9, 1))] == [1, 4, 4, 9]
    calendar = cast(poisoner_pace="calendar")
    assert [poisoner_night(calendar, night, 0) for night in range(1, 7)] == [3, 3, 3, 6, 6, 6]
    assert [doctor_self_night(night, last) for night, last in ((1, 0), (2, 1), (6, 1), (9, 1))] == [1, 6, 6, 9]


def test_the_ledger() -> None:
    game = new_game(cast())
    rows = {row.role: row for row in ledger(game)}
    assert list(rows) == list(MOVERS)
    assert rows[Role.MANIAC] == Entry(Role.MANIAC, seat(Role.MANIAC), Standing.WAITS, 2, "2.6")
    assert rows[Role.MAFIA] == Entry(Role.MAFIA, seat(Role.DON), Standing.MAY, 1, "2.2")
    assert rows[Role.DOCTOR] == Entry(Role.DOCTOR, seat(Role.DOCTOR), Standing.MAY, 1, "2.4")
    game = game._replace(night=1, doctor_self_last=1, poisoner_last=1, alive=game.alive - {seat(Role.THIEF)})
    rows = {row.role: row for row in ledger(game)}
    assert rows[Role.DOCTOR] == Entry(Role.DOCTOR, seat(Role.DOCTOR), Standing.MAY, 6, "2.4")
    assert rows[Role.JOURNALIST] == Entry(Role.JOURNALIST, seat(Role.JOURNALIST), Standing.MAY, 2, "2.14")
    assert rows[Role.POISONER].standing is Standing.WAITS
    assert rows[Role.POISONER].night == 4
    assert rows[Role.THIEF] == Entry(Role.THIEF, seat(Role.THIEF), Standing.OUT, 2, "2.11")
    assert {row.role: row.standing for row in ledger(game, 4)}[Role.POISONER] is Standing.MAY
    assert [row.role for row in ledger(new_game(cast(Role.MAYOR, Role.MAFIA, Role.DOCTOR)))] == ["mafia", "doctor"]


def test_a_step_comes_before_the_count_and_names_no_rule_unless_it_says_so() -> None:
    plain = (KabumStep(1), ReviveStep(1), ExcludeStep(1), HeirStep(1), NoteStep("alias"), OverrideStep("r"))
    assert not any(step.after for step in plain)
    assert (ExcludeStep(1).rule, NoteStep("alias").rule, Problem("x").rule) == ("", "", "")
    assert str(RuleError([Problem("one"), Problem("two", "1.4")])) == "one, two"


def test_a_cast_is_not_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        cast().seed = 8  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        cast().other = 8  # type: ignore[attr-defined]


def test_the_carrier() -> None:
    town = cast(Role.MAFIA, Role.CITIZEN, Role.MAFIA, Role.DON)
    assert [carrier(town, alive) for alive in ({1, 2, 3, 4}, {1, 2, 3}, {2, 3}, {2}, set[int]())] == [4, 1, 3, 0, 0]
    assert carrier(cast(Role.CITIZEN), {1}) == 0


# --- the end ----------------------------------------------------------------------------------------------


def test_who_has_won_and_why() -> None:
    town = cast(Role.DON, Role.MAFIA, Role.MANIAC, Role.CITIZEN, Role.CITIZEN)
    for alive, won, why in (
        ({4, 5}, "town", "town"),
        (set[int](), "nobody", "nobody"),
        ({3}, "maniac", "maniac"),
        ({1, 4}, "mafia", "parity"),
        ({1, 2, 4}, "mafia", "parity"),
        ({1, 4, 5}, None, ""),
        ({3, 4}, None, ""),
        ({1, 3}, None, ""),
        ({1, 2, 3}, None, ""),
    ):
        assert (winner(town, alive), reason(town, alive)) == (won, why)
    more = cast(Role.DON, Role.CITIZEN, Role.MAFIA, parity="more_than")
    assert (winner(more, {1, 2}), winner(more, {1, 2, 3}), reason(more, {1, 2})) == (None, "mafia", "")
    for choice in ("nobody", "maniac", "mafia"):
        alone = cast(Role.DON, Role.MAFIA, Role.MANIAC, Role.CITIZEN, standoff=choice)
        assert (winner(alone, {1, 3}), reason(alone, {1, 3})) == (choice, "standoff")
        assert winner(alone, {1, 2, 3}) is winner(alone, {1, 3, 4}) is winner(alone, {3, 4}) is None


def test_what_may_yet_turn_the_end() -> None:
    game = new_game(cast())
    kamikaze, healer, mayor = seat(Role.KAMIKAZE), seat(Role.HEALER), seat(Role.MAYOR)
    turns = [Turn("kamikaze", kamikaze), Turn("healer", healer)]
    assert may_turn(game) == turns
    assert may_turn(game._replace(phase="night")) == [*turns, Turn("mayor", mayor)]
    assert may_turn(game._replace(phase="night", seduced=frozenset({mayor}))) == turns
    assert may_turn(game._replace(phase="night", alive=game.alive - {mayor})) == turns
    poisoned = game._replace(poisoned=frozenset({seat(Role.DON), seat(Role.CITIZEN)}))
    assert may_turn(poisoned) == [*turns, Turn("poison", seat(Role.DON))]
    assert may_turn(poisoned._replace(alive=game.alive - {seat(Role.DON)})) == turns
    assert may_turn(game._replace(kabum_spent=True, revival_spent=True)) == []
    dead = game._replace(alive=game.alive - {kamikaze, healer})
    assert may_turn(dead) == []
    assert may_turn(dead._replace(jailed_since=frozenset({kamikaze}))) == turns[:1]
    assert may_turn(new_game(cast(Role.DON))) == []


def test_an_end_named_holds_and_is_told_once() -> None:
    game, trace = apply(new_game(cast()), EndStep("town"))
    assert trace == [(Kind.ENDED, None, 0, "end", "town"), (Kind.WINNER, None, 0, "end", "town")]
    game, trace = apply(game, EndStep(""))
    assert trace[-1] == (Kind.WINNER, None, 0, "end", None)
    assert apply(game, NoteStep("note", 3, "4.1"))[1] == [(Kind.NOTED, None, 3, "4.1", "note")]


# --- the title --------------------------------------------------------------------------------------------


def test_when_the_title_passes_and_to_whom() -> None:
    town = cast()
    for cause in Cause:
        assert title_passes(town, (cause,)) is (cause not in ("jailed", "excluded"))
    assert not title_passes(cast(mayor_heir="none"), (Cause.MAFIA,))
    few = cast(Role.DON, Role.DOCTOR, Role.CITIZEN, Role.MANIAC, Role.THIEF)
    assert drawn_heir(few, {1, 2, 3, 4}, 1) == 3
    assert drawn_heir(few, {1, 2, 4}, 1) == 2
    assert drawn_heir(few, {1, 4}, 1) == 0
    assert drawn_heir(few, {2, 5}, 1) == draw(7, "heir", 1, [2, 5])


# --- facts ------------------------------------------------------------------------------------------------


def read(trace: list[Trace], **rulings: str) -> list[tuple[str, Audience, Any]]:
    return [(one.kind.value, one.audience, one.detail) for one in facts(cast(**rulings), trace)]


DEAD: Trace = (Kind.DIED, None, seat(Role.DON), "2.2", (Cause.JEALOUS, Cause.MAFIA))


def test_what_the_chat_hears_of_a_death() -> None:
    assert told_causes(cast(), tuple(Cause)) == tuple(c for c in Cause if c not in ("jealous", "mirrored"))
    assert told_causes(cast(announce_causes="all"), tuple(Cause)) == tuple(Cause)
    assert told_causes(cast(announce_causes="none"), tuple(Cause)) == ("excluded", "jailed", "override")
    host, chat = ("died", Audience.HOST, DEAD[4]), ("told", Audience.CHAT, (Cause.MAFIA,))
    assert read([DEAD]) == [host, chat]
    assert read([DEAD], reveal_roles="all") == [host, chat, ("role", Audience.CHAT, None)]
    jailed: Trace = (Kind.DIED, None, 2, "1.2", (Cause.JAILED,))
    assert [kind for kind, *_ in read([jailed])] == ["died", "told", "role"]
    told = next(one for one in facts(cast(), [DEAD]) if one.kind is Kind.TOLD)
    assert (told.seat, told.rule, told.role) == (seat(Role.DON), "1.8", None)
    shown = facts(cast(reveal_roles="all"), [DEAD])[-1]
    assert (shown.role, shown.seat, shown.rule) == (Role.DON, seat(Role.DON), "1.8")


def test_what_the_chat_hears_of_a_save_a_kabum_a_revival_and_the_end() -> None:
    saved: Trace = (Kind.SAVED, Role.DOCTOR, 3, "2.4", Cause.MAFIA)
    assert read([saved]) == [("saved", Audience.HOST, Cause.MAFIA)]
    unnamed = facts(cast(announce_saves="unnamed"), [saved, DEAD])
    assert [one.kind for one in unnamed] == ["saved", "died", "told", "saves"]
    assert (unnamed[-1].audience, unnamed[-1].seat, unnamed[-1].rule) == (Audience.CHAT, 0, "1.8")
    assert public(unnamed) == unnamed[2:]
    assert [kind for kind, *_ in read([DEAD], announce_saves="unnamed")] == ["died", "told"]
    kabum: Trace = (Kind.STRUCK, Role.KAMIKAZE, 3, "2.13", Cause.KABUM)
    struck: Trace = (Kind.STRUCK, Role.MAFIA, 3, "2.2", Cause.MAFIA)
    assert [one[1] for one in read([kabum, struck])] == [Audience.CHAT, Audience.HOST]
    assert [one[1] for one in read([kabum], announce_causes="none")] == [Audience.HOST]
    back: Trace = (Kind.REVIVED, Role.HEALER, 3, "2.12", None)
    assert [facts(cast(announce_causes=one), [back])[0].role for one in ("killers", "none")] == [Role.HEALER, None]
    ended = facts(cast(), [(Kind.ENDED, None, 0, "end", "town")])
    assert [(one.role, one.seat, one.rule) for one in ended[1:]] == [(r, seat(r), "end") for r in Role]
    for kind in ("rename", "replace"):
        assert read([(Kind.NOTED, None, 3, "", kind)])[0][1] is Audience.CHAT
    assert read([(Kind.NOTED, None, 3, "", "violation")])[0][1] is Audience.HOST


def test_who_may_hear_what() -> None:
    chat = {"seduced", "revived", "counted", "tied", "suspect", "acquitted", "jailed", "role", "told", "saves",
            "excluded", "ended"}  # fmt: skip
    for kind in set(Kind) - {Kind.CAME, Kind.DIED, Kind.NOTED, Kind.STRUCK}:
        audience = facts(cast(), [(kind, None, 1, "", "x")])[0].audience
        wanted = Audience.SEAT if kind is Kind.ANSWER else Audience.CHAT if kind in chat else Audience.HOST
        assert audience is wanted, kind


# --- replay -----------------------------------------------------------------------------------------------


def test_replay_returns_the_state_and_every_trace() -> None:
    town = cast()
    steps: list[Step] = [NightStep({Role.MAFIA: (1,), Role.DOCTOR: ()}), KabumStep(2), ReviveStep(1)]
    game: Game = new_game(town)
    traces = []
    for step in steps:
        game, trace = apply(game, step)
        traces.append(trace)
    assert replay(town, steps) == (game, traces)
    assert traces[0][0] == (Kind.SKIPPED, Role.DOCTOR, 0, "", None)
