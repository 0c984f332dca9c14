"""The wires below the carrier touch nothing that they do not join, and reach the chips."""

from __future__ import annotations

from math import hypot

import pytest

from controller.boards.plate import PITCH
from controller.making.building import section
from controller.making.building import site_wiring as wired
from hardware.ports import Grid

STRIPPED = 3.0
"""The millimetres of a wire's end without insulation."""
HALF = section.LIGHT_BOARD / 2
BOARDS = [
    (section.LIGHT_AT[0] + PITCH * x, section.LIGHT_AT[1] + PITCH * y) for x in (-1, 0) for y in (-1, 0)
]
"""The lights around a site's reed."""


def test_the_bare_wires_pass_beside_the_lights_and_the_reeds() -> None:
    for x, y in BOARDS:
        assert abs(y + wired.ROW_SOUTH) > HALF + 1
        assert abs(x + wired.COLUMN_WEST) > HALF + 1
    assert wired.ROW_SOUTH > section.REED_HOLE / 2 + 1
    assert wired.COLUMN_WEST > section.REED_HOLE / 2 + 1


def test_a_diode_lies_beside_the_lights_with_room_to_bend_its_leads() -> None:
    length, wide = wired.DIODE
    assert length + 2 * 1.5 <= wired.COLUMN_WEST
    for x, y in BOARDS:
        nearest = min(hypot(x + along, y) for along in (0.0, wired.COLUMN_WEST / 2, wired.COLUMN_WEST))
        assert nearest > HALF + wide / 2 or wired.COLUMN_BELOW - wide / 2 > 4  # below the lights' wires


def test_rows_and_columns_are_far_apart_and_the_lead_is_straight_beside_the_glass() -> None:
    low = section.UPPER_LEAD + section.GLASS_LENGTH - section.GRID.thickness - section.CARRIER.thickness
    assert low + section.STRAIGHT <= wired.COLUMN_BELOW <= low + section.LEAD_LENGTH
    assert wired.COLUMN_BELOW - wired.BARE - wired.DIODE[1] / 2 > 5


def test_the_thin_wire_reaches_from_the_upper_lead() -> None:
    by_wire = section.GRID.thickness + section.CARRIER.thickness + wired.ROW_SOUTH
    by_modules = section.HIGH_GRID.thickness + section.MODULE.thickness
    for needed in (by_wire, by_modules):
        assert needed + 2 * STRIPPED <= wired.REED_WIRE


@pytest.mark.parametrize(("size", "longest"), [(24, 240 + 230 + 150), (8, 80 + 70 + 150)])
def test_every_wire_reaches_the_middle_along_the_edge(size: int, longest: float) -> None:
    rows, columns = wired.leads(Grid(size, size))
    assert len(rows) == len(columns) == size
    assert max(rows) == rows[0] == rows[-1] == longest
    assert wired.leads_m(Grid(size, size)) == pytest.approx((sum(rows) + sum(columns)) / 1000)
