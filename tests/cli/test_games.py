"""``mafia games rename / delete / restore / check``, run as commands on saves in a folder."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafia_cli.script import disk
from mafia_cli.script.blocks import line_of
from mafia_cli.script.toml import dumps
from mafia_cli.script.toml import parse as parse_all

Mafia = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parent.parent.parent
SAMPLE = (ROOT / "saves" / "example.toml").read_text(encoding="utf-8").replace("example = true\n", "")


def parse(data: bytes) -> dict[str, Any]:
    """A document without what is kept of the host's comments."""
    return {key: value for key, value in parse_all(data).items() if key != "#"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "saves"
    made.mkdir()
    return made


def put(folder: Path, text: str, name: str = "evening") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def a_game(steps: int | None = None, **more: Any) -> str:
    doc = parse(SAMPLE.encode())
    return dumps({**doc, "steps": doc["steps"][:steps], **more})


# --- the group ----------------------------------------------------------------------------------------------


def test_games_is_a_command_and_a_group(mafia: Mafia, folder: Path) -> None:
    put(folder, a_game())
    assert "evening" in mafia("games")[1]
    assert "evening" in mafia("games", "--all")[1]
    assert mafia("games", "--help")[1].startswith("Usage: mafia games")
    assert mafia("games", "check", "--help")[1].startswith("Usage: mafia games check")
    assert mafia("games", "nonsense")[0] == 2
    for name in ("rename", "delete", "restore", "check"):
        assert f"games {name}" in mafia("--help")[1]


# --- rename, delete, restore --------------------------------------------------------------------------------


def test_renaming_keeps_comments_and_backups(mafia: Mafia, folder: Path) -> None:
    path = put(folder, "# my own words\n" + SAMPLE)
    disk.back_up(path, path.read_bytes())
    status, said, _ = mafia("games", "rename", "evening", 'Пятница "у Ани"')
    assert status == 0
    assert 'Пятница "у Ани"' in said
    new = folder / "пятница-у-ани.toml"
    assert sorted(os.listdir(folder)) == [".backups", ".locks", new.name]
    text = new.read_text(encoding="utf-8")
    assert text.startswith("# my own words\n")
    assert parse(text.encode()) == parse(SAMPLE.encode()) | {"name": 'Пятница "у Ани"'}
    assert len(disk.backups(new)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "seed = 3\n",
        "",
        'name = """\nold\n"""\nseed = 1\n',
        "name = 'old'\n[rulings]\n",
        '[setup]\nname = "other"\n',
        '"name" = "old"\n',
    ],
)
def test_a_name_gets_into_any_header(mafia: Mafia, folder: Path, text: str) -> None:
    put(folder, text)
    assert mafia("games", "rename", "evening", "new")[0] == 0
    assert parse((folder / "new.toml").read_bytes()) == parse(text.encode()) | {"name": "new"}


def test_renaming_to_the_same_file_and_to_a_taken_one(mafia: Mafia, folder: Path) -> None:
    put(folder, SAMPLE)
    put(folder, SAMPLE, "other")
    assert mafia("games", "rename", "evening", "Evening!")[0] == 0
    assert mafia("games", "rename", "evening", "other")[0] == 0
    assert {path.name for path in folder.glob("*.toml")} == {"other.toml", "other-2.toml"}
    assert mafia("games", "rename", "other-2", "  ")[0] == 1
    assert mafia("games", "rename", "none", "x")[0] == 1


def test_nasty_names_stay_in_the_folder(mafia: Mafia, folder: Path) -> None:
    for name in ("../../x", "CON", "a/b", "nul.toml", "\x1b[31m", "я" * 500):
        put(folder, SAMPLE)
        assert mafia("games", "rename", "evening", name)[0] == 0
    assert not (folder.parent.parent / "x.toml").exists()
    assert len(list(folder.glob("*.toml"))) == 6


def test_deleting_asks_and_can_be_taken_back(mafia: Mafia, folder: Path) -> None:
    path = put(folder, a_game(3))
    before = path.read_bytes()
    status, _, said = mafia("games", "delete", "evening")
    assert status == 1
    assert "--yes" in said
    assert path.exists()
    assert mafia("games", "delete", "evening", "--yes")[0] == 0
    assert not path.exists()
    assert mafia("games", "restore", "evening", "1")[0] == 0
    assert path.read_bytes() == before
    assert mafia("games", "restore", "../evening")[0] == 1


def test_restoring_lists_and_swaps(mafia: Mafia, folder: Path) -> None:
    path = put(folder, a_game(5))
    for steps in (1, 2, 3):
        disk.back_up(path, a_game(steps).encode())
    said = mafia("games", "restore", "evening")[1]
    rows = said.splitlines()
    assert "after day 1" in rows[1]
    assert "after night 1, 14 alive" in rows[3]
    assert "mafia games restore evening NUMBER" in rows[-1]
    before = path.read_bytes()
    status, said, _ = mafia("games", "restore", "evening", "3")
    assert status == 0
    assert "after night 1" in said
    assert path.read_text(encoding="utf-8") == a_game(1)
    assert mafia("games", "restore", "evening", "1")[0] == 0
    assert path.read_bytes() == before
    status, _, said = mafia("games", "restore", "evening", "99")
    assert status == 1
    assert "99" in said


def test_the_tenth_of_ten_can_be_brought_back(mafia: Mafia, folder: Path) -> None:
    path = put(folder, a_game(9))
    for steps in range(10):
        disk.back_up(path, a_game(steps).encode())
    assert mafia("games", "restore", "evening", "10")[0] == 0
    assert path.read_text(encoding="utf-8") == a_game(0)
    assert len(disk.backups(path)) == 10


def test_a_damaged_save_is_replaced_by_a_backup(mafia: Mafia, folder: Path) -> None:
    path = put(folder, "[[steps")
    assert "no backups" in mafia("games", "restore", "evening")[1]
    disk.back_up(path, a_game(2).encode())
    assert mafia("games", "restore", "evening", "1")[0] == 0
    assert path.read_text(encoding="utf-8") == a_game(2)


# --- check --------------------------------------------------------------------------------------------------


def test_a_sound_game(mafia: Mafia, folder: Path) -> None:
    put(folder, SAMPLE)
    assert mafia("games", "check") == (0, "evening.toml: all is well.\n", "")


def test_everything_wrong_is_told_with_its_line(mafia: Mafia, folder: Path) -> None:
    text = (
        'seed = 7\n\n[[players]]\nnick = "A"\nrole = "don"\n\n[[players]]\nnick = "B"\nrole = "doctor"\n\n'
        '[[steps]]\nkind = "night"\nmoves = { doctor = "Bb" }\n\n'
        '[[steps]]\nkind = "night"\nmovse = {}\n\n'
        '[[steps]]\nkind = "day"\nvotes = [\n  ["A", "B"],\n  ["A"],\n]\n\n'
        '[[steps]]\nkind = "kabum"\ntarget = "C"\n\n'
        '[[steps]]\nkind = "amend"\nstep = 99\n\n'
        '[[steps]]\nkind = "nihgt"\n'
    )
    put(folder, text)
    status, said, _ = mafia("games", "check", "evening")
    assert status == 1
    places = [line.partition(": ")[0] for line in said.replace("\n  ", " ").splitlines()]
    lines = ["13", "17", "23", "28", "32", "35"]
    assert places == [f"evening.toml:{line}" for line in lines]
    assert 'steps[2].movse: Unknown key "movse"' in said
    assert "moves" in said
    assert "night" in said


def test_header_faults_do_not_hide_the_steps(mafia: Mafia, folder: Path) -> None:
    text = 'sede = 7\n[[players]]\nnick = "A"\nrole = "dno"\n[[steps]]\nkind = "night"\nmoves = 3\n'
    put(folder, text)
    said = mafia("games", "check")[1]
    assert ":1: sede:" in said
    assert ":7: steps[1].moves:" in said
    put(folder, text.replace("sede", "seed"))
    said = mafia("games", "check")[1]
    assert ":4: players[1].role:" in said
    assert ":7: steps[1].moves:" in said


def test_a_file_that_does_not_parse(mafia: Mafia, folder: Path) -> None:
    put(folder, 'seed = 1\nname = "x\n')
    status, said, _ = mafia("games", "check")
    assert status == 1
    assert said.startswith("evening.toml:2: ")
    (folder / "evening.toml").write_bytes("имя = 1\n".encode("cp1251"))
    assert "windows-1251" in mafia("games", "check")[1]


def test_files_names_and_all(mafia: Mafia, folder: Path, tmp_path: Path) -> None:
    put(folder, SAMPLE)
    put(folder, "x", "broken")
    other = tmp_path / "script.toml"
    other.write_text(SAMPLE, encoding="utf-8")
    assert mafia("games", "check", "script.toml", "evening")[1].count("all is well") == 2
    status, said, _ = mafia("games", "check", "--all")
    assert status == 1
    assert said.count("all is well") == 1
    assert mafia("games", "check", "nowhere")[0] == 1


def test_what_was_told_otherwise_than_it_follows_now(mafia: Mafia, folder: Path) -> None:
    told = [
        {"to": 0, "about": "night 1", "says": {"died": ["Колобок"], "seduced": ["Емеля"]}},
        {"to": 3, "about": "night 1", "says": {"commissar": "+"}},
        {"to": 0, "about": "call day 1", "says": {}},
    ]
    put(folder, a_game(1, told=told))
    status, said, _ = mafia("games", "check")
    assert status == 0
    assert "told[1]: Told otherwise than it follows now: night 1." in said.replace("\n  ", " ")
    assert "night 1, 3 Василиса" in said.replace("\n  ", " ")
    assert "call" not in said


def test_a_game_not_dealt_yet_is_no_fault(mafia: Mafia, folder: Path) -> None:
    put(folder, '[[players]]\nnick = "A"\n')
    assert mafia("games", "check")[0] == 0


# --- lines --------------------------------------------------------------------------------------------------


def test_places_and_lines() -> None:
    text = (
        '# "[[no]]"\nname = """\n[[steps]]\nkind\n"""\n"odd key" = 1\n\n[[steps]]\nkind = "day"\nvotes = [ # so\n'
        '  ["a", "b"],\n\n  ["c",\n   "d"],\n]\n[[steps]]\n[steps.moves]\ndoctor = \'a\'\nthief.x = 2\n'
    )
    places = ("name", "odd key", "steps", "steps[1]", "steps[2]", "steps[1].votes", "steps[1].votes[1]")
    assert [line_of(text, place) for place in places] == [2, 6, 8, 8, 16, 10, 11]
    assert [line_of(text, f"steps[2].moves{key}") for key in ("", ".doctor", ".thief.x")] == [17, 18, 19]
    assert line_of(text, "steps[2].moves.don") == 17
    assert line_of(text, "steps[1].target") == 8
    assert line_of(text, "nowhere") is None
    assert line_of(text, "") is None


@given(st.text(max_size=80), st.text(alphabet="[]{}=\"'\\#,.ab1 \n", max_size=60))
def test_reading_lines_never_fails(text: str, toml: str) -> None:
    for place in ("", "name", "steps[2].moves.don", text):
        line_of(text, place)
        line_of(toml, place)


def test_every_key_of_the_sample_is_found() -> None:
    text = SAMPLE
    doc = parse(text.encode())
    written = text.splitlines()
    for number, step in enumerate(doc["steps"], 1):
        for key in step:
            assert written[(line_of(text, f"steps[{number}].{key}") or 0) - 1].startswith(f"{key} = ")


# --- a game still being set up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"setup": {"name": "evening"}},
        {"setup": {"name": "evening", "drafts": {"players": [{"nick": "Ann"}]}}},
        {"setup": {"name": "evening"}, "players": [{"nick": "Ann"}, {"nick": "Boris", "role": "don"}]},
    ],
)
def test_a_set_up_is_no_damaged_game(mafia: Mafia, folder: Path, more: dict[str, Any]) -> None:
    path = put(folder, dumps({"name": "evening", **more}))
    before = path.read_bytes()
    listed = mafia("games")[1]
    assert "roles not dealt" in listed
    assert "damaged" not in listed
    assert mafia("games", "check")[0] == 0
    said = "The game is still being set up, the roles are not dealt (1.5). To go on: mafia new\n"
    lines = [
        "status",
        "night",
        "vote",
        "announce",
        "pm",
        "why",
        "export",
        "end none",
        "deal --again --yes",
        "music",
        "amend",
    ]
    unknown = 'mayor: There is no player "=" in the game.\n'
    for line in [*lines, "kabum Ann", "override --reason x --mayor ="]:
        status, out, err = mafia(*line.split())
        assert (status, out) == (1, ""), line
        assert err == {"kabum": 'There is no player "Ann" in the game.\n', "override": unknown}.get(
            line.split()[0], said
        )
    assert mafia("resolve", str(path))[2] == f"{path}: {said}"
    assert path.read_bytes() == before


def test_without_a_set_up_no_players_are_a_fault(mafia: Mafia, folder: Path) -> None:
    put(folder, dumps({"name": "evening"}))
    assert "no players" in mafia("status")[2]
    assert mafia("games", "check")[0] == 1
