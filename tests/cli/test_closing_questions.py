"""What the desk asks before a night or a vote is closed is, by flags, a refusal that names it."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
DEAL = "Ann=don,Boris=mafia,Vera=commissar,Gleb=doctor,Dasha=casanova,Egor=mayor,Zhanna=citizen,Igor=kamikaze"


@pytest.fixture
def start(mafia: Mafia, tmp_path: Path) -> Callable[..., None]:
    """A game with its roles sent."""

    def begin(*rulings: str) -> None:
        (tmp_path / "deal").write_text(DEAL.replace(",", "\n"))
        (tmp_path / "players").write_text("\n".join(row.partition("=")[0] for row in DEAL.split(",")))
        options = [part for ruling in rulings for part in ("--ruling", ruling)]
        assert mafia("new", "t", "--players", "players", "--deal", "deal", "--yes", *options)[0] == 0
        assert mafia("pm", "--sent", "all")[0] == 0

    return begin


def test_a_night_and_a_vote_are_not_closed_over_an_heir_to_be_named(mafia: Mafia, start: Callable[..., None]) -> None:
    start()
    mafia("night", "--skip", "mafia", "--skip", "commissar", "--skip", "doctor", "--skip", "casanova")
    mafia("kabum", "Egor")
    status, _, said = mafia("night", "--judge")
    assert status == 1
    assert said.startswith("The mayor was killed and no heir is named (2.8).")
    assert mafia("player", "heir", "Zhanna")[0] == 0
    assert mafia("night", "--judge")[0] == 0


def test_a_tie_that_waits_is_named_and_a_wrong_answer_to_it_refused(
    mafia: Mafia, start: Callable[..., None], tmp_path: Path
) -> None:
    start("mayor_decides=asked", "tie=ask")
    mafia("night", "--judge", "--yes")
    rows = ["Ann = Boris", "Boris = Ann", "Vera = Ann", "Gleb = Boris", "Dasha = Egor", "Egor = Gleb"]
    (tmp_path / "votes").write_text("\n".join([*rows, "Zhanna =", "Igor ="]))
    status, _, said = mafia("vote", "--votes", "votes", "--close")
    assert (status, "The mayor votes for none of them and has not answered" in said) == (1, True)
    status, _, said = mafia("vote", "--mayor", "Egor", "--close")
    assert (status, said) == (1, "Egor will not do here (2.8). To choose from: Ann, Boris.\n")
    status, _, said = mafia("vote", "--mayor", "", "--close")
    assert (status, "The host has not decided" in said) == (1, True)
    assert mafia("vote", "--decision", "Boris", "--close")[0] == 0
    status, said, _ = mafia("announce", "--text", "count")
    assert "Boris" in said.splitlines()[-2]


def test_a_message_goes_to_who_has_the_seat_now(mafia: Mafia, start: Callable[..., None], tmp_path: Path) -> None:
    start()
    path = tmp_path / "saves" / "t.toml"
    path.write_text(path.read_text().replace('nick = "Ann"', 'nick = "Ann"\nchat = "ann_92"'))
    assert mafia("player", "replace", "Ann", "Zoe", "--chat", "zoe_new")[0] == 0
    assert mafia("pm")[1].startswith("→ 1. Zoe (zoe_new)\n")
    assert mafia("player", "replace", "Zoe", "Yana")[0] == 0
    assert mafia("pm", "Yana")[1].startswith("→ 1. Yana\n")
