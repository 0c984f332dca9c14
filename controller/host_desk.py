"""Takes orders to this computer, and has them carried out beside the main loop."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from threading import Thread
from typing import Final, Protocol

from controller.model.host import HostAnswered
from engines.record import replace
from hardware.host.port import HostComputer, HostError, HostOrder, ReadStatus
from texts import _, why

log = logging.getLogger(__name__)

NOTHING_KNOWN = _("Nothing is known of it here.")
STOP_S: Final = 2.0
"""A program that hangs is left behind: the table ends without it."""


class HostDoor(Protocol):
    """Takes an order, and returns at once: with its end, or `None` if that will be an event."""

    def tell(self, order: HostOrder, at_ms: int) -> HostAnswered | None:
        """Take an order."""


class _NoHost:
    """A table that knows nothing of its computer."""

    def tell(self, order: HostOrder, at_ms: int) -> HostAnswered | None:
        """See `HostDoor`."""
        return HostAnswered(at_ms, order, None, NOTHING_KNOWN)


NO_HOST: Final = _NoHost()


class HostDesk:
    """Carries orders out in a thread, one after the other. `emit` takes their ends, `clock` gives the time in
    milliseconds. A look is left out while another order waits: that ends with one."""

    def __init__(
        self, host: HostComputer, emit: Callable[[HostAnswered], None], clock: Callable[[], int]
    ) -> None:
        self._host = host
        self._emit = emit
        self._clock = clock
        self._orders: queue.SimpleQueue[HostOrder | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._run, name="host", daemon=True)

    def __enter__(self) -> HostDesk:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._orders.put(None)
        self._thread.join(STOP_S)

    def tell(self, order: HostOrder, at_ms: int) -> HostAnswered | None:
        """See `HostDoor`."""
        if not isinstance(order, ReadStatus) or self._orders.empty():
            self._orders.put(order)
        return None

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                told = carried_out(self._host, order, 0)
            except Exception:  # a thread's top: the next order may do
                log.exception("host: a fault of this program")
                told = HostAnswered(0, order, None, NOTHING_KNOWN)
            self._emit(replace(told, at_ms=self._clock()))


def carried_out(host: HostComputer, order: HostOrder, at_ms: int) -> HostAnswered:
    """The end of an order, and the computer after it."""
    try:
        host.carry_out(order)
        trouble = ""
    except HostError as error:
        trouble = why(error)
        log.warning("host: %s: %s", type(order).__name__.lower(), trouble)
    is_scan = order.is_scan if isinstance(order, ReadStatus) else False
    return HostAnswered(at_ms, order, host.look(is_scan=is_scan), trouble)
