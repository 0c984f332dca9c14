"""Masterplan's board: a blueprint of building plots, each with the eight spots of a house and the place of a
park or a tower."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from controller.boards.inks import BLUEPRINT, PARK, tint
from controller.boards.plate import Plate, PlateColours, framed, site_marks
from controller.boards.printed import Printed
from controller.boards.shapes import Area, Disc, Drawing, Ink, Rectangle, Shape, TextLine
from controller.model.signs import WHITE

LOOK: Final = PlateColours(tint(BLUEPRINT, 0.08), BLUEPRINT, WHITE, BLUEPRINT)
_PLOTS: Final = (tint(BLUEPRINT, 0.2), tint(BLUEPRINT, 0.11))
"""Neighbouring plots differ slightly in shade, so that diagonals are visible."""

_LINE: Final = tint(BLUEPRINT, 0.55)
_SPOT: Final = Ink(WHITE, tint(BLUEPRINT, 0.45), 0.25)
_MIDDLE: Final = Ink(tint(PARK, 0.16), tint(PARK, 0.75), 0.35)
_SPOT_RADIUS: Final = 7.5
_MIDDLE_SIDE: Final = 15.0
_CORNER: Final = 2.5


def board(plate: Plate) -> Drawing:
    """The whole sheet."""
    cells = [shape for column, row in plate.cells for shape in _plot(plate, column, row)]
    return Drawing(plate.sheet.w, plate.sheet.h, (*framed(plate, LOOK), *cells, *site_marks(plate)))


def _plot(plate: Plate, column: int, row: int) -> Iterator[Shape]:
    area, spots = plate.area(column, row), plate.sensed(column, row)
    is_one_site = len(spots) == 1
    yield Rectangle(area, Ink(_PLOTS[(column + row) % 2], _LINE, 0.3))
    for spot in spots:
        if is_one_site or math.dist(spot, area.middle) > 1:
            yield Disc(spot, _SPOT_RADIUS, _SPOT)
        else:
            yield Rectangle(Area.around(spot, _MIDDLE_SIDE), _MIDDLE, _CORNER)
    share, size = (0.14, 2.6) if is_one_site else (1 / 3, 3.6)
    name_at = area.x + share * area.w, area.y + share * area.h
    yield TextLine(name_at, plate.name(column, row), size, BLUEPRINT, is_bold=True)


PRINTED = Printed(board)
