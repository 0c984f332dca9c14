"""A computer under the table that carries out its orders at once."""

from __future__ import annotations

from controller.host_desk import carried_out
from controller.model.host import HostAnswered
from hardware.host.port import HostComputer, HostOrder


class InlineHost:
    """See `HostDoor`: each order has ended when it returns."""

    def __init__(self, host: HostComputer) -> None:
        self._host = host

    def tell(self, order: HostOrder, at_ms: int) -> HostAnswered | None:
        """See `HostDoor`."""
        return carried_out(self._host, order, at_ms)
