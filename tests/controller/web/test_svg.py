"""Boards as SVG: whole, and with everything on them that the touchscreen shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from controller.model.signs import STYLES
from controller.model.view import BoardView, Choice, Lit, Mark, Meaning, Sign
from controller.web.svg import UNIT, board_svg
from tests.controller.screens.samples.situations import SITUATIONS

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = {name: view.board for name, view in SITUATIONS.items() if view.board is not None}


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_a_picture_that_a_browser_can_read(name: str) -> None:
    board = BOARDS[name]
    root = ET.fromstring(board_svg(board, "Board"))
    cells = [one for one in root if one.get("class") == "cell"]
    assert len(cells) == (board.columns * board.rows if board.cells is None else len(board.cells))
    texts = [one.text for one in root.iter(f"{SVG}text")]
    for mark in board.marks:
        if mark.text and mark.shape not in ("choosable", "chosen"):
            assert mark.text in texts


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_drawn_beside_the_picture(name: str) -> None:
    root = ET.fromstring(board_svg(BOARDS[name], "Board"))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.iter(f"{SVG}g"):
        if "transform" in group.attrib:
            x, y = map(float, group.attrib["transform"].split("(")[1].split(")")[0].split())
            assert 0 <= x < width
            assert 0 <= y < height


@pytest.mark.parametrize("meaning", Meaning)
def test_a_sign_bears_its_rhythm(meaning: Meaning) -> None:
    board = BoardView(2, 2, ("a", "b"), ("1", "2"), signs=(Sign(0, 0, 1, Lit(meaning, "white")),))
    root = ET.fromstring(board_svg(board, "Board"))
    (sign,) = [one for one in root.iter(f"{SVG}g") if "sign" in one.get("class", "")]
    assert sign.get("class") == f"sign {STYLES[meaning].rhythm.name.lower().replace('_', '-')}"


def test_what_stronger_signs_say_lies_on_top() -> None:
    signs = tuple(Sign(0, 0, 1, Lit(meaning)) for meaning in (Meaning.WRONG, Meaning.LAST))
    drawn = board_svg(BoardView(1, 1, ("a",), ("1",), signs=signs), "Board")
    assert drawn.index("sign steady") < drawn.index("sign fast-start")


def test_north_is_up() -> None:
    board = BoardView(1, 8, ("a",), tuple("12345678"), (Mark("hut", 0.5, 7.5, 1, "dark"),))
    root = ET.fromstring(board_svg(board, "Board"))
    (hut,) = [one for one in root.iter(f"{SVG}g") if "transform" in one.attrib]
    assert float(hut.attrib["transform"].split()[1].split(")")[0]) < UNIT


def test_cells_to_be_touched_are_named_by_their_items_and_can_be_reached_without_a_finger() -> None:
    board = BoardView(2, 2, ("a", "b"), ("1", "2"))
    items = {(1, 0): Choice("cell-1,0", "b1"), (0, 1): Choice("cell-0,1", '<"a2">')}
    root = ET.fromstring(board_svg(board, "Board", items))
    cells = [one for one in root if one.get("class") == "item"]
    assert [(one.get("data-item"), one.get("aria-label")) for one in cells] == [
        ("cell-1,0", "b1"),
        ("cell-0,1", '<"a2">'),
    ]
    assert all(one.get("tabindex") == "0" and one.get("aria-checked") == "false" for one in cells)
    assert float(cells[0].get("x", 0)) > UNIT
    assert root.get("role") == "group"


def test_a_spectators_board_has_nothing_to_be_touched() -> None:
    drawn = board_svg(BoardView(1, 1, ("a",), ("1",), (Mark("choosable", 0.5, 0.5, 1.0),)), "Board")
    assert "item" not in drawn
    assert "tabindex" not in drawn


def test_no_text_is_taken_for_a_tag() -> None:
    board = BoardView(1, 1, ("<a>",), ("&",), (Mark("label", 0.5, 0.5, 1, text='<script>"'),))
    root = ET.fromstring(board_svg(board, '"<b>'))
    assert {one.text for one in root.iter(f"{SVG}text")} == {"<a>", "&", '<script>"'}
    assert root.get("aria-label") == '"<b>'
