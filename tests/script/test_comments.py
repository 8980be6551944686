"""A host's own comments in a save survive what the program writes."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from documents import on_disk, play, row, told
from hypothesis import given
from hypothesis import strategies as st
from random_games import random_game

from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
from mafia_cli.script.blocks import comments_in, split
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.tables import dump, load
from mafia_cli.script.toml import dumps, parse

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
OURS = 12
"""Comments in it."""


def comments(text: str) -> list[str]:
    return sorted(comments_in(text))


ALL = comments(SAVE)


def test_a_block_that_is_as_it_was_is_written_back_byte_for_byte() -> None:
    script = load(SAVE.encode())
    assert not play(script).faults
    assert len(ALL) == OURS
    assert dump(script) == SAVE
    renamed = dump(script.but(header=replace(script.header, name="other")))
    before, after = SAVE.split("\n\n", 1), renamed.split("\n\n", 1)
    assert after[1] == before[1]
    head = ["# Friday, the long table", "# Dana was late", "# not Eva", "format = 1", "seed = 7", 'name = "other"']
    assert after[0].split("\n") == head
    fewer = dump(script.but(header=replace(script.header, rulings=None)))
    assert comments(fewer) == ALL
    assert "rulings" not in fewer


LAYOUTS = [
    "seed = 1",
    "# alone\n",
    "\r\nseed = 1 # x\r\n[rulings]\r\ntie = 'nobody' # y\r\n\r\n[[players]]\r\nnick = 'A'\r\n",
    '  [[ players ]]\n nick = "A" # a\n\n\t[["players"]] # b\nnick = "B"\n# end',
    'name = """\n[[players]]\n# no\n"""\n[[players]]\nnick = "A"\n',
    "tracks = [\n[\n'a', 'b'], # c\n['c', # d\n'd']\n]\n[[players]]\nnick = 'A'\n",
    '[[players]]\nnick = "A"\n[[steps]]\nkind = "night"\n# m\n[steps.moves]\ndoctor = "A" # n\n',
    '[[players]]\nnick = "A"\n[[steps]]\nkind = "day"\nvotes = [\n[\n"A",\n"A"]\n]\nspoke = [\n"A"]\n# z\n',
    'players = [{ nick = "A" }] # here\n[minutes]\nnight = 1 # there\n',
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_any_layout_comes_back_as_it_was_and_loses_no_comment(text: str) -> None:
    script = load(text.encode())
    assert not script.faults
    assert "".join(block.text for block in split(text)[0]) + split(text)[1] == text
    if not text.startswith("players"):
        assert dump(script) == text
    assert comments(dump(script)) == comments(text)
    changed = dump(script.but(header=replace(script.header, name="x", minutes={"vote": 2})))
    assert comments(changed) == comments(text)
    assert load(changed.encode()).header.name == "x"
    assert [one.nick for one in load(changed.encode()).players] == [one.nick for one in script.players]


@given(st.lists(st.sampled_from([*"[]\"'#\n \t=a1,.{}", "[[steps]]", '"""', "[rulings]", "# x\n"]), max_size=40))
def test_blocks_and_rest_joined_are_the_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    blocks, rest = split(text)
    assert "".join(block.text for block in blocks) + rest == text


def test_comments_survive_an_evening(tmp_path: Path) -> None:
    path = tmp_path / "eve.toml"
    path.write_text(SAVE, encoding="utf-8")
    with desk.opened(path) as session:
        desk.start(session, "night")
        desk.enter_move(session, Role.DOCTOR, [3])
        desk.tell(session, told([{"to": 0, "about": "night 1", "says": {}}]))
        desk.close(session)
        desk.undo(session)
        desk.amend(session, [row(session, {"kind": "amend", "step": 1, "set": {"moves": {}}, "reason": "x"})])
    assert comments(path.read_text(encoding="utf-8")) == ALL
    with desk.opened(path) as session:
        desk.undo(session)
        desk.redo(session)
        desk.undo(session)
        desk.undo(session)
        desk.undo(session)
    assert comments(path.read_text(encoding="utf-8")) == ALL
    assert not play(on_disk(path)).faults


@pytest.mark.parametrize(
    "line",
    ['name = """a # b\n# c"""', "name = '''# '' c\n'''", 'name = "\\"#"', "name = '#'", 'tracks = [["#", "[#"]]'],
)
def test_what_only_looks_like_a_comment_is_none(line: str) -> None:
    assert load(f"{line}\nformat = 1 # yes\n".encode()).header.comments == ("# yes",)


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
        again = load(text.encode())
        assert dump(again) == text
        anew = dump(again.but(steps=tuple(row.but() for row in again.steps)))
        assert comments(anew) == comments(text)
        assert dump(load(anew.encode())) == anew
        played, plain = play(again), play(doc)
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


def placed(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The comments of each block that has any, and those after all."""
    blocks, rest = split(text)
    return [(block.name, comments_in(block.text)) for block in blocks if "#" in block.text] + [("", comments_in(rest))]


def test_what_is_written_at_a_step_comes_back_with_it(tmp_path: Path, mafia: Callable[..., Any]) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    path.write_text(BEGUN, encoding="utf-8")
    before = placed(path.read_text(encoding="utf-8"))
    assert len(comments(BEGUN)) == 16
    for times in range(1, 6):
        for _ in range(times):
            assert mafia("undo") == (0, ANY, "")
        gone = placed(path.read_text(encoding="utf-8"))
        assert sum(len(found) for _, found in gone) == 16 - [0, 2, 4, 7, 7, 7][times]
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
    every = comments(BEGUN)
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
    every = [line for line in comments(text) if line.startswith("# no.")]
    assert len(every) > 20
    for _ in range(12):
        with desk.opened(path) as session:
            for action in rng.choices([desk.undo, desk.redo], [3, 1], k=4):
                with suppress(RefusedError):
                    action(session)
            if rng.random() < 0.2 and not session.played.faults:
                desk.happen(session, row(session, {"kind": "note", "text": "x"}))
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
    doc = on_disk(path)
    assert {key: value for key, value in doc["steps"][-1].items() if key != "#"} == {"kind": "note", "text": "hello"}
    assert ("# mine" in path.read_text(encoding="utf-8")) == ("mine" in packed)


def test_undo_in_set_up_takes_an_answer_back_and_no_comment(tmp_path: Path, mafia: Callable[..., Any]) -> None:
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "eve.toml"
    path.write_text('name = "eve"\n[setup]\nlang = "en"\n# me\nhost = "Lena"\n', encoding="utf-8")
    assert mafia("undo")[0] == 0
    doc = on_disk(path)
    assert (doc["setup"]["lang"], doc["setup"]["drafts"]) == ("en", {"host": "Lena"})
    assert comments(path.read_text(encoding="utf-8")) == ["# me"]
    assert mafia("redo")[0] == 0
    assert on_disk(path)["setup"]["host"] == "Lena"
