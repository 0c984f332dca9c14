"""What lies on a simulated table and beside it, the hands that move it, and what is still to happen there."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import Piece, SimulatedTable


class TableTop:
    """The table and the pads beside it, at a time that somebody else keeps. Times are milliseconds."""

    def __init__(self, config: Config, *, reads_tags: bool) -> None:
        self.table = SimulatedTable(config.table.grid, config.simulation.seed)
        under = self.table if config.has_identity and not reads_tags else None
        self.pads = SimulatedPads(config.pads, under, tiles_for(config).tags)
        self.rows: dict[tuple[int, int], list[str]] = {}
        """The tiles that lie in a row before each pad, from the left: by the deal, and the pad as a set."""
        self.now_ms = 0
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._serial = count()

    # What is still to happen

    def after(self, wait_ms: int, happening: Callable[[], None]) -> None:
        """Let something happen when so much time has passed."""
        heapq.heappush(self._planned, (self.now_ms + wait_ms, next(self._serial), happening))

    @property
    def is_anything_planned(self) -> bool:
        """Whether something is still to happen."""
        return bool(self._planned)

    def planned_ms(self) -> int | None:
        """When something happens next, if anything does."""
        return self._planned[0][0] if self._planned else None

    def next_planned(self) -> tuple[int, Callable[[], None]]:
        """What happens next, and when; it is planned no more."""
        at_ms, _number, happening = heapq.heappop(self._planned)
        return at_ms, happening

    @property
    def now_us(self) -> int:
        """The time for hands: never before what the table has already lived through."""
        return max(1000 * self.now_ms, self.table.now_us)

    # What hands do, on the board and on the pads beside it

    def piece_on(self, site: int) -> Piece | None:
        """The piece on a site of the board, or on a pad: those are numbered after them."""
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
        """Take the pieces on these sites away. Raises `TableError`."""
        size = self.table.grid.size
        if on_board := [site for site in sites if site < size]:
            self.table.lift(on_board, self.now_us)
        for site in sites:
            if site >= size:
                self.pads.lift(site - size)
