"""The pages on building agree with their source."""

from __future__ import annotations

import re

import pytest

from controller.making.bodies import forma
from controller.making.bodies.pieces import pieces
from controller.making.building import case, section
from controller.making.building import site_wiring as wired
from controller.making.pages import building as pages
from controller.making.pages import modules
from controller.making.pages.wiring import FOLDER
from controller.making.printed import module
from controller.making.wiring.perfboard import STEP, perfboard
from engines.forma.board import COLOURS
from tests.controller.making.collisions import collisions

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
    assert f"their upper side {section.BY_WIRE.ledge_depth:g} mm below the top of the walls" in page
    parts = f"lip {section.LIP:g}, plate {section.PLATE.thickness:g}, grid {section.GRID.thickness:g}"
    assert f"{parts}, carrier {section.CARRIER.thickness:g}." in page
    assert f"the ledges {section.LID.thickness:g} mm above their foot" in page
    assert f"rubber, {section.FEET:g} mm high" in page
    assert f"holes of {case.BUTTON:g} mm for its buttons" in page
    (width, height), (whole, high) = case.SCREEN, case.SCREEN_BODY
    assert f"{width:g} × {height:g} mm seen, {whole:g} × {high:g} mm in all" in page


def test_the_page_on_wiring_says_where_the_wires_of_a_site_are() -> None:
    page = text_of("wiring.md")
    assert f"copper of {wired.BARE:g} mm" in page
    assert f"against the carrier, {wired.ROW_SOUTH:g} mm south of the reeds" in page
    assert f"lower lead, {wired.COLUMN_BELOW:g} mm below the carrier" in page
    assert f"It passes {wired.COLUMN_BELOW - 2 * wired.BARE:.0f} mm below the rows" in page
    assert f"with {wired.SLACK / 10:g} cm to spare" in page
    for lines in (24, 8):
        width, height = perfboard(lines, lines).size
        assert f"{width:g} × {height:g} mm, {lines} × {lines} sites:" in page
    assert f"from hole to hole {STEP:g} mm" in page


def test_the_console_has_room_for_the_screen_that_the_page_says() -> None:
    height, strap = section.BY_WIRE.height, section.FRAME
    pi = (
        section.LID.thickness + 5 + 1.6 + 16
    )  # its spacers, its board, its highest socket (mechanical drawing)
    assert "strip of felt of 2 mm" in text_of("case.md")
    assert "A screen of up to 20 mm" in text_of("case.md")
    assert height - strap - 2 - 20 > pi


def test_the_page_on_bodies_says_how_they_are_made() -> None:
    page = text_of("pieces.md")
    assert f"the floor of its pocket, {forma.FLOOR:g} mm below either face" in page
    feels = {piece.name: piece.feel for piece in pieces("forma")}
    told = ("none", "smooth sides"), ("one", "1 notch on each side"), ("two", "2 notches on each side")
    for colour, (word, feel) in zip(COLOURS, (*told, ("three", "3 notches on each side")), strict=True):
        assert f"{colour} {word}" in page
        assert feels[f"{colour}-5F"] == feel
    assert "the figure of a tile, 11 mm" in page


def test_every_step_of_the_order_has_a_picture() -> None:
    page = (FOLDER / "work.md").read_text()
    steps = re.findall(r"^\| (\d+) \|.*\(((?:\.\./)?pictures/[a-z-]+\.(?:svg|png))\) \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, 15))
    assert len({name for _, name in steps}) == len(steps)
    assert all((FOLDER / name).exists() for _, name in steps)


def test_every_step_by_modules_has_a_picture_of_its_own() -> None:
    page = (FOLDER / "modules.md").read_text()
    steps = re.findall(r"^\| (\d) \|.*\(pictures/module-step-(\d)\.svg\) \|$", page, re.MULTILINE)
    assert steps == [(f"{number}", f"{number}") for number in range(1, 10)]
    assert all(f"module-step-{number}" in PICTURES for number, _ in steps)


def test_every_page_says_what_was_made_of_real_parts() -> None:
    said = re.compile(r"real parts|measured|been (printed|ordered|built|tried)|built by this")
    pages_on_building = [path for path in FOLDER.glob("*.md") if path.name != "messages.md"]
    assert len(pages_on_building) >= 11
    assert [path.name for path in pages_on_building if not said.search(path.read_text())] == []


def test_the_page_on_modules_says_its_measures() -> None:
    page = text_of("modules.md")
    assert f"Modules lie {module.SIDE:g} mm apart" in page
    assert f"are {2 * module.EDGE_PIN:g} mm apart, so **a common jumper joins each pair**" in page
    assert "20 mΩ for a jumper" in page
    assert modules.JUMPER_MOHM == 20
    assert f"upper lead cut to {section.UPPER_LEAD:g} mm" in page
    assert f"upside down on rails of {section.HIGH_GRID.thickness:g} mm" in page
    assert f"each glass ends {section.GLASS_ABOVE_MODULE:g} mm above the board" in page
    assert f"two layers, {section.MODULE.thickness:g} mm" in page
    room = section.LOW_WIRING.thickness + section.LID.thickness
    # On spacers of 5 mm: a strip of 2.5 mm with a plug of 14 mm and 8 mm to bend its wire.
    assert 5 + section.MODULE.thickness + 2.5 + 14 + 8 < room
