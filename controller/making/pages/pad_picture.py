"""A pad from the side, drawn from the measures of its boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.cites import PAD, TAG
from controller.boards.inks import INK, QUIET
from controller.boards.shapes import Anchor, Drawing, Ink, Shape, TextLine, line
from controller.making.bodies import cites
from controller.making.building import case, section
from controller.making.building.section_picture import (
    BRASS,
    DARK_WOOD,
    MAGNET,
    PAPER,
    PIECE,
    SCALE,
    THIN,
    WOOD,
    box,
)
from controller.making.wiring.drawing import RED, SIZE
from controller.making.wiring.ground import on_ground

READER_THICK: Final = 4.0
LABELS: Final = PAD / 2 + 5
TAG_INK: Final = Ink(fill=(230, 159, 0), line=INK, width=0.3)


def pad() -> Drawing:
    """A tile on a pad."""
    return on_ground(_shapes(), "A tile on a pad, from the side")


def _shapes() -> Iterator[Shape]:
    half, frame = PAD / 2, section.FRAME
    yield box(-half, 0, PAD, case.PAD_TOP, WOOD)
    for west in (-half, half - frame):
        yield box(west, -case.PAD_TOP, frame, case.PAD_WALL, DARK_WOOD)
    yield box(-half, -case.PAD_TOP - case.PAD_WALL, PAD, 3, WOOD)
    width, _ = case.READER
    yield box(-width / 2, -case.PAD_TOP - case.FOAM, width, READER_THICK, BRASS)
    paper = section.PAPER.thickness
    yield box(-half, paper, PAD, paper, PAPER)
    tile, thick = cites.TILE, cites.TILE_THICK
    yield box(-tile / 2, paper + thick, tile, thick, PIECE)
    yield box(-TAG / 2, paper + cites.TAG_DEEP, TAG, cites.TAG_DEEP, TAG_INK)
    diameter, height = cites.MAGNET
    yield box(-diameter / 2, paper + cites.TAG_DEEP + height, diameter, height, MAGNET)
    for y, words, colour in (
        (8.5, "the tile, face up; red: its magnet", RED),
        (3.6, f"its tag, {TAG:g} mm, flush with its back", (176, 104, 0)),
        (-1.5, f"paper, and the top: {case.PLYWOOD}, {case.PAD_TOP:g} mm", INK),
        (-6.5, "the reader, coil up, on foam tape", (176, 104, 0)),
        (-15.0, f"walls: {case.PAD_WALL:g} mm high", INK),
        (-26.5, "the floor; on a metal table ferrite upon it", INK),
    ):
        yield TextLine((LABELS * SCALE, y * SCALE), words, SIZE, colour, anchor=Anchor.START)
    foot = (-case.PAD_TOP - case.PAD_WALL - 7) * SCALE
    yield line((-half * SCALE, foot), (half * SCALE, foot), THIN)
    for x in (-half, half):
        yield line((x * SCALE, foot - 2), (x * SCALE, foot + 2), THIN)
    yield TextLine((0, foot - 4), f"{PAD:g} mm", SIZE, QUIET)
