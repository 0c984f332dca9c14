"""A real board on the wall clock: the firmware under MicroPython, and a table of reeds that hands move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

from hardware.ports import Grid
from hardware.simulated.firmware import MicroPythonBoard
from hardware.simulated.table import SimulatedTable

STEP_S = 0.001
CALM_US = 50_000
"""Longer than contacts bounce and the firmware needs to believe them."""


class Board:
    """A board with power, from `start` to `stop`. Contacts bounce, by a seed. Any thread may use it."""

    def __init__(self, grid: Grid, seed: int) -> None:
        self._firmware = MicroPythonBoard(grid)
        self.port = self._firmware.port
        self._table = SimulatedTable(grid, seed)
        self._begun_ns = time.monotonic_ns()
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._live, name="board")
        self._seen_us = 0
        self.refreshes = 0
        """How many pictures its lights have been sent."""
        self._lit = bytes(3 * grid.size)

    def start(self) -> None:
        """Give it power."""
        self._firmware.start()
        self._thread.start()

    def stop(self) -> None:
        """Take its power."""
        self._ending.set()
        self._thread.join()
        self._firmware.stop()

    @property
    def lit(self) -> bytes:
        """The present colours of its lights. Raises the exception that has ended the board, if any."""
        if self._failure is not None:
            raise self._failure
        return self._lit

    def put(self, site: int, kind: str) -> None:
        """Set a piece down."""
        with self._lock:
            self._table.put([site], kind, self._now_us())

    def lift(self, sites: Iterable[int]) -> None:
        """Take the pieces on these sites away."""
        with self._lock:
            for site in sites:
                self._table.lift([site], self._now_us())

    @property
    def covered(self) -> int:
        """The sites that a piece stands on."""
        with self._lock:
            return sum(1 << site for piece in self._table.pieces for site in piece.sites)

    def catch_up(self) -> None:
        """Wait until the firmware has seen for long enough what lies on the board now. On a busy computer it
        lags behind, and what was moved before a program starts would look as if moved after it."""
        end_us = self._now_us() + CALM_US
        while self._seen_us < end_us and self._failure is None:
            time.sleep(STEP_S)

    def _now_us(self) -> int:
        """The board's time, which never goes behind what has been asked of the table."""
        return max((time.monotonic_ns() - self._begun_ns) // 1000, self._table.now_us)

    def _live(self) -> None:
        try:
            while not self._ending.wait(STEP_S):
                with self._lock:
                    now_us = self._now_us()
                    closed = self._table.closed(now_us)
                self._firmware.advance(now_us, closed)
                self._seen_us = now_us
                self._lit, self.refreshes = self._firmware.lit, self._firmware.refreshes
        except Exception as error:  # noqa: BLE001 - a thread's top; whoever looks at the lights hears of it
            self._failure = error
