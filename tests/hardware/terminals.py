"""Pseudo-terminals with names of our choice, and the firmware's logic at their other end."""

from __future__ import annotations

import os
import select
from pathlib import Path

from firmware.node import Node
from hardware.board.light_runs import KEPT
from hardware.board.messages import BoardMessage, Lights
from hardware.board.wire import Decoder
from hardware.lights.colour_order import USUAL
from hardware.ports import Grid
from hardware.simulated.pseudo_terminal import link_port, open_raw
from hardware.simulated.strip import Strand


class Terminal:
    """A pseudo-terminal with a name of our choice for the side that the program opens."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self.fd, self._program_fd = open_raw()
        self.path = os.ttyname(self._program_fd)
        link_port(name, self.path)

    def read(self, wait_s: float = 0.01) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], wait_s)
        return os.read(self.fd, 65_536) if ready else b""

    def write(self, data: bytes) -> None:
        os.write(self.fd, data)

    def close(self) -> None:
        """The cable is pulled."""
        if self.fd >= 0:
            self.name.unlink(missing_ok=True)
            os.close(self.fd)
            os.close(self._program_fd)
            self.fd = -1


class NodeOn:
    """The firmware's logic behind a terminal; its clock goes two milliseconds for each run."""

    def __init__(self, terminal: Terminal, grid: Grid) -> None:
        self.terminal = terminal
        self.closed = 0
        self.is_hung = False
        self._strand = Strand(grid.size, USUAL)
        self.heard: list[BoardMessage] = []
        self._listener = Decoder()
        self._now_us = 0
        self._node = Node(grid.columns, grid.rows, grid.size, self._send, self._show)

    def run(self) -> None:
        if self.terminal.fd < 0 or self.is_hung:
            return
        data = self.terminal.read(0.001)
        self.heard += self._listener.receive(data)
        self._now_us += 2_000
        self._node.receive(data, self._now_us)
        self._node.scanned(self.closed, self._now_us)

    def lights_sent(self) -> int:
        """How many lights were given a colour."""
        runs = [run for message in self.heard if isinstance(message, Lights) for run in message.runs]
        return sum((run & 15) + 1 for run in runs if run >> 4 != KEPT)

    def _send(self, data: bytes) -> bool:
        self.terminal.write(data)
        return True

    @property
    def lit(self) -> bytes:
        """The colours of its lights: red, green, blue each."""
        return self._strand.lit

    def _show(self, picture: memoryview) -> None:
        self._strand.take(bytes(picture))
