"""The effects and the score of an action of Forma.

Rules: docs/rules/forma.md, sections A turn and Points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engines.forma.actions import FormaAction, Obstacle, Place, Start, Tower, Withdraw
from engines.forma.board import BOARD, FITTER, Counts, closed, sorted_names
from engines.forma.bridges import Found, bridges
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
        case Obstacle(cell=cell):
            events = [{"kind": "obstacle", "cell": _name(cell)}]
            return replace(position, obstacles=position.obstacles | cell), tuple(events)
        case Tower(cell=cell):
            return replace(position, tower=cell), ({"kind": "tower", "cell": _name(cell)},)
        case Start():
            return _next_turn(position, position.mover, [{"kind": "start", "player": position.turn}])
        case Place(cells=cells):
            return _placed(position, cells)
        case Withdraw(code=code):
            return _withdrawn(position, code)


def _name(cell: Cells) -> str:
    return sorted_names(cell)[0]


def _without(elements: Counts, code: int, change: int = -1) -> Counts:
    return (*elements[:code], elements[code] + change, *elements[code + 1 :])


def _with_side(position: P, side: Side) -> P:
    sides = position.sides
    return replace(position, sides=(*sides[: position.mover], side, *sides[position.mover + 1 :]))


class Enclosed(NamedTuple):
    """The enclosure of an element: cells and obstacles, which get the mover's markers, and perhaps the
    tower."""

    cells: Cells
    obstacles: Cells
    tower: Cells


def _enclosed(position: FormaPosition, element: Cells) -> Enclosed:
    free = position.free
    empty = free & ~element
    markers = 0
    for side in position.sides:
        markers |= side.markers
    # A cell that was closed before is closed by obstacles and the edge alone, and belongs to no one.
    cells = closed(empty, BOARD.all & ~empty) & ~closed(free, BOARD.all & ~free)
    obstacles = closed(position.obstacles, position.side.elements | element) & ~markers
    was_open = position.tower & ~closed(position.tower, BOARD.all & ~free)
    return Enclosed(cells, obstacles, closed(was_open, BOARD.all & ~empty | cells))


def _placed(position: P, element: Cells) -> tuple[P, tuple[Json, ...]]:
    old = position.side
    code = FITTER.code_of(element)
    assert code is not None
    enclosed = _enclosed(position, element)
    markers = enclosed.cells | enclosed.obstacles
    new = replace(
        old,
        reserve=_without(old.reserve, code),
        elements=old.elements | element,
        markers=old.markers | markers,
        has_tower=old.has_tower or bool(enclosed.tower),
    )
    found = bridges(BOARD, new.squares, element | markers, old.bridges)
    new = replace(new, bridges=found.number)
    events = [
        _event("element", position.turn, SIZES[code], element=CODES[code], cells=sorted_names(element)),
        *_enclosures(position.turn, enclosed),
        *_built(position.turn, new.bridges - old.bridges, found),
    ]
    return _next_turn(_with_side(position, new), position.mover + 1, events)


def _event(kind: str, player: str | None, points: int, **more: Any) -> Json:
    return {"kind": kind, "player": player, "points": points, **more}


def _enclosures(player: str | None, enclosed: Enclosed) -> Iterator[Json]:
    for name in sorted_names(enclosed.cells):
        yield _event("enclosed cell", player, CELL_POINTS, cell=name)
    for name in sorted_names(enclosed.obstacles):
        yield _event("enclosed obstacle", player, OBSTACLE_POINTS, cell=name)
    for name in sorted_names(enclosed.tower):
        yield _event("enclosed tower", player, TOWER_POINTS, cell=name)


def _built(player: str | None, more: int, found: Found) -> Iterator[Json]:
    if more:
        yield _event("bridge", player, more * BRIDGE_POINTS, bridges=found.number)
    if not found.is_exact:
        yield {"kind": "lower bound", "player": player, "bridges": found.number}


def _withdrawn(position: P, code: int) -> tuple[P, tuple[Json, ...]]:
    side = position.side
    gone = replace(
        side,
        reserve=_without(side.reserve, code),
        withdrawn=_without(side.withdrawn, code, 1),
    )
    event = {"kind": "withdrawn", "player": position.turn, "element": CODES[code]}
    after = _with_side(position, gone)
    if position.stage is Stage.TURN and position.mover in _able(after):
        return replace(after, stage=Stage.SECOND), (event,)
    return _next_turn(after, position.mover + 1, [event], has_passed=position.stage is Stage.TURN)


def _next_turn(
    position: P, first: int, events: list[Json], *, has_passed: bool = False
) -> tuple[P, tuple[Json, ...]]:
    """The turn goes to the first player from `first` on with an element that fits; if there is none the game
    ends.

    `has_passed` means that the mover is skipped, because nothing fits after a first misfit.
    """
    players = position.rules.players
    able = _able(position)
    if not able:
        over = replace(position, stage=Stage.OVER)
        return over, (*events, _end(over))
    order = [(first + step) % len(players) for step in range(len(players))]
    mover = next(player for player in order if player in able)
    passed = [position.mover] if has_passed else []
    passed += order[: order.index(mover)]
    events += [{"kind": "passed over", "player": players[player]} for player in passed]
    return replace(position, mover=mover, stage=Stage.TURN), tuple(events)


def _able(position: FormaPosition) -> set[int]:
    """The players with an element that fits somewhere."""
    fits = FITTER.fits(position.free)
    fitting = {one.code for one, lowest in zip(FITTER.oriented, fits, strict=True) if lowest}
    return {
        player
        for player, side in enumerate(position.sides)
        if any(left and code in fitting for code, left in enumerate(side.reserve))
    }


def _end(position: FormaPosition) -> Json:
    outcome = position.outcome()
    assert outcome is not None
    losses = {player: side.loss for player, side in zip(position.rules.players, position.sides, strict=True)}
    return {"kind": "end", "winner": outcome.winner or "draw", "reason": outcome.reason, "losses": losses}
