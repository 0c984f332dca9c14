"""The driver keeps the contract of every sensor driver, at a board that is a socket."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from text_board import TextBoard

from hardware.ports import Grid, sites_in
from tablier.conformance import SensorDriverTests


class BoardOnASocket:
    """Stands in for the board: sends the pieces to whoever connects, and again whenever one moves."""

    def __init__(self) -> None:
        self.grid = Grid(8, 8)
        self._sites = 0
        self._lock = threading.Lock()
        self._lines: list[socket.socket] = []
        self._server: socket.socket | None = None
        self._port = 0
        self.plug()
        self.driver = TextBoard(self.grid, "127.0.0.1", self._port)

    def close_sites(self, sites: int) -> None:
        with self._lock:
            self._sites = sites
            for line in self._lines:
                self._send(line)

    def plug(self) -> None:
        self._server = socket.create_server(("127.0.0.1", self._port))
        self._port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, args=(self._server,), daemon=True).start()

    def unplug(self) -> None:
        with self._lock:
            if self._server is not None:
                self._server.shutdown(socket.SHUT_RDWR)
                self._server.close()
            self._server = None
            for line in self._lines:
                line.close()
            self._lines.clear()

    def _serve(self, server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                line, _ = server.accept()
                with self._lock:
                    if self._server is not server:  # it was unplugged between the two
                        line.close()
                        return
                    self._lines.append(line)
                    self._send(line)

    def _send(self, line: socket.socket) -> None:
        places = ("{},{}".format(*self.grid.column_row(site)) for site in sites_in(self._sites))
        with suppress(OSError):
            line.sendall(" ".join(places).encode() + b"\n")


class TestTextBoard(SensorDriverTests):
    @pytest.fixture
    def bench(self) -> Iterator[BoardOnASocket]:
        bench = BoardOnASocket()
        yield bench
        bench.unplug()
