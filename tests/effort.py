"""How far the random searches go: a part by default, all of it with ``MAFIA_LONG=1``."""

import os
from typing import Final

LONG: Final = bool(os.environ.get("MAFIA_LONG"))
