"""The thread of a strip on this computer, with a strip that can be held up and can fail."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from hardware.lasting_thread import BackOff, HostClock
from hardware.lights.strip_lights import StripLights
from hardware.ports import DeviceError, DeviceEvent, LinkLost, LinkUp

LONG_S = 20.0
PICTURE = bytes([1, 2, 3, 0, 0, 0, 7, 8, 9, 255, 254, 253])
DARK = bytes(12)


class Table:
    """Four lights: their refreshed colours, and the events of their adapter."""

    def __init__(self) -> None:
        self.refreshed: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[DeviceEvent] = queue.Queue()
        self.before_opening: Callable[[], None] = lambda: None
        self.before_refresh: Callable[[], None] = lambda: None
        self.is_open = False
        self.orders: list[str] = []
        self.lights = StripLights(4, "4 lights", self.open, HostClock(), BackOff(0.001, 0.002))

    def open(self, order: str) -> Table:
        self.before_opening()
        self.orders.append(order)
        assert not self.is_open
        self.is_open = True
        return self

    def show(self, colours: bytes) -> None:
        assert self.is_open
        self.before_refresh()
        self.refreshed.put(colours)

    def close(self) -> None:
        assert self.is_open
        self.is_open = False

    def start(self) -> None:
        self.lights.start(self.told.put)

    def next_refresh(self) -> bytes:
        return self.refreshed.get(timeout=LONG_S)

    def next_event(self) -> DeviceEvent:
        return self.told.get(timeout=LONG_S)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.lights.stop()


def failing(times: int, reason: str = "No power.") -> Callable[[], None]:
    """A function that fails this many times."""
    failures = iter([DeviceError(reason)] * times)

    def fail() -> None:
        for failure in failures:
            raise failure

    return fail


def test_a_strip_is_dark_when_it_is_opened_and_then_shows_the_picture(table: Table) -> None:
    table.start()
    up = table.next_event()
    assert isinstance(up, LinkUp)
    assert (up.device, up.what) == ("lights", "4 lights")
    assert table.next_refresh() == DARK
    table.lights.show(PICTURE)
    assert table.next_refresh() == PICTURE


def test_an_equal_picture_is_not_sent_again(table: Table) -> None:
    table.start()
    table.lights.show(PICTURE)
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]
    table.lights.show(PICTURE)
    table.lights.show(b"\x09" * 12)
    assert table.next_refresh() == b"\x09" * 12


def test_a_picture_from_before_the_start_is_shown(table: Table) -> None:
    table.lights.show(PICTURE)
    table.start()
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]


def test_pictures_that_come_during_a_refresh_do_not_queue_up(table: Table) -> None:
    entered, release = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        release.wait(LONG_S)

    table.before_refresh = hold
    table.start()
    entered.wait(LONG_S)
    for value in range(1, 100):
        table.lights.show(bytes([value]) * 12)
    release.set()
    assert [table.next_refresh(), table.next_refresh()] == [DARK, bytes([99]) * 12]


def test_the_strip_is_dark_after_the_end_and_can_be_started_again(table: Table) -> None:
    table.start()
    table.lights.show(PICTURE)
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]
    table.lights.stop()
    table.lights.stop()
    assert table.next_refresh() == DARK
    assert table.refreshed.empty()
    assert not table.is_open
    table.start()
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]


@pytest.mark.parametrize("moment", ["before_opening", "before_refresh"])
def test_a_failing_strip_is_reported_once_and_shows_the_picture_when_it_is_mended(
    table: Table, moment: str
) -> None:
    setattr(table, moment, failing(6))
    table.lights.show(PICTURE)
    table.start()
    lost = table.next_event()
    assert isinstance(lost, LinkLost)
    assert (lost.device, lost.reason) == ("lights", "No power.")
    assert isinstance(table.next_event(), LinkUp)
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]


def test_a_strip_that_fails_later_is_opened_anew(table: Table) -> None:
    table.start()
    assert isinstance(table.next_event(), LinkUp)
    assert table.next_refresh() == DARK
    table.before_refresh = failing(1)
    table.lights.show(PICTURE)
    assert [type(table.next_event()), type(table.next_event())] == [LinkLost, LinkUp]
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]


def test_a_strip_of_another_order_is_opened_anew_for_it_and_shows_the_same(table: Table) -> None:
    table.lights.show(PICTURE)
    table.start()
    assert [table.next_refresh(), table.next_refresh()] == [DARK, PICTURE]
    table.lights.reorder("GRB")
    table.lights.reorder("RGBW")
    assert [table.next_refresh() for _ in range(3)] == [DARK, DARK, PICTURE]
    assert table.orders == ["GRB", "RGBW"]
    assert isinstance(table.next_event(), LinkUp)
