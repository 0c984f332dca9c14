"""Threads and files that a device leaves behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Fails if there are other threads or open files at the end than at the start."""
    before = _counted()
    yield
    assert _counted() == before


def _counted() -> tuple[int, int]:
    return threading.active_count(), sum(1 for _file in Path("/proc/self/fd").iterdir())
