"""How a computer sets up Forma."""

from __future__ import annotations

import pytest

from engines.forma.actions import START, Obstacle, Place, Tower
from engines.forma.board import BOARD
from engines.forma.position import FormaPosition
from engines.grid import Cells
from opponents.forma.moves import moves
from opponents.forma.setup import PLANS, set_ups
from opponents.forma.state import State, state_of
from tests.opponents.forma.games import played


def set_up(position: FormaPosition, plan: int) -> FormaPosition:
    """The position before the start, the first obstacle being that of the plan."""
    choice = set_ups(state_of(position))[plan]
    while choice != START:
        position.check(choice)
        position, _ = position.after(choice)
        (choice,) = set_ups(state_of(position))
    return position


def placements(state: State) -> list[Cells]:
    """The squares of the placements that are looked at, the best first."""
    return [move.action.cells for move in moves(state) if isinstance(move.action, Place)]


@pytest.mark.parametrize("plan", range(len(PLANS)))
@pytest.mark.parametrize("contact", ["corner", "side"])
def test_the_first_element_encloses_three_cells(plan: int, contact: str) -> None:
    position, _ = set_up(played(contact=contact), plan).after(START)
    state = state_of(position)
    enclosed = state.enclosed(placements(state)[0])
    assert enclosed.cells.bit_count() == 3
    assert position.obstacles.bit_count() == 3


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_nothing_of_the_kind_is_left_to_the_next_player(plan: int) -> None:
    position, _ = set_up(played(), plan).after(START)
    state = state_of(position)
    state = state.after(Place(placements(state)[0]))
    assert max(state.enclosed(element).points for element in placements(state)) < 30


def test_where_someone_else_began_only_the_tower_is_added() -> None:
    position = played("obstacle c5", "obstacle k12")
    (tower,) = set_ups(state_of(position))
    assert isinstance(tower, Tower)
    position.check(tower)
    after, _ = position.after(tower)
    assert set_ups(state_of(after)) == [START]


def test_a_plan_that_was_begun_in_any_order_is_carried_on() -> None:
    (action,) = set_ups(state_of(played("obstacle d1", "obstacle f1")))
    assert action == Obstacle(BOARD.cell["b1"])
