"""Lights: the electrics by their bounds, the strip through its real library, captured at its last step."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights import Electrics, NeoPixelLights
from hardware.ports import DeviceEvent, LinkLost, LinkUp

RAW = Electrics(brightness=1.0, gamma=1.0, cap_ma=60_000)
LONG_S = 20.0

# Electrics


def test_full_brightness_without_gamma_sends_the_picture_as_it_is() -> None:
    picture = bytes(range(256)) + bytes(2)
    assert RAW.sent(picture) == picture


def test_gamma_and_brightness_follow_their_curve() -> None:
    halved = Electrics(brightness=0.5, gamma=2.0, cap_ma=60_000)
    assert halved.sent(bytes([255, 128, 64])) == bytes([128, 32, 8])


def test_whatever_is_lit_stays_lit_however_low_the_brightness() -> None:
    assert Electrics(brightness=0.01, gamma=3.0, cap_ma=60_000).sent(bytes([0, 1, 40])) == bytes([0, 1, 1])
    assert Electrics(brightness=0.0, gamma=1.0, cap_ma=60_000).sent(b"\xff" * 3) == bytes(3)


def test_current_is_that_of_the_channels_and_of_dark_lights() -> None:
    electrics = Electrics(brightness=1.0, gamma=1.0, cap_ma=60_000, channel_ma=20.0, idle_ma=1.0)
    assert electrics.current_ma(bytes(576 * 3)) == 576
    assert electrics.current_ma(b"\xff" * 576 * 3) == 576 * 61


def test_full_white_is_dimmed_to_the_cap_and_not_much_below() -> None:
    electrics = Electrics(brightness=1.0, gamma=1.0, cap_ma=4000)
    current_ma = electrics.current_ma(electrics.sent(b"\xff" * 576 * 3))
    assert 3800 < current_ma <= 4000


def test_dimming_keeps_the_colours_of_the_picture() -> None:
    picture = bytes([200, 100, 50]) * 576
    assert Electrics(brightness=1.0, gamma=1.0, cap_ma=8200).sent(picture)[:3] == bytes([96, 48, 24])


def test_a_picture_within_the_cap_is_not_dimmed() -> None:
    one_light = bytes([255, 255, 255]) + bytes(575 * 3)
    assert Electrics(brightness=1.0, gamma=1.0, cap_ma=636).sent(one_light) == one_light


@given(
    picture=st.binary(max_size=600).map(lambda data: data[: len(data) // 3 * 3]),
    brightness=st.floats(0, 1),
    gamma=st.floats(1, 3),
    cap_ma=st.integers(250, 60_000),
    channel_ma=st.floats(1, 60),
    idle_ma=st.floats(0, 1),
)
def test_no_picture_exceeds_the_cap(
    picture: bytes, brightness: float, gamma: float, cap_ma: int, channel_ma: float, idle_ma: float
) -> None:
    electrics = Electrics(brightness, gamma, cap_ma, channel_ma, idle_ma)
    sent = electrics.sent(picture)
    assert len(sent) == len(picture)
    assert electrics.current_ma(sent) <= cap_ma + 1e-6


def test_electrics_load_no_driver() -> None:
    code = "import sys, hardware.lights; print(sorted({'board', 'neopixel'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"


# The strip


class Table:
    """Four lights: what was refreshed onto them, and what their adapter told."""

    def __init__(self, electrics: Electrics = RAW, pin: str = "NEOPIXEL") -> None:
        self.refreshed: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[DeviceEvent] = queue.Queue()
        self.before_refresh: Callable[[], None] = lambda: None
        self.lights = NeoPixelLights(4, pin, electrics, now_ms=lambda: 42, retry_s=0.001)

    def refresh(self, pin: object, data: bytearray) -> None:
        self.before_refresh()
        self.refreshed.put(bytes(data))

    def start(self) -> None:
        self.lights.start(self.told.put)

    def next_refresh(self) -> bytes:
        return self.refreshed.get(timeout=LONG_S)

    def next_event(self) -> DeviceEvent:
        return self.told.get(timeout=LONG_S)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Table], Table]]:
    """Connects a table to the real library, whose last step is replaced."""
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    monkeypatch.setenv("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    import neopixel

    tables: list[Table] = []

    def connect(table: Table) -> Table:
        monkeypatch.setattr(neopixel, "neopixel_write", table.refresh)
        tables.append(table)
        return table

    yield connect
    for table in tables:
        table.lights.stop()


Driver = Callable[[Table], Table]
PICTURE = bytes([1, 2, 3, 0, 0, 0, 7, 8, 9, 255, 254, 253])
AS_SENT = bytes([2, 1, 3, 0, 0, 0, 8, 7, 9, 254, 255, 253])


def test_a_picture_reaches_the_strip_green_first(driver: Driver) -> None:
    table = driver(Table())
    table.start()
    assert table.next_event() == LinkUp(42, "lights", "4 lights on pin NEOPIXEL")
    assert table.next_refresh() == bytes(12)
    table.lights.show(PICTURE)
    assert table.next_refresh() == AS_SENT


def test_brightness_is_applied_once(driver: Driver) -> None:
    table = driver(Table(Electrics(brightness=0.5, gamma=1.0, cap_ma=60_000)))
    table.start()
    table.next_refresh()
    table.lights.show(bytes([255, 0, 100]) * 4)
    assert table.next_refresh() == bytes([0, 128, 50]) * 4


def test_an_equal_picture_is_not_sent_again(driver: Driver) -> None:
    table = driver(Table())
    table.start()
    table.next_refresh()
    table.lights.show(PICTURE)
    assert table.next_refresh() == AS_SENT
    table.lights.show(PICTURE)
    table.lights.show(b"\x09" * 12)
    assert table.next_refresh() == b"\x09" * 12


def test_a_picture_from_before_the_start_is_shown(driver: Driver) -> None:
    table = driver(Table())
    table.lights.show(PICTURE)
    table.start()
    assert [table.next_refresh(), table.next_refresh()] == [bytes(12), AS_SENT]


def test_pictures_that_come_during_a_refresh_do_not_queue_up(driver: Driver) -> None:
    table = driver(Table())
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
    assert [table.next_refresh(), table.next_refresh()] == [bytes(12), bytes([99]) * 12]


def test_the_strip_is_dark_after_the_end_and_can_be_started_again(driver: Driver) -> None:
    table = driver(Table())
    table.start()
    table.next_refresh()
    table.lights.show(PICTURE)
    table.next_refresh()
    table.lights.stop()
    table.lights.stop()
    assert table.next_refresh() == bytes(12)
    assert table.refreshed.empty()
    table.start()
    assert [table.next_refresh(), table.next_refresh()] == [bytes(12), AS_SENT]


def test_a_failing_strip_is_told_once_and_shows_the_picture_when_it_is_mended(driver: Driver) -> None:
    table = driver(Table())
    failures = iter([*[RuntimeError("ws2811_init failed with code -9")] * 6])

    def fail() -> None:
        for failure in failures:
            raise failure

    table.before_refresh = fail
    table.lights.show(PICTURE)
    table.start()
    reason = (
        "The lights on pin NEOPIXEL fail (ws2811_init failed with code -9). Check lights.pin and the wiring."
    )
    assert table.next_event() == LinkLost(42, "lights", reason)
    assert isinstance(table.next_event(), LinkUp)
    assert [table.next_refresh(), table.next_refresh()] == [bytes(12), AS_SENT]


def test_a_pin_that_needs_root_is_told_with_one_that_does_not(driver: Driver) -> None:
    table = driver(Table())

    def fail() -> None:
        raise RuntimeError("NeoPixel support requires running with sudo, please try again!")

    table.before_refresh = fail
    table.start()
    lost = table.next_event()
    assert isinstance(lost, LinkLost)
    assert lost.reason.startswith("The lights on pin NEOPIXEL would need root. Put them on pin D10")


def test_a_pin_that_is_not_there_is_told(driver: Driver) -> None:
    table = driver(Table(pin="D99"))
    table.start()
    lost = table.next_event()
    assert isinstance(lost, LinkLost)
    assert lost.reason.startswith("This computer has no pin D99")


def test_a_missing_driver_is_told_with_what_to_install(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = driver(Table())
    monkeypatch.setitem(sys.modules, "neopixel", None)
    table.start()
    lost = table.next_event()
    assert isinstance(lost, LinkLost)
    assert lost.reason.startswith("The lights' driver does not work on this computer (")
    assert 'install "tablier[pi]"' in lost.reason


def test_a_computer_that_the_driver_does_not_know_is_told() -> None:
    code = """
import queue
from hardware.lights import Electrics, NeoPixelLights
told = queue.Queue()
lights = NeoPixelLights(4, "D10", Electrics(0.2, 2.2, 4000), now_ms=lambda: 0)
lights.start(told.put)
print(told.get(timeout=20).reason)
lights.stop()
"""
    # `env` without BLINKA_OS_AGNOSTIC, and a board that the driver's pins do not cover.
    env = {"PATH": "", "BLINKA_FORCEBOARD": "GENERIC_LINUX_PC", "BLINKA_FORCECHIP": "GENERIC_X86"}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("The lights' driver does not work on this computer (Board not supported).")
