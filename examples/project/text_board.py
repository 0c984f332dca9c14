"""The driver of a board that reports its pieces as text: a line with all pieces, `3,4 0,7`, at each change.

Run as a program, it is the table: `python text_board.py HOST PORT`.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from pathlib import Path

from hardware.ports import Emit, Grid, LinkLost, LinkUp, SensorFrame

PATIENCE_S = 0.2


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class TextBoard:
    """Keeps the duties of `hardware.ports.Device`. A thread of its own reads, and tries again for ever."""

    def __init__(self, grid: Grid, host: str, port: int) -> None:
        self._grid = grid
        self._address = (host, port)
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, emit: Emit) -> None:
        self._thread = threading.Thread(target=self._run, args=(emit,), name="text board", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, emit: Emit) -> None:
        is_told = False
        while not self._is_over.is_set():
            try:
                with socket.create_connection(self._address, timeout=PATIENCE_S) as line:
                    emit(LinkUp(now_ms(), "board", "text board at {}:{}".format(*self._address)))
                    is_told = False
                    self._read(line, emit)
            except (OSError, ValueError) as error:
                if not is_told:
                    emit(LinkLost(now_ms(), "board", f"The text board is away ({error}). Look at its cable."))
                is_told = True
                self._is_over.wait(PATIENCE_S)

    def _read(self, line: socket.socket, emit: Emit) -> None:
        """Report every whole line until the end. Raises `OSError` if the connection breaks, `ValueError` at
        rubbish."""
        rest = b""
        while not self._is_over.is_set():
            try:
                data = line.recv(4096)
            except TimeoutError:
                continue
            if not data:
                raise ConnectionError("it hung up")
            *lines, rest = (rest + data).split(b"\n")
            for one in lines:
                emit(SensorFrame(now_ms(), self._sites(one.decode("ascii"))))

    def _sites(self, text: str) -> int:
        sites = 0
        for place in text.split():
            x, y = map(int, place.split(","))
            if not (0 <= x < self._grid.columns and 0 <= y < self._grid.rows):
                raise ValueError(f"{place} is no site")
            sites |= 1 << self._grid.site(x, y)
        return sites


if __name__ == "__main__":
    from tablier.driving import run_table

    board = TextBoard(Grid(8, 8), sys.argv[1], int(sys.argv[2]))
    run_table(Path(__file__).with_name("table.toml"), board)
