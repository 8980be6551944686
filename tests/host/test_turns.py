"""Looking moves nothing; an act has its turn; one that names its phase may be called again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents import on_disk
from seat import Evening

from mafia_cli.script.toml import dumps

Mafia = Callable[..., tuple[int, str, str]]

NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Kira"]
ROLES = ["don", "mafia", "commissar", "doctor", "mayor", "citizen", "citizen", "citizen"]
LOOKS = (["night"], ["vote"], ["status"], ["announce"], ["why"], ["pm", "--list"], ["games"], ["night", "--night", "1"])
EVENING = [
    ["night", "--night", "1", "--move", "mafia=Kira", "--move", "commissar=Ann", "--yes"],
    ["night", "--night", "1", "--move", "doctor=Jane", "--judge", "--yes"],
    ["vote", "--day", "1", "--votes", "votes.txt"],
    ["vote", "--day", "1", "--close", "--yes"],
    ["vote", "--day", "1", "--votes", "words.txt", "--close", "--yes"],
    ["night", "--night", "2", "--move", "mafia=Egor", "--judge", "--yes"],
]
VOTES = "Boris = Ann\nVera = Ann\nGleb = Ann\nDana = Ann\nEgor = Ann\nAnn = Boris\nJane = Boris\n"


@pytest.fixture
def game(own_folder: Path) -> Path:
    """A game dealt, every role sent."""
    players = [{"nick": nick, "role": role} for nick, role in zip(NICKS, ROLES, strict=True)]
    told = [{"to": seat, "about": "role", "says": {}} for seat in range(1, 9)]
    (own_folder / "saves").mkdir()
    path = own_folder / "saves" / "eve.toml"
    path.write_text(dumps({"name": "eve", "seed": 7, "players": players, "told": told}), encoding="utf-8")
    (own_folder / "votes.txt").write_text(VOTES, encoding="utf-8")
    (own_folder / "words.txt").write_text("Boris = -\nVera = -\nGleb = -\n", encoding="utf-8")
    return path


def phases(path: Path) -> list[tuple[str, bool]]:
    doc: dict[str, Any] = on_disk(path)
    return [(step["kind"], bool(step.get("open"))) for step in doc.get("steps", [])]


def test_looking_changes_no_byte_and_every_call_may_be_made_twice(mafia: Mafia, game: Path) -> None:
    for at, call in enumerate(EVENING):
        for look in LOOKS:
            before = game.read_bytes()
            mafia(*look)
            assert game.read_bytes() == before, (call, look)
        first = mafia(*call)
        assert first[0] == 0, first
        once = game.read_bytes()
        for done in EVENING[: at + 1]:
            status, out, _ = mafia(*done)
            assert (status, game.read_bytes()) == (0, once), (call, done)
            assert done is not call or out == first[1]
    assert phases(game) == [("night", False), ("day", False), ("night", False)]


@pytest.mark.parametrize(
    ("played", "call", "due"),
    [
        (0, ["vote", "--close", "--yes"], "Night 1 is due"),
        (0, ["vote", "--votes", "votes.txt"], "Night 1 is due"),
        (0, ["vote"], "Night 1 is due"),
        (0, ["night", "--night", "2", "--judge", "--yes"], "Night 1 is due"),
        (2, ["night", "--judge", "--yes"], "day 1 is due"),
        (2, ["night", "--move", "doctor=Ann"], "day 1 is due"),
        (2, ["night", "--night", "2", "--judge", "--yes"], "day 1 is due"),
        (2, ["night", "--night", "1", "--move", "doctor=Ann"], "Night 1 is judged, and not so"),
        (4, ["night", "--judge", "--yes"], "day 1 is due"),
        (4, ["vote", "--close", "--yes"], "Nobody has said a word"),
        (5, ["vote", "--close", "--yes"], "Night 2 is due"),
        (5, ["vote", "--day", "1", "--votes", "other.txt"], "Day 1 is closed, and not so"),
    ],
)
def test_an_act_out_of_its_turn_is_refused_and_says_what_is_due(
    mafia: Mafia, game: Path, played: int, call: list[str], due: str
) -> None:
    Path("other.txt").write_text("Vera = Boris\n", encoding="utf-8")
    for done in EVENING[:played]:
        assert mafia(*done)[0] == 0
    before = game.read_bytes()
    status, out, err = mafia(*call)
    assert (status, out) == (1, "")
    assert due in err
    assert game.read_bytes() == before


def test_the_host_may_overrule_the_order(mafia: Mafia, game: Path) -> None:
    for done in EVENING[:2]:
        assert mafia(*done)[0] == 0
    assert mafia("night", "--judge", "--yes", "--anyway")[0] == 0
    assert phases(game) == [("night", False), ("night", False)]
    for done in EVENING[2:4]:
        assert mafia(*done)[0] == 0
    assert mafia("vote", "--close", "--yes", "--anyway")[0] == 0
    assert phases(game)[-1] == ("day", False)


def test_a_night_that_was_dropped_is_not_due_again(mafia: Mafia, game: Path) -> None:
    for done in EVENING[:5]:
        assert mafia(*done)[0] == 0
    assert mafia("night", "--judge", "--yes")[0] == 0
    assert mafia("amend", "--drop", "3", "--reason", "x", "--yes")[0] == 0
    status, _, err = mafia("night", "--judge", "--yes")
    assert status == 1
    assert "day 2 is due" in err


@pytest.mark.parametrize(
    ("early", "asked"), [("/vote", "Night 1 has not been judged"), ("/night", "Day 1 has had no vote")]
)
def test_the_desk_asks_before_it_leaves_the_order(
    early: str, asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(capsys, tmp_path, "en")
    if early == "/night":
        evening.night()
    before = evening.path.read_bytes()
    assert asked in evening.types(early, "n")
    assert evening.path.read_bytes() == before
    evening.types(early, "y")
    assert evening.last["open"]


def test_a_bluffed_kabum_points_at_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roles = "don mafia commissar doctor casanova mayor thief healer kamikaze citizen"
    evening = Evening(capsys, tmp_path, "en", roles=roles)
    ann, boris, healer, kamikaze = (evening.nicks[at] for at in (0, 1, 7, 8))
    for open_phase in (evening.night, evening.vote):
        bluff = evening.types(f"{ann}: -kabum {boris}")
        assert f"{ann} is not the one whose word it is" in bluff
        assert "/kabum" not in bluff
        assert kamikaze not in bluff.partition("-kabum")[2].partition("a bluff")[0]
        assert "/kabum nick" in evening.types(f"{kamikaze}: -kabum {boris}")
        open_phase()
    assert "nobody comes back" in evening.types(f"{ann}: revive {boris}")
    assert "/revive nick" in evening.types(f"{healer}: revive {boris}")
    assert [step["kind"] for step in evening.steps] == ["night", "night", "day"]
