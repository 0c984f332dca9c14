"""Good set-ups of Massaï: a few forms, each also mirrored."""

from __future__ import annotations

from functools import cache

from engines.massai.actions import PLAYERS, Setup
from engines.massai.huts import CELLS, COLUMNS, ROWS

_FORMS = {
    False: (
        "a3 a4 b4 c3 d3",
        "a1 a3 b2 c3 d2",
        "a4 b3 c2 d2 d3",
        "a2 b3 b4 c4 d3",
        "a1 b1 c2 d3 d4",
        "a2 b1 b3 c2 d3",
    ),
    True: (
        "a2 a3 b3 c3 d3",
        "a2 b2 b3 c3 d3",
        "a3 b3 c3 d3 d4",
        "a4 b4 c4 c5 d4",
        "a5 b5 c5 d5 d6",
    ),
}
"""By whether only sides touch, from dark's bank. The first six did best of 150 against each other in games of
fast players: they join four rows, and no hut holds many others that an attack would remove."""

_BY_SIDE = {
    player: dict(zip(ROWS, rows, strict=True))
    for player, rows in zip(PLAYERS, (ROWS, ROWS[::-1]), strict=True)
}
_MIRRORED = dict(zip(COLUMNS, COLUMNS[::-1], strict=True))


@cache
def setups(player: str, orthogonal: bool) -> tuple[Setup, ...]:
    """The set-ups of one player: a half of them and then, in the same order, their mirror images."""
    rows = _BY_SIDE[player]
    cells = [[(rows[cell[0]], cell[1]) for cell in form.split()] for form in _FORMS[orthogonal]]
    mirrored = [[(row, _MIRRORED[column]) for row, column in form] for form in cells]
    return tuple(Setup(player, sum(CELLS[row + column] for row, column in form)) for form in cells + mirrored)
