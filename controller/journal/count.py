"""How much a journal has stored, kept a second time beside it, so that a loss is noticed.

The last commits may be in SQLite's log only. If a card damages the log, SQLite applies only its sound part,
and the journal looks sound but holds less. This small file reveals that.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

from msgspec import MsgspecError
from msgspec.json import decode, encode

log = logging.getLogger(__name__)

SLOT = 512
"""The size of one atomic disk write. Two slots are written in turn, so one of them is always intact."""


MOST_GAMES = 20
"""The most games named in a count, which then has less than 512 bytes."""


class Count(NamedTuple):
    """The stored amount of the journal with this number: its `commits`, and the number of log lines of each
    of the last changed `games`."""

    journal: int
    commits: int
    games: tuple[tuple[int, int], ...] = ()


def file_beside(path: Path) -> Path:
    """The path of a journal's count."""
    return path.with_name(f"{path.name}.count")


class CountFile:
    """The open file. A failed write is logged once, and play goes on: this is only the second copy."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def open(cls, path: Path) -> Self | None:
        """Open the count of the journal at this path; `None` if that fails."""
        beside = file_beside(path)
        try:
            if beside.is_symlink() or (beside.exists() and not beside.is_file()):
                return None
            file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            with contextlib.ExitStack() as held:
                held.callback(os.close, file)
                if os.fstat(file).st_size != 2 * SLOT:
                    os.truncate(file, 0)
                    os.pwrite(file, bytes(2 * SLOT), 0)  # reserves its space now, before the disk is full
                held.pop_all()
        except OSError as error:
            log.warning("journal: %s cannot be opened: %s", beside, error.strerror)
            return None
        return cls(file)

    def write(self, count: Count, *, is_new: bool = False) -> None:
        """Write a count, which is later than the one before, unless it `is_new`. It is on the disk after
        `flush`."""
        if self._file is None:
            return
        text = encode(count)
        slot = (b"%08x " % crc32(text) + text).ljust(SLOT, b"\0")
        try:
            if is_new:
                os.pwrite(self._file, slot * 2, 0)
            else:
                os.pwrite(self._file, slot, SLOT * (count.commits % 2))
        except OSError as error:
            log.warning("journal: the count cannot be written: %s", error.strerror)
            self.close()

    def flush(self) -> None:
        """Return once everything written is on the disk. May be called from any thread. Raises `OSError`."""
        if self._file is not None:
            os.fdatasync(self._file)

    def close(self) -> None:
        """Close the file. May be called twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def read_count(path: Path) -> Count | None:
    """The last count of the journal at this path; `None` if none can be read."""
    beside = file_beside(path)
    try:
        if not stat.S_ISREG(beside.stat().st_mode):
            return None
        with beside.open("rb") as file:
            data = file.read(2 * SLOT)
    except OSError:
        return None
    found = [_count(data[place : place + SLOT]) for place in (0, SLOT)]
    return max((count for count in found if count is not None), key=lambda count: count.commits, default=None)


def _count(slot: bytes) -> Count | None:
    check, _, text = slot.rstrip(b"\0").partition(b" ")
    if check != b"%08x" % crc32(text):
        return None
    try:
        return decode(text, type=Count)
    except MsgspecError:
        return None
