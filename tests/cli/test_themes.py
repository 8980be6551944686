"""Theme packs at the command line: listing, showing, checking, one's own, and a game that speaks in one."""

import tomllib
from pathlib import Path

import pytest
from conftest import Mafia

pytestmark = pytest.mark.usefixtures("drawn_seed")

NICKS = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan"]
OWN = """
name = "Moon Base"
about = "Grey dust."
town = "the moon"

[roles]
doctor = "Med-bot"

[morning]
quiet = ["Night {night}, all quiet on {town}.", "Night {night}: no losses."]
"""


@pytest.fixture
def players(own_folder: Path) -> str:
    path = own_folder / "players.txt"
    path.write_text("\n".join(NICKS), encoding="utf-8")
    return str(path)


@pytest.fixture
def saves(own_folder: Path) -> Path:
    return own_folder / "saves"


def own_pack(saves: Path, text: str = OWN, name: str = "moon.toml") -> Path:
    folder = saves / "themes"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_all_packs_are_listed_and_each_can_be_seen(mafia: Mafia) -> None:
    status, out, _ = mafia("themes")
    assert status == 0
    for name in ("plain", "chicago", "medieval", "space", "pirates", "fairytale", "wildwest", "zoo", "rockconcert"):
        assert name in out
        assert mafia("themes", name)[0] == 0
    status, out, _ = mafia("themes", "pirates", "--lang", "ru")
    assert "Морской дьявол (маньяк)" in out
    assert "потерь нет" in " ".join(out.lower().split())
    assert mafia("themes", "морские", "ПИРАТЫ", "--lang", "ru")[1] == out


def test_an_unknown_pack_is_named_with_those_there_are(mafia: Mafia) -> None:
    status, _, err = mafia("themes", "piratse")
    assert status == 1
    assert "Perhaps: pirates" in err


def test_an_own_pack_is_found_beside_the_saves(mafia: Mafia, saves: Path, players: str) -> None:
    own_pack(saves)
    assert "Moon Base (your own)" in mafia("themes")[1]
    assert "Med-bot (doctor)" in mafia("themes", "moon")[1]
    assert mafia("new", "evening", "--players", players, "--pack", "Moon Base", "--seed", "1", "--yes")[0] == 0
    doc = tomllib.loads((saves / "evening.toml").read_text(encoding="utf-8"))
    assert (doc["pack"], doc["theme"]) == ("moon", "Moon Base")
    mafia("pm", "--sent", "all")
    mafia("night", "--judge", "--yes")
    said = mafia("announce")[1].strip()
    assert said in ("Night 1, all quiet on The moon.", "Night 1: no losses.")
    (saves / "themes" / "moon.toml").unlink()
    assert "The town" in mafia("announce")[1]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_an_own_pack_speaks_in_the_preview_of_an_amend_and_in_an_unfinished_chronicle(
    mafia: Mafia, saves: Path, players: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_pack(saves)
    monkeypatch.setenv("MAFIA_LANG", lang)
    assert mafia("new", "eve", "--players", players, "--pack", "moon", "--seed", "1", "--yes")[0] == 0
    mafia("pm", "--sent", "all")
    roles = [player["role"] for player in tomllib.loads((saves / "eve.toml").read_text(encoding="utf-8"))["players"]]
    commissar, doctor = roles.index("commissar") + 1, roles.index("doctor") + 1
    swap = ("--role", f"{commissar}=doctor", "--role", f"{doctor}=commissar")
    assert "Med-bot" in mafia("amend", *swap)[1]
    assert "Med-bot" in mafia("amend", *swap, "--yes")[1]
    mafia("pm", "--sent", "all")
    assert mafia("night", "--judge", "--yes")[0] == 0
    for form in ("md", "txt", "json", "html"):
        said = mafia("export", "--format", form, "--output", "-")[1]
        assert "Night 1: no losses." in said


def test_a_language_may_have_its_own_file(mafia: Mafia, saves: Path) -> None:
    own_pack(saves, 'name = "Луна"\n', "moon.ru.toml")
    assert "Луна" not in mafia("themes")[1]
    assert "Луна" in mafia("themes", "--lang", "ru")[1]


def test_check_names_all_mistakes_with_places(mafia: Mafia, saves: Path) -> None:
    good = own_pack(saves)
    assert mafia("themes", "check", str(good))[:2] == (0, f"{good}: no mistakes.\n")
    bad = own_pack(saves, 'nmae = "x"\n[morning]\nquiet = ["ok", "{who}"]\ndied_one = "gone"\n', "bad.toml")
    status, _, err = mafia("themes", "check", str(bad))
    assert status == 1
    assert "nmae" in err
    assert "Perhaps: name" in err
    assert "morning.quiet[2]: There is no place {who} here. Allowed: {night}, {town}." in err
    assert "morning.died_one: The place {victim} is missing" in err
    broken = own_pack(saves, "name = ", "broken.toml")
    assert mafia("themes", "check", str(broken))[0] == 1
    assert mafia("themes", "check", str(saves / "none.toml"))[0] == 1
    assert "\nbroken " not in mafia("themes")[1]


@pytest.mark.parametrize("name", ["../evening", "moon/../moon", "a" * 60, "/etc/passwd"])
def test_a_pack_is_no_path(mafia: Mafia, saves: Path, players: str, name: str) -> None:
    own_pack(saves)
    assert mafia("new", "--players", players, "--pack", name, "--yes")[0] == 1


def test_a_game_in_a_theme_speaks_in_it(mafia: Mafia, saves: Path, players: str) -> None:
    status, _, _ = mafia("new", "n", "--players", players, "--pack", "pirates", "--seed", "3", "--yes", "--lang", "ru")
    assert status == 0
    status, out, _ = mafia("pm", "--lang", "ru")
    assert "В этой теме вы — Капитан." in out
    assert "пират" in mafia("status", "--lang", "ru")[1].lower()
    mafia("pm", "--sent", "all")
    mafia("night", "--judge", "--yes")
    assert "потерь нет" in mafia("announce")[1]
    free = mafia("new", "m", "--players", players, "--pack", "zoo", "--theme", "Our zoo", "--yes")
    assert free[0] == 0
    doc = tomllib.loads((saves / "m.toml").read_text(encoding="utf-8"))
    assert (doc["pack"], doc["theme"]) == ("zoo", "Our zoo")


def test_a_plain_game_has_no_line_about_a_theme(mafia: Mafia, players: str) -> None:
    mafia("new", "n", "--players", players, "--pack", "plain", "--yes")
    assert "theme" not in mafia("pm")[1]


def test_a_packs_file_is_a_beginning_for_ones_own(mafia: Mafia, saves: Path) -> None:
    text = mafia("themes", "zoo", "--toml")[1]
    path = own_pack(saves, text.replace('name = "Zoo"', 'name = "Our zoo"'), "ours.toml")
    assert mafia("themes", "check", str(path))[0] == 0
    assert "Our zoo (your own)" in mafia("themes")[1]
    assert mafia("themes", "ours", "--toml")[1] == path.read_text(encoding="utf-8")


# --- one's own pack with something wrong in it ------------------------------------------------------------------


def shown(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [("name = = 5", "line 1, column 8"), ("\ufffe\x00", "UTF-8"), ("a = " + "[" * 5000, "brackets")],
    ids=["toml", "binary", "deep"],
)
def test_a_file_that_cannot_be_read_is_no_pack_and_says_so(
    mafia: Mafia, saves: Path, players: str, text: str, why: str
) -> None:
    path = own_pack(saves, name="broken.toml")
    path.write_bytes(text.encode("utf-16" if why == "UTF-8" else "utf-8"))
    listed = mafia("themes")[1]
    assert f"{path}: this is no pack. Why: mafia themes check FILE" in shown(listed)
    for line in (["themes", "broken"], ["new", "eve", "--players", players, "--pack", "broken", "--yes"]):
        status, out, err = mafia(*line)
        assert (status, out) == (1, "")
        assert err.startswith(f"{path}: ")
        assert why in err
    assert not list(saves.glob("*.toml"))


def test_a_file_whose_name_nobody_can_choose_is_named(mafia: Mafia, saves: Path) -> None:
    path = own_pack(saves, name="my moon.toml")
    assert f"{path}: this is no pack." in shown(mafia("themes")[1])
    status, out, err = mafia("themes", "check", str(path))
    assert (status, out) == (1, "")
    assert "my moon.toml" in err
    assert mafia("themes", "my", "moon")[2] == err
    assert mafia("themes", "check", str(own_pack(saves, name="moon.ru.toml")))[0] == 0


def test_a_pack_with_mistakes_is_used_with_a_warning(mafia: Mafia, saves: Path, players: str) -> None:
    path = own_pack(saves, OWN + '\n[cause]\nnobody = "x"\n')
    warning = f'The theme pack "moon" has mistakes, plain words stand there. Which: mafia themes check {path}\n'
    assert "Moon Base (your own, with mistakes: mafia themes check)" in shown(mafia("themes")[1])
    assert mafia("new", "eve", "--players", players, "--pack", "moon", "--seed", "1")[2].startswith(warning)
    status, out, err = mafia("new", "eve", "--players", players, "--pack", "moon", "--seed", "1", "--yes")
    assert (status, err) == (0, warning)
    assert "Med-bot" not in err + out
    own_pack(saves)
    assert mafia("new", "two", "--players", players, "--pack", "moon", "--seed", "1", "--yes")[2] == ""
