"""Who plays where a new game is set up, and what stands on disk after."""

import tomllib
from pathlib import Path
from typing import Any

ENGLISH = ["Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gus", "Hal"]
TWELVE = ["Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя", "Иван", "Кира", "Лёва", "Марк"]


def on_disk(path: Path) -> dict[str, Any]:
    """Return a save without what no two evenings share."""
    doc = tomllib.loads(path.read_text("utf-8"))
    return {key: value for key, value in doc.items() if key not in ("created", "told")}


def only_save() -> Path:
    """Return the one save there is."""
    (path,) = Path("saves").glob("*.toml")
    return path
