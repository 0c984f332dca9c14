"""The cores and the memory that thinking may use."""

from __future__ import annotations

import os
from typing import Final

from engines.record import record

TABLES_BYTES: Final = 256 << 20
"""The memory of the system and the table itself."""

LEAST_BYTES: Final = 96 << 20
MOST_BYTES: Final = 384 << 20
"""The memory of one process: with less it finds too little, and none needs more."""

PROGRAM_BYTES: Final = 32 << 20
"""The memory of a process before it thinks."""

NODE_BYTES: Final = 6_150
"""The memory of a search node in Massaï, the largest of all games."""


@record
class Room:
    """How many processes think, the most memory of each in bytes, and the most nodes of a search."""

    processes: int
    bytes_each: int
    nodes: int


def room(cores: int, memory: int) -> Room:
    """The room on a computer. One core is the table's; at least one process thinks."""
    left = max(memory - TABLES_BYTES, LEAST_BYTES)
    processes = max(1, min(cores - 1, left // LEAST_BYTES))
    bytes_each = min(left // processes, MOST_BYTES)
    return Room(processes, bytes_each, (bytes_each - PROGRAM_BYTES) // NODE_BYTES)


def room_here() -> Room:
    """The room on this computer."""
    return room(os.cpu_count() or 1, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
