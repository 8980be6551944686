"""Forms at the desk: the override, asked in plain words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mafia_cli.host.asking import ask, overheard, several
from mafia_cli.host.prompt import line
from mafia_cli.reading.roles import role_of
from mafia_cli.rules.model import NOBODY, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Row
from mafia_cli.script.replay import problems_next
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import safe

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk

_LISTS = ("dead", "jailed", "alive", "cured", "poisoned")
_ANSWERS = {"commissar": ("+", "-", "none"), "journalist": ("same", "different", "none")}


def override_form(sat: "Desk") -> OverrideStep | None:
    """Ask what to change, whom, and why; return the step, None when the host thinks better of it.

    A line that is not understood, or may not be, is asked again and changes nothing.
    """
    words = sat.words
    changed: dict[str, Any] = {}
    sat.show_now(words.text("desk", "override.intro"))
    while True:
        said = line(words.text("desk", "override.more" if changed else "override.what")).strip()
        if not said:
            break
        if not _meant("keys", said.split()[0].rstrip(":")) and overheard(sat, said):
            continue
        try:
            tried = dict(changed)
            for row in said.split("\n"):
                tried |= _line(sat, tried, row.strip())
            problems = problems_next(sat.session.played, Row(OverrideStep("?", **tried)))
            if problems:
                raise RefusedError([Fault("", one, sat.session.played.names.nicks) for one in problems])
        except RefusedError as error:
            sat.show_now(fault_text(words, error.faults))
            continue
        except ValueError as error:
            sat.show_now(words.text("desk", str(error)))
            continue
        changed = tried
    if not changed:
        return None
    while several(reason := line(words.text("desk", "override.reason"), check=_filled(sat)).strip()):
        overheard(sat, reason)
    shown = "; ".join(_shown(sat, changed))
    return OverrideStep(reason, **changed) if ask(sat, words.text("desk", "override.confirm", what=shown)) else None


def _filled(sat: "Desk") -> Any:
    return lambda text: "" if text.strip() else sat.words.text("desk", "override.need_reason")


def _line(sat: "Desk", changed: Mapping[str, Any], said: str) -> dict[str, Any]:
    """Return what one line changes; raises ``ValueError`` with the key of what to say, ``RefusedError`` for a name."""
    from mafia_cli.host.acting import seat_named

    word, _, rest = said.partition(" ")
    rest = rest.strip()
    name = _meant("keys", word.rstrip(":"))
    if not name:
        raise ValueError("override.unknown")
    if name == "answers":
        return {name: {**changed.get(name, {}), **_answer(rest)}}
    if name == "mayor":
        return {name: seat_named(sat, rest) if rest else NOBODY}
    if not rest and name in _LISTS:
        raise ValueError("override.unknown")
    before = changed.get(name, ()) if name in _LISTS else ()
    return {name: tuple(dict.fromkeys([*before, *_seats(sat, rest)]))}


def _seats(sat: "Desk", text: str) -> list[int]:
    """A comma parts nicks; a nick with a comma in it is still found when it stands alone."""
    from mafia_cli.host.acting import seat_named

    if text in sat.session.played.names.seats:
        return [sat.session.played.names.seats[text]]
    return [seat_named(sat, part.strip(), sure=True) for part in text.split(",") if part.strip()]


def _meant(table: str, word: str) -> str:
    """Return the name that a word of either language stands for in a table of the form, "" for none."""
    for lang in LANGUAGES:
        for name, words in Words(lang).find("desk", f"override.{table}").items():
            if word.casefold() in words.split():
                return str(name)
    return ""


def _answer(text: str) -> dict[Role, str]:
    who, _, told = text.partition(" ")
    role, answer = role_of(who), _meant("answers", told.split()[0] if told.split() else "")
    if role is None or answer not in _ANSWERS.get(role.value, ()):
        raise ValueError("override.unknown_answer")
    return {role: answer}


def _shown(sat: "Desk", changed: Mapping[str, Any]) -> list[str]:
    words, rows = sat.words, []
    for key, value in changed.items():
        if isinstance(value, dict):
            said = words.comma(f"{words.role(role, 'who')}: {answer}" for role, answer in value.items())
        else:
            said = words.comma(
                safe(sat.session.nick(seat)) for seat in ([value] if isinstance(value, int) else value) if seat
            )
        rows.append(words.text("desk", f"override.label.{key}", value=said or words.text("desk", "override.nobody")))
    return rows
