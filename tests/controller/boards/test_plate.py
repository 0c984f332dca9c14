"""The places of cells and sites on the sheet, as in the game's own table."""

from __future__ import annotations

import pytest

from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Disc, TextLine
from hardware.ports import sites_in
from tests.controller.making.overlay.printed import part, plate, texts

SENSED = {
    ("masterplan", "tablier"): 576,
    ("masterplan", "chessboard-8x8"): 64,
    ("massai", "tablier"): 48,
    ("massai", "chessboard-8x8"): 48,
    ("forma", "tablier"): 400,
    ("forma", "forma-20x20"): 400,
    ("cites", "tablier"): 84,
}


@pytest.mark.parametrize(("game", "example"), SENSED)
def test_every_sensor_lies_in_the_middle_of_its_site(game: str, example: str) -> None:
    board = plate(game, example)
    found = [point for cell in board.cells for point in board.sensed(*cell)]
    assert len(found) == SENSED[game, example]
    grid = board.table.grid
    sites = [
        grid.site(round((x - BORDER) / PITCH - 0.5), round((y - BORDER) / PITCH - 0.5)) for x, y in found
    ]
    assert len(set(sites)) == len(sites)
    assert [board.site(site) for site in sites] == found


@pytest.mark.parametrize(("game", "example"), [key for key in SENSED if key[0] != "cites"])
def test_a_cell_bears_the_name_by_which_the_game_finds_its_sites(game: str, example: str) -> None:
    board = plate(game, example)
    for column, row in board.cells:
        named = board.table.sites(board.name(column, row))
        area = board.area(column, row)
        assert named
        assert all(
            area.x < board.site(site)[0] < area.right and area.y < board.site(site)[1] < area.top
            for site in sites_in(named)
        )


def test_row_a_of_massai_lies_in_the_west() -> None:
    board = plate("massai")
    assert board.name(0, 3) == "a4"
    assert board.area(0, 0).x == BORDER


@pytest.mark.parametrize(
    ("game", "example", "size"),
    [
        ("masterplan", "tablier", 500.0),
        ("massai", "tablier", 500.0),
        ("masterplan", "chessboard-8x8", 180.0),
        ("forma", "forma-20x20", 420.0),
    ],
)
def test_the_sheet_covers_all_sites_of_the_table_and_a_border(game: str, example: str, size: float) -> None:
    drawing = part(game, "board", example).drawings[0]
    assert (drawing.width, drawing.height) == (size, size)


def test_a_dot_marks_every_site_in_a_cell() -> None:
    for game, sites in (("masterplan", 576), ("massai", 432), ("forma", 400), ("cites", 84)):
        dots = [s for s in part(game, "board").drawings[0].shapes if isinstance(s, Disc) and s.radius < 0.5]
        assert len({dot.middle for dot in dots}) == len(dots) == sites


def test_the_names_along_the_edges_are_read_from_all_four_sides() -> None:
    shapes = part("masterplan", "board").drawings[0].shapes
    turns = sorted(shape.turned for shape in shapes if isinstance(shape, TextLine) and shape.text == "d")
    assert turns == [0, 180]


def test_a_board_that_fills_the_table_has_its_title_on_the_frame() -> None:
    assert texts(part("masterplan", "board").drawings[0].shapes).count("Masterplan") == 2


def test_where_there_is_room_beside_a_board_it_says_what_is_played() -> None:
    board = plate("massai")
    shown = texts(part("massai", "board").drawings[0].shapes)
    assert board.table.title in shown
    assert board.table.summary in shown
    assert "Dark’s bank" in shown


@pytest.mark.parametrize("game", ["masterplan", "massai", "forma", "cites"])
def test_everything_lies_on_the_sheet(game: str) -> None:
    drawing = part(game, "board").drawings[0]
    whole = drawing.area.grown(0.2)
    for shape in drawing.shapes:
        bounds = shape.bounds
        assert whole.x <= bounds.x, shape
        assert bounds.right <= whole.right, shape
        assert whole.y <= bounds.y, shape
        assert bounds.top <= whole.top, shape
