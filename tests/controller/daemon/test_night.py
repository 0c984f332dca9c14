"""Lights by the hours of the wall clock."""

from __future__ import annotations

import time

import pytest

from controller.daemon.night import LOOK_MS, Brightness, is_night, minute_of
from controller.settings.settings import KioskSettings

OVER_MIDNIGHT = KioskSettings(night_from="22:00", night_to="07:30", night_factor=0.25)


@pytest.mark.parametrize(
    ("minute", "is_late"),
    [(0, True), (449, True), (450, False), (720, False), (1319, False), (1320, True)],
)
def test_a_night_over_midnight(minute: int, *, is_late: bool) -> None:
    assert is_night(OVER_MIDNIGHT, minute) == is_late


@pytest.mark.parametrize(("minute", "is_late"), [(59, False), (60, True), (119, True), (120, False)])
def test_a_night_within_a_day(minute: int, *, is_late: bool) -> None:
    assert is_night(KioskSettings(night_from="01:00", night_to="02:00"), minute) == is_late


def test_without_hours_there_is_no_night() -> None:
    assert not any(is_night(KioskSettings(), minute) for minute in range(1440))


@pytest.mark.parametrize("year", [1970, 2026, 2099])
def test_a_clock_that_is_wrong_by_years_tells_an_hour_all_the_same(year: int) -> None:
    noon = int(time.mktime((year, 6, 1, 12, 5, 0, 0, 0, -1)))
    assert minute_of(1000 * noon) == 725


def test_lights_are_told_only_when_they_change() -> None:
    told: list[float] = []
    brightness = Brightness(OVER_MIDNIGHT, told.append)
    evening_s = int(time.mktime((2026, 6, 1, 21, 59, 50, 0, 0, -1)))
    for now_ms in range(0, 2 * LOOK_MS, 1_000):
        brightness.set(0.4, now_ms, lambda now_ms=now_ms: 1000 * evening_s + now_ms)
    assert told == [0.4, 0.1]
    assert brightness.is_night


def test_an_order_is_stronger_than_the_hours() -> None:
    brightness = Brightness(OVER_MIDNIGHT, lambda brightness: None)
    for mode, is_late in (("on", True), ("off", False), ("auto", False)):
        brightness.order(mode)
        assert brightness.is_night == is_late


def test_a_table_without_a_night_need_not_wake_for_it() -> None:
    assert Brightness(KioskSettings(), lambda brightness: None).next_ms() is None
