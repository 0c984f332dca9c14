"""Masterplan's board: a blueprint of building plots, each with the eight spots of a house and the place of a
park or a tower."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.overlay.inks import BLUEPRINT, PARK, mixed, tint
from controller.overlay.plate import Look, Plate, framed, site_marks
from controller.overlay.shapes import Area, Box, Disc, Drawing, Ink, Shape, Text
from controller.signs import WHITE

LOOK: Final = Look(tint(BLUEPRINT, 0.08), BLUEPRINT, WHITE, BLUEPRINT)
_PLOTS: Final = (tint(BLUEPRINT, 0.2), tint(BLUEPRINT, 0.11))
"""Plots side by side differ a little, so that diagonals are seen."""

_LINE: Final = Ink(line=tint(BLUEPRINT, 0.55), width=0.3)
_SPOT: Final = Ink(WHITE, tint(BLUEPRINT, 0.45), 0.25)
_MIDDLE: Final = Ink(mixed(WHITE, PARK, 0.16), mixed(WHITE, PARK, 0.75), 0.35)
_NAME_COLOUR: Final = BLUEPRINT
_SPOT_RADIUS: Final = 7.5
_MIDDLE_SIDE: Final = 15.0
_CORNER: Final = 2.5


def board(plate: Plate) -> Drawing:
    """The whole sheet."""
    cells = [shape for column, row in plate.cells for shape in _plot(plate, column, row)]
    return Drawing(plate.sheet.w, plate.sheet.h, (*framed(plate, LOOK), *cells, *site_marks(plate)))


def _plot(plate: Plate, column: int, row: int) -> Iterator[Shape]:
    area, spots = plate.area(column, row), plate.sensed(column, row)
    yield Box(area, Ink(_PLOTS[(column + row) % 2], _LINE.line, _LINE.width))
    for spot in spots:
        is_middle = len(spots) > 1 and _is_same(spot, area.middle)
        if is_middle:
            yield Box(Area.around(spot, _MIDDLE_SIDE), _MIDDLE, _CORNER)
        else:
            yield Disc(spot, _SPOT_RADIUS, _SPOT)
    share = 1 / 3 if len(spots) > 1 else 0.14
    name_at = area.x + share * area.w, area.y + share * area.h
    size = 3.6 if len(spots) > 1 else 2.6
    yield Text(name_at, plate.name(column, row), size, _NAME_COLOUR, is_bold=True)


def _is_same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 0.01
