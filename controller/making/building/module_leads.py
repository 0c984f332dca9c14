"""How far the Pico's board is from the modules' pins: the wires for rows, columns and lights."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Final

from controller.boards.plate import BORDER
from controller.boards.shapes import Point
from controller.making.building.case import plate_size
from controller.making.building.site_wiring import SLACK
from controller.making.printed import footprints, module, registers
from controller.making.wiring.modules import place_of_column, place_of_row
from hardware.ports import Grid

DOWN: Final = 20.0
"""From the pins below the modules down to the strips, at most, in mm."""
WIRE: Final = 400.0
LONGER: Final = 200.0
"""The length of a jumper wire with two sockets, and of one with a pin and a socket that lengthens it."""


def module_leads(grid: Grid) -> list[float]:
    """The straight distances from pin to pin, in mm, the board in the middle of the table."""
    return [dist((*start, 0.0), (*end, DOWN)) for start, end in _ends(grid)]


def lengthened(grid: Grid) -> int:
    """The number of wires that one alone is too short for, if the cover is to hang down."""
    return sum(away + SLACK > WIRE for away in module_leads(grid))


def _ends(grid: Grid) -> Iterator[tuple[Point, Point]]:
    width, height = plate_size(grid)
    x, y = (width - registers.SIZE[0]) / 2, (height - registers.SIZE[1]) / 2
    strips = {
        (one.part, pin): one.place(pad.at)
        for one in registers.unrouted().placed
        if one.part.startswith(("Rows", "Columns", "Lights"))
        for pin, pad in zip("ABCDEFGH", one.footprint.pads, strict=False)
    }
    for number, pin in enumerate("ABC", 1):
        up = module.NORTH + (number - 1) * footprints.PITCH
        at = strips["Lights", pin]
        yield (BORDER + module.EDGE_PIN, BORDER + up), (at[0] + x, at[1] + y)
    for row in range(grid.rows):
        chip, output = place_of_row(row)
        at = strips[f"Rows no. {chip}", output[1:]]
        up = row // module.SITES * module.SIDE + row % module.SITES * module.SIDE / module.SITES
        yield (BORDER + module.EDGE_PIN, BORDER + up + module.ROW_PIN), (at[0] + x, at[1] + y)
    for column in range(grid.columns):
        chip, place = place_of_column(column, grid.columns)
        at = strips[f"Columns no. {chip}", place]
        along = column * module.SIDE / module.SITES
        yield (BORDER + along + module.COLUMN, BORDER + module.EDGE_PIN), (at[0] + x, at[1] + y)
