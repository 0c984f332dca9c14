"""The boards of a table's case, of the console with the screen, and of the seats' pads, from the settings.

The table's frame stands around the plate; the console is a box of its own behind it, so that it fits every
table; a pad is a small box before each seat, away from reeds, lights and metal.

Sources: Raspberry Pi (documentation, mechanical drawings): 85 by 56 mm, holes 58 by 49 mm apart. Raspberry Pi
Pico (data sheet): 51 by 21 mm. Raspberry Pi Touch Display 2: 155 by 88 mm are seen, the whole is 189 by 120.
Common PN532 board: 43 by 41 mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from controller.boards.cites import PAD, SIDE, TAG
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Area, Point
from controller.making.building import section
from controller.making.building.boards import Board, Hole, MarkedPlace, comb, rectangle
from controller.making.printed import module, registers
from controller.making.wiring.perfboard import PICO_SIZE, perfboard
from controller.settings.settings import Config
from engines.record import record
from hardware.ports import Grid

CLEARANCE: Final = 0.5
"""Parts within the frame are smaller by this much, both ways."""

SCREW: Final = 3.0
PILOT: Final = 1.5
"""The hole for a module's screw in its lath."""
SCREWS_APART: Final = 130.0
BLOCK: Final = 15.0
"""The side of the blocks that the lid is screwed to, in its corners and between them."""

LEAST_CASE: Final = 160.0
"""A smaller plate is a trial: it lies on the bench and needs no case."""

AROUND: Final = 5.0
"""The service opening is larger than the perforated board by this much on each side."""
COVER_EDGE: Final = 10.0
"""The cover is larger than the opening by this much on each side."""

PI: Final = (85.0, 56.0)
PI_HOLES: Final = (58.0, 49.0)
PI_HOLE_AT: Final = 3.5
PI_HOLE: Final = 2.7

SCREEN: Final = (155.0, 88.0)
BEZEL: Final = 20.0
"""From the window to the inside of the console: with the largest usual bezel a screen of 7 inches fits."""
SCREEN_BODY: Final = (189.0, 120.0)
STRAP: Final = 15.0
"""The width of the laths that press the screen against its bezel."""
BUTTON: Final = 16.0
BUTTONS_ROOM: Final = 36.0
"""The console is wider by this much for the panel's buttons, east of the screen."""
CABLE: Final = 20.0
"""A cable way: wide enough for a USB plug."""
PLUGS: Final = Area(0.0, 0.0, 60.0, 22.0)
WAY_UP: Final = 26.0
"""From the foot of the console's walls to the middle of its openings, above the ledges of its floor."""

PAD_TOP: Final = 3.0
PAD_WALL: Final = 22.0
FOAM: Final = 1.0
"""The tape between the top of a pad and its reader."""
READER: Final = (43.0, 41.0)

PLYWOOD: Final = "plywood"
LATH: Final = "lath or plywood"


@record
class Console:
    """The console's window in mm, and how many buttons the panel has."""

    window: tuple[float, float] = SCREEN
    buttons: int = 0

    @property
    def inner(self) -> tuple[float, float]:
        """The room within its walls."""
        beside = BUTTONS_ROOM if self.buttons else 0.0
        return self.window[0] + 2 * BEZEL + beside, self.window[1] + 2 * BEZEL

    @property
    def middle(self) -> Point:
        """The middle of the window, on the bezel."""
        width, height = self.window
        return section.FRAME + BEZEL + width / 2, section.FRAME + BEZEL + height / 2

    @property
    def outer(self) -> tuple[float, float]:
        """The whole, walls included."""
        return self.inner[0] + 2 * section.FRAME, self.inner[1] + 2 * section.FRAME


def boards(
    config: Config, window: tuple[float, float] = SCREEN, stack: section.LayerStack = section.BY_WIRE
) -> tuple[Board, ...]:
    """Every board of the table of the settings. `window` is the visible part of the screen, in mm."""
    grid = config.table.grid
    carrying = laths(grid) if stack is section.BY_MODULES else carrier(grid)
    found = [carrying, plate(grid), *grid_combs(grid, stack)]
    if min(plate_size(grid)) < LEAST_CASE:
        return tuple(found)
    panel = config.panel
    buttons = sum(bool(pin) for pin in (panel.turn_pin, panel.undo_pin))
    found += [*_case(grid, stack), *_console(Console(window, buttons), stack)]
    return (*found, *_pads(config.table.pads)) if config.table.pads else tuple(found)


def plate_size(grid: Grid) -> tuple[float, float]:
    """The room within the frame."""
    return grid.columns * PITCH + 2 * BORDER, grid.rows * PITCH + 2 * BORDER


def _cut_size(grid: Grid) -> tuple[float, float]:
    width, height = plate_size(grid)
    return width - CLEARANCE, height - CLEARANCE


def middle(column: int, row: int) -> Point:
    """The middle of a site on a board that lies within the frame."""
    edge = BORDER - CLEARANCE / 2
    return edge + (column + 0.5) * PITCH, edge + (row + 0.5) * PITCH


def _between_sites(count: int) -> tuple[float, ...]:
    return tuple(BORDER - CLEARANCE / 2 + number * PITCH for number in range(1, count))


def _along(length: float, edge: float) -> list[float]:
    """Places of screws along a length, at most `SCREWS_APART` from each other."""
    parts = max(1, ceil((length - 2 * edge) / SCREWS_APART))
    return [edge + number * (length - 2 * edge) / parts for number in range(parts + 1)]


def screws_along(length: float) -> int:
    """The screws of a board of this length."""
    return len(_along(length, BLOCK / 2))


def _around(width: float, height: float, edge: float) -> tuple[Hole, ...]:
    """Holes for screws around a board."""
    xs, ys = _along(width, edge), _along(height, edge)
    places = [
        *((x, y) for x in xs for y in (ys[0], ys[-1])),
        *((x, y) for x in (xs[0], xs[-1]) for y in ys[1:-1]),
    ]
    return tuple(Hole(place, SCREW) for place in places)


# Within the frame


def carrier(grid: Grid) -> Board:
    """The plate with a hole for each reed and each light, seen from above."""
    width, height = _cut_size(grid)
    sites = [middle(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    east, north = section.LIGHT_AT
    reeds = (Hole(site, section.REED_HOLE) for site in sites)
    lights = (Hole((x + east, y + north), section.LIGHT_HOLE) for x, y in sites)
    screws = _around(width, height, section.LEDGE[0] / 2)
    return Board(
        "carrier",
        "carrier, seen from above",
        section.CARRIER.material,
        section.CARRIER.thickness,
        rectangle(width, height),
        holes=(*reeds, *lights, *screws),
        label=(width / 2, 1.8),
        seams=(_between_sites(grid.columns), _between_sites(grid.rows)),
    )


def laths(grid: Grid) -> Board:
    """The laths that carry modules from south to north, each with holes for their screws."""
    length = _cut_size(grid)[1]
    start = BORDER - CLEARANCE / 2
    places = (start + first * module.SIDE for first in range(grid.rows // module.SITES))
    ups = sorted({y for _, y in module.SCREWS})
    holes = tuple(Hole((place + up, module.LATH / 2), PILOT) for place in places for up in ups)
    count = len(module.LATHS) * grid.columns // module.SITES
    layer, outline = section.LATHS, rectangle(length, module.LATH)
    return Board("lath", "lath below the modules", LATH, layer.thickness, outline, count, holes)


def plate(grid: Grid) -> Board:
    """The plate that the pieces stand on."""
    layer = section.PLATE
    return Board("plate", layer.name, layer.material, layer.thickness, rectangle(*_cut_size(grid)))


def grid_combs(grid: Grid, stack: section.LayerStack = section.BY_WIRE) -> Iterator[Board]:
    """The walls of the light grid: those from west to east have their slots above, the others below."""
    height = stack.grid.thickness
    for name, title, along, across, depth in (
        ("comb-east-west", "light grid, west to east, slots above", grid.columns, grid.rows, height / 2),
        (
            "comb-north-south",
            "light grid, south to north, slots below",
            grid.rows,
            grid.columns,
            height / 2 - section.SEAM,
        ),
    ):
        length = along * PITCH - CLEARANCE
        slots = tuple(number * PITCH - CLEARANCE / 2 for number in range(1, along))
        seams = across // module.SITES - 1 if stack is section.BY_MODULES else 0
        slot = section.WALL + 0.2
        if across - 1 - seams:
            outline = comb(length, height, slots, slot, height / 2)
            yield Board(name, title, "white card", section.WALL, outline, across - 1 - seams)
        if seams:
            outline = comb(length, height - section.SEAM, slots, slot, depth)
            words = f"{title}, above seams of modules"
            yield Board(f"{name}-seam", words, "white card", section.WALL, outline, seams)


# The case


@record
class Electronics:
    """The board with Pico and chips: its size, and from its south-western corner its holes and the Pico."""

    width: float
    height: float
    holes: tuple[Point, ...]
    pico: Area
    name: str


def electronics(grid: Grid, stack: section.LayerStack = section.BY_WIRE) -> Electronics:
    """A perforated board, or the printed one."""
    if stack is section.BY_MODULES:
        pico = Area.around(registers.PICO_AT, *PICO_SIZE)
        holes = tuple(screw.at for screw in registers.SCREWS)
        return Electronics(*registers.SIZE, holes, pico, "board for Pico and chips")
    board = perfboard(grid.rows, grid.columns)
    return Electronics(*board.size, board.spacers, board.pico, "perforated board: chips")


def _case(grid: Grid, stack: section.LayerStack) -> Iterator[Board]:
    width, height = plate_size(grid)
    yield _lid(grid, stack)
    yield _cover(grid, stack)
    long = width + 2 * section.FRAME
    yield _wall("wall-south", "frame, south", long, stack)
    way = Hole(_cable_way(grid, stack), CABLE)
    yield _wall("wall-north", "frame, north, with the cable way", long, stack, (way,))
    yield _wall("wall-side", "frame, east and west", height, stack, count=2)
    lengths = (("rail-long", width), ("rail-side", height - 2 * BORDER))
    for (name, length), rail in zip(lengths, stack.rails, strict=True):
        yield Board(name, "rail below the plate's edge", LATH, rail, rectangle(length, BORDER), 2)
    ledge, thick = section.LEDGE
    for name, length in (("ledge-long", width), ("ledge-side", height - 2 * ledge)):
        yield Board(name, "ledge below the carrier's edge", LATH, thick, rectangle(length, ledge), 2)
    high = stack.wiring.thickness - thick
    count = len(_around(*_cut_size(grid), BLOCK / 2))
    yield Board("block", "block above the lid", LATH, BLOCK, rectangle(high, BLOCK), count)


def _cable_way(grid: Grid, stack: section.LayerStack) -> Point:
    """The middle of the north wall's hole for cables: between two blocks and below the ledge, or by modules
    between two laths and above it."""
    width, _ = plate_size(grid)
    ledge = stack.height - stack.ledge_depth
    if stack is section.BY_MODULES:
        return section.FRAME + width / 2, ledge + section.LATHS.thickness / 2
    blocks = _along(width - CLEARANCE, BLOCK / 2)
    half = len(blocks) // 2
    between = CLEARANCE / 2 + (blocks[half - 1] + blocks[half]) / 2
    return section.FRAME + between, (section.LID.thickness + ledge - section.LEDGE[1]) / 2


def _wall(
    name: str,
    title: str,
    length: float,
    stack: section.LayerStack,
    holes: tuple[Hole, ...] = (),
    count: int = 1,
    openings: tuple[Area, ...] = (),
) -> Board:
    outline, label = rectangle(length, stack.height), (length / 2, 50.0)
    return Board(name, title, LATH, section.FRAME, outline, count, holes, openings, label=label)


def _lid(grid: Grid, stack: section.LayerStack) -> Board:
    """The lid, with the service opening in its middle."""
    width, height = _cut_size(grid)
    board = electronics(grid, stack)
    opening = Area.around((width / 2, height / 2), board.width + 2 * AROUND, board.height + 2 * AROUND)
    return Board(
        "lid",
        "lid, seen from below",
        section.LID.material,
        section.LID.thickness,
        rectangle(width, height),
        holes=(*_around(width, height, BLOCK / 2), *_at_corners(opening.grown(COVER_EDGE / 2))),
        openings=(opening,),
        label=(width / 2, opening.y / 2),
        seams=(_between_sites(grid.columns), _between_sites(grid.rows)),
    )


def _at_corners(area: Area) -> tuple[Hole, ...]:
    """A screw in each corner."""
    return tuple(Hole((x, y), SCREW) for x in (area.x, area.right) for y in (area.y, area.top))


def _cover(grid: Grid, stack: section.LayerStack) -> Board:
    """The cover of the service opening: it carries the Pico and the chips."""
    board = electronics(grid, stack)
    width, height = (side + 2 * AROUND + 2 * COVER_EDGE for side in (board.width, board.height))
    place = Area.around((width / 2, height / 2), board.width, board.height)
    stand_offs = (Hole((place.x + x, place.y + y), SCREW) for x, y in board.holes)
    pico = board.pico.moved(place.x, place.y)
    return Board(
        "service-cover",
        "cover of the service opening, seen from within",
        section.LID.material,
        section.LID.thickness,
        rectangle(width, height),
        holes=(*_at_corners(place.grown(AROUND + COVER_EDGE / 2)), *stand_offs),
        marks=(MarkedPlace(place, board.name), MarkedPlace(pico, "Pico, USB to the west")),
        label=(width / 2, height * 0.3),
    )


# The console


def _console(console: Console, stack: section.LayerStack) -> Iterator[Board]:
    yield _bezel(console)
    yield _console_floor(console)
    (inner_width, inner_height), (width, _) = console.inner, console.outer
    way = Hole((width / 2, WAY_UP), CABLE)
    yield _wall("console-south", "console, south, with the cable way", width, stack, (way,))
    plugs = Area.around((width / 2, WAY_UP), PLUGS.w, PLUGS.h)
    title = "console, north, with the opening for plugs"
    yield _wall("console-north", title, width, stack, openings=(plugs,))
    yield _wall("console-side", "console, east and west", inner_height, stack, count=2)
    ledge, thick = section.LEDGE
    for name, length in (
        ("console-ledge-long", inner_width),
        ("console-ledge-side", inner_height - 2 * ledge),
    ):
        yield Board(name, "ledge above the console's floor", LATH, thick, rectangle(length, ledge), 2)
    length = inner_height - CLEARANCE
    yield Board("strap", "strap behind the screen", LATH, section.FRAME, rectangle(length, STRAP), 2)


def _bezel(console: Console) -> Board:
    width, height = console.outer
    corners = Area(0, 0, width, height).grown(-section.FRAME / 2)
    east = width - section.FRAME - BUTTONS_ROOM / 2
    ups = (height / 2 + 20, height / 2 - 20)[: console.buttons]
    buttons = tuple(Hole((east, up), BUTTON) for up in ups)
    body = MarkedPlace(Area.around(console.middle, *SCREEN_BODY), "")
    return Board(
        "bezel",
        "bezel of the screen, seen from above",
        PLYWOOD,
        4.0,
        rectangle(width, height),
        holes=(*_at_corners(corners), *buttons),
        openings=(Area.around(console.middle, *console.window),),
        marks=(body,) if console.window == SCREEN else (),
        label=(width / 2, 6.0),
    )


def _console_floor(console: Console) -> Board:
    """The console's floor, with the Pi's place and air holes; plugs need room to its east and its south."""
    width, height = (side - CLEARANCE for side in console.inner)
    pi = Area(20.0, height - 22.0 - PI[1], *PI)
    first = pi.x + PI_HOLE_AT, pi.y + PI_HOLE_AT
    holes = [
        Hole((first[0] + x, first[1] + y), PI_HOLE) for x in (0.0, PI_HOLES[0]) for y in (0.0, PI_HOLES[1])
    ]
    air = [Hole((pi.x + 20 + 9 * x, pi.y + 18 + 10 * y), 6.0) for x in range(4) for y in range(3)]
    fuse = Area(width - 75.0, pi.y - 12.0 - 30.0, 55.0, 30.0)
    return Board(
        "console-floor",
        "floor of the console, seen from within",
        section.LID.material,
        section.LID.thickness,
        rectangle(width, height),
        holes=(*holes, *air, *_around(width, height, section.LEDGE[0] / 2)),
        marks=(MarkedPlace(pi, "Pi, USB to the east"), MarkedPlace(fuse, "fuse, terminals")),
        label=(width / 2, height - 11.0),
    )


# The pads


def _pads(seats: int) -> Iterator[Board]:
    """A pad is a box for a reader, one for each seat."""
    centre = PAD / 2, PAD / 2
    tile = MarkedPlace(Area.around(centre, SIDE), "")
    tag = MarkedPlace(Area.around(centre, TAG), "", is_round=True)
    reader = MarkedPlace(Area.around(centre, *READER), "")
    screws = _at_corners(Area(0, 0, PAD, PAD).grown(-section.FRAME / 2))
    square, label = rectangle(PAD, PAD), (PAD / 2, 12.5)
    marks = (tile, tag, reader)
    yield Board("pad-top", "pad, top", PLYWOOD, PAD_TOP, square, seats, marks=marks, label=label)
    yield Board("pad-floor", "pad, floor", PLYWOOD, 3.0, square, seats, screws, label=label)
    way = (Hole((PAD / 2, PAD_WALL / 2), 8.0),)
    inner = PAD - 2 * section.FRAME
    for name, title, length, holes, count in (
        ("pad-wall-cable", "pad, wall with the cable way", PAD, way, seats),
        ("pad-wall", "pad, wall", PAD, (), seats),
        ("pad-wall-side", "pad, side wall", inner, (), 2 * seats),
    ):
        yield Board(name, title, LATH, section.FRAME, rectangle(length, PAD_WALL), count, holes)
