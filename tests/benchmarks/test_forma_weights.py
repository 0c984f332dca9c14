"""The fit of Forma's evaluation: what a game says, and that the fit finds what there is."""

from __future__ import annotations

from math import exp

import pytest

from benchmarks.forma_weights import Lead, Row, fitted, logistic, played, seen, solved, surprise
from engines.forma.side import Stage
from opponents.forma.weights import WEIGHTS


def test_the_fit_finds_how_chances_depend_on_their_terms() -> None:
    rows = [
        Row((1.0, term), 1000, 1000 / (1 + exp(1 - 0.5 * term))) for term in (-2.0, -1.0, 0.0, 1.0, 3.0, 4.0)
    ]
    assert logistic(rows, [0.0, 0.0]) == pytest.approx([-1.0, 0.5], abs=0.01)


def test_weights_of_which_nothing_is_known_stay() -> None:
    assert logistic([Row((1.0, 0.0), 10, 5.0)], [0.0, -1.0])[1] == -1.0


def test_equations_are_solved() -> None:
    assert solved([[4.0, 0.0], [2.0, 3.0]], [8.0, 7.0]) == pytest.approx([1.25, 1.5])


def test_a_small_doubt_is_surprised_by_who_was_behind() -> None:
    leads = [Lead(20.0, 0, 1.0), Lead(-20.0, 0, 1.0)]
    assert surprise(leads, 5.0, 0.0) > surprise(leads, 50.0, 0.0)


def test_a_game_says_what_came_of_its_elements() -> None:
    turns = list(played(1, 4))
    game = seen(turns)
    assert len(game.leads) == sum(state.stage is Stage.TURN for state, _action in turns)
    assert len({lead.came for lead in game.leads}) == 1
    assert all(0 <= row.came <= row.met for row in (*game.placed, *game.bridges))
    assert 0 < sum(row.came for row in game.placed) < sum(row.met for row in game.placed)
    assert max(game.enclosed) >= 10
    found = fitted([game])
    assert {name: found[name].keys() for name in ("bridge", "placed", "doubt")} == {
        name: WEIGHTS[name].keys() for name in ("bridge", "placed", "doubt")
    }
