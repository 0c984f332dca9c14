"""A simulated computer: it obeys as a real one does, and harms nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hardware.host.port import (
    NOT_ALLOWED,
    HostError,
    HostOrder,
    HostState,
    Join,
    Network,
    Power,
    ReadStatus,
    Source,
    Storage,
    SwitchWifiOn,
    Update,
    Wifi,
)
from texts import _

NETWORKS: Final = (
    Network("Simulated", 82, "WPA2"),
    Network("Open", 55),
    Network("Company", 40, "WPA2 802.1X"),
)
PASSWORD: Final = "12345678"  # noqa: S105
"""Of the first of them."""


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
        self.is_on = True
        """Whether its Wi-Fi is on."""
        self.joined = ""
        """The name of the network in use."""
        self.update = Update("", "simulated")
        """How far its update is. It finds nothing newer, and has no stick."""
        self.down: Power | None = None
        """The order that ended it."""

    def look(self, *, is_scan: bool = False) -> HostState:
        """See `HostComputer`."""
        if not self.is_trusted:
            return HostState(
                self._storage(), dict.fromkeys(Power, NOT_ALLOWED), NOT_ALLOWED, wifi=Wifi(NOT_ALLOWED)
            )
        networks = tuple(replace(one, is_in_use=one.name == self.joined) for one in NETWORKS)
        wifi = Wifi(networks=networks) if self.is_on else Wifi(is_on=False)
        return HostState(self._storage(), {}, wifi=wifi, update=self.update)

    def carry_out(self, order: HostOrder) -> None:
        """See `HostComputer`."""
        assert self.down is None, f"a computer that is down cannot {order}"
        if isinstance(order, ReadStatus):
            return
        if not self.is_trusted:
            raise HostError(NOT_ALLOWED)
        match order:
            case Power():
                self.down = order
                self._went_down()
            case SwitchWifiOn():
                self.is_on = True
            case Join():
                self._join(order)
            case Source():
                self.update = replace(self.update, word="newest", detail="")
                if order is Source.USB:
                    self.update = replace(self.update, word="failed", detail="no-stick")

    def _join(self, order: Join) -> None:
        (network,) = [one for one in NETWORKS if one.name == order.network]
        assert self.is_on, "its Wi-Fi is off"
        assert network.needs_password == bool(order.password)
        assert not network.needs_more
        if network.needs_password and order.password != PASSWORD:
            raise HostError(_("The password is not right."))
        self.joined = network.name
