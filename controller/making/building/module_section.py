"""The section through the edge of a table of modules, drawn from `section.py` and the module's layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Anchor, Drawing, Shape, TextLine
from controller.making.building import section as built
from controller.making.building.section_picture import (
    ACRYLIC,
    BRASS,
    CARD,
    DARK_WOOD,
    GLASS,
    MAGNET,
    METAL,
    PIECE,
    SCALE,
    THIN,
    WEST,
    WIRE,
    WOOD,
    box,
    way,
)
from controller.making.printed import module
from controller.making.wiring.drawing import RED, SIZE, SMALL
from controller.making.wiring.ground import on_ground

EAST: Final = 1.5 * PITCH
STACK: Final = built.BY_MODULES
BOARD_TOP: Final = -built.PLATE.thickness - STACK.grid.thickness
UNDER: Final = BOARD_TOP - built.MODULE.thickness
FLOOR: Final = UNDER - built.LATHS.thickness - STACK.wiring.thickness


def module_section() -> Drawing:
    """Two sites beside the frame, from the south."""
    return on_ground(_shapes(), "Two sites of a module at the edge of the table, to scale")


def _shapes() -> Iterator[Shape]:
    yield box(WEST - built.FRAME, built.LIP, built.FRAME, STACK.height, DARK_WOOD)
    yield box(WEST, built.PAPER.thickness, EAST - WEST, built.PAPER.thickness, ACRYLIC)
    yield box(WEST, 0, EAST - WEST, built.PLATE.thickness, ACRYLIC)
    yield box(WEST, -built.PLATE.thickness, BORDER, STACK.rails[1], DARK_WOOD)
    ledge, thick = built.LEDGE
    yield box(WEST, -built.PLATE.thickness - STACK.rails[1], ledge, thick, DARK_WOOD)
    yield box(WEST, FLOOR, EAST - WEST, built.LID.thickness, DARK_WOOD)
    west = -PITCH / 2
    yield box(west + module.GAP / 2, BOARD_TOP, EAST - west, built.MODULE.thickness, PIECE)
    lath = west + module.LATHS[0] - module.LATH / 2
    yield box(lath, UNDER, module.LATH, built.LATHS.thickness, WOOD)
    for wall in (0.5, 1.5):
        yield box(
            wall * PITCH - built.WALL / 2, -built.PLATE.thickness, built.WALL, STACK.grid.thickness, CARD
        )
    for site in (0.0, PITCH):
        yield from _site(site)
    yield from _pin(west + module.EDGE_PIN)
    diameter, height = built.MAGNET
    yield box(-7, built.PAPER.thickness + 11, 14, 11, PIECE, 1)
    yield box(-diameter / 2, built.PAPER.thickness + height, diameter, height, MAGNET)
    yield from _labels()
    yield from _lengths()


def _site(site: float) -> Iterator[Shape]:
    glass = -built.REED_DEPTH
    low = glass - built.GLASS_LENGTH
    yield box(site - built.GLASS_WIDTH / 2, glass, built.GLASS_WIDTH, built.GLASS_LENGTH, GLASS, 3)
    yield way(METAL, (site, glass + built.UPPER_LEAD), (site, glass - 6))
    yield way(METAL, (site + 0.4, glass - 7), (site + 0.4, low), (site, low - 1), (site, UNDER - 1))
    aside = site + built.GLASS_WIDTH / 2 + 0.7
    yield way(
        WIRE,
        (site, glass + built.STRAIGHT),
        (aside, glass + 1.5),
        (aside, BOARD_TOP + 2),
        (site + 0.7, BOARD_TOP),
        (site + 0.7, UNDER - 1),
    )
    light = site + module.LIGHT_AT[0]
    yield box(light - 2.5, BOARD_TOP + built.LIGHT_HEIGHT, 5, built.LIGHT_HEIGHT, BRASS)


def _pin(x: float) -> Iterator[Shape]:
    """A pin below the board, with half of a jumper's height."""
    yield box(x - 1.2, UNDER, 2.4, 2.5, CARD)
    yield way(METAL, (x, BOARD_TOP + 1), (x, UNDER - 8.5))


def _labels() -> Iterator[Shape]:
    at = (EAST + 6) * SCALE
    middle = built.MODULE.thickness / 2
    for y, words in (
        (-built.PLATE.thickness / 2, f"plate, {built.PLATE.thickness:g} mm"),
        (-9.0, f"light grid, {STACK.grid.thickness:g} mm"),
        (-14.0, "the reed stands on the board; blue: its thin wire"),
        (BOARD_TOP + 2.5, "a light, shining up"),
        (BOARD_TOP - middle, f"module, {built.MODULE.thickness:g} mm"),
        (UNDER - 5, "pins and jumpers, below"),
        (UNDER - 12, f"lath, {module.LATH:g} × {built.LATHS.thickness:g} mm"),
        (FLOOR + 9, "wires, the board with the Pico"),
        (FLOOR - 2, f"lid, {built.LID.thickness:g} mm"),
    ):
        yield TextLine((at, y * SCALE), words, SIZE, INK, anchor=Anchor.START)
    yield TextLine((at, 4 * SCALE), "magnet, flush with the underside", SIZE, RED, anchor=Anchor.START)


def _lengths() -> Iterator[Shape]:
    west = WEST - built.FRAME
    low = -built.REED_DEPTH - built.GLASS_LENGTH
    light = f"{built.LIGHT_BELOW_BY_MODULES:g} mm, light to plate"
    for x, top, foot, words in (
        (west - 6, -built.REED_DEPTH, low, f"{built.GLASS_LENGTH:g} mm, glass"),
        (west - 6, low, BOARD_TOP, f"{built.GLASS_ABOVE_MODULE:g} mm"),
        (west - 16, -built.PLATE.thickness, BOARD_TOP + built.LIGHT_HEIGHT, light),
    ):
        yield way(THIN, (x, top), (x, foot))
        for y in (top, foot):
            yield way(THIN, (x - 1, y), (x + 1, y))
        at = (x - 2) * SCALE, (top + foot) / 2 * SCALE
        if top - foot > 5:
            yield TextLine(at, words, SMALL, QUIET, turned=90)
        else:
            yield TextLine(at, words, SMALL, QUIET, anchor=Anchor.END)
