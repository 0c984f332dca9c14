"""A cable between the real firmware and the program, that can be pulled at any byte."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.board.messages import BoardMessage
from hardware.board.wire import Decoder
from hardware.ports import Grid
from hardware.simulated.firmware import MicroPythonBoard
from tests.hardware.terminals import Terminal

STEP_US = 2_000
_BEFORE_PAYLOAD, _AROUND_PAYLOAD = 6, 10


@dataclass(frozen=True, slots=True)
class Cut:
    """The place where the cable is pulled: in the first frame of the given kind, after this many of its
    bytes. A negative number counts from the end of the frame."""

    is_meant: Callable[[BoardMessage], bool]
    after: int


class Cable:
    """A board that runs the firmware under MicroPython, plugged in under a name, until it is pulled.

    `from_board` and `from_host` are the cuts that wait for their frames.
    """

    def __init__(self, name: Path, grid: Grid, **settings: Any) -> None:
        self.board = MicroPythonBoard(grid, settings)
        self.board.start()
        self.from_board: Cut | None = None
        self.from_host: Cut | None = None
        self.is_plugged = True
        self._port = os.open(self.board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._terminal = Terminal(name)
        self._now_us = 0
        self._up = _Way(self._terminal.write)
        self._down = _Way(self._to_board)
        self._waiting = b""

    def run(self, closed: int, for_us: int = STEP_US) -> None:
        """Let the board run with these contacts, and carry what was said."""
        if not self.is_plugged:
            return
        self._now_us += for_us
        self._to_board(b"")
        self.board.advance(self._now_us, closed)
        is_whole = self._up.carry(self._said(), self.from_board)
        if is_whole:
            is_whole = self._down.carry(self._terminal.read(0), self.from_host)
        if not is_whole:
            self.pull()

    def pull(self) -> None:
        """The cable is pulled: the board has no power, the program no port."""
        if self.is_plugged:
            self.is_plugged = False
            self._terminal.close()
            os.close(self._port)
            self.board.stop()

    def _said(self) -> bytes:
        data = b""
        with suppress(BlockingIOError):
            while more := os.read(self._port, 65_536):
                data += more
        return data

    def _to_board(self, data: bytes) -> None:
        self._waiting += data
        with suppress(BlockingIOError):
            while self._waiting:
                self._waiting = self._waiting[os.write(self._port, self._waiting) :]


class _Way:
    """One direction. Frames go through whole, up to the one that is cut."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._kept = b""

    def carry(self, data: bytes, cut: Cut | None) -> bool:
        """Send what is whole. False when the cable was cut."""
        self._kept += data
        while len(self._kept) >= _BEFORE_PAYLOAD:
            length = _AROUND_PAYLOAD + (self._kept[2] | self._kept[3] << 8)
            if len(self._kept) < length:
                return True
            frame, self._kept = self._kept[:length], self._kept[length:]
            (message,) = Decoder().receive(frame)
            if cut is not None and cut.is_meant(message):
                self._send(frame[: cut.after])
                return False
            self._send(frame)
        return True
