"""Matrix games of two opposed sides, and their optimal mixed strategies.

Regret matching: both sides play against each other repeatedly, and choose in proportion to their regrets so
far. The average of the choices converges to a strategy that cannot be exploited (Hart and Mas-Colell 2000).
Regrets are kept from falling below zero and later rounds count for more, which makes it much faster (Tammelin
2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from random import Random

Mixture = list[float]
"""The probability of each choice; adds up to 1."""

_CURIOSITY = 0.25
"""How often a side chooses at random, so that every choice gets explored."""

_LAST_ROUNDS = 300
"""The rounds for the final answer. What can be won against it is then about a thousandth, far less than the
payoffs are in doubt, and an answer is not held up."""

_FIRST_ROUNDS = 8
"""The simulated rounds before the first cell is explored, if there are guesses."""


class MatrixGame:
    """A matrix game that is learned while it is played: an outcome pays the mean of its results.

    `outcomes` gives equivalent cells the same number, row by row, from 0 on; without it each cell is an
    outcome of its own. `guesses` are the values of unexplored outcomes. Payoffs are the row side's, from 0 to
    1; the column side gets the rest.
    """

    __slots__ = (
        "_cells", "_column_regrets", "_column_sums", "_lines", "_outcomes", "_payoffs", "_proven", "_round",
        "_row_regrets", "_row_sums", "_told",
    )  # fmt: skip

    def __init__(
        self,
        rows: int,
        columns: int,
        guess: float,
        outcomes: Sequence[int] = (),
        guesses: Sequence[float] = (),
    ) -> None:
        self._outcomes = outcomes or range(rows * columns)
        self._cells: list[list[tuple[int, int]]] = [
            [] for _outcome in range(max(len(guesses), 1 + max(self._outcomes)))
        ]
        for cell, outcome in enumerate(self._outcomes):
            self._cells[outcome].append(divmod(cell, columns))
        self._payoffs = [[guess] * columns for _row in range(rows)]
        self._lines = [[guess] * rows for _column in range(columns)]
        """The payoffs, column by column."""
        self._told = [0] * len(self._cells)
        self._proven: set[int] = set()
        self._row_regrets = [0.0] * rows
        self._column_regrets = [0.0] * columns
        self._row_sums = [0.0] * rows
        self._column_sums = [0.0] * columns
        self._round = 0
        for outcome, payoff in enumerate(guesses):
            self._set(outcome, payoff)
        for _round in range(_FIRST_ROUNDS if guesses else 0):
            self._play()

    def pick(self, random: Random) -> int:
        """The next outcome to explore: mostly the two sides' choice, sometimes a random one."""
        row = _drawn(self._row_regrets, random)
        column = _drawn(self._column_regrets, random)
        return self._outcomes[row * len(self._column_regrets) + column]

    def pair(self, outcome: int) -> tuple[int, int]:
        """A row and a column with this outcome."""
        return self._cells[outcome][0]

    @property
    def size(self) -> int:
        """The number of outcomes."""
        return len(self._cells)

    def learn(self, outcome: int, payoff: float, is_proven: bool = False) -> float:
        """Record one result of an outcome, or the proven one, and return the row side's expected value of the
        game."""
        self._told[outcome] += 1
        if is_proven:
            self._proven.add(outcome)
        row, column = self._cells[outcome][0]
        before = self._payoffs[row][column]
        self._set(outcome, payoff if is_proven else before + (payoff - before) / self._told[outcome])
        return self._play()

    def proven(self) -> float | None:
        """The row side's result, if it is proven: 1.0 by a row that wins whatever the column, 0.0 by a column
        that wins whatever the row."""
        width = len(self._column_regrets)
        for payoff, lines, cells in (
            (
                1.0,
                self._payoffs,
                [self._outcomes[first : first + width] for first in range(0, len(self._outcomes), width)],
            ),
            (0.0, self._lines, [self._outcomes[first::width] for first in range(width)]),
        ):
            for line, outcomes in zip(lines, cells, strict=True):
                if all(one == payoff for one in line) and self._proven.issuperset(outcomes):
                    return payoff
        return None

    def _set(self, outcome: int, payoff: float) -> None:
        for row, column in self._cells[outcome]:
            self._payoffs[row][column] = self._lines[column][row] = payoff

    def expected(self, rows: Mixture, columns: Mixture) -> tuple[list[float], list[float]]:
        """The payoff of each row against the mixture of columns, and of each column against the mixture of
        rows."""
        by_row = [_product(line, columns) for line in self._payoffs]
        by_column = [_product(line, rows) for line in self._lines]
        return by_row, by_column

    def solved(self) -> tuple[Mixture, Mixture]:
        """The mixtures of rows and of columns for the present payoffs."""
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
        by_column = [-_product(line, rows) for line in self._lines]
        _regret(self._column_regrets, by_column, _product(columns, by_column))
        _add(self._row_sums, rows, self._round)
        _add(self._column_sums, columns, self._round)
        return value


def solved(payoffs: Sequence[Sequence[float]]) -> tuple[Mixture, Mixture]:
    """The probabilities of each row and each column, for known payoffs."""
    game = MatrixGame(len(payoffs), len(payoffs[0]), 0.0, guesses=[cell for line in payoffs for cell in line])
    for _round in range(_LAST_ROUNDS):
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
    total: float = sum(map(mul, some, others))
    return total


def _regret(regrets: list[float], payoffs: list[float], value: float) -> None:
    for place, payoff in enumerate(payoffs):
        regrets[place] = max(0.0, regrets[place] + payoff - value)


def _add(sums: list[float], mixture: Mixture, weight: int) -> None:
    for place, share in enumerate(mixture):
        sums[place] += weight * share
