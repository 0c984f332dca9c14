"""A table on this computer's own SPI, from the contact to the action that is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest
from gpiozero import Device

from controller.daemon.daemon import Daemon, started
from controller.journal.journal import Journal
from controller.model.view import Phase
from controller.referee.session import Pressed
from controller.settings.config import load
from hardware.board.spi_board import SpiBoard
from hardware.ports import DeviceEvent
from hardware.simulated.clock import LockStepClock
from hardware.simulated.shift_registers import RegisterPins
from hardware.simulated.table import SimulatedTable

SETTLE_MS = 800
SETTINGS = (
    ("board.kind", '"spi"'),
    ("lights.kind", '"none"'),
    ("board.scan_hz", "200"),
    ("board.debounce_ms", "15"),
)


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


class SpiTable:
    """The table, its pieces, and the game at it, all by one clock."""

    def __init__(self, file: Path) -> None:
        config = load(None, SETTINGS)
        self.grid = config.table.grid
        self.pieces = SimulatedTable(self.grid, 3)
        self.clock = LockStepClock()
        self.pins = RegisterPins(self.grid, self.pieces.closed, self.clock, config.board.wiring)
        Device.pin_factory = self.pins
        self.journal = Journal.open(file)
        self.daemon: Daemon = started(config, self.journal, NoLights(), ["board"], lambda: 0)
        self.board = SpiBoard(config.board_spec, config.board.wiring, self.clock)
        self._events: SimpleQueue[DeviceEvent] = SimpleQueue()
        self.board.start(self._events.put)
        self.wait(100)

    def wait(self, for_ms: int = SETTLE_MS) -> None:
        """Time passes."""
        for _ in range(for_ms // 20):
            self.clock.run_for(20_000)
            while True:
                try:
                    event = self._events.get_nowait()
                except Empty:
                    break
                self.daemon.handle(event, event.at_ms)
            self.daemon.tick(self.clock.now_us() // 1000)

    def touch(self, *ids: str) -> None:
        for one in ids:
            self.daemon.handle(Pressed(self.clock.now_us() // 1000, one), self.clock.now_us() // 1000)

    def put(self, place: str) -> None:
        sites = self.daemon.session.tables["masterplan"].sites(place)
        self.pieces.put([sites.bit_length() - 1], "piece", self.clock.now_us())
        self.wait()

    @property
    def phase(self) -> Phase:
        return self.daemon.session.phase

    def close(self) -> None:
        self.board.stop()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpiTable]:
    monkeypatch.setattr(Device, "pin_factory", None)
    table = SpiTable(tmp_path / "journal.sqlite")
    yield table
    table.close()
    table.pins.reset()


def test_houses_and_the_park_that_they_ask_for_are_played_through_the_registers(table: SpiTable) -> None:
    table.touch("game-masterplan", "start")
    table.wait()
    for place in ("d4.ne", "f6.n", "c3.n", "e5"):
        table.put(place)
    assert table.journal.actions(1) == ["house d4 ne", "house f6 n", "house c3 n", "park e5"]
    assert table.daemon.session.current.closed == table.pieces.closed(table.clock.now_us())


def test_while_the_cable_is_off_the_game_waits_and_then_goes_on(table: SpiTable) -> None:
    table.touch("game-masterplan", "start")
    table.wait()
    table.put("d4.ne")
    table.pins.is_plugged = False
    table.wait(2_000)
    assert table.phase is Phase.PAUSED
    assert table.daemon.shown.view.ask[0].startswith("The shift registers do not answer.")
    table.pins.is_plugged = True
    table.wait(3_000)
    assert table.phase is Phase.PLAYING
    table.put("f6.n")
    assert table.journal.actions(1) == ["house d4 ne", "house f6 n"]
