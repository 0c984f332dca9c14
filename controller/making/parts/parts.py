"""The parts of a table, counted for its settings, and the electrics of its contacts.

Currents are those of `tablier power`. All other numbers are counted from the grid, the circuits or the rules
of the games, or are from data sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Final

from controller.boards.plate import PITCH
from controller.games import TABLES
from controller.making.bodies.pieces import bodies_of
from controller.making.building.case import electronics
from controller.making.building.module_leads import LONGER, WIRE, lengthened
from controller.making.building.section import BY_MODULES, BY_WIRE, LayerStack
from controller.making.building.site_wiring import BARE, REED_WIRE, leads_m
from controller.making.power import WIRE_M, estimate, games_of
from controller.making.printed import module, registers
from controller.making.wiring.modules import A_CHIP, PULL_DOWN_OHM, chips_for
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from controller.tables.sensing import NoSuchPlace
from engines.cites.blocks import BLOCKS
from engines.record import record
from hardware.ports import Grid

REED: Final = "reed contact, normally open, 14 mm glass, 10–15 AT"
STRIP: Final = 40
"""Pins of a strip as it is sold."""
A_PIN: Final = 50.0
"""Wire on the perforated board for each pin of a chip, in mm; assumed."""

SUPPLY_V: Final = 3.3
DIODE_V: Final = 0.5
"""A 1N4148 at the 0.1 mA that flow here (its data sheet, forward characteristic)."""
SURE_HIGH: Final = 0.7
SURE_LOW: Final = 0.3
"""The shares of the supply that a 74HC165 reliably reads as high and as low (its data sheet)."""
OUTPUT_OHM: Final = 217.0
"""A 74HC595's output at its weakest: 2.48 V at 2.4 mA from 3.0 V (data sheet MC74HC595A)."""
COLUMN_F: Final = 200e-12
"""A column's capacitance: its reeds and half a metre of cable, estimated on the high side."""

MFRC522_MA: Final = 19
MFRC522_FIELD_MA: Final = 100
"""A reader's largest current without its field, and the additional current of its field (data sheet MFRC522,
table 1)."""


@record
class Item:
    """A line of a parts list. `quantity` is a number, or a size if there is one item."""

    group: str
    what: str
    quantity: str
    note: str = ""


def parts(config: Config, stack: LayerStack = BY_WIRE) -> tuple[Item, ...]:
    """The parts list of a table whose board is a Pico. By modules it must consist of whole ones."""
    if stack is BY_MODULES:
        sites = (*_modules(config.table.grid), *_feeds(config, config.table.grid.rows // module.SITES))
    else:
        sites = (*_sensors(config.table.grid), *_lights(config))
    return (*sites, *_computer(), *_readers(config), *_pieces(config))


def _sensors(grid: Grid) -> Iterator[Item]:
    group = "Sensors"
    outs, ins = chips_for(grid.rows), chips_for(grid.columns)
    yield Item(group, REED, f"{grid.size}", "one a site")
    yield Item(group, "diode 1N4148", f"{grid.size}", "one a site")
    yield Item(group, f"resistor {PULL_DOWN_OHM // 1000} kΩ", f"{grid.columns}", "one a column, to ground")
    yield Item(group, "74HC595", f"{outs}", "one for eight rows")
    yield Item(group, "74HC165", f"{ins}", "one for eight columns")
    yield Item(group, "socket of 16 pins", f"{outs + ins}", "one a 74HC595 and 74HC165")
    yield Item(group, "plug of 8 ways, with its pin strip", f"{outs + ins}", "one for eight rows or columns")
    board = electronics(grid)
    yield Item(group, "perforated board", f"{board.width:g} × {board.height:g} mm", "for chips and Pico")
    yield Item(group, "capacitor 100 nF", f"{outs + ins + 1}", "at each chip’s power pins")
    yield Item(group, f"pin strip of {STRIP}, 2.54 mm", "1", "to the lights, and for the jumper of GP15")
    yield Item(group, "jumper, 2.54 mm", "1", "for GP15")
    across_m = 2 * A_CHIP * (outs + ins) * A_PIN / 1000
    yield Item(
        group, "thin wire on the perforated board", f"{across_m:.0f} m", f"{A_PIN:g} mm a pin, assumed"
    )
    bare_m = 2 * grid.size * PITCH / 1000
    what = f"bare copper wire, {BARE:g} mm, for rows and columns"
    yield Item(group, what, f"{max(1, bare_m):.0f} m", f"{PITCH:g} mm a site, twice")
    yield _reed_wire(grid)
    what = "thin wire from rows and columns to the chips"
    yield Item(group, what, f"{max(1, leads_m(grid)):.0f} m", "each as long as wiring.md says")


def _reed_wire(grid: Grid) -> Item:
    wire_m = grid.size * REED_WIRE / 1000
    return Item("Sensors", "thin wire for reeds", f"{max(1, wire_m):.0f} m", f"{REED_WIRE:g} mm a reed")


def _modules(grid: Grid) -> Iterator[Item]:
    group = "Sensors"
    count = grid.size // module.SITES**2
    yield Item(group, REED, f"{grid.size}", "one a site")
    yield Item(group, "module of 4 × 4 sites, assembled", f"{count}", "modules.md: files and how to order")
    yield Item(group, "board for Pico and shift registers, assembled", "1", "ordered with the modules")
    strips = -(-module.pins(grid) // STRIP) + -(-registers.pins() // STRIP)
    yield Item(group, "pin strip of 40, 2.54 mm", f"{strips}", "broken into pieces")
    yield Item(
        group, "jumper, 2.54 mm", f"{module.jumpers(grid) + 1}", "for pins that face each other, and HELD"
    )
    wires = grid.rows + grid.columns + module.wires(grid)
    what = f"jumper wire, socket to socket, {WIRE / 10:g} cm"
    yield Item(group, what, f"{wires}", "rows, columns, data of the lights")
    longer = lengthened(grid)
    if longer:
        what = f"jumper wire, pin to socket, {LONGER / 10:g} cm"
        yield Item(group, what, f"{longer}", "lengthens those from far rows and columns")
    yield _reed_wire(grid)


def _lights(config: Config) -> Iterator[Item]:
    group = "Lights"
    reckoned = estimate(config, light_map_for(config))
    yield Item(group, "WS2812B light, single, 5 V", f"{reckoned.lights}", "one a site")
    chain_m = 3 * reckoned.lights * PITCH / 1000
    note = "three wires of 20 mm; cut, strip, solder"
    yield Item(group, "wire from light to light", f"{max(1, chain_m):.0f} m", note)
    yield Item(group, "74AHCT125", "1", "lifts the data line to 5 V")
    yield Item(group, "socket of 14 pins", "1", "for the 74AHCT125")
    yield Item(group, "resistor 470 Ω", "1", "in the data line")
    yield from _feeds(config, sum(reckoned.feeds))


def _feeds(config: Config, feeds: int) -> Iterator[Item]:
    """The parts of the lights' feeds, at this number of places."""
    group = "Lights"
    reckoned = estimate(config, light_map_for(config))
    yield Item(group, "screw terminal of 2 ways", f"{1 + feeds}", "5 V and ground: in, and to each feed")
    yield Item(group, "small perforated board, 55 × 30 mm", "1", "for the terminals")
    yield Item(group, "socket for the supply’s plug, with terminals", "1", "mostly 5.5 × 2.1 mm")
    yield Item(group, "capacitor 1000 µF, 6.3 V or more", "1", "across 5 V and ground")
    yield Item(group, "supply for the lights, 5 V", f"{reckoned.supply_a} A", "power.md says why")
    yield Item(group, "blade fuse, with holder", f"{reckoned.wiring.fuse_a:g} A", "right behind the supply")
    copper = f"{2 * feeds * WIRE_M:.0f} m of {reckoned.wiring.wire_mm2:g} mm²"
    yield Item(group, "copper wire, red and black", copper, "to each place where power goes in")


def _computer() -> Iterator[Item]:
    group = "Computer"
    yield Item(group, "Raspberry Pi 4 or 5, with its maker’s supply", "1", "a 3 or a Zero 2 does too")
    yield Item(group, "card of 16 GB or more", "1")
    yield Item(group, "Raspberry Pi Pico, and its USB cable", "1", "a data cable, not one for charging alone")
    yield Item(group, "socket strip of 20 pins, and pin strip", "2", "for the Pico")
    yield Item(group, "touchscreen of 800 × 480 or more", "1", "1024 × 600 is what the pictures are made for")


def _readers(config: Config) -> Iterator[Item]:
    pads = config.table.pads
    if pads:
        group = "Cités Nouvelles"
        yield Item(group, "tag reader PN532 or RDM6300", f"{pads}", "one a seat")
        yield Item(group, "USB-to-serial adapter", f"{pads}", "CH340, CP2102 or FT232")
        note = "13.56 MHz for a PN532, 125 kHz for an RDM6300"
        yield Item(group, "round tag, 25 mm", f"{len(BLOCKS)}", note)


def _pieces(config: Config) -> Iterator[Item]:
    try:
        games = games_of(config)
    except NoSuchPlace:
        count = f"{config.table.grid.size}"
        yield Item("Magnets", "disc magnet 5 × 3 mm", count, "to try: no game fits here")
        return
    for table in TABLES:
        if table.game.name in games:
            bodies = bodies_of(table.game.name)
            name = f"disc magnet {bodies.magnet_size} mm, {table.title}"
            yield Item("Magnets", name, f"{bodies.magnets}", bodies.note)


def column_v(columns: int) -> float:
    """The lowest level of a column when every contact of its row is closed: one output carries them all."""
    current_a = (SUPPLY_V - DIODE_V) / (PULL_DOWN_OHM + columns * OUTPUT_OHM)
    return PULL_DOWN_OHM * current_a


def falls_us() -> float:
    """How long a column takes from its highest level until it reads low reliably."""
    return PULL_DOWN_OHM * COLUMN_F * log((SUPPLY_V - DIODE_V) / (SURE_LOW * SUPPLY_V)) * 1e6


def tag_readers_ma(readers: int) -> int:
    """The largest current of MFRC522 readers: all are awake, and one has its field on."""
    return readers * MFRC522_MA + MFRC522_FIELD_MA
