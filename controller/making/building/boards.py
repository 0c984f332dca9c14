"""Boards to be cut and drilled, as values in millimetres from their lower left corner, `y` upwards.

Everything that is drawn, written to a file or counted comes from these.
"""

from __future__ import annotations

from dataclasses import field

from controller.boards.shapes import Area, Point
from engines.record import record


@record
class Hole:
    """A round hole."""

    at: Point
    diameter: float


@record
class MarkedPlace:
    """A marked place that is not cut: its content, with its name."""

    area: Area
    words: str
    is_round: bool = False


@record
class Board:
    """A board: its outline, its cut-outs, and its markings.

    `label` is the place of its name; `seams` are the best places to cut its paper, from the left and from the
    lower edge. A board without holes and openings needs no paper.
    """

    name: str
    title: str
    material: str
    thickness: float
    outline: tuple[Point, ...]
    count: int = 1
    holes: tuple[Hole, ...] = ()
    openings: tuple[Area, ...] = ()
    marks: tuple[MarkedPlace, ...] = ()
    label: Point | None = None
    seams: tuple[tuple[float, ...], tuple[float, ...]] = field(default=((), ()))

    @property
    def width(self) -> float:
        """From west to east."""
        return max(x for x, _ in self.outline)

    @property
    def height(self) -> float:
        """From south to north."""
        return max(y for _, y in self.outline)

    @property
    def needs_paper(self) -> bool:
        """Whether there is anything to drill, cut out or find on it."""
        return bool(self.holes or self.openings or self.marks)


def rectangle(width: float, height: float) -> tuple[Point, ...]:
    """The outline of a rectangle."""
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def comb(
    length: float, height: float, slots: tuple[float, ...], slot: float, depth: float
) -> tuple[Point, ...]:
    """The outline of a strip with slots from above of this width and depth, at these middles."""
    points: list[Point] = [(0.0, 0.0), (length, 0.0), (length, height)]
    for middle in sorted(slots, reverse=True):
        east, west = middle + slot / 2, middle - slot / 2
        points += [(east, height), (east, height - depth), (west, height - depth), (west, height)]
    return (*points, (0.0, height))
