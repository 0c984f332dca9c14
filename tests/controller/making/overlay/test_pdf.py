"""The measures of the PDF: they are what a printer prints."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pypdfium2
import pytest
from pdfminer.pdftypes import resolve1

from controller.boards.shapes import Area
from controller.making.overlay import words
from controller.making.overlay.paper import Paper
from controller.making.overlay.pdf import MM, pdf
from tests.controller.making.overlay.printed import CLOSE, PARTS, Measured, measured, pages, plate

PAPERS = tuple(Paper)
GRIDS = ("masterplan", "forma", "massai")
"""The games whose cells have names."""

CELLS = {"masterplan": (60.0, 64), "massai": (60.0, 48), "forma": (20.0, 400)}
"""The side of a cell, and how many there are."""


def crosses(page: Measured) -> list[tuple[float, float]]:
    """The middles of the sensors: fine crosses of 4 mm."""
    across = {(round(one.x + 2, 1), round(one.y, 1)) for one in page.lines_of(4.0, 0.0)}
    up = {(round(one.x, 1), round(one.y + 2, 1)) for one in page.lines_of(0.0, 4.0)}
    return sorted(across & up)


@pytest.mark.parametrize("game", GRIDS)
def test_a_cell_is_to_scale(game: str) -> None:
    side, count = CELLS[game]
    cells = measured(game, "board", Paper.SHEET)[0].boxes_of(side, side)
    assert len(cells) == count
    lefts = sorted({round(cell.x, 2) for cell in cells})
    assert all(abs(other - one - side) < CLOSE for one, other in pairwise(lefts))


@pytest.mark.parametrize("game", GRIDS)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3])
def test_on_every_page_a_whole_cell_is_to_scale(game: str, paper: Paper) -> None:
    side, _ = CELLS[game]
    for page in measured(game, "board", paper):
        cells = page.boxes_of(side, side)
        assert len(cells) >= 4
        # Nothing else is nearly as large: a cell that were out of scale would be found here.
        assert not [box for box in page.boxes if abs(box.w - side) < 2 and box not in cells]


@pytest.mark.parametrize(("game", "sensed"), [("masterplan", 24 * 24), ("forma", 400), ("massai", 48)])
def test_sensors_lie_20_mm_apart(game: str, sensed: int) -> None:
    found = crosses(measured(game, "board", Paper.SHEET)[0])
    assert len(found) == sensed
    pitch = 20.0 if game != "massai" else 60.0
    for axis in (0, 1):
        places = sorted({point[axis] for point in found})
        assert all(abs(other - one - pitch) < CLOSE for one, other in pairwise(places))


def test_the_lots_of_cites_have_a_sensor_in_each_slot() -> None:
    found = crosses(measured("cites", "board", Paper.SHEET)[0])
    assert len(found) == 4 * 21
    places = sorted({x for x, _ in found})
    assert all(abs(other - one - 40.0) < CLOSE for one, other in pairwise(places))


@pytest.mark.parametrize(("game", "name"), PARTS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_has_a_ruler_of_100_mm_and_says_so(game: str, name: str, paper: Paper) -> None:
    for page in measured(game, name, paper):
        (ruler,) = page.lines_of(100.0, 0.0)
        assert abs(ruler.w - 100.0) < CLOSE
        ends = [one for one in page.lines_of(0.0, 4.0) if abs(one.y - ruler.y) < CLOSE]
        assert sorted(round(one.x - ruler.x, 2) for one in ends) == [0.0, 100.0]
        said = " ".join(word for word, _ in page.words)
        assert words.RULER in said


@pytest.mark.parametrize(("game", "name"), PARTS)
def test_pages_are_as_large_as_their_paper(game: str, name: str) -> None:
    for paper, sides in ((Paper.A4, {210, 297}), (Paper.A3, {297, 420})):
        for page in measured(game, name, paper):
            assert {round(page.width, 2), round(page.height, 2)} == sides


@pytest.mark.parametrize("game", GRIDS)
def test_every_cell_bears_its_name_once(game: str) -> None:
    board = plate(game)
    names = {board.name(column, row) for column, row in board.cells}
    counted = Counter(word for word, _ in measured(game, "board", Paper.SHEET)[0].words)
    assert len(names) == CELLS[game][1]
    assert {name: counted[name] for name in names} == dict.fromkeys(names, 1)


@pytest.mark.parametrize("game", GRIDS)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3])
def test_every_cell_bears_its_name_on_some_page(game: str, paper: Paper) -> None:
    board = plate(game)
    found = {word for page in measured(game, "board", paper) for word, _ in page.words}
    assert {board.name(column, row) for column, row in board.cells} <= found


def test_every_slot_of_a_building_bears_its_name_once() -> None:
    counted = Counter(word for word, _ in measured("cites", "board", Paper.SHEET)[0].words)
    slots = [f"{lot}{number}" for lot in "MPHT" for number in range(1, 16)]
    assert [counted[slot] for slot in slots] == [1] * 60
    assert [counted[word] for word in ("lawn", "pool", "tree")] == [8, 8, 8]


def test_accents_are_printed() -> None:
    for game, title in (("massai", "Massaï"), ("cites", "Cités")):
        for page in measured(game, "board", Paper.A4):
            assert title in {word for word, _ in page.words}


@pytest.mark.parametrize(("game", "name"), PARTS)
def test_no_text_leaves_the_page(game: str, name: str) -> None:
    page = measured(game, name, Paper.SHEET)[0]
    whole = Area(0, 0, page.width, page.height)
    outside = [text for text, area in page.letters if not _holds(whole, area)]
    assert outside == []


def _holds(whole: Area, area: Area) -> bool:
    return whole.x <= area.x and area.right <= whole.right and whole.y <= area.y and area.top <= whole.top


@pytest.mark.parametrize(("game", "name"), PARTS)
@pytest.mark.parametrize("paper", PAPERS)
def test_ruler_and_label_do_not_run_into_one_another(game: str, name: str, paper: Paper) -> None:
    for page in measured(game, name, paper):
        below = [(text, area) for text, area in page.letters if area.top < 20]
        assert below
        upper = [area for _, area in below if area.y > 11.5]
        lower = [area for _, area in below if area.y <= 11.5]
        assert min(area.x for area in upper) > 111
        edges = sorted((area.x, area.right) for area in lower)
        assert all(other[0] >= one[1] - CLOSE for one, other in pairwise(edges))
        assert max(area.right for _, area in below) < page.width - 9.9


@pytest.mark.parametrize(("game", "name"), PARTS)
def test_type_is_embedded(game: str, name: str) -> None:
    with pdfplumber.open(BytesIO(pdf(pages(game, name, Paper.A4), "Test"))) as file:
        fonts = {
            str(font.resolve()["BaseFont"]): font.resolve()
            for page in file.pages
            for font in resolve1(page.page_obj.resources["Font"]).values()
        }
        used = {letter["fontname"] for page in file.pages for letter in page.chars}
    assert used
    for shown in used:
        font = next(found for base, found in fonts.items() if shown in base)
        assert "FontFile2" in font["FontDescriptor"].resolve()
        assert "DejaVu" in shown


@pytest.mark.parametrize(("game", "name"), PARTS)
def test_the_same_pages_give_the_same_bytes(game: str, name: str) -> None:
    found = pages(game, name, Paper.A4)
    assert pdf(found, "Test") == pdf(found, "Test")


def test_only_the_places_of_tiles_on_the_pads_are_dashed() -> None:
    with pdfplumber.open(BytesIO(pdf(pages("cites", "pads", Paper.SHEET), "Test"))) as file:
        lines = [curve for curve in file.pages[0].curves if curve["stroke"]]
        dashed = [curve for curve in lines if curve["dash"] and curve["dash"][0]]
        assert file.metadata["Title"] == "Test"
    assert len(dashed) == 4


@pytest.mark.parametrize("game", ["masterplan", "forma", "massai", "cites"])
def test_what_goes_on_on_another_page_is_not_painted_into_the_margins(game: str) -> None:
    found = pages(game, "board", Paper.A4)
    with pypdfium2.PdfDocument(pdf(found, "Test")) as file:
        for page, rendered in zip(found, file, strict=True):
            picture = rendered.render(scale=1).to_pil().convert("L")
            marks = [mark.bounds.grown(1.0) for mark in page.marks]
            printed = [page.views[0][0].grown(0.5), *marks]
            for area in printed:
                box = (
                    area.x * MM,
                    (page.height - area.top) * MM,
                    area.right * MM,
                    (page.height - area.y) * MM,
                )
                picture.paste(255, tuple(map(round, box)))
            assert picture.getextrema() == (255, 255)
