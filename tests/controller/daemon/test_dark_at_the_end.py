"""A whole program in the middle of a game, ended by SIGTERM: the last picture of any lights is dark.

The board is the firmware's own logic behind a terminal. The bytes for a strip on this computer are caught
below the library that drives it.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.journal.journal import Journal
from controller.model.records import Played, Start
from firmware.node import Node
from hardware.lights.spi_strip import CLOCK_HZ, ZERO
from hardware.lights.ws2812 import of_bits, pictures
from hardware.simulated.pseudo_terminal import open_raw

ROOT = Path(__file__).parents[3]
WITHIN_S = 60.0
DARK = bytes(3 * 64)
QUIET = (0, ZERO)
"""The bytes for a pin or a bus that mean dark lights."""

PROGRAM = """
import os, sys
from pathlib import Path

caught = open(sys.argv[2], "ab", buffering=0)
os.environ["BLINKA_OS_AGNOSTIC"] = os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
import neopixel
neopixel.neopixel_write = lambda pin, data: caught.write(bytes(data))

from Adafruit_PureIO import spi
from hardware.simulated.strip import SimulatedSpidev
bus = SimulatedSpidev(Path(sys.argv[3]), bufsiz=32768)
def ioctl(*arguments):
    bus.ioctl(*arguments)
    while bus.sent:
        caught.write(bus.sent.pop(0))
spi.ioctl = ioctl

from controller.app import run
from controller.settings.config import load
run(load(Path(sys.argv[1])))
"""

SETTINGS = """
[table]
columns = 8
rows = 8
cell_sites = 1
[board]
kind = "serial"
port = "{port}"
[screen]
kind = "none"
[journal]
path = "{journal}"
[lights]
kind = "{kind}"
pin = "NEOPIXEL"
spi = "{bus}"
"""


class Table:
    """The program and its board."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.caught = folder / "caught"
        self.caught.touch()
        self.shown: list[bytes] = []
        self._theirs, slave = open_raw()
        self._slave = slave
        self._node = Node(8, 8, 64, self._write, lambda picture: self.shown.append(bytes(picture)))
        with Journal.open(folder / "journal.sqlite") as journal:
            journal.apply([Start({"game": "masterplan"}), Played("house d4 ne"), Played("house f6 n")], 0)
        settings = folder / "tablier.toml"
        settings.write_text(
            SETTINGS.format(
                port=os.ttyname(slave), journal=folder / "journal.sqlite", kind=kind, bus=folder / "spidev0.0"
            )
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(settings), str(self.caught), str(folder / "spidev0.0")],
            cwd=ROOT,
        )
        self._node.started(self._now_us())

    def run_until(self, holds: Callable[[], bool]) -> None:
        """Let the board run, without a magnet on it, until something holds."""
        until = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < until, "it does not come to that"
            if select.select([self._theirs], [], [], 0.005)[0]:
                self._node.receive(os.read(self._theirs, 4096), self._now_us())
            self._node.scanned(0, self._now_us())

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._theirs)
        os.close(self._slave)

    def _now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def _write(self, data: bytes) -> bool:
        return os.write(self._theirs, data) == len(data)


Tables = Callable[[str], Table]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    begun: list[Table] = []

    def begin(kind: str) -> Table:
        begun.append(Table(tmp_path, kind))
        return begun[-1]

    yield begin
    for table in begun:
        table.close()


def is_lit(table: Table) -> bool:
    """Whether any light was lit yet. A picture that is just being written is not read for more."""
    return any(map(any, table.shown)) or any(byte not in QUIET for byte in table.caught.read_bytes())


def on_the_board(table: Table) -> list[bytes]:
    return table.shown


def on_the_pin(table: Table) -> list[bytes]:
    data = table.caught.read_bytes()
    return [data[at : at + len(DARK)] for at in range(0, len(data), len(DARK))]


def on_the_bus(table: Table) -> list[bytes]:
    return pictures(of_bits(table.caught.read_bytes(), CLOCK_HZ))


@pytest.mark.parametrize(
    ("kind", "seen"), [("board", on_the_board), ("neopixel", on_the_pin), ("spi", on_the_bus)]
)
def test_a_program_that_is_told_to_end_in_the_middle_of_a_game_leaves_the_lights_dark(
    tables: Tables, kind: str, seen: Callable[[Table], list[bytes]]
) -> None:
    table = tables(kind)
    table.run_until(lambda: is_lit(table))

    table.process.send_signal(signal.SIGTERM)
    table.run_until(table.has_ended)

    assert table.process.returncode == 0
    assert any(picture != DARK for picture in seen(table))
    assert seen(table)[-1] == DARK
