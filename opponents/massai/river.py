"""The search states of Massaï: sets of cells and the side to act, by the rules of the engine.

Lighter than `engines.massai.game.MassaiPosition`: no events, and no secrets.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engines.massai.actions import ALL_HUTS, Build, MassaiAction, Move
from engines.massai.game import MassaiPosition
from engines.massai.huts import Touching, by_side, by_side_or_corner, lone
from opponents.massai.chains import chains


class Stage(IntEnum):
    """The stage of a turn."""

    SETUP = 0
    TURN = 1
    GUARDS = 2
    OVER = 3


class River(NamedTuple):
    """The open part of a position. `huts` are dark's and light's, as sets of cells of `engines.massai.huts`.

    `mover` (0 or 1) has the turn, also while the other side places guards. `winner` is -1 before the end.
    """

    huts: tuple[int, int]
    mover: int
    stage: Stage
    orthogonal: bool
    all_fifteen: bool
    winner: int = -1

    @property
    def touching(self) -> Touching:
        """The cells that touch those of a set, by the game's option."""
        return by_side if self.orthogonal else by_side_or_corner

    @property
    def own(self) -> int:
        """The mover's huts."""
        return self.huts[self.mover]

    @property
    def other(self) -> int:
        """The huts of the other side."""
        return self.huts[1 - self.mover]

    @property
    def threatened(self) -> int:
        """The huts of the other side that touch one of the mover's: they can be attacked, and guarded."""
        return self.huts[1 - self.mover] & self.touching(self.huts[self.mover])

    @property
    def position(self) -> MassaiPosition:
        """The engine's position of a turn, or of the placing of guards: enough to find the legal actions."""
        return MassaiPosition(self.orthogonal, self.all_fifteen, self.huts, None, self.mover)

    def begun(self, dark: int, light: int) -> River:
        """The state after both set-ups are revealed."""
        return self._next((dark, light), 0)

    def after(self, action: MassaiAction) -> River:
        """The state after a hut is built or moved, or after a pass."""
        own = self.own
        match action:
            case Build(cell):
                own |= cell
            case Move(start, goal):
                own = own & ~start | goal
        return self._next(self._pair(own, self.other), 1 - self.mover)

    def announced(self) -> River:
        """The state after an attack is announced: the other side places guards."""
        return self._replace(stage=Stage.GUARDS)

    def attacked(self, cell: int, guarded: bool) -> River:
        """The state after an attack on a hut of the other side is revealed, with or without a guard there."""
        own, other, beside = self.own, self.other, self.touching(cell)
        if guarded:
            own &= ~beside
            own &= ~lone(own, self.touching)
        else:
            other &= ~(cell | beside)
            other &= ~lone(other, self.touching)
            if own.bit_count() < ALL_HUTS:
                own |= cell
        return self._next(self._pair(own, other), 1 - self.mover)

    def _pair(self, own: int, other: int) -> tuple[int, int]:
        return (other, own) if self.mover else (own, other)

    def _next(self, huts: tuple[int, int], mover: int) -> River:
        """The state with these huts, `mover` to play, if the huts do not end the game."""
        for side in (self.mover, 1 - self.mover):
            own, other = huts[side], huts[1 - side]
            if self._is_won(own, other):
                return River(huts, mover, Stage.OVER, self.orthogonal, self.all_fifteen, side)
        return River(huts, mover, Stage.TURN, self.orthogonal, self.all_fifteen)

    def _is_won(self, own: int, other: int) -> bool:
        if not other or (self.all_fifteen and own.bit_count() == ALL_HUTS):
            return True
        return not chains(own, other, self.orthogonal).missing
