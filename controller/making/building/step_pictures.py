"""Pictures of the steps of building: what each adds, from above and from the side, drawn from the boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import (
    Anchor,
    Area,
    Disc,
    Drawing,
    Ink,
    Path,
    Point,
    Rectangle,
    Shape,
    TextLine,
    line,
    moved,
)
from controller.making.building import case, section
from controller.making.building.boards import Board
from controller.making.building.section import BY_MODULES, LayerStack
from controller.making.building.section_picture import GLASS, THIN, WOOD
from controller.making.printed import module
from controller.making.wiring.drawing import ORANGE, RED
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE
from controller.settings.config import load
from engines.record import record
from hardware.ports import Grid

EXAMPLES: Final = File(__file__).resolve().parents[3] / "examples"

SIZE: Final = 3.2
SMALL: Final = 2.6
PLAN: Final = 0.3
SIDE: Final = 0.8
"""The scales of the two views."""
CELL: Final = (80.0, 174.0)
FLOOR: Final = -100.0
"""The foot of the walls in the view from the side, in mm of the table."""
ACROSS: Final = 4

OLD: Final = Ink(fill=(238, 230, 216), line=QUIET, width=0.2)
NEW: Final = Ink(fill=tint((230, 159, 0), 0.75), line=INK, width=0.35)


@record
class Added:
    """The additions of a step: areas from above, and areas of a section beside the frame's western wall."""

    title: str
    plan: tuple[Area, ...]
    side: tuple[Area, ...]


def put_together(stack: LayerStack) -> Drawing:
    """The steps of the case of an 8 × 8 table."""
    way = "by modules" if stack is BY_MODULES else "by wire"
    return on_ground(
        _steps(list(_added(stack))), f"Put together, {way}: an 8 × 8 table from above, its edge from the side"
    )


def closing() -> Drawing:
    """The parts above the carrier, by wire."""
    return on_ground(last_steps(section.BY_WIRE, 3), "Rails, grid, plate: from above and from the side")


def last_steps(stack: LayerStack, count: int) -> Iterator[Shape]:
    """The last steps before the lid."""
    steps = list(_added(stack))[:-1]
    return _steps(steps, len(steps) - count, is_numbered=False)


def _steps(steps: list[Added], first: int = 0, *, is_numbered: bool = True) -> Iterator[Shape]:
    for number, step in enumerate(steps):
        if number < first:
            continue
        x, y = (number - first) % ACROSS * CELL[0], -((number - first) // ACROSS) * CELL[1]
        title = f"{number + 1}  {step.title}" if is_numbered else step.title
        shapes = [
            TextLine((-4, 76), title, SIZE, INK, is_bold=True, anchor=Anchor.START),
            *(shape for old in steps[:number] for shape in _both(old, OLD)),
            *_both(step, NEW),
        ]
        yield from moved(shapes, x, y)


def _both(step: Added, ink: Ink) -> Iterator[Shape]:
    for area in step.plan:
        yield Rectangle(Area(*(PLAN * part for part in area.moved(section.FRAME, section.FRAME))), ink)
    for area in step.side:
        yield Rectangle(Area(*(SIDE * part for part in area.moved(section.FRAME, FLOOR))), ink)


def _by_wire(boards: Mapping[str, Board], grid: Grid, foot: float) -> tuple[list[Added], float]:
    """The carrier above a height, and the height of its upper side."""
    carrier = boards["carrier"]
    plan = (Area(0.25, 0.25, carrier.width, carrier.height),)
    return [Added("carrier, wired", plan, (Area(0, foot, 80, carrier.thickness),))], foot + carrier.thickness


def _by_modules(boards: Mapping[str, Board], grid: Grid, foot: float) -> tuple[list[Added], float]:
    """The laths and the modules above a height, and the height of their upper side."""
    lath, count = boards["lath"], grid.columns // module.SITES
    starts = [BORDER + number * module.SIDE for number in range(count)]
    xs = [start + at - module.LATH / 2 for start in starts for at in module.LATHS]
    laths = tuple(Area(x, 0, module.LATH, lath.width) for x in xs)
    beds = [Added("laths", laths, tuple(Area(x, foot, module.LATH, lath.thickness) for x in xs[:2]))]
    foot += lath.thickness
    squares = tuple(Area(x, y, module.SIDE - 1, module.SIDE - 1) for x in starts for y in starts)
    beds.append(Added("modules", squares, (Area(BORDER, foot, 70, section.MODULE.thickness),)))
    return beds, foot + section.MODULE.thickness


def _added(stack: LayerStack) -> Iterator[Added]:
    config = load(EXAMPLES / "chessboard-8x8.toml")
    boards = {board.name: board for board in case.boards(config, stack=stack)}
    width, height = case.plate_size(config.table.grid)
    frame, (ledge, thick) = section.FRAME, section.LEDGE
    top, depth = stack.height, stack.height - stack.ledge_depth
    """Heights are counted from the foot of the walls."""
    yield Added("frame", tuple(_ring(width, height, -frame, frame)), (Area(-frame, 0, frame, top),))
    blocks = tuple(
        Area.around(hole.at, case.BLOCK)
        for hole in boards["lid"].holes
        if _is_at_edge(hole.at, width, height)
    )
    block = Area(0, section.LID.thickness, case.BLOCK, boards["block"].width)
    ledges = Area(0, depth - thick, ledge, thick)
    yield Added("ledges, blocks below", (*_ring(width, height, 0, ledge), *blocks), (ledges, block))
    beds, foot = (_by_modules if stack is BY_MODULES else _by_wire)(boards, config.table.grid, depth)
    yield from beds
    rail = stack.rails[1]
    side = Area(0, foot - rail + stack.grid.thickness, BORDER, rail)
    yield Added("rails", tuple(_ring(width, height, 0, BORDER)), (side,))
    walls = [BORDER + number * PITCH for number in range(1, config.table.grid.columns)]
    along = boards["comb-east-west"].width
    plan = [Area(wall - 1, BORDER, section.WALL, along) for wall in walls] + [
        Area(BORDER, wall - 1, along, section.WALL) for wall in walls
    ]
    sides = tuple(Area(wall - 1, foot, section.WALL, stack.grid.thickness) for wall in walls[:3])
    yield Added("light grid", tuple(plan), sides)
    foot += stack.grid.thickness
    plate = boards["plate"]
    lying = Area(0.25, 0.25, plate.width, plate.height)
    yield Added("plate, then the paper", (lying,), (Area(0, foot, 80, plate.thickness),))
    (opening,) = boards["lid"].openings
    cover = boards["service-cover"]
    lid = Area(0.25, 0.25, boards["lid"].width, boards["lid"].height)
    west = lid.middle[0] - cover.width / 2
    seen = (
        Area(0, 0, 80, section.LID.thickness),
        Area(west, -cover.thickness, 80 - west, cover.thickness),
        Area(case.BLOCK, -section.FEET, section.FEET, section.FEET),
    )
    above = (lid, opening, Area.around(lid.middle, cover.width, cover.height))
    yield Added("lid, cover, feet: from below", above, seen)


def _is_at_edge(at: Point, width: float, height: float) -> bool:
    edge = case.BLOCK
    return not (edge < at[0] < width - edge and edge < at[1] < height - edge)


def _ring(width: float, height: float, start: float, wide: float) -> Iterator[Area]:
    """Four laths around the room within the frame, those in south and north as long as the ring."""
    far = -start
    yield Area(start, start, width + 2 * far, wide)
    yield Area(start, height + far - wide, width + 2 * far, wide)
    yield Area(start, start + wide, wide, height + 2 * far - 2 * wide)
    yield Area(width + far - wide, start + wide, wide, height + 2 * far - 2 * wide)


# A site

METAL: Final = Ink(line=INK, width=0.6)
WIRE: Final = Ink(line=(0, 90, 150), width=0.6)
BENCH: Final = Ink(fill=(210, 214, 220), line=INK, width=0.3)
SILICONE: Final = Ink(fill=tint((150, 70, 120), 0.45), line=INK, width=0.25)
BRASS: Final = Ink(fill=tint((230, 159, 0), 0.6), line=INK, width=0.3)
SCALE: Final = 2.0
APART: Final = 74.0


def reed_steps() -> Drawing:
    """From a reed to a site, in a drilled carrier."""
    return on_ground(_reed_steps(), "A site, in four steps, to scale")


def _reed_steps() -> Iterator[Shape]:
    for number, (title, shapes) in enumerate(
        (
            ("cut, solder a thin wire", cut_reed()),
            ("drop it in, carrier upside down", _dropped()),
            ("fix it with silicone", (*_turned(), _drop())),
            ("glue the light below its hole", (*_turned(), _drop(), *_light())),
        )
    ):
        heading = TextLine((-20, 46), f"{number + 1}  {title}", SIZE, INK, is_bold=True, anchor=Anchor.START)
        yield from moved((heading, *shapes), number * APART, 0)


def scaled(x: float, y: float, w: float, h: float, ink: Ink, radius: float = 0.0) -> Rectangle:
    """A rectangle of a site, at twice its size."""
    return Rectangle(Area(x * SCALE, y * SCALE, w * SCALE, h * SCALE), ink, radius)


def _way(ink: Ink, *points: Point) -> Path:
    return Path(tuple((x * SCALE, y * SCALE) for x, y in points), ink)


def standing_reed(up: int, top: float) -> Iterator[Shape]:
    """A reed whose upper lead ends at `top`, upwards or downwards."""
    lead, glass, low = section.UPPER_LEAD, section.GLASS_LENGTH, section.LEAD_LENGTH
    start = top - up * lead
    end = start - up * glass
    yield _way(METAL, (0, top), (0, end - up * low))
    yield scaled(-section.GLASS_WIDTH / 2, min(start, end), section.GLASS_WIDTH, glass, GLASS, 2)
    aside = section.REED_HOLE / 2 - 0.4
    yield _way(WIRE, (0, top - up * 0.5), (aside, start), (aside, end - up * low))


def cut_reed() -> Iterator[Shape]:
    """A reed with its upper lead cut and its thin wire, with the lengths."""
    yield from standing_reed(1, 20.0)
    for low, high, words in (
        (20.0 - section.UPPER_LEAD, 20.0, f"{section.UPPER_LEAD:g} mm, cut"),
        (
            20.0 - section.UPPER_LEAD - section.GLASS_LENGTH,
            20.0 - section.UPPER_LEAD,
            f"glass, {section.GLASS_LENGTH:g}",
        ),
    ):
        yield _way(THIN, (-4, low), (-4, high))
        for y in (low, high):
            yield _way(THIN, (-5, y), (-3, y))
        yield TextLine((-11, (low + high) / 2 * SCALE), words, SMALL, QUIET, anchor=Anchor.END)
    yield TextLine((8, 26), "thin wire", SMALL, WIRE.line or INK, anchor=Anchor.START)


def _dropped() -> Iterator[Shape]:
    grid, plank = section.GRID.thickness, section.CARRIER.thickness
    yield scaled(-16, -16, 32, 3, BENCH)
    yield TextLine((0, -36), "a flat board", SMALL, QUIET)
    foot = -13.0
    for x in (-14.0, 10.0):
        yield scaled(x, foot, 4, grid, WOOD)
    hole = section.REED_HOLE / 2
    for west, east in ((-16.0, -hole), (hole, 16.0)):
        yield scaled(west, foot + grid, east - west, plank, WOOD)
    yield from standing_reed(-1, foot)
    yield TextLine((30, (foot + grid / 2) * SCALE), f"rails, {grid:g} mm", SMALL, QUIET, anchor=Anchor.START)


def _turned() -> Iterator[Shape]:
    grid, plank = section.GRID.thickness, section.CARRIER.thickness
    hole, (east, _) = section.REED_HOLE / 2, section.LIGHT_AT
    light = section.LIGHT_HOLE / 2
    top = 4.0
    for west, end in ((-16.0, -hole), (hole, east - light), (east + light, 16.0)):
        yield scaled(west, top - plank, end - west, plank, WOOD)
    yield from standing_reed(1, top + grid)


def _drop() -> Disc:
    return Disc((-section.REED_HOLE / 2 * SCALE, (4.0 - section.CARRIER.thickness) * SCALE), 2.6, SILICONE)


def _light() -> Iterator[Shape]:
    under = 4.0 - section.CARRIER.thickness
    half = section.LIGHT_BOARD / 2
    yield scaled(section.LIGHT_AT[0] - half + 1.5, under - 1.6, section.LIGHT_BOARD - 1.5, 1.6, BRASS)
    yield scaled(section.LIGHT_AT[0] - 2.5, under, 5, section.LIGHT_HEIGHT, BRASS)


# The first tries


def trial() -> Drawing:
    """The carrier of 3 × 3 sites, with the lengths to check."""
    return on_ground(_trial(), "The trial of 3 × 3 sites: the carrier, from above")


def _trial() -> Iterator[Shape]:
    board = case.carrier(load(EXAMPLES / "trial-3x3.toml").table.grid)
    yield Rectangle(Area(0, 0, board.width, board.height), WOOD)
    for hole in board.holes:
        yield Disc(hole.at, hole.diameter / 2, Ink(fill=WHITE, line=INK, width=0.25))
    (west, south), (east, _) = case.middle(0, 0), case.middle(2, 0)
    for first, second, foot, words in (
        (west, west + PITCH, -5.0, f"{PITCH:g}"),
        (west, east, -12.0, f"{2 * PITCH:g}: first reed to last"),
        (0.0, board.width, -19.0, f"{board.width:g}"),
    ):
        yield line((first, foot), (second, foot), THIN)
        for x in (first, second):
            yield line((x, foot - 1), (x, foot + 1), THIN)
        yield TextLine(((first + second) / 2, foot - 2.8), words, SMALL, QUIET)
    yield TextLine((board.width + 4, south + 5), "small: a reed", SMALL, INK, anchor=Anchor.START)
    yield TextLine((board.width + 4, south), "large: a light", SMALL, INK, anchor=Anchor.START)


def first_reed() -> Drawing:
    """A reed, a plate and a magnet, before anything is drilled."""
    return on_ground(_first_reed(), "One reed, one magnet, your plate")


def _first_reed() -> Iterator[Shape]:
    plate, (wide, high) = section.PLATE.thickness, section.MAGNET
    paper = section.PAPER.thickness
    yield scaled(-24, -plate, 68, plate, Ink(fill=(244, 246, 250), line=INK, width=0.3))
    for x in (0.0, PITCH):
        yield from moved(tuple(standing_reed(1, -plate)), x * SCALE, 0)
    yield scaled(-7, paper, 14, 11, Ink(fill=tint((0, 158, 115), 0.3), line=INK, width=0.3), 1)
    yield scaled(-wide / 2, paper, wide, high, Ink(fill=(196, 60, 60), line=INK, width=0.3))
    yield TextLine((-18, 12), "a piece with its magnet", SMALL, INK, anchor=Anchor.END)
    yield TextLine((-52, -3), f"plate, {plate:g} mm", SMALL, INK, anchor=Anchor.END)
    foot = -plate - section.UPPER_LEAD - section.GLASS_LENGTH - section.LEAD_LENGTH
    for x, words, colour in ((0.0, "closes", ORANGE), (PITCH, "stays open", QUIET)):
        yield TextLine((x * SCALE, foot * SCALE - 5), words, SIZE, colour, is_bold=True)
    yield _way(THIN, (0, foot + 3), (PITCH, foot + 3))
    yield TextLine((PITCH / 2 * SCALE, (foot + 1.4) * SCALE), f"{PITCH:g} mm", SMALL, QUIET)
    yield TextLine((-18, -44), "an ohmmeter across each", SMALL, RED, anchor=Anchor.END)
