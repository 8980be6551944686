"""What cannot be, said in a sentence or two: what is wrong, why, what would be right."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role, Side
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe, short
from mafia_cli.words.names import People
from mafia_cli.words.placeholders import placeholder

_KEYED: Final = {"expected": "type", "what": "what", "detail": "toml", "reason": "disk"}
"""Parameters whose value names a text of this table of errors.toml (and stands as it is where none is there)."""
OWN: Final = frozenset(("right", "how", "known"))
"""Parameters in the program's own words: what would be right is told whole."""
OWN_LETTERS: Final = 140
_NOT_CITED: Final = frozenset({"", "D", "end", "SCRIPT"})


def message(words: Words, problem: Problem, people: People | None = None) -> str:
    """Return the sentence for a problem; ``people`` turns its seats into nicks (without: "№3").

    ``KeyError`` for a code that the catalogues do not know. Values that players typed come out safe and short.
    """
    as_typed = problem.code.startswith("unknown_")
    params = {name: _say(words, name, value, people, as_typed) for name, value in problem.params.items()}
    params["cite"] = "" if problem.rule in _NOT_CITED else f" ({problem.rule})"
    key = f"problem.{problem.code}"
    if isinstance(words.find("errors", key), Mapping):
        told = [value for name, value in problem.params.items() if name != "meant"]
        key += ".empty" if "" in told or not told else ".given"
    text = words.text("errors", key, **params)
    if params.get("meant"):
        text += " " + words.text("errors", "hint.meant", meant=params["meant"])
    return text


def messages(words: Words, problems: Iterable[Problem], people: People | None = None) -> list[str]:
    """Return one sentence for each problem."""
    return [message(words, problem, people) for problem in problems]


def disk_reason(words: Words, reason: str) -> str:
    """Return why the system refuses (``disk.reason_of``) in words."""
    return _keyed(words, "disk", reason)


def _say(words: Words, name: str, value: object, people: People | None, as_typed: bool) -> str:
    if name in _KEYED:
        return _keyed(words, _KEYED[name], str(value))
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if isinstance(value, (list, tuple)):
        return words.comma(_one(words, name, item, people, as_typed) for item in value)
    if name == "judged" and not value:
        return words.text("errors", "no_winner")
    return "" if value is None else _one(words, name, value, people, as_typed)


def _one(words: Words, name: str, value: object, people: People | None, as_typed: bool) -> str:
    if isinstance(value, int) and name in ("seat", "seats"):
        known = people is not None and 0 < value < len(people.nicks)
        return short(people.name(value)) if people and known else words.text("errors", "seat", seat=value)
    if not as_typed and name in ("role", "roles") and value in set(Role):
        return words.role(Role(str(value)))
    if not as_typed and name in ("winner", "judged") and value in set(Side):
        return words.winner(str(value))
    if name in ("option", "right", "flags"):
        value = placeholder(words, str(value))
    if name in OWN:
        return short(str(value), OWN_LETTERS)
    return _path(str(value)) if name == "path" else short(str(value))


def _path(path: str, letters: int = 80) -> str:
    """The end of a path says most, so a long one is cut in front."""
    shown = safe(path)
    return shown if len(shown) <= letters else f"…{shown[1 - letters :]}"


def _keyed(words: Words, table: str, value: str) -> str:
    bare = re.sub(r"'[^']*'|\([^)]*\)", " ", value.lower())  # tomllib quotes pieces of the file
    key = "_".join(re.findall(r"\w+", bare))
    known = words.find("errors", table)
    return str(known[key]) if key in known else short(value)
