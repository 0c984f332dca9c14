"""What the pages on building say in words is what their source says."""

from __future__ import annotations

import pytest

from controller.making.building import case, pages, section
from controller.making.wiring.ground import collisions
from controller.making.wiring.pages import FOLDER

PICTURES = dict(pages.pictures())


def text_of(name: str) -> str:
    return " ".join((FOLDER / name).read_text().split())


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_legible(name: str) -> None:
    drawing = PICTURES[name]
    assert list(collisions(drawing)) == []
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
