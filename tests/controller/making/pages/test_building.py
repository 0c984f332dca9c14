"""The pages on building agree with their source."""

from __future__ import annotations

import pytest

from controller.making.bodies import pieces as bodies
from controller.making.building import case, section
from controller.making.pages import building as pages
from controller.making.pages.wiring import FOLDER
from controller.making.wiring.ground import collisions
from engines.forma.board import COLOURS

PICTURES = dict(pages.pictures())


def text_of(name: str) -> str:
    return " ".join((FOLDER / name).read_text().split())


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_legible(name: str) -> None:
    drawing = PICTURES[name]
    found = [words for words in collisions(drawing) if not words.startswith("two wires")]
    assert found == []  # the walls of bodies lie upon each other; nothing else there is a wire
    assert all(drawing.area.grown(0.01).meets(shape.bounds) for shape in drawing.shapes)


def test_the_page_on_the_case_says_its_measures() -> None:
    page = text_of("case.md")
    below = section.LIP + section.PLATE.thickness + section.GRID.thickness
    assert f"their upper side {below:g} mm below the top of the walls" in page
    parts = f"lip {section.LIP:g}, plate {section.PLATE.thickness:g}, grid {section.GRID.thickness:g}"
    assert parts in page
    assert f"holes of {case.BUTTON:g} mm for its buttons" in page
    (width, height), (whole, high) = case.SCREEN, case.SCREEN_BODY
    assert f"{width:g} × {height:g} mm seen, {whole:g} × {high:g} mm in all" in page


def test_the_page_on_bodies_says_how_they_are_made() -> None:
    page = text_of("pieces.md")
    assert f"the floor of its pocket, {bodies.FLOOR:g} mm below either face" in page
    feels = {piece.name: piece.feel for piece in bodies.pieces("forma")}
    told = ("none", "smooth sides"), ("one", "1 notch on each side"), ("two", "2 notches on each side")
    for colour, (word, feel) in zip(COLOURS, (*told, ("three", "3 notches on each side")), strict=True):
        assert f"{colour} {word}" in page
        assert feels[f"{colour}-5F"] == feel
    assert "the figure of a tile, 11 mm" in page
