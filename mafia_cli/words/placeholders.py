"""What stands for a value in the usage of a command (NICK, ROLE=N), in the host's language."""

import re
from typing import Final

from mafia_cli.words.catalogue import Words

_CAPITALS: Final = re.compile(r"(?<![\w-])[A-Z]{2,}(?![\w-])")


def placeholder(words: Words, text: str) -> str:
    """Return a placeholder, or a text with some, in words; one that the catalogue lacks stays as it is."""
    known = words.find("cli", "placeholder")
    return _CAPITALS.sub(lambda found: str(known.get(found[0], found[0])), text)
