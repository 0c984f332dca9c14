"""Printing at a table of the examples, and measuring in what was printed. All measures are in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber

from controller.boards.plate import Plate
from controller.boards.shapes import Area, Shape, TextLine
from controller.games import tables_for
from controller.making.overlay.paper import Paper
from controller.making.overlay.parts import parts_of
from controller.making.overlay.pdf import MM, pdf
from controller.making.overlay.sheets import PrintedPage, Printout, pages_of
from controller.settings.config import load
from controller.settings.tile_file import tiles_for
from controller.tables.table import GameTable

EXAMPLES = Path(__file__).parents[4] / "examples"
PARTS = (
    ("masterplan", "board"),
    ("masterplan", "cards"),
    ("forma", "board"),
    ("forma", "elements"),
    ("forma", "cards"),
    ("massai", "board"),
    ("massai", "cards"),
    ("cites", "board"),
    ("cites", "tiles"),
    ("cites", "pads"),
    ("cites", "cards"),
)
CLOSE = 0.05
"""The tolerance of a measure in the PDF."""


def table(game: str, example: str = "tablier") -> GameTable[Any, Any]:
    config = load(EXAMPLES / f"{example}.toml")
    settings = config.table
    return tables_for(settings.grid, settings.cell_sites, settings.pads, tiles_for(config))[game]


@cache
def part(game: str, name: str, example: str = "tablier") -> Printout:
    return next(one for one in parts_of(table(game, example)) if one.name == name)


def plate(game: str, example: str = "tablier") -> Plate:
    return Plate.of(table(game, example))


@cache
def pages(game: str, name: str, paper: Paper, overlap: float = 10.0) -> tuple[PrintedPage, ...]:
    return pages_of(part(game, name), paper, overlap)


@dataclass(frozen=True)
class Measured:
    """The content of a PDF's page: rectangles, round shapes and lines as areas, words with their places."""

    width: float
    height: float
    boxes: list[Area]
    curves: list[Area]
    lines: list[Area]
    words: list[tuple[str, Area]]
    letters: list[tuple[str, Area]]

    def boxes_of(self, width: float, height: float) -> list[Area]:
        """The rectangles of a size."""
        return [b for b in self.boxes if abs(b.w - width) < CLOSE and abs(b.h - height) < CLOSE]

    def lines_of(self, width: float, height: float) -> list[Area]:
        """The lines of a size."""
        return [b for b in self.lines if abs(b.w - width) < CLOSE and abs(b.h - height) < CLOSE]


def _area(found: dict[str, Any]) -> Area:
    return Area(
        found["x0"] / MM, found["y0"] / MM, (found["x1"] - found["x0"]) / MM, (found["y1"] - found["y0"]) / MM
    )


@cache
def measured(game: str, name: str, paper: Paper) -> tuple[Measured, ...]:
    """The pages of a part as they are found in its PDF."""
    with pdfplumber.open(BytesIO(pdf(pages(game, name, paper), "Test"))) as file:
        return tuple(_measured(page) for page in file.pages)


def _measured(page: Any) -> Measured:
    words = [
        (word["text"], Area(word["x0"] / MM, word["top"] / MM, 0, 0))
        for word in page.extract_words(x_tolerance=1)
    ]
    return Measured(
        page.width / MM,
        page.height / MM,
        [_area(one) for one in page.rects],
        [_area(one) for one in page.curves],
        [_area(one) for one in page.lines],
        words,
        [(one["text"], _area(one)) for one in page.chars],
    )


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for shape in shapes if isinstance(shape, TextLine)]
