"""The hits of a touch, and the times at which a picture changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.view import Lit, Meaning, Sign
from controller.screens import draw, find, hit, next_redraw_ms
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox
from controller.screens.layout.theme import Scale
from controller.screens.queries import pressable
from tests.controller.screens.samples.by_hand import SAMPLES
from tests.controller.screens.samples.situations import SITUATIONS, SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_touch_hits_the_button_that_is_there(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    for button in picture.buttons:
        box = button.box
        inside = [(box.x, box.y), (box.right - 1, box.bottom - 1), (box.x + box.w / 2, box.y + box.h / 2)]
        assert {hit(picture, x, y) for x, y in inside} == {button.id}
        outside = [(box.x - 1, box.y), (box.right, box.y), (box.x, box.y - 1), (box.x, box.bottom)]
        assert button.id not in {hit(picture, x, y) for x, y in outside}


def test_a_touch_beside_everything_hits_nothing() -> None:
    assert hit(draw(SAMPLES["menu"], SIZES[0]), 1, 1) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_touch_on_the_board_names_the_cell(size: tuple[int, int]) -> None:
    picture = draw(SAMPLES["choosing-a-cell"], size)
    (board,) = (item for item in picture.items if isinstance(item, BoardBox))
    place = geometry(board)
    for column in range(8):
        for row in range(8):
            cell = place.box(column, row, 1)
            corners = [(cell.x, cell.y), (cell.right - 1, cell.bottom - 1)]
            assert {hit(picture, x, y) for x, y in corners} == {f"cell-{column},{row}"}


def test_a_touch_on_the_names_beside_the_board_hits_nothing() -> None:
    picture = draw(SAMPLES["choosing-a-cell"], SIZES[0])
    (board,) = (item for item in picture.items if isinstance(item, BoardBox))
    cell = geometry(board).box(0, 0, 1)
    assert hit(picture, cell.x - 10, cell.y) is None
    assert hit(picture, cell.x, cell.bottom + 10) is None


def test_a_dim_board_cannot_be_touched() -> None:
    assert hit(draw(SAMPLES["paused"], SIZES[0]), 200, 200) is None


def test_a_label_that_is_on_no_button_finds_none() -> None:
    picture = draw(SAMPLES["playing"], SIZES[0])
    assert find(picture, "Start") is None
    assert find(picture, "#start") is None


def test_a_game_in_the_menu_is_found_by_its_name_alone() -> None:
    button = find(draw(SAMPLES["menu-of-four"], SIZES[0]), "cités nouvelles")
    assert button is not None
    assert button.id == "game-cites"


@pytest.mark.parametrize("name", ["menu", "setup", "playing", "paused", "paused-unplugged", "over"])
def test_a_picture_without_a_moving_sign_never_changes(name: str) -> None:
    assert next_redraw_ms(draw(SAMPLES[name], SIZES[0]), 12_345) is None


def test_a_picture_changes_with_its_signs() -> None:
    view = SAMPLES["playing-park"]
    assert view.board is not None
    blinking = replace(view.board, signs=(Sign(4, 4, 1, Lit(Meaning.PARK, since_ms=10_000)),))
    picture = draw(replace(view, board=blinking), SIZES[0])
    assert [next_redraw_ms(picture, now_ms) for now_ms in (10_000, 10_499, 10_500)] == [
        10_500,
        10_500,
        11_000,
    ]


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)])
@pytest.mark.parametrize("name", ["forma-pointed-at", "forma-pointed-at-in-a-corner"])
def test_small_cells_are_pointed_at_in_two_steps(name: str, size: tuple[int, int]) -> None:
    picture = draw(SITUATIONS[name], size)
    (board,) = (item for item in picture.items if isinstance(item, BoardBox))
    place = geometry(board)
    assert place.cell >= Scale(*size)(44)
    for x, y in board.targets:
        box = place.box(x, y, 1)
        found = pressable(picture, box.x + box.w // 2, box.y + box.h // 2)
        assert found == f"cell-{x + board.board.west},{y + board.board.south}"
