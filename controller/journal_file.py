"""The file under the journal: opened by one process, checked, private, and set aside when damaged.

An open journal is read through SQLite alone. To open and close its file in any other way, anywhere in the
process, would free the locks that SQLite holds on it; another program that looks in would then take away
the log with all that is not in the file yet (https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote

from controller import journal_schema as schema
from controller.journal_care import decoded
from controller.journal_errors import (
    JournalDamaged,
    JournalForeign,
    JournalInUse,
    JournalNewer,
    JournalReadOnly,
    explained,
)
from texts import _

BUSY_MS = 2000
SIDE_FILES = ("-wal", "-shm", "-journal")
SMALLEST = 512
"""No database has fewer bytes."""

Connect = Callable[..., sqlite3.Connection]
"""What makes a connection, as `sqlite3.connect` does."""


@dataclass(slots=True)
class JournalFile:
    """An open, sound journal of this version: its connection and its lock."""

    name: str
    connection: sqlite3.Connection
    notice: str = ""
    _lock: int | None = None
    _held: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @classmethod
    def open(cls, path: Path | None, connect: Connect = sqlite3.connect) -> Self:
        """Open for writing. `None` is a journal in memory. Raises `JournalError`."""
        if path is None:
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            return cls._holding(_("The journal in memory"), _prepared(memory))
        with contextlib.ExitStack() as held, explained(str(path)):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = held.enter_context(_locked(path))
            notice = "" if _is_sound(path) else _replaced(path)
            connection = _connect(_touch(path), "rw", connect)
            held.callback(connection.close)
            if schema.is_outdated(connection):
                _copy(connection, _older(path, schema.version_of(connection)))
            _prepared(connection)
            notice = notice or _back_up(connection, path)
            return cls(str(path), connection, notice, lock, held.pop_all())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open for reading. Raises `JournalError`."""
        with explained(str(path)):
            if not path.exists():
                raise JournalReadOnly(
                    _("{journal} does not exist: no game has been played yet.", journal=str(path))
                )
            mode = _reading_mode(path)
            if not _is_sound(path, mode):
                raise JournalDamaged(
                    _("{journal} is damaged. Start the table: it is then set aside.", journal=str(path))
                )
            return cls._holding(str(path), _connect(path, mode))

    @classmethod
    def _holding(cls, name: str, connection: sqlite3.Connection) -> Self:
        held = contextlib.ExitStack()
        held.callback(connection.close)
        return cls(name, connection, "", None, held)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is done inside, or nothing of it."""
        with _transaction(self.connection):
            yield

    def copy_to(self, target: Path) -> None:
        """Copy the file as it is now, also while another process writes to it. Raises `sqlite3.Error`."""
        with contextlib.closing(sqlite3.connect(_touch(target))) as copy:
            self.connection.backup(copy)

    def probe(self) -> None:
        """Come back when the disk under the file answers; a sound one does at once. For any thread.

        Nothing is written, so that no card wears by it: an empty flush goes to the disk as any other does.
        Raises `OSError`.
        """
        if self._lock is not None:
            os.fdatasync(
                self._lock
            )  # not the journal itself: closing that anew would free SQLite's own locks

    def close(self) -> None:
        """Close the file and give the lock back."""
        self._held.close()


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


def _connect(path: Path, mode: str, connect: Connect = sqlite3.connect) -> sqlite3.Connection:
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    with contextlib.ExitStack() as held:
        held.callback(connection.close)
        decoded(connection).execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        held.pop_all()
    return connection


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Set the connection up for safety, and bring the schema to this version."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if schema.version_of(connection) < len(schema.MIGRATIONS):
        with _transaction(connection):
            schema.migrate(connection)
    return connection


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Hold the lock that keeps other tables out. The system frees it however the process ends."""
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalInUse(_held_by(os.read(lock, 20).decode(), path)) from None
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        yield lock
    finally:
        os.close(lock)


def _held_by(process: str, path: Path) -> str:
    """Who has the journal; the number of the process if it is known."""
    if not process:
        return _("Another Tablier is using {journal}. End that one first.", journal=str(path))
    return _(
        "Another Tablier (process {process}) is using {journal}. End that one first.",
        process=process,
        journal=str(path),
    )


def _reading_mode(path: Path) -> str:
    """How to open a file for reading: a folder that cannot be written has no room for SQLite's side files."""
    alone = not path.with_name(f"{path.name}-wal").exists()
    if alone and not os.access(path.parent, os.W_OK, effective_ids=True):
        return "ro&immutable=1"
    return "ro"


def _is_sound(path: Path, mode: str = "ro") -> bool:
    """Whether the file can be trusted, looking only. Raises `JournalForeign` and `JournalNewer`."""
    if not path.exists() or not path.stat().st_size:
        return True
    if path.stat().st_size < SMALLEST:  # SQLite takes it for an empty file
        return False
    connection = _connect(path, mode)
    try:
        version = schema.version_of(connection)
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and owner != schema.APPLICATION_ID:
            raise JournalForeign(
                _("{journal} is no journal of Tablier. Set journal.path to another file.", journal=str(path))
            )
        if version > len(schema.MIGRATIONS):
            raise JournalNewer(
                _(
                    "{journal} is of version {version}, this Tablier knows up to {known}. "
                    "It was left as it is. Install the newer Tablier, or set journal.path to another file.",
                    journal=str(path),
                    version=version,
                    known=len(schema.MIGRATIONS),
                )
            )
        is_whole = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        return is_whole and (not tables or schema.has_its_tables(connection))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            return False
        raise
    finally:
        connection.close()


def _replaced(path: Path) -> str:
    """Move a damaged journal to a name that is free, put the backup in its place, and tell what was done.

    Raises `JournalNewer` for a backup of a newer version. Nothing has been moved then.
    """
    backup = _backup_of(path)
    has_backup = backup.exists() and backup.stat().st_size > 0 and _is_sound(backup)
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("", *SIDE_FILES):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    if not has_backup:
        return _(
            "The journal {journal} was damaged and is kept as {file}. A new one was begun.",
            journal=str(path),
            file=aside.name,
        )
    copy = _touch(path.with_name(f"{path.name}.new"))
    copy.write_bytes(backup.read_bytes())
    copy.replace(path)
    return _(
        "The journal {journal} was damaged and is kept as {file}. "
        "The games up to the start before were restored from {backup}.",
        journal=str(path),
        file=aside.name,
        backup=backup.name,
    )


def _back_up(connection: sqlite3.Connection, path: Path) -> str:
    """Keep a sound copy beside the journal, for `_replaced`, and tell when that fails; play goes on then."""
    try:
        _copy(connection, _backup_of(path))
    except (sqlite3.Error, OSError) as error:
        return _(
            "No backup of {journal} could be made ({why}). Check the room on the card.",
            journal=str(path),
            why=str(error),
        )
    return ""


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy an open journal. A copy before is replaced in one step, when the new one is on the disk.

    Raises `sqlite3.Error` or `OSError`; the copy before is still there then.
    """
    copy = target.with_name(f"{target.name}.new")
    try:
        copy.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(_touch(copy)),))
        with copy.open("rb") as written:
            os.fsync(written.fileno())
        copy.replace(target)
    except (sqlite3.Error, OSError):
        copy.unlink(missing_ok=True)
        raise


def _backup_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.backup")


def _older(path: Path, version: int) -> Path:
    """Where the journal is kept as it was before it was brought from a version to the newest."""
    return path.with_name(f"{path.name}.version-{version}")


def _touch(path: Path) -> Path:
    """Make the file, if it is missing, for the owner alone. SQLite gives its side files the same mode.

    A file that is there is not opened: to close it again would free all locks that SQLite holds on it.
    """
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    return path
