"""Pictures of the bodies: standing ones seen from in front and above, flat ones from their face."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians
from typing import Final

from controller.boards.inks import INK, mixed, tint
from controller.boards.shapes import Drawing, Ink, Path, Point, Shape, TextLine
from controller.making.bodies.body import Body
from controller.making.bodies.pieces import pieces
from controller.making.bodies.solid import Corner, Feature, Outline, Solid
from controller.making.bodies.stl import normal
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE, Rgb

STANDING: Final = (
    ("masterplan", ("house-white", "house-yellow", "park", "tower", "score-white", "score-yellow")),
    ("massai", ("hut-dark", "hut-light", "guard-yellow", "guard-red")),
    ("forma", ("obstacle", "tower")),
)
FLAT: Final = (
    ("forma", ("blue-4L", "yellow-4L", "red-4L", "green-4L")),
    ("forma", ("blue-marker", "yellow-marker", "red-marker", "green-marker")),
    ("cites", ("M7", "P12", "H3", "T15")),
    ("cites", ("D2-lawn", "D8-pool", "D11-tree")),
)
SCALE: Final = 1.3
APART: Final = 40.0
SMALL: Final = 2.7
BODY: Final[Rgb] = (150, 190, 214)
EDGE: Final = 0.15
SUNK: Final = tint(INK, 0.45)


def standing() -> Drawing:
    """Every body that stands, from in front and above."""
    return on_ground(_standing(), "The bodies that stand")


def flat() -> Drawing:
    """Flat bodies: elements and markers from the side with the pockets, tiles from their face."""
    return on_ground(_flat(), "Flat bodies: pockets of elements and markers, faces of tiles")


def _named(game: str) -> dict[str, Body]:
    return {piece.name: piece for piece in pieces(game)}


def _standing() -> Iterator[Shape]:
    for row, (game, names) in enumerate(STANDING):
        named = _named(game)
        for column, name in enumerate(names):
            at = column * APART, -row * 55.0
            yield from _seen(named[name].solid, at)
            yield TextLine((at[0], at[1] - 16), name, SMALL, INK)


def _flat() -> Iterator[Shape]:
    y = 0.0
    for game, names in FLAT:
        named = _named(game)
        solids = [named[name].solid for name in names]
        high = max(corner[1] for solid in solids for pane in solid.panes for corner in pane.outline)
        low = min(corner[1] for solid in solids for pane in solid.panes for corner in pane.outline)
        for column, (name, solid) in enumerate(zip(names, solids, strict=True)):
            x = column * 55.0
            yield from _from_above(solid, (x, y - high), is_face=game == "cites")
            west = min(corner[0] for pane in solid.panes for corner in pane.outline)
            east = max(corner[0] for pane in solid.panes for corner in pane.outline)
            yield TextLine((x + (west + east) / 2, y - high + low - 5), name, SMALL, INK)
        y -= high - low + 16


def _from_above(solid: Solid, at: Point, *, is_face: bool) -> Iterator[Shape]:
    """A flat body: its panes, and what is sunk into the side that is seen."""
    for pane in solid.panes:
        yield _filled(_moved(pane.outline, at), BODY)
    for pane in solid.panes:
        for feature in pane.below if is_face else pane.above:
            outline = tuple((-x, y) for x, y in feature.outline) if is_face else feature.outline
            yield _filled(_moved(outline, at), SUNK)


def _moved(outline: Outline, at: Point) -> tuple[Point, ...]:
    return tuple((x + at[0], y + at[1]) for x, y in outline)


def _filled(points: tuple[Point, ...], colour: Rgb) -> Path:
    return Path(points, Ink(fill=colour, line=INK, width=EDGE), closed=True)


# From in front and above


def _seen(solid: Solid, at: Point) -> Iterator[Shape]:
    (pane,) = solid.panes
    below, low = pane.outline, 0.0
    for high, outline in solid.stack:
        yield from _walls(below, low, outline, high, at)
        below, low = outline, high
    yield from _face(below, low, pane.above, at)


def _face(outline: Outline, z: float, features: tuple[Feature, ...], at: Point) -> Iterator[Shape]:
    yield _filled(tuple(_on_paper((x, y, z), at) for x, y in outline), mixed(BODY, WHITE, 0.45))
    for feature in features:
        if feature.height < 0:
            yield _filled(tuple(_on_paper((x, y, z), at) for x, y in feature.outline), SUNK)
            continue
        end, high = feature.end or feature.outline, z + feature.height
        yield from _walls(feature.outline, z, end, high, at)
        yield from _face(end, high, feature.features, at)


def _walls(below: Outline, low: float, above: Outline, high: float, at: Point) -> Iterator[Shape]:
    """The walls that are seen, the farther first; equally far ones (to 1e-6 mm) in the outline's order."""
    quads = []
    for number in range(len(below)):
        after = (number + 1) % len(below)
        quads.append(
            ((*below[number], low), (*below[after], low), (*above[after], high), (*above[number], high))
        )
    for quad in sorted(quads, key=lambda one: -round(sum(x + y for x, y, _ in one), 6)):
        points = tuple(_on_paper(corner, at) for corner in quad)
        if _area(points) > 1e-6:
            a, b, c, _ = quad
            x, y, z = normal((a, b, c))
            light = max(0.0, -0.75 * x - 0.2 * y + 0.5 * z)
            yield Path(points, Ink(fill=mixed(BODY, INK, 0.55 - 0.55 * min(1.0, light))), closed=True)


def _area(points: tuple[Point, ...]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True)) / 2


def _on_paper(corner: Corner, at: Point) -> Point:
    x, y, z = corner
    across = cos(radians(30))
    return at[0] + SCALE * across * (x - y), at[1] + SCALE * (0.45 * (x + y) + 0.85 * z)
