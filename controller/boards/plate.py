"""The common printed board: the cells and sites on the sheet, the frame and names.

The sheet covers all sites of the table, plus a border, so it is aligned when its edges are. Cells and sites
come from the game's own table; no measure stands here twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from controller.boards.inks import HAIR, INK, QUIET
from controller.boards.shapes import Anchor, Area, Disc, Ink, Point, Rectangle, Shape, TextLine, line
from controller.boards.type import width
from controller.model.signs import Rgb
from controller.screens.layout.table_geometry import Overlay, overlay_of
from controller.tables.table import GameTable
from engines.game import Position
from engines.record import record
from hardware.ports import sites_in

PITCH: Final = 20.0
"""The distance between neighbouring sites, in millimetres."""

BORDER: Final = 10.0
"""The sheet's border around the sites, and the width of the frame around the cells."""

_CROSS: Final = 4.0
_DOT: Final = 0.4
_NAME: Final = 5.0
_TITLE: Final = 4.2
_SUMMARY: Final = 0.24
"""The height of the game's summary, in heights of its title."""

_LEAST_ROOM: Final = 40.0


@record
class PlateColours:
    """A game's colours: of the sheet, of the frame around the cells, and of the text on each."""

    ground: Rgb
    frame: Rgb
    on_frame: Rgb
    title: Rgb


@record
class Plate:
    """A game's cells and sites on the sheet. Points are from the sheet's lower left corner."""

    table: GameTable[Any, Any]
    start: Position[Any]
    overlay: Overlay

    @classmethod
    def of(cls, table: GameTable[Any, Any]) -> Plate:
        """The plate of a game at a table, with the board before the first action."""
        usual = {option.name: option.values[0][0] for option in table.options}
        start = table.game.start(table.header(usual))
        return cls(table, start, overlay_of(table, start))

    @property
    def sheet(self) -> Area:
        """The whole sheet."""
        grid = self.table.grid
        return Area(0.0, 0.0, grid.columns * PITCH + 2 * BORDER, grid.rows * PITCH + 2 * BORDER)

    @property
    def side(self) -> float:
        """The side of a cell."""
        return self.overlay.cell * PITCH

    @property
    def field(self) -> Area:
        """All cells together."""
        x, y = self.point(0, 0)
        return Area(x, y, self.overlay.columns * self.side, self.overlay.rows * self.side)

    @property
    def frame(self) -> Area:
        """The cells with the frame around them."""
        return self.field.grown(BORDER)

    @property
    def room(self) -> Area | None:
        """The space north of the frame, if it is large enough to use."""
        frame, sheet = self.frame, self.sheet
        free = sheet.top - frame.top
        return Area(frame.x, frame.top, frame.w, free) if free >= _LEAST_ROOM else None

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """The cells that are printed, as columns and rows from 0."""
        for row in range(self.overlay.rows):
            for column in range(self.overlay.columns):
                if self.overlay.cells is None or (column, row) in self.overlay.cells:
                    yield column, row

    def point(self, column: float, row: float) -> Point:
        """A point given in cells from the first one's corner."""
        x, y = self.overlay.point(column, row)
        return BORDER + (x + 0.5) * PITCH, BORDER + (y + 0.5) * PITCH

    def area(self, column: int, row: int) -> Area:
        """A cell."""
        return Area(*self.point(column, row), self.side, self.side)

    def name(self, column: int, row: int) -> str:
        """A cell's name in the game's notation; empty if the game names its places otherwise."""
        return self.overlay.column_names[column] + self.overlay.row_names[row]

    def site(self, site: int) -> Point:
        """The middle of a site."""
        column, row = self.table.grid.column_row(site)
        return BORDER + (column + 0.5) * PITCH, BORDER + (row + 0.5) * PITCH

    def sensed(self, column: int, row: int) -> list[Point]:
        """The centres of the sites that read a cell."""
        return [self.site(site) for site in sites_in(self.table.cell_at(column, row))]

    def inside(self, area: Area) -> list[Point]:
        """The centres of the sites in an area, its edges excluded."""
        columns, rows = (
            range(math.floor((start - BORDER) / PITCH + 0.5), math.ceil((end - BORDER) / PITCH - 0.5))
            for start, end in ((area.x, area.right), (area.y, area.top))
        )
        grid = self.table.grid
        middles = (self.site(grid.site(column, row)) for row in rows for column in columns)
        return [(x, y) for x, y in middles if area.x < x < area.right and area.y < y < area.top]

    @property
    def seams(self) -> tuple[tuple[list[float], list[float]], ...]:
        """The possible cuts of the sheet, the best first: along the cells, or at least between the sites.
        Each from the left, and from the lower edge."""
        grid, overlay = self.table.grid, self.overlay
        return (
            (
                [self.point(column, 0)[0] for column in range(overlay.columns + 1)],
                [self.point(0, row)[1] for row in range(overlay.rows + 1)],
            ),
            (
                [BORDER + column * PITCH for column in range(grid.columns + 1)],
                [BORDER + row * PITCH for row in range(grid.rows + 1)],
            ),
        )


def framed(plate: Plate, look: PlateColours) -> Iterator[Shape]:
    """The sheet, the frame around the cells with their names, and the game's title."""
    yield Rectangle(plate.sheet, Ink(look.ground))
    yield Rectangle(plate.frame, Ink(look.frame))
    yield Rectangle(plate.field, Ink(look.ground))
    yield from _edge_names(plate, look)
    yield from _title(plate, look)


def site_marks(plate: Plate) -> Iterator[Shape]:
    """A dot for each site in a cell, and a fine cross at each site that the game reads."""
    cross, half = Ink(line=INK, width=HAIR), _CROSS / 2
    for column, row in plate.cells:
        for middle in plate.inside(plate.area(column, row)):
            yield Disc(middle, _DOT, Ink(QUIET))
        for x, y in plate.sensed(column, row):
            yield line((x - half, y), (x + half, y), cross)
            yield line((x, y - half), (x, y + half), cross)


def _edge_names(plate: Plate, look: PlateColours) -> Iterator[Shape]:
    """Columns and rows, on all four sides: those in the north and the east face outwards."""
    field, off = plate.field, BORDER / 2
    for column, name in enumerate(plate.overlay.column_names):
        x, _ = plate.point(column + 0.5, 0)
        yield TextLine((x, field.y - off), name, _NAME, look.on_frame, is_bold=True)
        yield TextLine((x, field.top + off), name, _NAME, look.on_frame, is_bold=True, turned=180)
    for row, name in enumerate(plate.overlay.row_names):
        _, y = plate.point(0, row + 0.5)
        yield TextLine((field.x - off, y), name, _NAME, look.on_frame, is_bold=True)
        yield TextLine((field.right + off, y), name, _NAME, look.on_frame, is_bold=True, turned=180)


def _title(plate: Plate, look: PlateColours) -> Iterator[Shape]:
    """The game's name: large if there is room, otherwise small on the frame, between two names."""
    title, room, frame = plate.table.title, plate.room, plate.frame
    if room is not None:
        size = min(0.3 * room.h, 0.5 * room.w / width(title, is_bold=True))
        x, y = room.x + BORDER, room.middle[1]
        yield TextLine((x, y + 0.2 * size), title, size, look.title, is_bold=True, anchor=Anchor.START)
        summary = plate.table.summary
        yield TextLine((x, y - 0.6 * size), summary, _SUMMARY * size, look.title, anchor=Anchor.START)
    elif _TITLE * width(title, is_bold=False) < plate.side - 2 * _NAME:
        south = plate.point(1, 0)[0], frame.y + BORDER / 2
        north = plate.point(plate.overlay.columns - 1, 0)[0], frame.top - BORDER / 2
        yield TextLine(south, title, _TITLE, look.on_frame)
        yield TextLine(north, title, _TITLE, look.on_frame, turned=180)
