"""A host's own comments in a save survive what the program writes."""

import random
from pathlib import Path
from typing import Any

import pytest
from random_games import random_game

from mafia_cli import session as desk
from mafia_cli.rules.roles import Role
from mafia_cli.saves import store
from mafia_cli.saves.script import play
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
