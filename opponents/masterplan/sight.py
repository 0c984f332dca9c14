"""The foreseeable future of a city of Masterplan: cells that may get parks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.grid import Cells
from engines.masterplan.board import BOARD

_N = BOARD.stride
_LINES = (1, _N - 1, _N, _N + 1)
"""Steps along a row, a column and the two diagonals, in bits."""

_WINDOWS = ((0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5))
"""The other three cells of every four in a row with a cell, as indices into its line."""


class Prospects(NamedTuple):
    """Free cells by how near they are to being claimed.

    `hot`: one house completes a line of four with them, so that they need a park. Of the others `warm`: two
    houses do so; `warmer`: in more than one line.
    """

    hot: Cells
    warm: Cells
    warmer: Cells


@lru_cache(maxsize=1 << 14)
def prospects(houses: Cells, free: Cells) -> Prospects:
    """The prospects with these houses and free cells."""
    hot = warm = warmer = 0
    for step in _LINES:
        line = [(houses << step * n, free << step * n) for n in (3, 2, 1)]
        line += [(houses >> step * n, free >> step * n) for n in (1, 2, 3)]
        for one, two, three in _WINDOWS:
            (a, free_a), (b, free_b), (c, free_c) = line[one], line[two], line[three]
            hot |= a & (b & free_c | c & free_b) | b & c & free_a
            by_two = free_a & (free_b & c | free_c & b) | free_b & free_c & a
            warmer |= warm & by_two
            warm |= by_two
    hot &= free
    warm &= free & ~hot
    return Prospects(hot, warm, warmer & warm)
