"""Limits the time for processing files that strangers may have made."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class TooLong(Exception):
    """Something took too long."""


@contextmanager
def patience(seconds: float) -> Iterator[Callable[[], None]]:
    """Limit the processor time inside the block; each call of the yielded function starts the count again.

    Waiting does not count, so a busy computer refuses nothing. For the main thread. Raises `TooLong`.
    """

    def too_long(*_: object) -> None:
        raise TooLong(f"it takes longer than {seconds} s")

    def going_on() -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)

    before = signal.signal(signal.SIGPROF, too_long)
    going_on()
    try:
        yield going_on
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
