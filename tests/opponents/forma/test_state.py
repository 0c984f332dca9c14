"""The search's light state of Forma is the engine's position, in every game."""

from __future__ import annotations

from random import Random

import pytest

from engines.forma.board import BOARD
from engines.forma.position import FormaPosition
from engines.forma.side import BRIDGE_POINTS, Stage
from engines.grid import each
from opponents.forma.closings import TURNED, enclosing
from opponents.forma.state import State, state_of, targets
from tests.opponents.forma.games import cells, played, plies, started

BRIDGE = [
    "place a1 a2 a3 a4 a5",
    "place a6 a7 a8 a9 a10",
    "place a11 a12 a13 a14 b14",
    "place b15 b16 b17 b18 b19",
]


def assert_same(state: State, position: FormaPosition) -> int:
    """All but the bridges are the same, and there are no more of those; returns how many were missed."""
    expected = state_of(position)
    assert state.stage is expected.stage
    if state.stage is not Stage.OVER:
        assert state.mover == expected.mover
    assert (state.free, state.obstacles, state.tower) == (expected.free, expected.obstacles, expected.tower)
    missed = 0
    for stand, wanted in zip(state.players, expected.players, strict=True):
        assert stand.reserve == wanted.reserve
        assert (stand.elements, stand.markers) == (wanted.elements, wanted.markers)
        assert stand.withdrawn == wanted.withdrawn
        missed += wanted.points - stand.points
    assert missed >= 0
    assert missed % BRIDGE_POINTS == 0
    return missed // BRIDGE_POINTS


def test_the_state_follows_the_rules_action_by_action() -> None:
    missed = built = 0
    for seed in range(12):
        random = Random(seed)
        position = started(random, random.choice((2, 4)), random.choice(("corner", "side")))
        state = state_of(position)
        for before, action in plies(position, random):
            position, _ = before.after(action)
            state = state.after(action)
            more = assert_same(state, position)
            missed += more
            state = state_of(position) if more else state
        built += sum(side.bridges for side in position.sides)
    assert built > 10
    assert missed <= built // 5


def test_the_set_up_is_followed_too() -> None:
    texts = ["obstacle b1", "obstacle d1", "tower k10", "start"]
    state = state_of(played())
    for number, text in enumerate(texts):
        position = played(*texts[:number])
        action = next(action for action in position.legal() if str(action) == text)
        state = state.after(action)
        assert state == state_of(played(*texts[: number + 1]))


def test_a_second_misfit_ends_the_turn() -> None:
    position = played("tower k10", "start")
    state = state_of(position)
    for text, mover in [("withdraw 5F", 0), ("withdraw 5X", 1)]:
        action = next(action for action in position.legal() if str(action) == text)
        position, _ = position.after(action)
        state = state.after(action)
        assert state == state_of(position)
        assert state.mover == mover
    assert state.players[0].withdrawn == 10


def test_bridges_that_are_known_but_not_found_count_once() -> None:
    """Pieces on the board are never scored again when the search finds them later."""
    position = played("tower k10", "start", *BRIDGE[:1], "place t1", *BRIDGE[1:2], "place t3", *BRIDGE[2:3])
    state = state_of(position)
    stand = state.players[0]
    known = stand.bridges._replace(number=1)
    own = stand.elements | cells("b15 b16 b17 b18 b19 b20")
    assert stand.bridges.grown(own, cells("b20")).number == 1
    assert known.grown(own, cells("b20")).number == 1


@pytest.mark.parametrize("players", [2, 4])
def test_what_every_placement_would_enclose_is_found_at_once(players: int) -> None:
    random = Random(players)
    compared = 0
    for number, (position, _) in enumerate(plies(started(random, players, "side"), random)):
        if number % 20 != 10:
            continue
        state = state_of(position)
        lacking = targets(state)
        for turned in TURNED[number % 3 :: 3]:
            lowest = _fitting(turned.cells, state.free)
            found = enclosing(turned, lowest, lacking)
            for cell in each(lowest):
                enclosed = state.enclosed(turned.cells * cell)
                expected = min(3, (enclosed.cells | enclosed.obstacles).bit_count())
                assert sum(1 for board in found if board & cell) == expected
                compared += expected
    assert compared > 100


def _fitting(element: int, free: int) -> int:
    return sum(cell for cell in each(BOARD.all) if not element * cell & ~free)
