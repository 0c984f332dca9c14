"""The end of Forma: the final result, and what is decided before.

Rules: docs/rules/forma.md, sections Points and The end.
"""

from __future__ import annotations

from functools import lru_cache

from engines.forma.board import BOARD, fits_on
from engines.forma.bridge_bounds import whole_ground
from engines.forma.bridge_sheet import sheet_of
from engines.forma.bridges import bridges
from engines.forma.polyominoes import SIZES
from engines.forma.side import BRIDGE_POINTS, CELL_POINTS, OBSTACLE_POINTS, TOWER_POINTS, Stage
from engines.grid import Cells
from opponents.forma.closings import TURNED
from opponents.forma.state import Stand, State

_SHEET = sheet_of(BOARD)

_STEPS = 5000
"""The search for missed bridges gives up after these: some milliseconds."""


@lru_cache(maxsize=16)
def settled(state: State) -> tuple[float, ...] | None:
    """Each player's result, if it is certain: when the game is over, or when the leader cannot be caught.

    No one loses points again, and what is in a reserve counts as lost already: a player ends with the points
    of now at least. What the others can gain is bounded from above.
    """
    finals = [stand.final for stand in state.players]
    if state.stage is Stage.OVER:
        missed = [_missed(stand) for stand in state.players]
        if None in missed:
            return None
        return shares([final + (more or 0) for final, more in zip(finals, missed, strict=True)])
    first = max(range(len(finals)), key=finals.__getitem__)
    fitting = {turned.code for turned, lowest in zip(TURNED, fits_on(state.free), strict=True) if lowest}
    rivals = [
        (finals[player] + _most_gain(state, stand, fitting), stand)
        for player, stand in enumerate(state.players)
        if player != first
    ]
    if any(most >= finals[first] for most, _ in rivals):
        return None
    for most, stand in rivals:
        own = stand.elements | stand.markers | state.free | state.obstacles
        bridges_more = whole_ground(_SHEET, own, 0).most - stand.bridges.number
        if bridges_more > 0 and most + BRIDGE_POINTS * bridges_more >= finals[first]:
            return None
    return tuple([float(player == first) for player in range(len(finals))])


def shares(points: list[int]) -> tuple[float, ...]:
    """The results for these final points: the winners share the win."""
    best = max(points)
    return tuple([(one == best) / points.count(best) for one in points])


def _missed(stand: Stand) -> int | None:
    """The points for bridges that the fast count has missed; `None` if that is not soon known."""
    own = stand.elements | stand.markers
    number, is_exact = bridges(BOARD, own, own, stand.bridges.number, _STEPS)
    return (number - stand.bridges.number) * BRIDGE_POINTS if is_exact else None


def _most_gain(state: State, stand: Stand, fitting: set[int]) -> int:
    """A bound of the points that a player may still gain with elements that fit now, without bridges.

    A square that is placed counts once, and is not lost. An element of `n` squares has at most `2 n + 2`
    cells beside it, and of the empty cells no two neighbours can both be enclosed: half of a row at most.
    """
    left = [(SIZES[code], number) for code, number in enumerate(stand.reserve) if number and code in fitting]
    if not left:
        return 0
    squares = sum([size * number for size, number in left])
    beside = sum([(2 * size + 2) * number for size, number in left])
    enclosed = min(_no_neighbours(state.free), beside)
    gain = CELL_POINTS * enclosed + 2 * min(squares, state.free.bit_count())
    gain += OBSTACLE_POINTS * min(state.obstacles.bit_count(), beside)
    return gain + (TOWER_POINTS if state.tower else 0)


def _no_neighbours(cells: Cells) -> int:
    """A bound of how many of the cells have no neighbour among each other: every other cell of each row."""
    chosen = following = cells & ~(cells << 1)
    while following:
        following = (following << 1 & cells) << 1 & cells
        chosen |= following
    return chosen.bit_count()
