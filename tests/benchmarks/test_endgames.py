"""The opponent at the end of Masterplan, against trying everything."""

from __future__ import annotations

from benchmarks.endgames import ends, thrown_away


def test_no_outcome_is_thrown_away_in_the_last_two_houses() -> None:
    positions = list(ends(6, 2))
    assert {position.houses_left for position in positions} == {1, 2}
    assert not any(thrown_away(position, 20_000) for position in positions)
