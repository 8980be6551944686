"""One decision of the host in a few words: what undo and redo say they take back or do again."""

from typing import Any

from mafia_cli.rules.roles import Role
from mafia_cli.words.amends import answer_text, step_text
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import short


def decision_text(words: Words, taken: dict[str, Any]) -> str:
    """Return what a table of ``undone`` stands for (saves/edit.py): an entry, a closing, a step, an opening."""
    match taken["what"]:
        case "close":
            return words.text("desk", f"decision.close_{taken['kind']}")
        case "open":
            return words.text("desk", f"decision.open_{taken['kind']}")
        case "step":
            return step_text(words, taken["step"])
        case "steps":
            return "; ".join(step_text(words, step) for step in taken["steps"])
        case "answer":
            return words.text("desk", "decision.answer", question=answer_text(words, taken["key"]))
        case _:
            return _entry_text(words, taken["entry"])


def _entry_text(words: Words, entry: list[Any]) -> str:
    key = entry[0]
    if key in ("mayor", "decision"):  # of a day: the mayor has no move at night
        return words.text("desk", f"decision.{key}" if entry[1] else f"decision.{key}_none", nick=short(entry[1]))
    if key in set(Role):
        role = words.role(Role(key))
        if len(entry) == 1:
            return words.text("desk", "decision.unanswered", role=role)
        if entry[1] == "":
            return words.text("desk", "decision.skip", role=role)
        return words.text("desk", "decision.move", role=role, target=", ".join(short(nick) for nick in entry[1:]))
    if key == "spoke":
        return words.text("table", "talk.decision", nicks=", ".join(short(nick) for nick in entry[1:]))
    if key == "stage":
        return words.text("desk", f"decision.stage_{entry[1]}")
    if key == "refused":
        return words.text("desk", "decision.refused", voter=short(entry[2]))
    if len(entry) == 2:
        return words.text("desk", "decision.unvoted", voter=short(entry[1]))
    return words.text("desk", "decision.vote", voter=short(entry[1]), choice=_choice(words, entry[2:]))


def _choice(words: Words, rest: list[Any]) -> str:
    if isinstance(rest[0], bool):
        return "+" if rest[0] else "-"
    return short(rest[0]) or words.text("cli", "vote.passes")
