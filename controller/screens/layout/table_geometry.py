"""The geometry of a picture of the simulated table: its sites, and the printed sheet on it."""

from __future__ import annotations

from typing import Any

from controller.screens.layout.picture import Box
from controller.tables.table import GameTable
from engines.game import Position
from engines.record import record
from hardware.ports import Grid


@record
class Overlay:
    """The sheet that lies on the table: `columns` by `rows` cells and their names.

    A cell is `cell` sites wide. The first begins at `left` and `foot`, in sites from the middle of site 0.
    `cells` are those that are printed, if not all.
    """

    columns: int
    rows: int
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    left: float
    foot: float
    cell: float
    cells: frozenset[tuple[int, int]] | None = None

    def point(self, column: float, row: float) -> tuple[float, float]:
        """A point given in cells from the first one's corner, in sites from the middle of site 0."""
        return self.left + column * self.cell, self.foot + row * self.cell


def overlay_of(table: GameTable[Any, Any], position: Position[Any]) -> Overlay:
    """The overlay of a game, from its board picture."""
    board = table.marks(position)
    x, y, width = table.corner(0)
    return Overlay(
        board.columns,
        board.rows,
        board.column_names,
        board.row_names,
        left=-x / width - 0.5,
        foot=-y / width - 0.5,
        cell=1 / width,
        cells=board.cells,
    )


@record
class TableGeometry:
    """The geometry of sites in a picture: the middle of site 0, and the distance to the next, in pixels."""

    grid: Grid
    x: float
    y: float
    pitch: float

    @classmethod
    def within(cls, size: tuple[int, int], grid: Grid, rim: int, margin: float = 0.0) -> TableGeometry:
        """The largest table in a picture of this size, with `rim` pixels and a `margin` in sites around."""
        width, height = size
        pitch = min(
            (width - 2 * rim) / (grid.columns + 2 * margin), (height - 2 * rim) / (grid.rows + 2 * margin)
        )
        return cls(
            grid,
            x=(width - pitch * (grid.columns - 1)) / 2,
            y=(height + pitch * (grid.rows - 1)) / 2,
            pitch=pitch,
        )

    def point(self, column: float, row: float) -> tuple[float, float]:
        """The pixels of a point in sites from the middle of site 0."""
        return self.x + column * self.pitch, self.y - row * self.pitch

    def column_row(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in sites from the middle of site 0."""
        return (x - self.x) / self.pitch, (self.y - y) / self.pitch

    def around(self, column: float, row: float, width: float) -> Box:
        """A square centred at a point, everything in sites."""
        x, y = self.point(column, row)
        px = max(round(width * self.pitch), 1)
        return Box(round(x - px / 2), round(y - px / 2), px, px)

    def site_at(self, x: float, y: float) -> int | None:
        """The site nearest to a point of the picture; `None` beside the table."""
        column, row = map(round, self.column_row(x, y))
        if 0 <= column < self.grid.columns and 0 <= row < self.grid.rows:
            return self.grid.site(column, row)
        return None
