"""Outlines: polygons in millimetres, counter-clockwise."""

from __future__ import annotations

from math import cos, dist, pi, sin

from controller.boards.shapes import Point
from controller.making.bodies.solid import Outline


def ring(corners: int, across: float, middle: Point = (0.0, 0.0), turned: float = 0.0) -> Outline:
    """A regular polygon with its corners on a circle of this diameter; the first is `turned` by this many
    corners from the east."""
    angles = (2 * pi * (corner + turned) / corners for corner in range(corners))
    return tuple((_mm(middle[0] + across / 2 * cos(a)), _mm(middle[1] + across / 2 * sin(a))) for a in angles)


def disc(diameter: float, middle: Point = (0.0, 0.0)) -> Outline:
    """A circle, smooth enough for a printer."""
    return ring(24, diameter, middle)


def box(width: float, height: float, middle: Point = (0.0, 0.0)) -> Outline:
    """A rectangle around a middle."""
    (x, y), w, h = middle, width / 2, height / 2
    return tuple(
        (_mm(a), _mm(b)) for a, b in ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    )


def moved(outline: Outline, x: float, y: float) -> Outline:
    """The outline, moved by `x` and `y`."""
    return tuple((_mm(a + x), _mm(b + y)) for a, b in outline)


def notched(start: Point, end: Point, notches: int, depth: float, apart: float) -> tuple[Point, ...]:
    """A side from its start, without its end, with V-shaped notches around its middle, to its left."""
    (x, y), length = start, dist(start, end)
    east, north = (end[0] - x) / length, (end[1] - y) / length
    points = [start]
    for notch in range(notches):
        middle = length / 2 + (notch - (notches - 1) / 2) * apart
        for at, deep in ((middle - depth, 0.0), (middle, depth), (middle + depth, 0.0)):
            points.append((_mm(x + at * east - deep * north), _mm(y + at * north + deep * east)))
    return tuple(points)


def _mm(length: float) -> float:
    """To a ten-thousandth, so that the same corner is the same number everywhere."""
    return round(length, 4) + 0.0
