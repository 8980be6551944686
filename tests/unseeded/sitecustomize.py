"""Notes every draw of the program that no seed decides, in the tests' process and, by PYTHONPATH, in every child.

A draw counts when ``mafia_cli`` itself asks ``secrets``, ``random``, ``uuid`` or ``os.urandom`` for it; what a library
draws for its own ends (names of temporary files, say) is no matter of the game. A line with the test and the place
goes to the file named by ``UNSEEDED_DRAWS``; ``tests/conftest.py`` fails the test for it. Under ``SEEDED_DRAWS`` (the
fixture ``drawn_seed``) the system's randomness is that of a seed instead, and not noted.
"""

import os
import random
import sys
from collections.abc import Callable
from typing import Any

_PASSED_ON = {"random", "secrets", "uuid", __name__}


def _note() -> None:
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__") in _PASSED_ON:
        frame = frame.f_back
    package = frame.f_globals.get("__package__") or ""
    if package.partition(".")[0] == "mafia_cli":
        test = os.environ.get("PYTEST_CURRENT_TEST", "no test").rpartition(" ")[0]
        with open(os.environ["UNSEEDED_DRAWS"], "a", encoding="utf-8") as file:
            file.write(f"{test}: {frame.f_code.co_filename}:{frame.f_lineno}\n")


def _noting(draw: Callable[..., Any]) -> Callable[..., Any]:
    def noted(*args: Any, **options: Any) -> Any:
        _note()
        return draw(*args, **options)

    return noted


def _seeding(seed: Callable[..., None]) -> Callable[..., None]:
    def noted(self: random.Random, a: Any = None, *args: Any, **options: Any) -> None:
        if a is None:
            _note()
        seed(self, a, *args, **options)

    return noted


if "SEEDED_DRAWS" in os.environ:
    random._urandom = random.Random(os.environ["SEEDED_DRAWS"]).randbytes  # type: ignore[attr-defined]
elif "UNSEEDED_DRAWS" in os.environ and not hasattr(random, "unseeded_noted"):
    random.unseeded_noted = True  # type: ignore[attr-defined]
    os.urandom = random._urandom = _noting(os.urandom)  # type: ignore[attr-defined]
    random.Random.seed = _seeding(random.Random.seed)  # type: ignore[method-assign]
    for name, draw in list(vars(random).items()):
        if getattr(draw, "__self__", None) is random._inst:
            setattr(random, name, _noting(draw))
