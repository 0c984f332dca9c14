"""The board for the Pico: three shift registers for rows, three for columns, and the lights' level shifter.

It serves every table of up to 24 × 24 sites. A strip of eight pins leads to eight rows or columns; three pins
lead to the first module, data and power in the same order as there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.shapes import Point
from controller.making.printed import footprints
from controller.making.printed.layout import Placed, PrintedBoard, PrintedText, Screw
from controller.making.printed.router import STEP, routed
from controller.making.wiring.circuit import Circuit, Net, Part, net
from controller.making.wiring.modules import (
    A_CHIP,
    IN_CHIP,
    LETTERS,
    OUT_CHIP,
    PICO,
    SHIFTER,
    gp,
    place_of_column,
    place_of_row,
)
from firmware import settings

CHIPS: Final = 3
LINES: Final = CHIPS * A_CHIP
SIZE: Final = (100.33, 76.2)
PICO_AT: Final = (50.165, 38.1)
"""The middle of the Pico; its USB points to the west."""
SCREWS: Final = tuple(Screw((x, y), 3.2, 6.0) for x in (3.81, SIZE[0] - 3.81) for y in (12.7, 63.5))

_PICO_PINS: Final = {
    **PICO,
    **{f"GND {number}": number for number in (3, 8, 13, 18, 23, 28, 33)},
    "RUN": 30,
    "ADC_VREF": 35,
    "3V3_EN": 37,
    "VSYS": 39,
}


def circuit() -> Circuit:
    """Every connection of the board."""
    return _Builder().circuit()


class _Builder:
    """Collects parts and nets."""

    def __init__(self) -> None:
        self.pico = _part("Raspberry Pi Pico", _PICO_PINS)
        self.outs = [_part(f"74HC595 no. {number}", OUT_CHIP) for number in range(1, CHIPS + 1)]
        self.ins = [_part(f"74HC165 no. {number}", IN_CHIP) for number in range(1, CHIPS + 1)]
        self.shifter = _part("74AHCT125", SHIFTER)
        ends = {"1": 1, "2": 2}
        self.pulls = [_part(f"R 22 kΩ, column {number}", ends) for number in range(1, LINES + 1)]
        self.series = _part("R 470 Ω", ends)
        self.caps = [_part(f"C 100 nF no. {number}", ends) for number in range(1, 2 * CHIPS + 2)]
        self.lights = _part("Lights", {"data": 1, "5 V": 2, "GND": 3})
        self.jumper = _part("Jumper", ends)
        self.rows = [_part(f"Rows no. {number}", _eight()) for number in range(1, CHIPS + 1)]
        self.columns = [_part(f"Columns no. {number}", _eight()) for number in range(1, CHIPS + 1)]

    def circuit(self) -> Circuit:
        parts = (
            self.pico, *self.outs, *self.ins, self.shifter, *self.pulls, self.series,
            *self.caps, self.lights, self.jumper, *self.rows, *self.columns,
        )  # fmt: skip
        nets = [*self._bus(), *self._lines(), *self._lights(), *self._power()]
        taken = {end for one in nets for end in one.ends}
        free = (net("free", part[pin]) for part in parts for pin in part.pins if part[pin] not in taken)
        return Circuit("registers", "The board for Pico and shift registers", parts, (*nets, *free))

    def _bus(self) -> Iterator[Net]:
        pico, outs, ins = self.pico, self.outs, self.ins
        yield net("latch", pico[gp(settings.LATCH_PIN)], *(chip["RCLK"] for chip in outs))
        clocks = (*(chip["SRCLK"] for chip in outs), *(chip["CLK"] for chip in ins))
        yield net("clock", pico[gp(settings.SCK_PIN)], *clocks)
        yield net("load", pico[gp(settings.LOAD_PIN)], *(chip["SH/LD"] for chip in ins))
        yield net("data out", pico[gp(settings.MOSI_PIN)], outs[0]["SER"])
        yield net("data in", pico[gp(settings.MISO_PIN)], ins[0]["QH"])
        for number in range(1, CHIPS):
            yield net(f"rows {number} to {number + 1}", outs[number - 1]["QH′"], outs[number]["SER"])
            yield net(f"columns {number + 1} to {number}", ins[number]["QH"], ins[number - 1]["SER"])
        yield net("held", pico[gp(settings.HELD_PIN)], self.jumper["1"])

    def _lines(self) -> Iterator[Net]:
        for line in range(LINES):
            chip, output = place_of_row(line)
            yield net(f"row {line + 1}", self.outs[chip - 1][output], self.rows[chip - 1][output[1:]])
            chip, place = place_of_column(line, LINES)
            pins = self.ins[chip - 1][place], self.columns[chip - 1][place]
            yield net(f"column {line + 1}", *pins, self.pulls[line]["1"])

    def _lights(self) -> Iterator[Net]:
        yield net("lights", self.pico[gp(settings.LIGHTS_PIN)], self.shifter["1A"])
        yield net("lights, 5 V", self.shifter["1Y"], self.series["1"])
        yield net("lights out", self.series["2"], self.lights["data"])

    def _power(self) -> Iterator[Net]:
        pico, shifter, (last, *caps) = self.pico, self.shifter, self.caps
        yield net("5 V", self.lights["5 V"], shifter["VCC"], last["1"])
        grounds = [
            *(pico[pin] for pin in _PICO_PINS if pin.startswith("GND")),
            *(shifter[pin] for pin in ("GND", "1OE", "2OE", "3OE", "4OE", "2A", "3A", "4A")),
            *(chip[pin] for chip in self.outs for pin in ("GND", "OE")),
            *(chip[pin] for chip in self.ins for pin in ("GND", "CLK INH")),
            *(part["2"] for part in (*self.pulls, *self.caps, self.jumper)),
            self.lights["GND"],
        ]
        yield net("GND", *grounds)
        supplied = [
            *(chip[pin] for chip in self.outs for pin in ("VCC", "SRCLR")),
            *(chip["VCC"] for chip in self.ins),
            self.ins[-1]["SER"],
            *(cap["1"] for cap in caps),
        ]
        yield net("3.3 V", pico["3V3(OUT)"], *supplied)


def _part(name: str, numbers: dict[str, int]) -> Part:
    """A part with the lower half of its pins on the left."""
    pins = sorted(numbers, key=lambda pin: numbers[pin])
    half = (len(pins) + 1) // 2 if len(pins) > 8 else len(pins)
    return Part(name, 0, tuple(pins[:half]), tuple(reversed(pins[half:])), numbers=numbers)


def _eight() -> dict[str, int]:
    return {letter: number for number, letter in enumerate(LETTERS, 1)}


def pins() -> int:
    """The pins of its strips, without the Pico's sockets."""
    return sum(len(one.footprint.pads) for one in _placed() if one.ref.startswith("J"))


# The board


def layout() -> PrintedBoard:
    """The board with all its tracks. Finding them takes half a minute."""
    return routed(unrouted())


def unrouted() -> PrintedBoard:
    """The board without tracks."""
    return PrintedBoard(
        "registers",
        "Tablier: Pico and shift registers",
        circuit(),
        (0.0, 0.0),
        SIZE,
        tuple(_placed()),
        screws=SCREWS,
        words=tuple(_words()),
    )


def _on_grid(column: int, row: int) -> Point:
    return round(column * STEP, 4), round(row * STEP, 4)


LIGHTS_AT: Final = (154, 54)
"""The first pin to the lights, in steps."""
_COLUMNS: Final = {1: 132, 2: 79, 3: 26}
"""The middle of the chips with this number, in steps from the west."""
_REACH: Final = 14
"""From the middle of a chip to the first pin of its strip."""


def _placed() -> Iterator[Placed]:
    yield Placed("U1", "Raspberry Pi Pico", "Pico", footprints.PICO, PICO_AT, 90)
    chip, small = footprints.small_outline(16), footprints.TWO_ENDS
    for number, column in _COLUMNS.items():
        out, back = _on_grid(column, 92), _on_grid(column, 30)
        yield Placed(f"U{1 + number}", f"74HC595 no. {number}", "74HC595", chip, out, 270)
        yield Placed(f"U{4 + number}", f"74HC165 no. {number}", "74HC165", chip, back, 270)
        strip = footprints.header(A_CHIP)
        rows, columns = _on_grid(column + _REACH, 114), _on_grid(column - _REACH, 4)
        yield Placed(f"J{number}", f"Rows no. {number}", "8 pins", strip, rows, 180)
        yield Placed(f"J{3 + number}", f"Columns no. {number}", "8 pins", strip, columns)
        for cap, row in ((1 + number, 92), (4 + number, 30)):
            at = _on_grid(column + 13, row)
            yield Placed(f"C{cap}", f"C 100 nF no. {cap}", "100 nF", small, at, 90)
    for line in range(LINES):
        chip_number, place = place_of_column(line, LINES)
        column = _COLUMNS[chip_number] - _REACH + 4 * LETTERS.index(place)
        yield Placed(
            f"R{line + 1}",
            f"R 22 kΩ, column {line + 1}",
            "22k",
            footprints.IN_A_ROW,
            _on_grid(column, 14),
            90,
        )
    yield Placed("U8", "74AHCT125", "74AHCT125", footprints.small_outline(14), _on_grid(136, 62))
    yield Placed("C1", "C 100 nF no. 1", "100 nF", small, _on_grid(136, 74))
    yield Placed("R25", "R 470 Ω", "470", small, _on_grid(147, 70), 90)
    yield Placed("J7", "Lights", "3 pins", footprints.header(3), _on_grid(*LIGHTS_AT), 90)
    yield Placed("J8", "Jumper", "2 pins", footprints.header(2), _on_grid(126, 45))


def _words() -> Iterator[PrintedText]:
    for number, column in _COLUMNS.items():
        x, _ = _on_grid(column, 0)
        first = 1 + (number - 1) * A_CHIP
        yield PrintedText((x, SIZE[1] - 6.4), f"ROWS {first + 7} ... {first}", 1.0)
        last = LINES - (number - 1) * A_CHIP
        yield PrintedText((x, 5.2), f"COLUMNS {last - 7} ... {last}", 1.0)
    yield PrintedText((15.0, 38.1), "USB", 1.2)
    x, y = _on_grid(*LIGHTS_AT)
    for number, text in enumerate(("IN", "5V", "GND")):
        yield PrintedText((x - 3.5, y + number * footprints.PITCH), text, 0.9)
    yield PrintedText((88.0, 26.2), "HELD", 0.9)
