"""How drawings are laid on paper: nothing is lost between two pages, and what joins them lies outside."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.boards.shapes import Area, Disc, Path, Rectangle, Shape, TextLine
from controller.making.overlay.paper import Paper
from controller.making.overlay.sheets import GAP, PaperTooSmall, PrintedPage, pages_of
from tests.controller.making.overlay.printed import CLOSE, PARTS, pages, part

PAPERS = tuple(Paper)
BOARDS = [game for game, name in PARTS if name == "board"]
JOIN = 1.2
"""The radius of the marks by which pages are joined."""


def origin(page: PrintedPage) -> tuple[float, float]:
    """The lower left corner of the whole drawing on a page: its ground is its first shape."""
    ground = page.views[0][1][0]
    assert isinstance(ground, Rectangle)
    return ground.area.x, ground.area.y


def window(page: PrintedPage) -> Area:
    """The part of the board that a page shows."""
    x, y = origin(page)
    return page.views[0][0].moved(-x, -y)


def covered(areas: list[Area], whole: Area) -> bool:
    """Whether areas leave nothing of a whole uncovered: each corner of the grid that their edges make."""
    xs = sorted({x for area in areas for x in (area.x, area.right)})
    ys = sorted({y for area in areas for y in (area.y, area.top)})
    middles = [
        ((x + east) / 2, (y + north) / 2)
        for x, east in pairwise(xs)
        for y, north in pairwise(ys)
        if east - x > 1e-6 and north - y > 1e-6
    ]
    reach = abs(xs[0]) + abs(ys[0]) + abs(xs[-1] - whole.w) + abs(ys[-1] - whole.h)
    return reach < 1e-6 and all(
        any(a.x <= x <= a.right and a.y <= y <= a.top for a in areas) for x, y in middles
    )


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("overlap", [0.0, 10.0])
def test_the_pages_of_a_board_cover_it_without_a_gap(game: str, paper: Paper, overlap: float) -> None:
    whole = part(game, "board").drawings[0].area
    assert covered([window(page) for page in pages(game, "board", paper, overlap)], whole)


@pytest.mark.parametrize("game", BOARDS)
def test_without_an_overlap_no_part_of_a_board_is_printed_twice(game: str) -> None:
    areas = [window(page) for page in pages(game, "board", Paper.A4, 0.0)]
    drawing = part(game, "board").drawings[0]
    assert sum(area.w * area.h for area in areas) == pytest.approx(drawing.width * drawing.height)


@pytest.mark.parametrize(("paper", "count"), [(Paper.A4, 6), (Paper.A3, 4), (Paper.SHEET, 1)])
@pytest.mark.parametrize("game", BOARDS)
def test_a_board_takes_six_a4_four_a3_or_one_sheet(game: str, paper: Paper, count: int) -> None:
    assert len(pages(game, "board", paper)) == count


def test_a_larger_overlap_is_printed_on_the_pages_that_lie_below() -> None:
    first, second = pages("masterplan", "board", Paper.A4, 5.0)[:2]
    assert window(first).right - window(second).x == pytest.approx(5.0)


@pytest.mark.parametrize(("game", "name"), PARTS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_mark_lies_outside_what_is_printed_and_inside_the_page(
    game: str, name: str, paper: Paper
) -> None:
    for page in pages(game, name, paper):
        edge = Area(0, 0, page.width, page.height).grown(-4)
        for mark in page.marks:
            if isinstance(mark, TextLine):
                continue
            assert not any(mark.bounds.meets(area) for area, _ in page.views), mark
            assert edge.x < mark.bounds.x, mark
            assert mark.bounds.right < edge.right, mark
            assert edge.y < mark.bounds.y, mark
            assert mark.bounds.top < edge.top, mark


def joins(page: PrintedPage) -> list[tuple[float, float]]:
    """The marks by which a page is joined to others, as points of the board."""
    x, y = origin(page)
    targets = [mark for mark in page.marks if isinstance(mark, Disc) and mark.radius == JOIN]
    return [(mark.middle[0] - x, mark.middle[1] - y) for mark in targets]


def upright(points: list[tuple[float, float]], x: float) -> set[float]:
    return {round(y, 3) for at, y in points if abs(at - x) < 1e-6}


def test_the_marks_of_two_pages_lie_upon_one_another_when_the_pages_do() -> None:
    first, second = pages("masterplan", "board", Paper.A4)[:2]
    seam = window(second).x
    assert len(upright(joins(first), seam)) == 2
    assert upright(joins(first), seam) == upright(joins(second), seam)


def test_the_marks_of_two_rows_lie_upon_one_another() -> None:
    found = pages("masterplan", "board", Paper.A4)
    upper, lower = ([(y, x) for x, y in joins(page)] for page in (found[0], found[3]))
    seam = window(found[3]).top
    assert len(upright(upper, seam)) == 2
    assert upright(upper, seam) == upright(lower, seam)


def test_a_single_page_has_nothing_to_be_joined_by() -> None:
    assert joins(pages("masterplan", "board", Paper.SHEET)[0]) == []


def lines_at(page: PrintedPage, x: float) -> list[Shape]:
    return [m for m in page.marks if isinstance(m, Path) and all(abs(p[0] - x) < CLOSE for p in m.points)]


def test_the_outer_edges_of_a_board_have_cut_marks() -> None:
    page = pages("masterplan", "board", Paper.SHEET)[0]
    area = page.views[0][0]
    for x in (area.x, area.right):
        assert len([mark for mark in lines_at(page, x) if mark.bounds.h < 4]) == 2


def test_tiles_have_a_cut_mark_at_both_ends_of_every_cut() -> None:
    page = pages("cites", "tiles", Paper.A4)[0]
    area = page.views[0][0]
    for cut in (36.0, 72.0, 108.0, 144.0, 180.0):
        marks = [m for m in lines_at(page, area.x + cut) if m.bounds.h < 4]
        assert len(marks) == 2 * len(page.views)


def label(page: PrintedPage) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, TextLine)][1:]


def test_a_page_says_which_piece_of_the_board_it_is() -> None:
    assert label(pages("cites", "board", Paper.A4)[4]) == [
        "Cités Nouvelles · board",
        "column 2 of 3, row 2 of 2",
    ]


def test_a_page_of_tiles_says_which_of_how_many_it_is() -> None:
    assert label(pages("cites", "tiles", Paper.A4)[2]) == ["Cités Nouvelles · tiles", "page 3 of 3"]


@pytest.mark.parametrize(
    ("game", "name", "paper", "count", "size"),
    [
        ("forma", "elements", Paper.A4, 4, (210, 297)),
        ("forma", "elements", Paper.A3, 2, (420, 297)),
        ("forma", "elements", Paper.SHEET, 1, (394, 491)),
        ("cites", "tiles", Paper.A4, 3, (210, 297)),
        ("cites", "tiles", Paper.A3, 2, (420, 297)),
        ("cites", "tiles", Paper.SHEET, 1, (394, 389)),
    ],
)
def test_pages_lie_on_their_side_where_fewer_will_do(
    game: str, name: str, paper: Paper, count: int, size: tuple[float, float]
) -> None:
    found = pages(game, name, paper)
    assert len(found) == count
    assert (found[0].width, found[0].height) == size


def test_blocks_keep_a_gap_for_their_marks() -> None:
    upper, lower = (area for area, _ in pages("cites", "tiles", Paper.A4)[0].views)
    assert upper.y - lower.top == GAP


def test_what_must_not_be_cut_and_does_not_fit_is_refused() -> None:
    elements = part("forma", "elements")
    large = replace(elements, drawings=tuple(replace(one, width=400.0) for one in elements.drawings))
    with pytest.raises(PaperTooSmall, match=r"400 × 220 mm inside the margins: choose a larger paper"):
        pages_of(large, Paper.A4, 10.0)
