"""Pictures of the steps by modules, drawn from the layouts of the boards and the case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import BORDER
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
from controller.making.building import section
from controller.making.building.section_picture import WOOD
from controller.making.building.step_pictures import (
    BENCH,
    NEW,
    OLD,
    SIZE,
    SMALL,
    cut_reed,
    last_steps,
    scaled,
    standing_reed,
)
from controller.making.printed import module, registers
from controller.making.printed.layout import PrintedBoard
from controller.making.wiring.drawing import RED, WIRE_COLOURS
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE, Rgb
from engines.record import record

TINY: Final = 2.3
SCALE: Final = 1.2
SIDE: Final = module.SIDE * SCALE

BOARD: Final = Ink(fill=tint((0, 158, 115), 0.12), line=INK, width=0.35)
DONE: Final = Ink(fill=(238, 240, 238), line=QUIET, width=0.25)
HOLE: Final = Ink(fill=WHITE, line=INK, width=0.2)
PAD: Final = Ink(fill=(222, 190, 120), line=INK, width=0.15)
LATH: Final = Ink(fill=tint((204, 178, 140), 0.45), line=QUIET, width=0.2)
METAL: Final = Ink(line=INK, width=0.7)
PLASTIC: Final = Ink(fill=(90, 92, 96), line=INK, width=0.2)
BLACK: Final = Ink(fill=INK)
ROW, DATA, COLUMN, BACK = WIRE_COLOURS[0], WIRE_COLOURS[1], WIRE_COLOURS[2], WIRE_COLOURS[3]
COLOURS: Final = {"row": ROW, "column": COLUMN, "data": DATA, "back": BACK, "5 V": RED, "GND": INK}


def module_steps() -> Iterator[tuple[str, Drawing]]:
    """The nine pictures by their names."""
    for number, (title, shapes) in enumerate(
        (
            ("Strips of pins, from above: their pins point down", _strips()),
            ("Reeds: cut, upside down on rails, and as they stand then", _reeds()),
            ("The board for the Pico: in orange what is soldered by hand", _registers()),
            ("One module alone, joined to the Pico’s board", _alone()),
            ("Every module: 16 lights along their chain, a magnet on each site", _checked()),
            ("The first row: laths, modules, jumpers, the wire from OUT to BACK", _table(1, "jumpers")),
            ("Power to the first row", _table(1, "power")),
            ("The next row: jumpers of the columns, and the wire from BACK to IN", _table(2, "next")),
            ("Rails, grid, plate: from above and from the side", last_steps(section.BY_MODULES, 3)),
        ),
        1,
    ):
        yield f"module-step-{number}", on_ground(shapes, f"{number}  {title}")


def _at(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def _colour(name: str) -> Rgb:
    return next(colour for start, colour in COLOURS.items() if name.startswith(start))


@record
class _EdgePin:
    """A pin at a module's edge: its edge with its number, its line, and its place."""

    edge: str
    name: str
    at: Point


def _edge_pins() -> list[_EdgePin]:
    layout = module.layout()
    return [
        _EdgePin(one.part, pin, one.place(pad.at))
        for one in layout.placed
        if one.ref.startswith("J")
        for pin, pad in zip(layout.part(one).pins, one.footprint.pads, strict=True)
    ]


def _pin(edge: str, name: str) -> Point:
    return next(pin.at for pin in _edge_pins() if (pin.edge, pin.name) == (edge, name))


def _module(x: float = 0, y: float = 0, ink: Ink = BOARD) -> Iterator[Shape]:
    gap = module.GAP * SCALE / 2
    yield Rectangle(Area(x + gap, y + gap, SIDE - 2 * gap, SIDE - 2 * gap), ink)


def _words(at: Point, words: str, anchor: Anchor = Anchor.START, colour: Rgb = INK) -> TextLine:
    return TextLine(at, words, SMALL, colour, anchor=anchor)


# 1: strips of pins


def _strips() -> Iterator[Shape]:
    yield from _module()
    strips: dict[str, list[_EdgePin]] = {}
    for pin in _edge_pins():
        strips.setdefault(pin.edge, []).append(pin)
    for pins in strips.values():
        places = [_at(pin.at) for pin in pins]
        xs, ys = zip(*places, strict=True)
        area = Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(1.3)
        yield Rectangle(area, NEW if len(pins) > 1 else OLD, 0.6)
        for pin, place in zip(pins, places, strict=True):
            yield Disc(place, 0.7, Ink(fill=_colour(pin.name)))
    for place in module.SCREWS:
        yield Disc(_at(place), 1.1 * SCALE, HOLE)
    yield _words((6, SIDE - 7), "orange: strips of 4 pins")
    yield _words((6, SIDE - 12), "light: single pins")
    for number, (name, words) in enumerate(
        (
            ("row", "row"),
            ("column", "column"),
            ("data", "data of the lights"),
            ("back", "BACK"),
            ("5 V", "5 V"),
            ("GND", "GND"),
        )
    ):
        at = (SIDE / 2 - 30 + 36 * (number // 3), SIDE / 2 + 6 - 5.5 * (number % 3))
        yield Disc(at, 0.9, Ink(fill=COLOURS[name]))
        yield _words((at[0] + 2.5, at[1]), words)
    yield from moved(tuple(_strip_side()), SIDE + 22, SIDE / 2)


def _strip_side() -> Iterator[Shape]:
    """A strip in its board, four times its size."""
    four, thick = 4.0, section.MODULE.thickness
    yield Rectangle(Area(0, 0, 9 * four, thick * four), BOARD)
    for x in (2.0, 4.54):
        yield Rectangle(Area((x - 1.2) * four, -2.5 * four, 2.4 * four, 2.5 * four), PLASTIC)
        yield Rectangle(Area((x - 0.32) * four, -8.5 * four, 0.64 * four, (8.5 + thick + 1) * four), PAD)
    yield _words((10 * four, thick * four + 3), "solder here, then cut flush")
    yield _words((10 * four, thick * four / 2 - 2), f"the module, {thick:g} mm")
    yield _words((10 * four, -6 * four), "pins below, for jumpers")


# 2: reeds


def _reeds() -> Iterator[Shape]:
    apart = 62.0
    yield from cut_reed()
    yield from moved(tuple(_upside_down()), apart + 14, 0)
    yield from moved(tuple(_standing()), 2 * apart + 44, 0)


def _upside_down() -> Iterator[Shape]:
    high, thick = section.HIGH_GRID.thickness, section.MODULE.thickness
    foot = -13.0
    yield scaled(-16, foot - 3, 32, 3, BENCH)
    for x in (-14.0, 10.0):
        yield scaled(x, foot, 4, high, WOOD)
    yield scaled(-16, foot + high, 32, thick, BOARD)
    yield from standing_reed(-1, foot)
    yield _words((34, (foot + high / 2) * 2), f"rails, {high:g} mm")
    yield _words((34, (foot + high + thick / 2) * 2), "the module, upside down")
    yield _words((34, (foot - 1.5) * 2), "a flat board")


def _standing() -> Iterator[Shape]:
    top = -10.0
    yield scaled(-16, top - section.MODULE.thickness, 32, section.MODULE.thickness, BOARD)
    yield from standing_reed(1, top + section.HIGH_GRID.thickness)
    low = top + section.GLASS_ABOVE_MODULE
    thin = Ink(line=QUIET, width=0.25)
    for y in (top, low):
        yield line((-14, y * 2), (-5, y * 2), thin)
    yield _words((-15, (top + low)), f"{section.GLASS_ABOVE_MODULE:g} mm", Anchor.END, QUIET)


# 3 and 4: the board for the Pico


def _registers() -> Iterator[Shape]:
    layout = registers.unrouted()
    yield from _controller(layout)
    for words in layout.words:
        yield TextLine(_at(words.at), words.text, TINY if words.size < 1 else SMALL, INK)
    width, height = (side * SCALE for side in registers.SIZE)
    yield _words((width + 4, height / 2), "the Pico’s sockets, USB to the west")
    yield _words((width + 4, height - 4), "strips of rows")
    yield _words((width + 4, 4), "strips of columns")


def _controller(layout: PrintedBoard) -> Iterator[Shape]:
    width, height = (side * SCALE for side in layout.size)
    yield Rectangle(Area(0, 0, width, height), BOARD)
    for screw in layout.screws:
        yield Disc(_at(screw.at), screw.diameter / 2 * SCALE, HOLE)
    for one in layout.placed:
        places = [_at(one.place(pad.at)) for pad in one.footprint.pads]
        xs, ys = zip(*places, strict=True)
        if one.footprint.is_smd:
            yield Rectangle(Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(0.8), DONE)
            continue
        for y in sorted({round(y, 3) for y in ys}) if one.value == "Pico" else [None]:
            row = [place for place in places if y is None or abs(place[1] - y) < 0.01]
            xs, ys = zip(*row, strict=True)
            yield Rectangle(Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(1.3), NEW, 0.6)
            for place in row:
                yield Disc(place, 0.6, BLACK)


def _strip_pin(part: str, pin: str) -> Point:
    layout = registers.unrouted()
    one = next(one for one in layout.placed if one.part == part)
    number = layout.part(one).numbers[pin]
    return one.place(next(pad.at for pad in one.footprint.pads if pad.number == str(number)))


def _alone() -> Iterator[Shape]:
    """As on a table of 4 × 4: rows 1 to 4 of the first strip, columns of the strip of the nearest chip."""
    aside, up = registers.SIZE[0] * SCALE + 44, 40.0
    yield from _controller(registers.unrouted())
    yield from moved(tuple(_module()), aside, up)
    for pin in _edge_pins():
        yield Disc(_moved(pin.at, aside, up), 0.7, Ink(fill=_colour(pin.name)))
    lines = (
        *(("Rows no. 1", "ABCD"[n], f"West {n + 1}", f"row {n + 1}") for n in range(4)),
        *(("Columns no. 1", "ABCD"[n], f"South {n + 1}", f"column {n + 1}") for n in range(4)),
        ("Lights", "data", "West 4", "data in"),
        ("Lights", "5 V", "West 4", "5 V"),
        ("Lights", "GND", "West 4", "GND"),
    )
    for strip, own, edge, name in lines:
        ends = _at(_strip_pin(strip, own)), _moved(_pin(edge, name), aside, up)
        yield Path(ends, Ink(line=_colour(name), width=0.5))
    yield from moved(tuple(_feed(-56)), aside, up)
    yield _words((aside + SIDE / 2, up + SIDE / 2), "the module", Anchor.MIDDLE)
    yield _words((aside + SIDE * 0.88, up - 8), "columns 1 to 4", Anchor.START, COLUMN)


def _moved(point: Point, x: float, y: float) -> Point:
    return point[0] * SCALE + x, point[1] * SCALE + y


def _feed(foot: float) -> Iterator[Shape]:
    """The pair of wires from the terminals to a module's south-western corner."""
    for name, aside in (("5 V", -26.0), ("GND", -21.0)):
        x, up = _at(_pin("West 1", name))
        yield Path(((x, up), (aside, up), (aside, foot)), Ink(line=COLOURS[name], width=0.8))
    yield _words((-23.5, foot - 3), "5 V and GND, from the terminals", Anchor.MIDDLE, RED)


# 5: the check of a module


def _checked() -> Iterator[Shape]:
    yield from _module()
    order = list(module.WIRING.order(module.SITES, module.SITES))
    east, north = module.LIGHT_AT
    step = module.SIDE / module.SITES
    lights = [_at(((x + 0.5) * step + east, (y + 0.5) * step + north)) for x, y in order]
    yield Path(tuple(lights), Ink(line=tint(DATA, 0.5), width=0.5))
    for number, ((x, y), at) in enumerate(zip(order, lights, strict=True), 1):
        yield Disc(at, 3.0, Ink(fill=tint((230, 159, 0), 0.6), line=INK, width=0.3))
        yield _words((at[0] - 5.5, at[1] + 3.2), f"{number}", Anchor.MIDDLE)
        middle = _at(((x + 0.5) * step, (y + 0.5) * step))
        yield Disc(
            middle, 2.5 * SCALE if number == 1 else 0.8, Ink(fill=(196, 60, 60) if number == 1 else QUIET)
        )
    yield _words((SIDE + 5, SIDE - 6), "numbers: the lights along the chain")
    yield _words((SIDE + 5, SIDE - 12), "red: a magnet of 5 mm above a reed")
    yield _words((SIDE + 5, SIDE - 18), "grey: the other reeds")


# 6 to 8: rows of modules on the laths of an 8 × 8 table


def _table(rows: int, new: str) -> Iterator[Shape]:
    border, across = BORDER * SCALE, 2
    room = across * SIDE + 2 * border
    yield Rectangle(Area(-border, -border, room, room), Ink(line=INK, width=0.4))
    for x in range(across):
        for lath in module.LATHS:
            wide = module.LATH * SCALE
            yield Rectangle(Area(x * SIDE + lath * SCALE - wide / 2, -border, wide, room), LATH)
    for y in range(rows):
        for x in range(across):
            is_new = new == "jumpers" or (new == "next" and y == rows - 1)
            yield from _module(x * SIDE, y * SIDE, BOARD if is_new else DONE)
            for place in module.SCREWS:
                at = _at(place)
                yield Disc((at[0] + x * SIDE, at[1] + y * SIDE), 1.1 * SCALE, HOLE)
            at = (x + 0.5) * SIDE, (y + 0.5) * SIDE + 9
            yield TextLine(at, f"module {y * across + x + 1}", SIZE, INK, is_bold=True)
    yield from _seams(rows, new)
    yield from _leads(rows, new)


def _seams(rows: int, new: str) -> Iterator[Shape]:
    pins = [
        (pin, (pin.at[0] * SCALE + x * SIDE, pin.at[1] * SCALE + y * SIDE), (x, y))
        for pin in _edge_pins()
        for x in (0, 1)
        for y in range(rows)
    ]
    for pin, (x, y), (column, row) in pins:
        is_east, is_north = pin.edge.startswith("East"), pin.edge.startswith("North")
        joined = (is_east and column == 0) or (is_north and row + 1 < rows)
        if not joined:
            continue
        gap = 2 * module.EDGE_PIN * SCALE
        area = Area(x, y, gap if is_east else 0, gap if is_north else 0).grown(1.2)
        is_new = new == "jumpers" or (new == "next" and (is_north or row == rows - 1))
        yield Rectangle(area, Ink(line=_colour(pin.name) if is_new else QUIET, width=0.5), 0.8)


def _leads(rows: int, new: str) -> Iterator[Shape]:
    for row in range(rows):
        up = row * SIDE
        out, back = _at(_pin("East 4", "data out")), _at(_pin("East 1", "back"))
        east = 2 * SIDE + 5
        yield Path(
            (
                (out[0] + SIDE, out[1] + up),
                (east, out[1] + up),
                (east, back[1] + up),
                (back[0] + SIDE, back[1] + up),
            ),
            _led(is_new=new == "jumpers" or (new == "next" and row == rows - 1)),
        )
    if new == "jumpers":
        yield _words((2 * SIDE + 15, SIDE / 2), "OUT to BACK", colour=BACK)
        yield _words((2 * SIDE + 15, SIDE / 2 - 6), "a frame: a jumper, below")
    if new == "power":
        yield from _feed(-20)
        x, y = -46.0, -8.0
        yield Rectangle(Area(x, y, 10, 6), Ink(fill=WHITE, line=INK, width=0.3))
        yield _words((x - 2, y + 3), "1000 µF, at the first pair", Anchor.END)
        yield Path(((x + 10, y + 4), (-26, y + 4)), Ink(line=RED, width=0.5))
        yield Path(((x + 10, y + 2), (-21, y + 2)), Ink(line=INK, width=0.5))
    if new == "next":
        back, into = _at(_pin("West 1", "back")), _at(_pin("West 4", "data in"))
        west = -5.0
        yield Path(
            (back, (west, back[1]), (west, into[1] + SIDE), (into[0], into[1] + SIDE)), _led(is_new=True)
        )
        yield _words((-15, SIDE), "BACK to IN", Anchor.END, BACK)


def _led(*, is_new: bool) -> Ink:
    return Ink(line=BACK if is_new else QUIET, width=0.8)
