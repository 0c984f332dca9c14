"""The shift registers' stand-in: it gives what real chains give, and no more."""

from __future__ import annotations

import pytest
from gpiozero import Device, OutputDevice
from gpiozero.exc import SPISoftwareFallback

from hardware.board.register_wiring import RegisterWiring
from hardware.ports import Grid
from hardware.simulated.clock import LockStepClock
from hardware.simulated.micropython.registers import DISCHARGE_US
from hardware.simulated.shift_registers import MatrixRegisters, RegisterPins

GRID = Grid(8, 8)
WIRING = RegisterWiring()


class Bench:
    """The bus and the two pins of a table of 8 by 8 sites, used by hand."""

    def __init__(self, *closed: int) -> None:
        self.closed = sum(1 << site for site in closed)
        self.clock = LockStepClock()
        self.pins = RegisterPins(GRID, lambda _: self.closed, self.clock)
        self.bus = self.pins.spi(port=0, device=0)
        self.latch = OutputDevice(WIRING.latch_pin, pin_factory=self.pins)
        self.load = OutputDevice(WIRING.load_pin, initial_value=True, pin_factory=self.pins)

    def read_row(self, row: int, settle_us: int = DISCHARGE_US) -> int:
        self.bus.transfer([1 << row])
        self.latch.on()
        self.latch.off()
        self.clock.spin_us(settle_us)
        self.load.off()
        self.load.on()
        return int(self.bus.transfer([0])[0])


def test_a_row_that_is_driven_and_loaded_shows_its_closed_contacts() -> None:
    bench = Bench(8, 8 + 7)
    assert [bench.read_row(row) for row in range(3)] == [0, 0b1000_0001, 0]


def test_without_a_load_the_old_bits_come_again_and_then_the_end_of_the_chain() -> None:
    bench = Bench(1)
    bench.bus.transfer([1])
    bench.latch.on()
    bench.load.off()
    bench.load.on()
    bench.closed = 0
    assert [bench.bus.transfer([0]), bench.bus.transfer([0])] == [[2], [0xFF]]


def test_without_a_latch_no_row_is_driven() -> None:
    bench = Bench(1)
    bench.bus.transfer([1])
    bench.load.off()
    bench.load.on()
    assert bench.bus.transfer([0]) == [0]


def test_a_row_that_is_not_left_to_settle_shows_the_row_before() -> None:
    bench = Bench(3)
    assert bench.read_row(0) == 8
    assert bench.read_row(1, DISCHARGE_US - 1) == 8
    assert bench.read_row(0) == 8
    assert bench.read_row(1, DISCHARGE_US) == 0


def test_while_it_loads_a_register_does_not_shift() -> None:
    bench = Bench()
    bench.load.off()
    with pytest.raises(RuntimeError, match="SH/LD"):
        bench.bus.transfer([0])


def test_the_bus_takes_no_more_than_its_buffer_holds() -> None:
    with pytest.raises(OSError, match="too long"):
        Bench().bus.transfer([0] * 4097)


def test_a_mode_that_the_registers_do_not_understand_is_refused() -> None:
    bench = Bench()
    bench.bus.clock_mode = 1
    with pytest.raises(RuntimeError, match="mode 0"):
        bench.bus.transfer([0])


def test_a_transfer_takes_the_time_of_its_bits() -> None:
    bench = Bench()
    bench.bus.rate = 1_000_000
    before_us = bench.clock.now_us()
    bench.bus.transfer([0, 0, 0])
    assert bench.clock.now_us() - before_us == 24


def test_a_bus_that_is_not_enabled_falls_back_to_software_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pins = RegisterPins(GRID, lambda _: 0, LockStepClock())
    monkeypatch.setattr(Device, "pin_factory", pins)
    pins.has_spi = False
    with pytest.warns(SPISoftwareFallback, match="No such file"):
        pins.spi(port=0, device=0).close()


def test_a_cable_that_is_off_gives_zeros_and_carries_nothing() -> None:
    bench = Bench(0)
    bench.read_row(0)
    bench.pins.is_plugged = False
    assert bench.read_row(0) == 0
    assert bench.pins.registers.driven == 1


def row_of(registers: MatrixRegisters, row: int) -> int:
    registers.shift(1 << row, 8)
    registers.latch(1_000 * row)
    registers.load(1_000 * row + DISCHARGE_US)
    return registers.shift(0, 8)


CORNERS = (0, 3, 8)  # of a rectangle whose fourth is 8 + 3


def matrix(*bare: int) -> MatrixRegisters:
    registers = MatrixRegisters(GRID, is_end_high=True)
    registers.set_sites(sum(1 << site for site in CORNERS))
    registers.remove_diodes(sum(1 << site for site in bare))
    return registers


def test_with_its_diodes_three_corners_are_three() -> None:
    assert [row_of(matrix(), row) for row in (0, 1)] == [0b1001, 0b0001]


def test_without_the_diode_between_them_three_corners_close_the_fourth() -> None:
    assert [row_of(matrix(0), row) for row in (0, 1)] == [0b1001, 0b1001]


def test_a_missing_diode_elsewhere_leads_nowhere() -> None:
    assert row_of(matrix(3), 1) == 0b0001
    assert row_of(matrix(40), 1) == 0b0001


def test_current_goes_back_over_as_many_rows_as_there_are() -> None:
    registers = MatrixRegisters(GRID, is_end_high=True)
    registers.set_sites(sum(1 << site for site in (0, 8, 9, 17)))
    registers.remove_diodes(1 << 8 | 1 << 17)
    assert row_of(registers, 0) == 0b0011
    registers.set_sites(sum(1 << site for site in (0, 8, 9, 17, 18)))
    assert row_of(registers, 0) == 0b0111
