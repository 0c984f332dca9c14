"""The firmware under MicroPython, beneath the simulated table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.board.protocol import UNPLUGGED, BoardSpec
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkStalled, LinkUp, SensorFrame, TagRead, sites_in
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.firmware_board import FirmwareBoard
from hardware.simulated.lock_step_board import LockStepBoard
from hardware.simulated.table import SimulatedTable
from tests.needs import needs_micropython

pytestmark = needs_micropython

GRID = Grid(8, 8)
SPEC = BoardSpec(GRID)
RED = b"\xff\x00\x00" * GRID.size
DARK = bytes(3 * GRID.size)
A, B, C = 9, 10, 11
Make = Callable[[SimulatedTable], LockStepBoard]


class Evening:
    def __init__(self, make: Make, seed: int = 3) -> None:
        self.table = SimulatedTable(GRID, seed)
        self.board = make(self.table)
        self.told: list[DeviceEvent] = []
        self.now_ms = 0
        self.board.start(self.told.append)

    def wait(self, for_ms: int) -> list[DeviceEvent]:
        before = len(self.told)
        for now_ms in range(self.now_ms, self.now_ms + for_ms, 10):
            self.board.poll(now_ms)
        self.now_ms += for_ms
        self.board.poll(self.now_ms)
        return self.told[before:]

    def play(self) -> list[DeviceEvent]:
        """Hands that do a bit of everything."""
        self.table.noise(50.0, 0)
        self.wait(100)
        self.table.put([A], "house white", 1_000 * self.now_ms)
        self.wait(100)
        self.table.slide(A, C, 300_000, 1_000 * self.now_ms)
        self.wait(400)
        self.table.bump(1_000 * self.now_ms)
        self.wait(200)
        self.table.lift([C], 1_000 * self.now_ms)
        self.wait(100)
        return self.told


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening(lambda table: FirmwareBoard(SPEC, table))
    yield evening
    evening.board.stop()


def boards(events: list[DeviceEvent]) -> list[list[int]]:
    """The board's contents, each change once."""
    frames = [event.closed for event in events if isinstance(event, SensorFrame)]
    return [sites_in(now) for before, now in pairwise([None, *frames]) if now is not None and now != before]


def test_the_same_hands_are_reported_as_by_the_logic_alone(evening: Evening) -> None:
    alone = boards(Evening(lambda table: SimulatedBoard(SPEC, table)).play())
    told = boards(evening.play())
    assert told == alone
    assert alone[0] == alone[-1] == []
    assert [A] in alone
    assert [C] in alone


def test_the_same_hands_are_reported_at_the_same_times_again(evening: Evening) -> None:
    again = Evening(lambda table: FirmwareBoard(SPEC, table))
    try:
        assert evening.play() == again.play()
    finally:
        again.board.stop()


def test_it_shows_pictures_and_is_dark_when_let_go(evening: Evening) -> None:
    evening.board.show(RED)
    evening.wait(60)
    assert evening.board.lit == RED
    evening.board.stop()
    assert evening.board.lit == DARK
    evening.board.stop()


def test_unplugged_and_plugged_it_is_lost_and_greeted_anew(evening: Evening) -> None:
    evening.board.show(RED)
    evening.wait(100)
    evening.board.unplug()
    assert evening.wait(500) == []
    assert evening.told[-1] == LinkLost(100, "board", UNPLUGGED)
    assert evening.board.lit == DARK
    evening.board.plug()
    assert isinstance(evening.wait(400)[0], LinkUp)
    assert evening.board.lit == RED


def test_damaged_bytes_cost_a_frame_and_nothing_else(evening: Evening) -> None:
    evening.wait(300)
    evening.board.from_board.corrupt(15)
    events = evening.wait(1_000)
    assert all(isinstance(event, SensorFrame | LinkStalled) for event in events)
    assert evening.board.statistics.crc_errors + evening.board.statistics.skipped > 0


def test_a_process_that_ends_is_a_loss_and_is_started_again(evening: Evening) -> None:
    assert isinstance(evening.board, FirmwareBoard)
    evening.wait(300)
    evening.board._firmware.kill()
    lost, up, *_ = evening.wait(1_000)
    assert isinstance(lost, LinkLost)
    assert isinstance(up, LinkUp)


@pytest.fixture
def tagged() -> Iterator[Evening]:
    """A board with a reader under every site."""
    spec = BoardSpec(GRID, has_tags=True)
    evening = Evening(lambda table: FirmwareBoard(spec, table, {"house white": "04A2B1C9"}))
    yield evening
    evening.board.stop()


def tags(events: list[DeviceEvent]) -> list[tuple[str, str | None]]:
    return [(event.reader, event.tag) for event in events if isinstance(event, TagRead)]


def test_a_piece_is_read_by_the_tag_of_its_kind_or_its_own_or_what_it_is(tagged: Evening) -> None:
    tagged.wait(100)
    tagged.table.put([A], "house white", 1_000 * tagged.now_ms)
    tagged.table.put([B], "house white", 1_000 * tagged.now_ms, "t17")
    tagged.table.put([C], "park", 1_000 * tagged.now_ms)
    assert sorted(tags(tagged.wait(400))) == [("@1,1", "04A2B1C9"), ("@2,1", "t17"), ("@3,1", "park")]
    tagged.table.lift([B], 1_000 * tagged.now_ms)
    assert tags(tagged.wait(400)) == [("@2,1", None)]


def test_a_piece_that_is_pushed_is_read_where_it_arrives(tagged: Evening) -> None:
    tagged.wait(100)
    tagged.table.put([A], "house white", 1_000 * tagged.now_ms)
    tagged.wait(300)
    tagged.table.slide(A, C, 500_000, 1_000 * tagged.now_ms)
    told = tags(tagged.wait(1_000))
    assert told == [("@1,1", None), ("@3,1", "04A2B1C9")]


def test_over_a_loss_of_the_board_all_tags_are_gone_and_then_read_anew(tagged: Evening) -> None:
    tagged.wait(100)
    tagged.table.put([A], "house white", 1_000 * tagged.now_ms)
    tagged.wait(300)
    before = len(tagged.told)
    tagged.board.unplug()
    tagged.wait(100)
    assert tags(tagged.told[before:]) == [("@1,1", None)]
    tagged.board.plug()
    assert tags(tagged.wait(800)) == [("@1,1", "04A2B1C9")]


def test_readers_that_fail_are_named_and_reported_when_they_answer_again(tagged: Evening) -> None:
    assert isinstance(tagged.board, FirmwareBoard)
    tagged.wait(100)
    tagged.board._firmware.tags.break_readers([A, C])
    told = [event for event in tagged.wait(3_000) if not isinstance(event, SensorFrame)]
    says = "2 tag readers do not answer: 1,1; 3,1. Look at their cables."
    assert isinstance(told[-1], LinkLost)
    assert (told[-1].device, told[-1].reason) == ("tags", says)
    tagged.board._firmware.tags.break_readers([])
    told = [event for event in tagged.wait(2_000) if not isinstance(event, SensorFrame)]
    assert isinstance(told[-1], LinkUp)


def test_a_board_that_was_never_started_leaves_no_files() -> None:
    board = FirmwareBoard(SPEC, SimulatedTable(GRID))
    folder = Path(board._firmware.port).parent
    assert folder.is_dir()
    board.stop()
    assert not folder.exists()
