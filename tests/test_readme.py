"""What the README shows is what the program prints; its two lines are the ones that are run."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
PLAYERS = "anya_92 = Аня\nБорис\nВера\nГлеб\nДаша\nЕгор\nЖанна\nЗоя\nИгорь\nКира\n"
MOVES = "Зоя: убиваем веру\nдок веру\n[23:14] Вера: проверь Зою\nпутана игорь\n"

Mafia = Callable[..., tuple[int, str, str]]


def shown(block: str) -> list[tuple[list[str], list[str]]]:
    """Return (words of the command, lines shown) for each command of a block."""
    parts = re.split(r"^\$ mafia ", block, flags=re.MULTILINE)[1:]
    return [(shlex.split(part.partition("\n")[0]), part.partition("\n")[2].splitlines()) for part in parts]


def holds(said: list[str], wanted: list[str]) -> bool:
    """The lines stand in what was said, in order; ``...`` is any number of lines."""
    at = 0
    for line in wanted:
        if line.strip() == "..." or not line:
            continue
        while at < len(said) and said[at] != line:
            at += 1
        if at == len(said):
            return False
        at += 1
    return True


def evening(mafia: Mafia, folder: Path, upto: str) -> None:
    (folder / "игроки.txt").write_text(PLAYERS, encoding="utf-8")
    (folder / "лс.txt").write_text(MOVES, encoding="utf-8")
    for words, lines in shown(CONSOLE[0]):
        if words[:2] == upto.split():
            return
        status, out, _ = mafia("--lang", "ru", *words, *(["--seed", "6"] if words[0] == "new" else []))
        assert status == 0
        assert holds(out.splitlines(), lines), (words, out)


def test_the_evening_by_commands_prints_what_is_shown(mafia: Mafia, own_folder: Path) -> None:
    evening(mafia, own_folder, "none at_all")


def test_the_english_night_prints_what_is_shown(mafia: Mafia, own_folder: Path) -> None:
    evening(mafia, own_folder, "night --judge")
    ((words, lines),) = shown(CONSOLE[2])
    status, out, _ = mafia(*words)
    assert status == 0
    assert holds(out.splitlines(), lines), out


def test_the_shown_balance_is_of_the_recommended_composition(mafia: Mafia) -> None:
    ((words, lines),) = shown(CONSOLE[1])
    status, out, _ = mafia("--lang", "ru", *words, "--games", "200", "--jobs", "1")
    assert status == 0
    assert holds(out.splitlines(), lines[:2]), out


def test_every_file_and_command_named_is_there(mafia: Mafia) -> None:
    root = Path(__file__).parents[1]
    for name in re.findall(r"\]\((tests/[^)]+)\)|python (tests/\S+\.py)", README):
        assert (root / (name[0] or name[1])).is_file(), name
    _, overview, _ = mafia("--help")
    for name in ("new", "pm", "announce", "amend", "why", "stats", "export", "balance", "themes", "blacklist", "timer"):
        assert f"`{name}" in README or f"mafia {name}" in README
        assert re.search(rf"^\s+{name}\s", overview, re.MULTILINE)
