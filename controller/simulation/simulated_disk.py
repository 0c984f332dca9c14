"""The disk under a simulated table's journal: slow, full or failing, and the places where the program can die
at it.

The journal is the real one, on a real file. SQLite's errors are raised where SQLite raises them.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from controller.journal.schema import Connection
from controller.simulation.killing import Killer, Point

WRITING = ("INSERT", "UPDATE", "DELETE", "COMMIT")
"""The first words of statements that need space on the disk."""


class Condition(StrEnum):
    """The condition of the disk."""

    SOUND = "sound"
    SLOW = "slow"
    FULL = "full"
    FAILING = "failing"


_FAILURES = {
    Condition.FULL: ("database or disk is full", sqlite3.SQLITE_FULL),
    Condition.FAILING: ("disk I/O error", sqlite3.SQLITE_IOERR_WRITE),
}


class SimulatedDisk:
    """A disk whose condition changes. A commit to a slow one takes `slow_ms`, which `stall` lets pass while
    the program waits. `note` is called before a commit that may not reach the disk."""

    def __init__(
        self, killer: Killer, stall: Callable[[int], None], note: Callable[[], None], random: Random
    ) -> None:
        self.condition = Condition.SOUND
        self.slow_ms = 0
        self._killer = killer
        self._stall = stall
        self._note = note
        self._random = random
        self._length: int | None = None
        """The length of the log before the commit in progress."""

    @property
    def is_committing(self) -> bool:
        """Whether a commit is in progress and not yet acknowledged."""
        return self._length is not None

    def connect(self, database: str, **options: Any) -> sqlite3.Connection:
        """Like `schema.Connection`, with `uri=True` and the file's name as a URI."""
        connection = _Connection(database, **options)
        connection.disk = self
        return connection

    def commit(self, commit: Callable[[], sqlite3.Cursor], log: Path) -> sqlite3.Cursor:
        """Commit, unless the program dies before, during or after it."""
        self._killer.passing(Point.COMMIT)
        if self.condition is Condition.SLOW:
            self._stall(self.slow_ms)
        if self._killer.is_next(Point.TORN):
            self._note()
        self._length = _size(log)
        done = commit()
        self._killer.passing(Point.TORN)
        self._length = None
        self._killer.passing(Point.STORED)
        return done

    def before(self, statement: str) -> None:
        """A statement is about to run. Raises `sqlite3.OperationalError`, or `Killed`."""
        self._killer.passing(Point.STATEMENT)
        failure = _FAILURES.get(self.condition)
        if failure and statement.lstrip().startswith(WRITING):
            error = sqlite3.OperationalError(failure[0])
            error.sqlite_errorcode = failure[1]
            raise error

    def keep(self, file: Path, copy: Path) -> None:
        """Copy the file under a journal as a program finds it that starts after a crash at this moment."""
        for suffix in ("", "-wal", ".backup", ".backup-2", ".count"):
            if Path(f"{file}{suffix}").exists():
                shutil.copyfile(f"{file}{suffix}", f"{copy}{suffix}")
        if self._length is not None:
            log = Path(f"{copy}-wal")
            arrived = self._random.randint(self._length, max(self._length, _size(log)))
            with log.open("r+b") as opened:
                opened.truncate(arrived)
            self._length = None


class _Connection(Connection):
    """A connection that reports every statement to its disk."""

    disk: SimulatedDisk

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Like that of `Connection`."""
        self.disk.before(sql)
        if sql != "COMMIT":
            return super().execute(sql, *parameters)
        return self.disk.commit(lambda: super(_Connection, self).execute(sql), self._log)

    @property
    def _log(self) -> Path:
        _, _, file = super().execute("PRAGMA database_list").fetchone()
        return Path(f"{file}-wal")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
