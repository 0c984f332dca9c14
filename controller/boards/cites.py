"""Cités Nouvelles' board of four lots, its 75 tiles, and a pad for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from controller.boards import words
from controller.boards.glyphs import glyph
from controller.boards.inks import INK, STONE, deep, tint
from controller.boards.plate import PITCH, Plate, site_marks
from controller.boards.printed import Block, Printed
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Ink, Point, Rectangle, Shape, TextLine
from controller.model.signs import PLAYERS, WHITE, Rgb
from controller.screens.layout.theme import ink_on
from controller.tables.cites import layout
from controller.tables.cites.picture import TILE, pad_corner
from controller.tables.cites.words import SET_COLOURS, SET_WORDS, name
from engines.cites.blocks import BLOCKS, KINDS, PER_KIND, SETS, Decorations
from engines.cites.game import CitesPosition

_GROUND: Final = tint(STONE, 0.14)
SIDE: Final = TILE * 2 * PITCH
"""The side of a tile: a field of the board is two sites wide."""

TAG: Final = 25.0
"""The diameter of a tile's tag."""

ACROSS: Final = 5
"""Tiles of a set in a row on their sheet."""

PAD: Final = 72.0
"""The side of a pad's box."""

_PLACE: Final = 48.0
_ROUND: Final = 2.5
_SPINE: Final = 15.0
"""The strip with the game's name, in the west."""

_STREET: Final = 0.8
"""Half of the space between two lots."""

_HEADING: Final = 9.0
_SMALL: Final = 3.8
_INDENT: Final = 5.0


def board(plate: Plate) -> Drawing:
    """The whole sheet, with the pads in its south, where the simulated table has them. The lots reach its
    north and east edges, where the last sites lie."""
    pads = (shape for seat in range(plate.table.pads) for shape in _pad(plate, seat))
    return _sheet(plate, pads)


def lots(plate: Plate) -> Drawing:
    """The sheet without the pads: at a table of real parts these are boxes beside it."""
    return _sheet(plate, ())


def _sheet(plate: Plate, pads: Iterable[Shape]) -> Drawing:
    sheet = plate.sheet
    shapes: list[Shape] = [Rectangle(sheet, Ink(_GROUND)), *_spine(plate)]
    for lot in SETS:
        shapes += _lot(plate, lot)
    return Drawing(sheet.w, sheet.h, (*shapes, *pads, *site_marks(plate)))


def _spine(plate: Plate) -> Iterator[Shape]:
    """The strip with the game's name."""
    sheet, title = plate.sheet, plate.table.title
    yield Rectangle(Area(0.0, 0.0, _SPINE, sheet.h), Ink(STONE))
    middle = plate.area(0, layout.LOTS["M"][1] + 2).middle[1]
    yield TextLine((_SPINE / 2, middle), title, _HEADING, WHITE, is_bold=True, turned=90)


def _lot(plate: Plate, lot: str) -> Iterator[Shape]:
    column, row = layout.LOTS[lot]
    x, y = plate.point(column, row)
    side, colour = plate.side, PLAYERS[SET_COLOURS[lot]]
    across, up = ACROSS + 1, PER_KIND // ACROSS + 2
    ground = Area(x, y - side, across * side, up * side).grown(-_STREET)
    yield Rectangle(ground, Ink(tint(colour, 0.24), deep(colour, 0.3), 0.3))
    left, heading = x + _INDENT, y - side / 2
    yield TextLine((left, heading), SET_WORDS[lot], _HEADING, INK, True, Anchor.START)
    right = x + across * side - _INDENT
    yield TextLine((right, heading), words.LOT_ROOM, _SMALL, INK, anchor=Anchor.END)
    beside = x + (ACROSS + 0.5) * side, y + (up - 1) / 2 * side + side / 2
    yield from glyph(lot, Area.around(beside, 0.7 * side), Ink(tint(deep(colour, 0.45), 0.75)))
    for number in range(1, layout.SLOTS + 1):
        yield from _slot(plate, lot, number)


def _slot(plate: Plate, lot: str, number: int) -> Iterator[Shape]:
    middle, of_type = plate.area(*layout.field((lot, number))).middle, layout.type_of(number)
    colour = PLAYERS[SET_COLOURS[lot if of_type is None else "D"]]
    x, y = middle
    yield Rectangle(Area.around(middle, SIDE), Ink(WHITE, deep(colour, 0.3), 0.3), _ROUND)
    if of_type is None:
        yield TextLine((x, y + 0.28 * SIDE), f"{lot}{number}", 6.5, deep(colour, 0.7), True)
        return
    word = layout.TYPE_WORDS[of_type]
    yield from glyph(word, Area.around((x, y + 0.27 * SIDE), 10.0), Ink(tint(colour, 0.7)))
    yield TextLine((x, y - 0.3 * SIDE), word, 4.2, deep(colour, 0.6))


def _pad(plate: Plate, seat: int) -> Iterator[Shape]:
    left, foot, width = pad_corner(seat)
    middle = plate.point(left + width / 2, foot + width / 2)
    player = f"p{seat + 1}"
    colour = PLAYERS[player]
    yield from _place(middle, colour)
    at = middle[0] - _PLACE / 2 - 6.5, middle[1]
    yield TextLine(at, name(player), 5.5, INK, True, turned=90)


def _place(middle: Point, colour: Rgb) -> Iterator[Shape]:
    """The place where a tile is laid to be read."""
    yield Rectangle(Area.around(middle, _PLACE), Ink(WHITE, deep(colour, 0.15), 1.2), 2 * _ROUND)
    yield Rectangle(
        Area.around(middle, SIDE), Ink(line=deep(colour, 0.3), width=0.25, is_dashed=True), _ROUND
    )
    yield Disc(middle, TAG / 2, Ink(tint(colour, 0.3)))


def pad(seat: int) -> Drawing:
    """The paper on a seat's pad: the tile's place, and its tag's."""
    area = Area(0.0, 0.0, PAD, PAD)
    player = f"p{seat + 1}"
    colour = PLAYERS[player]
    shapes = (
        Rectangle(area, Ink(tint(colour, 0.24), deep(colour, 0.3), 0.3)),
        *_place(area.middle, colour),
        TextLine((PAD / 2, 6.0), name(player), 5.5, INK, True),
    )
    return Drawing(PAD, PAD, shapes)


def tiles(kind: str, decorations: Decorations) -> Drawing:
    """The 15 tiles of a set, or of the decorations, side by side: each cut also cuts the next one."""
    rows = PER_KIND // ACROSS
    shapes: list[Shape] = []
    for number in range(1, PER_KIND + 1):
        down, along = divmod(number - 1, ACROSS)
        shapes += _tile(Area(along * SIDE, (rows - 1 - down) * SIDE, SIDE, SIDE), kind, number, decorations)
    return Drawing(ACROSS * SIDE, rows * SIDE, tuple(shapes))


def _tile(area: Area, kind: str, number: int, decorations: Decorations) -> Iterator[Shape]:
    colour = PLAYERS[SET_COLOURS[kind]]
    picture, word = _picture_and_word(kind, number, decorations)
    on = ink_on(colour)
    yield Rectangle(area, Ink(colour, INK, 0.15))
    x, y = area.middle
    yield Disc(area.middle, TAG / 2, Ink(WHITE, deep(colour, 0.3), 0.2))
    yield from glyph(picture, Area.around((x, y + 5.6), 6.5), Ink(deep(colour, 0.5)))
    yield TextLine((x, y - 3.6), str(number), 9.5, INK, is_bold=True)
    yield TextLine((area.x + 2.0, area.top - 3.2), f"{kind}{number}", 3.2, on, True, Anchor.START)
    yield TextLine((x, area.y + 2.6), word, 2.9, on, is_bold=True)


def _picture_and_word(kind: str, number: int, decorations: Decorations) -> tuple[str, str]:
    """The glyph and the name of a tile."""
    if kind in SETS:
        return kind, SET_WORDS[kind]
    block = 1 << BLOCKS[f"{kind}{number}"]
    of_type = next(place for place, (_, blocks) in enumerate(decorations.types) if blocks & block)
    word = layout.TYPE_WORDS[of_type]
    return word, word


def _blocks(plate: Plate) -> tuple[Block, ...]:
    """The tiles, a block for each set and for the decorations; and the papers of the pads, a block for each
    seat."""
    assert isinstance(plate.start, CitesPosition)
    decorations = plate.start.table.rules.decorations
    sets = tuple(tiles(kind, decorations) for kind in KINDS)
    across = [i * SIDE for i in range(ACROSS + 1)]
    up = [i * SIDE for i in range(PER_KIND // ACROSS + 1)]
    papers = tuple(map(pad, range(plate.table.pads)))
    return Block("tiles", sets, ((across, up),)), Block("pads", papers, (([0.0, PAD], [0.0, PAD]),))


PRINTED = Printed(board, lots, _blocks)
