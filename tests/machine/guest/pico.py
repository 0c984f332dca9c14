"""A Pico with MicroPython at the far end of a USB gadget's line, which is away for a moment whenever the Pico
restarts."""

import os
import select
import sys
import time
import tty
from pathlib import Path

sys.path.insert(0, "/opt/tablier")

from hardware.ports import Grid
from hardware.simulated.pico import SimulatedPico

HUB = Path("/sys/devices/platform/dummy_hcd.0")
LINE = "/dev/ttyGS0"
AWAY_S = 0.5
RAW = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY


def main() -> None:
    """From one start of the Pico to the next."""
    with SimulatedPico(Grid(24, 24)) as pico:
        while True:
            plug(is_in=False)
            time.sleep(AWAY_S)
            while not Path(pico.port).exists():
                time.sleep(0.05)
            plug(is_in=True)
            try:
                join(os.open(LINE, RAW), os.open(pico.port, RAW))
            except OSError as error:
                print(f"the Pico starts anew: {error}", flush=True)


def plug(*, is_in: bool) -> None:
    """Put the cable in, or pull it."""
    (port,) = HUB.glob("usb*/*-0:1.0/usb*-port1/disable")
    port.write_text("0" if is_in else "1")


def join(line: int, terminal: int) -> None:
    """Carry bytes both ways until one end is gone: that raises `OSError`."""
    ways = {line: terminal, terminal: line}
    try:
        for end in ways:
            tty.setraw(end)
        while True:
            for end in select.select(list(ways), [], [], 0.2)[0]:
                carry(end, ways[end])
    finally:
        for end in ways:
            os.close(end)


def carry(end: int, other: int) -> None:
    """Bring what one end has said to the other."""
    data = os.read(end, 4096)
    if not data:
        raise OSError("its port is gone")
    while data:
        try:
            data = data[os.write(other, data) :]
        except BlockingIOError:
            time.sleep(0.01)


main()
