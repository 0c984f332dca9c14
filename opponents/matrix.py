"""Matrix games of two sides with opposed interests, and how often to choose what in them.

Regret matching: both sides play against each other over and over, and each chooses in proportion to how much
it regrets not to have chosen otherwise so far. The choices' average converges to what cannot be exploited
(Hart and Mas-Colell 2000). Regrets are kept from falling below zero and later rounds count for more, which
makes it much quicker (Tammelin 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Mixture = list[float]
"""How probably each choice is to be made; adds up to 1."""

_CURIOSITY = 0.25
"""How often a side chooses blindly, so that no choice stays unknown."""

_LAST_STEPS = 200_000
"""How much work the last answer may take: rounds times cells."""


class MatrixGame:
    """A matrix game that is learned while it is played: what a cell pays is the mean of what was told of it.

    `guess` stands for the cells of which nothing was told yet. Payoffs are the row side's, from 0 to 1; the
    column side gets the rest.
    """

    __slots__ = (
        "_column_regrets",
        "_column_sums",
        "_payoffs",
        "_round",
        "_row_regrets",
        "_row_sums",
        "_told",
    )

    def __init__(self, rows: int, columns: int, guess: float) -> None:
        self._payoffs = [[guess] * columns for _row in range(rows)]
        self._told = [0] * (rows * columns)
        self._row_regrets = [0.0] * rows
        self._column_regrets = [0.0] * columns
        self._row_sums = [0.0] * rows
        self._column_sums = [0.0] * columns
        self._round = 0

    def pick(self, random: Random) -> int:
        """A cell worth a look, `row * columns + column`: what the two would choose, now and then another."""
        row = _drawn(self._row_regrets, random)
        return row * len(self._column_regrets) + _drawn(self._column_regrets, random)

    def learn(self, cell: int, payoff: float) -> float:
        """Takes in what a cell paid this time, and returns what the row side can expect of the whole game."""
        row, column = divmod(cell, len(self._column_regrets))
        self._told[cell] += 1
        line = self._payoffs[row]
        line[column] += (payoff - line[column]) / self._told[cell]
        return self._play()

    def expected(self, rows: Mixture, columns: Mixture) -> tuple[list[float], list[float]]:
        """What each row pays against the mixture of columns, and each column against the mixture of rows."""
        by_row = [_product(line, columns) for line in self._payoffs]
        by_column = [_product(line, rows) for line in zip(*self._payoffs, strict=True)]
        return by_row, by_column

    def solved(self) -> tuple[Mixture, Mixture]:
        """The mixtures of rows and of columns for the payoffs as they are known now."""
        return solved(self._payoffs)

    def _play(self) -> float:
        """One round of regret matching, the rows first."""
        self._round += 1
        columns = _shares(self._column_regrets)
        by_row = [_product(line, columns) for line in self._payoffs]
        before = _shares(self._row_regrets)
        value = _product(before, by_row)
        _regret(self._row_regrets, by_row, value)
        rows = _shares(self._row_regrets)
        by_column = [-_product(line, rows) for line in zip(*self._payoffs, strict=True)]
        _regret(self._column_regrets, by_column, _product(columns, by_column))
        _add(self._row_sums, rows, self._round)
        _add(self._column_sums, columns, self._round)
        return value


def solved(payoffs: Sequence[Sequence[float]]) -> tuple[Mixture, Mixture]:
    """How probably each row and each column is to be chosen, where all payoffs are known."""
    game = MatrixGame(len(payoffs), len(payoffs[0]), 0.0)
    game._payoffs = [list(line) for line in payoffs]
    for _round in range(max(50, min(2000, _LAST_STEPS // len(game._told)))):
        game._play()
    return _shares(game._row_sums), _shares(game._column_sums)


def drawn(mixture: Mixture, random: Random) -> int:
    """One choice, drawn by the mixture."""
    return random.choices(range(len(mixture)), mixture)[0]


def _drawn(regrets: list[float], random: Random) -> int:
    if random.random() >= _CURIOSITY and any(regrets):
        return random.choices(range(len(regrets)), regrets)[0]
    return random.randrange(len(regrets))


def _shares(weights: list[float]) -> Mixture:
    total = sum(weights)
    if total <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def _product(some: Sequence[float], others: Sequence[float]) -> float:
    return sum([one * other for one, other in zip(some, others, strict=True)])


def _regret(regrets: list[float], payoffs: list[float], value: float) -> None:
    for place, payoff in enumerate(payoffs):
        regrets[place] = max(0.0, regrets[place] + payoff - value)


def _add(sums: list[float], mixture: Mixture, weight: int) -> None:
    for place, share in enumerate(mixture):
        sums[place] += weight * share
