"""Whether everything in a drawing is legible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from controller.boards.shapes import Area, Drawing, Ink, Path, TextLine


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
