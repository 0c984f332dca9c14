"""Massaï's board: the bed of a dry river between two banks, with a place for a hut in each cell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from controller.boards import words
from controller.boards.inks import CLAY, SAND, tint
from controller.boards.plate import BORDER, Plate, PlateColours, framed, site_marks
from controller.boards.printed import Printed
from controller.boards.shapes import Anchor, Disc, Drawing, Ink, Path, Rectangle, Shape, TextLine
from controller.model.signs import PLAYERS
from engines.massai.actions import PLAYERS as SIDES

LOOK: Final = PlateColours(tint(SAND, 0.3), CLAY, tint(SAND, 0.3), CLAY)
_BED: Final = (tint(SAND, 0.34), tint(SAND, 0.22))
_BANK: Final = (tint(CLAY, 0.46), tint(CLAY, 0.38))
_RING: Final = 1.2
"""The width of the rings on the banks, in their players' colours."""

_LINE: Final = tint(CLAY, 0.5)
_FINE: Final = 0.3
_HUT_SHARE: Final = 0.38
"""The radius of a hut's place, in cells."""

_NAME_SHARE: Final = 0.1
_SMALL_CELL: Final = 30.0
_BANK_WORDS: Final = 4.2
_RIPPLES: Final = 4
_RIPPLE: Final = 0.6
"""The number of sand ripples beside the bed, and the width of their lines."""

_LOWEST, _HIGHEST = 0.47, 0.9
"""The places of the first and the last ripple, as shares of the room's height."""

_STEPS: Final = 120
"""Line segments per ripple."""


def board(plate: Plate) -> Drawing:
    """The whole sheet."""
    cells = [shape for column, row in plate.cells for shape in _cell(plate, column, row)]
    shapes = (*framed(plate, LOOK), *cells, *_ripples(plate), *_banks(plate), *site_marks(plate))
    return Drawing(plate.sheet.w, plate.sheet.h, shapes)


def _cell(plate: Plate, column: int, row: int) -> Iterator[Shape]:
    area = plate.area(column, row)
    bank = _bank_of(plate, column)
    ground = (_BANK if bank else _BED)[(column + row) % 2]
    ring = Ink(tint(ground, 0.45), PLAYERS.get(bank, _LINE), _RING if bank else _FINE)
    yield Rectangle(area, Ink(ground, _LINE, _FINE))
    for middle in plate.sensed(column, row):
        yield Disc(middle, _HUT_SHARE * area.w, ring)
    at = area.x + _NAME_SHARE * area.w / 2, area.y + _NAME_SHARE * area.h
    size = 3.8 if area.w > _SMALL_CELL else 2.4
    yield TextLine(at, plate.name(column, row), size, CLAY, is_bold=True, anchor=Anchor.START)


def _bank_of(plate: Plate, column: int) -> str:
    """The owner of a column of the sheet, if any: the first is dark's bank, the last light's."""
    return {0: SIDES[0], plate.overlay.columns - 1: SIDES[1]}.get(column, "")


def _ripples(plate: Plate) -> Iterator[Shape]:
    """The dry river: ripples in the sand, beside the title and above the summary, which may be long."""
    room = plate.room
    if room is None:
        return
    colour = tint(CLAY, 0.4)
    for ripple in range(_RIPPLES):
        y = room.y + room.h * (_LOWEST + (_HIGHEST - _LOWEST) * ripple / (_RIPPLES - 1))
        start, end = room.x + 0.66 * room.w, room.right - BORDER
        points = tuple(
            (start + (end - start) * i / _STEPS, y + 0.045 * room.h * math.sin(i / 11 + ripple * 0.9))
            for i in range(_STEPS + 1)
        )
        yield Path(points, Ink(line=colour, width=_RIPPLE))


def _banks(plate: Plate) -> Iterator[Shape]:
    """The owner's name on the frame beside each bank."""
    field = plate.field
    y = plate.point(0, plate.overlay.rows // 2)[1]
    if plate.side < _SMALL_CELL:
        return
    for player, x, turned in ((SIDES[0], field.x, 270), (SIDES[1], field.right, 90)):
        off = -BORDER / 2 if player == SIDES[0] else BORDER / 2
        yield TextLine(
            (x + off, y), words.bank(plate.table.name(player)), _BANK_WORDS, LOOK.on_frame, turned=turned
        )


PRINTED = Printed(board)
