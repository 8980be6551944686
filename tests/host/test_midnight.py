"""A tired host at midnight: what the desk says and asks where a plain answer would mislead or lose something."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, play, row
from effort import LONG
from seat import NICKS, Evening
from terminal import typed

from mafia_cli.actions import blacklist
from mafia_cli.host.desk import Desk
from mafia_cli.script import contract
from mafia_cli.script.model import Told
from mafia_cli.script.toml import parse
from mafia_cli.session import happen, opened, tell
from mafia_cli.texts import chat_corrections, voice_of
from mafia_cli.words.catalogue import LANGUAGES, Words

russian = pytest.mark.parametrize("lang", LANGUAGES if LONG else ["ru"])
english = pytest.mark.parametrize("lang", LANGUAGES if LONG else ["en"])
"""The languages take turns: what the desk does hangs on none."""

pytestmark = pytest.mark.usefixtures("drawn_seed")

Capsys = pytest.CaptureFixture[str]
Mafia = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is copied is shown."""
    monkeypatch.setenv("MAFIA_NO_CLIPBOARD", "1")


# --- nothing to name ------------------------------------------------------------------------------------------

NOTHING = {
    "ru": {
        "/почему ночь 7": "Ночи 7 ещё не было: ни одна ночь не прошла.",
        "/почему день 2": "Дня 2 ещё не было: ни один день не прошёл.",
    },
    "en": {
        "/why night 7": "There was no night 7 yet: no night is over.",
        "/why day 2": "There was no day 2 yet: no day is over.",
    },
}


@russian
def test_a_list_of_nothing_is_said_in_words(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    for line, wanted in NOTHING[lang].items():
        assert wanted in evening.types(line)


@pytest.mark.parametrize(
    ("lang", "lines", "wanted"),
    [
        ("ru", ["аня - борис", "/забыть аня", "/отмена"], "снятие голоса, Аня"),
        ("en", ["ann - boris", "/forget ann", "/undo"], "withdrawal of a vote, Ann"),
    ],
)
def test_a_vote_taken_back_is_called_so(
    lang: str, lines: list[str], wanted: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    assert wanted in evening.types(*lines)


@pytest.mark.parametrize(
    ("lang", "undo", "wanted"),
    [("ru", "/отмена", "ответ мэра: молчит"), ("en", "/undo", "the mayor's answer: none")],
)
def test_a_silent_mayor_is_called_so(lang: str, undo: str, wanted: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang, rulings={"mayor_decides": "asked"})
    evening.vote()
    one, other, mayor = evening.nicks[0], evening.nicks[1], evening.nicks[5]
    yes = {"ru": "д", "en": "y"}[lang]
    evening.types(f"{one} - {other}", f"{other} - {one}", "", yes, "")
    assert ["mayor", ""] in evening.last["entries"]
    assert wanted in evening.types(undo, undo), mayor


@pytest.mark.parametrize(
    ("lang", "line", "wanted"),
    [
        ("ru", "/исправить ночь 1 кот снять", "В ту ночь ни одного хода не записано"),
        ("en", "/amend night 1 cat drop", "No move is entered for that night"),
    ],
)
def test_no_move_of_an_empty_night_can_be_forgotten(
    lang: str, line: str, wanted: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.night({})
    assert wanted in evening.types(line)


@pytest.mark.parametrize(
    ("lang", "none", "spent", "place"),
    [
        ("ru", "В живых никого.", "Убирать сейчас нечего.", "Места {who} здесь не бывает, и других тоже."),
        ("en", "Nobody is alive.", "There is none to take out now.", "There is no place {who} here, nor any other."),
    ],
)
def test_a_command_that_lists_nothing_says_so(
    lang: str, none: str, spent: str, place: str, tmp_path: Path, capsys: Capsys, mafia: Mafia
) -> None:
    evening = Evening(capsys, tmp_path / "saves", lang)
    assert spent in mafia("music", "--drop", "1", "--lang", lang)[2]
    with opened(evening.path) as session:
        happen(session, row(session, {"kind": "override", "reason": "x", "dead": evening.nicks}))
    said = mafia("resolve", str(evening.path), "--lang", lang)[1]
    assert none in said
    assert ": \n" not in said
    pack = tmp_path / "pack.toml"
    pack.write_text('name = "Moon"\n[roles]\ndon = "{who}"\n', encoding="utf-8")
    _, _, wrong = mafia("themes", "check", str(pack), "--lang", lang)
    assert place in wrong, wrong


# --- order ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "line", "yes", "no"),
    [("ru", "/исключить зоя {rule}", "д", "н"), ("en", "/exclude zoe {rule}", "y", "n")],
)
@pytest.mark.parametrize(("rule", "offered"), [("1.5", True), ("4.3", True), ("4.2", False)])
def test_who_is_excluded_for_a_revealed_role_may_be_blacklisted_at_once(
    lang: str, line: str, yes: str, no: str, rule: str, offered: bool, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    told = evening.types(line.format(rule=rule), *[yes, yes] * offered)
    assert [one.nick for one in blacklist.load(tmp_path)] == [evening.nicks[7]] * offered
    assert (Words(lang).text("table", "order.blacklist", nick=evening.nicks[7]) in told) == offered
    assert evening.steps[-2]["kind"] == "exclude"


@pytest.mark.parametrize(
    ("lang", "line", "yes"), [("ru", "/нарушение аня 1.5", "д"), ("en", "/violation ann 1.5", "y")]
)
def test_the_blacklist_takes_the_excluded_and_no_one_who_has_the_seat_after_a_new_deal(
    lang: str, line: str, yes: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.types(line, yes, yes, yes)
    assert len(evening.doc["players"]) == 9
    assert [one.nick for one in blacklist.load(tmp_path)] == [evening.nicks[0]]


@english
@pytest.mark.parametrize(
    ("nick", "written"),
    [("Анюта-2", "Анюта-2"), ("Ann Smith", '"Ann Smith"'), ("It's", "'It'\"'\"'s'"), ("$(id) x", "'$(id) x'")],
)
def test_an_exclusion_by_command_names_the_blacklist_too(
    lang: str, nick: str, written: str, tmp_path: Path, capsys: Capsys, mafia: Mafia
) -> None:
    evening = Evening(capsys, tmp_path / "saves", lang, nicks=[nick, *NICKS[lang][1:]])
    _, _, notes = mafia("player", "exclude", "1", "--rule", "4.3", "--yes", "--lang", lang)
    hint = next(line for line in notes.splitlines() if "mafia blacklist add" in line)
    assert hint.endswith(f": mafia blacklist add {written}")
    words = shlex.split(hint.partition(": mafia ")[2])
    assert mafia(*words, "--lang", lang)[0] == 0
    assert [one.nick for one in blacklist.load(tmp_path / "saves")] == [evening.nicks[0]]


# --- an empty night ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "yes", "move"), [("ru", "д", "док пас"), ("en", "y", "doc pass")])
def test_enter_pressed_again_and_again_judges_no_empty_night(
    lang: str, yes: str, move: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    told = evening.types(*[""] * 12)
    assert Words(lang).text("desk", "preview.empty") in told
    assert Words(lang).text("desk", "next.judge_empty") in told
    assert evening.last["open"] is True
    assert Words(lang).text("desk", "preview.empty") not in evening.types(move, "")
    evening.types("/forget doc")
    assert evening.last["moves"] == {}
    evening.types("", "", yes)
    assert "open" not in evening.last
    assert evening.last["moves"] == {}


@pytest.mark.parametrize(("lang", "move"), [("ru", "док пас"), ("en", "doc pass")])
def test_a_night_with_one_answer_takes_two_enters(lang: str, move: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.types("", move, "", "")
    assert "open" not in evening.last


# --- many long nicks ----------------------------------------------------------------------------------------------

WIDE = [f"{'Очень' if at % 2 else 'Very'} длинный ник {at:02}" for at in range(1, 26)]
CROWD = f"don mafia mafia mafia commissar doctor casanova mayor {'citizen ' * 17}"


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    ("lang", "whole", "waiting", "silent", "asked"),
    [("ru", "/все", "ждём", "молчат", "Ещё не"), ("en", "/all", "waiting", "silent", "Not voted yet")],
)
def test_a_board_of_many_names_is_short_and_tells_all_on_request(
    lang: str,
    whole: str,
    waiting: str,
    silent: str,
    asked: str,
    columns: int,
    tmp_path: Path,
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    evening = Evening(capsys, tmp_path, lang, CROWD, nicks=WIDE)
    evening.night()
    evening.types("/spoke 1", whole)
    assert len(evening.block(silent)) <= 2
    assert whole in "".join(evening.block(silent))
    assert all(nick in unwrapped(evening.block(silent, -1)) for nick in WIDE[1:])

    with opened(evening.path) as session:
        tell(session, [Told(0, "call day 1", {})])
    evening.types("\n".join(f"{voter} = {WIDE[0]}" for voter in WIDE[1:13]), whole, "")
    for start in (waiting, f"12 {WIDE[0]}", asked):
        assert len(evening.block(start)) <= 3
    assert whole in unwrapped(evening.block(waiting))
    assert all(nick in unwrapped(evening.block(waiting, 2)) for nick in [WIDE[0], *WIDE[13:]])
    assert all(nick in unwrapped(evening.block("12 ", 1)) for nick in WIDE[1:13])


def unwrapped(rows: list[str]) -> str:
    return " ".join(row.strip() for row in rows)


# --- a new deal -----------------------------------------------------------------------------------------------

DEAL = {
    "ru": ("/исключить 2 1.4", "д", "/раздать 4", "Мэр - {nick}: так решил ведущий", "Мэра разыгрывают"),
    "en": ("/exclude 2 1.4", "y", "/deal 4", "The mayor is {nick}, by the host's word", "The mayor is drawn"),
}


def mayor_of(doc: dict[str, Any]) -> str:
    return next(str(player["nick"]) for player in doc["players"] if player["role"] == "mayor")


@russian
@pytest.mark.parametrize("mayor", range(3, 11))
def test_a_named_mayor_stays_named_however_often_the_roles_are_dealt(
    lang: str, mayor: int, tmp_path: Path, capsys: Capsys, mafia: Mafia
) -> None:
    (tmp_path / "players.txt").write_text("\n".join(NICKS[lang]), encoding="utf-8")
    nick = NICKS[lang][mayor - 1]
    assert mafia("new", "eve", "--players", "players.txt", "--mayor", nick, "--yes", "--lang", lang)[0] == 0
    evening = Evening(capsys, tmp_path / "saves", lang, path=tmp_path / "saves" / "eve.toml")
    out, yes, _, named, drawn = DEAL[lang]
    told = evening.types(out, yes)
    assert named.format(nick=nick) in told
    assert drawn not in told
    for _ in range(3):
        before = [player["role"] for player in evening.doc["players"]]
        status, said, _ = mafia("deal", "--again", "--lang", lang)
        assert (status, named.format(nick=nick) in said) == (1, True)
        assert [player["role"] for player in evening.doc["players"]] == before
        said = mafia("deal", "--again", "--yes", "--lang", lang)[1]
        assert named.format(nick=nick) in said
        assert mayor_of(evening.doc) == nick
        assert [player["role"] for player in evening.doc["players"]] != before


@english
def test_a_drawn_mayor_or_one_who_is_out_is_drawn_anew_and_any_may_be_named(
    lang: str, tmp_path: Path, capsys: Capsys, mafia: Mafia
) -> None:
    (tmp_path / "players.txt").write_text("\n".join(NICKS[lang]), encoding="utf-8")
    assert mafia("new", "eve", "--players", "players.txt", "--mayor", "2", "--yes", "--lang", lang)[0] == 0
    evening = Evening(capsys, tmp_path / "saves", lang, path=tmp_path / "saves" / "eve.toml")
    out, yes, deal, named, drawn = DEAL[lang]
    assert drawn in evening.types(out, yes)
    mayors = {mayor_of(evening.doc)}
    for _ in range(12):
        assert drawn in mafia("deal", "--again", "--yes", "--lang", lang)[1]
        mayors.add(mayor_of(evening.doc))
    assert len(mayors) > 1
    nick = evening.doc["players"][3]["nick"]
    assert named.format(nick=nick) in evening.types(deal, yes)
    assert mayor_of(evening.doc) == nick
    assert mafia("player", "exclude", "5", "--lang", lang)[0] == 0
    assert mafia("deal", "--again", "--mayor", "5", "--yes", "--lang", lang)[0] == 1
    nick = evening.doc["players"][5]["nick"]
    assert named.format(nick=nick) in mafia("deal", "--again", "--mayor", "6", "--yes", "--lang", lang)[1]
    assert mayor_of(evening.doc) == nick


def test_a_deal_by_hand_has_no_mayor_to_keep(tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path)
    assert DEAL["ru"][4] in evening.types("/раздать", "д")


# --- a mayor who is asked ---------------------------------------------------------------------------------------

YES = {"ru": "д", "en": "y"}
ASKED = {"mayor_decides": "asked"}


def tie(evening: Evening, yes: str, count: int = 3) -> None:
    """The first vote ties among so many of the first seats, the mayor is silent; the second vote is open."""
    ring = [f"{evening.nicks[at]} - {evening.nicks[(at + 1) % count]}" for at in range(count)]
    evening.types("\n".join(ring), "", yes, "", "")
    assert evening.last["revote"] == []


@russian
def test_a_mayor_silent_at_the_first_tie_is_asked_again_at_the_second(
    lang: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang, rulings=ASKED)
    evening.vote()
    tie(evening, YES[lang])
    one, other, third = evening.nicks[:3]
    second = ["\n".join([f"{one} - {other}", f"{other} - {one}"]), "", YES[lang]]
    told = evening.types(*second, third, one)
    assert Words(lang).text("desk", "tie.mayor_again", nicks=f"1 {one}, 2 {other}") in told
    assert Words(lang).text("private", "other.ask_mayor", nicks=f"{one}, {other}") in told
    assert f"{third}" in told.partition(Words(lang).text("desk", "next.mayor"))[2]
    assert evening.last["mayor"] == one
    assert evening.last["acquit"] == []
    assert play(evening.doc).open_step is not None
    evening.types("", "", YES[lang])
    day = contract.entries(play(evening.doc))[-1]
    assert (day["suspect"], day["mayor_decided"], day["tied"]) == (one, True, sorted([one, other, third]))


@english
def test_a_mayor_silent_at_both_ties_is_asked_no_third_time(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang, rulings=ASKED)
    evening.vote()
    tie(evening, YES[lang], 2)
    one, other = evening.nicks[:2]
    evening.types("\n".join([f"{one} - {other}", f"{other} - {one}"]), "", YES[lang], "")
    assert "open" not in evening.last
    assert contract.entries(play(evening.doc))[-1]["suspect"] is None


@pytest.mark.parametrize("case", ["seduced", "voted", "not tied", "other ruling"])
def test_a_mayor_who_has_no_say_or_has_said_it_is_not_asked_again(case: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, "en", rulings={} if case == "other ruling" else ASKED)
    evening.vote({"casanova": "Egor"} if case == "seduced" else None)
    tie(evening, "y", 2)
    second = {"voted": ["Ann - Boris", "Boris - Ann", "Egor - Ann"], "not tied": ["Ann - Boris"]}
    told = evening.types("\n".join(second.get(case, ["Ann - Boris", "Boris - Ann"])), "", "y")
    assert "A tie again" not in told
    assert Words("en").text("desk", "next.mayor") not in told


@russian
def test_by_command_the_mayor_may_answer_at_the_second_tie_too(
    lang: str, tmp_path: Path, capsys: Capsys, mafia: Mafia
) -> None:
    evening = Evening(capsys, tmp_path / "saves", lang, rulings=ASKED)
    evening.vote()
    tie(evening, YES[lang], 2)
    one, other = evening.nicks[:2]
    (tmp_path / "votes.txt").write_text(f"{one} = {other}\n{other} = {one}\n", encoding="utf-8")
    assert mafia("vote", "--votes", "votes.txt", "--lang", lang)[0] == 0
    before = evening.path.read_bytes()
    status, _, note = mafia("vote", "--close", "--yes", "--lang", lang)
    assert status == 0
    assert Words(lang).variants("errors", "problem.mayor_again")[0].partition("{")[0] in note
    assert contract.entries(play(evening.doc))[-1]["suspect"] is None
    evening.path.write_bytes(before)
    assert mafia("vote", "--mayor", other, "--close", "--yes", "--lang", lang)[0] == 0
    assert evening.last["acquit"] == []
    assert mafia("vote", "--close", "--yes", "--anyway", "--lang", lang)[0] == 0
    assert contract.entries(play(evening.doc))[-1]["suspect"] == other


# --- a death during the second vote -------------------------------------------------------------------------------


def told(evening: Evening) -> list[str]:
    return [one["about"] for one in evening.doc["told"] if one["to"] == 0]


def voted(nicks: list[str], *pairs: tuple[int, int]) -> str:
    return "\n".join(f"{nicks[voter]} - {nicks[candidate]}" for voter, candidate in pairs)


@pytest.mark.parametrize(("lang", "kabum"), [("ru", "/кабум"), ("en", "/kabum")])
def test_a_death_that_leaves_no_tie_opens_the_first_vote_again(
    lang: str, kabum: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    evening.types(voted(nicks, (0, 1), (1, 0), (4, 1), (9, 0), (3, 1), (2, 0)), "", YES[lang], "")
    said = evening.types(f"{kabum} {nicks[1]}", "")
    assert Words(lang).text("desk", "vote.recount", nick=nicks[0]) in said
    assert f"2 {nicks[0]} ← {nicks[9]}, {nicks[2]}" in said
    assert told(evening)[-1] == "kabum 2"
    before = evening.path.read_bytes()

    evening.types("", YES[lang])  # closed as it stands
    assert evening.last["acquit"] == []
    assert told(evening)[-1] == "kabum 2"

    evening.path.write_bytes(before)  # or those who voted for the dead vote again
    said = evening.types(voted(nicks, (3, 2), (4, 2), (0, 2)), "", YES[lang])
    assert "revote" not in evening.last
    assert evening.last["acquit"] == []
    assert f"3 {nicks[2]} ← " in said
    evening.types("/undo", "/undo", "/undo", "/undo", "/undo")
    assert evening.last["revote"] == []
    evening.types("/redo")
    assert "revote" not in evening.last


@english
def test_a_death_that_changes_the_tie_is_told_and_the_chat_hears_of_the_death_first(
    lang: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    evening.types(voted(nicks, (4, 1), (7, 1), (1, 2), (8, 2), (2, 0), (6, 0)), "", YES[lang], "")
    said = evening.types(voted(nicks, (4, 0), (6, 1)), f"/exclude {nicks[0]}", "", "")
    assert Words(lang).text("desk", "tie.changed", nicks=f"{nicks[1]}, {nicks[2]}") in said
    assert told(evening)[-2:] == ["exclude 2", "day 1 count first"]


@russian
def test_a_death_that_leaves_no_votes_at_all_is_told(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    evening.types(voted(nicks, (8, 1), (1, 8)), "", YES[lang], "")
    said = evening.types(f"/kabum {nicks[1]}", "", "", YES[lang])
    assert Words(lang).text("desk", "vote.recount_none") in said
    assert contract.entries(play(evening.doc))[-1]["suspect"] is None


@english
def test_a_suspect_who_dies_during_the_acquittal_is_told_of(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    evening.types(voted(nicks, (0, 1)), "", YES[lang], "")
    said = evening.types(f"/kabum {nicks[1]}", "", "")
    assert Words(lang).text("desk", "vote.suspect_out", nick=nicks[1]) in said
    assert "open" not in evening.last


# --- a renaming that was wrong ----------------------------------------------------------------------------------

RENAME = {
    "ru": ("/ник {0} {1}", "/исправить шаг {0} убрать", "/исправить {0} {1}"),
    "en": ("/rename {0} {1}", "/amend step {0} drop", "/amend {0} {1}"),
}


def renamed_text(lang: str, *pairs: tuple[str, str]) -> str:
    return Words(lang).text("amend", "now.renamed", nicks=", ".join(f"{old} → {new}" for old, new in pairs))


@russian
@pytest.mark.parametrize("command", ["rename", "replace"])
def test_open_ballots_follow_a_renaming_that_is_dropped_or_meant_for_another(
    lang: str, command: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks, (_, drop, other) = evening.nicks, RENAME[lang]
    evening.types(f"/{command} {nicks[1]} Zorro", "", voted([*nicks, "Zorro"], (0, 10), (10, 0), (2, 0), (3, 10)))
    before, open_votes = evening.path.read_bytes(), evening.last["votes"]
    assert ["Zorro", nicks[0]] in open_votes

    said = evening.types(drop.format(2), YES[lang])
    assert renamed_text(lang, ("Zorro", nicks[1])) in said
    assert evening.last["votes"] == [[nick if nick != "Zorro" else nicks[1] for nick in pair] for pair in open_votes]
    assert f"2 {nicks[1]} ← {nicks[0]}, {nicks[3]}" in said
    evening.types("/undo")
    assert evening.last["votes"] == open_votes
    evening.types("/redo")
    assert [nicks[1], nicks[0]] in evening.last["votes"]

    evening.path.write_bytes(before)
    said = evening.types(other.format(2, nicks[3]), YES[lang])
    assert renamed_text(lang, ("Zorro", nicks[1]), (nicks[3], "Zorro")) in said
    assert evening.last["votes"] == [
        [nicks[0], nicks[1]], [nicks[1], nicks[0]], [nicks[2], nicks[0]], ["Zorro", nicks[1]],
    ]  # fmt: skip


@english
def test_what_was_played_since_follows_a_dropped_renaming_and_the_chat_is_told_of_the_nick_alone(
    lang: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    nicks, (rename, drop, _) = evening.nicks, RENAME[lang]
    evening.types(rename.format(nicks[9], "Zorro"), "")
    evening.vote({"mafia": "Zorro", "doctor": nicks[0]})
    evening.types(voted([*nicks, "Zorro"], (0, 1), (1, 0), (2, 1)), "", YES[lang], "", "", YES[lang], "")
    assert [step["kind"] for step in evening.steps] == ["rename", "night", "day"]
    outcome = contract.entries(play(evening.doc))
    evening.types(drop.format(1), YES[lang])
    played = play(evening.doc)
    assert not played.faults
    assert played.names.nicks[10] == nicks[9]
    assert contract.entries(played)[0] == {**outcome[1], "died": {nicks[9]: ["mafia"]}}
    (correction,) = chat_corrections(
        as_script(evening.doc), played, voice_of(as_script(evening.doc), Words(lang), None)
    )
    assert correction.about == "rename 1"
    assert "Zorro" in correction.text
    assert nicks[9] in correction.text


@russian
def test_a_renaming_during_the_acquittal_is_no_correction_of_the_count(
    lang: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    evening.types(voted(nicks, (0, 1), (2, 1)), "", YES[lang], "")
    assert evening.last["acquit"] == []
    evening.types(RENAME[lang][0].format(nicks[1], "Zorro"), "", "/undo", "/redo", "", YES[lang], "")
    assert told(evening)[-2:] == ["rename 2", "day 1 verdict"]
    assert not chat_corrections(
        as_script(evening.doc), play(evening.doc), voice_of(as_script(evening.doc), Words(lang), None)
    )


@english
def test_an_open_night_follows_a_dropped_renaming_too(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    nicks, (rename, drop, _) = evening.nicks, RENAME[lang]
    evening.types(rename.format(nicks[9], "Zorro"), "", "", "doc zorro")
    assert evening.last["moves"] == {"doctor": "Zorro"}
    evening.types(drop.format(1), YES[lang])
    assert evening.last["moves"] == {"doctor": nicks[9]}
    assert ["doctor", nicks[9]] in evening.last["entries"]
    assert not play(evening.doc).faults


# --- told in the third person -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "lines", "asked"),
    [
        ("ru", ["вера проверяет аню", "глеб лечит веру", "аня убивает киру"], "борис лечит аню"),
        ("en", ["vera checks ann", "gleb heals vera", "ann kills kira"], "boris heals ann"),
    ],
)
def test_what_somebody_is_told_to_do_is_the_move_of_that_role(
    lang: str, lines: list[str], asked: str, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    nicks = evening.nicks
    said = evening.types("", "\n".join([*lines, asked]))
    assert evening.last["moves"] == {"commissar": nicks[0], "doctor": nicks[2], "mafia": nicks[9]}
    assert Words(lang).text("desk", "asked.role_or_verb") in said


# --- a paste that lands on a question -----------------------------------------------------------------------------

NO = {"ru": "н", "en": "n"}
NIGHT = {
    "ru": ("док аня", "ком борис", "маф кира"),
    "en": ("doc ann", "com boris", "mafia kira"),
}


@russian
def test_votes_pasted_on_the_question_about_the_missing_are_votes(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.vote()
    nicks = evening.nicks
    paste = voted(nicks, (0, 1), (2, 1), (3, 1))
    said = evening.types("", paste, f"{nicks[4]} - {nicks[0]}", NO[lang])
    assert evening.last["votes"] == [[nicks[voter], nicks[1]] for voter in (0, 2, 3)] + [[nicks[4], nicks[0]]]
    assert evening.last["open"] is True
    questions = said.split(Words(lang).text("desk", "vote.close_anyway"))
    assert len(questions) == 4
    assert nicks[3] in questions[0].rpartition(":")[2]
    assert nicks[3] not in questions[1].rpartition(":")[2]
    assert f"3 {nicks[1]} ← {nicks[0]}, {nicks[2]}, {nicks[3]}" in questions[1]

    left = voted(nicks, (1, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0))
    evening.types("", left)  # nobody is missing any more: nothing to ask, and nothing is closed unasked
    assert len(evening.last["votes"]) == 10
    assert evening.last["open"] is True
    evening.types("")
    assert "acquit" in evening.last


@english
def test_a_doubtful_vote_on_a_question_is_settled_there(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    nicks = (
        ["Аня", "Борис", "Борислав", *NICKS["ru"][3:]]
        if lang == "ru"
        else ["Ann", "Boris", "Borislav", *NICKS["en"][3:]]
    )
    evening = Evening(capsys, tmp_path, lang, nicks=nicks)
    evening.vote()
    bor = nicks[1][:3].lower()
    said = evening.types("", f"{nicks[0]} - {nicks[3]}\n{nicks[4]} - {bor}", "3", "?!", NO[lang])
    assert evening.last["votes"] == [[nicks[0], nicks[3]], [nicks[4], nicks[2]]]
    assert Words(lang).text("desk", "ask.yes_or_no") in said
    assert Words(lang).text("desk", "next.choose_many") in said


@russian
def test_moves_pasted_on_the_question_about_an_empty_night_are_moves(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    said = evening.types("", "", "", "\n".join(NIGHT[lang]))
    assert len(evening.last["moves"]) == 3
    assert evening.last["open"] is True
    assert said.count(Words(lang).text("desk", "preview.empty")) == 1
    assert said.endswith(f"{Words(lang).text('desk', 'next.judge')} ")


@english
def test_moves_pasted_on_a_question_about_a_move_come_after_it(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    doc, com, kill = NIGHT[lang]
    own = kill.rpartition(" ")[0]
    said = evening.types("", f"{own} {evening.nicks[1]}\n{doc}", f"{com}\n{kill}", YES[lang])
    assert Words(lang).text("desk", "ask.later") in said
    assert [entry[0] for entry in evening.last["entries"]] == ["mafia", "doctor", "commissar", "mafia"]
    assert evening.last["moves"]["mafia"] == evening.nicks[9]


@russian
def test_moves_pasted_before_the_night_is_open_wait_for_it(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang, sent=False)
    evening.types(*["-"] * 9, "", "\n".join(NIGHT[lang]), YES[lang])
    assert len(evening.last["moves"]) == 3


QUESTIONS = {
    "ru": ("/исключить 10 1.5", "/исправить роль 10 вор", "/конец мафия", "/нарушение 10 4.3"),
    "en": ("/exclude 10 1.5", "/amend role 10 thief", "/end mafia", "/violation 10 4.3"),
}


@english
@pytest.mark.parametrize("which", range(4))
def test_a_paste_on_any_question_is_read_and_the_question_asked_again(
    lang: str, which: int, tmp_path: Path, capsys: Capsys
) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.types("", QUESTIONS[lang][which], "\n".join(NIGHT[lang][:2]), NIGHT[lang][2], NO[lang], NO[lang])
    assert evening.last["moves"] == {
        "doctor": evening.nicks[0],
        "commissar": evening.nicks[1],
        "mafia": evening.nicks[9],
    }
    assert not [step for step in evening.steps if step["kind"] in ("exclude", "amend", "end")]


@russian
def test_a_paste_into_the_form_of_an_override_is_read(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    doc, com, kill = NIGHT[lang]
    lines = [f"{doc}\n{com}", "dead 10\nseduced 3", kill, "", f"{doc}\n{com}", "late", f"{com}\n{doc}", YES[lang]]
    evening.types("", "/override", *lines)
    assert evening.steps[0] == {
        "kind": "override",
        "reason": "late",
        "dead": [evening.nicks[9]],
        "seduced": [evening.nicks[2]],
    }
    assert [entry[0] for entry in evening.last["entries"]] == [
        "doctor", "commissar", "mafia", "doctor", "commissar", "commissar", "doctor", "step",
    ]  # fmt: skip


@english
def test_a_paste_into_the_menu_is_read(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    doc, com, kill = NIGHT[lang]
    evening.types("", "/menu", f"{doc}\n{com}", "", f"{kill}\n{doc}", evening.nicks[9])
    moves = evening.last["moves"]
    assert [entry[0] for entry in evening.last["entries"]][:4] == ["doctor", "commissar", "mafia", "doctor"]
    assert len(evening.last["entries"]) == 5
    assert set(moves) >= {"doctor", "commissar", "mafia"}


@russian
@pytest.mark.parametrize("asks", ["mayor", "decision"])
def test_votes_pasted_in_the_place_of_the_answer_to_a_tie_are_votes(
    lang: str, asks: str, tmp_path: Path, capsys: Capsys
) -> None:
    rulings = {"tie": "ask", "mayor_decides": "asked" if asks == "mayor" else "voted"}
    evening = Evening(capsys, tmp_path, lang, rulings=rulings)
    evening.vote()
    nicks = evening.nicks
    said = evening.types(voted(nicks, (0, 1), (1, 0)), "", YES[lang], voted(nicks, (2, 0), (3, 1)), nicks[0])
    assert evening.last["votes"][2:] == [[nicks[2], nicks[0]], [nicks[3], nicks[1]]]
    assert said.count(Words(lang).text("desk", f"next.{asks}")) == 2
    assert evening.last[asks] == nicks[0]
    assert evening.last["acquit"] == []


@english
def test_a_paste_on_the_question_whose_file_stands_is_read_after_it(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.types("")
    doc, com, kill = NIGHT[lang]
    capsys.readouterr()
    with opened(evening.path) as session:
        evening.path.write_bytes(evening.path.read_bytes() + b"# mine\n")
        typed([com, f"{doc}\n{kill}", YES[lang]], Desk(evening.settings, session).sit)
    assert evening.last["moves"] == {"doctor": evening.nicks[0], "mafia": evening.nicks[9]}
    assert b"# mine" in evening.path.read_bytes()


@russian
def test_a_paste_that_begins_with_a_slash_is_a_paste(lang: str, tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, lang)
    evening.types("", "\n".join(["/me", *NIGHT[lang]]))
    assert len(evening.last["moves"]) == 3


@pytest.mark.parametrize("seed", range(12))
def test_a_named_mayor_stays_named_whatever_the_seed(seed: int, tmp_path: Path, mafia: Mafia) -> None:
    (tmp_path / "players.txt").write_text("\n".join(NICKS["en"]), encoding="utf-8")
    args = ("--players", "players.txt", "--mayor", "Vera", "--seed", str(seed), "--yes", "--lang", "en")
    assert mafia("new", "eve", *args)[0] == 0
    doc = parse((tmp_path / "saves" / "eve.toml").read_bytes())
    assert (doc["mayor"], doc["seed"]) == ("named", seed)
    assert mafia("player", "exclude", "Ann", "--yes")[0] == 0
    assert mafia("deal", "--again", "--yes")[0] == 0
    doc = parse((tmp_path / "saves" / "eve.toml").read_bytes())
    assert (doc["mayor"], mayor_of(doc)) == ("named", "Vera")


def test_a_text_half_copied_begins_anew_when_something_happens(tmp_path: Path, capsys: Capsys) -> None:
    evening = Evening(capsys, tmp_path, limit="plug")
    evening.vote()
    names = NICKS["ru"]
    votes = [f"{voter} {names[0 if voter == names[1] else 1]}" for voter in names]
    told = evening.types("\n".join(votes), "", "", "/нарушение Вера 4.2")
    assert re.findall(r"Enter: скопировать часть (\d)", told) == ["1", "2", "1"]
