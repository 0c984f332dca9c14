"""Drawings for a page: on white ground, as a file, and whether everything in them is legible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from controller.boards.inks import INK
from controller.boards.shapes import Anchor, Area, Drawing, Ink, Path, Rectangle, Shape, TextLine, moved
from controller.making.overlay.sheets import PrintedPage
from controller.making.overlay.svg import svg
from controller.model.signs import WHITE

MARGIN: Final = 5.0


def on_ground(shapes: Iterable[Shape], title: str) -> Drawing:
    """Shapes on a white ground that is just large enough, with a title above them."""
    shapes = tuple(shapes)
    bounds = around(shapes)
    heading = TextLine((bounds.x, bounds.top + 7), title, 4.2, INK, is_bold=True, anchor=Anchor.START)
    bounds = around((*shapes, heading)).grown(MARGIN)
    ground = Rectangle(Area(0, 0, bounds.w, bounds.h), Ink(fill=WHITE))
    return Drawing(bounds.w, bounds.h, (ground, *moved((*shapes, heading), -bounds.x, -bounds.y)))


def around(shapes: Iterable[Shape]) -> Area:
    """The bounding area of these shapes."""
    areas = [shape.bounds for shape in shapes]
    west, south = min(area.x for area in areas), min(area.y for area in areas)
    return Area(
        west, south, max(area.right for area in areas) - west, max(area.top for area in areas) - south
    )


def as_svg(drawing: Drawing, title: str) -> bytes:
    """A drawing as a file."""
    return svg(PrintedPage(drawing.width, drawing.height, (), drawing.shapes), title)


def collisions(drawing: Drawing) -> Iterator[str]:
    """Texts that overlap, texts that a line crosses, and overlapping lines of two colours."""
    texts = [shape for shape in drawing.shapes if isinstance(shape, TextLine)]
    for one, other in combinations(texts, 2):
        if one.bounds.meets(other.bounds):
            yield f"“{one.text}” lies on “{other.text}”"
    pieces = [piece for shape in drawing.shapes if isinstance(shape, Path) for piece in _pieces(shape)]
    for text in texts:
        if any(area.meets(text.bounds.grown(-0.4)) for area, _ in pieces):
            yield f"a line runs through “{text.text}”"
    for (one_area, one_ink), (other_area, other_ink) in combinations(pieces, 2):
        is_beside = one_ink != other_ink and _is_along(one_area) == _is_along(other_area)
        if is_beside and one_area.meets(other_area):
            yield f"two wires lie on each other at {one_area.x:.1f}, {one_area.y:.1f}"


def _pieces(path: Path) -> Iterator[tuple[Area, Ink]]:
    for start, end in zip(path.points, path.points[1:], strict=False):
        yield Path((start, end), path.ink).bounds, path.ink


def _is_along(area: Area) -> bool:
    return area.w > area.h
