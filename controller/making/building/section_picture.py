"""The section through two sites, drawn from `section.py`."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, tan
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Anchor, Area, Drawing, Ink, Path, Rectangle, Shape, TextLine, line
from controller.making.building import section as built
from controller.making.wiring.drawing import ORANGE, RED, SIZE, SMALL
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE, Rgb

SCALE: Final = 3.0
"""The drawing's scale per millimetre of the table."""


def _solid(fill: Rgb) -> Ink:
    return Ink(fill=fill, line=INK, width=0.3)


PAPER: Final = _solid(WHITE)
ACRYLIC: Final = _solid((244, 246, 250))
CARD: Final = _solid((222, 224, 228))
WOOD: Final = _solid((232, 214, 186))
DARK_WOOD: Final = _solid((204, 178, 140))
AIR: Final = Ink(fill=WHITE)
GLASS: Final = _solid(tint((86, 180, 233), 0.3))
BRASS: Final = _solid(tint((230, 159, 0), 0.55))
GLOW: Final = Ink(fill=tint((230, 159, 0), 0.16))
MAGNET: Final = _solid((196, 60, 60))
PIECE: Final = _solid(tint((0, 158, 115), 0.3))
METAL: Final = Ink(line=INK, width=0.55)
WIRE: Final = Ink(line=(0, 90, 150), width=0.55)
THIN: Final = Ink(line=QUIET, width=0.25)

SHOWN: Final = 18.0
"""The height of the drawn part of the wiring room."""
WEST: Final = -BORDER - PITCH / 2
EAST: Final = PITCH * 1.5
LABELS: Final = EAST + 6

LAYER_INKS: Final = {
    built.PAPER: PAPER,
    built.PLATE: ACRYLIC,
    built.GRID: AIR,
    built.CARRIER: WOOD,
    built.WIRING: AIR,
    built.LID: DARK_WOOD,
}


def section() -> Drawing:
    """Two sites beside the frame, from the side."""
    return on_ground(_shapes(), f"Two sites at the edge of the table, {PITCH:g} mm apart, to scale")


def tops() -> dict[built.Layer, float]:
    """The height of each layer's upper face over the plate's; less of the wiring room than there is."""
    found, at = {}, built.PAPER.thickness
    for layer in built.BY_WIRE.layers:
        found[layer] = at
        at -= SHOWN if layer is built.WIRING else layer.thickness
    return found


def box(west: float, top: float, width: float, height: float, ink: Ink, radius: float = 0) -> Rectangle:
    """A rectangle of the section, by its upper left corner."""
    return Rectangle(Area(west * SCALE, (top - height) * SCALE, width * SCALE, height * SCALE), ink, radius)


def way(ink: Ink, *points: tuple[float, float]) -> Path:
    """Lines of the section."""
    return Path(tuple((x * SCALE, y * SCALE) for x, y in points), ink)


def _shapes() -> Iterator[Shape]:
    at = tops()
    bottom = at[built.LID] - built.LID.thickness
    yield box(WEST - built.FRAME, built.LIP, built.FRAME, built.LIP - bottom, DARK_WOOD)
    for layer, top in at.items():
        height = SHOWN if layer is built.WIRING else layer.thickness
        yield box(WEST, top, EAST - WEST, height, LAYER_INKS[layer])
    grid = at[built.GRID]
    for site in (0.0, PITCH):
        yield from _glow(site, grid)
    yield box(WEST, grid, BORDER, built.GRID.thickness, DARK_WOOD)
    yield box(WEST, at[built.WIRING], *built.LEDGE, DARK_WOOD)
    for wall in (0.5, 1.5):
        yield box(wall * PITCH - built.WALL / 2, grid, built.WALL, built.GRID.thickness, CARD)
    for site in (0.0, PITCH):
        yield from _site(site)
    diameter, height = built.MAGNET
    yield box(-7, built.PAPER.thickness + 11, 14, 11, PIECE, 1)
    yield box(-diameter / 2, built.PAPER.thickness + height, diameter, height, MAGNET)
    yield from _labels(at)
    yield from _lengths(height)


def _glow(site: float, top: float) -> Iterator[Shape]:
    """The light within its walls."""
    face, light = -built.PLATE.thickness - built.LIGHT_BELOW, site + built.LIGHT_AT[0]
    slope = tan(radians(built.opening() / 2))
    west, east = site - (PITCH if site == 0 else PITCH - built.WALL) / 2, site + (PITCH - built.WALL) / 2
    low_west, low_east = (face + abs(edge - light) / slope for edge in (west, east))
    corners = ((light, face), (east, low_east), (east, top), (west, top), (west, low_west))
    yield Path(tuple((x * SCALE, y * SCALE) for x, y in corners), GLOW, closed=True)


def _site(site: float) -> Iterator[Shape]:
    """A reed that stands, its thin wire, and a light."""
    carrier_top = -built.PLATE.thickness - built.GRID.thickness
    below = carrier_top - built.CARRIER.thickness
    light, half = site + built.LIGHT_AT[0], built.LIGHT_HOLE / 2
    yield box(light - half, carrier_top, 2 * half, built.CARRIER.thickness, GLOW)
    yield box(light - built.LIGHT_BOARD / 2, below, built.LIGHT_BOARD, 1.6, BRASS)
    yield box(light - 2.5, below + built.LIGHT_HEIGHT, 5, built.LIGHT_HEIGHT, BRASS)
    hole = built.REED_HOLE / 2
    yield box(site - hole, carrier_top, 2 * hole, built.CARRIER.thickness, AIR)
    glass = -built.REED_DEPTH
    yield box(site - built.GLASS_WIDTH / 2, glass, built.GLASS_WIDTH, built.GLASS_LENGTH, GLASS, 3)
    middle = glass - built.GLASS_LENGTH / 2
    yield way(METAL, (site - 0.2, glass + built.UPPER_LEAD - 0.3), (site - 0.2, middle - 1))
    yield way(METAL, (site + 0.3, middle + 1), (site + 0.3, below - 11))
    aside = site - hole + 0.4
    yield way(WIRE, (site - 0.2, glass + built.STRAIGHT), (aside, glass + 2.2), (aside, below - 11))


def _labels(at: dict[built.Layer, float]) -> Iterator[Shape]:
    """The layers by name on the right; what else is seen."""
    for layer, top in at.items():
        height = SHOWN if layer is built.WIRING else layer.thickness
        y = (top - height / 2) * SCALE + (2.0 if layer is built.PAPER else 0)
        words = f"{layer.name}: {layer.material}, {layer.thickness:g} mm"
        yield TextLine((LABELS * SCALE, y), words, SIZE, INK, anchor=Anchor.START)
    below = at[built.WIRING] - 2
    for y, words, colour in (
        (8.5, "the piece", (0, 110, 80)),
        (4.0, "its magnet, flush with the underside", RED),
        (below - 4.2, "the reed, standing, in a drop of silicone", (0, 90, 150)),
        (below - 1.0, "a light below its hole, shining up", ORANGE),
        (below - 11.0, "blue: the thin wire from the reed’s upper lead", (0, 90, 150)),
    ):
        yield _note(y, words, colour)


def _note(y: float, words: str, colour: Rgb) -> TextLine:
    return TextLine((LABELS * SCALE, y * SCALE), words, SIZE, colour, anchor=Anchor.START)


def _lengths(magnet: float) -> Iterator[Shape]:
    """The lengths that matter, on the left, and the pitch below."""
    middle = built.PAPER.thickness + magnet / 2
    glass = -built.REED_DEPTH
    underside = -built.PLATE.thickness
    west = WEST - built.FRAME
    yield from _upright(west - 6, middle, glass, f"{built.gap():g} mm, magnet to glass")
    light = underside - built.LIGHT_BELOW
    yield from _upright(west - 16, underside, light, f"{built.LIGHT_BELOW:g} mm, light to plate")
    foot = tops()[built.LID] - built.LID.thickness - 3
    yield way(THIN, (0, foot), (PITCH, foot))
    for x in (0, PITCH):
        yield way(THIN, (x, foot - 1), (x, foot + 1))
    yield TextLine((PITCH / 2 * SCALE, (foot - 2) * SCALE), f"{PITCH:g} mm", SIZE, QUIET)


def _upright(x: float, top: float, foot: float, words: str) -> Iterator[Shape]:
    yield way(THIN, (x, top), (x, foot))
    for y in (top, foot):
        yield line(((x - 1) * SCALE, y * SCALE), ((x + 1) * SCALE, y * SCALE), THIN)
    yield TextLine(((x - 2) * SCALE, (top + foot) / 2 * SCALE), words, SMALL, QUIET, turned=90)
