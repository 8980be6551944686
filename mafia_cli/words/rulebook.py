"""The rules, roles and rulings as pages, in the product's own words."""

from typing import Final

from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.rules.rulings import RULINGS, Ruling, Rulings
from mafia_cli.words.catalogue import Words

_LAST: Final = (("1", 10), ("2", 14), ("3", 12), ("4", 9))


def _numbers() -> tuple[str, ...]:
    numbers = []
    for section, last in _LAST:
        for number in range(1, last + 1):
            numbers.append(f"{section}.{number}")
            if numbers[-1] == "1.8":
                numbers.append("1.8.1")
    return tuple(numbers)


NUMBERS: Final = _numbers()
"""Every rule number, in the order of the room's rules."""


def rule(words: Words, number: str) -> str:
    """Return one rule with its number; ``KeyError`` for a number that is none."""
    if number not in NUMBERS:
        raise KeyError(number)
    return words.text("rulebook", "page.rule", number=number, text=_rule(words, number))


def _rule(words: Words, number: str) -> str:
    return words.text("rulebook", f"rule.{number.replace('.', '_')}")


def rules_page(words: Words) -> str:
    """Return all rules, by section."""
    lines: list[str] = []
    for section, _ in _LAST:
        lines += ["", words.text("rulebook", f"section.{section}")]
        lines += [rule(words, number) for number in NUMBERS if number.split(".")[0] == section]
    return "\n".join(lines[1:])


def role_page(words: Words, role: Role) -> str:
    """Return one role: side, how many, what it does, its rules and the rulings that touch it."""
    info = ROLES[role]
    side = words.text("roles", f"side.{info.side}")
    facts = (
        "required" if info.required else "optional",
        "several" if info.several else "one",
        "revivable" if info.revivable else "not_revivable",
    )
    related = words.text("rulebook", f"related.{role}").split(", ")
    lines = [
        words.text("rulebook", "page.role_head", role=words.role(role), rule=info.rule, side=side),
        " ".join(words.text("rulebook", f"page.{fact}") for fact in facts),
        *(rule(words, number) for number in related),
    ]
    rulings = [ruling.id for ruling in RULINGS.values() if _touches(ruling, role, related)]
    if rulings:
        lines.append(words.text("rulebook", "page.rulings", rulings=", ".join(rulings)))
    return "\n".join(lines)


def _touches(ruling: Ruling, role: Role, related: list[str]) -> bool:
    first = ruling.rule.split(", ")[0]
    return first == ROLES[role].rule or (first in related and first.startswith("3."))


def roles_page(words: Words) -> str:
    """Return the table of all roles, a line each: id, name, side, whether it must be in every game."""
    lines = []
    for role, info in ROLES.items():
        key = "page.role_row_required" if info.required else "page.role_row"
        side = words.text("roles", f"side.{info.side}")
        lines.append(words.text("rulebook", key, id=role, role=words.role(role), side=side))
    return "\n".join(lines)


def choice(words: Words, ruling_id: str, chosen: str) -> str:
    """Return what one choice of a ruling means, as a clause; ``KeyError`` for an unknown one."""
    if chosen not in RULINGS[ruling_id].choices:
        raise KeyError(chosen)
    return words.text("rulebook", f"ruling.{ruling_id}.{chosen}")


def cited(words: Words, ruling_id: str) -> str:
    """Return the rule numbers that a ruling interprets."""
    number = RULINGS[ruling_id].rule
    return words.text("rulebook", "page.end_rule") if number == "end" else number


def ruling_page(words: Words, ruling_id: str, chosen: str | None = None) -> str:
    """Return one ruling: its question and choices, the default told; ``chosen`` is marked (default: the default)."""
    ruling = RULINGS[ruling_id]
    question = words.text("rulebook", f"ruling.{ruling_id}.question")
    head = {"id": ruling_id, "rule": cited(words, ruling_id), "question": question}
    lines = [words.text("rulebook", "page.ruling_head", **head)]
    for name in ruling.choices:
        mark = words.text("rulebook", "page.chosen" if name == (chosen or ruling.default) else "page.free")
        key = "page.default" if name == ruling.default else "page.choice"
        text = choice(words, ruling_id, name)
        lines.append(words.text("rulebook", key, mark=mark, choice=name, text=text))
    return "\n".join(lines)


def rulings_page(words: Words, rulings: Rulings | None = None) -> str:
    """Return all rulings as they stand in a game (default: by default), a line each."""
    held = rulings or Rulings()
    lines = []
    for ruling_id in RULINGS:
        chosen: str = getattr(held, ruling_id)
        said = choice(words, ruling_id, chosen)
        lines.append(words.text("rulebook", "page.ruling_row", id=ruling_id, choice=chosen, text=said))
    return "\n".join(lines)
