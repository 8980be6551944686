"""Games for the tests of the chronicle: the sample, whole or cut short, under nicks of one's choice."""

from pathlib import Path
from typing import Any

from documents import play

from mafia_cli.script.model import Played
from mafia_cli.script.toml import dumps, parse

ROOT = Path(__file__).parent.parent.parent
EXAMPLE: dict[str, Any] = parse((ROOT / "saves" / "example.toml").read_bytes())

NASTY = [
    "<script>alert(1)</script>",
    "\" onload='x' <img src=x onerror=alert(1)>",
    "**жирный** _косой_ `код` ~~нет~~",
    "[ссылка](javascript:alert(1))",
    "# заголовок | ячейка",
    "1. список",
    "\x1b[31mкрасный\x1b[0m\x07",
    "\N{RIGHT-TO-LEFT OVERRIDE}тхинок",
    "</style><style>*{display:none}",
    "{nick} %s {0}",
    "<!-- - -->",
    "&lt;b&gt;",
    "н" * 200,
    "--help",
]


def game(steps: int | None = None, **more: Any) -> dict[str, Any]:
    """The sample as a game of one's own, its first steps or all of them."""
    doc = {key: value for key, value in EXAMPLE.items() if key != "example"}
    return {**doc, "steps": EXAMPLE["steps"][:steps], **more}


def renamed(doc: dict[str, Any], nicks: list[str]) -> dict[str, Any]:
    """The same game under other nicks, by seat."""
    new = dict(zip((player["nick"] for player in doc["players"]), nicks, strict=True))

    def turned(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: turned(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [turned(item, key) for item in value]
        return new.get(value, value) if isinstance(value, str) and key not in ("kind", "role", "chat") else value

    changed: dict[str, Any] = turned(doc)
    return changed


def saved(folder: Path, doc: dict[str, Any], name: str = "evening") -> Path:
    """Write a game into a folder of saves."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(dumps(doc), encoding="utf-8")
    return path


def played(doc: dict[str, Any]) -> Played:
    """The game played; it has no faults."""
    found = play(doc)
    assert not found.faults
    return found
