"""A matrix of contacts behind shift registers on the computer's own SPI, by gpiozero. Imported on demand.

Wired as in `firmware/matrix.py`, so that one table serves either: row `r` is output `r` of the 74HC595 chain,
column `c` is bit `c` of the number that the 74HC165 chain shifts out. The serial input of the farthest
74HC165 is tied to 3.3 V: its level follows the columns, and shows that the whole chain is there.

Sources: the data sheets SN74HC595 and SN74HC165.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from gpiozero import OutputDevice, SPIDevice
from gpiozero.exc import GPIOPinInUse, SPISoftwareFallback
from gpiozero.pins.spi import SPISoftware

from hardware.board.register_wiring import RegisterWiring
from hardware.panel.pins import bus_failures, pin_factory
from hardware.ports import DeviceError, Grid
from texts import _

HARDWARE_MODE = 0
SOFTWARE_MODE = 2
"""gpiozero's software SPI samples after the first edge, when a 74HC165 in mode 0 has moved on."""

NO_SPI = _(
    "The computer's SPI cannot be opened ({why}). Enable it: sudo raspi-config, Interface Options, SPI; then "
    "start again. Or set board.software_spi to true, which is many times slower.",
    why="",
)
BUS_FAILS = _("The sensors cannot be read over SPI ({why}). Check the cable to the shift registers.", why="")
PIN_TAKEN = _("Two devices want one pin ({why}). Correct the pins in the settings.", why="")
"""In these three `why` is the driver's message."""
NO_CHAIN = _(
    "The shift registers do not answer. Check their power, the cable, and that there is one 74HC165 for "
    "every eight columns (table.columns), with the serial input of the farthest tied to 3.3 V. Where it is "
    'not tied, set board.chain_end to "open".'
)
NO_PULL = _(
    "All columns read closed while no row is driven. Check the power of the shift registers, the cable, and "
    "the resistors that pull the columns down."
)


class BusError(DeviceError):
    """One scan failed. The next may succeed."""


def open_registers(grid: Grid, wiring: RegisterWiring, spin_us: Callable[[int], None]) -> ShiftRegisters:
    """The chains, ready to scan; `spin_us` waits for microseconds. Raises `DeviceError`."""
    pins = pin_factory()
    # A permanent filter, because a thread that changes filters for a while would disturb the other threads.
    warnings.simplefilter("ignore" if wiring.may_bit_bang else "error", SPISoftwareFallback)
    try:
        return ShiftRegisters(grid, wiring, spin_us, pins)
    except SPISoftwareFallback as error:
        raise DeviceError(NO_SPI.with_values(why=str(error))) from error
    except GPIOPinInUse as error:
        raise DeviceError(PIN_TAKEN.with_values(why=str(error))) from error
    except bus_failures() as error:
        raise DeviceError(BUS_FAILS.with_values(why=str(error))) from error


class ShiftRegisters(SPIDevice):  # type: ignore[misc]  # gpiozero has no types
    """The two chains. Between scans no row is driven."""

    def __init__(self, grid: Grid, wiring: RegisterWiring, spin_us: Callable[[int], None], pins: Any) -> None:
        self._columns = grid.columns
        self._in_bytes = (grid.columns + 7) // 8
        self._width = max(self._in_bytes, (grid.rows + 7) // 8)
        # Each step drives a row and brings in the row before; the last drives none, the first brings in that.
        # One byte more of the first shows the level after the columns.
        rows = [1 << row for row in range(grid.rows)]
        self._drives = [list(row.to_bytes(self._width, "big")) for row in (*rows, 0)]
        self._drives[0] = [0, *self._drives[0]]
        self._raw: list[Sequence[int]] = []
        self._closed = 0
        self._settle_us = wiring.settle_us
        self._spin_us = spin_us
        self._is_end_high = wiring.is_end_high
        self._latch = self._load = None
        super().__init__(port=0, device=wiring.device, pin_factory=pins)
        with ExitStack() as opened:
            opened.callback(self.close)
            self._set_up(wiring, pins)
            opened.pop_all()

    @property
    def is_bit_banged(self) -> bool:
        """Whether the program itself makes the clock, because there is no hardware SPI."""
        return isinstance(self._spi, SPISoftware)

    def scan(self) -> int:
        """The set of closed sites now, not debounced. Leaves all rows off. Raises `BusError`."""
        try:
            words = [self._step(drive) for drive in self._drives]
        except bus_failures() as error:
            raise BusError(BUS_FAILS.with_values(why=str(error))) from error
        self._check(words[0])
        if words[1:] != self._raw:
            self._raw = words[1:]
            self._closed = self._sites()
        return self._closed

    def close(self) -> None:
        """Switch off all rows, and release the pins."""
        if getattr(self, "_load", None) is not None:
            with suppress(*bus_failures()):
                self._step(self._drives[-1])
        for name in ("_latch", "_load"):
            pin = getattr(self, name, None)
            if pin is not None:
                pin.close()
                setattr(self, name, None)
        super().close()

    def _set_up(self, wiring: RegisterWiring, pins: Any) -> None:
        self._latch = OutputDevice(wiring.latch_pin, pin_factory=pins)
        self._load = OutputDevice(wiring.load_pin, initial_value=True, pin_factory=pins)
        if self.is_bit_banged and not wiring.may_bit_bang:
            raise SPISoftwareFallback("gpiozero knows no hardware for it here")
        self._spi.clock_mode = SOFTWARE_MODE if self.is_bit_banged else HARDWARE_MODE
        if not self.is_bit_banged:
            self._spi.rate = wiring.rate_hz
        self._step(self._drives[-1])

    def _step(self, drive: list[int]) -> Sequence[int]:
        """Shift in the rows to drive and shift out the loaded columns; drive the rows, and load the columns
        they close."""
        words: Sequence[int] = self._spi.transfer(drive)
        self._latch.on()  # type: ignore[attr-defined]
        self._latch.off()  # type: ignore[attr-defined]
        self._spin_us(self._settle_us)  # else a column holds the charge of the row before: a ghost
        self._load.off()  # type: ignore[attr-defined]
        self._load.on()  # type: ignore[attr-defined]
        return words

    def _check(self, idle: Sequence[int]) -> None:
        """Whether the chain is there, from the columns without a driven row and the level after them.

        The end's level in place of eight columns means that a register is missing.
        """
        columns, end = idle[: self._in_bytes], idle[self._in_bytes :]
        if self._row(columns) == (1 << self._columns) - 1:
            raise BusError(NO_PULL)
        if self._is_end_high and (set(end) != {0xFF} or 0xFF in columns):
            raise BusError(NO_CHAIN)

    def _sites(self) -> int:
        sites = 0
        for words in reversed(self._raw):
            sites = sites << self._columns | self._row(words)
        return sites

    def _row(self, words: Sequence[int]) -> int:
        return int.from_bytes(bytes(words[: self._in_bytes]), "big") & (1 << self._columns) - 1
