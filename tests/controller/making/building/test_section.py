"""The layers: what must fit into them does, and the page says their numbers."""

from __future__ import annotations

from math import hypot

import pytest

from controller.boards.plate import PITCH
from controller.boards.shapes import Rectangle, TextLine
from controller.making.bodies.pieces import magnet_of
from controller.making.building import reach, section
from controller.making.building.section_picture import SCALE, tops
from controller.making.building.section_picture import section as drawn
from controller.making.pages import building as pages
from controller.making.pages.wiring import FOLDER
from engines.names import NAMES
from tests.controller.making.collisions import collisions
from tests.controller.making.gaps import good_gaps

THIN_WIRE_MM = 0.6


def text_of_page() -> str:
    return " ".join((FOLDER / "layers.md").read_text().split())


def test_the_glass_and_its_wire_fit_through_their_hole() -> None:
    assert section.GLASS_WIDTH + THIN_WIRE_MM < section.REED_HOLE


def test_the_lights_hole_lies_between_the_walls_and_beside_the_reed() -> None:
    for along in section.LIGHT_AT:  # a wall stands on both sides of the hole's edge
        assert along + section.LIGHT_HOLE / 2 < PITCH / 2 - section.WALL / 4
    assert hypot(5.0, 5.0) + 0.3 < section.LIGHT_HOLE
    apart = hypot(*section.LIGHT_AT)
    assert apart > (section.LIGHT_HOLE + section.REED_HOLE) / 2 + 2  # of wood between the holes
    assert apart > (section.LIGHT_BOARD + section.REED_HOLE) / 2


@pytest.mark.parametrize(("a_metre", "wide", "fits"), [(144, 12.0, True), (60, 10.0, False)])
def test_a_piece_of_a_strip_lies_beside_the_reed_if_it_is_short(
    a_metre: int, wide: float, *, fits: bool
) -> None:
    east, north = section.LIGHT_AT
    nearest = max(0.0, east - 1000 / a_metre / 2), max(0.0, north - wide / 2)
    assert (hypot(*nearest) > section.REED_HOLE / 2) is fits


def test_the_lights_of_two_sites_do_not_touch() -> None:
    assert section.LIGHT_BOARD < PITCH / 2 + 2
    east, _ = section.LIGHT_AT
    assert east + section.LIGHT_BOARD / 2 < PITCH - section.REED_HOLE / 2


def test_the_reed_is_held_by_the_carrier() -> None:
    below_carrier = pages.glass_below_carrier_top() - section.CARRIER.thickness
    assert 0 < below_carrier < section.GLASS_LENGTH / 2
    assert section.UPPER_LEAD > section.STRAIGHT


def test_the_distances_of_the_design_are_good() -> None:
    least, most = good_gaps()
    assert least < section.gap() < most
    assert pages.verdict(*pages.felt_at(*section.MAGNET, section.gap())) == "good"


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_a_magnet_that_is_felt(game: str) -> None:
    diameter, height = magnet_of(game)
    assert pages.verdict(*pages.felt_at(diameter, height, section.gap(height))) == "good"


def test_a_magnet_twice_as_high_is_twice_as_strong() -> None:
    assert reach.strength(5, 2) == pytest.approx(2 * reach.strength(5, 1))
    # A disc of 5 by 3 mm of N35 is 58.9 mm³, so 0.0548 A m²; on its axis it drives 1/r² of m / 4 pi.
    far = reach.at_gap(100.0)
    expected = 0.0548 / 12.566 * (1 / 0.100**2 - 1 / 0.114**2)
    assert reach.strength(5, 3) * reach.felt(far, 0) == pytest.approx(expected, rel=0.01)


def test_the_page_says_how_far_magnet_and_glass_may_be_apart() -> None:
    least, most = good_gaps()
    page = text_of_page()
    assert f"**{least:.1f} to {most:.1f} mm**" in page
    assert f"With the measures above it is {section.gap():.1f} mm" in page
    assert f"leaves {most - section.gap():.1f} mm for a film" in page
    assert f"{section.gap() - least:.1f} mm for a thinner plate" in page
    assert f"**twice** that, {reach.CROPPED * reach.CLOSES_AT:g} AT" in page
    assert f"below {reach.OPENS_AT:g} AT it surely does" in page
    assert f"each {reach.ASIDE_MM:g} mm aside" in page


def test_the_page_says_how_far_the_light_is_below_the_plate() -> None:
    assert f"over a lit light, {section.LIGHT_BELOW:.0f} mm above" in text_of_page()


def test_the_section_is_legible_names_every_layer_and_is_to_scale() -> None:
    drawing = drawn()
    assert list(collisions(drawing)) == []
    words = [shape.text for shape in drawing.shapes if isinstance(shape, TextLine)]
    for layer in section.BY_WIRE.layers:
        assert any(text.startswith(f"{layer.name}:") and f"{layer.thickness:g} mm" in text for text in words)
    assert f"{section.gap():g} mm, magnet to glass" in words
    boxes = [shape.area for shape in drawing.shapes if isinstance(shape, Rectangle)]
    for height in (section.PLATE.thickness, section.GRID.thickness, section.GLASS_LENGTH):
        assert any(area.h == pytest.approx(height * SCALE) for area in boxes)
    glasses = [area for area in boxes if area.h == pytest.approx(section.GLASS_LENGTH * SCALE)]
    assert abs(glasses[0].x - glasses[1].x) == pytest.approx(PITCH * SCALE)


def test_layers_lie_upon_each_other() -> None:
    heights = list(tops().values())
    assert heights == sorted(heights, reverse=True)
    assert tops()[section.PLATE] == pytest.approx(0)
