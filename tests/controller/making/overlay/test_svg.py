"""The SVG says the same as the PDF, in millimetres."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from controller.boards.shapes import TextLine
from controller.making.overlay.paper import Paper
from controller.making.overlay.sheets import PrintedPage
from controller.making.overlay.svg import svg
from tests.controller.making.overlay.printed import CLOSE, PARTS, pages, texts

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


def parsed(page: PrintedPage) -> ElementTree.Element:
    return ElementTree.fromstring(svg(page, "Massaï · board"))


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.attrib[name])


@pytest.mark.parametrize(("game", "name"), PARTS)
@pytest.mark.parametrize("paper", tuple(Paper))
def test_its_unit_is_a_millimetre(game: str, name: str, paper: Paper) -> None:
    for page in pages(game, name, paper):
        root = parsed(page)
        width, height = (root.attrib[side] for side in ("width", "height"))
        assert (width, height) == (f"{page.width:g}mm", f"{page.height:g}mm")
        assert root.attrib["viewBox"] == f"0 0 {page.width:g} {page.height:g}"


@pytest.mark.parametrize(("game", "name"), PARTS)
@pytest.mark.parametrize("paper", tuple(Paper))
def test_it_holds_every_shape_and_text_of_the_page(game: str, name: str, paper: Paper) -> None:
    for page in pages(game, name, paper):
        root = parsed(page)
        shapes = (*(shape for _, seen in page.views for shape in seen), *page.marks)
        written = [text.text for text in root.iterfind(".//svg:text", NAMESPACE)]
        assert written == texts(shapes)
        drawn = sum(len(root.findall(f".//svg:{kind}", NAMESPACE)) for kind in ("rect", "circle", "path"))
        clips = len(page.views)
        assert drawn == sum(not isinstance(shape, TextLine) for shape in shapes) + clips


def test_a_cell_of_masterplan_is_60_mm() -> None:
    rects = parsed(pages("masterplan", "board", Paper.SHEET)[0]).findall(".//svg:g/svg:g/svg:rect", NAMESPACE)
    cells = [one for one in rects if number(one, "width") == 60.0 and number(one, "height") == 60.0]
    assert len(cells) == 64
    for side in ("x", "y"):
        places = sorted({number(cell, side) for cell in cells})
        assert all(abs(other - one - 60.0) < CLOSE for one, other in pairwise(places))


def test_sites_are_20_mm_apart() -> None:
    circles = parsed(pages("masterplan", "board", Paper.SHEET)[0]).findall(".//svg:circle", NAMESPACE)
    sites = [one for one in circles if number(one, "r") == 0.4]
    assert len(sites) == 24 * 24
    for side in ("cx", "cy"):
        places = sorted({number(site, side) for site in sites})
        assert all(abs(other - one - 20.0) < CLOSE for one, other in pairwise(places))


def test_the_first_row_lies_at_the_foot() -> None:
    found = parsed(pages("masterplan", "board", Paper.SHEET)[0]).iterfind(".//svg:text", NAMESPACE)
    places = {text.text: text.attrib["transform"] for text in found}
    heights = [float(places[name].split()[1].rstrip(")")) for name in ("a8", "a2", "a1")]
    assert heights == sorted(heights)


def test_what_is_printed_ends_at_its_edges() -> None:
    page = pages("masterplan", "board", Paper.A4)[1]
    root = parsed(page)
    clip = root.find(".//svg:clipPath/svg:rect", NAMESPACE)
    assert clip is not None
    area = page.views[0][0]
    assert number(clip, "width") == pytest.approx(area.w)
    assert number(clip, "y") == pytest.approx(page.height - area.top)
    assert root.find(".//svg:g[@clip-path='url(#view0)']", NAMESPACE) is not None


def test_the_title_keeps_its_accents() -> None:
    title = parsed(pages("massai", "board", Paper.SHEET)[0]).find("svg:title", NAMESPACE)
    assert title is not None
    assert title.text == "Massaï · board"


def test_the_same_page_gives_the_same_bytes() -> None:
    page = pages("cites", "tiles", Paper.A4)[0]
    assert svg(page, "Test") == svg(page, "Test")
