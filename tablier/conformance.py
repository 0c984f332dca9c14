"""Tests that a driver of your own for sensors or lights can run against itself.

Inherit `SensorDriverTests` or `LightDriverTests` in a test module and give a `bench` fixture: the driver,
joined to a stand-in for its device, and hands at that device. pytest runs the tests. The contract is
`hardware.ports`; docs/api.md explains it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

import pytest

from hardware.ports import (
    DeviceEvent,
    Grid,
    LinkLost,
    LinkUp,
    SensorFrame,
    sites_in,
)

WITHIN_S: Final = 20.0
"""The longest time for anything that a device does. A table waits at most two seconds for most of it."""

BLOCKS_S: Final = 1.0
"""A call that lasts longer holds the main loop up, and with it every light."""


class SensorBench(Protocol):
    """A sensor driver and the device that it drives, or what stands in for it."""

    grid: Grid
    driver: Any
    """A `hardware.ports.Device`; if it has `poll`, that is called."""

    def close_sites(self, sites: int) -> None:
        """Let exactly these sites be closed (bit `site` of the set), and all others open."""

    def unplug(self) -> None:
        """Take the device away. It may be called before the driver is started."""

    def plug(self) -> None:
        """Put the device back."""


class LightBench(Protocol):
    """A light driver and the lights that it drives, or what stands in for them."""

    grid: Grid
    driver: Any
    """A `hardware.ports.Device` and `hardware.ports.Lights` in one; if it has `poll`, that is called."""

    def lit(self) -> bytes:
        """The visible state of the lights: red, green, blue for each site in the order of the grid."""

    def unplug(self) -> None:
        """Take the device away. It may be called before the driver is started."""

    def plug(self) -> None:
        """Put the device back."""


class Watch:
    """Collects a driver's events, from any thread, and polls it if it has `poll`."""

    def __init__(self, driver: Any) -> None:
        self.events: list[DeviceEvent] = []
        self._driver = driver

    def start(self) -> None:
        """Start the driver, which must come back at once."""
        _promptly(lambda: self._driver.start(self.events.append), "start")

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait, and poll, until a condition holds."""
        end_s = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end_s, (
                f"{what} did not come within {WITHIN_S:.0f} s; told was {self.events}"
            )
            self.poll()
            time.sleep(0.005)

    def poll(self) -> None:
        """Poll the driver, if it has `poll`."""
        if hasattr(self._driver, "poll"):
            _promptly(lambda: self._driver.poll(time.monotonic_ns() // 1_000_000), "poll")

    def last(self, kind: type[Any]) -> Any:
        """The last event of a kind, or `None`."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def is_up(self) -> bool:
        """Whether the device is up, by its last event."""
        return isinstance(self.last((LinkUp, LinkLost)), LinkUp)  # type: ignore[arg-type]

    def is_lost(self) -> bool:
        """Whether it is away, by its last event."""
        return isinstance(self.last((LinkUp, LinkLost)), LinkLost)  # type: ignore[arg-type]


def _promptly(call: Callable[[], object], name: str) -> None:
    began_s = time.monotonic()
    call()
    took_s = time.monotonic() - began_s
    assert took_s < BLOCKS_S, f"{name} took {took_s:.1f} s: it must not wait for the device"


class _LifeTests:
    """The duties of `hardware.ports.Device`."""

    name: str

    @pytest.fixture
    def watch(self, bench: Any) -> Iterator[Watch]:
        """A driver that was started at a device that is there, and is stopped at the end."""
        watch = Watch(bench.driver)
        watch.start()
        yield watch
        bench.driver.stop()

    def test_it_says_that_its_device_is_there(self, watch: Watch) -> None:
        watch.until(watch.is_up, "LinkUp")
        assert watch.last(LinkUp).device == self.name
        assert watch.last(LinkUp).what, "`what` describes the device for the log"

    def test_without_its_device_it_starts_anyway_and_reports_it(self, bench: Any) -> None:
        bench.unplug()
        watch = Watch(bench.driver)
        try:
            watch.start()
            watch.until(lambda: watch.last(LinkLost) is not None, "LinkLost")
            assert watch.last(LinkLost).device == self.name
            assert " " in watch.last(LinkLost).reason, "`reason` is a sentence for people"
            bench.plug()
            watch.until(watch.is_up, "LinkUp once the device is there")
        finally:
            bench.driver.stop()

    def test_a_pulled_cable_is_reported_and_so_is_its_return(self, bench: Any, watch: Watch) -> None:
        watch.until(watch.is_up, "LinkUp")
        bench.unplug()
        watch.until(watch.is_lost, "LinkLost")
        bench.plug()
        watch.until(watch.is_up, "LinkUp once the device is back")

    def test_it_can_be_stopped_twice_and_then_says_nothing_and_leaves_no_thread(self, bench: Any) -> None:
        before = set(threading.enumerate())
        watch = Watch(bench.driver)
        watch.start()
        watch.until(watch.is_up, "LinkUp")
        bench.driver.stop()
        bench.driver.stop()
        left = [thread.name for thread in threading.enumerate() if thread not in before and thread.is_alive()]
        assert left == [], f"threads that still run: {left}"
        told = len(watch.events)
        bench.unplug()
        time.sleep(0.1)
        assert watch.events[told:] == []

    def test_it_can_be_stopped_before_it_was_started(self, bench: Any) -> None:
        bench.driver.stop()


class SensorDriverTests(_LifeTests):
    """The duties of a driver of sensors."""

    name = "board"

    def test_a_frame_reports_the_whole_board(self, bench: SensorBench, watch: Watch) -> None:
        last = 1 << bench.grid.size - 1
        for sites in (1, 1 | last, last, bench.grid.all_sites, 0):
            bench.close_sites(sites)
            _require_frame(watch, sites)

    def test_what_stood_there_at_the_start_is_reported(self, bench: SensorBench) -> None:
        bench.close_sites(0b101)
        watch = Watch(bench.driver)
        watch.start()
        _require_frame(watch, 0b101)
        bench.driver.stop()

    def test_what_changed_while_it_was_away_is_reported(self, bench: SensorBench, watch: Watch) -> None:
        watch.until(watch.is_up, "LinkUp")
        bench.unplug()
        watch.until(watch.is_lost, "LinkLost")
        bench.close_sites(0b11)
        bench.plug()
        _require_frame(watch, 0b11)

    def test_frames_bear_the_time_of_the_monotonic_clock(self, bench: SensorBench, watch: Watch) -> None:
        before_ms = time.monotonic_ns() // 1_000_000
        watch.until(watch.is_up, "LinkUp")
        for sites in (1, 2, 3):
            bench.close_sites(sites)
            _require_frame(watch, sites)
        times = [event.at_ms for event in watch.events if isinstance(event, SensorFrame)]
        assert times == sorted(times)
        assert times[-1] in range(before_ms, time.monotonic_ns() // 1_000_000 + 1)

    def test_no_frame_names_a_site_beside_the_grid(self, bench: SensorBench, watch: Watch) -> None:
        bench.close_sites(bench.grid.all_sites)
        _require_frame(watch, bench.grid.all_sites)
        frames = [event for event in watch.events if isinstance(event, SensorFrame)]
        assert all(frame.closed >> bench.grid.size == 0 for frame in frames)


class LightDriverTests(_LifeTests):
    """The duties of a driver of lights."""

    name = "lights"

    def test_a_picture_is_shown_whole(self, bench: LightBench, watch: Watch) -> None:
        watch.until(watch.is_up, "LinkUp")
        for frame in (bytes([1, 2, 3]) * bench.grid.size, bytes(3 * bench.grid.size), _rainbow(bench.grid)):
            _show(bench, frame)
            _require_picture(watch, bench, frame)

    def test_the_last_picture_is_kept_while_the_lights_are_away(
        self, bench: LightBench, watch: Watch
    ) -> None:
        watch.until(watch.is_up, "LinkUp")
        bench.unplug()
        watch.until(watch.is_lost, "LinkLost")
        frame = _rainbow(bench.grid)
        _show(bench, frame)
        bench.plug()
        _require_picture(watch, bench, frame)

    def test_the_end_leaves_the_lights_dark(self, bench: LightBench, watch: Watch) -> None:
        watch.until(watch.is_up, "LinkUp")
        _show(bench, _rainbow(bench.grid))
        _require_picture(watch, bench, _rainbow(bench.grid))
        bench.driver.stop()
        watch.until(lambda: not any(bench.lit()), "darkness")


def _require_frame(watch: Watch, sites: int) -> None:
    watch.until(lambda: _closed(watch) == sites, f"a frame with exactly the sites {sites_in(sites)} closed")


def _show(bench: LightBench, frame: bytes) -> None:
    _promptly(lambda: bench.driver.show(frame), "show")


def _require_picture(watch: Watch, bench: LightBench, frame: bytes) -> None:
    watch.until(lambda: bench.lit() == frame, "the picture")


def _closed(watch: Watch) -> int | None:
    frame = watch.last(SensorFrame)
    return None if frame is None else frame.closed


def _rainbow(grid: Grid) -> bytes:
    return bytes(value % 251 for value in range(3 * grid.size))


__all__ = ["LightBench", "LightDriverTests", "SensorBench", "SensorDriverTests"]
