"""Many cases in one test: all are tried, and every one that fails is named."""

from collections.abc import Callable, Iterable
from typing import Any


def each(cases: Iterable[tuple[Any, ...]], check: Callable[..., None]) -> None:
    """Check every case (its name, then what ``check`` takes); raise a group of all errors that names their cases.

    An id of its own costs a case some three milliseconds in every worker, often a hundred times what checking it does.
    """
    failed: dict[str, Exception] = {}
    tried = 0
    for name, *case in cases:
        tried += 1
        try:
            check(*case)
        except Exception as error:
            error.add_note(f"case: {name}")
            failed[str(name)] = error
    assert tried, "no case"
    if failed:
        raise ExceptionGroup(f"{len(failed)} of {tried} cases: {'; '.join(failed)}", list(failed.values()))
