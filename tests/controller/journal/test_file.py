"""The journal's file at the moments in which it is less than a journal."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.errors import JournalReadOnly
from controller.journal.file import JournalFile
from controller.journal.journal import Journal
from controller.model.records import Played


def test_a_journal_that_had_only_just_been_made_when_the_plug_was_pulled_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size > 0

    opened = JournalFile.open(path)
    opened.close()

    assert (opened.notice, list(tmp_path.glob("*damaged*"))) == ("", [])


def test_a_file_system_that_has_become_read_only_takes_nothing_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        game = journal.start_game({"game": "masterplan"}, 1000)
        is_read_only = list(os.statvfs(tmp_path))
        is_read_only[8] |= os.ST_RDONLY
        with monkeypatch.context() as failing:
            failing.setattr(os, "fstatvfs", lambda _fd: os.statvfs_result(is_read_only))
            with pytest.raises(JournalReadOnly, match="cannot be written"):
                journal.apply([Played("house d4 ne")], 2000, game)
        assert journal.actions(game) == []
        journal.apply([Played("house d4 ne")], 3000, game)
        assert journal.actions(game) == ["house d4 ne"]
