"""Around the table without a terminal: music, order, the blacklist, who is away or silent, a new deal, old people."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from documents import Raw, as_script, play, table, told

from mafia_cli import session as desk
from mafia_cli.actions import blacklist, order
from mafia_cli.actions.blacklist import Entry
from mafia_cli.host import lastpeople, music, redeal
from mafia_cli.people import roster_of
from mafia_cli.reading.speakers import read_speakers
from mafia_cli.script import edit
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import noted
from mafia_cli.session import Session, created
from mafia_cli.words.catalogue import Words
from mafia_cli.words.names import People

RU, EN = Words("ru"), Words("en")
NICKS = ["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Зоя", "Иван"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]
TODAY = date(2026, 11, 30)


def a_doc(*steps: Raw, **header: Any) -> Raw:
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    return {"seed": 4, "lang": "ru", **header, "players": players, "steps": list(steps)}


def code(caught: pytest.ExceptionInfo[RefusedError]) -> str:
    return caught.value.faults[0].problem.code


def a_session(folder: Path, *steps: Raw, **header: Any) -> Session:
    with created(folder, "eve", as_script(a_doc(*steps, **header))) as session:
        return session


# --- music --------------------------------------------------------------------------------------------------


def test_track_lines_are_read_as_people_write_them() -> None:
    assert music.read_tracks("1. Lacrimosa | Аня\n\n2) Wind of Change @boris\n- Тишина\n№3. A-ha\tВера\n7 Seconds") == [
        ["Lacrimosa", "Аня"],
        ["Wind of Change", "boris"],
        ["Тишина", ""],
        ["A-ha", "Вера"],
        ["7 Seconds", ""],
    ]
    assert music.read_tracks("Beatles - Help\n2. A-ha - Take 5 - live\nOpus №1. Allegro") == [
        ["Beatles - Help", ""],
        ["A-ha - Take 5 - live", ""],
        ["Opus №1. Allegro", ""],
    ]
    assert "\x1b" not in music.read_tracks("\x1b[31mred")[0][0]
    for text, problem in (("", "no_tracks"), ("x" * 151, "track_long")):
        with pytest.raises(RefusedError) as caught:
            music.read_tracks(text)
        assert code(caught) == problem
    with pytest.raises(RefusedError):
        music.with_tracks(as_script({"tracks": [["a", ""]] * 200}), "one more")


def test_each_night_plays_the_next_track_and_the_list_remembers() -> None:
    tracks = [["Раз", "Аня"], ["Два", ""], ["Три", ""]]
    fresh = a_doc(tracks=tracks)
    assert "→ ночь 1: Раз (Аня)" in music.listing(RU, as_script(fresh), play(fresh))
    night = {"kind": "night", "open": True, "moves": {}, "entries": []}
    opened = a_doc(night, tracks=tracks)
    assert music.listing(RU, as_script(opened), play(opened))[0].startswith("→")
    with pytest.raises(RefusedError):
        music.without_track(as_script(opened), play(opened), 1)
    later = a_doc({"kind": "night", "moves": {}}, tracks=tracks)
    assert music.listing(RU, as_script(later), play(later))[:2] == ["✓ ночь 1: Раз (Аня)", "→ ночь 2: Два"]
    assert music.without_track(as_script(later), play(later), 3) == [("Раз", "Аня"), ("Два", "")]
    assert "Музыка ночи 2: Два" in music.chat_text(as_script(later), play(later), RU)
    assert "мут" in music.chat_text(as_script(later), play(later), RU)
    over = a_doc({"kind": "night", "moves": {}}, tracks=tracks[:1])
    assert music.track_for(as_script(over), play(over)) is None
    assert "кончились" in music.due_line(RU, as_script(over), play(over))
    assert "мут" in music.chat_text(as_script(over), play(over), RU)
    silent = a_doc()
    assert music.due_line(RU, as_script(silent), play(silent)) == ""
    assert "Музыки нет" in music.listing(RU, as_script(silent), play(silent))[0]


# --- order --------------------------------------------------------------------------------------------------


def violation(nick: str, rule: str) -> Raw:
    return {"kind": "violation", "target": nick, "rule": rule}


def test_warnings_add_up_and_forgiving_takes_the_latest_that_stands() -> None:
    steps = [violation("Аня", "4.6"), violation("Аня", "4.5"), violation("Борис", "4.6"), violation("Аня", "4.6")]
    assert order.warnings(play(a_doc(*steps))) == {1: 3, 2: 1}
    forgiven = [*steps, {"kind": "forgive", "target": "Аня", "reason": "опечатка"}]
    found = order.violations(play(a_doc(*forgiven)))
    assert [one.forgiven for one in found] == [None, None, None, "опечатка"]
    by_rule = [*forgiven, {"kind": "forgive", "target": "Аня", "rule": "4.5"}]
    assert [one.forgiven for one in order.violations(play(a_doc(*by_rule)))] == [None, "", None, "опечатка"]
    renamed = [*steps, {"kind": "rename", "target": "Аня", "to": "Яна"}, {"kind": "forgive", "target": "Яна"}]
    assert order.warnings(play(a_doc(*renamed))) == {1: 2, 2: 1}
    lines = order.status_lines(RU, People(("", *NICKS)), as_script(a_doc(*by_rule)), play(a_doc(*steps)))
    assert lines == ["Предупреждения: 1 Аня ×3."]


def test_there_must_be_something_to_forgive(tmp_path: Path) -> None:
    session = a_session(tmp_path, violation("Аня", "4.6"))
    assert order.forgive_step(session, 1, "4.6", "x") == noted("forgive", 1, "4.6", reason="x")
    for seat, rule in ((1, "4.5"), (2, None)):
        with pytest.raises(RefusedError) as caught:
            order.forgive_step(session, seat, rule, "")
        assert code(caught) == "nothing_to_forgive"


def test_who_is_away_comes_back_is_replaced_or_dies() -> None:
    gone = {"kind": "away", "target": "Аня"}
    assert order.away(as_script(a_doc(gone)), play(a_doc(gone))) == {1}
    for after in (
        {"kind": "away", "target": "Аня", "back": True},
        {"kind": "replace", "target": "Аня", "to": "Яна"},
        {"kind": "exclude", "target": "Аня"},
    ):
        assert order.away(as_script(a_doc(gone, after)), play(a_doc(gone, after))) == set()
    assert order.away_text(as_script(a_doc(gone)), play(a_doc(gone)), EN) == RU.text("table", "chat.away", nicks="Аня")
    with pytest.raises(RefusedError):
        order.away_text(as_script(a_doc()), play(a_doc()), RU)


# --- the discussion -----------------------------------------------------------------------------------------


def test_the_day_opens_for_the_discussion_and_the_vote_is_still_to_be_called(tmp_path: Path) -> None:
    with created(tmp_path, "eve", as_script(a_doc({"kind": "night", "moves": {}}))) as session:
        assert order.may_discuss(session)
        desk.speak(session, [1, 3])
        desk.speak(session, [3, 2])
        current = session.script.open_row
        assert current is not None
        assert current.spoke == (1, 3, 2)
        assert order.discussing(session.script, session.played)
        assert order.silent(session.script, session.played) == [4, 5, 6, 7, 8]
        board = order.discussion_lines(RU, People(session.played.names.nicks), session.script, session.played)
        assert board[0] == "День 1, обсуждение · живы 8 · говорили 3/8"
        assert "Глеб, Дина, Егор, Зоя, Иван" in order.silent_text(session.script, session.played, RU)
        desk.undo(session)
        assert order.spoken(session.script, session.played) == {1, 3}
        desk.redo(session)
        desk.tell(session, told([{"to": 0, "about": "call day 1", "says": {}}]))
        assert not order.discussing(session.script, session.played)
        desk.enter_ballots(session, [(1, 2)])
        desk.speak(session, [7])
        desk.close(session)
        assert table(session.script)["steps"][-1]["spoke"] == ["Аня", "Вера", "Борис", "Зоя"]
        assert table(session.script)["steps"][-1]["votes"] == [["Аня", "Борис"]]
        assert not session.played.faults


def test_a_vote_ends_the_discussion_even_if_it_was_not_called(tmp_path: Path) -> None:
    with created(tmp_path, "eve", as_script(a_doc({"kind": "night", "moves": {}}))) as session:
        desk.speak(session, [1])
        desk.enter_ballots(session, [(1, 2)])
        assert not order.discussing(session.script, session.played)


def test_ticks_written_by_hand_are_kept() -> None:
    day = {"kind": "day", "votes": [["Аня", "Борис"]], "spoke": ["Вера"]}
    doc = a_doc({"kind": "night", "moves": {}}, day)
    taken = edit.undo(as_script(doc))
    assert taken is not None
    assert taken[0].steps[-1].spoke == (3,)
    assert edit.entries_of(as_script(doc).steps[-1]) == (("spoke", 3), ("votes", 1, 2))


def test_speakers_are_sure_senders_of_lines_that_are_no_votes() -> None:
    doc = a_doc({"kind": "exclude", "target": "Иван"})
    roster = roster_of(as_script(doc), play(doc))
    text = (
        "Аня: а кто ночью шуршал?\nБорис: голосую за Веру\nВера: да ну\nаня: и ещё\nИван: я тут\nкто-то: привет\n"
        "просто строка\nДина:\nЕгор: https://example.org\n"
    )
    assert read_speakers(roster, text) == [1, 3, 6]
    assert read_speakers(roster, "") == []


# --- the blacklist ------------------------------------------------------------------------------------------


def test_the_blacklist_is_a_file_that_comes_back_the_same(tmp_path: Path) -> None:
    assert blacklist.load(tmp_path) == []
    entry = Entry("аня_92", ("Аня",), "раскрытие роли", "Пятница", TODAY, date(2026, 12, 31))
    blacklist.save(tmp_path, [entry, Entry('"x"\n[y]')])
    assert blacklist.load(tmp_path) == [entry, Entry('"x"\n[y]')]
    text = blacklist.path_of(tmp_path).read_text(encoding="utf-8")
    ours = text.replace("[[listed]]", "# ours\n[[listed]] # as agreed") + "# the end\n"
    blacklist.path_of(tmp_path).write_text(ours, encoding="utf-8")
    for nick in ("Boris", "Vera"):
        blacklist.add(tmp_path, Entry(nick))
    blacklist.remove(tmp_path, "Boris")
    kept = [line for line in blacklist.path_of(tmp_path).read_text(encoding="utf-8").splitlines() if line[:1] == "#"]
    assert sorted(kept) == sorted(["# ours", "# as agreed"] * 2 + ["# the end"])
    assert [one.nick for one in blacklist.load(tmp_path)] == [entry.nick, '"x"\n[y]', "Vera"]


@pytest.mark.parametrize("nick", ["Аня", "Aня", "АНЯ", "а\u200bня", "аня_92", "Aня_92"])
def test_look_alikes_of_any_known_name_are_found(tmp_path: Path, nick: str) -> None:
    blacklist.save(tmp_path, [Entry("аня_92", ("Аня",), "x")])
    assert [hit for hit, _ in blacklist.found_among(tmp_path, [{"nick": nick}, {"nick": "Борис"}], TODAY)] == [nick]
    themed = {"nick": "Капитан", "chat": nick}
    assert [hit for hit, _ in blacklist.found_among(tmp_path, [themed], TODAY)] == ["Капитан"]
    assert blacklist.found_among(tmp_path, [{"nick": "Анна"}], TODAY) == []


def test_an_entry_ends_after_its_last_day(tmp_path: Path) -> None:
    blacklist.save(tmp_path, [Entry("Аня", until=TODAY)])
    players = [{"nick": "Аня"}]
    assert blacklist.found_among(tmp_path, players, TODAY)
    assert not blacklist.found_among(tmp_path, players, date(2026, 12, 1))
    assert "срок вышел" in blacklist.line(RU, Entry("Аня", until=TODAY), date(2026, 12, 1))


def test_adding_again_renews_and_keeps_the_names(tmp_path: Path) -> None:
    assert blacklist.add(tmp_path, Entry("Аня", ("anya",), "раз")) is None
    assert blacklist.add(tmp_path, Entry("Aня", (), "два")) is not None
    (entry,) = blacklist.load(tmp_path)
    assert (entry.nick, entry.names, entry.reason) == ("Aня", ("anya", "Аня"), "два")
    assert blacklist.remove(tmp_path, "anya").nick == "Aня"
    with pytest.raises(RefusedError):
        blacklist.remove(tmp_path, "anya")
    with pytest.raises(RefusedError):
        blacklist.add(tmp_path, Entry(" "))


@pytest.mark.parametrize(
    "text",
    ["listed = 3", "[[listed]]\n", '[[listed]]\nnick = "x"\nwhat = 1', '[[listed]]\nnick = "x"\nuntil = "soon"',
     '[[listed]]\nnick = "x"\nnames = [1]'],
)  # fmt: skip
def test_a_damaged_blacklist_is_an_error_with_its_place(tmp_path: Path, text: str) -> None:
    blacklist.path_of(tmp_path).write_text(text, encoding="utf-8")
    with pytest.raises(RefusedError) as caught:
        blacklist.load(tmp_path)
    assert code(caught) == "bad_blacklist"
    assert caught.value.faults[0].place.endswith("blacklist.toml")


def test_days_are_read_in_both_spellings() -> None:
    assert blacklist.day_of("31.12.2026") == blacklist.day_of("2026-12-31") == date(2026, 12, 31)
    for text in ("", "31.13.2026", "завтра", "1.2"):
        with pytest.raises(RefusedError):
            blacklist.day_of(text)


# --- a new deal ---------------------------------------------------------------------------------------------


def test_a_new_deal_after_an_exclusion(tmp_path: Path) -> None:
    steps = [
        {"kind": "rename", "target": "Борис", "to": "Боб"},
        violation("Боб", "4.2"),
        {"kind": "exclude", "target": "Иван", "rule": "1.4"},
        {"kind": "alias", "target": "Аня", "to": "Анюта"},
    ]
    with created(
        tmp_path, "eve", as_script(a_doc(*steps, told=[{"to": 1, "about": "role", "says": {"role": "don"}}]))
    ) as session:
        assert order.offers_deal(session.played)
        redeal.deal_again(session, seed=5)
        doc = table(session.script)
    assert doc["seed"] == 5
    assert [player["nick"] for player in doc["players"]] == ["Аня", "Боб", "Вера", "Глеб", "Дина", "Егор", "Зоя"]
    assert sorted(player["role"] for player in doc["players"]) == sorted(ROLES[:-1])
    assert doc["steps"] == [violation("Боб", "4.2")]
    assert "Анюта" in doc["players"][0]["aliases"]
    assert "told" not in doc
    assert not play(doc).faults


def test_no_new_deal_once_a_night_has_begun_or_with_too_few(tmp_path: Path) -> None:
    late = a_session(tmp_path, {"kind": "night", "moves": {}})
    few = a_session(tmp_path, {"kind": "exclude", "target": "Аня"}, {"kind": "exclude", "target": "Вера"})
    for session, problem in ((late, "too_late_to_deal"), (few, "too_few_players")):
        with pytest.raises(RefusedError) as caught:
            redeal.deal_again(session)
        assert code(caught) == problem
    assert not order.offers_deal(play(a_doc()))


# --- the people of earlier games ------------------------------------------------------------------------------


def test_the_people_of_the_last_game_come_under_their_chat_names(tmp_path: Path) -> None:
    doc = a_doc({"kind": "exclude", "target": "Вера"})
    doc["players"][0]["chat"] = "anya_92"
    with created(tmp_path, "eve", as_script(doc)):
        pass
    found = lastpeople.from_game(tmp_path, "last")
    assert found[0] == {"nick": "anya_92", "chat": "anya_92"}
    assert [entry["nick"] for entry in found[1:]] == ["Борис", "Глеб", "Дина", "Егор", "Зоя", "Иван"]
    assert lastpeople.from_game(tmp_path, "eve") == lastpeople.known(tmp_path) == found
    with pytest.raises(RefusedError):
        lastpeople.from_game(tmp_path / "none", None)
