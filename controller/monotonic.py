"""The clock of the running program. Logic never reads it: time is an argument there."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The host's monotonic clock, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def sleep_ms(for_ms: int) -> None:
    """Wait on the host's clock."""
    time.sleep(for_ms / 1000)
