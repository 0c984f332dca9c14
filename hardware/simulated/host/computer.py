"""A simulated computer: it obeys as a real one does, and harms nothing."""

from __future__ import annotations

from collections.abc import Callable

from hardware.host.port import NOT_ALLOWED, HostError, HostOrder, HostState, Look, Power, Storage


def _no_storage() -> Storage | None:
    return None


class SimulatedHost:
    """See `HostComputer`. `went_down` is called when it restarts or shuts down, after which it obeys nothing.

    `is_trusted` says whether this program has the rights that `tablier install` gives.
    """

    def __init__(
        self,
        storage: Callable[[], Storage | None] = _no_storage,
        went_down: Callable[[], None] = lambda: None,
    ) -> None:
        self._storage = storage
        self._went_down = went_down
        self.is_trusted = True
        self.down: Power | None = None
        """The order that ended it."""

    def look(self) -> HostState:
        """See `HostComputer`."""
        refused = {} if self.is_trusted else dict.fromkeys(Power, NOT_ALLOWED)
        return HostState(self._storage(), refused, "" if self.is_trusted else NOT_ALLOWED)

    def carry_out(self, order: HostOrder) -> None:
        """See `HostComputer`."""
        if self.down is not None:
            raise AssertionError(f"a computer that is down cannot {order}")
        if isinstance(order, Look):
            return
        if not self.is_trusted:
            raise HostError(NOT_ALLOWED)
        self.down = order
        self._went_down()
