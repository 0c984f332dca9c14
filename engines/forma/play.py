"""The effects and the score of an action of Forma.

Rules: docs/rules/forma.md, sections A turn and Points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engines.forma.actions import EndSetup, FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma.board import (
    BOARD,
    FITTER,
    Counts,
    beside,
    closed,
    fits_on,
    numbers_of_oriented,
    sorted_names,
)
from engines.forma.bridges import BridgeCount, bridges
from engines.forma.polyominoes import CODES, SIZES
from engines.forma.side import BRIDGE_POINTS, CELL_POINTS, OBSTACLE_POINTS, TOWER_POINTS, Side, Stage
from engines.game import Json
from engines.grid import Cells

if TYPE_CHECKING:
    from engines.forma.position import FormaPosition

P = TypeVar("P", bound="FormaPosition")


def play(position: P, action: FormaAction) -> tuple[P, tuple[Json, ...]]:
    """The position after a legal action, and the events."""
    match action:
        case Place(cells=cells):
            return _placed(position, cells)
        case Withdraw(code=code):
            return _withdrawn(position, code)
        case Obstacle(cell=cell):
            event = {"kind": "obstacle", "cell": _name(cell)}
            return _set_up(position, position.obstacles | cell, position.tower), (event,)
        case Tower(cell=cell):
            return _set_up(position, position.obstacles, cell), ({"kind": "tower", "cell": _name(cell)},)
        case EndSetup():
            start = {"kind": "start", "player": position.turn}
            return _next_turn(position, position.sides, position.mover, [start])


def _name(cell: Cells) -> str:
    return sorted_names(cell)[0]


def _without(elements: Counts, code: int, change: int = -1) -> Counts:
    return (*elements[:code], elements[code] + change, *elements[code + 1 :])


def _set_up(position: P, obstacles: Cells, tower: Cells) -> P:
    return type(position)(position.rules, position.mover, position.sides, obstacles, tower, position.stage)


def _at(position: P, mover: int, sides: tuple[Side, ...], stage: Stage) -> P:
    return type(position)(position.rules, mover, sides, position.obstacles, position.tower, stage)


def _sides_with(position: FormaPosition, side: Side) -> tuple[Side, ...]:
    """The sides, the mover's replaced."""
    sides = position.sides
    return (*sides[: position.mover], side, *sides[position.mover + 1 :])


class Enclosed(NamedTuple):
    """The enclosure of an element: cells and obstacles, which get the mover's markers, and perhaps the
    tower."""

    cells: Cells
    obstacles: Cells
    tower: Cells


def _enclosed(position: FormaPosition, element: Cells) -> Enclosed:
    # A cell that was closed before is closed by obstacles and the edge alone, and belongs to no one. So all
    # that an element encloses touches it, or, if it is the tower, a cell that it encloses.
    near, empty = beside(element), position.free & ~element
    shut = near & ~beside(empty)
    cells, tower, obstacles = empty & shut, position.tower & shut, position.obstacles & near
    if cells:
        tower = position.tower & beside(element | cells) & ~beside(empty & ~cells)
    if obstacles:
        obstacles = closed(obstacles, position.side.elements | element)
    return Enclosed(cells, obstacles, tower)


def _placed(position: P, element: Cells) -> tuple[P, tuple[Json, ...]]:
    old, player = position.side, position.turn
    code = FITTER.code_of(element)
    assert code is not None
    enclosed = _enclosed(position, element)
    markers = enclosed.cells | enclosed.obstacles
    found = bridges(BOARD, old.squares | element | markers, element | markers, old.bridges)
    new = Side(
        _without(old.reserve, code),
        old.withdrawn,
        old.elements | element,
        old.markers | markers,
        old.has_tower or bool(enclosed.tower),
        found.number,
    )
    events = [_event("element", player, SIZES[code], element=CODES[code], cells=sorted_names(element))]
    if any(enclosed):
        events += _enclosures(player, enclosed)
    events += _built(player, new.bridges - old.bridges, found)
    return _next_turn(position, _sides_with(position, new), position.mover + 1, events)


def _event(kind: str, player: str | None, points: int, **more: Any) -> Json:
    return {"kind": kind, "player": player, "points": points, **more}


def _enclosures(player: str | None, enclosed: Enclosed) -> Iterator[Json]:
    for name in sorted_names(enclosed.cells):
        yield _event("enclosed cell", player, CELL_POINTS, cell=name)
    for name in sorted_names(enclosed.obstacles):
        yield _event("enclosed obstacle", player, OBSTACLE_POINTS, cell=name)
    for name in sorted_names(enclosed.tower):
        yield _event("enclosed tower", player, TOWER_POINTS, cell=name)


def _built(player: str | None, more: int, found: BridgeCount) -> Iterator[Json]:
    if more:
        yield _event("bridge", player, more * BRIDGE_POINTS, bridges=found.number)
    if not found.is_exact:
        yield {"kind": "lower bound", "player": player, "bridges": found.number}


def _withdrawn(position: P, code: int) -> tuple[P, tuple[Json, ...]]:
    side = position.side
    gone = Side(
        _without(side.reserve, code),
        _without(side.withdrawn, code, 1),
        side.elements,
        side.markers,
        side.has_tower,
        side.bridges,
    )
    sides = _sides_with(position, gone)
    event = {"kind": "withdrawn", "player": position.turn, "element": CODES[code]}
    is_first = position.stage is Stage.TURN
    if is_first and _fits(gone.reserve, position.free):
        return _at(position, position.mover, sides, Stage.SECOND), (event,)
    return _next_turn(position, sides, position.mover + 1, [event], has_passed=is_first)


def _next_turn(
    position: P, sides: tuple[Side, ...], first: int, events: list[Json], *, has_passed: bool = False
) -> tuple[P, tuple[Json, ...]]:
    """The position with these sides. The turn goes to the first player from `first` on with an element that
    fits; if there is none the game ends.

    `has_passed` means that the mover is skipped, because nothing fits after a first misfit.
    """
    players = position.rules.players
    passed = [position.mover] if has_passed else []
    new = _at(position, first % len(players), sides, Stage.TURN)
    free = new.free
    for step in range(len(players)):
        mover = (first + step) % len(players)
        if _fits(sides[mover].reserve, free):
            break
        passed.append(mover)
    else:
        over = _at(position, position.mover, sides, Stage.OVER)
        return over, (*events, _end(over))
    events += [{"kind": "passed over", "player": players[player]} for player in passed]
    return (new if mover == new.mover else _at(position, mover, sides, Stage.TURN)), tuple(events)


def _fits(reserve: Counts, free: Cells) -> bool:
    """Whether one of these elements fits somewhere. A single square, of code 0, needs no search."""
    if reserve[0] and free:
        return True
    return any(compress(fits_on(free), numbers_of_oriented(reserve)))


def _end(position: FormaPosition) -> Json:
    outcome = position.outcome()
    assert outcome is not None
    losses = {player: side.loss for player, side in zip(position.rules.players, position.sides, strict=True)}
    return {"kind": "end", "winner": outcome.winner or "draw", "reason": outcome.reason, "losses": losses}
