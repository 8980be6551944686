"""Work dealt to processes of this program, its results in order; Ctrl-C stays with the one that the host sees."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Given = TypeVar("Given")
Done = TypeVar("Done")


def cores() -> int:
    """Return how many processes this machine runs side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def in_order(work: Callable[[Given], Done], given: Iterable[Given], jobs: int) -> Iterator[Iterator[Done]]:
    """Give ``work(one)`` of each one given, in their order, done in ``jobs`` processes; with one job, here.

    ``work`` is a function of a module or a ``partial`` of one. Leaving the context stops what is not begun.
    """
    if jobs <= 1:
        yield map(work, given)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_quiet)

    def results(asked: list[int]) -> Iterator[Done]:
        waiting: deque[Future[Done]] = deque()
        for one in given:
            with _ctrl_c_later():  # a process started meanwhile leaves Ctrl-C to this one
                waiting.append(pool.submit(work, one))
            if len(waiting) > 2 * jobs:
                yield _result(waiting.popleft(), asked)
        while waiting:
            yield _result(waiting.popleft(), asked)

    with _ctrl_c_noted() as asked:
        try:
            yield results(asked)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _result(future: "Future[Done]", asked: list[int]) -> Done:
    done = future.result()
    if asked:
        raise KeyboardInterrupt
    return done


@contextmanager
def _ctrl_c_noted() -> Iterator[list[int]]:
    """Note Ctrl-C instead of raising it: raised amid the locks of a pool it can leave one held for ever."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back meanwhile: it is not lost, and a process started here never hears it (not on Windows)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
