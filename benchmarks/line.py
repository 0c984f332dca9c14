"""The board's end of a pseudo-terminal: it answers the program, and sends sensor frames on demand."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.games import GRID
from firmware import VERSION
from hardware.board.messages import (
    PROTOCOL,
    AskHello,
    BoardMessage,
    Hello,
    Lights,
    Ping,
    Pong,
    Sensors,
    Settings,
)
from hardware.board.wire import Decoder, Encoder
from hardware.simulated.pseudo_terminal import link_port, open_raw

_BYTES = (GRID.size + 7) // 8


class Line:
    """A board as the program under test sees it: it answers, and sends the state in `closed`.

    `fd` is the terminal's other end, `port` its name for the program. Moments are seconds of
    `time.perf_counter`.
    """

    def __init__(self, fd: int, port: str, closed: int) -> None:
        self.port = port
        self.closed = closed
        self._fd = fd
        self._encoder = Encoder()
        self._decoder = Decoder()
        self._begun_s = time.monotonic()

    def send_sensors(self) -> float:
        """Send one frame of the whole board. Returns the moment before its bytes went."""
        at_ms = int(1000 * (time.monotonic() - self._begun_s))
        data = self._encoder.encode(Sensors(at_ms, self.closed, _BYTES))
        sent_s = time.perf_counter()
        os.write(self._fd, data)
        return sent_s

    def wait_for_lights(self, within_s: float) -> float:
        """Answer received messages until a light frame arrives. Returns the moment of its first byte.

        Raises TimeoutError.
        """
        end_s = time.perf_counter() + within_s
        while (left_s := end_s - time.perf_counter()) > 0:
            came_s, messages = self._hear(left_s)
            if any(isinstance(message, Lights) for message in messages):
                return came_s
        raise TimeoutError(f"no light has answered within {within_s} s")

    def answer_until(self, end_s: float) -> None:
        """Answer received messages up to a moment."""
        while (left_s := end_s - time.perf_counter()) > 0:
            self._hear(left_s)

    def _hear(self, within_s: float) -> tuple[float, list[BoardMessage]]:
        ready, _, _ = select.select([self._fd], [], [], within_s)
        came_s = time.perf_counter()
        messages = self._decoder.receive(os.read(self._fd, 65_536)) if ready else []
        for message in messages:
            self._answer(message)
        return came_s, messages

    def _answer(self, message: BoardMessage) -> None:
        match message:
            case AskHello():
                hello = Hello(PROTOCOL, VERSION, GRID.columns, GRID.rows, GRID.size)
                os.write(self._fd, self._encoder.encode(hello))
            case Settings():
                os.write(self._fd, self._encoder.encode(message))
            case Ping(token=token):
                os.write(self._fd, self._encoder.encode(Pong(token)))


@contextmanager
def opened_line(folder: Path, closed: int) -> Iterator[Line]:
    """A terminal with the benchmark's board at one end, linked as `board` in the folder."""
    fd, program_fd = open_raw()
    try:
        port = folder / "board"
        link_port(port, program_fd)
        yield Line(fd, str(port), closed)
    finally:
        for each in (fd, program_fd):
            with suppress(OSError):
                os.close(each)
