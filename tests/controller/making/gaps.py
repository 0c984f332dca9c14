"""The distances from magnet to glass at which the usual magnet is felt well."""

from __future__ import annotations

from controller.making.building import section
from controller.making.pages.building import felt_at, verdict


def good_gaps() -> tuple[float, float]:
    """The least and the largest distance from the usual magnet's middle to the glass that is good, in mm."""
    good = [step / 10 for step in range(40, 150) if verdict(*felt_at(*section.MAGNET, step / 10)) == "good"]
    return min(good), max(good)
