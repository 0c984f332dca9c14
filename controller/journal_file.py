"""The file under the journal: opened by one process, checked, private, and set aside when damaged."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote

APPLICATION_ID = 0x7AB11E12
BUSY_MS = 2000
SIDE_FILES = ("-wal", "-shm")

MIGRATIONS = (
    """
    CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, wall_ms INTEGER NOT NULL);
    CREATE TABLE log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      game INTEGER NOT NULL REFERENCES game (id),
      kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'finish')),
      detail TEXT NOT NULL,
      wall_ms INTEGER NOT NULL
    );
    CREATE INDEX log_by_game ON log (game, id);
    CREATE TABLE mask (
      column_ INTEGER NOT NULL, row_ INTEGER NOT NULL, wall_ms INTEGER NOT NULL, PRIMARY KEY (column_, row_)
    );
    """,
)
"""What makes each version of the journal out of the one before. `user_version` counts them."""


class JournalError(Exception):
    """The journal cannot be used. The text says which file, why, and what to do."""


class JournalInUse(JournalError):
    """Another process has the journal open for writing."""


class JournalFull(JournalError):
    """There is no room to write."""


class JournalReadOnly(JournalError):
    """The file or its folder cannot be opened or written."""


class JournalNewer(JournalError):
    """A newer Tablier wrote the journal."""


class JournalForeign(JournalError):
    """The file is a database of something else."""


class JournalDamaged(JournalError):
    """The file's content cannot be trusted."""


@contextlib.contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn the errors of SQLite and of the system into `JournalError`, in words for people."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(error, name) from error
    except OSError as error:
        raise JournalReadOnly(
            f"{name} cannot be opened: {error.strerror}. Check the folder and its owner."
        ) from error


def _translated(error: sqlite3.Error, name: str) -> JournalError:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return JournalFull(f"{name}: the card or disk is full. Free some space; nothing was lost.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return JournalReadOnly(
                f"{name} cannot be written. Is the card read-only, or the file another user's?"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalInUse(f"{name} is being used by another program. End that one first.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return JournalDamaged(
                f"{name} is damaged. Start again: it is then set aside and a sound one is made."
            )
        case _:
            return JournalError(f"{name} could not be written ({error}). Nothing was lost; check the card.")


@dataclass(slots=True)
class JournalFile:
    """An open, sound journal of this version: its connection and its lock."""

    name: str
    connection: sqlite3.Connection
    notice: str = ""
    _lock: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @classmethod
    def open(cls, path: Path | None) -> Self:
        """Open for writing. `None` is a journal in memory. Raises `JournalError`."""
        if path is None:
            name = "The journal in memory"
            return cls(
                name, _prepared(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
            )
        with contextlib.ExitStack() as held, explained(str(path)):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(_locked(path))
            notice = "" if _is_sound(path) else _set_aside(path)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = _connect(path, "rw")
            try:
                _prepared(connection)
            except BaseException:
                connection.close()
                raise
            return cls(str(path), connection, notice, held.pop_all())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open for reading. Raises `JournalError`."""
        with explained(str(path)):
            if not path.exists():
                raise JournalReadOnly(f"{path} does not exist: no game has been played yet.")
            if not _is_sound(path):
                raise JournalDamaged(f"{path} is damaged. Start the table: it is then set aside.")
            return cls(str(path), _connect(path, "ro"))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is done inside, or nothing of it."""
        with _transaction(self.connection):
            yield

    def close(self) -> None:
        """Close the file and give the lock back."""
        self.connection.close()
        self._lock.close()


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


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    return connection


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Set the connection up for safety, and bring the schema to this version."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < len(MIGRATIONS):
        with _transaction(connection):
            for script in MIGRATIONS[version:]:
                for statement in script.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    return connection


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock that keeps other tables out. The system frees it however the process ends."""
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = f" (process {number})" if (number := os.read(lock, 20).decode()) else ""
            raise JournalInUse(f"Another Tablier{owner} is using {path}. End that one first.") from None
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        yield
    finally:
        os.close(lock)


def _is_sound(path: Path) -> bool:
    """Whether the file can be trusted, looking only. Raises `JournalForeign` and `JournalNewer`."""
    if not path.exists() or not path.stat().st_size:
        return True
    connection = _connect(path, "ro")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and owner != APPLICATION_ID:
            raise JournalForeign(f"{path} is no journal of Tablier. Set journal.path to another file.")
        if version > len(MIGRATIONS):
            raise JournalNewer(
                f"{path} is of version {version}, this Tablier knows up to {len(MIGRATIONS)}."
                " It was left as it is. Install the newer Tablier, or set journal.path to another file."
            )
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            return False
        raise
    finally:
        connection.close()


def _set_aside(path: Path) -> str:
    """Move a damaged journal to a name that is free, and say so."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("", *SIDE_FILES):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return f"The journal {path} was damaged. It was kept as {aside.name}, and a new one was begun."
