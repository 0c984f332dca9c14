"""A board without hardware: the firmware's own logic over the contacts of a simulated table."""

from __future__ import annotations

from firmware import VERSION
from firmware.node import Node
from hardware.board.protocol import BoardSpec
from hardware.simulated.lock_step_board import LockStepBoard
from hardware.simulated.strip import Strand
from hardware.simulated.table import SimulatedTable


class SimulatedBoard(LockStepBoard):
    """The board under a simulated table, in this process. `spec` is the host's expectation.

    The board itself is as large as the table, and has a light under each site. Its strip's colour order is
    that of the spec."""

    def __init__(self, spec: BoardSpec, table: SimulatedTable) -> None:
        super().__init__(spec, NodeEnd(table, spec.order))
        self.table = table


class NodeEnd:
    """The firmware's logic in this process, scanning at its own rate but only when something may change.

    It omits scans with unchanged contacts and nothing due, and those before the latest time of the table's
    hands.
    """

    def __init__(self, table: SimulatedTable, order: str) -> None:
        self._table = table
        self._sent: list[bytes] = []
        self._strand = Strand(table.grid.size, order)
        self.power_off()

    @property
    def lit(self) -> bytes:
        """The visible state of the lights: red, green, blue for each site."""
        return self._strand.lit

    def power_on(self, at_us: int) -> None:
        """The firmware starts, and sends its hello."""
        self._new_node()
        self._started_us = self._scanned_us = at_us
        self._node.started(0)

    def power_off(self) -> None:
        """The firmware forgets everything; the lights go dark."""
        self._new_node()

    def next_us(self) -> int:
        """The next scan that can see or send anything new."""
        scan_us = self._node.scan_us
        if not self._node.is_settled:
            wanted_us = 0
        elif self._table.closed(self._table.now_us) != self._seen:
            wanted_us = self._table.now_us
        else:
            wanted_us = self._node.next_due_us + self._started_us
            change_us = self._table.next_change_us(self._table.now_us)
            wanted_us = wanted_us if change_us is None else min(wanted_us, change_us)
        wanted_us = max(wanted_us, self._scanned_us + scan_us)
        scans = -(-(max(wanted_us, self._table.now_us) - self._scanned_us) // scan_us)
        return self._scanned_us + scans * scan_us

    def run(self, at_us: int) -> bytes:
        """Scan."""
        self._scanned_us = at_us
        self._seen = self._table.closed(at_us)
        self._node.scanned(self._seen, at_us - self._started_us)
        return self._take_sent()

    def receive(self, data: bytes, at_us: int) -> bytes:
        """Bytes from the host are answered at once."""
        self._node.receive(data, at_us - self._started_us)
        return self._take_sent()

    def _new_node(self) -> None:
        grid = self._table.grid
        self._node = Node(grid.columns, grid.rows, grid.size, self._send, self._show, VERSION)
        self._strand.lose_power()
        self._seen = 0
        self._sent.clear()

    def _send(self, data: bytes) -> bool:
        self._sent.append(data)
        return True

    def _show(self, picture: memoryview) -> None:
        self._strand.take(bytes(picture))

    def _take_sent(self) -> bytes:
        data = b"".join(self._sent)
        self._sent.clear()
        return data
