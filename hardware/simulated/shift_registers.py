"""A table's shift registers on the pins of a simulated Raspberry Pi: a pin factory for gpiozero.

Every edge on a pin acts on the chains as on real ones, at the time of the given clock. The model is strict:
data that is not latched or loaded is not seen, a row without settling time leaves its charge on the columns,
and a contact without its diode conducts backwards.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero.pins import SPI
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.board.register_wiring import SPI_PINS, RegisterWiring
from hardware.lasting_thread import ThreadClock
from hardware.ports import Grid
from hardware.simulated.micropython.registers import Registers

CLOCK, MOSI, MISO = SPI_PINS
BUFFER_BYTES = 4096
"""The default transfer size of spidev."""


class MatrixRegisters(Registers):
    """The chains with a matrix in which diodes may be missing.

    Current without a diode in its way flows from a column back to a row, and from there through all other
    closed contacts of it. `bare` is the set of sites without a diode.
    """

    def __init__(self, grid: Grid, *, is_end_high: bool) -> None:
        super().__init__(grid.columns, grid.rows, end=int(is_end_high))
        self._grid = grid
        self._bare = [0] * grid.rows

    @property
    def level(self) -> int:
        """The level on QH of the nearest 74HC165: the next bit."""
        return self._incoming >> self._in_bits - 1

    @property
    def driven(self) -> int:
        """The rows that the 74HC595 drive now, as bits."""
        return self._driven

    def remove_diodes(self, sites: int) -> None:
        """Remove the diodes of these sites' contacts."""
        columns = self._grid.columns
        self._bare = [sites >> row * columns & (1 << columns) - 1 for row in range(self._grid.rows)]

    def _columns_driven(self) -> int:
        rows = self._driven & (1 << self._grid.rows) - 1
        while True:
            columns = 0
            for row, closed in enumerate(self.contacts):
                columns |= closed if rows >> row & 1 else 0
            reached = rows
            for row, closed in enumerate(self.contacts):
                reached |= bool(closed & self._bare[row] & columns) << row
            if reached == rows:
                return columns
            rows = reached


class RegisterPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """The pins of a Raspberry Pi with the chains of a table on them.

    `contacts` gives the closed sites at a time in microseconds: that of a simulated table. While `has_spi` is
    false the bus is not enabled, while `is_plugged` is false the cable is off, and `failures` are raised by
    the next transfers of the bus, one each.
    """

    def __init__(
        self,
        grid: Grid,
        contacts: Callable[[int], int],
        clock: ThreadClock,
        wiring: RegisterWiring | None = None,
        *,
        is_end_high: bool = True,
    ) -> None:
        super().__init__(pin_class=_WiredPin)
        wiring = wiring or RegisterWiring()
        self.registers = MatrixRegisters(grid, is_end_high=is_end_high)
        self.clock = clock
        self.has_spi = True
        self.is_plugged = True
        self.failures: list[Exception] = []
        self._contacts = contacts
        self._latch_pin = wiring.latch_pin
        self._load_pin = wiring.load_pin
        self._high: set[str] = set()

    def has_changed(self, pin: str, level: bool) -> None:
        """An edge on a pin."""
        if not level:
            self._high.discard(pin)
            return
        self._high.add(pin)
        if not self.is_plugged:
            return
        if pin == CLOCK:
            self.shift(int(MOSI in self._high), 1)
        elif pin in (self._latch_pin, self._load_pin):
            now_us = self.clock.now_us()
            self.registers.set_sites(self._contacts(now_us))
            (self.registers.latch if pin == self._latch_pin else self.registers.load)(now_us)

    def shift(self, outgoing: int, bits: int) -> int:
        """This many edges of the bus's clock; returns the received bits."""
        if not self.is_plugged:
            return 0
        if self._load_pin not in self._high:
            raise RuntimeError("a 74HC165 does not shift while SH/LD is low")
        return self.registers.shift(outgoing, bits)

    def level(self, pin: str) -> bool | None:
        """The level that the table drives on a pin; `None` if none."""
        return bool(self.is_plugged and self.registers.level) if pin == MISO else None

    def _get_spi_class(self, shared: bool, hardware: bool) -> Any:
        return _Bus if hardware else super()._get_spi_class(shared, hardware)


class _WiredPin(MockPin):  # type: ignore[misc]
    """A pin that reports its edges, and gets its level from the table if that drives it."""

    def _change_state(self, value: bool) -> bool:
        has_changed: bool = super()._change_state(value)
        if has_changed:
            self.clear_states()  # it would grow for ever otherwise
            self.factory.has_changed(self.info.name, value)
        return has_changed

    def _get_state(self) -> bool:
        level: bool | None = self.factory.level(self.info.name)
        return bool(self._state) if level is None else level


class _Bus(SPI):  # type: ignore[misc]
    """The hardware SPI, with spidev's errors."""

    def __init__(
        self, clock_pin: str, mosi_pin: str, miso_pin: str, select_pin: str, pin_factory: RegisterPins
    ) -> None:
        self._pins: RegisterPins | None = None
        self._mode = 0
        self._rate_hz = 500_000
        super().__init__(pin_factory=pin_factory)
        pin_factory.reserve_pins(self, clock_pin, mosi_pin, miso_pin, select_pin)
        if not pin_factory.has_spi:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self._pins = pin_factory

    def close(self) -> None:
        """Close the bus."""
        if self._pins is not None:
            self._pins.release_all(self)
        self._pins = None
        super().close()

    @property
    def closed(self) -> bool:
        """Whether the bus is closed."""
        return self._pins is None

    def transfer(self, data: Sequence[int]) -> list[int]:
        """Exchange bytes, most significant bit first."""
        self._check_open()
        assert self._pins is not None
        if self._pins.failures:
            raise self._pins.failures.pop(0)
        if len(data) > BUFFER_BYTES:
            raise OSError(errno.EMSGSIZE, "Message too long")
        if self._mode != 0:
            raise RuntimeError("the registers want mode 0")
        bits = 8 * len(data)
        came = self._pins.shift(int.from_bytes(bytes(data), "big"), bits)
        self._pins.clock.spin_us(-(-1_000_000 * bits // self._rate_hz))
        return list(came.to_bytes(len(data), "big"))

    def _get_clock_mode(self) -> int:
        return self._mode

    def _set_clock_mode(self, value: int) -> None:
        self._mode = value

    def _get_rate(self) -> int:
        return self._rate_hz

    def _set_rate(self, value: int) -> None:
        self._rate_hz = int(value)
