"""The layers of a table from top to bottom, and where magnet, reed and light lie in them. Lengths are in mm.

Sources: the reed is the Littelfuse MACD-14 of its data sheet, the largest of the usual glasses of 14 mm;
3 mm of straight lead beside the glass are what reed makers ask for (RMCIP, "Reed switches", mounting). The
light is a WS2812B of 5 by 5 by 1.6 mm on a round board of 10 mm, with a viewing angle of 120° (data sheet).
"""

from __future__ import annotations

from math import atan2, degrees, radians, tan
from typing import Final

from engines.record import record, replace

GLASS_LENGTH: Final = 14.0
GLASS_WIDTH: Final = 2.28
LEAD_LENGTH: Final = 15.0
"""Of each lead, uncut: the whole reed is 44.3 mm long."""
STRAIGHT: Final = 3.0
"""A lead stays straight for this long beside the glass."""
UPPER_LEAD: Final = 4.0
"""The upper lead, cut: the straight part, and 1 mm to which a thin wire is soldered."""

REED_HOLE: Final = 4.0
"""Wide enough for the glass and the insulated wire beside it."""
LIGHT_HOLE: Final = 7.5
"""Wide enough for the corners of a light of 5 × 5 mm, 7.1 mm apart, and a usual drill."""
LIGHT_AT: Final = (5.5, 5.5)
"""The light's hole, from the middle of its site to the east and the north."""
LIGHT_BOARD: Final = 10.0
LIGHT_HEIGHT: Final = 1.6
LIGHT_ANGLE: Final = 120.0

WALL: Final = 2.0
"""The thickness of the light grid's walls."""

FRAME: Final = 12.0
"""The thickness of the frame's laths."""
LEDGE: Final = (8.0, 10.0)
"""Width and height of the laths below the carrier's edge."""

MAGNET: Final = (5.0, 3.0)
"""Diameter and height of the usual magnet."""


@record
class Layer:
    """A layer: what it is made of, what it is for, and how it is made with a laser and by hand."""

    name: str
    material: str
    thickness: float
    purpose: str
    by_laser: str
    by_hand: str


PAPER: Final = Layer(
    "printed board",
    "paper of 80 to 120 g",
    0.1,
    "shows the game; lets light and field through",
    "printed",
    "printed",
)
PLATE: Final = Layer(
    "plate",
    "opal acrylic (PMMA, white, for lamps)",
    3.0,
    "carries the pieces, spreads the light",
    "cut whole",
    "ordered cut to size, or scored and snapped",
)
GRID: Final = Layer(
    "light grid",
    f"white card of {WALL:g} mm, on edge",
    12.0,
    "keeps each light within its site",
    "combs, cut with their slots",
    "strips, cut with knife and steel ruler, slotted with a saw",
)
HIGH_GRID: Final = replace(GRID, thickness=20.0)
"""Over modules the whole reed stands above the board, and so do the walls."""
SEAM: Final = 1.5
"""The gap between the board and the walls above the seams of modules: it has room for the soldered pins."""
CARRIER: Final = Layer(
    "carrier",
    "plywood, white above",
    4.0,
    "carries reeds and lights",
    "cut with all its holes",
    "drilled through the paper template",
)
WIRING: Final = Layer("wiring room", "air", 40.0, "leads, wires, chips, Pico", "–", "–")
LID: Final = Layer(
    "lid",
    "plywood or hardboard",
    4.0,
    "closes the table from below, with an opening for service",
    "cut with its openings",
    "sawn; openings with a fretsaw",
)
MODULE: Final = Layer(
    "modules",
    "printed circuit boards, white above",
    1.6,
    "carry reeds and lights, and join them",
    "ordered",
    "ordered",
)
LATHS: Final = Layer(
    "laths",
    "lath or plywood",
    20.0,
    "carry the modules, two below each",
    "cut",
    "sawn",
)
LOW_WIRING: Final = replace(WIRING, thickness=28.0, purpose="wires, the board with the Pico")
"""With the lid: a spacer of 5 mm, the Pico's board, a strip with a plug, and room to bend its wire."""

FEET: Final = 10.0
"""The height of the feet: the cover of the service opening and its screws lie below the lid."""

LIP: Final = 1.0
"""The height of the frame above the plate, so that the printed board lies in it."""


@record
class LayerStack:
    """The layers of a table from above, by wire or by modules."""

    layers: tuple[Layer, ...]
    grid: Layer
    wiring: Layer
    rails: tuple[float, float]
    """The height of the rails below the plate's edge in south and north, and in west and east."""

    @property
    def height(self) -> float:
        """The height of the frame's walls."""
        return LIP + sum(layer.thickness for layer in self.layers[1:])

    @property
    def ledge_depth(self) -> float:
        """From the top of the walls to the ledges, on which carrier or laths lie."""
        return self.height - LID.thickness - self.wiring.thickness


BY_WIRE: Final = LayerStack(
    (PAPER, PLATE, GRID, CARRIER, WIRING, LID), GRID, WIRING, (GRID.thickness, GRID.thickness)
)
_ON_LATHS: Final = HIGH_GRID.thickness + MODULE.thickness
BY_MODULES: Final = LayerStack(
    (PAPER, PLATE, HIGH_GRID, MODULE, LATHS, LOW_WIRING, LID),
    HIGH_GRID,
    LOW_WIRING,
    (_ON_LATHS, _ON_LATHS + LATHS.thickness),
)

GLASS_ABOVE_MODULE: Final = HIGH_GRID.thickness - UPPER_LEAD - GLASS_LENGTH
"""From a module to the lower end of the glass."""

REED_DEPTH: Final = PLATE.thickness + UPPER_LEAD
"""From the top of the plate to the upper end of the glass: the upper lead touches the plate."""

LIGHT_BELOW_BY_MODULES: Final = HIGH_GRID.thickness - LIGHT_HEIGHT
LIGHT_BELOW: Final = GRID.thickness + CARRIER.thickness - LIGHT_HEIGHT
"""From the underside of the plate to the light's face: its board is glued below the carrier."""


def gap(magnet_height: float = MAGNET[1]) -> float:
    """From the middle of a magnet, flush with the underside of its piece, to the upper end of the glass."""
    return magnet_height / 2 + PAPER.thickness + REED_DEPTH


def lit_radius(distance: float) -> float:
    """The radius that a light fills on the underside of the plate from this far below, without walls."""
    return distance * tan(radians(opening() / 2))


def opening() -> float:
    """The angle in degrees within which a light shines: its own, or less by the rim of its hole."""
    rim = CARRIER.thickness - LIGHT_HEIGHT
    return min(LIGHT_ANGLE, 2 * degrees(atan2(LIGHT_HOLE / 2, rim)))
