from __future__ import annotations

from collections import Counter

import pytest

from controller.boards.cites import PAD, SIDE, TAG, tiles
from controller.boards.shapes import Disc, Drawing, Rectangle, Shape, TextLine
from controller.making.building import case
from controller.making.overlay.paper import Paper
from controller.making.overlay.parts import parts_of
from controller.model.signs import PLAYERS
from controller.tables.cites.words import SET_COLOURS, SET_WORDS
from engines.cites.blocks import KINDS, NAMES, USUAL_DECORATIONS, mask_of_names
from tests.controller.making.overlay.printed import CLOSE, measured, part, table, texts


def set_of(kind: str) -> Drawing:
    return tiles(kind, USUAL_DECORATIONS)


@pytest.mark.parametrize("paper", tuple(Paper))
def test_each_of_the_75_tiles_is_printed_once(paper: Paper) -> None:
    counted = Counter(word for page in measured("cites", "tiles", paper) for word, _ in page.words)
    assert len(NAMES) == 75
    assert {name: counted[name] for name in NAMES} == dict.fromkeys(NAMES, 1)


@pytest.mark.parametrize("paper", tuple(Paper))
def test_a_tile_is_36_mm_with_room_for_a_tag_of_25(paper: Paper) -> None:
    boxes = [box for page in measured("cites", "tiles", paper) for box in page.boxes_of(36.0, 36.0)]
    tags = [
        disc
        for page in measured("cites", "tiles", paper)
        for disc in page.curves
        if abs(disc.w - 25.0) < CLOSE and abs(disc.h - 25.0) < CLOSE
    ]
    assert (len(boxes), len(tags)) == (75, 75)


@pytest.mark.parametrize(("language", "lawn"), [("en", "lawn"), ("fr", "pelouse"), ("de", "Rasen")])
def test_board_and_tiles_are_in_the_language_of_the_screen(language: str, lawn: str) -> None:
    said = {
        one.name: {text for drawing in one.drawings for text in texts(drawing.shapes)}
        for one in parts_of(table("cites"), language)
    }
    assert lawn in said["tiles"]
    assert lawn in said["board"]


def test_a_tile_fits_into_its_slot_on_the_board() -> None:
    board = measured("cites", "board", Paper.SHEET)[0]
    slots = [one for one in board.curves if abs(one.w - SIDE) < CLOSE and abs(one.h - SIDE) < CLOSE]
    assert len(slots) == 4 * 21


@pytest.mark.parametrize("kind", KINDS)
def test_a_set_has_its_own_colour(kind: str) -> None:
    fills = {shape.ink.fill for shape in set_of(kind).shapes if isinstance(shape, Rectangle)}
    assert fills == {PLAYERS[SET_COLOURS[kind]]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_says_its_number_its_name_and_what_it_is(kind: str) -> None:
    said = Counter(texts(set_of(kind).shapes))
    assert all(said[str(number)] == 1 and said[f"{kind}{number}"] == 1 for number in range(1, 16))
    if kind in SET_WORDS:
        assert said[SET_WORDS[kind]] == 15
    else:
        assert (said["lawn"], said["pool"], said["tree"]) == (5, 5, 5)


def nearest(text: str, shapes: tuple[Shape, ...]) -> str:
    """The word at the bottom of the tile with this name."""
    at = next(shape.at for shape in shapes if isinstance(shape, TextLine) and shape.text == text)
    below = [s for s in shapes if isinstance(s, TextLine) and s.text in ("lawn", "pool", "tree")]
    return min(below, key=lambda s: abs(s.at[0] - at[0] - 16) + abs(s.at[1] - at[1] + 30)).text


def test_the_tile_file_says_which_decorations_are_trees() -> None:
    lawns, trees = USUAL_DECORATIONS.lawns, USUAL_DECORATIONS.trees
    one, other = mask_of_names(["D1"]), mask_of_names(["D11"])
    swapped = USUAL_DECORATIONS._replace(lawns=lawns ^ one ^ other, trees=trees ^ one ^ other)
    assert nearest("D1", tiles("D", USUAL_DECORATIONS).shapes) == "lawn"
    assert nearest("D1", tiles("D", swapped).shapes) == "tree"
    assert nearest("D11", tiles("D", swapped).shapes) == "lawn"


def test_there_is_paper_for_the_pad_of_each_reader_of_the_table() -> None:
    for example, seats in (("tablier", 4), ("tag-readers", 2)):
        drawings = part("cites", "pads", example).drawings
        assert [texts(one.shapes) for one in drawings] == [[f"Player {seat + 1}"] for seat in range(seats)]
        for drawing in drawings:
            assert (drawing.width, drawing.height) == (72.0, 72.0)
            (tag,) = (shape for shape in drawing.shapes if isinstance(shape, Disc))
            assert (tag.radius, tag.middle) == (TAG / 2, (36.0, 36.0))


@pytest.mark.parametrize("paper", tuple(Paper))
def test_a_pad_measures_as_much_on_paper_as_its_box(paper: Paper) -> None:
    boxes = [box for page in measured("cites", "pads", paper) for box in page.boxes_of(72.0, 72.0)]
    assert len(boxes) == 4
    assert (PAD, PAD) == (case.PAD, 72.0)


def test_no_pad_lies_on_the_sites_of_the_board() -> None:
    assert not any(text.startswith("Player") for text in texts(part("cites", "board").drawings[0].shapes))
