"""The board at the far end of a USB gadget's line: the firmware's own `Node`, over contacts that a file
names.

In the folder `sites` holds the closed sites as numbers, or "follow": then a magnet lies on every site whose
light alone is lit. `lit.json` lists the sites whose lights were lit within the last moments, including
blinking ones.
"""

import json
import os
import select
import sys
import time
import tty
from pathlib import Path

sys.path.insert(0, "/opt/tablier")

from firmware.node import Node

SIDE = 24
SCAN_S = 0.02
TELL_US = 500_000
MOMENTS_US = 2_500_000


class Board:
    """A board from the moment when its cable is plugged in until it is out: that raises `OSError`."""

    def __init__(self, port: int, folder: Path) -> None:
        self._port = port
        self._folder = folder
        self._lit: set[int] = set()
        self._last_us: dict[int, int] = {}
        self._told_us = 0
        self._node = Node(SIDE, SIDE, SIDE * SIDE, self._write, self._show)

    def live(self) -> None:
        """Scan, and answer."""
        tty.setraw(self._port)
        self._node.started(now_us())
        while True:
            if select.select([self._port], [], [], SCAN_S)[0]:
                data = os.read(self._port, 65536)
                if not data:
                    raise OSError("the cable is out")
                self._node.receive(data, now_us())
            self._node.scanned(self._closed(), now_us())
            if now_us() > self._told_us + TELL_US:
                self._tell()

    def _write(self, frame: bytes) -> bool:
        try:
            return os.write(self._port, frame) == len(frame)
        except BlockingIOError:  # no one reads
            return False

    def _show(self, picture: bytearray) -> None:
        lights = range(SIDE * SIDE)
        self._lit = {site_of(light) for light in lights if any(picture[3 * light : 3 * light + 3])}
        self._last_us.update(dict.fromkeys(self._lit, now_us()))

    def _closed(self) -> int:
        """The set of closed sites."""
        words = (self._folder / "sites").read_text().split()
        if words == ["follow"]:
            words = list(self._lit) if len(self._lit) == 1 else []
        return sum(1 << int(site) for site in words)

    def _tell(self) -> None:
        self._told_us = now_us()
        self._last_us.update(dict.fromkeys(self._lit, self._told_us))
        lit = [number for number, at_us in self._last_us.items() if at_us > self._told_us - MOMENTS_US]
        beside = self._folder / "lit.new"
        beside.write_text(json.dumps(sorted(lit)))
        beside.replace(self._folder / "lit.json")


def site_of(light: int) -> int:
    """The site of a light of the strip: each row begins where the previous one has ended."""
    row, column = divmod(light, SIDE)
    return row * SIDE + (SIDE - 1 - column if row % 2 else column)


def now_us() -> int:
    """Microseconds since this computer's start."""
    return time.monotonic_ns() // 1000


def main(line: str, folder: Path) -> None:
    """Start again whenever the cable is plugged in."""
    while True:
        try:
            port = os.open(line, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:
            time.sleep(SCAN_S)
            continue
        try:
            Board(port, folder).live()
        except OSError as error:
            print(f"the board has lost its power: {error}", flush=True)
            time.sleep(1)
        finally:
            os.close(port)


main(sys.argv[1], Path(sys.argv[2]))
