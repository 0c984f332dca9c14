"""The signals that end a program: Ctrl-C, systemd, or a closed terminal.

A closed terminal sends two signals, and accepts no more output. For the main thread.
"""

from __future__ import annotations

import atexit
import signal
from collections.abc import Callable
from types import FrameType
from typing import Final

ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def when_told(end: Callable[[], None]) -> None:
    """Call `end` on each ending signal. Under `nohup` the terminal may be closed."""

    def told(_number: int, _frame: FrameType | None) -> None:
        end()

    for number in ENDS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, told)
    atexit.register(_ignore)


def _ignore() -> None:
    """Ignore the signals: nothing is left to end in order. Python removes its own handlers in its last
    moments, when a closed terminal may signal again."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)


def interrupt_when_told() -> None:
    """Raise `KeyboardInterrupt` on the first ending signal only: the cleanup must finish."""
    is_told = False

    def end() -> None:
        nonlocal is_told
        if not is_told:
            is_told = True
            raise KeyboardInterrupt

    when_told(end)
