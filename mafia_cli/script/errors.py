"""What is wrong with a game or its file, as data for the catalogues."""

from typing import NamedTuple

from mafia_cli.rules.errors import Problem


class Fault(NamedTuple):
    """A problem and its place in the file, such as ``steps[3].moves.doctor``; ``names``: the nicks then, by seat."""

    place: str
    problem: Problem
    names: tuple[str, ...] = ()


class RefusedError(Exception):
    """Something that cannot be, as data for the catalogues; ``faults`` holds at least one."""

    def __init__(self, faults: list[Fault]) -> None:
        """Keep the faults."""
        super().__init__(", ".join(f"{fault.place}: {fault.problem.code}" for fault in faults))
        self.faults = faults


class SaveError(RefusedError):
    """A file or folder that cannot be used; the place is a path or a key, "" when it goes without saying."""

    def __init__(self, code: str, place: str = "", **params: object) -> None:
        """Keep the problem as data for the catalogues."""
        super().__init__([Fault(place, Problem(code, "", params))])


def place(*parts: str | int) -> str:
    """Join a path: ``place("steps", 3, "moves", "doctor")`` is ``steps[3].moves.doctor``."""
    joined = ""
    for part in parts:
        if isinstance(part, int):
            joined += f"[{part}]"
        elif part.startswith("[") and part.endswith("]"):
            joined += part
        else:
            joined += f".{part}" if joined else part
    return joined


def faults_at(problems: list[Problem], names: tuple[str, ...], *before: str | int) -> list[Fault]:
    """Return problems with their places in the file."""
    return [Fault(place(*before, *one.key), one, names) for one in problems]
