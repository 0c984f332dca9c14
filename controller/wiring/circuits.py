"""Every connection of a table. The pins of the computers are those of the settings, so none can be another.

The drawings and the tables of pins in `docs/build` are made from these circuits alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.light_map_file import light_map_for
from controller.power import estimate
from controller.settings import Config
from controller.wiring.circuit import GAP, Circuit, Net, Part, net
from controller.wiring.modules import (
    HEADER,
    LETTERS,
    MFRC522,
    PICO,
    RDM6300,
    SHIFTER,
    chips_for,
    in_chip,
    out_chip,
    place_of_column,
    place_of_row,
    resistor,
)
from firmware import settings
from hardware.panel import PanelWiring
from hardware.ports import Grid
from hardware.register_wiring import SPI_PINS, RegisterWiring

GRID: Final = Grid(settings.COLUMNS, settings.ROWS)
WIRING: Final = RegisterWiring()

PANEL: Final = PanelWiring(
    turn="GPIO5", undo="GPIO6", turn_light="GPIO22", undo_light="GPIO23", buzzer="GPIO27"
)
"""Pins for a panel that nothing else on these pages takes."""

LIGHTS_BUS: Final = "/dev/spidev1.0"
LIGHTS_BUS_PIN: Final = "GPIO20"
"""The data line of that bus, for lights beside sensors on bus 0."""


def all_circuits() -> tuple[Circuit, ...]:
    """Every circuit, in the order of the page."""
    return sensors(), lights(), power(), panel(), readers(), tags(), sensors_on_pi()


def sensors() -> Circuit:
    """The Pico and the shift registers of the rows and columns."""
    parts = _registers(GRID)
    out, clock, latch, back, load, held = map(
        _gp,
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
    """The same shift registers on the Raspberry Pi's own pins, without a Pico; the lights beside them."""
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


def lights() -> Circuit:
    """From the Pico to the first light: the level is lifted from 3.3 V to 5 V."""
    data = _gp(settings.LIGHTS_PIN)
    pico = Part("Raspberry Pi Pico", 0, (), (data, "GND"), "under the table", PICO)
    shifter = Part(
        "74AHCT125", 1, ("1A", "1OE", "2A", "3A", "4A", "GND", "VCC"), ("1Y",), "3.3 V to 5 V", SHIFTER
    )
    series = resistor("R 470 Ω", 2, drop=1)
    tank = Part("C 1000 µF", 2, ("+", "−"), (), "at least 6.3 V")
    strip = Part("Lights", 3, ("DIN", "5 V", "GND"), ("DOUT",), "the first of the strip")
    return Circuit(
        "lights",
        "Lights: from the Pico to the first light",
        (pico, shifter, series, tank, strip),
        (
            net("data", pico[data], shifter["1A"]),
            net("data, 5 V", shifter["1Y"], series["1"]),
            net("data", series["2"], strip["DIN"]),
            net("next light’s DIN", strip["DOUT"]),
            net("GND", pico["GND"], strip["GND"], tank["−"]),
            net("GND", *(shifter[pin] for pin in ("1OE", "2A", "3A", "4A", "GND"))),
            net("5 V", shifter["VCC"], strip["5 V"], tank["+"]),
        ),
    )


def power() -> Circuit:
    """Two supplies, a fuse, and every place where power goes into the strip, by `tablier power`."""
    config = Config()
    reckoned = estimate(config, light_map_for(config))
    apart = reckoned.lights // reckoned.feeds[0]
    supply = Part("Supply, lights", 0, (), ("+", "−"), f"5 V, {reckoned.supply_a} A")
    charger = Part("Supply, Raspberry Pi", 0, (), ("plug",), "its maker’s own", drop=20)
    fuse = Part("Fuse, terminals", 1, ("+", "−"), ("+5 V", "GND"), f"{reckoned.wiring.fuse_a:g} A")
    pi = Part("Raspberry Pi", 1, ("power",), ("USB",), drop=21)
    fed = [Part(f"Light {1 + feed * apart}", 2, ("5 V", "GND")) for feed in range(reckoned.feeds[0])]
    tank = Part("C 1000 µF", 2, ("+", "−"), (), "at least 6.3 V")
    shifter = Part("74AHCT125", 2, ("VCC", "GND"), numbers=SHIFTER)
    pico = Part("Raspberry Pi Pico", 2, ("GND", "USB"), numbers={"GND": PICO["GND"]})
    plus = [tank["+"], shifter["VCC"], *(light["5 V"] for light in fed)]
    minus = [tank["−"], *(part["GND"] for part in (shifter, *fed, pico))]
    return Circuit(
        "power",
        "Power: two supplies, one ground",
        (supply, charger, fuse, pi, tank, shifter, *fed, pico),
        (
            net("+5 V", supply["+"], fuse["+"]),
            net("ground", supply["−"], fuse["−"]),
            net("ground", fuse["GND"], *minus),
            net("+5 V", fuse["+5 V"], *plus),
            net("its cable", charger["plug"], pi["power"]),
            net("USB cable", pi["USB"], pico["USB"]),
        ),
    )


def panel() -> Circuit:
    """Two buttons with lights and a buzzer at the table's edge."""
    pins = (PANEL.turn, PANEL.turn_light, PANEL.undo, PANEL.undo_light, PANEL.buzzer)
    slots = tuple(slot for pin in pins for slot in (pin, GAP, GAP))[:-2]
    pi = Part("Raspberry Pi", 0, (), (*slots, "GND"), "its 40 pins", HEADER)
    turn, undo = (
        Part(f"Button “{name}”", 1, ("1",), ("2",), drop=drop) for name, drop in (("turn", 1), ("undo", 0))
    )
    series = [resistor(f"R 330 Ω, {name}", 1) for name in ("turn", "undo")]
    lamps = [Part(f"LED “{name}”", 2, ("+",), ("−",), drop=drop) for name, drop in (("turn", 4), ("undo", 3))]
    base = resistor("R 1 kΩ", 1)
    switch = Part("2N2222", 2, ("base", "emitter"), ("collector",), "or another NPN")
    buzzer = Part("Buzzer", 3, ("−",), ("+",), "active, 5 V", drop=13)
    return Circuit(
        "panel",
        "Panel: two buttons with lights, and a buzzer",
        (pi, turn, series[0], undo, series[1], base, *lamps, switch, buzzer),
        (
            net("turn", pi[PANEL.turn], turn["1"]),
            net("its light", pi[PANEL.turn_light], series[0]["1"]),
            net("undo", pi[PANEL.undo], undo["1"]),
            net("its light", pi[PANEL.undo_light], series[1]["1"]),
            net("buzzer", pi[PANEL.buzzer], base["1"]),
            *(net("light", part["2"], lamp["+"]) for part, lamp in zip(series, lamps, strict=True)),
            net("switch", base["2"], switch["base"]),
            net("buzzer", switch["collector"], buzzer["−"]),
            net("GND", pi["GND"], switch["emitter"], turn["2"], undo["2"], *(lamp["−"] for lamp in lamps)),
            net("5 V", buzzer["+"]),
        ),
    )


def readers() -> Circuit:
    """A tag reader for a seat: a PN532 or an RDM6300, each on a USB adapter of its own."""
    pi = Part("Raspberry Pi", 0, (), ("USB", *[GAP] * 6, "another USB"), "its USB sockets")
    adapters = [
        Part(name, 1, ("USB",), ("5 V", "GND", "TXD", "RXD"), "CH340, CP2102 or FT232")
        for name in ("USB adapter", "USB adapter no. 2")
    ]
    pn532 = Part("PN532", 2, ("VCC", "GND", "RXD", "TXD"), (), "switches: HSU")
    rdm6300 = Part("RDM6300", 2, ("5V", "GND", GAP, "TX"), ("ANT1", "ANT2"), "its rows P1 and P2", RDM6300)
    first, second = adapters
    return Circuit(
        "readers",
        "Tag readers of the seats: either sort, each on its own adapter",
        (pi, first, second, pn532, rdm6300),
        (
            net("USB cable", pi["USB"], first["USB"]),
            net("USB cable", pi["another USB"], second["USB"]),
            net("+5 V", first["5 V"], pn532["VCC"]),
            net("ground", first["GND"], pn532["GND"]),
            net("to the reader", first["TXD"], pn532["RXD"]),
            net("from the reader", first["RXD"], pn532["TXD"]),
            net("+5 V", second["5 V"], rdm6300["5V"]),
            net("ground", second["GND"], rdm6300["GND"]),
            net("from the reader", second["RXD"], rdm6300["TX"]),
            net("free", second["TXD"]),
            net("coil", rdm6300["ANT1"]),
            net("coil, other end", rdm6300["ANT2"]),
        ),
    )


def tags() -> Circuit:
    """Tag readers under the sites: MFRC522 boards on the Pico's second bus, chosen one at a time."""
    out, clock, latch, off, back = map(
        _gp,
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


def _gp(pin: int) -> str:
    """A pin of the Pico as it is called there."""
    return f"GP{pin}"


def _registers(grid: Grid) -> tuple[Part, ...]:
    """The first and the last chip of each chain, of three or more."""
    outs, ins = chips_for(grid.rows), chips_for(grid.columns)
    return out_chip(1, outs), out_chip(outs, outs), in_chip(1, ins), in_chip(ins, ins)


def _bus(computer: Part, chips: tuple[Part, ...], pins: tuple[str, ...]) -> Iterator[Net]:
    """What goes from a computer to the chips: data out, clock, latch, data in, load."""
    first, last, near, far = chips
    out, clock, latch, back, load = pins
    yield net("latch", computer[latch], first["RCLK"], last["RCLK"])
    yield net("clock", computer[clock], first["SRCLK"], last["SRCLK"], near["CLK"], far["CLK"])
    yield net("load", computer[load], near["SH/LD"], far["SH/LD"])
    yield net("data out", computer[out], first["SER"])
    yield net("data in", computer[back], near["QH"])


def _register_nets(grid: Grid, parts: tuple[Part, ...]) -> Iterator[Net]:
    """What does not go to the computer: between the chips, to rows and columns, to the rails."""
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
