"""The choices of Massaï on the screen, by cells of the board picture and behind a cover: the first huts, the
attacked hut, the guards."""

from __future__ import annotations

from collections.abc import Sequence

from controller.model.view import Choice, cell_of
from controller.tables.choosing import Selection
from engines.massai.actions import (
    ATTACKS,
    MARKS,
    PLAYERS,
    Attack,
    GamePhase,
    Guard,
    MassaiAction,
    Setup,
    guards_allowed,
)
from engines.massai.game import MassaiPosition
from engines.massai.huts import CELLS, COLUMNS, NAMES, ROWS, rows, split
from engines.massai.refusals import HALVES
from opponents.massai.setups import setups
from texts import _, _c, _n

ATTACK, GUARD, SETUP = "attack", "guard", "setup-"
"""The ids of the choices; a set-up's ends with its player."""

_ATTACKED = {
    "dark": _("Choose the dark hut that you attack."),
    "light": _("Choose the light hut that you attack."),
}


def column_row(cell: int) -> tuple[int, int]:
    """The place of a cell in the board picture: its row is a column there, because row a lies in the west."""
    name = NAMES[cell]
    return ROWS.index(name[0]), COLUMNS.index(name[1])


def cell_at(column: int, row: int) -> int:
    """The cell at a place of the board picture."""
    return CELLS[ROWS[column] + COLUMNS[row]]


def selections(position: MassaiPosition) -> tuple[Selection, ...]:
    """The optional and due choices of a position: in the set-up one for each player who has not chosen
    yet."""
    match position.phase:
        case GamePhase.SETUP:
            sides = zip(PLAYERS, position.marks or (), strict=True)
            return tuple(_setup_of(player, position) for player, marks in sides if not marks)
        case GamePhase.GUARDS:
            return (_guards_of(position),)
        case GamePhase.TURN if position.threatened():
            return (_attack_of(position),)
    return ()


def selected(selection: Selection, chosen: Sequence[str]) -> MassaiAction:
    """The action of a finished choice."""
    cells = sum(_cell(item) for item in chosen)
    if selection.id == ATTACK:
        return ATTACKS[cells]
    if selection.id == GUARD:
        return Guard(cells)
    return Setup(selection.id.removeprefix(SETUP), cells)


def selecting(position: MassaiPosition, action: MassaiAction) -> tuple[Selection, tuple[str, ...]] | None:
    """The choice, and the cells in it, of an action; `None` for one made by hand."""
    match action:
        case Setup(player, cells):
            wanted = SETUP + player
        case Attack(cells):
            wanted = ATTACK
        case Guard(cells):
            wanted = GUARD
        case _:
            return None
    items = tuple(_item(cell).id for cell in split(cells))
    return next(((one, items) for one in selections(position) if one.id == wanted), None)


def _setup_of(player: str, position: MassaiPosition) -> Selection:
    words = _(
        "Choose five cells for your first huts. "
        "Each must touch another of them, side by side or corner to corner."
    )
    if position.orthogonal:
        words = _("Choose five cells for your first huts. Each must touch another of them, side by side.")
    items = _items(rows(HALVES[player]))
    good = setups(player, position.orthogonal)
    examples = tuple(tuple(_item(cell).id for cell in split(setup.cells)) for setup in good)
    return Selection(SETUP + player, player, words, items, MARKS, MARKS, is_secret=True, examples=examples)


def _attack_of(position: MassaiPosition) -> Selection:
    other = PLAYERS[1 - position.mover]
    return Selection(
        ATTACK,
        PLAYERS[position.mover],
        _ATTACKED[other],
        _items(position.threatened()),
        least=1,
        most=1,
        is_secret=True,
        button=Choice(ATTACK, _c("action", "Attack")),
    )


def _guards_of(position: MassaiPosition) -> Selection:
    threatened = position.threatened()
    allowed = guards_allowed(threatened)
    words = _n(
        "One of your huts is attacked. Guard one hut, or none.",
        "One of your huts is attacked. Guard up to {number} huts, or none.",
        allowed,
    )
    defender = PLAYERS[1 - position.mover]
    return Selection(GUARD, defender, words, _items(threatened), least=0, most=allowed, is_secret=True)


def _items(cells: int) -> tuple[Choice, ...]:
    return tuple(map(_item, split(cells)))


def _item(cell: int) -> Choice:
    column, row = column_row(cell)
    return Choice(f"cell-{column},{row}", NAMES[cell])


def _cell(item: str) -> int:
    cell = cell_of(item)
    assert cell is not None
    return cell_at(*cell)
