"""A simulated table's journal: on a disk that can fail, with a witness, and as a crashed program leaves
it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.journal.journal import Journal
from controller.simulation.killing import Killer
from controller.simulation.simulated_disk import SimulatedDisk
from controller.simulation.witness import Rows, Witness, require_kept


class RigJournal:
    """A journal in this file; after each crash in a copy of it, which the next start finds.

    `stall` lets milliseconds pass while the program waits for its disk.
    """

    def __init__(self, file: Path, seed: int, stall: Callable[[int], None]) -> None:
        self.killer = Killer(self.keep)
        self.witness: Witness | None = None
        random = Random(seed)  # noqa: S311 - a world to be repeated, no secret
        self.disk = SimulatedDisk(self.killer, stall, self._note, random)
        self._file = self._next_file = file
        self._journal: Journal | None = None
        self._deaths = 0
        self._stored: Rows = {}

    def open(self) -> Journal:
        """Open it as the program does. Raises `JournalError`, `Killed`, or `Lost` if stored data is
        missing."""
        self._journal = Journal.open(self._file, self.disk.connect)
        self.witness = Witness(self._file)
        require_kept(self._stored, self.witness.rows())
        return self._journal

    def keep(self) -> None:
        """Copy the content of the disk at the moment of a crash."""
        if not self.disk.is_committing:
            self._note()
        self._deaths += 1
        self._next_file = self._file.with_name(f"journal-{self._deaths}.sqlite")
        self.disk.keep(self._file, self._next_file)

    def let_go(self) -> None:
        """The program has ended or crashed."""
        if self._journal is not None:
            self._journal.close()
        if self.witness is not None:
            self.witness.close()
        self._journal = self.witness = None
        self._file = self._next_file

    def _note(self) -> None:
        """Note what is stored now: the next start must find it."""
        if self.witness is not None:
            self._stored = self.witness.rows()
