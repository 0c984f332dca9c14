"""What the phones at a table tell, as its page hears it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Served:
    """Phones find the table's page at this address; nowhere, where it is empty."""

    at_ms: int
    address: str
