"""The elements of a drawing: shapes and texts as values, in millimetres, `y` upwards.

Both writers draw the same shapes, so a measurement in one file format holds for the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from controller.boards.type import width
from controller.model.signs import Rgb
from engines.record import record, replace

Point = tuple[float, float]

_REACH = 0.6
"""The extent of letters above and below the middle of the capitals, in heights of the type."""


class Area(NamedTuple):
    """A rectangle: its lower left corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its east edge."""
        return self.x + self.w

    @property
    def top(self) -> float:
        """Its north edge."""
        return self.y + self.h

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def meets(self, other: Area) -> bool:
        """Whether another area shares any part of this."""
        return self.x < other.right and other.x < self.right and self.y < other.top and other.y < self.top

    def grown(self, margin: float) -> Area:
        """The area with a margin around it; a smaller one with a negative margin."""
        return Area(self.x - margin, self.y - margin, self.w + 2 * margin, self.h + 2 * margin)

    def moved(self, x: float, y: float) -> Area:
        """The area, moved by `x` and `y`."""
        return Area(self.x + x, self.y + y, self.w, self.h)

    @classmethod
    def around(cls, middle: Point, width: float, height: float | None = None) -> Area:
        """An area centred at a point; a square if no height is given."""
        height = width if height is None else height
        return cls(middle[0] - width / 2, middle[1] - height / 2, width, height)


@record
class Ink:
    """How a shape is printed: filled, outlined with a line of this width in millimetres, or both."""

    fill: Rgb | None = None
    line: Rgb | None = None
    width: float = 0.0
    is_dashed: bool = False


class Anchor(StrEnum):
    """The horizontal anchor of a text; vertically it is the middle of the capitals."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@record
class Rectangle:
    """A rectangle, with round corners if it has a `radius`."""

    area: Area
    ink: Ink
    radius: float = 0.0

    @property
    def bounds(self) -> Area:
        """Its bounds."""
        return self.area.grown(self.ink.width / 2)

    def moved(self, x: float, y: float) -> Rectangle:
        """The shape, moved by `x` and `y`."""
        return replace(self, area=self.area.moved(x, y))


@record
class Disc:
    """A circle."""

    middle: Point
    radius: float
    ink: Ink

    @property
    def bounds(self) -> Area:
        """Its bounds."""
        return Area.around(self.middle, 2 * self.radius + self.ink.width)

    def moved(self, x: float, y: float) -> Disc:
        """The shape, moved by `x` and `y`."""
        return replace(self, middle=_moved(self.middle, x, y))


@record
class Path:
    """Straight lines from point to point; back to the first if it is `closed`."""

    points: tuple[Point, ...]
    ink: Ink
    closed: bool = False

    @property
    def bounds(self) -> Area:
        """Its bounds."""
        west, south = (min(point[axis] for point in self.points) for axis in (0, 1))
        east, north = (max(point[axis] for point in self.points) for axis in (0, 1))
        return Area(west, south, east - west, north - south).grown(max(self.ink.width, 0.01) / 2)

    def moved(self, x: float, y: float) -> Path:
        """The shape, moved by `x` and `y`."""
        return replace(self, points=tuple(_moved(point, x, y) for point in self.points))


@record
class TextLine:
    """A line of text, `size` millimetres high, `turned` counter-clockwise by 0, 90, 180 or 270 degrees."""

    at: Point
    text: str
    size: float
    colour: Rgb
    is_bold: bool = False
    anchor: Anchor = Anchor.MIDDLE
    turned: int = 0

    @property
    def bounds(self) -> Area:
        """Its bounds, possibly slightly larger. Texts are turned by quarters only."""
        length, reach = self.size * width(self.text, self.is_bold), self.size * _REACH
        start = {Anchor.START: 0.0, Anchor.MIDDLE: -length / 2, Anchor.END: -length}[self.anchor]
        (x, y), quarter = self.at, self.turned // 90 % 4
        along, across = [start, -start - length][quarter >= 2], -reach
        if quarter % 2:
            return Area(x + across, y + along, 2 * reach, length)
        return Area(x + along, y + across, length, 2 * reach)

    def moved(self, x: float, y: float) -> TextLine:
        """The text, moved by `x` and `y`."""
        return replace(self, at=_moved(self.at, x, y))


Shape = Rectangle | Disc | Path | TextLine


@record
class Drawing:
    """Shapes on a ground of this size in millimetres. Later shapes cover earlier ones."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    @property
    def area(self) -> Area:
        """The whole ground."""
        return Area(0.0, 0.0, self.width, self.height)


def moved(shapes: Iterable[Shape], x: float, y: float) -> tuple[Shape, ...]:
    """The shapes, moved by `x` and `y`."""
    return tuple(shape.moved(x, y) for shape in shapes)


def line(start: Point, end: Point, ink: Ink) -> Path:
    """One straight line."""
    return Path((start, end), ink)


def _moved(point: Point, x: float, y: float) -> Point:
    return point[0] + x, point[1] + y
