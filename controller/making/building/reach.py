"""The effect on a standing reed of its own magnet, and of its neighbours': why the pitch is 20 mm.

A magnet that is small against its distance acts as a dipole. A reed's blades are pulled together by the
difference of the magnetic potential between its two ends, in ampere-turns as in its data sheet. Ratios
depend neither on the magnet's strength nor on the reed; ampere-turns are those of a magnet of grade N35.

Sources: any textbook, "magnetic dipole": the potential is m cos(angle) / (4 pi r²). A magnet's moment is its
volume times its remanence over the magnetic constant; makers of magnets give N35 at least 1.17 T.
"""

from __future__ import annotations

from itertools import product
from math import hypot, pi
from typing import Final

from controller.making.building import section
from engines.record import record

GLASS_MM: Final = section.GLASS_LENGTH
GAP_MM: Final = section.gap()
"""From the middle of the magnet to the upper end of the glass."""

ASIDE_MM: Final = 3.0
"""How far from the middle of its site a piece may stand."""

PITCHES_MM: Final = (10.0, 12.5, 15.0, 17.5, 20.0, 25.0)
NEEDED: Final = 3.0
"""The ratio for a reed that closes at 15 ampere-turns and reliably opens again at 5."""
CLOSES_AT: Final = 15.0
OPENS_AT: Final = 5.0
"""Ampere-turns at which the least sensitive reed of a lot of 10–15 AT closes, and each surely opens."""
CROPPED: Final = 2.0
"""The required multiple: a reed with a cropped lead needs more than its data sheet says."""

SAFE_ASIDE_MM: Final = 4.0
"""A piece that lies aside by this much must still be felt."""
REMANENCE_T: Final = 1.17


@record
class Reed:
    """A reed's position: its two ends, as distances from the middle of its site, sideways and down."""

    upper: tuple[float, float]
    lower: tuple[float, float]


STANDING: Final = Reed((0.0, GAP_MM), (0.0, GAP_MM + GLASS_MM))


def felt(reed: Reed, x: float, y: float = 0.0) -> float:
    """The effect of a magnet at a place (mm) on a reed, in units of its strength. The sign is the
    direction."""
    return _potential(reed.upper, x, y) - _potential(reed.lower, x, y)


def own(aside_mm: float = ASIDE_MM) -> float:
    """The effect of a reed's own magnet, displaced sideways."""
    return abs(felt(STANDING, aside_mm))


def neighbours(pitch_mm: float, aside_mm: float = ASIDE_MM, reed: Reed = STANDING) -> float:
    """The largest combined effect of the eight neighbours, each displaced as far towards the reed as allowed.

    Any neighbour may be absent, so only those that pull in the same direction count.
    """
    pulls = []
    for column, row in product((-1, 0, 1), repeat=2):
        away = pitch_mm * hypot(column, row)
        if away:
            pulls.append(felt(reed, away - aside_mm))
    return max(sum(pull for pull in pulls if pull > 0), -sum(pull for pull in pulls if pull < 0))


def margin(pitch_mm: float) -> float:
    """The ratio of the effect of a reed's own magnet to that of all its neighbours together."""
    return own() / neighbours(pitch_mm)


def at_gap(gap_mm: float) -> Reed:
    """A standing reed whose upper end is this far below the middle of a magnet."""
    return Reed((0.0, gap_mm), (0.0, gap_mm + GLASS_MM))


def strength(diameter_mm: float, height_mm: float) -> float:
    """A disc magnet's strength: multiplied by `felt` it gives ampere-turns."""
    volume_mm3 = pi * diameter_mm**2 / 4 * height_mm
    return REMANENCE_T / (4e-7 * pi) * volume_mm3 / (4 * pi) / 1000


def _potential(end: tuple[float, float], x: float, y: float) -> float:
    aside, down = end
    return down / hypot(aside - x, y, down) ** 3
