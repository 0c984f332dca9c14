"""A slow or busy computer is no fault of the program, in any profile of Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings


@pytest.mark.parametrize("profile", ["default", "ci", "deep"])
def test_no_profile_of_hypothesis_measures_how_fast_the_computer_is(profile: str) -> None:
    of = settings.get_profile(profile)
    assert of.deadline is None
    assert HealthCheck.too_slow in of.suppress_health_check
