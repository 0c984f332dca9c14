"""The circuits of the shift registers: sensors on a Pico or a Raspberry Pi, tag readers under the sites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.making.wiring.circuit import GAP, Circuit, Net, Part, net
from controller.making.wiring.modules import (
    HEADER,
    LETTERS,
    MFRC522,
    PICO,
    chips_for,
    gp,
    in_chip,
    out_chip,
    place_of_column,
    place_of_row,
    resistor,
)
from firmware import settings
from hardware.board.register_wiring import SPI_PINS, RegisterWiring
from hardware.ports import Grid

GRID: Final = Grid(settings.COLUMNS, settings.ROWS)
WIRING: Final = RegisterWiring()

LIGHTS_BUS_PIN: Final = "GPIO20"
"""The data line of /dev/spidev1.0, for lights beside sensors on bus 0."""


def sensors() -> Circuit:
    """The Pico and the shift registers of the rows and columns."""
    parts = _registers(GRID)
    out, clock, latch, back, load, held = map(
        gp,
        (
            settings.MOSI_PIN,
            settings.SCK_PIN,
            settings.LATCH_PIN,
            settings.MISO_PIN,
            settings.LOAD_PIN,
            settings.HELD_PIN,
        ),
    )
    pins = (out, clock, latch, "3V3(OUT)", "GND", *[GAP] * 17, back, GAP, load, GAP, held)
    pico = Part("Raspberry Pi Pico", 0, ("VBUS",), pins, "under the table", PICO)
    return Circuit(
        "sensors",
        f"Sensors: {GRID.columns} × {GRID.rows} sites on a Pico",
        (pico, *parts),
        (
            *_bus(pico, parts, (out, clock, latch, back, load)),
            net("5 V by USB", pico["VBUS"]),
            net("3.3 V", pico["3V3(OUT)"]),
            net("GND", pico["GND"]),
            net("jumper to GND", pico[held]),
            *_register_nets(GRID, parts),
        ),
    )


def sensors_on_pi() -> Circuit:
    """The sensors' shift registers on the Raspberry Pi's own pins, without a Pico; the lights beside them."""
    parts = _registers(GRID)
    clock, out, back = SPI_PINS
    select = WIRING.bus_pins[-1]
    gaps = [GAP] * 15
    pins = (out, clock, WIRING.latch_pin, "3.3 V", "GND", select, LIGHTS_BUS_PIN, *gaps, back, GAP)
    pi = Part("Raspberry Pi", 0, (), (*pins, WIRING.load_pin), "its 40 pins", HEADER)
    return Circuit(
        "sensors-on-pi",
        "Without a Pico: the sensors on the Raspberry Pi's own pins",
        (pi, *parts),
        (
            *_bus(pi, parts, (out, clock, WIRING.latch_pin, back, WIRING.load_pin)),
            net("3.3 V", pi["3.3 V"]),
            net("GND", pi["GND"]),
            net("taken by the bus: free", pi[select]),
            net("lights, to 1A", pi[LIGHTS_BUS_PIN]),
            *_register_nets(GRID, parts),
        ),
    )


def tags() -> Circuit:
    """Tag readers under the sites: MFRC522 boards on the Pico's second bus, chosen one at a time."""
    out, clock, latch, off, back = map(
        gp,
        (
            settings.TAG_MOSI_PIN,
            settings.TAG_SCK_PIN,
            settings.TAG_LATCH_PIN,
            settings.TAG_OFF_PIN,
            settings.TAG_MISO_PIN,
        ),
    )
    pico = Part("Raspberry Pi Pico", 0, (), (out, clock, latch, off, back, "GND"), "under the table", PICO)
    chip = out_chip(1, 0, "chooses the reader")
    boards = [
        Part(
            f"MFRC522 no. {number}",
            1,
            ("MOSI", "SCK", "MISO", "RST", "3.3V", "IRQ", "GND"),
            ("SDA",),
            f"chip select {number - 1}",
            MFRC522,
        )
        for number in (1, 2)
    ]
    pulls = [resistor(f"R 10 kΩ, no. {number}", 2, drop=2 - number) for number in (1, 2)]
    hold = resistor("R 10 kΩ, OE", 1)
    return Circuit(
        "tags",
        "Tag readers under the sites",
        (pico, chip, hold, *boards, *pulls),
        (
            net("latch", pico[latch], chip["RCLK"]),
            net("off", pico[off], chip["OE"], hold["1"]),
            net("clock", pico[clock], chip["SRCLK"], *(board["SCK"] for board in boards)),
            net("data out", pico[out], chip["SER"], *(board["MOSI"] for board in boards)),
            net("data in", pico[back], *(board["MISO"] for board in boards)),
            net("SER of no. 2", chip["QH′"]),
            *(
                net(f"select {number}", chip[f"Q{LETTERS[number]}"], board["SDA"], pull["1"])
                for number, board, pull in zip((0, 1), boards, pulls, strict=True)
            ),
            *(net(f"SDA of no. {number + 1}", chip[f"Q{LETTERS[number]}"]) for number in range(2, 8)),
            net("own 3.3 V", *(part["2"] for part in (*pulls, hold)), chip["VCC"], chip["SRCLR"]),
            net("own 3.3 V", *(board[pin] for board in boards for pin in ("3.3V", "RST"))),
            net("GND", pico["GND"], chip["GND"], *(board["GND"] for board in boards)),
            *(net("free", board["IRQ"]) for board in boards),
        ),
    )


def _registers(grid: Grid) -> tuple[Part, ...]:
    """The first and the last chip of each chain, of three or more."""
    outs, ins = chips_for(grid.rows), chips_for(grid.columns)
    return out_chip(1, outs), out_chip(outs, outs), in_chip(1, ins), in_chip(ins, ins)


def _bus(computer: Part, chips: tuple[Part, ...], pins: tuple[str, ...]) -> Iterator[Net]:
    """The lines from a computer to the chips: data out, clock, latch, data in, load."""
    first, last, near, far = chips
    out, clock, latch, back, load = pins
    yield net("latch", computer[latch], first["RCLK"], last["RCLK"])
    yield net("clock", computer[clock], first["SRCLK"], last["SRCLK"], near["CLK"], far["CLK"])
    yield net("load", computer[load], near["SH/LD"], far["SH/LD"])
    yield net("data out", computer[out], first["SER"])
    yield net("data in", computer[back], near["QH"])


def _register_nets(grid: Grid, parts: tuple[Part, ...]) -> Iterator[Net]:
    """The nets without a computer pin: between the chips, to rows and columns, to the rails."""
    first, last, near, far = parts
    yield net("SER of no. 2", first["QH′"])
    yield net(f"QH′ of no. {chips_for(grid.rows) - 1}", last["SER"])
    yield net("free", last["QH′"])
    yield net("QH of no. 2", near["SER"])
    yield net(f"SER of no. {chips_for(grid.columns) - 1}", far["QH"])
    chips = {part.name: part for part in parts}
    for row in range(grid.rows):
        number, output = place_of_row(row)
        if chip := chips.get(f"74HC595 no. {number}"):
            yield net(f"row {row + 1}", chip[output])
    for column in range(grid.columns):
        number, place = place_of_column(column, grid.columns)
        if chip := chips.get(f"74HC165 no. {number}"):
            yield net(f"column {column + 1}", chip[place])
    yield net("GND", *(part[pin] for part in (first, last) for pin in ("GND", "OE")))
    yield net("GND", *(part[pin] for part in (near, far) for pin in ("GND", "CLK INH")))
    yield net("3.3 V", *(part[pin] for part in (first, last) for pin in ("VCC", "SRCLR")))
    yield net("3.3 V", far["SER"], near["VCC"], far["VCC"])
