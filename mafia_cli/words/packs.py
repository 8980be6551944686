"""Theme packs: what the chat's texts say in another world. A pack changes words only, never what is told.

A pack has ``name``, ``about``, ``town``, ``nicks``, ``roles`` and ``flavour`` (by role id), ``cause`` and ``death``
(by cause: a phrase, and the sentence for a single death of that cause), and any phrase of ``chat.toml``: a text or a
list of variants, each with the same placeholders as the plain one.
"""

import os.path
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words, placeholders
from mafia_cli.words.clean import safe

PLAIN: Final = "plain"
BUILT_IN: Final = (
    PLAIN,
    "chicago",
    "medieval",
    "space",
    "pirates",
    "fairytale",
    "wildwest",
    "zoo",
    "rockconcert",
)
"""The packs that come with the program, in the order they are offered."""

LONGEST: Final = 500
_MANY: Final = 200
_FREE: Final = frozenset({"night", "day", "town"})
"""Placeholders that a phrase may leave out: no fact is lost with them."""
_CAUSES: Final = (Cause.MAFIA, Cause.MANIAC, Cause.POISON, Cause.JEALOUS, Cause.MIRRORED)
_DEATH: Final = frozenset({"victim"})
_HERE: Final = os.path.join(os.path.dirname(__file__), "themes")
_TEXTS: Final = ("name", "about", "town")

Pack = Mapping[str, Any]


def built_in_file(name: str, lang: str) -> str:
    """Return the path of a pack of ``BUILT_IN`` in a language."""
    return os.path.join(_HERE, f"{name}.{lang}.toml")


@cache
def built_in(name: str, lang: str) -> Pack:
    """Return a pack of ``BUILT_IN`` in a language."""
    with open(built_in_file(name, lang), "rb") as file:
        return tomllib.load(file)


def problems(pack: Pack, words: Words) -> Iterator[Problem]:
    """Yield everything wrong with a pack, each problem with its key: unknown keys, wrong types, wrong placeholders."""
    if "name" not in pack:
        yield Problem("missing_key", "", {"key": "name"})
    for key, value in pack.items():
        yield from _at(key, _top(key, value, words))


def usable(pack: Pack, words: Words) -> Pack:
    """Return what of a pack can be said: whatever has a problem is left out, so the plain words stand there."""
    kept: dict[str, Any] = {}
    for key, value in pack.items():
        if isinstance(value, dict) and not any(_top(key, {}, words)):
            part = {name: item for name, item in value.items() if not any(_top(key, {name: item}, words))}
            kept |= {key: part} if part else {}
        elif not any(_top(key, value, words)):
            kept[key] = value
    return kept


def _at(key: str, found: Iterator[Problem]) -> Iterator[Problem]:
    for one in found:
        yield Problem(one.code, one.rule, one.params, (key, *one.key))


def _top(key: str, value: Any, words: Words) -> Iterator[Problem]:
    if key in _TEXTS:
        yield from _text(value, frozenset(), frozenset())
    elif key == "nicks":
        yield from _nicks(value)
    elif key in ("roles", "flavour"):
        yield from _table(value, [role.value for role in Role], lambda _, item: _text(item, frozenset(), frozenset()))
    elif key in ("cause", "death"):
        wanted = _DEATH if key == "death" else frozenset()
        allowed = _DEATH | _FREE if key == "death" else frozenset()
        yield from _table(value, [cause.value for cause in _CAUSES], lambda _, item: _phrase(item, wanted, allowed))
    else:
        yield from _chat(key, value, words)


def _chat(key: str, value: Any, words: Words) -> Iterator[Problem]:
    known: dict[str, Any] = {name: words.find("chat", name) for name in sections(words)}
    if key not in known:
        yield _unknown(key, [*_TEXTS, "nicks", "roles", "flavour", "cause", "death", *known])
    else:
        yield from _branch(value, known[key])


def sections(words: Words) -> list[str]:
    """Return the tables of ``chat.toml`` that a pack may have phrases of."""
    return [name for name, item in words.whole("chat").items() if isinstance(item, dict) and name != "count"]


def _branch(value: Any, plain: Mapping[str, Any]) -> Iterator[Problem]:
    def inside(name: str, item: Any) -> Iterator[Problem]:
        if isinstance(plain[name], dict):
            return _branch(item, plain[name])
        said = plain[name] if isinstance(plain[name], list) else [plain[name]]
        named = frozenset().union(*map(placeholders, said))
        return _phrase(item, named - _FREE, named | {"town"})

    yield from _table(value, list(plain), inside)


def _table(value: Any, known: list[str], inside: Callable[[str, Any], Iterator[Problem]]) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem("wrong_type", "", {"expected": "table"})
        return
    for name, item in value.items():
        yield from _at(name, inside(name, item) if name in known else iter([_unknown("", known, name)]))


def _unknown(key: str, known: list[str], name: str = "") -> Problem:
    near = get_close_matches((name or key)[:100], known, 1, 0.6)
    return Problem("unknown_key", "", {"key": name or key, "meant": next(iter(near), "")})


def _phrase(value: Any, wanted: frozenset[str], allowed: frozenset[str]) -> Iterator[Problem]:
    """A text or a list of variants."""
    if not isinstance(value, list):
        yield from _text(value, wanted, allowed)
        return
    if not value or len(value) > _MANY:
        yield Problem("wrong_type", "", {"expected": "variants"})
    for position, item in enumerate(value, 1):
        yield from _at(f"[{position}]", _text(item, wanted, allowed))


def _nicks(value: Any) -> Iterator[Problem]:
    if not isinstance(value, list) or len(value) > _MANY:
        yield Problem("wrong_type", "", {"expected": "list of nicks"})
        return
    for position, item in enumerate(value, 1):
        yield from _at(f"[{position}]", _text(item, frozenset(), None))


def _text(value: Any, wanted: frozenset[str], allowed: frozenset[str] | None) -> Iterator[Problem]:
    """One line with these placeholders; ``allowed`` None: braces mean nothing here."""
    if not isinstance(value, str) or not value.strip():
        yield Problem("wrong_type", "", {"expected": "nonempty string"})
        return
    if safe(value) != value:
        yield Problem("pack_unsafe")
    if len(value) > LONGEST:
        yield Problem("pack_long", "", {"n": len(value), "limit": LONGEST})
    if allowed is None:
        return
    named = placeholders(value)
    right = ", ".join(f"{{{name}}}" for name in sorted(allowed))
    for name in sorted(named - allowed):
        yield Problem("pack_placeholder", "", {"name": f"{{{name}}}", "right": right})
    for name in sorted(wanted - named):
        yield Problem("pack_lacks", "", {"name": f"{{{name}}}"})
