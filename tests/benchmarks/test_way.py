"""The way of one house stays shorter than it was before the rooms."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from benchmarks.way import Way, ways
from controller.journal.schema import Connection

FRAME_BEFORE = (34, 161, 161)
TICK_BEFORE = (49, 301, 382)


def sizes(way: Way) -> tuple[int, int, int]:
    return len(way.files), len(way.functions), way.changes


def test_a_house_passes_fewer_files_functions_and_changes_than_before_the_rooms() -> None:
    frame, tick = map(sizes, ways())
    assert all(now < before for now, before in zip(frame, FRAME_BEFORE, strict=True))
    assert all(now < before for now, before in zip(tick, TICK_BEFORE, strict=True))


def test_the_journal_is_closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.13 on, another test would have been told that it was not."""
    made, begin = list[Connection](), Connection.__init__

    def noted(connection: Connection, *arguments: Any, **options: Any) -> None:
        begin(connection, *arguments, **options)
        made.append(connection)

    monkeypatch.setattr(Connection, "__init__", noted)
    ways()
    assert made
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
