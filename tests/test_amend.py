"""Amends: what was told otherwise is found exactly, the impossible is never written, everything can be reversed."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from documents import Raw, as_script, play, table
from effort import LONG
from lawful_games import lawful_game
from test_undo import Memory, start, state

from mafia_cli import session as desk
from mafia_cli.rules.model import DayStep, NightStep
from mafia_cli.rules.roles import Role
from mafia_cli.rules.steps import STEPS
from mafia_cli.script import contract
from mafia_cli.script.amend import amend_of, content, drop_of, proposal, with_ballots, with_moves
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import AmendStep, Played, Row, Told
from mafia_cli.script.replay import fold, names_by_step
from mafia_cli.script.tables import raw_of
from mafia_cli.script.told import derived, told_of, unsent
from mafia_cli.script.toml import parse
from mafia_cli.texts import chat_corrections, chat_texts
from mafia_cli.words.catalogue import Words
from mafia_cli.words.voice import Voice

Mafia = Callable[..., tuple[int, str, str]]
VOICE = Voice(Words("en"))


def judged(doc: Raw) -> tuple[Any, ...]:
    """What follows, but for the amends themselves."""
    played = play(doc)
    assert not played.faults
    entries = [entry for entry in contract.entries(played) if entry["kind"] != "amend"]
    return entries, contract.alive(played), contract.winner(played), derived(played)


def all_told(doc: Raw) -> Raw:
    """Return the game with every text and message told as it follows now."""
    played = play(doc)
    told = [{"to": 0, "about": text.about, "says": text.says} for text in chat_texts(as_script(doc), played, VOICE)]
    return {**doc, "told": told + [{"to": one.to, "about": one.about, "says": one.says} for one in derived(played)]}


def follows(doc: Raw, played: Played) -> dict[tuple[int, str], Raw]:
    chat = {(0, text.about): text.says for text in chat_texts(as_script(doc), played, VOICE)}
    return chat | {(one.to, one.about): one.says for one in derived(played)}


def closed_steps(doc: Raw, *kinds: str) -> list[int]:
    """Positions of steps that an amend may name."""
    steps = list(enumerate(doc["steps"], 1))
    folded = fold(as_script(doc)).steps
    return [
        at
        for at, raw in steps
        if (raw["kind"] in kinds or not kinds)
        and raw["kind"] != "amend"
        and not raw.get("open")
        and folded[at - 1] is not None
    ]


def some_amend(rng: random.Random, doc: Raw) -> Row | None:
    """Return one correction of an earlier night or day, or the drop of another step; None where there is nothing."""
    positions = closed_steps(doc)
    if not positions:
        return None
    at = rng.choice(positions)
    script = as_script(doc)
    step = content(script, [], at).step
    seats = range(1, len(doc["players"]) + 1)
    amends: list[Row] = []
    if isinstance(step, NightStep):
        role = rng.choice([*step.moves, Role.MAFIA, Role.DOCTOR])
        named = None if rng.random() < 0.3 else rng.sample(seats, 2 if role is Role.JOURNALIST else 1)
        with_moves(script, amends, at, {role: named})
    elif isinstance(step, DayStep):
        choice = rng.choice([None, 0, *seats])
        with_ballots(script, amends, at, "votes", {rng.choice(seats): choice})
    else:
        amends = [drop_of(at)]
    return amends[0]


def games(first: int, count: int) -> range:
    return range(first, first + (10 * count if LONG else count))


def made_game(seed: int) -> tuple[random.Random, Raw]:
    rng = random.Random(seed)
    return rng, lawful_game(rng, (6, 13), (3, 9))


@pytest.mark.parametrize("seed", games(0, 5))
def test_an_amend_that_changes_nothing_changes_nothing(seed: int) -> None:
    _, game = made_game(seed)
    doc = all_told(game)
    for at in closed_steps(doc):
        row = content(as_script(doc), [], at)
        same = {
            key: getattr(row.step, key) for key in row.step._fields if key in STEPS[row.kind].keys and key != "after"
        }
        made = proposal(
            as_script(doc), [amend_of(at, {key: value for key, value in same.items() if value is not None})]
        )
        chat = chat_corrections(made.script, made.after, VOICE)
        assert not any([made.impossible, chat, made.messages, made.refused, made.back, made.out])
        session = Memory(doc)
        desk.amend(session, made.amends, made.forget)
        assert judged(table(session.script)) == judged(doc)


def under(says: Any, nicks: Mapping[str, str]) -> Any:
    """What was said, under other nicks: a player who is only called otherwise is no news but the renaming's own."""
    if isinstance(says, dict):
        return {nicks.get(key, key): under(item, nicks) for key, item in says.items()}
    if isinstance(says, list):
        return sorted((under(item, nicks) for item in says), key=str)
    return nicks.get(says, says) if isinstance(says, str) else says


@pytest.mark.parametrize("seed", games(100, 10))
def test_what_is_told_otherwise_is_named_exactly_and_the_rest_never(seed: int) -> None:
    rng, game = made_game(seed)
    doc = all_told(game)
    before = follows(doc, play(doc))
    for _ in range(6):
        amend = some_amend(rng, doc)
        if amend is None:
            return
        try:
            made = proposal(as_script(doc), [amend])
        except RefusedError:
            continue
        session = Memory(doc)
        chat = chat_corrections(made.script, made.after, VOICE)
        desk.amend(session, made.amends, made.forget)
        assert not play(table(session.script)).faults
        now = follows(table(session.script), session.played)
        named = {(0, text.about) for text in chat} | {(one.to, one.about) for one in made.messages}
        changed = {key for key in before if key in now and under(before[key], made.renamed) != under(now[key], {})}
        assert changed <= named
        for to, about in named - changed:
            assert (to, about) in before  # told, and follows no more
            assert (to, about) not in now or about == "role"
        desk.tell(session, [Told(0, one.about, one.says) for one in chat])
        desk.tell(session, [told_of(one) for one in made.messages])
        assert not chat_corrections(session.script, session.played, VOICE)
        assert not [one for one in unsent(session.played, session.script) if one.correction]


@pytest.mark.parametrize("seed", games(200, 8))
def test_amend_and_the_reverse_amend_restore_every_fact(seed: int) -> None:
    rng, game = made_game(seed)
    doc = all_told(game)
    for _ in range(6):
        amend = some_amend(rng, doc)
        if amend is None:
            return
        try:
            made = proposal(as_script(doc), [amend])
        except RefusedError:
            continue
        session = Memory(doc)
        desk.amend(session, made.amends, made.forget)
        reverse = [reversed_amend(doc, one) for one in made.amends]
        desk.amend(session, reverse)
        assert judged(table(session.script)) == judged(doc)
        assert not chat_corrections(session.script, session.played, VOICE)
        assert not [one for one in unsent(session.played, session.script) if one.correction]
        desk.undo(session)
        desk.undo(session)
        assert state(table(session.script)) == state(doc)


def reversed_amend(doc: Raw, amend: Row) -> Row:
    step = amend.step
    assert isinstance(step, AmendStep)
    assert step.step is not None
    if step.changes is None:
        return drop_of(step.step).but(step=step._replace(drop=False))
    row = fold(as_script(doc)).steps[step.step - 1]
    assert row is not None
    return amend_of(step.step, {key: getattr(row.step, key) for key in step.changes})


@pytest.mark.parametrize("seed", games(300, 8))
def test_an_amended_game_is_the_one_written_so_from_the_start(seed: int) -> None:
    rng, game = made_game(seed)
    for _ in range(6):
        amend = some_amend(rng, game)
        if amend is None:
            return
        try:
            made = proposal(as_script(game), [amend])
        except RefusedError:
            continue
        session = Memory(game)
        desk.amend(session, made.amends, made.forget)
        folded, then = fold(session.script).steps, names_by_step(session.script)
        written = [
            raw_of(row, names, ())
            for row, names in zip(folded, then, strict=False)
            if row is not None and row.kind != "amend"
        ]
        players = [
            {**player, "role": role} for player, role in zip(game["players"], fold(session.script).roles, strict=True)
        ]
        again = {**game, "steps": written, "players": players}
        facts, alive, winner, _ = judged(table(session.script))
        assert (facts, alive, winner) == judged(again)[:3]


@pytest.mark.parametrize("seed", games(400, 6))
def test_what_becomes_impossible_is_listed_and_never_written(seed: int) -> None:
    rng, game = made_game(seed)
    for _ in range(8):
        amend = some_amend(rng, game)
        if amend is None:
            return
        try:
            made = proposal(as_script(game), [amend])
        except RefusedError:
            continue
        session = Memory(game)
        if made.impossible:
            with pytest.raises(RefusedError):
                desk.amend(session, [amend])
            assert table(session.script) == game
        assert all(one.position > amend.step.step for one in made.impossible)  # type: ignore[union-attr, operator]
        desk.amend(session, made.amends, made.forget)
        desk.undo(session)
        assert state(table(session.script)) == state(game)
        desk.redo(session)
        assert not session.played.faults


# --- by command -----------------------------------------------------------------------------------------------


def evening(mafia: Mafia, tmp_path: Path) -> Path:
    """Night 1: Kira dies, the commissar learns +; day 1: nobody; night 2 is open with a move at Jane."""
    start(mafia, tmp_path)
    mafia("night", "--move", "mafia=Kira", "--move", "doctor=Jane", "--move", "commissar=Ann", "--judge", "--yes")
    mafia("announce", "--sent")
    mafia("pm", "--sent", "all")
    mafia("vote", "--close", "--yes")
    mafia("announce", "--text", "count", "--sent")
    mafia("announce", "--text", "verdict", "--sent")
    mafia("night", "--move", "mafia=Jane", "--move", "doctor=Vera")
    return tmp_path / "saves" / "eve.toml"


def test_a_mistyped_move_is_shown_first_and_written_with_yes(mafia: Mafia, tmp_path: Path) -> None:
    path = evening(mafia, tmp_path)
    before = path.read_bytes()
    status, out, err = mafia("amend", "--night", "1", "--move", "doctor=Kira")
    assert status == 1
    assert "A correction, night 1: Kira does not die." in out
    assert "In the game now: Kira." in out
    assert "--yes" in err
    assert path.read_bytes() == before
    status, out, _ = mafia("amend", "--night", "1", "--move", "doctor=Kira", "--reason", "a typing error", "--yes")
    assert status == 0
    assert "mafia announce --correction" in out
    steps = parse(path.read_bytes())["steps"]
    assert [step["kind"] for step in steps] == ["night", "day", "amend", "night"]
    assert steps[2]["reason"] == "a typing error"
    assert "Amended (after day 1)" in mafia("status")[1]
    assert "To be corrected in the chat: night 1." in mafia("status")[1]
    assert mafia("announce", "--correction", "--sent")[1] == "A correction, night 1: Kira does not die.\n"
    assert "To be corrected" not in mafia("status")[1]
    assert mafia("pm", "--log")[1].splitlines()[-1].endswith("chat: night 1, corrected")
    assert mafia("resolve", str(path))[0] == 0


def test_a_move_of_the_open_night_that_can_no_longer_be_is_asked_again(mafia: Mafia, tmp_path: Path) -> None:
    path = evening(mafia, tmp_path)
    out = mafia("amend", "--night", "1", "--move", "mafia=Jane", "--forget", "doctor", "--yes")[1]
    assert "Ask again in the open night: the mafia." in out
    assert parse(path.read_bytes())["steps"][-1]["moves"] == {"doctor": "Vera"}
    assert mafia("undo")[0] == 0
    assert parse(path.read_bytes())["steps"][-1]["moves"] == {"mafia": "Jane", "doctor": "Vera"}
    assert mafia("redo")[0] == 0
    assert parse(path.read_bytes())["steps"][-1]["moves"] == {"doctor": "Vera"}


def test_impossible_steps_must_be_dropped_or_changed_in_the_same_call(mafia: Mafia, tmp_path: Path) -> None:
    path = evening(mafia, tmp_path)
    mafia("night", "--judge", "--yes")
    before = path.read_bytes()
    wrong = ["amend", "--night", "1", "--move", "mafia=Jane", "--forget", "doctor"]
    for more in ([], ["--yes"]):
        status, out, err = mafia(*wrong, *more)
        assert status == 1
        assert "Impossible after that:" in out
        assert "--change 3:mafia=" in out
        assert err.startswith("Nothing is written.")
        assert path.read_bytes() == before
    assert mafia(*wrong, "--change", "3:mafia=Boris", "--yes")[0] == 0
    assert parse(path.read_bytes())["steps"][-1]["joined"] is True
    assert mafia("undo")[0] == 0
    assert "undone" in parse(path.read_bytes())
    assert parse(path.read_bytes())["steps"] == parse(before)["steps"]
    assert mafia(*wrong, "--drop", "3", "--yes")[0] == 0
    assert mafia("resolve", str(path))[0] == 0


def test_roles_change_places_and_everybody_told_is_told_again(mafia: Mafia, tmp_path: Path) -> None:
    evening(mafia, tmp_path)
    assert mafia("amend", "--role", "Kira=doctor", "--yes")[0] == 1  # two doctors
    status, out, _ = mafia("amend", "--role", "Kira=doctor", "--role", "Gleb=citizen", "--yes")
    assert status == 0
    assert "4 Gleb, role: An earlier message was the host's mistake." in out
    assert "Citizen" in mafia("pm", "Gleb")[1]
    assert "Doctor" in mafia("pm", "Kira")[1]
    assert "(out of the game)" in mafia("pm", "Kira")[1].splitlines()[0]


def test_votes_are_amended_one_by_one_or_whole(mafia: Mafia, tmp_path: Path) -> None:
    path = evening(mafia, tmp_path)
    status, out, _ = mafia("amend", "--day", "1", "--vote", "Ann=Boris", "--vote", "Vera=Boris")
    assert status == 1
    assert "Boris 2" in out
    assert mafia("amend", "--day", "1", "--vote", "Ann=Ann", "--yes")[0] == 1
    assert "4.6" in mafia("amend", "--day", "1", "--vote", "Ann=Ann", "--yes")[2]
    (tmp_path / "v.txt").write_text("Ann = Boris\nVera = Boris\nDana =\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("Ann = -\n", encoding="utf-8")
    assert mafia("amend", "--day", "1", "--votes", "v.txt", "--acquit", "a.txt", "--yes")[0] == 0
    assert parse(path.read_bytes())["steps"][2]["set"] == {
        "votes": [["Ann", "Boris"], ["Vera", "Boris"], ["Dana", ""]],
        "acquit": [["Ann", False]],
    }
    assert mafia("amend", "--day", "1", "--unvote", "Vera", "--yes")[0] == 0
    row = fold(as_script(parse(path.read_bytes()))).steps[1]
    assert row is not None
    assert row.step == DayStep(((1, 2), (5, 0)), acquit=((1, False),))


@pytest.mark.parametrize(
    "line",
    [
        ["--move", "doctor=Vera"],
        ["--vote", "Ann=Boris"],
        ["--night", "7", "--move", "doctor=Vera"],
        ["--night", "1", "--move", "mayor=Vera"],
        ["--night", "1", "--move", "doctor"],
        ["--night", "1", "--move", "doctor=Nobody"],
        ["--day", "1", "--vote", "Ann"],
        ["--role", "Ann=nonsense"],
        ["--drop", "99"],
        ["--drop", "3"],
        ["--change", "1"],
        ["--change", "1:mayor=Ann"],
        ["--change", "2:nonsense=1"],
    ],
)
def test_what_cannot_be_amended_is_said(mafia: Mafia, tmp_path: Path, line: list[str]) -> None:
    path = evening(mafia, tmp_path)
    before = path.read_bytes()
    status, _, err = mafia("amend", *line, "--yes")
    assert status == 1
    assert err.strip()
    assert path.read_bytes() == before


def test_alone_it_lists_the_steps(mafia: Mafia, tmp_path: Path) -> None:
    evening(mafia, tmp_path)
    mafia("player", "violation", "Ann", "4.2")
    mafia("amend", "--drop", "3", "--reason", "it was not so", "--yes")
    assert mafia("amend") == (
        0,
        "1 Night 1\n2 Day 1\n3 Violation: Ann (dropped)\n4 Amend: step 3 dropped (it was not so)\n5 Night (open)\n",
        "",
    )
