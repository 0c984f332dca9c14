"""Where each part sits on the perforated board, by its holes. Holes are counted from 1, from the south-west.

A chip's notch points to the west: its first pin is in the south-west, its last one in the north-west. The
Pico's USB points to the west, so its pins 1 to 20 are those in the south (data sheet, "Pico pinout").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.shapes import Area, Point
from controller.making.wiring.modules import A_CHIP, PULL_DOWN_OHM, chips_for, place_of_column
from engines.record import record

STEP: Final = 2.54
"""From hole to hole, in mm."""
PICO_SIDE: Final = 20
PICO_ACROSS: Final = 7
"""The pins of one of the Pico's sides, and the steps between its sides."""
PICO_SIZE: Final = (51.0, 21.0)
CHIP_ACROSS: Final = 3
FEW_CHIPS: Final = 3
"""A small board holds one chip of each sort, and the level shifter."""
BETWEEN_CHIPS: Final = 14
FIRST: Final = 5
"""The first column of a chip."""
JUMPER: Final = "jumper: GP15, GND"
SPACER: Final = 4.0
"""Its screw, from both edges, in mm."""

Hole = tuple[int, int]


@record
class Set:
    """A part on the board: its holes in the order of its pins."""

    name: str
    holes: tuple[Hole, ...]


@record
class Perfboard:
    """A perforated board, in mm, with its holes from west to east and from south to north, and its parts."""

    size: tuple[float, float]
    holes: tuple[int, int]
    parts: tuple[Set, ...]

    def at(self, hole: Hole) -> Point:
        """The place of a hole, in mm from the south-western corner."""
        (width, height), (columns, rows) = self.size, self.holes
        margin_x, margin_y = (width - (columns - 1) * STEP) / 2, (height - (rows - 1) * STEP) / 2
        return margin_x + (hole[0] - 1) * STEP, margin_y + (hole[1] - 1) * STEP

    @property
    def spacers(self) -> tuple[Point, ...]:
        """The holes for its screws."""
        width, height = self.size
        return tuple((x, y) for x in (SPACER, width - SPACER) for y in (SPACER, height - SPACER))

    @property
    def pico(self) -> Area:
        """The place of the Pico."""
        pins = next(part.holes for part in self.parts if part.name == "Raspberry Pi Pico")
        (west, south), (east, north) = self.at(pins[0]), self.at(pins[PICO_SIDE])
        return Area.around(((west + east) / 2, (south + north) / 2), *PICO_SIZE)


def perfboard(rows: int, columns: int) -> Perfboard:
    """The board for this many rows and columns of sites."""
    if chips_for(rows) + chips_for(columns) + 1 <= FEW_CHIPS:
        return Perfboard((100.0, 80.0), (38, 30), tuple(_small(rows, columns)))
    return Perfboard((160.0, 100.0), (61, 37), tuple(_large(rows, columns)))


def _small(rows: int, columns: int) -> Iterator[Set]:
    yield _pico(4, 20)
    yield from _ins(columns, 7)
    yield from _outs(rows, FIRST + BETWEEN_CHIPS, 7)
    yield from _lights((30, 7), (30, 13), (32, 18))
    yield _strip(JUMPER, 2, 26, 20)


def _large(rows: int, columns: int) -> Iterator[Set]:
    yield _pico(4, 27)
    yield from _ins(columns, 7)
    yield from _outs(rows, FIRST, 15)
    yield from _lights((31, 29), (39, 32), (47, 30))
    yield _strip(JUMPER, 2, 26, 27)


def _pico(column: int, row: int) -> Set:
    south = [(column + pin, row) for pin in range(PICO_SIDE)]
    pins = (*south, *((x, row + PICO_ACROSS) for x, _ in reversed(south)))
    return Set("Raspberry Pi Pico", pins)


def _chip(name: str, pins: int, column: int, row: int) -> Iterator[Set]:
    """A chip, and its capacitor in the west of it, in line with `VCC`."""
    south = [(column + pin, row) for pin in range(pins // 2)]
    yield Set(name, (*south, *((x, row + CHIP_ACROSS) for x, _ in reversed(south))))
    yield Set(f"100 nF, {name}", ((column - 1, row + CHIP_ACROSS), (column - 1, row)))


def _strip(name: str, count: int, column: int, row: int) -> Set:
    return Set(name, tuple((column + pin, row) for pin in range(count)))


def _outs(rows: int, first: int, row: int) -> Iterator[Set]:
    for number in range(1, chips_for(rows) + 1):
        column = first + (number - 1) * BETWEEN_CHIPS
        yield from _chip(f"74HC595 no. {number}", 16, column, row)
        start = (number - 1) * A_CHIP + 1
        name = f"plug, rows {start} to {min(start + A_CHIP - 1, rows)}"
        yield _strip(name, A_CHIP, column, row + CHIP_ACROSS + 3)


def _ins(columns: int, row: int) -> Iterator[Set]:
    """The chips that read columns, their plugs, and south of each pin its resistor to ground."""
    for number in range(1, chips_for(columns) + 1):
        column = FIRST + (number - 1) * BETWEEN_CHIPS
        yield from _chip(f"74HC165 no. {number}", 16, column, row)
        lines = [line for line in range(columns) if place_of_column(line, columns)[0] == number]
        name = f"plug, columns {lines[0] + 1} to {lines[-1] + 1}"
        yield _strip(name, A_CHIP, column, row - 3)
        for pin, line in enumerate(lines):
            holes = (column + pin, row - 4), (column + pin, row - 6)
            yield Set(f"{PULL_DOWN_OHM // 1000} kΩ, column {line + 1}", holes)


def _lights(shifter: Hole, resistor: Hole, strip: Hole) -> Iterator[Set]:
    yield from _chip("74AHCT125", 14, *shifter)
    yield Set("470 Ω", (resistor, (resistor[0] + 4, resistor[1])))
    yield _strip("to the lights: data, 5 V, GND", 3, *strip)
