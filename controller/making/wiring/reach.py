"""The effect on a standing reed of its own magnet, and of its neighbours': why the pitch is 20 mm.

A magnet that is small against its distance acts as a dipole. A reed's blades are pulled together by the
difference of the magnetic potential between its two ends, in ampere-turns as in its data sheet. Only ratios
are given here: they depend neither on the magnet's strength nor on the reed.

Source: any textbook, "magnetic dipole"; the potential is m cos(angle) / (4 pi r²).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import Final

GLASS_MM: Final = 14.0
GAP_MM: Final = 6.0
"""From the middle of the magnet to the upper end of the glass: half a magnet, the paper, 3 mm of plate."""

ASIDE_MM: Final = 3.0
"""How far from the middle of its site a piece may stand."""

PITCHES_MM: Final = (10.0, 12.5, 15.0, 17.5, 20.0, 25.0)
NEEDED: Final = 3.0
"""The ratio for a reed that closes at 15 ampere-turns and reliably opens again at 5."""


@dataclass(frozen=True, slots=True)
class Reed:
    """A reed's position: its two ends, as distances from the middle of its site, sideways and down."""

    upper: tuple[float, float]
    lower: tuple[float, float]


STANDING: Final = Reed((0.0, GAP_MM), (0.0, GAP_MM + GLASS_MM))
LYING: Final = Reed((-GLASS_MM / 2, GAP_MM), (GLASS_MM / 2, GAP_MM))


def felt(reed: Reed, x: float, y: float = 0.0) -> float:
    """The effect of a magnet at a place (mm) on a reed, in units of its strength. The sign is the
    direction."""
    return _potential(reed.upper, x, y) - _potential(reed.lower, x, y)


def own(aside_mm: float = ASIDE_MM) -> float:
    """The effect of a reed's own magnet, displaced sideways."""
    return abs(felt(STANDING, aside_mm))


def neighbours(pitch_mm: float, aside_mm: float = ASIDE_MM) -> float:
    """The largest combined effect of the eight neighbours, each displaced as far towards the reed as allowed.

    Any neighbour may be absent, so only those that pull in the same direction count.
    """
    pulls = []
    for column, row in product((-1, 0, 1), repeat=2):
        away = pitch_mm * hypot(column, row)
        if away:
            pulls.append(felt(STANDING, away - aside_mm))
    return max(sum(pull for pull in pulls if pull > 0), -sum(pull for pull in pulls if pull < 0))


def margin(pitch_mm: float) -> float:
    """The ratio of the effect of a reed's own magnet to that of all its neighbours together."""
    return own() / neighbours(pitch_mm)


def _potential(end: tuple[float, float], x: float, y: float) -> float:
    aside, down = end
    return down / hypot(aside - x, y, down) ** 3
