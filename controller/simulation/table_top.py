"""The things on a simulated table and beside it, the hands that move them, and planned events."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import Piece, SimulatedTable


class TableTop:
    """The table and the pads beside it, on an external clock. Times are milliseconds."""

    def __init__(self, config: Config, *, reads_tags: bool) -> None:
        self.table = SimulatedTable(config.table.grid, config.simulation.seed)
        under = self.table if config.has_identity and not reads_tags else None
        self.pads = SimulatedPads(config.pads, under, tiles_for(config).tags)
        self.rows: dict[tuple[int, int], list[str]] = {}
        """The tiles in a row before each pad, from the left: by the deal, and the pad as a set."""
        self.now_ms = 0
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._serial = count()

    # Scheduled events

    def after(self, wait_ms: int, happening: Callable[[], None]) -> None:
        """Schedule an event after a delay."""
        heapq.heappush(self._planned, (self.now_ms + wait_ms, next(self._serial), happening))

    @property
    def is_anything_planned(self) -> bool:
        """Whether any event is scheduled."""
        return bool(self._planned)

    def planned_ms(self) -> int | None:
        """The time of the next event, if any."""
        return self._planned[0][0] if self._planned else None

    def next_planned(self) -> tuple[int, Callable[[], None]]:
        """The next event and its time; it is removed from the schedule."""
        at_ms, _number, happening = heapq.heappop(self._planned)
        return at_ms, happening

    @property
    def now_us(self) -> int:
        """The time for hands: never before the table's own time."""
        return max(1000 * self.now_ms, self.table.now_us)

    # Hands, on the board and on the pads beside it

    def piece_on(self, site: int) -> Piece | None:
        """The piece on a site of the board, or on a pad: pads are numbered after the sites."""
        pad = site - self.table.grid.size
        return self.table.piece_on(site) if pad < 0 else self.pads.tile_on(pad)

    def put(self, sites: Sequence[int], kind: str, label: str = "") -> None:
        """Set a piece down. Raises `TableError`."""
        pad = min(sites) - self.table.grid.size
        if pad < 0:
            self.table.put(sites, kind, self.now_us, label)
        else:
            self.pads.put(pad, Piece(kind, tuple(sites), label=label))

    def lift(self, sites: Sequence[int]) -> None:
        """Lift the pieces on these sites. Raises `TableError`."""
        size = self.table.grid.size
        if on_board := [site for site in sites if site < size]:
            self.table.lift(on_board, self.now_us)
        for site in sites:
            if site >= size:
                self.pads.lift(site - size)
