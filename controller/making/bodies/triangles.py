"""A polygon with holes in triangles, by cutting ears.

Source: D. Eberly, "Triangulation by Ear Clipping" (geometrictools.com): each hole is joined to what surrounds
it by a bridge from its easternmost corner, then corners whose triangle holds no other corner are cut off.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.boards.shapes import Point

Triangle2 = tuple[Point, Point, Point]


def triangles(outline: Sequence[Point], holes: Sequence[Sequence[Point]] = ()) -> list[Triangle2]:
    """Triangles, counter-clockwise, that fill a counter-clockwise outline except for its holes, which are
    counter-clockwise too, lie within it and do not touch. Every corner is kept. Raises `ValueError` if there
    is no such filling."""
    ring = list(outline)
    for hole in sorted(holes, key=lambda one: -max(one)[0]):
        ring = _bridged(ring, list(reversed(hole)))
    return _clipped(ring)


def turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle; positive if it is counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _bridged(ring: list[Point], hole: list[Point]) -> list[Point]:
    """The ring with a hole cut open: to the nearest corner that is seen from the hole's easternmost one."""
    start = hole.index(max(hole))
    east = hole[start]
    for at in sorted(range(len(ring)), key=lambda index: _distance(ring[index], east)):
        if _is_seen(ring, hole, east, at):
            around = hole[start:] + hole[: start + 1]
            return [*ring[: at + 1], *around, *ring[at:]]
    raise ValueError("a hole lies outside its outline")


def _distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _is_seen(ring: list[Point], hole: list[Point], place: Point, at: int) -> bool:
    corner = ring[at]
    before, after = ring[at - 1], ring[(at + 1) % len(ring)]
    if not _is_between(before, corner, after, place):
        return False
    for line in (ring, hole):
        for a, b in zip(line, [*line[1:], line[0]], strict=True):
            if corner not in (a, b) and place not in (a, b) and _cross(corner, place, a, b):
                return False
    return True


def _is_between(before: Point, corner: Point, after: Point, place: Point) -> bool:
    """Whether a place lies within the inner angle of a corner."""
    if turn(before, corner, after) > 0:
        return turn(before, corner, place) > 0 and turn(corner, after, place) > 0
    return turn(before, corner, place) > 0 or turn(corner, after, place) > 0


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def _clipped(ring: list[Point]) -> list[Triangle2]:
    """Cuts the best ear first, so that corners on a straight side are not left over."""
    found: list[Triangle2] = []
    good = [_quality(ring, at) for at in range(len(ring))]
    while len(ring) > 3:
        best = max(good)
        if best <= 0:
            good = [_quality(ring, at) for at in range(len(ring))]
            best = max(good)
        if best <= 0:
            raise ValueError("an outline crosses itself")
        at = good.index(best)
        found.append((ring[at - 1], ring[at], ring[(at + 1) % len(ring)]))
        del ring[at], good[at]
        for beside in (at - 1, at % len(ring)):
            good[beside] = _quality(ring, beside % len(ring))
    return [*found, (ring[0], ring[1], ring[2])]


def _quality(ring: list[Point], at: int) -> float:
    """How far from flat the triangle at a corner is; 0 if it is no ear."""
    a, b, c = ring[at - 1], ring[at], ring[(at + 1) % len(ring)]
    area = turn(a, b, c)
    if area <= 1e-6:
        return 0.0
    if any(_is_within(a, b, c, place) for place in ring):
        return 0.0
    return area / max(_distance(a, b), _distance(b, c), _distance(c, a))


def _is_within(a: Point, b: Point, c: Point, place: Point) -> bool:
    inside = turn(a, b, place) >= 0 and turn(b, c, place) >= 0 and turn(c, a, place) >= 0
    return inside and place not in (a, b, c)
