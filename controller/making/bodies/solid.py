"""Solids as closed surfaces, in millimetres, standing on the plane z = 0.

A solid is a stack of outlines with the same number of corners, joined by walls. Its upper and its lower face
carry features: figures that rise out of the face or sink into it, each with features of its own. A face may
consist of several panes that share whole edges. So every edge belongs to exactly two triangles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.boards.shapes import Point
from controller.making.bodies.triangles import triangles
from engines.record import record

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]
Outline = tuple[Point, ...]


@record
class Feature:
    """A figure on a face: it rises by `height`, or sinks if that is negative. It ends in `end`, by default
    its outline again, with features on its end."""

    outline: Outline
    height: float
    end: Outline = ()
    features: tuple[Feature, ...] = ()


@record
class Pane:
    """A part of both faces: its counter-clockwise outline, and what is on it above and below."""

    outline: Outline
    above: tuple[Feature, ...] = ()
    below: tuple[Feature, ...] = ()


@record
class Solid:
    """A solid. `panes` make its lower face, and its upper one too if `stack` is a single height; otherwise
    `stack` has the outline at each height above the only pane's."""

    panes: tuple[Pane, ...]
    stack: tuple[tuple[float, Outline], ...] = ()
    height: float = 0.0

    def triangles(self) -> list[Triangle]:
        """Its surface; each triangle is counter-clockwise as seen from without."""
        found: list[Triangle] = []
        for pane in self.panes:
            found += [_turned(one) for one in _face(pane.outline, 0.0, pane.below)]
        if not self.stack:
            for pane in self.panes:
                found += _face(pane.outline, self.height, pane.above)
            return [*found, *_outer_walls(self.panes, self.height)]
        (pane,) = self.panes
        below, low = pane.outline, 0.0
        for high, outline in self.stack:
            found += _wall(below, low, outline, high)
            below, low = outline, high
        return [*found, *_face(below, low, pane.above)]


def _turned(triangle: Triangle) -> Triangle:
    """The same triangle mirrored at z = 0, as the lower face is built upside down."""
    a, b, c = ((x, y, -z) for x, y, z in triangle)
    return a, c, b


def _face(outline: Outline, z: float, features: Sequence[Feature]) -> Iterator[Triangle]:
    """A face that looks up, with its features."""
    for a, b, c in triangles(outline, [feature.outline for feature in features]):
        yield (*a, z), (*b, z), (*c, z)
    for feature in features:
        end, height = feature.end or feature.outline, z + feature.height
        yield from _wall(feature.outline, z, end, height)
        yield from _face(end, height, feature.features)


def _wall(below: Outline, low: float, above: Outline, high: float) -> Iterator[Triangle]:
    """The wall between two outlines with as many corners; it looks outwards if it rises."""
    for at in range(len(below)):
        after = (at + 1) % len(below)
        a, b, c, d = (*below[at], low), (*below[after], low), (*above[after], high), (*above[at], high)
        yield a, b, c
        yield a, c, d


def _outer_walls(panes: Sequence[Pane], height: float) -> Iterator[Triangle]:
    """Walls along the edges that only one pane has."""
    edges = {
        (a, b)
        for pane in panes
        for a, b in zip(pane.outline, (*pane.outline[1:], pane.outline[0]), strict=True)
    }
    for a, b in sorted(edges):
        if (b, a) not in edges:
            yield (*a, 0.0), (*b, 0.0), (*b, height)
            yield (*a, 0.0), (*b, height), (*a, height)
