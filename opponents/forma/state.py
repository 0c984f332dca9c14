"""Forma for the search: a position's content without words and events, in a fast form.

Only bridges differ from the rules: the search counts those that it finds at once, occasionally one too few.
`tests/opponents/forma/test_state.py` compares the two.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.forma.actions import EndSetup, FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma.board import BOARD, FITTER, Counts, beside, fits_on
from engines.forma.polyominoes import SIZES
from engines.forma.position import FormaPosition
from engines.forma.side import BRIDGE_POINTS, CELL_POINTS, OBSTACLE_POINTS, TOWER_POINTS, Stage
from engines.grid import Cells
from engines.record import record, replace
from opponents.forma.closings import Lacking, lacking, together
from opponents.forma.paths import Bridges, PathGround, bridges_of


class Stand(NamedTuple):
    """One player's state."""

    reserve: Counts
    elements: Cells
    markers: Cells
    bridges: Bridges
    points: int
    """The points so far."""
    withdrawn: int
    """Squares of the elements withdrawn."""

    @property
    def squares_left(self) -> int:
        """Squares of the elements in the reserve."""
        return sum([number * size for number, size in zip(self.reserve, SIZES, strict=True)])

    @property
    def final(self) -> int:
        """The points minus the losses."""
        return self.points - self.squares_left - self.withdrawn

    def grounds(self, free: Cells) -> tuple[PathGround, PathGround]:
        """The grounds of the next bridges: northward, eastward."""
        return self.bridges.grounds(self.elements | self.markers, free)


class Enclosed(NamedTuple):
    """The enclosure of an element: cells, obstacles, perhaps the tower."""

    cells: Cells
    obstacles: Cells
    tower: Cells

    @property
    def points(self) -> int:
        """Its score."""
        cells, obstacles = self.cells.bit_count() * CELL_POINTS, self.obstacles.bit_count() * OBSTACLE_POINTS
        return cells + obstacles + (TOWER_POINTS if self.tower else 0)


@record
class State:
    """The board and the players' states, in the order of play; the mover is an index into them."""

    mover: int
    players: tuple[Stand, ...]
    free: Cells
    obstacles: Cells
    """Those that are not enclosed."""
    tower: Cells
    """Empty once it is enclosed."""
    stage: Stage

    def enclosed(self, element: Cells) -> Enclosed:
        """The mover's enclosure by an element on these empty cells."""
        near = beside(element)
        free = self.free & ~element
        # The element closed a side of each cell beside it: none of them was enclosed before.
        cells = near & free & ~beside(free)
        obstacles = near & self.obstacles
        if obstacles:
            obstacles &= ~beside(BOARD.all & ~(self.players[self.mover].elements | element))
        tower = self.tower & ~beside(free & ~cells)
        return Enclosed(cells, obstacles, tower)

    def after(self, action: FormaAction) -> State:
        """The state after a legal action."""
        match action:
            case Place(cells=cells):
                return self._placed(cells)
            case Withdraw(code=code):
                return self._withdrawn(code)
            case Obstacle(cell=cell):
                return replace(self, obstacles=self.obstacles | cell, free=self.free & ~cell)
            case Tower(cell=cell):
                return replace(self, tower=cell, free=self.free & ~cell)
            case EndSetup():
                return self._turned_to(self.mover)

    def _placed(self, element: Cells) -> State:
        code = FITTER.code_of(element)
        assert code is not None
        stand = self.players[self.mover]
        enclosed = self.enclosed(element)
        markers = enclosed.cells | enclosed.obstacles
        elements = stand.elements | element
        bridges = stand.bridges.grown(elements | stand.markers | markers, element | markers)
        new = Stand(
            _without(stand.reserve, code),
            elements,
            stand.markers | markers,
            bridges,
            stand.points
            + SIZES[code]
            + enclosed.points
            + (bridges.number - stand.bridges.number) * BRIDGE_POINTS,
            stand.withdrawn,
        )
        placed = State(
            self.mover,
            (*self.players[: self.mover], new, *self.players[self.mover + 1 :]),
            self.free & ~element & ~enclosed.cells,
            self.obstacles & ~enclosed.obstacles,
            self.tower & ~enclosed.tower,
            self.stage,
        )
        return placed._turned_to(self.mover + 1)

    def _withdrawn(self, code: int) -> State:
        stand = self.players[self.mover]
        new = stand._replace(reserve=_without(stand.reserve, code), withdrawn=stand.withdrawn + SIZES[code])
        players = (*self.players[: self.mover], new, *self.players[self.mover + 1 :])
        withdrawn = replace(self, players=players)
        again = withdrawn._turned_to(self.mover)
        if self.stage is Stage.TURN and again.stage is Stage.TURN and again.mover == self.mover:
            return replace(withdrawn, stage=Stage.SECOND)
        return withdrawn._turned_to(self.mover + 1)

    def _turned_to(self, first: int) -> State:
        """The turn goes to the first player from `first` on with an element that fits, if there is one."""
        fitting: set[int] | None = None
        for step in range(len(self.players)):
            mover = (first + step) % len(self.players)
            reserve = self.players[mover].reserve
            if reserve[0] and self.free:
                return replace(self, mover=mover, stage=Stage.TURN)
            if fitting is None:
                boards = fits_on(self.free)
                fitting = {one.code for one, lowest in zip(FITTER.oriented, boards, strict=True) if lowest}
            if any(reserve[code] for code in fitting):
                return replace(self, mover=mover, stage=Stage.TURN)
        return replace(self, stage=Stage.OVER)


def _without(elements: Counts, code: int) -> Counts:
    return (*elements[:code], elements[code] - 1, *elements[code + 1 :])


def state_of(position: FormaPosition) -> State:
    """A position as a state."""
    marked = 0
    is_enclosed = False
    for side in position.sides:
        marked |= side.markers
        is_enclosed |= side.has_tower
    players = [
        Stand(
            side.reserve,
            side.elements,
            side.markers,
            bridges_of(side.squares, side.bridges),
            side.points,
            sum([gone * size for gone, size in zip(side.withdrawn, SIZES, strict=True)]),
        )
        for side in position.sides
    ]
    return State(
        position.mover,
        tuple(players),
        position.free,
        position.obstacles & ~marked,
        0 if is_enclosed else position.tower,
        position.stage,
    )


def targets(state: State) -> Lacking:
    """The cells and obstacles that the mover may enclose, by their missing sides."""
    cells = lacking(state.free, BOARD.all & ~state.free)
    if not state.obstacles:
        return cells
    return together(cells, lacking(state.obstacles, state.players[state.mover].elements))


def tower_target(state: State) -> Lacking | None:
    """The tower, by its missing sides; `None` once it is enclosed."""
    return lacking(state.tower, BOARD.all & ~state.free) if state.tower else None
