"""Maintains an open journal in the background.

It brings commits into the main file, makes backups, and verifies a large journal.

SQLite commits into its log, which must be short: if a card damages it, everything behind the damage is lost,
and a page in it may then be older than in the main file. So the log is copied into the file, synced and
emptied soon after each action. A thread with its own connection does that; no light waits for it.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from pathlib import Path
from threading import Event, Thread
from typing import Final

from controller.journal import backup
from controller.journal import check as journal_check
from controller.journal.errors import DAMAGED
from controller.journal.file import JournalFile, another_connection
from controller.journal.restore import CHEAP_BYTES
from controller.monotonic import now_ms

log = logging.getLogger(__name__)

QUIET_MS: Final = 1_000
"""A turn is over when nothing was stored for this long after an action."""

LATEST_MS: Final = 3_000
"""The longest time that a commit stays in the log alone."""

IDLE_MS: Final = 20_000
"""After this long without an action, a backup disturbs no one."""

AGAIN_MS: Final = 600_000
"""During a game, a backup is due after this long without one, once the table is idle."""


class CareSchedule:
    """The schedule, from the times of commits. Pure, except for its own state."""

    def __init__(self, now_ms: int) -> None:
        self._since_ms: int | None = None
        self._last_ms = now_ms
        self._backed_up_ms = now_ms - AGAIN_MS
        self._is_news = True

    def stored(self, at_ms: int) -> None:
        """Note a commit."""
        self._since_ms = at_ms if self._since_ms is None else self._since_ms
        self._last_ms = at_ms
        self._is_news = True

    def is_flush(self, now_ms: int) -> bool:
        """Whether the log must be brought into the file."""
        at_ms = self._flush_ms()
        return at_ms is not None and now_ms >= at_ms

    def flushed(self) -> None:
        """The log is in the file."""
        self._since_ms = None

    def later(self, now_ms: int) -> None:
        """The log is in use by a reader: retry as soon as possible."""
        self._since_ms = self._last_ms = now_ms

    def is_backup(self, now_ms: int) -> bool:
        """Whether a backup is due."""
        return self._is_news and now_ms >= self._backup_ms()

    def backed_up(self, now_ms: int) -> None:
        """There is a backup of everything, or none can be made."""
        self._backed_up_ms = now_ms
        self._is_news = False

    def wait_ms(self, now_ms: int) -> int | None:
        """The time until the next task; `None` until something is stored."""
        times = [self._flush_ms(), self._backup_ms() if self._is_news else None]
        known = [max(0, at_ms - now_ms) for at_ms in times if at_ms is not None]
        return min(known, default=None)

    def _flush_ms(self) -> int | None:
        if self._since_ms is None:
            return None
        return min(self._last_ms + QUIET_MS, self._since_ms + LATEST_MS)

    def _backup_ms(self) -> int:
        return max(self._last_ms + IDLE_MS, self._backed_up_ms + AGAIN_MS)


class Keeper:
    """The thread. Damage that it finds becomes the file's `doubt`."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self._stored_ms: list[int] = []
        self._news = Event()
        self._is_ending = False
        self._is_looked_through = False
        self._thread = Thread(target=self._run, name="journal keeper", daemon=True)

    def __enter__(self) -> Keeper:
        if self._file.path is not None:
            self._file.committed = self._hear
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the thread. If it hangs on its disk it is left behind: none of its work is essential."""
        self._is_ending = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(2)

    def _hear(self) -> None:
        self._stored_ms.append(now_ms())
        self._news.set()

    def _run(self) -> None:
        path = self._file.path
        assert path is not None
        try:
            with contextlib.closing(another_connection(path)) as connection:
                self._look_after(connection, path)
        except Exception:
            log.exception("journal: its keeper has ended by a fault of this program")

    def _look_after(self, connection: sqlite3.Connection, path: Path) -> None:
        due = CareSchedule(now_ms())
        while not self._is_ending:
            wait_ms = due.wait_ms(now_ms())
            self._news.wait(None if wait_ms is None else wait_ms / 1000)
            self._news.clear()
            while self._stored_ms:
                due.stored(self._stored_ms.pop(0))
                self._flush_count()
            at_ms = now_ms()
            if due.is_flush(at_ms):
                due.flushed() if brought_in(connection) else due.later(at_ms)
            if due.is_backup(at_ms) and not self._file.doubt:
                self._back_up(connection, path)
                due.backed_up(now_ms())

    def _flush_count(self) -> None:
        try:
            if self._file.count is not None:
                self._file.count.flush()
        except OSError as error:
            log.warning("journal: the count is not on the disk: %s", error.strerror)

    def _back_up(self, connection: sqlite3.Connection, path: Path) -> None:
        """Make a backup, and verify the journal if the start did not."""
        try:
            is_first, self._is_looked_through = not self._is_looked_through, True
            if is_first and path.stat().st_size > CHEAP_BYTES and not journal_check.is_whole(connection):
                raise backup.HarmedCopy
            is_harmed = is_first and not backup.is_whole(backup.newest(path))
            if backup.keep(connection, path, is_doubted=is_harmed):
                log.info("journal: a backup was made")
        except (backup.HarmedCopy, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.OperationalError):
                log.warning("journal: no backup could be made: %s", error)
                return
            self._file.doubt = DAMAGED.with_values(journal=self._file.name)
            log.error("journal: %s", self._file.doubt)
        except OSError as error:
            log.warning("journal: no backup could be made: %s", error.strerror)


def brought_in(connection: sqlite3.Connection) -> bool:
    """Bring SQLite's log into the file on the disk and empty it. Returns whether nothing is left in it.

    The first pass does most of the work without blocking writers; the second is short.
    """
    for how in ("PASSIVE", "TRUNCATE"):
        try:
            is_busy, *_pages = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                log.warning("journal: its log is not in the file yet: %s", error)
            return False
    return not is_busy
