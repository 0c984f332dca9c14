"""What a player of Forma has, what it is worth, and how far the turn is. Rules: docs/rules/forma.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engines.forma.board import NO_ELEMENTS, Counts
from engines.forma.polyominoes import SIZES
from engines.grid import Cells

CELL_POINTS = 10
OBSTACLE_POINTS = 10
TOWER_POINTS = 50
BRIDGE_POINTS = 50


class Stage(Enum):
    """What the player whose turn it is may do. `play` in `forma_play` says which leads to which."""

    SETUP = "setup"
    TURN = "turn"
    SECOND = "second"
    """A first misfit was withdrawn: a second one ends the turn."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game is played: by whom, and what counts as touching in the set-up (`corner` or `side`)."""

    players: tuple[str, ...]
    contact: str


@dataclass(frozen=True, slots=True)
class Side:
    """What one player has: on the board, in the reserve, and withdrawn. With two players both colours."""

    reserve: Counts
    withdrawn: Counts = NO_ELEMENTS
    elements: Cells = 0
    markers: Cells = 0
    """On enclosed cells and on enclosed obstacles."""
    has_tower: bool = False
    bridges: int = 0

    @property
    def squares(self) -> Cells:
        """The own squares, of which bridges are built."""
        return self.elements | self.markers

    @property
    def points(self) -> int:
        """What was won so far, losses not yet taken off."""
        enclosed = self.markers.bit_count() * CELL_POINTS + self.has_tower * TOWER_POINTS
        return self.elements.bit_count() + enclosed + self.bridges * BRIDGE_POINTS

    @property
    def loss(self) -> int:
        """The squares of the elements left in the reserve and of those withdrawn."""
        return sum(
            (left + gone) * size for left, gone, size in zip(self.reserve, self.withdrawn, SIZES, strict=True)
        )
