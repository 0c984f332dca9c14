"""A board that is pulled in the middle of a frame, and another that is plugged in under another name.

Both run the real firmware, each in a MicroPython process of its own; between them and the program lies a
cable that ends at a given byte.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from queue import Empty, Queue

import pytest

from hardware.board.messages import AskHello, BoardMessage, Hello, Lights, Sensors, Settings, Tags
from hardware.board.protocol import UNPLUGGED, BoardSpec
from hardware.board.serial_board import SerialBoard
from hardware.lasting_thread import BackOff
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, SensorFrame, TagRead
from tests.hardware.cable import Cable, Cut
from tests.needs import needs_micropython

pytestmark = needs_micropython

GRID = Grid(24, 24)
WITHIN_S = 60.0
RED = b"\xff\x00\x00" * GRID.size
BEFORE, NEVER_WHOLE, AFTER = 1 << 5, 1 << 5 | 1 << 300, 1 << 7 | 1 << 301
SITE = GRID.site(3, 1)
TAG = bytes.fromhex("04112233445566")

PLACES = {
    "within the start": 1,
    "within the length": 3,
    "before the payload": 6,
    "within the payload": 8,
    "before the checksum": -4,
    "within the checksum": -2,
    "before the last byte": -1,
}
each_place = pytest.mark.parametrize("after", PLACES.values(), ids=PLACES.keys())


class Desk:
    """A serial board that looks for any port of a folder, and cables to plug in there."""

    def __init__(self, folder: Path, has_tags: bool) -> None:
        self._folder = folder
        self._settings = {"TAG_READERS": [(0, 3, 1)]} if has_tags else {}
        self._told: Queue[DeviceEvent] = Queue()
        self._cables: list[Cable] = []
        spec = BoardSpec(GRID, has_tags=has_tags)
        self.closed = BEFORE
        self.told: list[DeviceEvent] = []
        self.board = SerialBoard(spec, f"{folder}/tablier-*", lambda: 1_000, BackOff(0.01, 0.02))

    def plug(self, name: str) -> Cable:
        """Plug a board in. With the first one the program begins to look for it."""
        cable = Cable(self._folder / name, GRID, **self._settings)
        if not self._cables:
            self.board.start(self._told.put)
        self._cables.append(cable)
        return cable

    def run_until(self, holds: Callable[[], bool]) -> None:
        """Let the boards run until something holds."""
        deadline = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < deadline, self.told
            for cable in self._cables:
                cable.run(self.closed)
            try:
                self.told.append(self._told.get(timeout=0.000_5))
            except Empty:
                continue

    def links(self) -> list[type[DeviceEvent]]:
        """The reported events of the link; one loss may have several reasons, one after the other."""
        links = [type(event) for event in self.told if isinstance(event, LinkUp | LinkLost)]
        return [kind for kind, _ in groupby(links)]

    def frames(self) -> list[int]:
        """The reported boards, each change once."""
        return [closed for closed, _ in groupby(e.closed for e in self.told if isinstance(e, SensorFrame))]

    def close(self) -> None:
        for cable in self._cables:
            cable.pull()
        self.board.stop()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, has_tags=False)
    yield desk
    desk.close()


@pytest.fixture
def tagged(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, has_tags=True)
    yield desk
    desk.close()


def told_of(desk: Desk, closed: int) -> Callable[[], bool]:
    return lambda: SensorFrame(1_000, closed) in desk.told


def is_a(kind: type[BoardMessage]) -> Callable[[BoardMessage], bool]:
    return lambda said: isinstance(said, kind)


@each_place
def test_pulled_amid_a_frame_of_sensors_the_table_goes_on_with_the_next_board(desk: Desk, after: int) -> None:
    first = desk.plug("tablier-0")
    desk.run_until(told_of(desk, BEFORE))
    first.from_board = Cut(lambda said: isinstance(said, Sensors) and said.closed == NEVER_WHOLE, after)
    desk.closed = NEVER_WHOLE
    desk.run_until(lambda: not first.is_plugged)
    desk.run_until(lambda: desk.links()[-1:] == [LinkLost])
    desk.closed = AFTER
    desk.plug("tablier-7")
    desk.run_until(told_of(desk, AFTER))
    assert desk.links() == [LinkUp, LinkLost, LinkUp]
    assert LinkLost(1_000, "board", UNPLUGGED) in desk.told
    assert desk.frames() == [BEFORE, AFTER]
    assert desk.board.statistics.connections == 2


@each_place
def test_pulled_amid_a_picture_the_next_board_shows_all_of_it(desk: Desk, after: int) -> None:
    first = desk.plug("tablier-7")
    desk.run_until(told_of(desk, BEFORE))
    first.from_host = Cut(is_a(Lights), after)
    desk.board.show(RED)
    desk.run_until(lambda: not first.is_plugged)
    assert first.board.lit == bytes(len(RED))
    second = desk.plug("tablier-0")
    desk.run_until(lambda: second.board.lit == RED)
    desk.run_until(lambda: desk.links() == [LinkUp, LinkLost, LinkUp])
    assert desk.frames() == [BEFORE]


@pytest.mark.parametrize("kind", [AskHello, Settings], ids=["question", "settings"])
def test_pulled_amid_what_the_program_says_first_the_next_board_is_greeted_anew(
    desk: Desk, kind: type[BoardMessage]
) -> None:
    first = desk.plug("tablier-0")
    first.from_host = Cut(is_a(kind), 5)
    desk.run_until(lambda: not first.is_plugged)
    desk.plug("tablier-7")
    desk.run_until(lambda: desk.links()[-2:] == [LinkLost, LinkUp])  # the first one may have been up before
    desk.told.clear()
    desk.closed = AFTER
    desk.run_until(told_of(desk, AFTER))


@each_place
def test_pulled_amid_its_hello_a_board_has_never_been_there(desk: Desk, after: int) -> None:
    first = desk.plug("tablier-0")
    first.from_board = Cut(is_a(Hello), after)
    desk.run_until(lambda: not first.is_plugged)
    desk.plug("tablier-7")
    desk.run_until(told_of(desk, BEFORE))
    assert desk.links() == [LinkLost, LinkUp]
    assert desk.board.statistics.connections == 1


@each_place
def test_pulled_amid_its_tags_nothing_is_known_of_them_until_the_next_board_reports(
    tagged: Desk, after: int
) -> None:
    first = tagged.plug("tablier-0")
    tagged.closed = 1 << SITE
    tagged.run_until(told_of(tagged, 1 << SITE))
    first.from_board = Cut(lambda said: isinstance(said, Tags) and bool(said.tags), after)
    first.board.tags.lay({SITE: [TAG]})
    tagged.run_until(lambda: not first.is_plugged)
    tagged.run_until(lambda: tagged.links()[-1:] == [LinkLost])
    second = tagged.plug("tablier-7")
    second.board.tags.lay({SITE: [TAG]})
    read = TagRead(1_000, "@3,1", TAG.hex().upper())
    tagged.run_until(lambda: read in tagged.told)
    assert [event for event in tagged.told if isinstance(event, TagRead)] == [read]
    assert tagged.links() == [LinkUp, LinkLost, LinkUp]


def test_pulled_over_and_over_each_time_at_another_byte_the_table_knows_what_lies_on_it(desk: Desk) -> None:
    for turn in range(6):
        cable = desk.plug(f"tablier-{turn % 3}")
        desk.closed = 1 << turn
        desk.run_until(told_of(desk, desk.closed))
        cable.from_board = Cut(is_a(Sensors), 13 * turn)
        desk.run_until(lambda: desk.links()[-1:] == [LinkLost])
    assert desk.frames() == [1 << turn for turn in range(6)]
    assert desk.links() == [LinkUp, LinkLost] * 6
