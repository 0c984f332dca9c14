"""The strip's signal: the program that is copied to the Pico, assembled, run tick by tick, and read back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

import adafruit_pioasm
import pytest
from pioemu import State, emulate

from firmware.node import BYTE_US
from hardware.lights.ws2812 import WS2812, WS2812B, joined, pictures
from hardware.ports import Grid
from hardware.simulated.firmware import FirmwareEnded, MicroPythonBoard
from tests.needs import needs_micropython

SOURCE = """
import time
from firmware.ws2812 import HZ, ws2812
with open("{}", "w") as file:
    file.write(f"{{HZ}}\\n{{ws2812.text()}}")
time.sleep_us(1000000)
"""

pytestmark = needs_micropython


def other_program(folder: Path, text: str) -> MicroPythonBoard:
    """A board with another program than the firmware."""
    path = folder / "other_program.py"
    path.write_text(text)
    return MicroPythonBoard(Grid(8, 8), program=path)


@pytest.fixture(scope="module")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> tuple[float, adafruit_pioasm.Program]:
    """The ticks a second and the instructions of firmware/ws2812.py, as MicroPython hands them over."""
    folder = tmp_path_factory.mktemp("pio")
    with other_program(folder, SOURCE.format(folder / "source")) as board:
        board.advance(1000, 0)
    hz, _, source = (folder / "source").read_text().partition("\n")
    return float(hz), adafruit_pioasm.Program(source)


def signal(hz: float, program: adafruit_pioasm.Program, data: bytes) -> Iterator[tuple[int, int]]:
    """The level of the pin while these bytes are sent, and for 300 us after them."""
    words = deque(
        byte * 0x01010101 for byte in data
    )  # a byte that is written to the queue is in each quarter
    ticks = round(8 * len(data) * 10 + 300e-6 * hz)
    run = emulate(
        list(program.assembled),
        stop_when=lambda _, state: state.clock > ticks,
        initial_state=State(transmit_fifo=words),
        auto_pull=True,
        pull_threshold=8,
        shift_osr_right=False,
        side_set_count=1,
        wrap_target=program.pio_kwargs["wrap_target"],
        wrap_top=program.pio_kwargs["wrap"],
    )
    for before, after in run:
        yield after.pin_values & 1, round((after.clock - before.clock) * 1e9 / hz)


@pytest.mark.parametrize("timing", [WS2812, WS2812B])
@pytest.mark.parametrize(
    "data", [bytes([2, 1, 3, 254, 255, 253]), bytes(6), b"\xff" * 6, bytes(range(90, 120))]
)
def test_the_program_makes_a_signal_that_keeps_to_the_data_sheets(assembled, timing, data: bytes) -> None:
    assert pictures(signal(*assembled, data), timing) == [data]


def test_the_program_sends_lights_of_four_colours_too(assembled) -> None:
    data = bytes(range(40, 52))
    assert pictures(signal(*assembled, data), WS2812B, bits=32) == [data]


def test_a_bit_takes_1250_ns_so_that_a_byte_takes_10_us(assembled) -> None:
    times = [ns for _, ns in joined(signal(*assembled, b"\xff" * 3))]
    assert [high + low for high, low in zip(times[1:-2:2], times[2:-1:2], strict=True)] == [1250] * 23
    assert 1000 * BYTE_US == 8 * 1250


SETUP = """
import machine, rp2, time
from firmware.ws2812 import ws2812
strip = rp2.StateMachine(0, ws2812, freq=8000000, sideset_base=machine.Pin(22))
strip.active(1)
dma = rp2.DMA()
data = bytearray(24)
control = dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)
"""


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("rp2.StateMachine(8, ws2812, freq=8000000, sideset_base=machine.Pin(22))", "invalid StateMachine"),
        ("rp2.StateMachine(0, ws2812, freq=8000000, sideset_base=22)", "expected a Pin"),
        ("rp2.StateMachine(0, ws2812, freq=500, sideset_base=machine.Pin(22))", "freq out of range"),
        ("dma.config(data, strip, 25, control, trigger=True)", "beyond the buffer"),
        ("dma.config(data, strip, 24, dma.pack_ctrl(inc_write=False), trigger=True)", "takes bytes"),
        ("dma.config(data, strip, 24, dma.pack_ctrl(size=0), trigger=True)", "all at one place"),
        ("dma.config(data, strip, 24, dma.pack_ctrl(size=0, inc_write=False), trigger=True)", "not paced by"),
        ("strip.active(0); dma.config(data, strip, 24, control, trigger=True)", "does not run"),
        ("for _ in range(2): dma.config(data, strip, 24, control, trigger=True)", "still sending"),
        ("rp2.asm_pio()(lambda: out(x, 1).side(2))", "sideset too large"),
        ("rp2.asm_pio()(lambda: out(x, 1).side(0)[16])", "delay too large"),
        ("rp2.asm_pio()(lambda: out(x, 1))", "wants a side-set"),
        ("rp2.asm_pio()(lambda: time)", "NameError"),
    ],
)
def test_the_stand_in_refuses_what_the_pico_refuses(tmp_path: Path, text: str, refusal: str) -> None:
    with other_program(tmp_path, SETUP + text + "\n") as board:
        with pytest.raises(FirmwareEnded) as ended:
            board.advance(1000, 0)
        assert refusal in str(ended.value)


def test_pictures_that_follow_each_other_at_once_do_not_run_together(tmp_path: Path) -> None:
    text = """
import machine, time
from firmware.strip import Strip
strip = Strip(machine.Pin(22), 64)
for value in range(1, 4):
    strip.show(bytes([value, 10, 20] * 64))
time.sleep_us(1000000)
"""
    with other_program(tmp_path, text) as board:
        seen = []
        for at_us in range(1_000, 10_001, 1_000):
            board.advance(at_us, 0)
            seen.append(board.lit[1])  # green goes first down the wire
        assert board.lit == bytes([10, 3, 20] * 64)
    assert seen == [1, 1, 2, 2, 3, 3, 3, 3, 3, 3]  # 64 lights take 1.92 ms, and 0.3 to take it in
