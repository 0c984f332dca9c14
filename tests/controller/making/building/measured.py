"""Reading back what was written for a laser or a printer. All measures are in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO

import pdfplumber

from controller.boards.shapes import Area, Point
from controller.making.building.boards import Board
from controller.making.building.drawings import part_of
from controller.making.overlay.paper import Paper
from controller.making.overlay.pdf import MM, pdf
from controller.making.overlay.sheets import pages_of


@dataclass
class Entity:
    """A line, a circle or a text of a DXF: its layer, its points, and a circle's radius."""

    kind: str
    layer: str = ""
    points: list[Point] = field(default_factory=list)
    radius: float = 0.0
    text: str = ""

    @property
    def size(self) -> tuple[float, float]:
        xs, ys = zip(*self.points, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)


def pairs_of(data: bytes) -> list[tuple[int, str]]:
    lines = data.decode("ascii").split("\r\n")
    assert lines.pop() == ""
    assert len(lines) % 2 == 0
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def entities_of(data: bytes) -> list[Entity]:
    """The shapes of a DXF; a polyline's vertices are its points."""
    pairs = pairs_of(data)
    start = pairs.index((2, "ENTITIES")) + 1
    found: list[Entity] = []
    for kind, values in _chunks(pairs[start:]):
        if kind == "VERTEX":
            found[-1].points.append((float(values[10]), float(values[20])))
        elif kind in ("POLYLINE", "CIRCLE", "TEXT"):
            at = [] if kind == "POLYLINE" else [(float(values[10]), float(values[20]))]
            assert kind != "POLYLINE" or values[70] == "1"  # closed
            radius = float(values[40]) if kind == "CIRCLE" else 0.0
            found.append(Entity(kind, values[8], at, radius, values.get(1, "")))
    return found


def _chunks(pairs: list[tuple[int, str]]) -> Iterator[tuple[str, dict[int, str]]]:
    chunk: dict[int, str] = {}
    for code, value in pairs:
        if code == 0 and chunk:
            yield chunk[0], chunk
            chunk = {}
        chunk[code] = value


def circles(entities: list[Entity], diameter: float, layer: str = "DRILL") -> set[Point]:
    """The middles of the circles of a diameter, to a hundredth."""
    return {
        (round(x, 2), round(y, 2))
        for one in entities
        if one.kind == "CIRCLE" and one.layer == layer and abs(2 * one.radius - diameter) < 0.001
        for x, y in one.points
    }


def printed_circles(board: Board, paper: Paper, diameter: float) -> list[list[Point]]:
    """The middles of the circles of a diameter in a board's PDF, page by page."""
    data = pdf(pages_of(part_of(board), paper, 10.0), "Test")
    with pdfplumber.open(BytesIO(data)) as file:
        return [
            [
                ((one["x0"] + one["x1"]) / 2 / MM, (one["y0"] + one["y1"]) / 2 / MM)
                for one in page.curves
                if abs((one["x1"] - one["x0"]) / MM - diameter) < 0.05
                and abs((one["y1"] - one["y0"]) / MM - diameter) < 0.05
            ]
            for page in file.pages
        ]


def box_of(points: list[Point]) -> Area:
    xs, ys = zip(*points, strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
