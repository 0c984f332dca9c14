"""Wins and losses at once, by the rules alone, and the opponent where there are any."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.blunders import judged, losses, positions, wins
from engines.massai.actions import PLAYERS
from engines.massai.game import MassaiPosition
from engines.massai.huts import CELLS


def massai(dark: str, light: str, mover: str) -> MassaiPosition:
    huts = [sum(CELLS[name] for name in side.split()) for side in (dark, light)]
    return MassaiPosition(False, False, (huts[0], huts[1]), None, PLAYERS.index(mover))


def test_a_win_is_the_hut_that_a_chain_lacks_and_no_attack() -> None:
    position = massai("a1 b1 c1 d1 e1 f1 g1", "g3 h3 h5", "dark")
    assert {str(action) for action in wins(position)} == {"build h1", "build h2"}


def test_a_loss_is_left_by_whatever_does_not_fill_the_only_gap() -> None:
    position = massai("a1 b1 c1 d1 e1 f1 h1", "h3 h2 g2 g3 f3", "light")
    by_name = {str(action): losses(position, action) for action in position.legal() or ()}
    assert by_name["build g1"] == [False]
    assert by_name["build g4"] == [True]
    assert by_name["attack f1"] == [False, True]


@pytest.mark.parametrize("game", ["massai", "forma"])
def test_no_win_is_missed_and_no_loss_left(game: str) -> None:
    found = [judged(position, 60) for position in islice(positions(game, 1), 30)]
    assert any(miss is not None for miss, _leave in found)
    assert not any(miss or leave for miss, leave in found)
