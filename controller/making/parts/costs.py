"""Money and hours of a table: orders of magnitude for a decision.

A price is the approximate one of a piece in a small lot by mail order, taxes included, rounded to 1, 2 or 5;
no offers were requested. Seconds are assumptions, not measurements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from math import ceil, dist, pi
from typing import Final

from controller.making.building import case
from controller.making.building.boards import Board
from controller.making.building.section import BY_MODULES, BY_WIRE, LayerStack
from controller.making.parts.parts import Item, parts
from controller.making.printed import module, registers
from controller.making.printed.layout import PrintedBoard
from controller.making.wiring.modules import A_CHIP, chips_for
from controller.settings.settings import Config
from engines.record import record
from hardware.ports import Grid


class Cutting(StrEnum):
    """How the boards are cut."""

    HAND = "drill and ruler"
    LASER = "laser or CNC"


PRICES: Final[Mapping[str, float]] = {
    "reed contact": 0.2,
    "diode 1N4148": 0.02,
    "resistor": 0.05,
    "74HC": 0.5,
    "74AHCT125": 0.5,
    "socket of": 0.2,
    "socket for the supply": 1,
    "plug of 8": 1,
    "small perforated board": 1,
    "perforated board": 5,
    "screw terminal": 0.5,
    "socket strip": 1,
    "capacitor 100 nF": 0.05,
    "capacitor 1000": 0.2,
    "bare copper wire": 0.2,
    "thin wire": 0.2,
    "pin strip of 40": 0.5,
    "jumper, 2.54": 0.02,
    "jumper wire": 0.1,
    "wire from light": 0.2,
    "WS2812B": 0.1,
    "supply for the lights, 5 V": 20,
    "blade fuse": 5,
    "copper wire": 1,
    "Raspberry Pi 4 or 5": 100,
    "card of": 10,
    "Raspberry Pi Pico": 10,
    "touchscreen": 50,
    "tag reader": 10,
    "USB-to-serial": 5,
    "round tag": 0.5,
    "disc magnet": 0.1,
}
"""In euro, by the beginning of the line in the parts list: for a piece, or for a metre if it counts
metres."""

PLACED_PRICES: Final[Mapping[str, float]] = {
    "WS2812B": 0.1,
    "1N4148W": 0.02,
    "100 nF": 0.02,
    "22k": 0.01,
    "470": 0.01,
    "74HC595": 0.5,
    "74HC165": 0.5,
    "74AHCT125": 0.5,
}
"""In euro, for a part that the maker of boards places, by its value."""
BOARD: Final = 1.0
PLACING: Final = 0.02
"""Of one board without parts, and of one part."""
SET_UP: Final = 40.0
"""Once for each kind of board: films, stencil, feeders."""
SHIPPING: Final = 25.0
TAX: Final = 1.2
ORDERED: Final = "module of", "board for Pico"
LEAST: Final = 5
"""Fewer boards are not sold."""

ONE_EACH: Final = ("supply for the lights, 5 V", "blade fuse", "perforated board")
"""Lines whose quantity is a size."""

SPARE: Final = 1.1
"""A tenth more of what breaks."""
BREAKS: Final = ("reed contact", "diode 1N4148")

ACRYLIC_M2: Final = 50.0
PLYWOOD_M2: Final = 20.0
CARD_M2: Final = 5.0
LATH_M: Final = 2.0
CUTTING_M: Final = 1.0
"""A laser's metre of cut in plywood or acrylic, by a service; a maker's space asks less."""
WASTE: Final = 1.5
"""Sheets are bought larger than what is cut from them."""
SMALL_PARTS: Final = 20.0
"""Screws, spacers, silicone, paint, felt."""
DRILLS: Final = 10.0
"""An awl, drills (listed with the case), glue for the paper."""

MODULE_REED_JOINTS: Final = 3
"""Of a site by modules: lead to thin wire, thin wire to board, lead to board."""
REED_JOINTS: Final = 4
"""Of a site by wire: lead to thin wire, thin wire to row, lead to diode, diode to column."""
LIGHT_JOINTS: Final = 6
"""Three wires, at both ends."""

SECONDS: Final[Mapping[str, float]] = {
    "joint": 20,
    "prepare a reed": 30,
    "set a reed": 20,
    "glue a light": 15,
    "screw down a module": 60,
    "set a jumper": 3,
    "prick and drill a hole": 20,
    "cut a strip with its slots": 240,
    "saw a board": 300,
    "put together": 4 * 3600,
    "test a site": 4,
    "install": 2 * 3600,
}
"""How long each takes a patient beginner after the first ten."""


@record
class Cost:
    """A line of the bill, in euro."""

    group: str
    what: str
    eur: float


def costs(config: Config, way: Cutting, stack: LayerStack = BY_WIRE) -> tuple[Cost, ...]:
    """The whole bill of a table."""
    bought = (Cost(item.group, item.what, _price(item)) for item in parts(config, stack))
    return (*bought, *_boards(config, way, stack))


def total(config: Config, way: Cutting, stack: LayerStack = BY_WIRE) -> float:
    """The cost of a table, in euro."""
    return sum(cost.eur for cost in costs(config, way, stack))


def order(layout: PrintedBoard, count: int) -> float:
    """The cost of an order of assembled boards of a kind, without shipping."""
    placed = [one for one in layout.placed if one.footprint.is_smd]
    each = BOARD + PLACING * len(placed) + sum(PLACED_PRICES[one.value] for one in placed)
    return TAX * (SET_UP + max(LEAST, count) * each)


def _price(item: Item) -> float:
    if item.what.startswith(ORDERED[0]):
        return order(module.layout(), int(item.quantity)) + TAX * SHIPPING
    if item.what.startswith(ORDERED[1]):
        return order(registers.unrouted(), int(item.quantity))
    each = next(price for start, price in PRICES.items() if item.what.startswith(start))
    if item.what.startswith(ONE_EACH):
        return each
    found = re.match(r"\d+", item.quantity)
    assert found is not None, item
    return each * float(found[0]) * (SPARE if item.what.startswith(BREAKS) else 1)


def _boards(config: Config, way: Cutting, stack: LayerStack) -> Iterator[Cost]:
    group = "Case"
    sheets = {"opal acrylic": ACRYLIC_M2, "white card": CARD_M2, "plywood": PLYWOOD_M2}
    boards = case.boards(config, stack=stack)
    for material, price in sheets.items():
        area = sum(one.width * one.height * one.count for one in boards if one.material.startswith(material))
        yield Cost(group, f"{material}, sheets", WASTE * price * area / 1e6)
    laths = sum(one.width * one.count for one in boards if one.material == case.LATH) / 1000
    yield Cost(group, "laths", WASTE * LATH_M * laths)
    yield Cost(group, "screws, spacers, silicone, paint, felt", SMALL_PARTS)
    if way is Cutting.HAND:
        yield Cost(group, "drills, awl, glue", DRILLS)
    else:
        yield Cost(group, "cutting by a service", CUTTING_M * _cut_m(boards))


def _cut_m(boards: tuple[Board, ...]) -> float:
    """The length of a laser's cuts, in metres."""
    cut = 0.0
    for board in boards:
        ends = (*board.outline[1:], board.outline[0])
        around = sum(dist(a, b) for a, b in zip(board.outline, ends, strict=True))
        holes = sum(pi * hole.diameter for hole in board.holes)
        openings = sum(2 * (area.w + area.h) for area in board.openings)
        cut += board.count * (around + holes + openings)
    return cut / 1000


# Joints and hours


def joints(grid: Grid) -> dict[str, int]:
    """The joints soldered by hand in the wiring, by place."""
    chips = chips_for(grid.rows) + chips_for(grid.columns)
    lines = grid.rows + grid.columns
    return {
        "sites: reeds and diodes": REED_JOINTS * grid.size,
        "sites: lights": LIGHT_JOINTS * grid.size,
        "rows and columns, with their resistors": 2 * lines + 2 * grid.columns,
        "chips, Pico, level shifter": 2 * A_CHIP * chips + 14 + 40,
    }


def joints_by_modules(grid: Grid) -> dict[str, int]:
    """The joints by hand if modules are ordered with their small parts on them."""
    rows = grid.rows // module.SITES
    return {
        "sites: reeds": MODULE_REED_JOINTS * grid.size,
        "pins at the edges of modules": module.pins(grid),
        "power, to each row of modules": 2 * rows,
        "board for the Pico: sockets, pins": 40 + registers.pins(),
    }


def hours(config: Config, way: Cutting, stack: LayerStack = BY_WIRE) -> dict[str, float]:
    """How long it takes, by what is done."""
    grid, boards = config.table.grid, case.boards(config, stack=stack)
    reed = SECONDS["prepare a reed"] + SECONDS["set a reed"]
    if stack is BY_MODULES:
        modules = grid.size // module.SITES**2
        sites = {
            "prepare and set reeds": grid.size * reed,
            "solder": sum(joints_by_modules(grid).values()) * SECONDS["joint"],
            "screw down modules, set jumpers": modules * SECONDS["screw down a module"]
            + module.jumpers(grid) * SECONDS["set a jumper"],
        }
    else:
        sites = {
            "prepare and set reeds, glue lights": grid.size * (reed + SECONDS["glue a light"]),
            "solder": sum(joints(grid).values()) * SECONDS["joint"],
        }
    strips = sum(board.count for board in boards if board.name.startswith("comb"))
    holes = sum(len(board.holes) * board.count for board in boards)
    others = sum(board.count for board in boards) - strips
    by_hand = {
        "drill": holes * SECONDS["prick and drill a hole"],
        "cut the light grid": strips * SECONDS["cut a strip with its slots"],
        "saw the boards": others * SECONDS["saw a board"],
    }
    found = {
        **(by_hand if way is Cutting.HAND else {"have the boards cut": 3600.0}),
        **sites,
        "put together": SECONDS["put together"],
        "install, test every site": SECONDS["install"] + grid.size * SECONDS["test a site"],
    }
    return {what: seconds / 3600 for what, seconds in found.items()}


def rounded(eur: float) -> str:
    """A sum to two figures, as nothing here is known better."""
    if eur < 1:
        return "under 1 €"
    step = 10 ** max(0, len(str(int(eur))) - 2)
    return f"{ceil(eur / step) * step} €"
