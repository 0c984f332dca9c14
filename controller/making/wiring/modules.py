"""The parts of circuits, with the numbers printed at their pins or counted on a chip.

Sources: the data sheets of the Raspberry Pi Pico, SN74HC595, SN74HC165 and SN74AHCT125; the header of the
Raspberry Pi (raspberrypi.com, documentation, "GPIO"). The tests compare the header with gpiozero's.
"""

from __future__ import annotations

from typing import Final

from controller.making.wiring.circuit import Part

LETTERS: Final = "ABCDEFGH"
A_CHIP: Final = 8
"""The rows or columns per shift register."""
PULL_DOWN_OHM: Final = 22_000
"""The resistor from each column to ground."""


def _in_order(pins: str) -> dict[str, int]:
    """The numbers of pins that are listed in their order, without those that have no name here."""
    return {name: number for number, name in enumerate(map(str.strip, pins.split(",")), 1) if name}


PICO: Final = _in_order(
    "GP0, GP1, , GP2, GP3, GP4, GP5, , GP6, GP7, GP8, GP9, , GP10, GP11, GP12, GP13, , GP14, GP15, "
    "GP16, GP17, , GP18, GP19, GP20, GP21, , GP22, , GP26, GP27, , GP28, , 3V3(OUT), , GND, , VBUS"
)
HEADER: Final = _in_order(
    "3.3 V, 5 V, GPIO2, , GPIO3, GND, GPIO4, GPIO14, , GPIO15, GPIO17, GPIO18, GPIO27, , GPIO22, GPIO23, , "
    "GPIO24, GPIO10, , GPIO9, GPIO25, GPIO11, GPIO8, , GPIO7, , , GPIO5, , GPIO6, GPIO12, GPIO13, , GPIO19, "
    "GPIO16, GPIO26, GPIO20, , GPIO21"
)
OUT_CHIP: Final = _in_order("QB, QC, QD, QE, QF, QG, QH, GND, QH′, SRCLR, SRCLK, RCLK, OE, SER, QA, VCC")
IN_CHIP: Final = _in_order("SH/LD, CLK, E, F, G, H, , GND, QH, SER, A, B, C, D, CLK INH, VCC")
SHIFTER: Final = _in_order("1OE, 1A, 1Y, 2OE, 2A, , GND, , 3A, 3OE, , 4A, 4OE, VCC")
"""The unused outputs are left out."""

MFRC522: Final = _in_order("SDA, SCK, MOSI, MISO, IRQ, GND, RST, 3.3V")
"""The pins of the common board, in the order printed on it."""

RDM6300: Final = {"TX": 1, "GND": 4, "5V": 5}
"""The pins of its connector P1."""


def gp(pin: int) -> str:
    """A Pico pin by its usual name."""
    return f"GP{pin}"


def out_chip(number: int, of: int, note: str = "") -> Part:
    """A 74HC595 of a chain, counted from the one nearest to the computer."""
    left = ("SER", "SRCLK", "RCLK", "OE", "QH′", "VCC", "SRCLR", "GND")
    right = tuple(f"Q{letter}" for letter in LETTERS)
    return Part(f"74HC595 no. {number}", 1, left, right, note or _place(number, of), OUT_CHIP)


def in_chip(number: int, of: int) -> Part:
    """A 74HC165 of a chain, counted from the one nearest to the computer."""
    left = ("QH", "CLK", "SH/LD", "CLK INH", "SER", "VCC", "GND")
    return Part(f"74HC165 no. {number}", 1, left, tuple(LETTERS), _place(number, of), IN_CHIP)


def resistor(name: str, column: int, drop: float = 0) -> Part:
    """A part with two equivalent ends."""
    return Part(name, column, ("1",), ("2",), drop=drop)


def _place(number: int, of: int) -> str:
    return {1: f"the nearest of {of}", of: f"the farthest of {of}"}[number]


def place_of_row(row: int) -> tuple[int, str]:
    """The 74HC595 and its output for a row, counted from 0 in the south (`firmware/matrix.py`)."""
    return row // A_CHIP + 1, f"Q{LETTERS[row % A_CHIP]}"


def place_of_column(column: int, columns: int) -> tuple[int, str]:
    """The 74HC165 and its input for a column, counted from 0 in the west: the nearest chip has the highest
    columns."""
    return chips_for(columns) - column // A_CHIP, LETTERS[column % A_CHIP]


def chips_for(lines: int) -> int:
    """The number of shift registers for this many rows or columns."""
    return -(-lines // A_CHIP)
