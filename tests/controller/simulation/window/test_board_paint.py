"""A printed board on a surface: every filled shape shows its colour unless another lies on it."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from controller.boards.games import board_of
from controller.boards.languages import in_words_of
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Ink, Path, Rectangle, TextLine
from controller.simulation.window.board_paint import painted, type_px
from controller.view.language import catalogue
from tests.controller.making.overlay.printed import table

RED, PAPER, INK = (200, 30, 30), (240, 240, 240), (10, 10, 10)
GROUND = Rectangle(Area(0, 0, 100, 50), Ink(PAPER))


def colour(surface: pygame.Surface, x: int, y: int) -> tuple[int, ...]:
    return tuple(surface.get_at((x, y)))[:3]


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two colours are the same but for what scaling rounds."""
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


def dark_pixels(surface: pygame.Surface) -> list[tuple[int, int]]:
    width, height = surface.get_size()
    return [(x, y) for x in range(width) for y in range(height) if sum(surface.get_at((x, y))[:3]) < 200]


def test_shapes_lie_where_the_drawing_has_them_with_y_upwards() -> None:
    drawing = Drawing(
        100, 50, (GROUND, Rectangle(Area(10, 5, 20, 10), Ink(RED)), Disc((80, 40), 5, Ink(RED)))
    )
    surface = painted(drawing, (200, 100))
    assert is_near(colour(surface, 40, 80), RED)
    assert is_near(colour(surface, 160, 20), RED)
    assert is_near(colour(surface, 40, 20), PAPER)


def test_a_hairline_is_left_out_where_it_would_be_no_pixel() -> None:
    hair = Rectangle(Area(10, 10, 20, 20), Ink(line=INK, width=0.1))
    assert not dark_pixels(painted(Drawing(100, 50, (GROUND, hair)), (100, 50)))
    thick = Rectangle(Area(10, 10, 20, 20), Ink(line=INK, width=2.0))
    assert dark_pixels(painted(Drawing(100, 50, (GROUND, thick)), (100, 50)))


@pytest.mark.parametrize(("turned", "way"), [(0, "east"), (90, "north"), (180, "west"), (270, "south")])
def test_a_text_runs_from_its_place_as_it_is_turned(turned: int, way: str) -> None:
    text = TextLine((50, 25), "IIII", 8, INK, is_bold=True, anchor=Anchor.START, turned=turned)
    drawn = dark_pixels(painted(Drawing(100, 50, (GROUND, text)), (200, 100)))
    x, y = (sum(point[axis] for point in drawn) / len(drawn) for axis in (0, 1))
    reach = {"east": x - 100, "west": 100 - x, "south": y - 50, "north": 50 - y}
    assert max(reach, key=lambda side: reach[side]) == way
    assert abs((y - 50) if way in ("east", "west") else (x - 100)) < 2


def test_type_that_no_one_can_read_is_left_out() -> None:
    text = TextLine((50, 25), "finished", 3.8, INK)
    assert not dark_pixels(painted(Drawing(100, 50, (GROUND, text)), (100, 50)))
    assert dark_pixels(painted(Drawing(100, 50, (GROUND, text)), (400, 200)))


@pytest.mark.parametrize("game", ["masterplan", "forma", "massai", "cites"])
def test_a_board_is_painted_as_it_is_printed(game: str) -> None:
    """All colours of its larger shapes are there."""
    drawing = board_of(table(game))
    surface = painted(drawing, (500, 500))
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Rectangle) and shape.ink.fill is not None]
    fills = {shape.ink.fill for shape in boxes if shape.area.w > 9 and shape.area.h > 9}
    seen = {colour(surface, x, y) for x in range(500) for y in range(0, 500, 2)}
    assert len(fills) >= 4
    assert all(any(is_near(fill, one) for one in seen) for fill in fills)


@pytest.mark.parametrize("side", [480, 494, 534])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", ["masterplan", "forma", "massai", "cites"])
def test_no_text_runs_into_a_drawing_or_off_the_board(game: str, language: str, side: int) -> None:
    drawing = in_words_of(board_of(table(game)), catalogue(language))
    scale = side / drawing.width
    lines = [shape for shape in drawing.shapes if isinstance(shape, Path)]
    for text in drawing.shapes:
        if isinstance(text, TextLine) and len(text.text) > 3:
            written = replace(text, size=type_px(text, scale) / scale).bounds
            assert [line for line in lines if line.bounds.meets(written)] == [], text.text
            assert written.right < drawing.width, text.text
