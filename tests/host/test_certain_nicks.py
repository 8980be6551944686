"""At the desk too, what kills or renames acts on no guessed nick."""

from collections.abc import Callable
from pathlib import Path

from terminal import Screen
from test_desk import NICKS, saved, start

Mafia = Callable[..., tuple[int, str, str]]


def test_a_misspelt_nick_is_neither_excluded_nor_renamed(mafia: Mafia, tmp_path: Path) -> None:
    start(mafia, tmp_path, NICKS)
    saves = tmp_path / "saves"
    desk = Screen(saves, "play", "--game", "eve")
    before = saved(saves).get("steps", [])
    for line in ("/исключить Жана", "/кабум Жана", "/ник Жана Зинаида", "/замена Жана Зинаида"):
        desk.say(line)
        assert "может быть, Жанна?" in desk.text().rpartition(f"> {line}")[2], line
    assert (saved(saves).get("steps", [])) == before
