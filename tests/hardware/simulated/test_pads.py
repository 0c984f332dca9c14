from __future__ import annotations

import pytest

from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, TagRead
from hardware.simulated.pads import READ_MS, SITES_MS, SimulatedPads
from hardware.simulated.table import ImpossibleAct, Piece, SimulatedTable
from hardware.tags.tag_filter import ABSENT_MS

ROUND_MS = 4 * READ_MS
"""The time of four readers, one after the other."""


class Desk:
    """Four pads that are asked every millisecond."""

    def __init__(self, table: SimulatedTable | None = None, count: int = 4) -> None:
        self.pads = SimulatedPads(count, table)
        self.told: list[DeviceEvent] = []
        self.now_ms = 0
        self.pads.start(self.told.append)

    def run(self, for_ms: int) -> list[DeviceEvent]:
        """The events reported in this time."""
        before = len(self.told)
        for _ in range(for_ms):
            self.now_ms += 1
            self.pads.poll(self.now_ms)
        return self.told[before:]

    def tags(self, for_ms: int) -> list[tuple[str, str | None]]:
        return [(event.reader, event.tag) for event in self.run(for_ms) if isinstance(event, TagRead)]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.run(2 * ROUND_MS + 1)
    return desk


def tile(name: str) -> Piece:
    return Piece(name, ())


def test_the_readers_are_there_when_all_pads_have_been_read_twice() -> None:
    desk = Desk()
    desk.pads.put(3, tile("H12"))
    told = desk.run(2 * ROUND_MS + 1)
    assert [type(event) for event in told] == [TagRead, LinkUp]
    assert told[0] == TagRead(told[0].at_ms, "pad.p4", "H12")
    assert desk.run(1_000) == []


def test_a_tag_is_believed_when_it_has_been_read_twice(desk: Desk) -> None:
    desk.pads.put(1, tile("H12"))
    assert desk.tags(ROUND_MS) == []
    assert desk.tags(ROUND_MS + 1) == [("pad.p2", "H12")]


def test_a_tile_that_is_only_held_over_a_pad_for_one_read_is_not_reported(desk: Desk) -> None:
    desk.pads.put(1, tile("H12"))
    desk.run(ROUND_MS)
    desk.pads.lift(1)
    assert desk.tags(1_000) == []


def test_a_tag_is_gone_after_a_silence(desk: Desk) -> None:
    desk.pads.put(1, tile("H12"))
    desk.run(1_000)
    desk.pads.lift(1)
    assert desk.tags(ABSENT_MS - ROUND_MS) == []  # it was read last up to a round before
    assert desk.tags(2 * ROUND_MS) == [("pad.p2", None)]


def test_a_tile_that_is_back_before_the_silence_is_over_was_never_away(desk: Desk) -> None:
    desk.pads.put(1, tile("H12"))
    desk.run(1_000)
    desk.pads.lift(1)
    desk.run(100)
    desk.pads.put(1, tile("H12"))
    assert desk.tags(1_000) == []


def test_another_tile_in_its_place_is_reported_without_an_empty_pad_between(desk: Desk) -> None:
    desk.pads.put(1, tile("H12"))
    desk.run(1_000)
    desk.pads.lift(1)
    desk.run(50)
    desk.pads.put(1, tile("M3"))
    assert desk.tags(1_000) == [("pad.p2", "M3")]


def test_the_label_on_the_tag_is_what_is_read(desk: Desk) -> None:
    desk.pads.put(0, Piece("H12", (), label="04A2B1"))
    assert desk.tags(1_000) == [("pad.p1", "04A2B1")]


def test_without_its_cable_nothing_is_reported_and_all_is_reported_anew_with_it(desk: Desk) -> None:
    desk.pads.put(0, tile("H12"))
    desk.pads.put(1, tile("M3"))
    desk.run(1_000)
    desk.pads.unplug(desk.now_ms)
    assert desk.told[-1] == LinkLost(
        desk.now_ms, "rfid", "The tag readers do not answer. Look at their cable."
    )
    desk.pads.lift(1)
    assert desk.run(1_000) == []
    desk.pads.plug()
    told = desk.run(1_000)
    assert [event.tag for event in told if isinstance(event, TagRead)] == ["H12"]
    assert isinstance(told[-1], LinkUp)


def test_what_is_stopped_is_quiet_and_may_be_stopped_twice(desk: Desk) -> None:
    desk.pads.stop()
    desk.pads.stop()
    desk.pads.put(0, tile("H12"))
    assert desk.run(1_000) == []
    assert desk.pads.next_ms(desk.now_ms) is None


def test_nothing_is_reported_before_the_time_that_was_promised(desk: Desk) -> None:
    for hand in (lambda: desk.pads.put(2, tile("H12")), lambda: desk.pads.lift(2)):
        hand()
        assert desk.pads.next_ms(desk.now_ms) == desk.now_ms
        desk.pads.poll(desk.now_ms)
        due_ms = desk.pads.next_ms(desk.now_ms)
        assert due_ms is not None
        assert desk.run(due_ms - desk.now_ms - 1) == []
        assert len(desk.run(1)) == 1
        assert desk.pads.next_ms(desk.now_ms) is None


def test_a_pad_has_room_for_one_tile_and_a_tile_is_in_one_place(desk: Desk) -> None:
    desk.pads.put(0, tile("H12"))
    with pytest.raises(ImpossibleAct, match=r"on pad\.p1 lies H12 already"):
        desk.pads.put(0, tile("M3"))
    with pytest.raises(ImpossibleAct, match=r"H12 lies on pad\.p1: no tile is in two places"):
        desk.pads.put(1, tile("H12"))


def test_hands_find_only_what_is_there(desk: Desk) -> None:
    with pytest.raises(ImpossibleAct, match=r"there is no tile on pad\.p1"):
        desk.pads.lift(0)
    with pytest.raises(ImpossibleAct, match="there is no pad 5: the table has 4 pads"):
        desk.pads.put(4, tile("H12"))
    with pytest.raises(ImpossibleAct, match="there is no pad 1: the table has no pad"):
        SimulatedPads(0).tile_on(0)


def test_a_table_without_readers_says_at_once_that_all_are_there() -> None:
    desk = Desk(count=0)
    assert not desk.pads.has_readers
    assert [type(event) for event in desk.run(10)] == [LinkUp]


class TestReadersUnderTheSites:
    @pytest.fixture
    def table(self) -> SimulatedTable:
        return SimulatedTable(Grid(8, 8))

    @pytest.fixture
    def desk(self, table: SimulatedTable) -> Desk:
        desk = Desk(table, count=0)
        desk.run(3 * SITES_MS)
        return desk

    def test_each_site_of_a_piece_reads_it(self, table: SimulatedTable, desk: Desk) -> None:
        table.put([3, 11], "element", 1_000 * desk.now_ms)
        assert sorted(desk.tags(1_000)) == [("@3,0", "element"), ("@3,1", "element")]

    def test_a_piece_that_is_slid_is_read_where_it_rests(self, table: SimulatedTable, desk: Desk) -> None:
        table.put([0], "house", 1_000 * desk.now_ms)
        desk.run(1_000)
        table.slide(0, 3, 400_000, 1_000 * desk.now_ms)
        table.closed(1_000 * desk.now_ms + 1)
        told = []
        for _ in range(100):
            told += desk.tags(10)
            table.closed(1_000 * desk.now_ms)
        assert told == [("@0,0", None), ("@3,0", "house")]

    def test_a_crooked_piece_is_read_by_no_one(self, table: SimulatedTable, desk: Desk) -> None:
        table.put_between(0, 1, "house", 1_000 * desk.now_ms)
        assert desk.tags(1_000) == []
