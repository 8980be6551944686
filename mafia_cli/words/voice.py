"""How the chat is spoken to: plainly, or in the words of a theme pack, always drawn by the seed and the night alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mafia_cli.rules.chance import draw
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words, fill, upper_first


@dataclass(frozen=True, slots=True)
class Voice:
    """The chat's wording of one game.

    ``pack`` has the keys of ``chat.toml`` (any of them; each a text or a list of variants), ``town`` and
    ``roles`` (names by role id); what it lacks is said plainly.
    """

    words: Words
    seed: int = 0
    pack: Mapping[str, Any] | None = None

    def say(self, key: str, moment: int = 0, /, **params: object) -> str:
        """Return one chat text; ``moment`` is the night or day it belongs to (never the same words twice running)."""
        variants = self._variants(key)
        at = variant(self.seed, key, moment, len(variants))
        return fill(variants[at], {"town": self.town, **params})

    def role(self, role: Role) -> str:
        """Return a role's name as this chat knows it, as a title."""
        themed = self._themed(f"roles.{role}")
        return themed if isinstance(themed, str) else self.words.role(role)

    def roles(self, roles: list[Role]) -> list[str]:
        """Return role names for the inside of a sentence."""
        return [self.role(role) if self._themed(f"roles.{role}") else self.words.role(role, "who") for role in roles]

    @property
    def town(self) -> str:
        """The name of the town."""
        themed = self._themed("town")
        return upper_first(themed if isinstance(themed, str) else self.words.text("chat", "town"))

    def _variants(self, key: str) -> list[str]:
        themed = self._themed(key)
        if isinstance(themed, str):
            return [themed]
        if isinstance(themed, list) and themed:
            return themed
        return self.words.variants("chat", key)

    def _themed(self, key: str) -> object:
        value: Any = self.pack
        for part in key.split("."):
            if not isinstance(value, Mapping):
                return None
            value = value.get(part)
        return value


def variant(seed: int, key: str, moment: int, count: int) -> int:
    """Return which of ``count`` variants is said at a moment; the one of the moment before is never said again."""
    if count < 2:
        return 0
    pick = partial(draw, seed, f"words {key}")
    last = pick(0, range(count))
    for number in range(1, moment + 1):
        last = pick(number, [at for at in range(count) if at != last])
    return last
