"""Money, hours and joints: every line has its price, and nothing is counted twice."""

from __future__ import annotations

import pytest

from controller.making.building import reach
from controller.making.pages.building import nearest_reed
from controller.making.parts import costs
from controller.making.parts.costs import Cutting
from controller.making.parts.parts import parts
from controller.settings.config import load
from controller.settings.settings import Config
from hardware.ports import Grid
from tests.controller.making.overlay.printed import EXAMPLES

SIZES = ("tablier", "forma-20x20", "chessboard-8x8", "trial-3x3")


def table(example: str) -> Config:
    return load(EXAMPLES / f"{example}.toml")


def bill(example: str, way: Cutting = Cutting.HAND) -> dict[str, float]:
    return {cost.what: cost.eur for cost in costs.costs(table(example), way)}


@pytest.mark.parametrize("example", SIZES)
def test_every_line_of_the_parts_list_has_a_price(example: str) -> None:
    found = bill(example)
    for item in parts(table(example)):
        assert found[item.what] > 0
    assert costs.total(table(example), Cutting.HAND) == pytest.approx(sum(found.values()))


def test_a_line_costs_its_number_and_a_tenth_more_of_what_breaks() -> None:
    found = bill("chessboard-8x8")
    assert found["reed contact, normally open, 14 mm glass, 10–15 AT"] == pytest.approx(64 * 0.2 * 1.1)
    assert found["WS2812B light, single, 5 V"] == pytest.approx(64 * 0.1)
    assert found["supply for the lights, 5 V"] == 20  # its quantity is 2 A, not a number
    assert found["perforated board"] == 5
    assert found["bare copper wire, 0.5 mm, for rows and columns"] == pytest.approx(3 * 0.2)


def test_a_service_that_cuts_costs_more_money_and_less_time() -> None:
    config = table("tablier")
    assert costs.total(config, Cutting.LASER) > costs.total(config, Cutting.HAND)
    assert sum(costs.hours(config, Cutting.LASER).values()) < sum(costs.hours(config, Cutting.HAND).values())


def test_a_smaller_table_costs_less_of_both() -> None:
    for way in Cutting:
        totals = [costs.total(table(example), way) for example in SIZES]
        hours = [sum(costs.hours(table(example), way).values()) for example in SIZES]
        assert totals == sorted(totals, reverse=True)
        assert hours == sorted(hours, reverse=True)


def test_a_site_has_ten_joints() -> None:
    found = costs.joints(Grid(24, 24))
    assert found["sites: reeds and diodes"] + found["sites: lights"] == 5760
    assert found["rows and columns, with their resistors"] == 48 * 2 + 24 * 2
    assert found["chips, Pico, level shifter"] == 6 * 16 + 14 + 40


def test_sums_are_rounded_up_to_two_figures() -> None:
    assert [costs.rounded(eur) for eur in (0.3, 7.2, 98.0, 681.0, 1234.0)] == [
        "under 1 €",
        "8 €",
        "98 €",
        "690 €",
        "1300 €",
    ]


def test_a_tile_on_its_pad_closes_no_reed() -> None:
    reed = reach.at_gap(8.7)
    assert reach.strength(6, 2) * abs(reach.felt(reed, nearest_reed())) < reach.OPENS_AT / 10
