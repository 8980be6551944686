"""The help of every command: in one language, no line wider than a terminal or its half, nothing left out."""

import re
from collections.abc import Callable

import pytest

from mafia_cli.cli.commands import COMMANDS
from mafia_cli.words.catalogue import LANGUAGES

Mafia = Callable[..., tuple[int, str, str]]
GROUPS = sorted({name.partition(" ")[0] for name in COMMANDS if " " in name})


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["", "player", *COMMANDS])
def test_a_help_fits_a_terminal_and_names_values_in_its_language(
    name: str, lang: str, columns: int, mafia: Mafia, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    status, out, err = mafia(*name.split(), "--help", "--lang", lang)
    assert (status, err) == (0, "")
    assert [line for line in out.splitlines() if len(line) > columns] == []
    if lang == "ru":
        bare = re.sub(r"JSON|MAFIA_\w+|NO_COLOR|TERM", "", out)
        assert re.findall(r"\b[A-Z]{2,}\b", bare) == []
    assert "--yes," not in out or "--yes, -y" in out
    assert not re.search(r"--yes(?!, -y)  ", out)


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_names_its_commands(group: str, mafia: Mafia) -> None:
    out = mafia(group, "--help")[1]
    for name in COMMANDS:
        if name.startswith(f"{group} "):
            assert f"  {name}  " in out


@pytest.mark.parametrize(("line", "said"), [("kabum", "НИК"), ("player violation аня", "ПРАВИЛО"), ("resolve", "ФАЙЛ")])
def test_what_is_missing_has_its_name_in_the_hosts_language(line: str, said: str, mafia: Mafia) -> None:
    assert f"Не указано: {said}." in mafia(*line.split(), "--lang", "ru")[2]
    assert "--votes ФАЙЛ" in mafia("vote", "--json", "--lang", "ru")[2]


def test_what_would_be_right_is_told_whole(mafia: Mafia) -> None:
    said = mafia("themes", "zzz", "--lang", "ru")[2]
    assert "rockconcert" in said
    assert "…" not in said
