"""The boards of a table fit together, and their files measure what they should."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import dist

import pytest

from controller.making.building import case, section
from controller.making.building.boards import Board
from controller.making.building.drawings import part_of
from controller.making.building.dxf import dxf
from controller.making.overlay.paper import Paper
from controller.making.overlay.sheets import pages_of
from controller.making.printed import module
from controller.settings.config import load
from tests.controller.making.building.measured import box_of, circles, entities_of, pairs_of, printed_circles
from tests.controller.making.overlay.printed import EXAMPLES

SCREW_HEAD = 2.4
"""The height of a rounded head of M3 (ISO 7045)."""

SIZES = {"tablier": (24, 24), "forma-20x20": (20, 20), "chessboard-8x8": (8, 8)}
PANEL = [("panel.turn_pin", '"GPIO5"'), ("panel.undo_pin", '"GPIO6"')]


def boards(example: str, *settings: tuple[str, str]) -> dict[str, Board]:
    return {board.name: board for board in case.boards(load(EXAMPLES / f"{example}.toml", list(settings)))}


ALL = {(example, name): board for example in SIZES for name, board in boards(example, *PANEL).items()}


def site_middles(columns: int, rows: int) -> set[tuple[float, float]]:
    """From the corner of the carrier: 10 mm of border, less a quarter of a millimetre of clearance."""
    return {(9.75 + 10 + 20 * x, 9.75 + 10 + 20 * y) for x in range(columns) for y in range(rows)}


@pytest.mark.parametrize("example", SIZES)
def test_the_carrier_has_a_reed_and_a_light_for_each_site_in_the_dxf(example: str) -> None:
    columns, rows = SIZES[example]
    found = entities_of(dxf(boards(example)["carrier"]))
    outline = next(one for one in found if one.kind == "POLYLINE" and one.layer == "CUT")
    assert outline.size == pytest.approx((20 * columns + 19.5, 20 * rows + 19.5))
    middles = site_middles(columns, rows)
    assert circles(found, 4.0) == middles
    assert circles(found, 7.5) == {(x + 5.5, y + 5.5) for x, y in middles}


@pytest.mark.parametrize(("paper", "pages"), [(Paper.A4, 2), (Paper.A3, 2), (Paper.SHEET, 1)])
def test_the_reeds_on_paper_are_20_mm_apart(paper: Paper, pages: int) -> None:
    """Three rows as long as those of the largest table: a whole one takes the reader ten seconds."""
    board = boards("tablier", ("table.rows", "3"), ("table.pads", "0"))["carrier"]
    printed = printed_circles(board, paper, 4.0)
    assert len(printed) == pages
    assert sum(map(len, printed)) >= 72
    for found in printed:
        nearest = [min(dist(one, other) for other in found if other != one) for one in found]
        assert all(apart == pytest.approx(20.0, abs=0.02) for apart in nearest)
    if paper is Paper.SHEET:
        assert (box_of(found).w, box_of(found).h) == pytest.approx((460.0, 40.0), abs=0.05)


@pytest.mark.parametrize("stack", [section.BY_WIRE, section.BY_MODULES], ids=["wire", "modules"])
def test_every_hole_on_paper_is_where_the_board_has_it(stack: section.LayerStack) -> None:
    config = load(EXAMPLES / "chessboard-8x8.toml", PANEL)
    on_paper = [board for board in case.boards(config, stack=stack) if board.holes]
    assert {board.name for board in on_paper} >= {
        "lid",
        "service-cover",
        "wall-north",
        "bezel",
        "console-floor",
    }
    for board in on_paper:
        for diameter in {hole.diameter for hole in board.holes}:
            holes = [hole.at for hole in board.holes if hole.diameter == diameter]
            (printed,) = printed_circles(board, Paper.A3, diameter)
            assert len(printed) == len(holes)
            found, wanted = from_the_corner(printed), from_the_corner(holes)
            assert all(min(dist(place, one) for one in found) < 0.02 for place in wanted), board.name


def from_the_corner(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places from the most western and the most southern of them."""
    west, south = min(x for x, _ in places), min(y for _, y in places)
    return [(x - west, y - south) for x, y in places]


def test_the_largest_table_takes_six_pages() -> None:
    pages = pages_of(part_of(boards("tablier")["carrier"]), Paper.A4, 10.0)
    assert len(pages) == 6


@pytest.mark.parametrize(("example", "name"), ALL)
def test_a_file_for_the_laser_says_what_the_board_says(example: str, name: str) -> None:
    board = ALL[example, name]
    data = dxf(board)
    pairs = pairs_of(data)
    assert pairs[-1] == (0, "EOF")
    assert (1, "AC1009") in pairs
    assert Counter(value for code, value in pairs if code == 0)["SECTION"] == 3
    found = entities_of(data)
    outline, *openings = [one for one in found if one.kind == "POLYLINE" and one.layer == "CUT"]
    assert outline.points == [pytest.approx(point) for point in board.outline]
    assert [one.size for one in openings] == [pytest.approx((area.w, area.h)) for area in board.openings]
    holes = Counter(
        round(2 * one.radius, 3) for one in found if one.kind == "CIRCLE" and one.layer == "DRILL"
    )
    assert holes == Counter(hole.diameter for hole in board.holes)


@pytest.mark.parametrize(("example", "name"), ALL)
def test_nothing_is_cut_across_something_else_or_over_the_edge(example: str, name: str) -> None:
    board = ALL[example, name]
    for hole in board.holes:
        (x, y), reach = hole.at, hole.diameter / 2 + 1.5
        assert reach <= x <= board.width - reach
        assert reach <= y <= board.height - reach
        for opening in board.openings:
            assert not opening.grown(reach).grown(-0.01).meets(_point(x, y))
    near = [(one, other) for one, other in combinations(board.holes, 2) if dist(one.at, other.at) < 12]
    for one, other in near:
        assert dist(one.at, other.at) >= (one.diameter + other.diameter) / 2 + 1.5


def _point(x: float, y: float) -> case.Area:
    return case.Area(x - 0.001, y - 0.001, 0.002, 0.002)


@pytest.mark.parametrize("example", SIZES)
def test_the_combs_of_the_light_grid_interlock_between_the_sites(example: str) -> None:
    columns, rows = SIZES[example]
    found = boards(example)
    along, across = found["comb-east-west"], found["comb-north-south"]
    assert (along.count, across.count) == (rows - 1, columns - 1)
    assert (along.width, across.width) == (20 * columns - 0.5, 20 * rows - 0.5)
    slots = sorted({x for x, y in along.outline if y == pytest.approx(6.0)})
    middles = [(slots[i] + slots[i + 1]) / 2 for i in range(0, len(slots), 2)]
    assert middles == pytest.approx([20 * (number + 1) - 0.25 for number in range(columns - 1)])
    assert all(slots[i + 1] - slots[i] > section.WALL for i in range(0, len(slots), 2))


@pytest.mark.parametrize("example", SIZES)
def test_the_frame_holds_what_lies_in_it(example: str) -> None:
    columns, rows = SIZES[example]
    found = boards(example)
    assert found["wall-side"].width == 20 * rows + 20
    assert found["wall-south"].width == 20 * columns + 20 + 2 * 12
    for name in ("carrier", "plate", "lid"):
        assert found[name].width == 20 * columns + 19.5
        assert found[name].height == 20 * rows + 19.5
    stack = [found[name] for name in ("plate", "carrier", "lid")]
    high = sum(board.thickness for board in stack) + found["comb-east-west"].height + section.WIRING.thickness
    assert found["wall-south"].height == high + section.LIP == 64.0
    assert found["rail-long"].thickness == found["comb-east-west"].height
    assert found["block"].width + found["ledge-long"].thickness == section.WIRING.thickness


@pytest.mark.parametrize("example", SIZES)
def test_the_cover_closes_the_service_opening_and_carries_the_pico(example: str) -> None:
    found = boards(example)
    (opening,) = found["lid"].openings
    cover = found["service-cover"]
    assert (cover.width, cover.height) == (opening.w + 20, opening.h + 20)
    lid_screws = {(round(x - opening.x, 3), round(y - opening.y, 3)) for x, y in _near(found["lid"], opening)}
    cover_screws = {(round(hole.at[0] - 10, 3), round(hole.at[1] - 10, 3)) for hole in cover.holes[:4]}
    assert lid_screws == cover_screws
    board, pico = (mark.area for mark in cover.marks)
    assert board.w < opening.w
    assert board.h < opening.h
    assert board.x < pico.x
    assert pico.right < board.right
    assert pico.top < board.top


def _near(lid: Board, opening: case.Area) -> list[tuple[float, float]]:
    return [hole.at for hole in lid.holes if opening.grown(6.0).meets(_point(*hole.at))]


def test_the_bezel_shows_the_screen_and_its_body_fits_within_the_walls() -> None:
    for settings in ((), PANEL):
        bezel = boards("chessboard-8x8", *settings)["bezel"]
        (window,) = bezel.openings
        assert (window.w, window.h) == (155.0, 88.0)
        (body,) = (mark.area for mark in bezel.marks)
        assert body.x > 12
        assert body.y > 12
        assert body.right < bezel.width - 12
        assert body.top < bezel.height - 12
        buttons = [hole for hole in bezel.holes if hole.diameter == 16.0]
        assert len(buttons) == len(settings)
        assert all(hole.at[0] - 8 > body.right for hole in buttons)


def walls_from_within(stack: section.LayerStack, example: str) -> tuple[Board, dict[str, list[case.Area]]]:
    """The north wall, and what lies against it: from its western end and its foot."""
    config = load(EXAMPLES / f"{example}.toml")
    found = {board.name: board for board in case.boards(config, stack=stack)}
    wall, lid = found["wall-north"], section.LID.thickness
    inner, ledge = wall.width - 24, stack.height - stack.ledge_depth
    blocks = {hole.at[0] for hole in found["lid"].holes if hole.at[1] > found["lid"].height - 10}
    against = {
        "lid": [case.Area(12, 0, inner, lid)],
        "ledge": [case.Area(12, ledge - 10, inner, 10)],
        "blocks": [case.Area(12.25 + x - 7.5, lid, 15, found["block"].width) for x in blocks],
    }
    if stack is section.BY_MODULES:
        places = [12 + 10 + 80 * n + x for n in range(SIZES[example][0] // 4) for x in module.LATHS]
        against["laths"] = [case.Area(x - 5, ledge, 10, section.LATHS.thickness) for x in places]
        against["rail"] = [case.Area(12, ledge + section.LATHS.thickness, inner, stack.rails[0])]
    else:
        against["carrier"] = [case.Area(12, ledge, inner, section.CARRIER.thickness)]
    return wall, against


@pytest.mark.parametrize("stack", [section.BY_WIRE, section.BY_MODULES], ids=["wire", "modules"])
@pytest.mark.parametrize("example", SIZES)
def test_nothing_stands_before_the_cable_way(stack: section.LayerStack, example: str) -> None:
    wall, against = walls_from_within(stack, example)
    assert len(against["blocks"]) >= 3
    (hole,) = wall.holes
    way = case.Area.around(hole.at, hole.diameter).grown(-0.01)
    assert hole.diameter == case.CABLE
    assert [what for what, areas in against.items() if any(area.meets(way) for area in areas)] == []


def test_nothing_stands_before_the_openings_of_the_console_and_plugs_have_room() -> None:
    found = boards("tablier")
    ledge = section.LID.thickness + found["console-ledge-long"].thickness
    (way,), (plugs,) = found["console-south"].holes, found["console-north"].openings
    assert way.at[1] - way.diameter / 2 > ledge
    assert plugs.y > ledge
    floor = found["console-floor"]
    pi, fuse = (mark.area for mark in floor.marks)
    beside, before = case.Area(pi.right, pi.y, 40, pi.h), case.Area(pi.x, pi.y - 30, 70, 30)
    assert not fuse.meets(beside)
    assert not fuse.meets(before)
    assert beside.right < floor.width
    assert before.y > section.LEDGE[0]


def test_the_feet_are_higher_than_what_lies_below_the_lid() -> None:
    cover = boards("tablier")["service-cover"]
    assert cover.thickness + SCREW_HEAD + 1 < section.FEET


def test_another_screen_gets_another_bezel() -> None:
    found = {board.name: board for board in case.boards(load(None), (222.0, 125.0))}
    (window,) = found["bezel"].openings
    assert (window.w, window.h) == (222.0, 125.0)
    assert found["bezel"].width == 222.0 + 2 * 20 + 2 * 12


def test_the_raspberry_pi_finds_its_four_holes() -> None:
    floor = boards("tablier")["console-floor"]
    bounds = box_of([hole.at for hole in floor.holes if hole.diameter == 2.7])
    assert (bounds.w, bounds.h) == (58.0, 49.0)
    pi = next(mark.area for mark in floor.marks if mark.words.startswith("Pi"))
    assert (pi.w, pi.h) == (85.0, 56.0)
    assert (bounds.x - pi.x, bounds.y - pi.y) == (3.5, 3.5)


def test_there_is_a_pad_for_each_seat() -> None:
    assert boards("tablier")["pad-top"].count == 4
    assert boards("tablier", ("table.pads", "2"))["pad-wall-side"].count == 4
    assert not any(name.startswith("pad") for name in boards("forma-20x20"))


def test_a_trial_of_3_by_3_needs_no_case() -> None:
    trial = boards("chessboard-8x8", ("table.columns", "3"), ("table.rows", "3"))
    assert set(trial) == {"carrier", "plate", "comb-east-west", "comb-north-south"}
    assert trial["comb-east-west"].count == 2
