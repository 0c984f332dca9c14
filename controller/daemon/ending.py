"""How a program is told to end: by Ctrl-C, by systemd, or because its terminal was closed.

A closed terminal tells it twice, and takes what is written there no more. For the main thread.
"""

from __future__ import annotations

import atexit
import signal
from collections.abc import Callable
from types import FrameType
from typing import Final

ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def when_told(end: Callable[[], None]) -> None:
    """Call `end` each time the program is told to end. Under `nohup` the terminal may be closed."""

    def told(_number: int, _frame: FrameType | None) -> None:
        end()

    for number in ENDS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, told)
    atexit.register(_ignore)


def _ignore() -> None:
    """Nothing is left to end in order. Python takes its own handlers away in its last moments, in which a
    closed terminal may tell it again."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)


def interrupt_when_told() -> None:
    """Raise `KeyboardInterrupt` when the program is told to end, and that once: what follows must be done."""
    is_told = False

    def end() -> None:
        nonlocal is_told
        if not is_told:
            is_told = True
            raise KeyboardInterrupt

    when_told(end)
