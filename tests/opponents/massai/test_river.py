"""The light states play by the same rules as the engine."""

from __future__ import annotations

from random import Random

import pytest

from engines.massai.actions import PASS, PLAYERS, Attack, GamePhase, Guard
from engines.massai.game import Massai, MassaiPosition
from engines.massai.huts import CELLS, ROWS
from opponents.massai.river import River, Stage
from opponents.simple import at_random

MOST_PLIES = 300


@pytest.mark.parametrize("all_fifteen", [False, True])
@pytest.mark.parametrize("orthogonal", [False, True])
def test_games_at_random_go_as_by_the_engine(orthogonal: bool, all_fifteen: bool) -> None:
    for seed in range(12):
        ended = _played(Random(seed), orthogonal, all_fifteen)
        assert not all_fifteen or ended


def _played(random: Random, orthogonal: bool, all_fifteen: bool) -> bool:
    """Plays one game by both and compares after every turn; whether it came to an end."""
    position = _set_up(random, orthogonal, all_fifteen)
    river = River((0, 0), 0, Stage.SETUP, orthogonal, all_fifteen).begun(*position.huts)
    for _ply in range(MOST_PLIES):
        _compare(river, position)
        if position.outcome() is not None:
            return True
        position, river = _turn(position, river, random)
    return False


def _set_up(random: Random, orthogonal: bool, all_fifteen: bool) -> MassaiPosition:
    options = {"orthogonal": orthogonal, "all_fifteen": all_fifteen}
    position = Massai().start({"game": "massai", "options": options})
    for player in PLAYERS:
        position, _events = position.after(at_random(position, player, random))
    return position


def _turn(position: MassaiPosition, river: River, random: Random) -> tuple[MassaiPosition, River]:
    seat = position.turn
    assert seat is not None
    action = at_random(position, seat, random)
    after, _events = position.after(action)
    if not isinstance(action, Attack):
        return after, river.after(action)
    assert river.announced().stage is Stage.GUARDS
    guard = at_random(after, PLAYERS[1 - after.mover], random)
    assert isinstance(guard, Guard)
    return after.after(guard)[0], river.announced().attacked(action.cell, bool(guard.cells & action.cell))


def _compare(river: River, position: MassaiPosition) -> None:
    assert (river.huts, river.mover) == (position.huts, position.mover)
    outcome = position.outcome()
    assert river.winner == (-1 if outcome is None else PLAYERS.index(outcome.winner or ""))
    if position.phase is GamePhase.TURN:
        assert river.stage is Stage.TURN
        assert river.position == position
        assert river.threatened == position.threatened()


@pytest.mark.parametrize("mover", [0, 1])
def test_the_one_who_acts_wins_when_both_chains_stand(mover: int) -> None:
    dark, light = (sum(CELLS[row + column] for row in ROWS) for column in "25")
    river = River((dark, light), mover, Stage.TURN, orthogonal=False, all_fifteen=False)
    assert river.after(PASS).winner == mover
