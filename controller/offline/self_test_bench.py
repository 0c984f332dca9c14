"""Runs a self-test at a table, without the daemon: its board, its lights, and a person who answers."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable
from contextlib import ExitStack

from controller.referee.session import Pressed
from controller.self_test.findings import Findings
from controller.self_test.machine import CheckPhase, CheckPlan, SelfTest, begin, handle, tick
from controller.self_test.people import Answerer, MagnetHands, Typist
from controller.self_test.showing import Words, frame, words
from controller.settings.settings import Config
from controller.view.terminal import Terminal
from engines.record import record
from hardware.board.calibration import Calibration
from hardware.lights.lights import DimmedLights, NoLights
from hardware.ports import (
    Button,
    Device,
    DeviceError,
    DeviceEvent,
    Lights,
    LinkLost,
    LinkUp,
    Polled,
    SensorFrame,
)
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.table import SimulatedTable

POLL_MS = 20
"""The polling interval: a light follows a magnet within this."""


@record
class Bench:
    """The devices of a table under test, who answers, and the clock."""

    devices: tuple[Device, ...]
    polled: tuple[Polled, ...]
    lights: Lights
    person: Answerer
    now_ms: Callable[[], int]
    sleep_ms: Callable[[int], None]

    @property
    def has_lights(self) -> bool:
        """Whether there are lights."""
        return not isinstance(self.lights, NoLights)


class VirtualClock:
    """A clock that advances only by waiting: simulated hands keep no one waiting."""

    def __init__(self) -> None:
        self._now_ms = 0

    def now_ms(self) -> int:
        """The time."""
        return self._now_ms

    def sleep_ms(self, for_ms: int) -> None:
        """Let time pass."""
        self._now_ms += for_ms


def simulated_bench(config: Config, table: SimulatedTable) -> Bench:
    """A simulated table, and hands at it."""
    board, clock = SimulatedBoard(config.board_spec, table), VirtualClock()
    lights = DimmedLights(board, config.lights.electrics, board) if config.has_lights else NoLights()
    hands = MagnetHands(table, lambda: board.lit)
    return Bench((board,), (board,), lights, hands, clock.now_ms, clock.sleep_ms)


def bench_for(config: Config, terminal: Terminal) -> Bench:
    """The table of the settings: the simulated one with hands, or a real one with a person at the
    keyboard."""
    from controller import devices
    from controller.monotonic import now_ms, sleep_ms
    from controller.settings.config import with_setting

    table = devices.simulated_table(config)
    if table is not None:
        return simulated_bench(config, table)
    found = devices.choose_devices(with_setting(config, "screen.kind", '"none"'))
    person = Typist(sys.stdin, terminal)
    return Bench(found.all, found.polled, found.lights, person, now_ms, sleep_ms)


def run(
    plan: CheckPlan, findings: Findings, bench: Bench, calibration: Calibration, terminal: Terminal
) -> SelfTest:
    """Test until everything is known, or until the person stops or presses Ctrl-C.

    `calibration` is the one in use. Raises `DeviceError` if the board never sent its sensors.
    """
    events: queue.SimpleQueue[DeviceEvent] = queue.SimpleQueue()
    watch = _RunningTest(begin(plan, findings, bench.now_ms()), bench, terminal)
    with ExitStack() as stack:
        emit = calibration.emitting(events.put)
        for device in bench.devices:
            device.start(emit)
            stack.callback(device.stop)
        try:
            while watch.test.phase is not CheckPhase.OVER:
                for polled in bench.polled:
                    polled.poll(bench.now_ms())
                while not events.empty():
                    watch.take(events.get())
                watch.look()
                bench.sleep_ms(POLL_MS)
        except KeyboardInterrupt:
            watch.test = handle(watch.test, Pressed(bench.now_ms(), "stop"))
    if not watch.has_heard:
        raise DeviceError("Nothing was tested: the board was never there.")
    watch.tell()
    return watch.test


class _RunningTest:
    """Joins the test, its devices and its person."""

    def __init__(self, test: SelfTest, bench: Bench, terminal: Terminal) -> None:
        self.test = test
        self.has_heard = False
        """Whether the board has ever sent its sensors."""
        self._bench = bench
        self._terminal = terminal
        self._is_here = False
        self._said: Words | None = None
        self._frame = b""
        self._order = ""

    def take(self, event: DeviceEvent) -> None:
        """Process a device's event."""
        match event:
            case LinkLost(_, device, reason):
                self._terminal.say(reason)
                self._is_here = self._is_here and device != "board"
            case LinkUp(_, "board", _):
                self._is_here = True
            case SensorFrame():
                self.has_heard = True
        if isinstance(event, SensorFrame | Button):
            self.test = handle(self.test, event)

    def look(self) -> None:
        """Let time pass, show the present state, and handle answers: without a board only an end."""
        now_ms = self._bench.now_ms()
        self.test = tick(self.test, now_ms)
        if self.test.order != self._order and isinstance(self._bench.lights, DimmedLights):
            self._order = self.test.order
            self._bench.lights.reorder(self._order)
        picture = frame(self.test, now_ms)
        if picture != self._frame:
            self._frame = picture
            self._bench.lights.show(picture)
        if self._is_here:
            self.tell()
        for event in self._bench.person.act(self.test, now_ms):
            is_end = isinstance(event, Pressed) and event.id == "stop"
            if self._is_here or is_end:
                self.test = handle(self.test, event)

    def tell(self) -> None:
        """Pass new words on."""
        said = words(self.test)
        if said != self._said:
            self._said = said
            self._bench.person.hear(said)
