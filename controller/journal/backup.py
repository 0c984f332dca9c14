"""The journal's backups: the newest and the one before. Each holds at least as much as the one it replaces.

SQLite's own backup writes a temporary file, which is verified completely before it gets its name.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

from controller.journal import check as journal_check
from controller.journal import holdings as journal_holdings
from controller.journal import schema
from controller.journal.holdings import Holdings
from controller.journal.seal import Total


class HarmedCopy(Exception):
    """A copy of the journal is not sound, so the journal itself is damaged."""


def newest(path: Path) -> Path:
    """The path of the newest backup of the journal at this path."""
    return path.with_name(f"{path.name}.backup")


def before(path: Path) -> Path:
    """The path of the backup before the newest."""
    return path.with_name(f"{path.name}.backup-2")


def generations(path: Path) -> tuple[Path, Path]:
    """Both, the newest first."""
    return newest(path), before(path)


def looked_at(file: Path) -> sqlite3.Connection:
    """A read-only connection to a file that no process writes. It creates no side files. Raises
    `sqlite3.Error`."""
    return schema.connected(file, "ro&immutable=1")


def is_file(file: Path) -> bool:
    """Whether there is a non-empty regular file that opens without blocking."""
    try:
        status = file.stat()
    except OSError:
        return False
    return (
        stat.S_ISREG(status.st_mode) and status.st_size > 0 and os.access(file, os.R_OK, effective_ids=True)
    )


def total_of(file: Path) -> Total | None:
    """The total that a backup states; `None` if it states nothing credible."""
    if not is_file(file):
        return None
    try:
        with contextlib.closing(looked_at(file)) as connection:
            return schema.total_of(connection) if schema.is_ours(connection) else None
    except sqlite3.Error:
        return None


def held_by(file: Path) -> Holdings | None:
    """All sound content of a backup; `None` if there is none."""
    if not is_file(file):
        return None
    try:
        with contextlib.closing(looked_at(file)) as connection:
            return journal_holdings.read(connection)
    except sqlite3.Error:
        return None


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy an open database to a new file in one step, readable by its owner alone; an older file is
    replaced.

    Raises `sqlite3.Error` or `OSError`; the older file is then unchanged.
    """
    beside = _beside(target)
    try:
        _written(connection, beside)
        beside.replace(target)
    except (sqlite3.Error, OSError):
        beside.unlink(missing_ok=True)
        raise


def is_whole(file: Path) -> bool:
    """Whether a backup is unchanged since it was made."""
    if not is_file(file):
        return False
    try:
        with contextlib.closing(looked_at(file)) as connection:
            return schema.is_ours(connection) and journal_check.is_whole(connection)
    except sqlite3.Error:
        return False


def keep(connection: sqlite3.Connection, path: Path, *, is_doubted: bool = False) -> bool:
    """Make the newest backup of an open journal, unless one holds as much already. Returns whether it was
    made. A backup that `is_doubted` does not count.

    Raises `HarmedCopy`, `sqlite3.Error` or `OSError`; the backups are then unchanged.
    """
    total, known = schema.total_of(connection), None if is_doubted else total_of(newest(path))
    if total is None:
        raise HarmedCopy
    is_same = known is not None and known.journal == total.journal
    if not total.commits or (known is not None and is_same and known.commits >= total.commits):
        return False
    beside = _beside(newest(path))
    try:
        _written(connection, beside)
        with contextlib.closing(looked_at(beside)) as made:
            if not journal_check.is_whole(made):
                raise HarmedCopy
        _make_way(path, known, is_same=is_same)
        beside.replace(newest(path))
        flush_folder(path)
    except (sqlite3.Error, OSError, HarmedCopy):
        beside.unlink(missing_ok=True)
        raise
    return True


def _make_way(path: Path, known: Total | None, *, is_same: bool) -> None:
    """Turn the newest backup into the one before, unless that one is worth more."""
    if known is not None:
        newest(path).replace(before(path) if is_same else _free(path))
    elif is_file(newest(path)):
        if total_of(before(path)) is None:
            newest(path).replace(before(path))
    elif os.path.lexists(newest(path)):
        newest(path).replace(_free(path))


def flush_folder(path: Path) -> None:
    """Return once the names in a file's folder are on the disk."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def flush(file: Path) -> None:
    """Return once a file that no one has open is on the disk."""
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _written(connection: sqlite3.Connection, target: Path) -> None:
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(schema.Connection(str(target))) as made:
        connection.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # one file without side files
    flush(target)


def _beside(target: Path) -> Path:
    return target.with_name(f"{target.name}.new")


def _free(path: Path) -> Path:
    """A free name for the backup of another journal that was at this path before."""
    number = 1
    while os.path.lexists(found := path.with_name(f"{path.name}.other-{number}")):
        number += 1
    return found
