"""The way of one house stays shorter than it was before the rooms."""

from __future__ import annotations

from benchmarks.way import Way, ways

FRAME_BEFORE = (34, 161, 161)
TICK_BEFORE = (49, 301, 382)


def sizes(way: Way) -> tuple[int, int, int]:
    return len(way.files), len(way.functions), way.changes


def test_a_house_passes_fewer_files_functions_and_changes_than_before_the_rooms() -> None:
    frame, tick = map(sizes, ways())
    assert all(now < before for now, before in zip(frame, FRAME_BEFORE, strict=True))
    assert all(now < before for now, before in zip(tick, TICK_BEFORE, strict=True))
