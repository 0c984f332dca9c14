"""The program's log: one line each, `key=value`, with a rate limit so that no message drowns the others.

level=warning logger=controller.daemon.main_loop message="board: it was unplugged" suppressed=12

Under systemd a line begins with its priority (`<4>`, `sd-daemon(3)`) and has no time, as the system's journal
adds its own; elsewhere it begins with the time.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

import msgspec

BURST: Final = 10
WINDOW_S: Final = 60.0
"""The rate limit: this many log lines per message, whatever its values, in this many seconds."""

INFO_BURST: Final = 600
"""The limit for messages below a warning: each stored action is such a message."""

MOST_MESSAGES: Final = 500
"""The number of distinct messages counted; the least recent ones are forgotten."""

LONGEST: Final = 4_000
"""No value has more characters."""

_PRIORITIES: Final = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO, 6),
)
_DEBUG: Final = 7


class RateLimit(logging.Filter):
    """Suppresses messages logged too often, and reports their number with the next one let through.

    `clock` gives seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._windows: dict[tuple[str, int, str], tuple[float, int]] = {}
        """When the window of each message began, and how many came in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged."""
        key = (record.name, record.levelno, str(record.msg))
        most = BURST if record.levelno >= logging.WARNING else INFO_BURST
        now_s = self._clock()
        began_s, count = self._windows.pop(key, (now_s, 0))
        if now_s - began_s >= WINDOW_S:
            record.suppressed = max(0, count - most)
            began_s, count = now_s, 0
        self._windows[key] = began_s, count + 1
        if len(self._windows) > MOST_MESSAGES:
            del self._windows[next(iter(self._windows))]
        return count < most


class LineFormatter(logging.Formatter):
    """Makes a record one line of `key=value`."""

    def __init__(self, *, is_under_systemd: bool) -> None:
        super().__init__()
        self._is_under_systemd = is_under_systemd

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        pairs = [("level", record.levelname.lower()), ("logger", record.name)]
        pairs.append(("message", record.getMessage()))
        if suppressed := getattr(record, "suppressed", 0):
            pairs.append(("suppressed", str(suppressed)))
        if record.exc_info:
            pairs.append(("exception", self.formatException(record.exc_info)))
        line = " ".join(f"{key}={_value(value)}" for key, value in pairs)
        if self._is_under_systemd:
            return f"<{_priority(record.levelno)}>{line}"
        return f"time={time.strftime('%Y-%m-%dT%H:%M:%S%z', time.localtime(record.created))} {line}"


def set_up(level: int, stream: TextIO | None = None) -> None:
    """Log to standard error from now on."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter(is_under_systemd=_goes_to_the_systems_journal(stream)))
    handler.addFilter(RateLimit())
    logging.basicConfig(level=level, handlers=[handler])


def _goes_to_the_systems_journal(stream: TextIO) -> bool:
    """Whether systemd reads the stream: it says which one by `JOURNAL_STREAM`."""
    named = os.environ.get("JOURNAL_STREAM", "")
    try:
        seen = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return named == f"{seen.st_dev}:{seen.st_ino}"


def _priority(level: int) -> int:
    return next((priority for least, priority in _PRIORITIES if level >= least), _DEBUG)


def _value(text: str) -> str:
    """A value, quoted if it is more than a word, so that it never breaks the line."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}..."
    if text and text.isprintable() and not set(text) & set(' "=\\'):
        return text
    return msgspec.json.encode(text).decode()
