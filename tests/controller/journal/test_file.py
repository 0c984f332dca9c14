"""The journal's file at the moments in which it is less than a journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.journal.file import JournalFile


def test_a_journal_that_had_only_just_been_made_when_the_plug_was_pulled_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size > 0

    opened = JournalFile.open(path)
    opened.close()

    assert (opened.notice, list(tmp_path.glob("*damaged*"))) == ("", [])
