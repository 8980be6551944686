"""How the chat is spoken to: plainly, or in the words of a theme pack, always drawn by the seed and the night alone."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from mafia_cli.rules.chance import draw
from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words, fill, lower_first, upper_first


class Voice(NamedTuple):
    """The chat's wording of one game.

    ``pack`` (see packs.py) has the keys of ``chat.toml`` (any of them; each a text or a list of variants), ``town``,
    ``roles`` (names by role id) and more; what it lacks is said plainly.
    """

    words: Words
    seed: int = 0
    pack: Mapping[str, Any] | None = None

    def say(self, key: str, moment: int = 0, /, **params: object) -> str:
        """Return one chat text; ``moment`` is the night or day it belongs to (never the same words twice running)."""
        variants = self._variants(key)
        at = variant(self.seed, key, moment, len(variants))
        return fill(variants[at], {"town": self.town, **params})

    def has(self, key: str) -> bool:
        """Tell whether the theme itself has something to say at a key."""
        return bool(self._themed(key))

    def role(self, role: Role) -> str:
        """Return a role's name as a title; a theme's with the plain one behind it, so that everybody knows which."""
        themed, plain = self._themed(f"roles.{role}"), self.words.role(role)
        if not isinstance(themed, str) or themed.casefold() == plain.casefold():
            return plain
        return f"{themed} ({lower_first(plain)})"

    def roles(self, roles: list[Role]) -> list[str]:
        """Return role names for the inside of a sentence."""
        return [str(self._themed(f"roles.{role}") or self.words.role(role, "who")) for role in roles]

    def flavour(self, role: Role) -> str:
        """Return the theme's line about a role, "" where it has none."""
        themed = self._themed(f"flavour.{role}")
        return themed if isinstance(themed, str) else ""

    def causes(self, causes: Iterable[Cause], moment: int = 0) -> str:
        """Return why somebody dies, as a phrase; each cause in the theme's words where it has some."""
        return self.words.join(self._cause(cause, moment) for cause in causes)

    def _cause(self, cause: Cause, moment: int) -> str:
        if not self.has(f"cause.{cause}"):
            return self.words.causes([cause])
        return self.say(f"cause.{cause}", moment)

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
