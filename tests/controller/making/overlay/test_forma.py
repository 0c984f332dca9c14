from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from controller.boards.forma import elements, packed
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Path, Rectangle, TextLine
from controller.making.overlay.paper import Paper
from controller.model.signs import PLAYERS
from engines.forma.board import COLOURS, all_elements
from engines.forma.polyominoes import CODES, code_of
from tests.controller.making.overlay.printed import measured, part, texts

SQUARE = 20.0


def squares(drawing: Drawing) -> list[Rectangle]:
    return [shape for shape in drawing.shapes if isinstance(shape, Rectangle)]


def test_a_colour_has_every_element_once_and_the_single_square_twice() -> None:
    wanted = Counter(dict(zip(CODES, all_elements(1), strict=True)))
    assert Counter(code for code, _ in packed()) == wanted


def test_packed_elements_share_no_square() -> None:
    assert all(not one & other for (_, one), (_, other) in combinations(packed(), 2))


def test_every_element_has_the_shape_that_it_is_named_for() -> None:
    stride = 10
    for code, cells in packed():
        bits = [bit for bit in range(cells.bit_length()) if cells >> bit & 1]
        west, south = min(bit % stride for bit in bits), min(bit // stride for bit in bits)
        assert code_of(frozenset((bit % stride - west, bit // stride - south) for bit in bits)) == code


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_has_90_squares_of_20_mm_in_its_own_colour(colour: str) -> None:
    found = squares(elements(colour))
    assert len({box.area for box in found}) == 90
    assert {(box.area.w, box.area.h, box.ink.fill) for box in found} == {(SQUARE, SQUARE, PLAYERS[colour])}


def test_a_magnet_goes_into_the_middle_of_every_square() -> None:
    drawing = elements("blue")
    holes = {shape.middle for shape in drawing.shapes if isinstance(shape, Disc)}
    assert holes == {box.area.middle for box in squares(drawing)}


def test_it_is_cut_around_each_element_and_nowhere_through_one() -> None:
    drawing = elements("red")
    cuts = {
        frozenset(shape.points)
        for shape in drawing.shapes
        if isinstance(shape, Path) and shape.bounds.w + shape.bounds.h > SQUARE
    }
    outlines = set()
    for _, cells in packed():
        sides = Counter(side for bit in range(cells.bit_length()) if cells >> bit & 1 for side in _sides(bit))
        outlines |= {side for side, times in sides.items() if times == 1}
    assert cuts == outlines


def _sides(bit: int) -> list[frozenset[tuple[float, float]]]:
    x, y = bit % 10 * SQUARE, bit // 10 * SQUARE
    corners = [(x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE)]
    return [frozenset((corners[i], corners[(i + 1) % 4])) for i in range(4)]


def test_every_element_bears_its_code_inside_one_of_its_squares() -> None:
    drawing = elements("green")
    for shape in drawing.shapes:
        if isinstance(shape, TextLine):
            assert shape.anchor is Anchor.START
            letters = Area(shape.at[0], shape.at[1], len(shape.text) * shape.size, 0.1)
            assert any(
                box.area.x < letters.x and letters.right < box.area.right and box.area.meets(letters)
                for box in squares(drawing)
            )


def test_all_four_colours_are_printed() -> None:
    (page,) = measured("forma", "elements", Paper.SHEET)
    counted = Counter(word for word, _ in page.words)
    assert [counted[code] for code in CODES if code != "1"][1:] == [4] * (len(CODES) - 2)
    assert len(page.boxes_of(SQUARE, SQUARE)) == 4 * 90


def test_beside_the_board_every_element_is_shown_with_its_code() -> None:
    shown = texts(part("forma", "board").drawings[0].shapes)
    assert Counter(text for text in shown if text in CODES[2:]) == Counter(CODES[2:])


def test_a_table_of_20_by_20_sites_has_the_board_alone() -> None:
    drawing = part("forma", "board", "forma-20x20").drawings[0]
    assert (drawing.width, drawing.height) == (420.0, 420.0)
    assert not set(CODES[2:]) & set(texts(drawing.shapes))
