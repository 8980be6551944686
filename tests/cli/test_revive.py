"""A revival by command: why not is for the host's eyes, what to answer the healer is neutral (2.12)."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "healer", "citizen"]
NICKS = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe"]


def start(mafia: Mafia, folder: Path, *more: str) -> None:
    (folder / "players").write_text("\n".join(NICKS))
    (folder / "deal").write_text("\n".join(f"{nick} = {role}" for nick, role in zip(NICKS, ROLES, strict=True)))
    made = ["new", "--players", str(folder / "players"), "--deal", str(folder / "deal"), "--lang", "en", *more, "--yes"]
    assert mafia(*made)[0] == 0


def test_the_reason_is_for_the_host_the_reply_is_neutral(mafia: Mafia, own_folder: Path) -> None:
    start(mafia, own_folder)
    assert mafia("override", "--reason", "x", "--dead", "Boris")[0] == 0
    status, out, err = mafia("revive", "Boris")
    assert (status, out) == (1, "")
    reason, reply = err.splitlines()
    assert "2.12" in reason
    assert "Boris" not in reply
    assert "mafia" not in reply.lower()


def test_without_a_living_healer_nobody_is_to_be_answered(mafia: Mafia, own_folder: Path) -> None:
    start(mafia, own_folder)
    assert mafia("override", "--reason", "x", "--dead", "Boris", "--dead", "Jane")[0] == 0
    status, _, err = mafia("revive", "Boris")
    assert status == 1
    assert len(err.splitlines()) <= 2
    assert "neutral" not in err
