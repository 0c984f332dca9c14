"""Errors of the journal, in words for people."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from controller.files.mounts import is_on_network
from texts import _

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

READ_ONLY = _("{journal} cannot be written. Check the folder, its owner and the card.", journal="")

DAMAGED = _("{journal} is damaged. Start again: it is then set aside and a sound one is made.", journal="")


_OF_ANY_DISK = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Errors that mean the same on any disk."""


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
