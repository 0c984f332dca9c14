"""Why the sites lie 20 mm apart."""

from __future__ import annotations

import pytest

from controller.boards.plate import PITCH
from controller.making.building import reach

LYING = reach.Reed((-reach.GLASS_MM / 2, reach.GAP_MM), (reach.GLASS_MM / 2, reach.GAP_MM))


def test_at_the_tables_pitch_the_own_magnet_outweighs_all_neighbours_by_far() -> None:
    assert reach.margin(PITCH) > 3 * reach.NEEDED


def test_nearer_sites_would_close_by_their_neighbours() -> None:
    assert reach.margin(10) < 1
    assert reach.margin(12.5) < reach.NEEDED


def test_a_reed_that_lies_flat_feels_nothing_of_a_magnet_above_its_middle() -> None:
    assert reach.felt(LYING, 0) == 0
    assert abs(reach.felt(LYING, reach.GLASS_MM / 2)) > 0.5 * reach.felt(reach.STANDING, 0)


def test_a_standing_reed_feels_a_magnet_alike_from_all_sides() -> None:
    assert reach.felt(reach.STANDING, 4, 3) == pytest.approx(reach.felt(reach.STANDING, -5))
    assert reach.felt(reach.STANDING, 0) > reach.felt(reach.STANDING, 5) > reach.felt(reach.STANDING, 9) > 0


def test_what_is_felt_is_the_field_along_the_reed_added_up() -> None:
    """The field of a dipole on its axis is 2 / r³; along the reed it is added up by small steps."""
    steps = 10_000
    step = reach.GLASS_MM / steps
    total = sum(2 / (reach.GAP_MM + (number + 0.5) * step) ** 3 * step for number in range(steps))
    assert reach.felt(reach.STANDING, 0) == pytest.approx(total, rel=1e-6)
