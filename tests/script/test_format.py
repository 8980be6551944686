"""The page of the format says what the code knows, and the reverse."""

import re
from pathlib import Path

from documents import play

import mafia_cli.script
from mafia_cli.rules.steps import STEPS
from mafia_cli.script import check, contract
from mafia_cli.script.contract import entries
from mafia_cli.script.tables import load

PAGE = (Path(mafia_cli.script.__file__).parent / "FORMAT.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, set[str]]:
    """The rows of the first table under a heading: the name in the first column, the names in the second."""
    part = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = next(line for line in part.split("\n\n") if line.startswith("|"))
    cells = [line.split("|")[1:-1] for line in table.split("\n")[2:] if line]
    return {re.findall("`([^`]+)`", cell[0])[0]: set(re.findall("`([^`]+)`", cell[1])) for cell in cells}


def test_every_kind_of_step_stands_there_with_its_keys_and_no_other() -> None:
    assert rows("Steps") == {kind: set(info.keys) for kind, info in STEPS.items()}


def test_every_key_outside_the_steps_stands_there_and_no_other() -> None:
    assert set(rows("The header")) == set(check.HEADER)
    assert set(rows("Players")) == set(check.PLAYER)
    assert set(rows("Told")) == set(check.TOLD)
    assert rows("Undone") == {what: set(keys) for what, keys in check.UNDONE_KEYS.items()}
    others = set(check.UNDONE) - {"what"} - {key for keys in check.UNDONE_KEYS.values() for key in keys}
    undone = PAGE.partition("\n## Undone\n")[2].partition("\n## ")[0]
    assert all(f"`{key}`" in undone for key in others)
    says = re.search(r"What of `says` is read again: (.*?)\. Everything", PAGE)
    assert says is not None
    assert set(re.findall("`([^`]+)`", says[1])) == set(check.SAYS)


def test_what_a_step_needs_is_said() -> None:
    needed = re.search(r"Needed are: (.*)\n", PAGE)
    assert needed is not None
    assert {key for info in STEPS.values() for key in info.needs} == set(re.findall("`([^`]+)`", needed[1]))


def test_the_contract_names_every_key_of_an_answer() -> None:
    example = PAGE.partition("```toml\n")[2].partition("```")[0].replace('journalist = ["Аня", "Борис"], ', "")
    played = play(load(example.replace('doctor = "Аня", mafia = "Борис", thief = ""', 'mafia = "Аня"').encode()))
    assert [record.kind for record in played.records] == ["night", "day"]
    told = PAGE.partition("## `mafia resolve --json`")[2]
    keys = {key for entry in entries(played) for key in entry} | {"revived", "file", "error", "alive", "steps"}
    assert [key for key in sorted(keys) if f"`{key}`" not in told] == []
    assert contract.alive(played) == ["Борис"]
