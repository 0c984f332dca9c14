"""How this computer is, as an event: for the host's pages."""

from __future__ import annotations

from dataclasses import field

from engines.record import record
from hardware.host.port import HostOrder, HostState


@record
class HostAnswered:
    """An order to this computer has ended, for this reason if it failed; and how the computer is now, unless
    nothing is known of it."""

    at_ms: int
    order: HostOrder = field(repr=False)
    state: HostState | None
    trouble: str = ""
