"""Errors of the journal, in words for people."""

from __future__ import annotations

from texts import _

READ_ONLY = _("{journal} cannot be written. Check the folder, its owner and the card.", journal="")

DAMAGED = _("{journal} is damaged. Start again: it is then set aside and a sound one is made.", journal="")


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
