"""A player of Forma: pieces, points, and the stage of the turn. Rules: docs/rules/forma.md."""

from __future__ import annotations

from enum import Enum

from engines.forma.board import NO_ELEMENTS, Counts
from engines.forma.polyominoes import SIZES
from engines.grid import Cells
from engines.record import record

CELL_POINTS = 10
OBSTACLE_POINTS = 10
TOWER_POINTS = 50
BRIDGE_POINTS = 50


class Stage(Enum):
    """The stage of a turn. `play` has the transitions."""

    SETUP = "setup"
    TURN = "turn"
    SECOND = "second"
    """A first misfit was withdrawn: a second one ends the turn."""
    OVER = "over"


@record
class Rules:
    """The rules of a game: its players, and the option for touching in the set-up (`corner` or `side`)."""

    players: tuple[str, ...]
    contact: str


@record
class Side:
    """A player's pieces: on the board, in the reserve, and withdrawn. With two players both colours."""

    reserve: Counts
    withdrawn: Counts = NO_ELEMENTS
    elements: Cells = 0
    markers: Cells = 0
    """On enclosed cells and on enclosed obstacles."""
    has_tower: bool = False
    bridges: int = 0

    @property
    def squares(self) -> Cells:
        """The own squares, which can form bridges."""
        return self.elements | self.markers

    @property
    def points(self) -> int:
        """The points so far, before losses."""
        enclosed = self.markers.bit_count() * CELL_POINTS + self.has_tower * TOWER_POINTS
        return self.elements.bit_count() + enclosed + self.bridges * BRIDGE_POINTS

    @property
    def loss(self) -> int:
        """The number of squares of the elements left in the reserve and of the withdrawn ones."""
        return sum(
            (left + gone) * size for left, gone, size in zip(self.reserve, self.withdrawn, SIZES, strict=True)
        )
