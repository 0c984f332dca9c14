"""The places of cells, pieces and signs."""

from __future__ import annotations

import pytest

from controller.model.view import BoardView, Lit, Mark, Meaning, Sign
from controller.screens.layout.board_geometry import geometry, mark_box, sign_boxes
from controller.screens.layout.picture import BoardBox, Box

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")


def board(columns: int, rows: int, *marks: Mark) -> BoardView:
    """A board with letters and numbers along its edges."""
    names = tuple(str(row + 1) for row in range(rows))
    return BoardView(columns, rows, LETTERS[:columns], names, marks)


@pytest.mark.parametrize(("columns", "rows"), [(8, 8), (8, 6), (6, 8), (20, 20), (24, 24)])
def test_a_board_of_any_shape_fills_its_box_and_stays_within(columns: int, rows: int) -> None:
    box = Box(12, 12, 456, 456)
    place = geometry(BoardBox(box, board(columns, rows), 20))
    south_west, north_east = place.box(0, 0, 1), place.box(columns - 1, rows - 1, 1)
    assert box.holds(south_west)
    assert box.holds(north_east)
    assert max(columns, rows) * (place.cell + 1) + 20 + 24 > 456 - 30


def test_the_south_west_cell_is_at_the_bottom_left() -> None:
    place = geometry(BoardBox(Box(0, 0, 400, 400), board(8, 8), 20))
    south_west, north_east = place.box(0, 0, 1), place.box(7, 7, 1)
    assert south_west.x < north_east.x
    assert south_west.y > north_east.y
    assert place.cell_at(south_west.x, south_west.y) == (0, 0)
    assert place.cell_at(north_east.x, north_east.y) == (7, 7)


def test_a_point_beside_the_board_is_in_no_cell() -> None:
    place = geometry(BoardBox(Box(0, 0, 400, 400), board(8, 8), 20))
    assert [place.cell_at(place.x - 1, place.y - 1), place.cell_at(place.x, place.y + 1)] == [None, None]


@pytest.mark.parametrize("spot", [(0.5, 0.83), (0.83, 0.83), (0.83, 0.17), (0.17, 0.5)])
def test_a_small_piece_is_drawn_larger_and_still_within_its_cell(spot: tuple[float, float]) -> None:
    place = geometry(BoardBox(Box(0, 0, 400, 400), board(8, 8), 20))
    box = mark_box(Mark("house", 3 + spot[0], 3 + spot[1], 1 / 3), place)
    assert place.box(3, 3, 1).holds(box)
    assert box.w > place.cell / 2


def test_a_sign_on_a_piece_is_drawn_around_the_piece() -> None:
    tower = Mark("tower", 5.5, 1.5, 1.0)
    signs = (Sign(5 + 1 / 3, 1 + 1 / 3, 1 / 3, Lit(Meaning.LIFT)),)
    view = BoardView(8, 8, (), (), (tower,), signs)
    place = geometry(BoardBox(Box(0, 0, 400, 400), view, 20))
    assert sign_boxes(view, place) == [(signs[0], place.box(5, 1, 1))]


def test_a_park_that_is_asked_for_fills_most_of_its_cell() -> None:
    signs = (Sign(4 + 1 / 3, 4 + 1 / 3, 1 / 3, Lit(Meaning.PARK)),)
    view = BoardView(8, 8, (), (), (), signs)
    place = geometry(BoardBox(Box(0, 0, 400, 400), view, 20))
    [(_, box)] = sign_boxes(view, place)
    assert place.box(4, 4, 1).holds(box)
    assert box.w >= 0.85 * place.cell


def test_several_signs_in_a_cell_lie_side_by_side() -> None:
    signs = tuple(Sign(4 + i / 3, 4 + j / 3, 1 / 3, Lit(Meaning.HINT)) for i in range(3) for j in range(3))
    view = BoardView(8, 8, (), (), (), signs)
    place = geometry(BoardBox(Box(0, 0, 440, 440), view, 20))
    boxes = [box for _, box in sign_boxes(view, place)]
    assert not any(one.inset(1).meets(other) for one in boxes for other in boxes if one is not other)
