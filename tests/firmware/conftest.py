"""A board that runs the firmware under MicroPython, and a host on the other end of its port."""

import os
import select
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from hardware.board.messages import BoardMessage
from hardware.board.wire import Decoder, Encoder
from hardware.lights.colour_order import USUAL
from hardware.ports import Grid
from hardware.simulated.firmware import MicroPythonBoard
from tests.needs import MICROPYTHON, require


class HostedBoard:
    """The board and a host that talks with it on the same clock."""

    def __init__(self, board: MicroPythonBoard) -> None:
        self.board = board
        self.now_ms = 0.0
        self.decoder = Decoder()
        self.encoder = Encoder()
        self._port = os.open(board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self._port)

    def run(self, for_ms: float, closed: int = 0) -> None:
        """Let the board run with these contacts, and do not read."""
        self.now_ms += for_ms
        self.board.advance(round(1000 * self.now_ms), closed)

    def heard(self) -> list[BoardMessage]:
        """All that the board has sent by now and that was not read yet."""
        messages = []
        while select.select([self._port], [], [], 0)[0]:
            messages += self.decoder.receive(os.read(self._port, 4096))
        return messages

    def hear(self, for_ms: float, closed: int = 0) -> list[BoardMessage]:
        """Let the board run, and read."""
        self.run(for_ms, closed)
        return self.heard()

    def send(self, data: bytes) -> None:
        """Send bytes, some in every millisecond."""
        for start in range(0, len(data), 256):
            assert os.write(self._port, data[start : start + 256]) == len(data[start : start + 256])
            self.run(1)

    def tell(self, *messages: BoardMessage) -> None:
        """Send messages."""
        self.send(b"".join([self.encoder.encode(message) for message in messages]))


HostedBoards = Callable[..., HostedBoard]


@pytest.fixture
def hosted() -> Iterator[HostedBoards]:
    """Makes boards of a size, with settings of their own, and stops them at the end."""
    require(*MICROPYTHON)
    with ExitStack() as running:

        def make(columns: int = 8, rows: int = 8, order: str = USUAL, **settings: Any) -> HostedBoard:
            board = MicroPythonBoard(Grid(columns, rows), settings, order=order)
            running.callback(board.stop)
            board.start()
            host = HostedBoard(board)
            running.callback(host.close)
            return host

        yield make
