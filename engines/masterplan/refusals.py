"""Why Masterplan refuses an action, in words for players.

Rules: docs/rules/masterplan.md. A reason about the cell comes before one about the turn, because it is more
helpful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.grid import Cells
from engines.masterplan.board import BOARD, PLAYERS, TOWERS, claims, row_through, square_through
from engines.masterplan.notation import Done, House, MasterplanAction, Park, Take, Tower
from texts import _, joined, listed

if TYPE_CHECKING:
    from engines.masterplan.position import MasterplanPosition

_ROWS = {
    4: _("a row of four"),
    5: _("a row of five"),
    6: _("a row of six"),
    7: _("a row of seven"),
}
_HOUSES = {"white": _("a white house"), "yellow": _("a yellow house")}


def refusal(position: MasterplanPosition, action: MasterplanAction) -> str | None:
    """The rule that forbids the action here, or `None`."""
    outcome = position.outcome()
    if outcome:
        return outcome.refusal
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
        return _("{cell} is taken: a park is there", cell=cell)
    if here & position.tower_cells:
        return _("{cell} is taken: a tower is there", cell=cell)
    if here & position.house_cells:
        player = next(house.player for house in position.houses if house.cell == cell)
        return _("{cell} is taken: {house} is there", cell=cell, house=_HOUSES[player])
    return None


def _claimed(position: MasterplanPosition, cell: str) -> str | None:
    if position.is_scoring_towers or BOARD.cell[cell] & position.ground.free:
        return None
    houses = position.house_cells
    if not BOARD.cell[cell] & claims(houses).rows:
        return _(
            "{cell} needs a tower: a house there would fill the square with {square}",
            cell=cell,
            square=_square(houses, cell),
        )
    if BOARD.cell[cell] & position.ground.towers:
        return _(
            "{cell} needs a park or a tower: "
            "a house there would make {row} and fill the square with {square}",
            cell=cell,
            row=_row(houses, cell),
            square=_square(houses, cell),
        )
    return _("{cell} needs a park: a house there would make {row}", cell=cell, row=_row(houses, cell))


def _row(houses: Cells, cell: str) -> str:
    """The row that a house on a cell would make."""
    row = row_through(houses, cell)
    return _("{row} ({cells})", row=_ROWS[len(row)], cells=" ".join(row))


def _square(houses: Cells, cell: str) -> str:
    """The houses that would make a square with a house on a cell."""
    return " ".join(square_through(houses, cell))


def _no_house_now(position: MasterplanPosition) -> str | None:
    if position.may_build:
        return None
    if position.is_scoring_towers:
        standing = " ".join(position.towers)
        return _("the houses are done: now the towers are taken off ({cells})", cells=standing)
    if position.options.assist:
        return _(
            "{player} must finish the turn first: {pieces}",
            player=position.turn,
            pieces=joined(", ", _missing(position)),
        )
    return _("no house is left: place what is missing, or say done")


def _missing(position: MasterplanPosition) -> list[str]:
    """The required pieces, as in `need`."""
    parks: list[str] = [_("park {cell}", cell=cell) for cell in position.required_parks]
    return sorted([*parks, *(_("tower {cell}", cell=cell) for cell in position.required_towers)])


def _too_late(position: MasterplanPosition) -> str | None:
    if position.is_closed:
        return _("nothing more is placed once a tower has been taken off")
    return None


def _no_park(position: MasterplanPosition, cell: str) -> str | None:
    if BOARD.cell[cell] & position.ground.parks:
        return None
    if BOARD.cell[cell] & position.ground.towers:
        return _(
            "{cell} needs a tower, not a park: a house there would fill the square with {square}",
            cell=cell,
            square=_square(position.house_cells, cell),
        )
    return _("{cell} needs no park: a house there would make no row of four", cell=cell)


def _no_tower(position: MasterplanPosition, cell: str) -> str | None:
    if BOARD.cell[cell] & position.ground.towers:
        return None
    if BOARD.cell[cell] & position.ground.parks:
        houses = position.house_cells
        row = _row(houses, cell)
        if BOARD.cell[cell] & claims(houses).squares:
            return _(
                "{cell} needs a park, not a tower: "
                "a house there would make {row}, and rows come before squares",
                cell=cell,
                row=row,
            )
        return _("{cell} needs a park, not a tower: a house there would make {row}", cell=cell, row=row)
    if not position.towers_left:
        return _("no tower is left: all {number} are placed, and squares may be filled now", number=TOWERS)
    return _("{cell} needs no tower: a house there would fill no square", cell=cell)


def _not_done(position: MasterplanPosition) -> str | None:
    if position.may_end_turn:
        return None
    if position.options.assist:
        return _("done is only for games with assist off: here a turn ends when nothing is missing")
    if position.is_scoring_towers:
        return _("the last turn has ended: now the towers are taken off")
    return _("{player} must place a house before the turn can end", player=position.turn)


def _no_take(position: MasterplanPosition, cell: str) -> str | None:
    if not position.is_scoring_towers:
        hand = position.hand
        left = listed([_("{player} has {number}", player=player, number=hand[player]) for player in PLAYERS])
        return _("towers are taken off when no houses are left: {left}", left=left)
    if BOARD.cell[cell] & position.tower_cells:
        return None
    return _("no tower is on {cell}: they are on {cells}", cell=cell, cells=" ".join(position.towers))
