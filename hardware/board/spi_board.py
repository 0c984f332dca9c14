"""The board on the computer's own SPI: sensors behind shift registers, scanned and debounced in a thread.

It has no lights of its own. The pin driver is imported when the board is opened.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from hardware.board.protocol import DEVICE, BoardSpec
from hardware.board.register_wiring import RegisterWiring
from hardware.debounce import Debouncer, scans_for
from hardware.device_thread import DeviceThread
from hardware.lasting_thread import HostClock, ThreadClock
from hardware.ports import Emit, SensorFrame
from texts import _

if TYPE_CHECKING:
    from hardware.board.shift_registers import ShiftRegisters

HEARTBEAT_MS = 200
"""After this time the next scan emits a frame in any case, so frames are always less than 250 ms apart."""

MOST_FAILURES = 5
"""Failed scans in a row before the board counts as lost. A single one is a spark, or a bad contact."""

_log = logging.getLogger(__name__)


class SpiBoard:
    """Device: the sensors of a table, on shift registers that this computer scans.

    Scans `spec.scans_per_s` times a second, or less often to leave half of the computer's time free. A failed
    scan is skipped; after too many, the registers are reopened, with a back-off.
    """

    def __init__(self, spec: BoardSpec, wiring: RegisterWiring, clock: ThreadClock | None = None) -> None:
        self._spec = spec
        self._wiring = wiring
        self._clock = clock or HostClock()
        self._thread = DeviceThread(DEVICE, _("the board"), self._serve, self._clock)

    @property
    def beats(self) -> int:
        """See `Heartbeat`."""
        return self._thread.beats

    def start(self, emit: Emit) -> None:
        """Start scanning. The registers may appear at any time."""
        self._thread.start(emit)

    def stop(self) -> None:
        """Leave all rows off and release the pins. Waits for the thread."""
        self._thread.stop()

    def _serve(self, link: DeviceThread) -> None:
        """Scan from one opening of the bus until it is lost or stopped."""
        from hardware.board.shift_registers import open_registers

        with open_registers(self._spec.grid, self._wiring, self._clock.spin_us) as registers:
            frames = Frames(scans_for(self._spec.debounce_ms, self._spec.scans_per_s))
            patience = PatientScan()
            while not link.is_ending:
                started_us = self._clock.now_us()
                closed = patience.scan(registers)
                if closed is not None:
                    if not link.is_up:
                        link.up(self._description(registers))
                    frame = frames.scanned(closed, started_us // 1000)
                    if frame is not None:
                        link.emit(frame)
                took_us = self._clock.now_us() - started_us
                link.wait_us(max(1_000_000 // self._spec.scans_per_s - took_us, took_us))

    def _description(self, registers: ShiftRegisters) -> str:
        grid = self._spec.grid
        how = "bit-banged SPI" if registers.is_bit_banged else "SPI"
        return f"{grid.columns} × {grid.rows} sites on {how} 0.{self._wiring.device}"


class PatientScan:
    """Scans, and tolerates a few failures in a row."""

    def __init__(self) -> None:
        self._failures = 0

    def scan(self, registers: ShiftRegisters) -> int | None:
        """The set of closed sites; `None` for a failed scan. Raises `BusError` after too many."""
        from hardware.board.shift_registers import BusError

        try:
            closed = registers.scan()
        except BusError as error:
            self._failures += 1
            if self._failures == MOST_FAILURES:
                raise
            _log.warning("a scan of the board failed: %s", error)
            return None
        self._failures = 0
        return closed


class Frames:
    """Turns scans into frames: one for every lasting change, and signs of life.

    The first frame comes after `scans` scans.
    """

    def __init__(self, scans: int) -> None:
        self._debouncer = Debouncer(scans)
        self._unsure_scans = scans
        self._due_ms = 0

    def scanned(self, closed: int, at_ms: int) -> SensorFrame | None:
        """Process one scan. Returns a frame if one is due."""
        has_changed = self._debouncer.scanned(closed)
        if self._unsure_scans:
            self._unsure_scans -= 1
            has_changed = not self._unsure_scans
        elif at_ms >= self._due_ms:
            has_changed = True
        if not has_changed:
            return None
        self._due_ms = at_ms + HEARTBEAT_MS
        return SensorFrame(at_ms, self._debouncer.believed)
