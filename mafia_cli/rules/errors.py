"""What cannot be, as data: a code for the catalogues, the rule it breaks, and where it stands."""

from collections.abc import Mapping
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a step.

    ``code`` names the sentence in the catalogues, ``rule`` the rule, ruling or ``D`` behind it, ``params`` what
    the sentence needs (seats, roles, nights), ``key`` the place inside the step, outermost first.
    """

    code: str
    rule: str = ""
    params: Mapping[str, object] = {}
    key: tuple[str, ...] = ()


class RuleError(Exception):
    """A step that the rules do not allow; ``problems`` holds all that was found, in the order of the step."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems; there is at least one."""
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems
