"""The file under the journal: opened by one process, checked, private, and set aside when damaged.

An open journal is read through SQLite alone. If the process opened and closed its file in any other way, that
would free the locks that SQLite holds on it; another program could then remove the log with everything that
is not in the file yet (https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom  # not `secrets`: it opens the system's cryptography
from typing import Self

from controller.files.mounts import is_on_network
from controller.journal import backup, schema
from controller.journal import holdings as journal_holdings
from controller.journal import restore as journal_restore
from controller.journal.aside import make_way
from controller.journal.count import Count, CountFile
from controller.journal.errors import (
    DAMAGED,
    READ_ONLY,
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalFull,
    JournalInUse,
    JournalReadOnly,
)
from controller.journal.holdings import Holdings
from controller.journal.notices import PathState, heading_of, missing_of
from controller.journal.schema import Connect
from controller.journal.seal import Total
from texts import _, joined

BUSY_MS = 2000

SMALL_BYTES = 1 << 20
"""A journal up to this size is backed up at the start; a larger one later, in the background."""

LOCK = ".lock"
"""The suffix of a journal's lock file."""

_FULL = _(
    "{journal} cannot be written: the card or disk is full. "
    "Free some space; what was written before is safe.",
    journal="",
)

_SHARED = _(
    "{journal} lies on a network share, on which no journal is safe. "
    "Set journal.path to a file on this computer.",
    journal="",
)

_OF_ANY_DISK = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Errors that mean the same on any disk."""


@dataclass(slots=True)
class JournalFile:
    """An open, sound journal of this version: its connection and its lock.

    `committed` is called after each commit. `doubt` describes damage found since the file was opened; nothing
    is written after that.
    """

    name: str
    connection: sqlite3.Connection
    notice: str = ""
    path: Path | None = None
    count: CountFile | None = None
    committed: Callable[[], None] = lambda: None
    doubt: str = ""
    _lock: int | None = None
    _held: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @classmethod
    def open(
        cls, path: Path | None, connect: Connect = schema.Connection, *, is_doubted: bool = False
    ) -> Self:
        """Open for writing. `None` is a journal in memory. One that `is_doubted` is verified completely,
        whatever its size. Raises `JournalError`."""
        if path is None:
            return cls.of(_("The journal in memory"), in_memory(Holdings()))
        try:
            return cls._opened(path, connect, is_doubted=is_doubted)
        except JournalDamaged:
            return cls._opened(path, connect, is_doubted=True)

    @classmethod
    def of(cls, name: str, connection: sqlite3.Connection) -> Self:
        """Wrap an open connection, which is closed with it."""
        held = contextlib.ExitStack()
        held.callback(connection.close)
        return cls(name, connection, _held=held)

    @classmethod
    def _opened(cls, path: Path, connect: Connect, *, is_doubted: bool) -> Self:
        with contextlib.ExitStack() as held, _explained(str(path)):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = held.enter_context(_locked(path))
            notice = journal_restore.made_sound(path, is_doubted=is_doubted)
            connection = schema.connected(path, "rw", connect)
            held.callback(connection.close)
            _prepared(connection)
            count = CountFile.open(path)
            if count is not None:
                held.callback(count.close)
            notice = notice or _backed_up(connection, path, is_doubted=is_doubted)
            return cls(str(path), connection, notice, path, count, _lock=lock, _held=held.pop_all())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open for reading. If the journal is damaged or of an older version, its sound content is read.
        Raises `JournalError`."""
        with _explained(str(path)), contextlib.ExitStack() as held:
            if not path.exists():
                raise JournalReadOnly(
                    _("{journal} does not exist: no game has been played yet.", journal=str(path))
                )
            if not path.is_file() or 0 < path.stat().st_size < journal_restore.SMALLEST:
                raise _damaged(path)
            connection = schema.connected(path, _reading_mode(path))
            held.callback(connection.close)
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            state = journal_restore.state_of(connection, path)
            notice = ""
            if state is not PathState.SOUND:
                connection, notice = _read_apart(connection, path, state)
                held.callback(connection.close)
            return cls(str(path), connection, notice, path, _held=held.pop_all())

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything done inside, or nothing.

        Raises `JournalError`: `JournalDamaged` if there is a `doubt`, and `JournalReadOnly` if Linux has made
        the file system read-only, as it does when a card fails: an open file can be written and synchronised
        there without an error, and nothing reaches the card.
        """
        with _explained(self.name):
            if self.doubt:
                raise JournalDamaged(self.doubt)
            if self._lock is not None and os.fstatvfs(self._lock).f_flag & os.ST_RDONLY:
                raise JournalReadOnly(READ_ONLY.with_values(journal=self.name))
            with _transaction(self.connection):
                yield

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside is from one moment. Raises `JournalError`."""
        with _explained(self.name):
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def stored(self, count: Count) -> None:
        """Note the number of commits."""
        if self.count is not None:
            self.count.write(count)
        self.committed()

    def probe(self) -> None:
        """Return once the disk under the file answers; a healthy one does at once. May be called from any
        thread.

        An empty flush goes to the disk like any other, but writes nothing, so it wears no card. Raises
        `OSError`.
        """
        if self._lock is not None:
            os.fdatasync(
                self._lock
            )  # not the journal itself: closing it a second time would free SQLite's own locks

    def close(self) -> None:
        """Close the file and release the lock."""
        self._held.close()


def in_memory(held: Holdings) -> sqlite3.Connection:
    """A connection to a journal in memory with this content."""
    connection = schema.Connection(":memory:")
    total = held.total or Total(SystemRandom().getrandbits(31), schema.VERSION, held.commits, 0, 0, 0)
    with _transaction(connection):
        journal_holdings.write(connection, held, total)
    return connection


def another_connection(path: Path) -> sqlite3.Connection:
    """One more connection to a journal that is open in this process; it never waits for locks. Raises
    `sqlite3.Error`."""
    connection = schema.connected(path, "rw")
    connection.execute("PRAGMA busy_timeout = 0")
    return connection


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # Some errors have made SQLite roll back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _prepared(connection: sqlite3.Connection) -> None:
    """Configure the connection for safety, and bring SQLite's log of the last run into the file."""
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _backed_up(connection: sqlite3.Connection, path: Path, *, is_doubted: bool) -> str:
    """Back up a journal that is small or has no backup; return a warning if that fails. Raises
    `JournalDamaged` if the journal turns out to be damaged and was not verified."""
    if path.stat().st_size > SMALL_BYTES and backup.total_of(backup.newest(path)) is not None:
        return ""
    try:
        backup.keep(connection, path)
    except backup.HarmedCopy as error:
        if not is_doubted:
            raise _damaged(path) from error
        return ""
    except (sqlite3.Error, OSError) as error:
        return _(
            "No backup of {journal} could be made ({why}). Check the room on the card.",
            journal=str(path),
            why=str(error),
        )
    return ""


def _read_apart(
    connection: sqlite3.Connection, path: Path, state: PathState
) -> tuple[sqlite3.Connection, str]:
    """A connection to the sound content of a journal that cannot be used as it is, and words about the rest.
    Raises `JournalError`."""
    if state is PathState.FOREIGN:
        raise JournalForeign(
            _("{journal} is no journal of Tablier. Set journal.path to another file.", journal=str(path))
        )
    held = Holdings() if state is PathState.EMPTY else journal_holdings.read(connection)
    if held is None:
        raise _damaged(path)
    held = journal_holdings.merged(held, [])
    apart = in_memory(held)
    apart.execute("PRAGMA query_only = ON")
    missing = missing_of(held, held.total)
    return apart, joined(" ", [heading_of(path), *missing]) if missing else ""


def _damaged(path: Path) -> JournalDamaged:
    return JournalDamaged(
        _("{journal} is damaged. Start the table: it is then set aside.", journal=str(path))
    )


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Hold the lock that keeps other tables out. The system frees it however the process ends."""
    make_way(path, LOCK)
    lock = os.open(path.with_name(path.name + LOCK), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalInUse(_held_by(os.read(lock, 20).decode("ascii", "replace"), path)) from None
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        yield lock
    finally:
        os.close(lock)


def _held_by(process: str, path: Path) -> str:
    """The holder of the journal: its process id if known."""
    if not process:
        return _("Another Tablier is using {journal}. End that one first.", journal=str(path))
    return _(
        "Another Tablier (process {process}) is using {journal}. End that one first.",
        process=process,
        journal=str(path),
    )


def _reading_mode(path: Path) -> str:
    """How to open a file for reading: a read-only folder has no room for SQLite's side files."""
    alone = not path.with_name(f"{path.name}-wal").exists()
    if alone and not os.access(path.parent, os.W_OK, effective_ids=True):
        return "ro&immutable=1"
    return "ro"


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn the errors of SQLite and the system into `JournalError`, in words for people."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(error, name) from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise JournalFull(_FULL.with_values(journal=name)) from error
        if is_on_network(Path(name)):
            raise JournalReadOnly(_SHARED.with_values(journal=name)) from error
        reason = _(
            "{journal} cannot be opened: {why}. Check the folder, its owner and the card.",
            journal=name,
            why=error.strerror,
        )
        raise JournalReadOnly(reason) from error


def _translated(error: sqlite3.Error, name: str) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code not in _OF_ANY_DISK and is_on_network(Path(name)):
        return JournalReadOnly(_SHARED.with_values(journal=name))
    match code:
        case sqlite3.SQLITE_FULL:
            return JournalFull(_FULL.with_values(journal=name))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return JournalReadOnly(READ_ONLY.with_values(journal=name))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalInUse(
                _("{journal} is being used by another program. End that one first.", journal=name)
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return JournalDamaged(DAMAGED.with_values(journal=name))
        case _:
            return JournalError(
                _(
                    "{journal} could not be written ({why}). Nothing was lost; check the card.",
                    journal=name,
                    why=str(error),
                )
            )
