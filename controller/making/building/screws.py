"""The screws, spacers and feet of a table's case, counted from its boards, and the drills for their holes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from controller.making.building import case, section
from controller.making.building.boards import Board
from controller.settings.settings import Config

JOINT: Final = 2
"""Screws in each corner of the frame and of the console."""
CORNERS: Final = 4

LONG: Final = "wood screw 3 × 30 mm"
SHORT: Final = "wood screw 3 × 12 mm"
BRASS: Final = "brass wood screw 2.5 × 25 mm"
BRASS_LONG: Final = "brass wood screw 2.5 × 35 mm"
BRASS_SHORT: Final = "brass wood screw 2.5 × 16 mm"
TINY: Final = "brass or stainless wood screw 2 × 12 mm"
NUT: Final = "screw M3 × 12 mm, with its nut"
SPACER: Final = "spacer M3, 5 mm, with two screws"
PI_SPACER: Final = "spacer M2.5, 5 mm, with two screws"
FOOT: Final = f"rubber foot, {section.FEET:g} mm high"
ROWS: Final = (LONG, SHORT, BRASS, BRASS_LONG, BRASS_SHORT, TINY, NUT, SPACER, PI_SPACER, FOOT)
PURPOSES: Final = {
    LONG: "corners of frame and console; through the console’s walls into the straps",
    SHORT: "lid to blocks, bezel to walls, console’s floor to its ledges, floors of pads",
    BRASS: "through rail and carrier into the ledge",
    BRASS_LONG: "through the southern and northern rails into the ends of the laths",
    BRASS_SHORT: "through the western and eastern rails into the walls",
    TINY: "modules to laths",
    NUT: "cover to lid; the nut is glued to the lid’s upper side",
    SPACER: "below the board with the Pico",
    PI_SPACER: "below the Raspberry Pi",
    FOOT: "corners of the lid",
}


def screws(config: Config, stack: section.LayerStack = section.BY_WIRE) -> dict[str, int]:
    """The count of each sort."""
    boards = {board.name: board for board in case.boards(config, stack=stack)}
    found = Counter({LONG: 2 * CORNERS * JOINT + 2 * boards["strap"].count, FOOT: CORNERS, PI_SPACER: 4})
    found[SHORT] = boards["block"].count + len(boards["bezel"].holes) + _small(boards["console-floor"])
    if "pad-floor" in boards:
        found[SHORT] += len(boards["pad-floor"].holes) * boards["pad-floor"].count
    found[NUT] = found[SPACER] = 4
    if stack is section.BY_MODULES:
        lath, side = boards["lath"], boards["rail-side"]
        found[TINY] = lath.count * len(lath.holes)
        found[BRASS_LONG] = 2 * lath.count
        found[BRASS_SHORT] = side.count * case.screws_along(side.width)
    else:
        found[BRASS] = _small(boards["carrier"])
    return dict(found)


def _small(board: Board) -> int:
    return sum(hole.diameter == case.SCREW for hole in board.holes)


def drills(config: Config) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Each diameter, in mm, with the boards that have such holes, by wire or by modules."""
    stacks = section.BY_WIRE, section.BY_MODULES
    boards = {board.title: board for stack in stacks for board in case.boards(config, stack=stack)}
    diameters = {hole.diameter for board in boards.values() for hole in board.holes}
    for diameter in sorted({*diameters, case.BUTTON}):
        names = [
            title for title, board in boards.items() if any(one.diameter == diameter for one in board.holes)
        ]
        yield diameter, tuple(name.partition(", seen")[0] for name in names) or ("buttons in the bezel",)
