"""The module: 4 × 4 sites with reeds, diodes, lights and their capacitors, and pins at its four edges.

Modules lie side by side, 80 mm apart. Facing pins of two of them are 2.54 mm apart, so a common jumper joins
each pair: rows, data and power from west to east, columns from south to north. Each site is placed and joined
alike: rows and power run below, columns and data above. The lights' chain begins in the north-west and ends
in the north-east, beside the next module; a line leads it back to the west at the end of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from controller.boards.plate import PITCH
from controller.boards.shapes import Point
from controller.making.printed import footprints
from controller.making.printed.layout import TRACK, Placed, PrintedBoard, PrintedText, Screw, Side, Track, Via
from controller.making.wiring.circuit import Circuit, End, Part, net
from hardware.lights.light_map import LightPanel, StripPath
from hardware.ports import Grid

SITES: Final = 4
SIDE: Final = SITES * PITCH
GAP: Final = 0.2
"""Between two modules."""
WIRING: Final = StripPath("serpentine", "north-west", "north-south")
"""The path of the lights within a module."""

EDGE_PIN: Final = footprints.PITCH / 2
"""From the border of two modules to a pin: a jumper joins the two that face each other."""

LIGHT_AT: Final = (4.5, 5.5)
"""A light, from the middle of its site; a millimetre nearer than in a drilled carrier, for the pins."""
CAPACITOR: Final = 10.4
COLUMN: Final = 6.7
"""A capacitor, and a column's line, from the west of the site."""
DIODE: Final = 3.7
ROW: Final = PITCH / 2
PLUS: Final = 14.25
MINUS: Final = PLUS + footprints.PITCH
"""The lines of 5 V and GND below each row of lights, from the south of the sites."""
DATA: Final = PLUS - footprints.PITCH
ROW_PIN: Final = DATA - footprints.PITCH
"""The places where data and row leave the board, from the south of the sites."""
POWER: Final = 1.3
"""The width of a power line."""
TRUNK: Final = 2.2
"""The lines that join the power lines of a module, from the west of the sites."""
BETWEEN: Final = (PLUS + MINUS) / 2
NORTH: Final = (SITES - 1) * PITCH + DATA
ENTRY: Final = (8.8, NORTH)
EXIT: Final = (SIDE - PITCH / 2 + LIGHT_AT[0], NORTH)
BACK: Final = ((2.8, 3.0), (SIDE - 2.8, 3.0))
"""The places where the data line changes sides: incoming, outgoing, and led back."""

LATH: Final = 10.0
LATHS: Final = (16.6, 56.6)
"""The width of the laths that carry modules, and their middles from the west of each."""
SCREWS: Final = tuple((x, y) for y in (6.0, 66.0) for x in LATHS)
"""Above the laths; screws of 2 mm."""


def panel(x: int, y: int) -> LightPanel:
    """The lights of the module whose south-western site this is."""
    return LightPanel(x, y, SITES, SITES, WIRING)


def _sites() -> Iterator[tuple[int, int]]:
    return ((column, row) for row in range(SITES) for column in range(SITES))


def _place(column: int, row: int) -> str:
    return f"{column + 1}.{row + 1}"


def _name(kind: str, column: int, row: int) -> str:
    return f"{kind} {_place(column, row)}"


# Of a whole table


def are_whole(grid: Grid) -> bool:
    """Whether a table consists of whole modules."""
    return grid.columns % SITES == grid.rows % SITES == 0


def _count(grid: Grid) -> tuple[int, int]:
    return grid.columns // SITES, grid.rows // SITES


def _at_edge(name: str) -> list[str]:
    return [line for edge, lines in _edges() if edge.startswith(name) for line in lines]


def jumpers(grid: Grid) -> int:
    """The pairs of pins that face each other."""
    across, up = _count(grid)
    return (across - 1) * up * len(_at_edge("East")) + across * (up - 1) * len(_at_edge("North"))


def pins(grid: Grid) -> int:
    """The pins that are used: both of each pair, and at the table's edge those of rows, columns and data.

    Power is soldered into its holes in the west; but two pins of the first module feed the Pico's board.
    """
    across, up = _count(grid)
    west = [line for line in _at_edge("West") if line not in ("5 V", "GND")]
    return 2 * jumpers(grid) + up * (len(west) + 2) + across * len(_at_edge("South")) + 2


def wires(grid: Grid) -> int:
    """Single wires for the lights: three from the Pico's board, then one in the east of each row of modules,
    and one in the west between two rows."""
    _, up = _count(grid)
    return 3 + up + up - 1


def panels(grid: Grid) -> list[LightPanel]:
    """The lights of all modules along their chain: row by row from the south, each from the west."""
    across, up = _count(grid)
    return [panel(SITES * x, SITES * y) for y in range(up) for x in range(across)]


# The circuit


Parts = dict[tuple[int, int], Part]
"""A part of each site, by the site's column and row."""


def circuit() -> Circuit:
    """Every connection of the module."""
    reeds = _each("Reed", ("lead",), ("wire",), {"lead": 1, "wire": 2})
    diodes = _each("Diode", ("A",), ("K",), {"K": 1, "A": 2})
    lights = _each("Light", ("DIN", "VDD"), ("DOUT", "VSS"), {"VDD": 1, "DOUT": 2, "VSS": 3, "DIN": 4})
    caps = _each("Capacitor", ("1",), ("2",), {"1": 1, "2": 2})
    edges = tuple(Part(name, 0, pins, numbers=_counted(pins)) for name, pins in _edges())
    order = list(WIRING.order(SITES, SITES))
    sites = [*reeds.values(), *diodes.values(), *lights.values(), *caps.values()]
    nets = (
        *(net(f"contact {_place(*site)}", reeds[site]["wire"], diodes[site]["A"]) for site in _sites()),
        *(
            net(f"data {number}", lights[site]["DOUT"], lights[after]["DIN"])
            for number, (site, after) in enumerate(pairwise(order), 1)
        ),
        *(net(line, *ends) for line, ends in _lines(reeds, diodes, lights, caps, edges).items()),
    )
    return Circuit("module", f"A module of {SITES} × {SITES} sites", (*edges, *sites), nets)


def _each(kind: str, left: tuple[str, ...], right: tuple[str, ...], numbers: dict[str, int]) -> Parts:
    return {site: Part(_name(kind, *site), 0, left, right, numbers=numbers) for site in _sites()}


def _lines(
    reeds: Parts, diodes: Parts, lights: Parts, caps: Parts, edges: tuple[Part, ...]
) -> dict[str, list[End]]:
    """The lines that leave the module, with the pins at its edges."""
    order, all_of = list(WIRING.order(SITES, SITES)), range(SITES)
    lines = {
        **{f"row {row + 1}": [reeds[column, row]["lead"] for column in all_of] for row in all_of},
        **{f"column {column + 1}": [diodes[column, row]["K"] for row in all_of] for column in all_of},
        "data in": [lights[order[0]]["DIN"]],
        "data out": [lights[order[-1]]["DOUT"]],
        "back": [],
        "5 V": [*(light["VDD"] for light in lights.values()), *(cap["1"] for cap in caps.values())],
        "GND": [*(light["VSS"] for light in lights.values()), *(cap["2"] for cap in caps.values())],
    }
    for edge in edges:
        for line in edge.pins:
            lines[line].append(edge[line])
    return lines


def _counted(pins: tuple[str, ...]) -> dict[str, int]:
    return {pin: number for number, pin in enumerate(pins, 1)}


def _edges() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The strips of pins at the edges: name, and lines from the south or the west."""
    for row in range(SITES):
        for name, data in (("West", "data in"), ("East", "data out")):
            more = {0: ("back", "5 V", "GND"), SITES - 1: (data, "5 V", "GND")}.get(row, ())
            yield f"{name} {row + 1}", (f"row {row + 1}", *more)
    for column in range(SITES):
        for name in ("South", "North"):
            yield f"{name} {column + 1}", (f"column {column + 1}",)


# The board


def layout() -> PrintedBoard:
    """The board of the module."""
    return PrintedBoard(
        "module",
        f"Tablier: {SITES} × {SITES} sites",
        circuit(),
        (GAP / 2, GAP / 2),
        (SIDE - GAP, SIDE - GAP),
        tuple(_placed()),
        tuple(_tracks()),
        tuple(_vias()),
        tuple(Screw(at, 2.2, 3.8) for at in SCREWS),
        tuple(_words()),
    )


def _light_at(column: int, row: int) -> Point:
    return (column + 0.5) * PITCH + LIGHT_AT[0], (row + 0.5) * PITCH + LIGHT_AT[1]


def _goes_south(column: int) -> bool:
    """Whether the chain of lights runs from north to south here."""
    return column % 2 == 0


def _placed() -> Iterator[Placed]:
    for number, (column, row) in enumerate(_sites(), 1):
        x, y = column * PITCH, row * PITCH
        reed, light = footprints.REED, footprints.LIGHT
        yield Placed(f"S{number}", _name("Reed", column, row), "reed", reed, (x + ROW, y + ROW))
        stripe = (x + COLUMN + 1.65, y + DIODE)
        yield Placed(f"D{number}", _name("Diode", column, row), "1N4148W", footprints.DIODE, stripe)
        turned = 90 if _goes_south(column) else 270
        at = _light_at(column, row)
        yield Placed(f"L{number}", _name("Light", column, row), "WS2812B", light, at, turned)
        middle = x + CAPACITOR, y + BETWEEN
        yield Placed(f"C{number}", _name("Capacitor", column, row), "100 nF", footprints.TWO_ENDS, middle, 90)
    for number, (name, pins) in enumerate(_edges(), 1):
        strip = footprints.header(len(pins), is_below=True)
        yield Placed(f"J{number}", name, f"{len(pins)} pins", strip, *_edge_place(name))


def _edge_place(name: str) -> tuple[Point, int]:
    """The place of the first pin of an edge's strip, and the strip's rotation."""
    edge, _, number = name.partition(" ")
    along = (int(number) - 1) * PITCH
    match edge:
        case "West":
            return (EDGE_PIN, along + ROW_PIN), 90
        case "East":
            return (SIDE - EDGE_PIN, along + ROW_PIN), 90
        case "South":
            return (along + COLUMN, EDGE_PIN), 0
    return (along + COLUMN, SIDE - EDGE_PIN), 0


def _line(net: str, side: Side, *points: Point, width: float = TRACK) -> Iterator[Track]:
    for start, end in pairwise(points):
        yield Track(net, side, start, end, width)


def _tracks() -> Iterator[Track]:
    for row in range(SITES):
        yield from _row(row)
    for column in range(SITES):
        x = column * PITCH + COLUMN
        yield from _line(f"column {column + 1}", "F", (x, EDGE_PIN), (x, SIDE - EDGE_PIN))
    for column, row in _sites():
        yield from _site(column, row)
    yield from _trunks()
    yield from _chain()
    yield from _ends()


def _row(row: int) -> Iterator[Track]:
    """The lines from west to east through the sites of a row: the reeds' and the power."""
    y = row * PITCH
    west, east = EDGE_PIN, SIDE - EDGE_PIN
    jog = ROW - ROW_PIN
    yield from _line(
        f"row {row + 1}",
        "B",
        (west, y + ROW_PIN),
        (west + 1, y + ROW_PIN),
        (west + 1 + jog, y + ROW),
        (east - 1 - jog, y + ROW),
        (east - 1, y + ROW_PIN),
        (east, y + ROW_PIN),
    )
    is_edge = row in (0, SITES - 1)
    last = _pads(SITES - 1, row)
    for line, height, end in (("5 V", PLUS, last["VDD"][0]), ("GND", MINUS, last["VSS"][0])):
        ends = (west, east) if is_edge else (CAPACITOR, end)
        yield from _line(line, "B", *((x, y + height) for x in ends), width=POWER)


def _pads(column: int, row: int) -> dict[str, Point]:
    """The pads of a light, by the names of its pins."""
    at, turned = _light_at(column, row), 90 if _goes_south(column) else 270
    light = Placed("", "", "", footprints.LIGHT, at, turned)
    named = zip(("VDD", "DOUT", "VSS", "DIN"), footprints.LIGHT.pads, strict=True)
    return {name: light.place(pad.at) for name, pad in named}


def _taps(column: int, row: int) -> Iterator[tuple[str, Point, Point]]:
    """From a pad of the light or the capacitor to the via upon its power line: line, pad, via."""
    pads, x, y = _pads(column, row), column * PITCH + CAPACITOR, row * PITCH
    yield "5 V", pads["VDD"], (pads["VDD"][0], y + PLUS + 0.25)
    yield "GND", pads["VSS"], (pads["VSS"][0], y + MINUS - 0.25)
    yield "5 V", (x, y + BETWEEN - 0.95), (x, y + PLUS - 0.25)
    yield "GND", (x, y + BETWEEN + 0.95), (x, y + MINUS + 0.25)


def _site(column: int, row: int) -> Iterator[Track]:
    """The connections within a site: reed to diode, light and capacitor to the power lines below them."""
    x, y = column * PITCH + ROW, row * PITCH
    yield from _line(f"contact {_place(column, row)}", "F", (x, y + ROW - 3), (x, y + DIODE))
    for line, pad, via in _taps(column, row):
        yield from _line(line, "F", pad, via, width=0.5)


def _chain() -> Iterator[Track]:
    """The lights' data, from light to light."""
    order = list(WIRING.order(SITES, SITES))
    for number, (site, after) in enumerate(pairwise(order), 1):
        name, start, end = f"data {number}", _pads(*site)["DOUT"], _pads(*after)["DIN"]
        if site[0] == after[0]:
            way = 1 if end[1] > start[1] else -1
            aside = abs(end[0] - start[0])
            bend = start[1] + way
            yield from _line(name, "F", start, (start[0], bend), (end[0], bend + way * aside), end)
        elif _goes_south(site[0]):
            first, last = ((x, site[1] * PITCH + DATA) for x in (start[0], end[0]))
            yield from _line(name, "F", start, first)
            yield from _line(name, "B", first, last)
            yield from _line(name, "F", last, end)
        else:
            first, last = (_centre(*one) for one in (site, after))
            yield from _line(name, "F", start, *_to_centre(start, first))
            yield from _line(name, "B", first, last)
            yield from _line(name, "F", *reversed(_to_centre(end, last)), end)


def _centre(column: int, row: int) -> Point:
    """Below a light, between the two power lines."""
    return _light_at(column, row)[0], row * PITCH + BETWEEN


def _to_centre(pad: Point, centre: Point) -> tuple[Point, Point]:
    return (centre[0], pad[1] - abs(pad[0] - centre[0])), centre


def _ends() -> Iterator[Track]:
    """Data in, data out, and the line that leads it back to the west."""
    first, last = _pads(0, SITES - 1)["DIN"], _pads(SITES - 1, SITES - 1)["DOUT"]
    west, east = (EDGE_PIN, NORTH), (SIDE - EDGE_PIN, NORTH)
    yield from _line("data in", "B", west, ENTRY)
    yield from _line("data in", "F", ENTRY, (ENTRY[0], first[1]), first)
    middle = EXIT[0]
    yield from _line("data out", "F", last, (middle, last[1] - middle + last[0]), EXIT)
    yield from _line("data out", "B", EXIT, east)
    start, end = BACK
    yield from _line("back", "F", (EDGE_PIN, DATA), (start[0], DATA), start)
    yield from _line("back", "B", start, end)
    yield from _line("back", "F", end, (end[0], DATA), (SIDE - EDGE_PIN, DATA))


def _trunk_places() -> Iterator[tuple[str, float, float]]:
    """The lines that join the power lines of all rows: line, from the west, from the south of a row."""
    yield "5 V", (SITES - 1) * PITCH + TRUNK, PLUS
    yield "GND", PITCH + TRUNK, MINUS


def _trunks() -> Iterator[Track]:
    for line, x, y in _trunk_places():
        yield from _line(line, "F", (x, y), (x, y + (SITES - 1) * PITCH), width=POWER)


def _vias() -> Iterator[Via]:
    for site in _sites():
        yield from (Via(line, via) for line, _, via in _taps(*site))
    for line, x, y in _trunk_places():
        yield from (Via(line, (x, y + row * PITCH)) for row in range(SITES))
    yield from (Via(name, at) for name, at in (("data in", ENTRY), ("data out", EXIT)))
    yield from (Via("back", at) for at in BACK)
    for track in _chain():
        if track.side == "B":
            yield from (Via(track.net, at) for at in (track.start, track.end))


def _words() -> Iterator[PrintedText]:
    short = {"data in": "IN", "data out": "OUT", "5 V": "5V", "GND": "GND", "back": "BACK"}
    for name, lines in _edges():
        (x, y), turned = _edge_place(name)
        inward = 2.9 if name.startswith(("West", "South")) else -2.9
        for number, line in enumerate(lines):
            at = (x + inward, y + number * footprints.PITCH) if turned else (x, y + inward)
            yield PrintedText(at, short.get(line, line[0].upper() + line[-1]), 0.9, "B")
    yield PrintedText((SIDE / 2, 43.5), "TABLIER 4 x 4 SITES", 1.5, "B")
    yield PrintedText((SIDE / 2, 63.5), "NORTH THIS SIDE", 1.2, "B")
