from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.calibration import Calibration
from hardware.ports import DeviceEvent, LinkUp, SensorFrame, sites_in

SWAPPED = Calibration.moving(20, {3: 17, 17: 3})


@given(st.permutations(range(77)), st.integers(0, 2**77 - 1))
def test_each_closed_sensor_is_seen_at_its_site(sites: list[int], closed: int) -> None:
    found = Calibration(tuple(sites)).site_set(closed)
    assert sites_in(found) == sorted(sites[sensor] for sensor in sites_in(closed))


def test_a_frame_is_reported_by_its_sites_and_all_else_as_it_is() -> None:
    told: list[DeviceEvent] = []
    emit = SWAPPED.emitting(told.append)
    up = LinkUp(5, "board", "a board")
    emit(up)
    emit(SensorFrame(7, 1 << 3 | 1 << 4))
    assert told == [up, SensorFrame(7, 1 << 17 | 1 << 4)]


def test_a_table_that_is_wired_as_it_should_be_pays_nothing() -> None:
    told: list[DeviceEvent] = []
    emit = told.append
    assert Calibration.straight(576).emitting(emit) is emit


def test_sensors_and_sites_are_each_others_reverse() -> None:
    sites = list(range(30))
    Random(3).shuffle(sites)
    calibration = Calibration(tuple(sites))
    assert [calibration.sites[sensor] for sensor in calibration.sensors] == list(range(30))


def test_what_was_found_while_one_was_in_use_is_put_upon_it() -> None:
    found = Calibration.moving(20, {17: 5, 5: 17})
    both = SWAPPED.then(found)
    assert both.moved == {3: 5, 5: 17, 17: 3}
    assert both.site_set(1 << 3) == found.site_set(SWAPPED.site_set(1 << 3))


@pytest.mark.parametrize("moved", [{3: 4}, {3: 4, 4: 20}, {3: 4, 4: 4}])
def test_every_site_has_one_sensor(moved: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="exactly once"):
        Calibration.moving(20, moved)
