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

PICO: Final = {
    "VBUS": 40,
    "3V3(OUT)": 36,
    "GND": 38,
    **dict(
        zip(
            (f"GP{gp}" for gp in (*range(23), 26, 27, 28)),
            (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
            strict=True,
        )
    ),
}

HEADER: Final = {
    "3.3 V": 1,
    "5 V": 2,
    "GND": 6,
    "GPIO2": 3,
    "GPIO3": 5,
    "GPIO4": 7,
    "GPIO5": 29,
    "GPIO6": 31,
    "GPIO7": 26,
    "GPIO8": 24,
    "GPIO9": 21,
    "GPIO10": 19,
    "GPIO11": 23,
    "GPIO12": 32,
    "GPIO13": 33,
    "GPIO14": 8,
    "GPIO15": 10,
    "GPIO16": 36,
    "GPIO17": 11,
    "GPIO18": 12,
    "GPIO19": 35,
    "GPIO20": 38,
    "GPIO21": 40,
    "GPIO22": 15,
    "GPIO23": 16,
    "GPIO24": 18,
    "GPIO25": 22,
    "GPIO26": 37,
    "GPIO27": 13,
}

OUT_CHIP: Final = {
    **{f"Q{letter}": number for number, letter in enumerate(LETTERS[1:], 1)},
    "QA": 15,
    "GND": 8,
    "QH′": 9,
    "SRCLR": 10,
    "SRCLK": 11,
    "RCLK": 12,
    "OE": 13,
    "SER": 14,
    "VCC": 16,
}

IN_CHIP: Final = {
    "SH/LD": 1,
    "CLK": 2,
    "E": 3,
    "F": 4,
    "G": 5,
    "H": 6,
    "GND": 8,
    "QH": 9,
    "SER": 10,
    "A": 11,
    "B": 12,
    "C": 13,
    "D": 14,
    "CLK INH": 15,
    "VCC": 16,
}

SHIFTER: Final = {
    "1OE": 1,
    "1A": 2,
    "1Y": 3,
    "2OE": 4,
    "2A": 5,
    "GND": 7,
    "3A": 9,
    "3OE": 10,
    "4A": 12,
    "4OE": 13,
    "VCC": 14,
}
"""The unused outputs are left out."""

MFRC522: Final = {"SDA": 1, "SCK": 2, "MOSI": 3, "MISO": 4, "IRQ": 5, "GND": 6, "RST": 7, "3.3V": 8}
"""The pins of the common board, in the order printed on it."""

RDM6300: Final = {"TX": 1, "GND": 4, "5V": 5}
"""The pins of its connector P1."""


def gp(pin: int) -> str:
    """A Pico pin by its usual name."""
    return f"GP{pin}"


def out_chip(number: int, of: int, note: str = "") -> Part:
    """A 74HC595 of a chain, counted from the one nearest to the computer."""
    return Part(
        f"74HC595 no. {number}",
        1,
        ("SER", "SRCLK", "RCLK", "OE", "QH′", "VCC", "SRCLR", "GND"),
        tuple(f"Q{letter}" for letter in LETTERS),
        note or _place(number, of),
        OUT_CHIP,
    )


def in_chip(number: int, of: int) -> Part:
    """A 74HC165 of a chain, counted from the one nearest to the computer."""
    return Part(
        f"74HC165 no. {number}",
        1,
        ("QH", "CLK", "SH/LD", "CLK INH", "SER", "VCC", "GND"),
        tuple(LETTERS),
        _place(number, of),
        IN_CHIP,
    )


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
