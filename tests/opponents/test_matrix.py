from __future__ import annotations

from random import Random

import pytest

from opponents.matrix import MatrixGame, drawn, solved

ROCK_PAPER_SCISSORS = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]


def test_rock_paper_scissors_is_played_evenly() -> None:
    rows, columns = solved(ROCK_PAPER_SCISSORS)
    assert rows == pytest.approx([1 / 3] * 3, abs=0.01)
    assert columns == pytest.approx([1 / 3] * 3, abs=0.01)


def test_what_pays_less_for_the_row_is_chosen_more_often_against_it() -> None:
    # Rows: 3 x = 1 - x, so the first row a quarter of the time; columns the other way round.
    rows, columns = solved([[0.75, 0.0], [0.0, 0.25]])
    assert rows == pytest.approx([0.25, 0.75], abs=0.01)
    assert columns == pytest.approx([0.25, 0.75], abs=0.01)


def test_a_choice_that_is_worse_against_everything_is_not_made() -> None:
    rows, columns = solved([[0.6, 0.7], [0.2, 0.3]])
    assert rows[1] < 0.01
    assert columns[1] < 0.01


def test_a_single_choice_is_certain() -> None:
    assert solved([[0.3]]) == ([1.0], [1.0])


def test_playing_finds_the_payoffs_and_what_the_game_is_worth() -> None:
    random = Random(1)
    game = MatrixGame(3, 3, 0.5)
    values = []
    for _turn in range(1500):
        cell = game.pick(random)
        values.append(game.learn(cell, ROCK_PAPER_SCISSORS[cell // 3][cell % 3]))
    rows, columns = game.solved()
    assert rows == pytest.approx([1 / 3] * 3, abs=0.01)
    assert columns == pytest.approx([1 / 3] * 3, abs=0.01)
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.02)
    by_row, by_column = game.expected(rows, columns)
    assert by_row == pytest.approx([0.5] * 3, abs=0.02)
    assert by_column == pytest.approx([0.5] * 3, abs=0.02)


def test_a_cell_pays_the_mean_of_what_was_reported_and_the_guess_does_not_count() -> None:
    game = MatrixGame(1, 1, 0.9)
    assert game.expected([1.0], [1.0])[0] == [0.9]
    game.learn(0, 0.2)
    game.learn(0, 0.4)
    assert game.expected([1.0], [1.0])[0] == pytest.approx([0.3])


def test_what_one_cell_pays_holds_for_all_of_its_outcome() -> None:
    game = MatrixGame(2, 2, 0.5, outcomes=(0, 1, 1, 0))
    game.learn(1, 0.8)
    assert [game.pair(outcome) for outcome in range(game.size)] == [(0, 0), (0, 1)]
    assert game.expected([1.0, 0.0], [0.0, 1.0]) == ([0.8, 0.5], [0.5, 0.8])
    assert game.expected([0.0, 1.0], [1.0, 0.0]) == ([0.5, 0.8], [0.8, 0.5])


def test_an_outcome_that_no_cell_has_may_be_guessed_at() -> None:
    game = MatrixGame(1, 2, 0.5, outcomes=(0, 2), guesses=(0.1, 0.9, 0.3, 0.9))
    assert game.expected([1.0], [0.5, 0.5]) == ([0.2], [0.1, 0.3])


def test_guesses_are_played_by_before_anything_was_reported() -> None:
    """The second row is better whatever the column, and the first column worse for it."""
    game = MatrixGame(2, 2, 0.5, guesses=(0.1, 0.2, 0.6, 0.9))
    picks = [game.pick(Random(seed)) for seed in range(100)]
    assert picks.count(2) > 60
    assert game.learn(2, 0.6) == pytest.approx(0.6, abs=0.03)


def test_choices_are_drawn_by_the_mixture() -> None:
    random = Random(3)
    draws = [drawn([0.2, 0.0, 0.8], random) for _draw in range(1000)]
    assert draws.count(0) == pytest.approx(200, abs=40)
    assert draws.count(1) == 0
