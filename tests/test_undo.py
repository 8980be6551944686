"""Taking back: one decision at a time, the state before it, the state after it again; set-up too."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents import Raw, as_script, play, row, table
from effort import LONG
from lawful_games import lawful_game

from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
from mafia_cli.script import contract, edit
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import Played, Script, Undone
from mafia_cli.script.replay import playing
from mafia_cli.script.tables import dump, load
from mafia_cli.script.toml import dumps, parse
from mafia_cli.session import Session

Mafia = Callable[..., tuple[int, str, str]]


class Memory(Session):
    """A game that is written nowhere, but goes through the file's text each time."""

    def __init__(self, doc: Raw) -> None:
        super().__init__(Path("nowhere.toml"), as_script(doc), b"")

    def put(self, script: Script, *, closed: bool = False) -> None:
        script = load(dump(script).encode())
        self.script, self.played = script, playing(script)


def state(doc: Raw) -> tuple[Any, ...]:
    """What a game comes to: the steps judged, the step being filled in but for its entries."""
    played: Played = play(doc)
    assert not played.faults
    filled = doc["steps"][-1] if played.open_step else {}
    entered = {key: value for key, value in filled.items() if key not in ("entries", "open") and value not in ({}, [])}
    return contract.entries(played), played.game, played.names, entered if len(entered) > 1 else None


def decided(rng: random.Random, game: Raw) -> list[tuple[Raw, Raw]]:
    """Play a written game again by decisions, as the desk makes them; return (before, after) of each."""
    session = Memory({**game, "steps": []})
    pairs: list[tuple[Raw, Raw]] = []

    def did(action: Callable[[], object]) -> None:
        before = table(session.script)
        action()
        if table(session.script) != before:
            pairs.append((before, table(session.script)))

    for raw in game["steps"]:
        if raw["kind"] not in ("night", "day"):
            did(lambda raw=raw: session.put(edit.add_step(session.script, row(session, raw))))  # type: ignore[misc]
            continue
        session.put(edit.start(session.script, raw["kind"]))
        entries = [*edit._entries_from(row(session, raw))]
        if raw["kind"] == "night":
            entries = [one for entry in entries for one in ([entry[:1], entry] if rng.random() < 0.1 else [entry])]
        for entry in entries:
            did(lambda entry=entry: session.put(edit.enter(session.script, [entry])))  # type: ignore[misc]
        if not raw.get("open"):
            did(lambda: session.put(edit.close(session.script), closed=True))
    return pairs


@pytest.mark.parametrize("seed", range(120 if LONG else 5))
def test_undo_gives_the_state_before_and_redo_the_state_after(seed: int) -> None:
    rng = random.Random(seed)
    pairs = decided(rng, lawful_game(rng, (5, 14), (2, 10)))
    for before, after in pairs if len(pairs) < 40 else rng.sample(pairs, 40):
        session = Memory(after)
        desk.undo(session)
        assert state(table(session.script)) == state(before)
        desk.redo(session)
        assert state(table(session.script)) == state(after)
        assert "undone" not in table(session.script)


@pytest.mark.parametrize("seed", range(25, 95 if LONG else 28))
def test_all_the_way_back_and_forth_again(seed: int) -> None:
    rng = random.Random(seed)
    pairs = decided(rng, lawful_game(rng, (5, 12), (2, 6)))
    if not pairs:
        return
    session = Memory(pairs[-1][1])
    states = [state(table(session.script))]
    for before, _ in reversed(pairs):
        desk.undo(session)
        states.append(state(table(session.script)))
        assert states[-1] == state(before)
    with pytest.raises(RefusedError):
        desk.undo(session)
    for expected in reversed(states[:-1]):
        desk.redo(session)
        assert state(table(session.script)) == expected
    with pytest.raises(RefusedError):
        desk.redo(session)


@pytest.mark.parametrize("seed", range(50, 120 if LONG else 53))
def test_a_game_written_by_hand_is_taken_back_to_its_start(seed: int) -> None:
    rng = random.Random(seed)
    session = Memory(lawful_game(rng, (5, 10), (2, 5)))
    before, times = state(table(session.script)), 0
    while edit.undo(session.script):
        desk.undo(session)
        times += 1
    assert not play(table(session.script)).records
    for _ in range(times):
        desk.redo(session)
    assert state(table(session.script)) == before


def test_a_new_decision_clears_what_was_taken_back() -> None:
    doc: Raw = {
        "players": [{"nick": "A", "role": "don"}, {"nick": "B", "role": "doctor"}, {"nick": "C", "role": "citizen"}]
    }
    session = Memory(doc)
    desk.start(session, "night")
    desk.enter_move(session, Role.MAFIA, (3,))
    desk.undo(session)
    desk.start(session, "night")
    desk.enter_move(session, Role.DOCTOR, (3,))
    assert "undone" not in table(session.script)


# --- by command -----------------------------------------------------------------------------------------------


def start(mafia: Mafia, tmp_path: Path, *options: str) -> None:
    roles = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "citizen", "citizen"]
    nicks = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
    (tmp_path / "p.txt").write_text("\n".join(nicks), encoding="utf-8")
    (tmp_path / "d.txt").write_text("\n".join(f"{a} = {b}" for a, b in zip(nicks, roles, strict=True)), "utf-8")
    assert mafia("new", "eve", "--players", "p.txt", "--deal", "d.txt", "--seed", "7", "--yes", *options)[0] == 0
    assert mafia("pm", "--sent", "all")[0] == 0


def test_undo_says_what_and_who_was_told_of_it(mafia: Mafia, tmp_path: Path) -> None:
    start(mafia, tmp_path)
    mafia("night", "--move", "mafia=Kira", "--move", "commissar=Ann", "--judge", "--yes")
    assert mafia("undo") == (0, "Taken back: dawn.\n", "")
    mafia("redo")
    mafia("announce", "--sent")
    mafia("pm", "--sent", "all")
    status, out, _ = mafia("undo")
    assert status == 0
    assert out == "Taken back: dawn.\nAlready told: the chat (night 1), 3 Vera (answer of night 1).\n"
    assert mafia("undo")[1] == "Taken back: move, Commissar → Ann.\n"
    assert mafia("redo")[1] == "Done again: move, Commissar → Ann.\n"
    assert mafia("redo")[1] == "Done again: dawn.\n"
    assert mafia("redo")[0] == 1


@pytest.mark.parametrize("line", [["player", "rename", "Ann", "Anna"], ["night", "--judge", "--yes"]])
def test_the_acquaintance_text_is_never_told_otherwise(mafia: Mafia, tmp_path: Path, line: list[str]) -> None:
    start(mafia, tmp_path)
    assert mafia("announce", "--sent")[0] == 0
    assert mafia(*line)[0] == 0
    for command in ("undo", "redo", "undo", "redo"):
        assert "told" not in mafia(command)[1]
    assert mafia("announce", "--sent")[0] == 0
    assert "Already told: the chat (" in mafia("undo")[1]
    assert "Already told" not in mafia("redo")[1]


def test_undo_names_the_mayor_s_answer_and_the_host_s_decision(mafia: Mafia, tmp_path: Path) -> None:
    start(mafia, tmp_path, "--ruling", "mayor_decides=asked", "--ruling", "tie=ask")
    mafia("night", "--judge", "--yes")
    (tmp_path / "v.txt").write_text("Ann = Boris\nBoris = Ann\n", encoding="utf-8")
    assert mafia("vote", "--votes", "v.txt", "--mayor", "", "--decision", "Ann")[0] == 0
    assert mafia("undo")[1] == "Taken back: the host's decision: Ann.\n"
    assert mafia("undo")[1] == "Taken back: the mayor's answer: none.\n"
    assert mafia("redo")[1] == "Done again: the mayor's answer: none.\n"
    assert mafia("vote", "--mayor", "Boris")[0] == 0
    assert mafia("undo")[1] == "Taken back: the mayor's answer: Boris.\n"


def test_what_was_told_and_then_undone_comes_up_only_when_its_night_is_over(mafia: Mafia, tmp_path: Path) -> None:
    start(mafia, tmp_path)
    mafia("night", "--move", "mafia=Kira", "--move", "commissar=Ann", "--judge", "--yes")
    mafia("announce", "--sent")
    mafia("pm", "--sent", "all")
    mafia("undo")
    assert mafia("pm")[1] == "All private messages are sent.\n"
    assert mafia("announce", "--correction")[0] == 1
    mafia("night", "--move", "mafia=Jane", "--skip", "commissar", "--judge", "--yes")
    assert mafia("announce", "--correction")[1] == (
        "A correction, night 1: Kira does not die; Jane (by the mafia) dies.\n"
    )
    assert "the earlier answer for night 1 does not hold" in mafia("pm")[1]
    assert "[!]  3 Vera" in mafia("pm", "--list")[1]
    mafia("pm", "--sent", "all")
    mafia("announce", "--correction", "--sent")
    assert mafia("announce", "--correction")[0] == 1
    assert "does not hold" not in mafia("pm")[1]


def test_the_answers_of_a_set_up_are_taken_back_one_by_one(mafia: Mafia, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    setup: Raw = {"name": "eve", "lang": "en", "host": "Me"}
    (saves / "eve.toml").write_text(dumps({"name": "eve", "seed": 5, "setup": setup}), "utf-8")
    assert mafia("undo") == (0, "Taken back: the answer, the host.\n", "")
    doc = parse((saves / "eve.toml").read_bytes())
    assert doc["setup"] == {"name": "eve", "lang": "en", "drafts": {"host": "Me"}}
    assert mafia("undo")[1] == "Taken back: the answer, the language.\n"
    assert mafia("redo")[1] == "Done again: the answer, the language.\n"
    assert mafia("redo")[0] == 0
    assert parse((saves / "eve.toml").read_bytes())["setup"] == setup
    for _ in setup:
        assert mafia("undo")[0] == 0
    assert mafia("undo")[0] == 1


NINE = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "journalist", "citizen", "citizen"]


def nine(*steps: Raw) -> Memory:
    nicks = ["Ann", "Boris", "Vera", "Gleb", "Dasha", "Egor", "Zhanna", "doctor", "slip"]
    players = [{"nick": nick, "role": role} for nick, role in zip(nicks, NINE, strict=True)]
    return Memory({"players": players, "steps": list(steps)})


@pytest.mark.parametrize("kind", ["rename", "replace"])
def test_a_new_nick_holds_in_what_was_entered_before_and_undo_gives_the_old_one_back(kind: str) -> None:
    session = nine()
    desk.start(session, "night")
    desk.enter_moves(session, [(Role.MAFIA, [8]), (Role.DOCTOR, [8]), (Role.JOURNALIST, [1, 8])])
    desk.happen(session, row(session, {"kind": kind, "target": "doctor", "to": "Dora"}))
    assert table(session.script)["steps"][-1]["moves"] == {
        "mafia": "Dora",
        "doctor": "Dora",
        "journalist": ["Ann", "Dora"],
    }
    assert not desk.preview(session).faults
    desk.undo(session)
    assert table(session.script)["steps"][-1]["moves"] == {
        "mafia": "doctor",
        "doctor": "doctor",
        "journalist": ["Ann", "doctor"],
    }
    desk.redo(session)
    desk.close(session)
    assert contract.entries(session.played)[-1]["saved"] == ["Dora"]

    desk.start(session, "day")
    desk.speak(session, [9])
    assert desk.enter_ballots(session, [(9, 1), (1, 9), (2, 2), (2, 9)]) == [((2, 2), "4.6")]
    desk.happen(session, row(session, {"kind": kind, "target": "slip", "to": "Stas"}))
    assert desk.close_vote(session) == "acquit"
    desk.enter_ballots(session, [(1, False), (2, True)])
    desk.happen(session, row(session, {"kind": kind, "target": "Boris", "to": "votes"}))
    assert desk.close_vote(session) is None
    day = table(session.script)["steps"][-1]
    assert day["votes"] == [["Stas", "Ann"], ["Ann", "Stas"], ["votes", "Stas"]]
    assert day["acquit"] == [["Ann", False], ["votes", True]]
    assert contract.entries(session.played)[-1]["suspect"] == "Stas"
    while table(session.script).get("steps"):
        desk.undo(session)
    assert session.played.names.nicks[-3:] == ("Zhanna", "doctor", "slip")


def test_a_night_opened_by_mistake_is_taken_back_alone() -> None:
    script = as_script({"players": [{"nick": "A"}], "steps": [{"kind": "day", "votes": []}]})
    opened = edit.start(script, "night")
    undone = edit.undo(opened)
    assert undone is not None
    assert undone[0].steps == script.steps
    assert undone[1] == Undone("open", "night")
    again = edit.redo(undone[0])
    assert again is not None
    assert again[0].steps == opened.steps
