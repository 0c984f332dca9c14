"""Positions that are asked as if for the first time."""

from __future__ import annotations

from benchmarks.caches import empty
from engines.massai.actions import guards
from engines.masterplan.notation import parse


def test_what_is_kept_of_positions_is_forgotten() -> None:
    guards(0b111)
    assert guards.cache_info().currsize
    empty("engines")
    assert not guards.cache_info().currsize
    assert parse("house d4 ne") is parse("house d4 ne")
