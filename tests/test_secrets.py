"""What the chat and one player see tells nothing about the deal but what the roles shown tell: an attack, kept."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from conftest import Mafia
from documents import as_script, play

from mafia_cli.rules.deal import dealt, suggested
from mafia_cli.script.draws import drawn
from mafia_cli.script.tables import load
from mafia_cli.script.told import derived
from mafia_cli.texts import chat_texts, voice_of
from mafia_cli.words.catalogue import Words

NICKS = [f"p{seat}" for seat in range(1, 9)]
DEALS, LOTS, WORDINGS = range(40), range(14), range(3)
NIGHTS = [
    {"kind": "night", "moves": {"mafia": "p1"}},
    {"kind": "day", "votes": [[nick, "p2"] for nick in NICKS[2:]], "acquit": [[nick, False] for nick in NICKS[2:]]},
    {"kind": "night", "moves": {"mafia": "p4"}},
]


@cache
def shown(seed: int, lots: int | None, wording: int | None, pack: str | None, seat: int) -> tuple[Any, ...]:
    """All that the chat is told of a game, and what one seat is told in private."""
    roles = [role.value for role in dealt(suggested(len(NICKS)), seed)]
    keys = {key: value for key, value in (("lots", lots), ("wording", wording), ("pack", pack)) if value is not None}
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, roles, strict=True)]
    rulings = {"mayor_heir": "random"}
    script = as_script({"seed": seed, **keys, "rulings": rulings, "players": players, "steps": NIGHTS})
    played = play(script)
    texts = chat_texts(script, played, voice_of(script, Words("ru"), None))
    private = [str(one.says) for one in derived(played) if one.to == seat]
    return (*(text.text for text in texts), *private)


@pytest.mark.parametrize("seat", [3, 5])
def test_a_themed_evening_excludes_no_more_deals_than_a_plain_one(seat: int) -> None:
    plain = {seed: {shown(seed, lots, 0, None, seat) for lots in LOTS} for seed in DEALS}
    themed = {seed: {shown(seed, *keys, "pirates", seat) for keys in product(LOTS, WORDINGS)} for seed in DEALS}
    assert max(map(len, plain.values())) > 1, "the title of a killed mayor goes to one or another"
    for seed, lots, wording in product(DEALS, LOTS[:2], WORDINGS[:2]):
        seen = shown(seed, lots, wording, "pirates", seat)
        known = shown(seed, lots, 0, None, seat)
        left = {one for one in DEALS if seen in themed[one]}
        assert left == {one for one in DEALS if known in plain[one]}
    assert len(set(map(frozenset, themed.values()))) > 1


def test_the_attack_sees_what_one_seed_for_all_gives_away() -> None:
    seen = [shown(seed, None, None, "pirates", 3) for seed in DEALS]
    plain = [shown(seed, 0, 0, None, 3) for seed in DEALS]
    assert len(set(seen)) > len(set(plain))


def keys_of(text: str) -> Iterator[int]:
    for key in ("seed", "lots", "wording"):
        found = re.search(rf"^{key} = (\d+)$", text, re.MULTILINE)
        assert found is not None
        yield int(found[1])


def test_a_deal_and_a_new_one_take_three_fresh_keys_of_63_bits(mafia: Mafia, own_folder: Any, drawn_seed: None) -> None:
    (own_folder / "people.txt").write_text("\n".join(NICKS), "utf-8")
    assert mafia("new", "eve", "--players", "people.txt", "--yes")[0] == 0
    path = own_folder / "saves" / "eve.toml"
    first = path.read_bytes()
    assert mafia("deal", "--again", "--yes")[0] == 0
    keys = [*keys_of(first.decode()), *keys_of(path.read_text("utf-8"))]
    assert len(set(keys)) == 6
    assert min(keys) >> 40
    assert max(keys) < 1 << 63
    assert load(path.read_bytes()).header.key("lots") == keys[4]
    assert mafia("games", "restore", "eve", "2")[0] == 0
    assert path.read_bytes() == first


def test_a_seed_that_is_given_stands_for_all_as_in_a_save_of_old() -> None:
    assert drawn(7) == {"seed": 7}
    header = as_script({"seed": 7}).header
    assert (header.key("lots"), header.key("wording")) == (7, 7)
