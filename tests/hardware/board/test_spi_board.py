"""The board on the computer's SPI: the real adapter over registers that are modelled edge by edge."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from queue import Queue
from random import Random

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from hardware.board import shift_registers
from hardware.board.protocol import BoardSpec
from hardware.board.register_wiring import RegisterWiring
from hardware.board.spi_board import HEARTBEAT_MS, MOST_FAILURES, SpiBoard
from hardware.lasting_thread import HostClock
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, SensorFrame
from hardware.simulated.clock import LockStepClock
from hardware.simulated.reeds import Physics
from hardware.simulated.shift_registers import RegisterPins
from hardware.simulated.table import SimulatedTable

SMALL = Grid(12, 10)
SPARK = OSError(errno.EREMOTEIO, "Remote I/O error")
AWAY_MS = 3_000
"""Long enough for any back-off."""


class Bench:
    """A table on shift registers, its board, and a clock that goes as far as the hands let it."""

    def __init__(
        self,
        grid: Grid = SMALL,
        *,
        software: bool = False,
        may_bit_bang: bool = False,
        settle_us: int = 5,
        rate_hz: int = 4_000_000,
        scans_per_s: int = 500,
        is_end_high: bool = True,
        fitted: Grid | None = None,
    ) -> None:
        wiring = RegisterWiring(
            settle_us=settle_us,
            rate_hz=rate_hz,
            is_end_high=is_end_high,
            may_bit_bang=may_bit_bang or software,
        )
        self.grid = grid
        self.clock = LockStepClock()
        self.table = SimulatedTable(grid, 7)
        self.stuck = 0
        self.scans = 0
        self.pins = RegisterPins(fitted or grid, self._contacts, self.clock, wiring, is_end_high=is_end_high)
        self.pins.has_spi = not software
        Device.pin_factory = self.pins
        self.told: list[DeviceEvent] = []
        self.board = SpiBoard(BoardSpec(grid, False, 5, scans_per_s), wiring, self.clock)

    def _contacts(self, at_us: int) -> int:
        self.scans += 1
        return self.table.closed(at_us) | self.stuck

    def run(self, for_ms: int) -> list[DeviceEvent]:
        """Let time pass. Returns the events reported meanwhile."""
        before = len(self.told)
        self.clock.run_for(1_000 * for_ms)
        return self.told[before:]

    def begin(self) -> None:
        self.board.start(self.told.append)
        self.run(100)
        assert [type(event) for event in self.told] == [LinkUp, SensorFrame]

    @property
    def now_us(self) -> int:
        return self.clock.now_us()

    @property
    def seen(self) -> int:
        """The content of the newest frame."""
        return [event.closed for event in self.told if isinstance(event, SensorFrame)][-1]

    @property
    def truth(self) -> int:
        """The closed contacts of the table."""
        return self.table.closed(self.now_us)


def frames(told: list[DeviceEvent]) -> list[int]:
    """The closed sites of each frame; what repeats the frame before is left out."""
    closed = [event.closed for event in told if isinstance(event, SensorFrame)]
    return [now for before, now in zip([None, *closed], closed, strict=False) if now != before]


@pytest.fixture(autouse=True)
def bench_is_cleared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Device, "pin_factory", None)
    yield
    if Device.pin_factory is not None:
        Device.pin_factory.reset()


@pytest.fixture
def stopped() -> Iterator[list[Bench]]:
    benches: list[Bench] = []
    yield benches
    for bench in benches:
        bench.board.stop()


@pytest.fixture(params=[False, True], ids=["hardware", "software"])
def either(request: pytest.FixtureRequest, stopped: list[Bench]) -> Bench:
    """A table on the hardware's bus, and on one whose bits gpiozero makes itself."""
    stopped.append(Bench(software=request.param))
    return stopped[0]


@pytest.fixture
def bench(stopped: list[Bench]) -> Bench:
    stopped.append(Bench())
    return stopped[0]


class TestSensors:
    def test_what_lies_on_the_table_is_what_the_frames_say(self, either: Bench) -> None:
        either.begin()
        table, site = either.table, SMALL.site
        table.put([site(1, 1)], "house", either.now_us)
        table.put([site(4, 4), site(5, 4), site(5, 5)], "element", either.now_us)
        either.run(60)
        assert either.seen == either.truth == 1 << 13 | 1 << 52 | 1 << 53 | 1 << 65
        table.slide(site(1, 1), site(1, 8), 200_000, either.now_us)
        table.put_between(site(9, 2), site(10, 2), "house", either.now_us)
        either.run(300)
        assert either.seen == either.truth
        table.lift([site(4, 4), site(9, 2)], either.now_us)
        either.run(60)
        assert either.seen == either.truth == 1 << site(1, 8)

    @pytest.mark.parametrize(
        "grid", [Grid(1, 1), Grid(8, 8), Grid(9, 5), Grid(5, 17), Grid(20, 20), Grid(24, 24), Grid(32, 32)]
    )
    def test_every_site_of_any_grid_has_its_own_place(self, grid: Grid, stopped: list[Bench]) -> None:
        bench = Bench(grid, scans_per_s=50)
        stopped.append(bench)
        bench.begin()
        random = Random(1)
        corners = {0, grid.columns - 1, grid.size - grid.columns, grid.size - 1}
        for site in {*corners, *(random.randrange(grid.size) for _ in range(4))}:
            if grid.size > 1:  # one site that is closed is all of the columns there
                bench.stuck = 1 << site
                bench.run(100)
                assert bench.seen == 1 << site

    def test_the_bit_banged_reference_table_reads_as_the_one_with_hardware(
        self, stopped: list[Bench]
    ) -> None:
        seen = []
        for software in (False, True):
            bench = Bench(Grid(24, 24), software=software, scans_per_s=100)
            stopped.append(bench)
            bench.stuck = Random(2).getrandbits(576)
            bench.begin()
            seen.append(bench.seen)
            bench.board.stop()
        assert seen == [Random(2).getrandbits(576)] * 2

    def test_bounce_gives_one_frame_for_each_change(self, bench: Bench) -> None:
        bench.table.bounce(3_000, 0)
        bench.begin()
        for _ in range(10):
            bench.table.put([40], "house", bench.now_us)
            assert frames(bench.run(50))[-1:] == [1 << 40]
            bench.table.lift([40], bench.now_us)
            bench.run(50)
        assert frames(bench.told) == [0, *[1 << 40, 0] * 10]

    def test_glitches_shorter_than_the_debouncing_are_not_reported(self, stopped: list[Bench]) -> None:
        bench = Bench()
        stopped.append(bench)
        bench.table = SimulatedTable(SMALL, 7, Physics(glitch_us=(50, 2_000), long_glitch_share=0.0))
        bench.table.noise(400, 0)
        bench.begin()
        bench.run(2_000)
        assert frames(bench.told) == [0]

    def test_the_first_frame_waits_until_the_board_is_known(self, bench: Bench) -> None:
        bench.stuck = 1 << 7
        bench.begin()
        assert frames(bench.told) == [1 << 7]

    @pytest.mark.parametrize("scans_per_s", [50, 333, 1000])
    def test_a_board_at_rest_is_reported_at_least_every_quarter_of_a_second(
        self, scans_per_s: int, stopped: list[Bench]
    ) -> None:
        bench = Bench(scans_per_s=scans_per_s)
        stopped.append(bench)
        bench.begin()
        times = [event.at_ms for event in bench.run(3_000) if isinstance(event, SensorFrame)]
        gaps = [after - before for before, after in pairwise(times)]
        assert HEARTBEAT_MS <= min(gaps) <= max(gaps) <= 250

    def test_three_corners_without_a_diode_close_the_fourth(self, bench: Bench) -> None:
        bench.stuck = 1 << SMALL.site(1, 1) | 1 << SMALL.site(6, 1) | 1 << SMALL.site(1, 5)
        bench.begin()
        assert bench.seen == bench.stuck
        bench.pins.registers.remove_diodes(1 << SMALL.site(1, 1))
        bench.run(50)
        assert bench.seen == bench.stuck | 1 << SMALL.site(6, 5)

    @pytest.mark.parametrize(("settle_us", "ghosts"), [(5, 0), (1, 1 << SMALL.site(3, 5))])
    def test_a_row_that_may_not_settle_is_a_ghost_in_the_next(
        self, settle_us: int, ghosts: int, stopped: list[Bench]
    ) -> None:
        bench = Bench(settle_us=settle_us)
        stopped.append(bench)
        bench.stuck = 1 << SMALL.site(3, 4)
        bench.begin()
        assert bench.seen == bench.stuck | ghosts


class TestPace:
    def test_it_scans_as_often_as_it_is_ordered_to(self, bench: Bench) -> None:
        bench.begin()
        before = bench.scans
        bench.run(1_000)
        edges_a_scan = 2 * (SMALL.rows + 1)
        assert (bench.scans - before) // edges_a_scan == 500

    def test_scans_that_take_long_leave_half_of_the_time(self, stopped: list[Bench]) -> None:
        bench = Bench(rate_hz=100_000)
        stopped.append(bench)
        bench.begin()
        before = bench.scans
        bench.run(1_000)
        scan_us = 11 * (160 + 5) + 80
        assert (bench.scans - before) // 22 == pytest.approx(1_000_000 / (2 * scan_us), rel=0.02)


class TestFailures:
    def test_the_board_says_what_it_is(self, either: Bench) -> None:
        either.begin()
        how = "SPI" if either.pins.has_spi else "bit-banged SPI"
        assert either.told[0] == LinkUp(0, "board", f"12 × 10 sites on {how} 0.0")

    def test_a_failed_transfer_costs_a_scan_and_nothing_else(
        self, bench: Bench, caplog: pytest.LogCaptureFixture
    ) -> None:
        bench.begin()
        bench.pins.failures += [SPARK] * (MOST_FAILURES - 1)
        bench.stuck = 1 << 9
        assert frames(bench.run(100)) == [1 << 9]
        assert not [event for event in bench.told[1:] if isinstance(event, LinkLost | LinkUp)]
        assert "a scan of the board failed" in caplog.text

    def test_failures_with_right_scans_between_them_never_lose_the_board(self, bench: Bench) -> None:
        bench.begin()
        for _ in range(5):
            bench.pins.failures += [SPARK] * (MOST_FAILURES - 1)
            bench.run(100)
        assert not any(isinstance(event, LinkLost) for event in bench.told)

    def test_a_bus_that_fails_is_reported_once_and_opened_again(self, bench: Bench) -> None:
        bench.begin()
        bench.pins.failures += [SPARK] * (MOST_FAILURES + 3)
        bench.stuck = 1 << 9
        told = bench.run(AWAY_MS)
        reason = (
            "The sensors cannot be read over SPI ([Errno 121] Remote I/O error). "
            "Check the cable to the shift registers."
        )
        assert [event.reason for event in told if isinstance(event, LinkLost)] == [reason]
        back = [type(event) for event in told].index(LinkUp)
        assert isinstance(told[back + 1], SensorFrame)
        assert bench.seen == 1 << 9

    def test_a_cable_that_is_pulled_is_no_empty_board(self, either: Bench) -> None:
        either.stuck = 1 << 9
        either.begin()
        either.pins.is_plugged = False
        told = either.run(AWAY_MS)
        lost = [event for event in told if isinstance(event, LinkLost)]
        assert [event.reason for event in lost] == [shift_registers.NO_CHAIN]
        assert frames(told) == []
        either.pins.is_plugged = True
        told = either.run(AWAY_MS)
        assert isinstance(told[0], LinkUp)
        assert either.seen == 1 << 9

    @pytest.mark.parametrize("fitted", [Grid(8, 10), Grid(20, 10)], ids=["too few", "too many"])
    def test_registers_that_do_not_fit_the_columns_are_reported(
        self, fitted: Grid, stopped: list[Bench]
    ) -> None:
        bench = Bench(fitted=fitted)
        stopped.append(bench)
        bench.board.start(bench.told.append)
        bench.run(AWAY_MS)
        assert [type(event) for event in bench.told] == [LinkLost]
        assert "one 74HC165 for every eight columns" in bench.told[0].reason

    def test_an_end_that_is_not_tied_can_be_allowed(self, stopped: list[Bench]) -> None:
        bench = Bench(is_end_high=False)
        stopped.append(bench)
        bench.begin()
        assert bench.seen == 0

    def test_columns_that_nothing_pulls_down_are_reported(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bench.pins.registers, "_columns_driven", lambda: (1 << 12) - 1)
        bench.board.start(bench.told.append)
        bench.run(AWAY_MS)
        assert bench.told == [LinkLost(bench.told[0].at_ms, "board", shift_registers.NO_PULL)]

    def test_a_bus_that_is_not_enabled_is_reported_and_taken_when_it_is(self, bench: Bench) -> None:
        bench.pins.has_spi = False
        bench.board.start(bench.told.append)
        bench.run(AWAY_MS)
        (lost,) = bench.told
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith(
            "The computer's SPI cannot be opened (failed to initialize hardware SPI"
        )
        assert "sudo raspi-config" in lost.reason
        bench.pins.has_spi = True
        bench.run(AWAY_MS)
        assert isinstance(bench.told[1], LinkUp)

    def test_pins_that_gpiozero_can_only_bit_bang_are_reported_too(self, bench: Bench) -> None:
        Device.pin_factory = MockFactory()
        bench.board.start(bench.told.append)
        bench.run(AWAY_MS)
        why = "gpiozero knows no hardware for it here"
        assert bench.told == [LinkLost(0, "board", shift_registers.NO_SPI.with_values(why=why))]

    def test_where_bit_banging_is_allowed_the_hardware_is_still_taken_first(
        self, stopped: list[Bench]
    ) -> None:
        bench = Bench(may_bit_bang=True)
        stopped.append(bench)
        bench.begin()
        assert bench.told[0] == LinkUp(0, "board", "12 × 10 sites on SPI 0.0")

    def test_a_pin_that_another_device_has_is_reported_and_taken_when_it_is_free(self, bench: Bench) -> None:
        light = LED("GPIO25", pin_factory=bench.pins)
        bench.board.start(bench.told.append)
        bench.run(AWAY_MS)
        (lost,) = bench.told
        assert isinstance(lost, LinkLost)
        assert "GPIO25" in lost.reason
        light.close()
        bench.run(AWAY_MS)
        assert isinstance(bench.told[1], LinkUp)

    def test_a_fault_of_the_program_is_reported_and_the_board_comes_back(
        self, bench: Bench, caplog: pytest.LogCaptureFixture
    ) -> None:
        bench.begin()
        bench.pins.failures.append(ZeroDivisionError("oh"))
        told = bench.run(AWAY_MS)
        assert isinstance(told[0], LinkLost)
        assert told[0].reason == ("The program failed at the board: ZeroDivisionError('oh'). It tries again.")
        assert isinstance(told[1], LinkUp)
        assert "ended by a fault of this program" in caplog.text

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_ends_does_not_end_in_silence(self, bench: Bench) -> None:
        told: Queue[DeviceEvent] = Queue()

        def end(event: DeviceEvent) -> None:
            told.put(event)
            if isinstance(event, LinkUp):
                raise SystemExit

        bench.board.start(end)
        assert isinstance(told.get(timeout=20), LinkUp)
        reason = "The program has stopped looking for the board."
        assert told.get(timeout=20) == LinkLost(0, "board", reason)


class TestEnd:
    def test_after_the_end_no_row_is_driven_and_the_pins_are_free(self, either: Bench) -> None:
        either.begin()
        either.board.stop()
        assert either.pins.registers.driven == 0
        LED("GPIO24", pin_factory=either.pins).close()
        either.board.stop()
        assert isinstance(either.told[-1], SensorFrame)

    def test_a_scan_that_was_broken_off_leaves_no_row_on(self, bench: Bench) -> None:
        bench.begin()
        transfers = bench.pins.failures
        bench.run(1)

        def spark_in_the_middle(at_us: int) -> int:
            if bench.pins.registers.driven == 1 << 4 and bench.scans < 10_000:
                bench.scans = 10_000
                transfers.append(ZeroDivisionError("oh"))
            return 0

        bench.pins._contacts = spark_in_the_middle
        lost = bench.run(20)
        assert isinstance(lost[-1], LinkLost)
        assert bench.pins.registers.driven == 0

    def test_it_can_be_started_again(self, either: Bench) -> None:
        either.begin()
        either.board.stop()
        either.board.start(either.told.append)
        either.run(100)
        assert [type(event) for event in either.told][-2:] == [LinkUp, SensorFrame]


def test_on_the_hosts_clock_a_row_settles_for_at_least_its_time() -> None:
    clock = HostClock()
    before_us = clock.now_us()
    clock.spin_us(200)
    assert clock.now_us() - before_us >= 200


def test_the_board_loads_no_driver_before_it_is_started() -> None:
    code = "import sys, hardware.board.spi_board; print(sorted({'gpiozero', 'lgpio'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"
