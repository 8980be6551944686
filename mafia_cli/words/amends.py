"""Steps, amends and what was told, in a few words for the host: lists, logs, what undo and amend are about."""

from typing import Final

from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short

_DAY_TEXTS: Final = {"count": "count", "verdict": "verdict", "role": "jailed"}
_KNOWN: Final = (
    "start", "kabum", "revive", "exclude", "rename", "replace", "override", "end", "role", "title",
)  # fmt: skip


def step_text(words: Words, kind: str, whom: str, number: int = 0) -> str:
    """Return a step in a few words: its kind, whom it is about; ``number`` is that of a night or day (0: not said)."""
    said = words.text("cli", f"step.{kind}", n=number or "").strip()
    return words.text("amend", "steps.of_step", kind=said, nick=short(whom)) if whom else said


def amend_text(words: Words, step: int | None, seat: int | None, role: str | None, *, drop: bool, reason: str) -> str:
    """Return an amend in a few words: of a step, dropped or changed, or of a seat's role."""
    if seat is not None:
        named = words.role(Role(str(role))) if role in set(Role) else short(str(role))
        said = words.text("amend", "steps.amend_role", seat=seat, role=named)
    else:
        said = words.text("amend", f"steps.{'amend_drop' if drop else 'amend_step'}", step=step)
    return words.text("amend", "steps.reason", step=said, reason=short(reason)) if reason else said


def answer_text(words: Words, key: str) -> str:
    """Return the name of a question of the set-up."""
    names: dict[str, str] = words.find("amend", "answer")
    return names.get(key, short(key))


def about_text(words: Words, to: int, about: str) -> str:
    """Return what something told is about; ``to`` 0 is the chat."""
    kind, number, part = [*about.split(), "", "", ""][:3]
    if kind == "night":
        return words.text("amend", "about.answer" if to else "about.night", n=short(number))
    if kind == "day":
        return words.text("amend", f"about.{_DAY_TEXTS.get(part, 'day')}", n=short(number))
    if kind == "call":
        phase = words.text("amend", f"about.{number if number in ('night', 'day') else 'day'}", n=short(part))
        return f"{words.text('amend', 'about.call')}, {phase}"
    if kind in _KNOWN:
        return words.text("amend", f"about.{kind}")
    return words.text("amend", "about.other", about=short(about, 40))
