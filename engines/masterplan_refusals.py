"""Why Masterplan refuses an action, in words for the players.

Rules: docs/rules/masterplan.md. A reason that lies on the cell comes before one that lies in the turn: it is
the one that helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.grid import Cells
from engines.masterplan_board import BOARD, PLAYERS, TOWERS, claims, row_through, square_through
from engines.masterplan_notation import Done, House, MasterplanAction, Park, Take, Tower

if TYPE_CHECKING:
    from engines.masterplan_position import MasterplanPosition

_NUMBERS = {4: "four", 5: "five", 6: "six", 7: "seven"}


def refusal(position: MasterplanPosition, action: MasterplanAction) -> str | None:
    """What forbids the action here, or `None` if nothing does."""
    outcome = position.outcome()
    if outcome:
        winner = f"{outcome.winner} has won" if outcome.winner else "it is a draw"
        return f"the game is over: {winner}, {outcome.reason}"
    match action:
        case House(cell=cell):
            return _occupied(position, cell) or _claimed(position, cell) or _no_house_now(position)
        case Park(cell=cell):
            return _occupied(position, cell) or _too_late(position) or _no_park(position, cell)
        case Tower(cell=cell):
            return _occupied(position, cell) or _too_late(position) or _no_tower(position, cell)
        case Done():
            return _not_done(position)
        case Take(cell=cell):
            return _no_take(position, cell)


def _occupied(position: MasterplanPosition, cell: str) -> str | None:
    here = BOARD.cell[cell]
    if here & position.park_cells:
        return f"{cell} is taken: a park is there"
    if here & position.tower_cells:
        return f"{cell} is taken: a tower is there"
    if here & position.house_cells:
        player = next(house.player for house in position.houses if house.cell == cell)
        return f"{cell} is taken: a {player} house is there"
    return None


def _claimed(position: MasterplanPosition, cell: str) -> str | None:
    if position.is_scoring_towers or BOARD.cell[cell] & position.ground.free:
        return None
    houses = position.house_cells
    if not BOARD.cell[cell] & claims(houses).rows:
        return f"{cell} needs a tower: {_makes_square(houses, cell)}"
    if BOARD.cell[cell] & position.ground.towers:
        return f"{cell} needs a park or a tower: {_makes_row(houses, cell)} and {_fills_square(houses, cell)}"
    return f"{cell} needs a park: {_makes_row(houses, cell)}"


def _makes_row(houses: Cells, cell: str) -> str:
    row = row_through(houses, cell)
    return f"a house there would make a row of {_NUMBERS[len(row)]} ({' '.join(row)})"


def _makes_square(houses: Cells, cell: str) -> str:
    return f"a house there would {_fills_square(houses, cell)}"


def _fills_square(houses: Cells, cell: str) -> str:
    return f"fill the square with {' '.join(square_through(houses, cell))}"


def _no_house_now(position: MasterplanPosition) -> str | None:
    if position.may_build:
        return None
    if position.is_scoring_towers:
        return f"the houses are done: now the towers are taken off ({' '.join(position.towers)})"
    if position.options.assist:
        return f"{position.turn} must finish the turn first: {', '.join(position.need())}"
    return "no house is left: place what is missing, or say done"


def _too_late(position: MasterplanPosition) -> str | None:
    if position.is_closed:
        return "nothing more is placed once a tower has been taken off"
    return None


def _no_park(position: MasterplanPosition, cell: str) -> str | None:
    if BOARD.cell[cell] & position.ground.parks:
        return None
    if BOARD.cell[cell] & position.ground.towers:
        return f"{cell} needs a tower, not a park: {_makes_square(position.house_cells, cell)}"
    return f"{cell} needs no park: a house there would make no row of four"


def _no_tower(position: MasterplanPosition, cell: str) -> str | None:
    if BOARD.cell[cell] & position.ground.towers:
        return None
    if BOARD.cell[cell] & position.ground.parks:
        houses = position.house_cells
        also = ", and rows come before squares" if BOARD.cell[cell] & claims(houses).squares else ""
        return f"{cell} needs a park, not a tower: {_makes_row(houses, cell)}{also}"
    if not position.towers_left:
        return f"no tower is left: all {TOWERS} are placed, and squares may be filled now"
    return f"{cell} needs no tower: a house there would fill no square"


def _not_done(position: MasterplanPosition) -> str | None:
    if position.may_end_turn:
        return None
    if position.options.assist:
        return "done is only for games with assist off: here a turn ends when nothing is missing"
    if position.is_scoring_towers:
        return "the last turn has ended: now the towers are taken off"
    return f"{position.turn} must place a house before the turn can end"


def _no_take(position: MasterplanPosition, cell: str) -> str | None:
    if not position.is_scoring_towers:
        left = [f"{player} has {position.hand[player]}" for player in PLAYERS]
        return f"towers are taken off when no houses are left: {' and '.join(left)}"
    if BOARD.cell[cell] & position.tower_cells:
        return None
    return f"no tower is on {cell}: they are on {' '.join(position.towers)}"
