"""Drawings for a page: on white ground, and as a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.boards.inks import INK
from controller.boards.shapes import Anchor, Area, Drawing, Ink, Rectangle, Shape, TextLine, moved
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
