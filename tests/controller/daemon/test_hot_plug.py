"""Devices that come late, go and come back in the middle of a game, at the running table: the real main loop,
serial board, light thread and display, over pseudo-terminals and stand-ins. Nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

from controller.daemon.daemon import started
from controller.daemon.display import ScreenDisplay
from controller.model.view import Phase
from controller.monotonic import now_ms
from controller.settings.config import load
from controller.settings.settings import Config
from hardware.board.messages import Sensors
from hardware.board.protocol import BoardSpec
from hardware.board.serial_board import SerialBoard
from hardware.board.wire import Encoder
from hardware.lasting_thread import BackOff, HostClock
from hardware.lights.lights import NoLights
from hardware.lights.strip_lights import StripLights
from hardware.ports import Device, DeviceError, Lights, Polled
from hardware.screen.touchscreen import Touchscreen
from tests.controller.running_table import RunningTable
from tests.hardware.terminals import NodeOn, Terminal

QUICK = BackOff(first_s=0.01, longest_s=0.02)
RUNS_A_POLL = 10
SETTINGS = [("play.settle_ms", "100")]


@dataclass
class Hands:
    """Boards on terminals, plugged in and out while the table runs."""

    folder: Path
    config: Config
    nodes: list[NodeOn] = field(default_factory=list)

    def plug(self, name: str, closed: int) -> NodeOn:
        node = NodeOn(Terminal(self.folder / name), self.config.table.grid)
        node.closed = closed
        self.nodes.append(node)
        return node

    def poll(self, now_ms: int) -> None:
        """Let the boards run, about as fast as the clock. See `Polled`."""
        for node in self.nodes * RUNS_A_POLL:
            node.run()


class Strip:
    """A strip that takes pictures once it is wired, and fails when it is cut off."""

    def __init__(self) -> None:
        self.is_wired = False
        self.lit = b""

    def open(self, _order: str) -> Strip:
        self._check()
        return self

    def show(self, colours: bytes) -> None:
        """See `hardware.lights.strip_lights.Strip`."""
        self._check()
        self.lit = colours

    def close(self) -> None:
        """See `hardware.lights.strip_lights.Strip`."""

    def _check(self) -> None:
        if not self.is_wired:
            raise DeviceError("The lights on pin D10 fail. Check the wiring.")


class Table(RunningTable):
    """Its display is one of its devices."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.config = load(None, SETTINGS)
        self.hands = Hands(folder, self.config)
        self._devices: list[Device] = []

    @property
    def polled(self) -> Sequence[Polled]:
        return self.hands, self.display

    def start(
        self, *devices: Device, lights: Lights | None = None, awaited: tuple[str, ...] = ("board",)
    ) -> None:
        """Begin to run. Without other lights those of the board are used."""
        spec = BoardSpec(self.config.table.grid)
        self.board = SerialBoard(spec, str(self.hands.folder / "board-*"), now_ms, QUICK)
        self._devices = [self.board, *devices]
        self.display = next((one for one in devices if isinstance(one, ScreenDisplay)), self.display)
        self.daemon = started(self.config, self.journal, lights or self.board, awaited, lambda: 0)
        for device in self._devices:
            device.start(self.events.put)

    @property
    def standing(self) -> int:
        """Set the pieces of the game so far."""
        return self.daemon.session.current.closed

    def close(self) -> None:
        for node in self.hands.nodes:
            node.terminal.close()
        for device in self._devices:
            device.stop()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_a_board_that_comes_late_goes_in_mid_frame_and_comes_back_under_other_names_loses_nothing(
    table: Table,
) -> None:
    table.start()
    table.until(lambda: "Plug the board in" in table.asks())
    assert table.daemon.session.phase is Phase.PAUSED

    first = table.hands.plug("board-ttyACM7", table.standing)
    table.until_it_is(Phase.PLAYING)
    first.closed |= table.site("b2.w")
    table.until_played("house b2 w")

    frame = Encoder().encode(Sensors(0, 0, table.config.table.grid.size // 8))
    first.terminal.write(frame[: len(frame) // 2])
    first.terminal.close()
    table.until_it_is(Phase.PAUSED)
    table.until(lambda: "Plug" in table.asks())

    second = table.hands.plug("board-ttyACM2", first.closed | table.site("g7.e"))
    table.until_played("house b2 w", "house g7 e")
    table.until(lambda: any(second.lit))


def test_lights_that_come_late_go_and_come_back_show_the_game_as_it_is_then(table: Table) -> None:
    strip = Strip()
    lights = StripLights(table.config.table.grid.size, "a strip", strip.open, HostClock(), QUICK)
    table.start(lights, lights=lights, awaited=("board", "lights"))
    board = table.hands.plug("board-0", table.standing)
    table.until(
        lambda: (
            "The lights on pin D10 fail" in table.asks() and "board" not in table.daemon.session.devices.away
        )
    )
    assert table.daemon.session.phase is Phase.PAUSED

    strip.is_wired = True
    table.until_it_is(Phase.PLAYING)
    board.closed |= table.site("b2.w")
    table.until_played("house b2 w")
    table.until(lambda: any(strip.lit))

    strip.is_wired = False
    board.closed |= table.site("g7.e")
    table.until_it_is(Phase.PAUSED)
    strip.lit = b""
    strip.is_wired = True
    table.until_played("house b2 w", "house g7 e")
    table.until(lambda: any(strip.lit))


def test_a_game_goes_on_without_a_display_and_a_late_one_shows_it_as_it_is_then(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    size = (table.config.screen.width, table.config.screen.height)
    table.start(ScreenDisplay(Touchscreen(size), size), lights=NoLights())
    board = table.hands.plug("board-0", table.standing)
    table.until(lambda: "screen" in table.daemon.session.devices.away)
    table.until_it_is(Phase.PLAYING)
    board.closed |= table.site("b2.w")
    table.until_played("house b2 w")

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    table.until(lambda: "screen" not in table.daemon.session.devices.away)

    panel = pygame.display.get_surface()
    assert panel is not None
    assert len({tuple(panel.get_at((x, y))) for x in range(0, size[0], 8) for y in range(0, size[1], 8)}) > 3
    assert table.daemon.session.phase is Phase.PLAYING
