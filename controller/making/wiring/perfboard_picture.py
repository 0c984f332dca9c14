"""The perforated board with its parts, from above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.shapes import Area, Disc, Drawing, Ink, Point, Rectangle, Shape, TextLine, moved
from controller.making.wiring.drawing import BODY, SIZE, SMALL
from controller.making.wiring.ground import on_ground
from controller.making.wiring.perfboard import STEP, Perfboard, Set, perfboard
from controller.model.signs import WHITE

SCALE: Final = 1.6
TABLES: Final = ((24, "up to 32 × 32"), (8, "up to 8 × 8"))
APART: Final = 44.0

BOARD: Final = Ink(fill=(250, 246, 236), line=INK, width=0.35)
HOLE: Final = Ink(fill=(222, 214, 196))
PIN: Final = Ink(fill=(150, 110, 40))
FIRST_PIN: Final = Ink(fill=INK)
SCREW: Final = Ink(fill=WHITE, line=INK, width=0.3)
SMALL_PART: Final = Ink(fill=tint((230, 159, 0), 0.35), line=INK, width=0.2)
EVERY: Final = 5
UNNAMED: Final = ("100 nF", "22 kΩ")
NAMED_ABOVE: Final = ("plug", "470")


def perfboards() -> Drawing:
    """Both boards, the large one with the parts of 24 × 24 sites."""
    title = "The perforated board from above; black: pin 1; beside chips 100 nF, below plugs 22 kΩ"
    return on_ground(_both(), title)


def _both() -> Iterator[Shape]:
    at = 0.0
    for lines, words in TABLES:
        board = perfboard(lines, lines)
        title = f"{board.size[0]:g} × {board.size[1]:g} mm, {words} sites"
        shapes = (
            *_board(board),
            TextLine((board.size[0] * SCALE / 2, board.size[1] * SCALE + 10), title, SIZE, INK),
        )
        yield from moved(shapes, at, 0)
        at += board.size[0] * SCALE + APART


def _scaled(at: Point) -> Point:
    return at[0] * SCALE, at[1] * SCALE


def _board(board: Perfboard) -> Iterator[Shape]:
    (width, height), (columns, rows) = board.size, board.holes
    yield Rectangle(Area(0, 0, width * SCALE, height * SCALE), BOARD)
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            yield Disc(_scaled(board.at((column, row))), 0.5, HOLE)
    for number in range(EVERY, max(board.holes) + 1, EVERY):
        for hole, is_one, aside in (
            ((number, 1), number <= columns, (0, -4)),
            ((1, number), number <= rows, (-4, 0)),
        ):
            x, y = _scaled(board.at(hole))
            if is_one:
                at = (x, aside[1]) if aside[1] else (aside[0], y)
                yield TextLine(at, f"{number}", SMALL, QUIET)
    for spacer in board.spacers:
        yield Disc(_scaled(spacer), 1.5 * SCALE, SCREW)
    pico = board.pico
    yield Rectangle(Area(*(SCALE * part for part in pico)), BODY)
    for part in board.parts:
        yield from _part(board, part)


def _part(board: Perfboard, part: Set) -> Iterator[Shape]:
    places = [board.at(hole) for hole in part.holes]
    xs, ys = zip(*places, strict=True)
    area = Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    if len(places) > 2 and area.h:
        if part.name != "Raspberry Pi Pico":
            yield Rectangle(Area(*(SCALE * each for each in area.grown(STEP / 3))), BODY)
        yield TextLine(_scaled(area.middle), part.name, SMALL, INK)
    else:
        yield Rectangle(Area(*(SCALE * each for each in area.grown(STEP / 3))), SMALL_PART, 0.6)
        if not part.name.startswith(UNNAMED):
            is_above = part.name.startswith(NAMED_ABOVE)
            at = area.middle[0], area.middle[1] + (2.9 if is_above else -2.9)
            yield TextLine(_scaled(at), part.name, SMALL, INK)
    for number, place in enumerate(places):
        yield Disc(_scaled(place), 0.75, PIN if number else FIRST_PIN)
