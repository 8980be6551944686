"""The quick reader gives what the TOML parser gives, or leaves the file to it."""

from typing import Any

import pytest
from chronicle_games import EXAMPLE, NASTY, game, renamed
from hypothesis import given
from hypothesis import strategies as st

from mafia_cli.saves.quick import read_quick
from mafia_cli.saves.text import SaveError, dumps, parse

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.booleans() | st.integers(-(1 << 63), (1 << 63) - 1) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS.filter(bool), inner, max_size=3),
    max_leaves=8,
)
TABLES = st.dictionaries(
    WORDS.filter(bool) | st.sampled_from(["nick", "votes", "moves", "entries"]), VALUES, max_size=5
)


def needed(doc: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in doc.items() if key not in ("told", "undone", "setup", "#")}
    if "steps" in kept:
        kept["steps"] = [{key: value for key, value in step.items() if key != "entries"} for step in kept["steps"]]
    return kept


def same(data: bytes) -> None:
    assert needed(read_quick(data)) == needed(parse(data))


@pytest.mark.parametrize(
    "doc", [EXAMPLE, game(3), renamed(game(), NASTY), {}], ids=["sample", "begun", "nasty", "empty"]
)
def test_own_files(doc: dict[str, Any]) -> None:
    same(dumps(doc).encode())


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "name": WORDS,
            "seed": st.integers(-5, 1 << 40),
            "rulings": TABLES,
            "players": st.lists(TABLES, max_size=3),
            "steps": st.lists(TABLES, max_size=3),
            "told": st.lists(TABLES, max_size=2),
        },
    )
)
def test_whatever_the_program_writes(doc: dict[str, Any]) -> None:
    same(dumps(doc).encode())


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\nseed = 1 # and one behind\n",
        "[[players]]\nnick = 'А'\n[[steps]]\nkind = 'night'\n[steps.moves]\ndoctor = 'А'\n",
        'name = """\n[[players]]\nnick = "no"\n"""\n',
        "created = 2025-11-08T20:00:00+03:00\n",
        'seed = 1_000\nname = "\\u0041"\n',
        'votes = [\n    ["a", "b"], # so\n]\n',
        'a.b = 1\n"c d" = 2\n',
        "x = [null]\n".replace("null", "true"),
        "players = [{ nick = 'А' }]\n",
    ],
)
def test_files_written_by_hand(text: str) -> None:
    same(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "seed = 1\nseed = 2\n",
        "[rulings]\n[rulings]\n",
        "players = []\n[[players]]\n",
        'name = "a\x7f"\n',
        'name = "a\tb\x01"\n',
        "x = [NaN]\n",
        "x = 012\n",
        "[[steps]\n",
        "[rulings]]\n",
        "votes = [\n",
    ],
)
def test_what_is_no_toml_is_refused_all_the_same(text: str) -> None:
    with pytest.raises(SaveError):
        parse(text.encode())
    with pytest.raises(SaveError):
        read_quick(text.encode())
