"""Forms at the desk: the override, asked in plain words."""

from typing import TYPE_CHECKING, Any

from mafia_cli.host.prompt import line, yes
from mafia_cli.saves.script import Raw

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk

_LISTS = ("dead", "jailed", "alive", "cured", "poisoned", "seduced")


def override_form(sat: "Desk") -> Raw | None:
    """Ask what to change, whom, and why; return the step, None when the host thinks better of it."""
    words = sat.words
    raw: Raw = {"kind": "override", "reason": ""}
    sat.show_now(words.text("desk", "override.intro"))
    while True:
        said = line(words.text("desk", "override.what")).strip()
        if not said:
            break
        key, _, rest = said.partition(" ")
        name = _name(sat, key)
        if name is None:
            sat.show_now(words.text("desk", "override.unknown"))
            continue
        raw[name] = _value(sat, name, rest.strip())
    if len(raw) == 2:
        return None
    raw["reason"] = line(words.text("desk", "override.reason"), check=_filled(sat)).strip()
    shown = "; ".join(f"{key}: {value}" for key, value in _shown(sat, raw))
    return raw if yes(words, words.text("desk", "override.confirm", what=shown)) else None


def _filled(sat: "Desk") -> Any:
    return lambda text: "" if text.strip() else sat.words.text("desk", "override.need_reason")


def _name(sat: "Desk", word: str) -> str | None:
    for name, words in sat.words.find("desk", "override.keys").items():
        if word.casefold() in words.split():
            return str(name)
    return None


def _value(sat: "Desk", name: str, rest: str) -> Any:
    from mafia_cli.host.slash import seat_named

    if name == "answers":
        role, _, told = rest.partition(" ")
        key = "commissar" if told.strip() in ("+", "-") else "journalist"
        return {key if role not in ("commissar", "journalist") else role: told.strip() or role}
    if name == "mayor":
        return sat.session.nick(seat_named(sat, rest)) if rest else ""
    return [sat.session.nick(seat_named(sat, part)) for part in rest.split(",") if part.strip()]


def _shown(sat: "Desk", raw: Raw) -> list[tuple[str, str]]:
    rows = []
    for key, value in raw.items():
        if key in ("kind", "reason"):
            continue
        label = sat.words.find("desk", "override.keys")[key].split()[0]
        said = ", ".join(value) if isinstance(value, list) else str(value)
        rows.append((label, said or "-"))
    return rows
