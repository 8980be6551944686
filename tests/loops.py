"""Many cases in one test: all are tried, and every one that fails is named."""

from collections.abc import Callable, Iterable
from typing import Any


def each(cases: Iterable[tuple[Any, ...]], check: Callable[..., None]) -> None:
    """Check every case (its name, then what ``check`` takes); raise a group of all errors, each with its case's name.

    An id of its own costs a case some three milliseconds in every worker, often a hundred times what checking it does.
    """
    failed: list[Exception] = []
    tried = 0
    for tried, (name, *case) in enumerate(cases, 1):  # noqa: B007
        try:
            check(*case)
        except Exception as error:
            error.add_note(f"case: {name}")
            failed.append(error)
    assert tried, "no case"
    if failed:
        raise ExceptionGroup(f"{len(failed)} of {tried} cases", failed)
