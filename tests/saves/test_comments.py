"""A host's own comments in a save survive what the program writes."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from random_games import random_game

from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
from mafia_cli.saves import store
from mafia_cli.saves.script import RefusedError, play
from mafia_cli.saves.text import dumps, parse

SAVE = """\
# Friday, the long table
# Dana was late
format = 1
name = "eve" # not Eva
seed = 7

# as agreed with all
[rulings]
# nobody goes on a tie
tie = "nobody"

[[players]]
nick = "Ann"
role = "don"

# she is new, "be kind" # really
[[players]]
nick = "Bo#ris" # his real nick
role = "doctor"

[[players]]
# the quiet one
nick = 'Ve"#ra'
role = "citizen"

# the first night
[[steps]]
kind = "night"
moves = { doctor = "Ann" }

[[steps]]
kind = "day"
votes = [
    # nobody else came
    ["Ann", "Bo#ris"],
    ["Bo#ris", "Ann"], # revenge
]

# more tomorrow
"""
OURS = [line.strip() for line in SAVE.splitlines() if line.strip().startswith("#")]


def comments(text: str) -> list[str]:
    return sorted(line.strip() for line in text.splitlines() if line.strip().startswith("#"))


ALL = sorted([*OURS, "# not Eva", "# his real nick", "# revenge"])


def test_comments_stand_after_writing_where_they_stood() -> None:
    doc = parse(SAVE.encode())
    assert not play(doc).faults
    text = dumps(doc)
    assert comments(text) == ALL
    assert dumps(parse(text.encode())) == text
    lines = text.splitlines()
    assert lines[:3] == ["# Friday, the long table", "# Dana was late", "format = 1"]
    assert lines[lines.index('name = "eve"') - 1] == "# not Eva"
    assert lines[lines.index("[rulings]") - 2] == "# as agreed with all"
    assert lines[lines.index('# she is new, "be kind" # really') + 1 :][:2] == ["[[players]]", "# his real nick"]
    assert lines[lines.index("# the first night") + 1 :][:2] == ["[[steps]]", 'kind = "night"']
    assert lines[-1] == "# more tomorrow"


def test_comments_survive_an_evening(tmp_path: Path) -> None:
    path = tmp_path / "eve.toml"
    path.write_text(SAVE, encoding="utf-8")
    with desk.opened(path) as session:
        desk.start(session, "night")
        desk.enter_move(session, Role.DOCTOR, [3])
        desk.tell(session, [{"to": 0, "about": "night 1", "says": {}}])
        desk.close(session)
        desk.undo(session)
        desk.amend(session, [{"kind": "amend", "step": 1, "set": {"moves": {}}, "reason": "x"}])
    assert comments(path.read_text(encoding="utf-8")) == ALL
    with desk.opened(path) as session:
        desk.undo(session)
        desk.redo(session)
        desk.undo(session)
        desk.undo(session)
        desk.undo(session)
    assert comments(path.read_text(encoding="utf-8")) == ALL
    assert not play(store.load(path)).faults


@pytest.mark.parametrize(
    "line",
    ['name = """a # b\n# c"""', "name = '''# '' c\n'''", 'name = "\\"#"', "name = '#'", 'tracks = [["#", "[#"]]'],
)
def test_what_only_looks_like_a_comment_is_none(line: str) -> None:
    doc = parse(f"{line}\nformat = 1 # yes\n".encode())
    assert doc["#"] == {"format": ["# yes"]}
    assert parse(dumps(doc).encode())["#"] == doc["#"]


def test_a_key_that_looks_like_ours_is_a_key() -> None:
    played = play(parse(b'"#" = { x = ["# y"] } # z\n'))
    assert [one.problem.code for one in played.faults] == ["unknown_key"]


def test_comments_change_no_outcome() -> None:
    for number in range(60):
        rng = random.Random(f"comments {number}")
        doc: dict[str, Any] = random_game(rng)
        lines = dumps(doc).splitlines()
        commented = []
        for line in lines:
            above = [f"# {rng.random()}"] if rng.random() < 0.3 else []
            commented += [*above, line + ("" if rng.random() < 0.8 else f" # {rng.random()}")]
        text = "\n".join(commented)
        again = parse(text.encode())
        assert comments(dumps(again)) == sorted("# " + line.partition("# ")[2] for line in commented if "# " in line)
        assert dumps(parse(dumps(again).encode())) == dumps(again)
        played, plain = play(again), play(parse(dumps(doc).encode()))
        assert [one.trace for one in played.records] == [one.trace for one in plain.records]


# --- taken back ---------------------------------------------------------------------------------------------

STEPS = """
[[steps]]
kind = "night"
moves = { doctor = "Ann" }
entries = [["doctor", "Ann"]]

# before the vote
[[steps]]
kind = "violation" # twice warned
target = "Ann"
# the rule of silence
rule = "4.2"

# two corrections, one decision
[[steps]]
kind = "amend"
step = 1
set = { moves = {} }

# the second of them
[[steps]]
kind = "amend"
step = 2
set = { note = "x" }
joined = true

# it is late
[[steps]]
kind = "day"
open = true # until midnight
votes = []
entries = [["spoke", "Ann"]]
spoke = ["Ann"]
"""
BEGUN = SAVE[: SAVE.index("# the first night")] + STEPS.lstrip() + "\n# more tomorrow\n"


def placed(text: str) -> list[tuple[str, str]]:
    """Each comment with the key, or the head of the block, that it stands above."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [
        (line, next((other.split(" = ")[0] for other in lines[at:] if other[0] != "#"), ""))
        for at, line in enumerate(lines)
        if line[0] == "#"
    ]


def test_what_is_written_at_a_step_comes_back_with_it(tmp_path: Path, mafia: Callable[..., Any]) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    path.write_text(dumps(parse(BEGUN.encode())), encoding="utf-8")
    before = placed(path.read_text(encoding="utf-8"))
    assert len(before) == 16
    for times in range(1, 6):
        for _ in range(times):
            assert mafia("undo") == (0, ANY, "")
        gone = placed(path.read_text(encoding="utf-8"))
        assert len(gone) == len(before) - [0, 2, 4, 7, 7, 7][times]
        assert mafia("games", "check")[0] == 0
        for _ in range(times):
            assert mafia("redo") == (0, ANY, "")
        assert placed(path.read_text(encoding="utf-8")) == before


def test_a_new_decision_leaves_what_was_written_at_an_undone_one_at_the_end(
    tmp_path: Path, mafia: Callable[..., Any]
) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    path.write_text(BEGUN, encoding="utf-8")
    every = comments(dumps(parse(BEGUN.encode())))
    for _ in range(3):
        mafia("undo")
    path.write_text(path.read_text(encoding="utf-8").replace("[[undone]]", "# taken back\n[[undone]]", 1))
    assert mafia("player", "violation", "Ann", "4.5")[0] == 0
    text = path.read_text(encoding="utf-8")
    assert "undone" not in text
    assert comments(text) == sorted([*every, "# taken back"])
    lost = ["# before the vote", "# twice warned", "# two corrections, one decision", "# it is late", "# taken back"]
    assert all(line in text.splitlines()[-12:] for line in lost)


@pytest.mark.parametrize("number", range(8))
def test_no_comment_is_lost_by_undo_redo_and_new_decisions(number: int, tmp_path: Path) -> None:
    rng = random.Random(f"undone {number}")
    path = tmp_path / "eve.toml"
    lines = dumps(random_game(rng)).splitlines()
    text = "".join(f"# no. {at:04}\n{line}\n" if " = " in line else f"{line}\n" for at, line in enumerate(lines))
    path.write_text(text, encoding="utf-8")
    every = comments(text)
    assert len(every) > 20
    for _ in range(12):
        with desk.opened(path) as session:
            for action in rng.choices([desk.undo, desk.redo], [3, 1], k=4):
                with suppress(RefusedError):
                    action(session)
            if rng.random() < 0.2 and not session.played.faults:
                desk.happen(session, {"kind": "note", "text": "x"})
        text = path.read_text(encoding="utf-8")
        assert all(text.count(line) == 1 for line in every)


@pytest.mark.parametrize(
    "packed",
    ['["x"]', '{ kind = "x" }', '{ kind = [1, "x", "# a\\nkind = 1", "#\\u0000"] }', '{ "" = ["# mine"] }', "7"],
)
def test_a_comment_among_the_undone_is_a_comment_or_nothing(
    packed: str, tmp_path: Path, mafia: Callable[..., Any]
) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    step = f'{{ kind = "note", text = "hello", comments = {packed} }}'
    path.write_text(SAVE + f'\n[[undone]]\nwhat = "step"\nstep = {step}\n', encoding="utf-8")
    assert mafia("redo")[0] == 0
    doc = store.load(path)
    assert {key: value for key, value in doc["steps"][-1].items() if key != "#"} == {"kind": "note", "text": "hello"}
    assert ("# mine" in path.read_text(encoding="utf-8")) == ("mine" in packed)


def test_undo_in_set_up_takes_an_answer_back_and_no_comment(tmp_path: Path, mafia: Callable[..., Any]) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    path.write_text('name = "eve"\n[setup]\nlang = "en"\n# me\nhost = "Lena"\n', encoding="utf-8")
    assert mafia("undo")[0] == 0
    doc = store.load(path)
    assert (doc["setup"]["lang"], doc["setup"]["drafts"]) == ("en", {"host": "Lena"})
    assert comments(path.read_text(encoding="utf-8")) == ["# me"]
    assert mafia("redo")[0] == 0
    assert store.load(path)["setup"]["host"] == "Lena"
