"""Saves of the version before are read, judged, told and written as they were (freeze.py makes them).

By default one of ten blocks of them is gone on with; ``MAFIA_LONG=1`` goes on with all.
"""

import json

import freeze
import pytest
from effort import LONG

EXPECTED = json.loads(freeze.DIGESTS.read_text(encoding="utf-8"))
GONE_ON = 10 if LONG else 1
BLOCKS = 10
"""Games are looked at some at a time: so many tests as they make blocks."""


def test_every_kind_of_step_is_among_them() -> None:
    saves = freeze.frozen()
    assert len(saves) == freeze.COUNT + 1
    text = "".join(data.decode() for data in saves.values())
    kinds = (
        *("night", "day", "kabum", "revive", "exclude", "heir", "rename", "replace", "violation", "override", "end"),
        *("amend", "alias", "note", "away", "forgive"),
    )
    assert [kind for kind in kinds if f'kind = "{kind}"' not in text] == []
    assert all(what in text for what in ("open = true", "[[told]]", "[[undone]]", "# ", "drop = true", "joined = true"))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_all_that_follows_is_as_it_was(block: int) -> None:
    some = {name: data for at, (name, data) in enumerate(freeze.frozen().items()) if at % BLOCKS == block}
    going_on = block < GONE_ON
    found = freeze.digests(some, going_on=going_on)
    wanted = {name: {key: one for key, one in EXPECTED[name].items() if going_on or key != "written"} for name in some}
    different = [f"{name} {key}" for name in some for key in wanted[name] if found[name].get(key) != wanted[name][key]]
    assert different == []
    assert {name: set(kinds) for name, kinds in found.items()} == {name: set(kinds) for name, kinds in wanted.items()}
