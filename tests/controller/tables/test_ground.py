"""Pieces beside a game's printed board are no part of the game."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games import tables_for
from controller.tables.table import GameTable
from hardware.ports import Grid

LARGE = Grid(26, 26)
COUNTS = {"masterplan": 24 * 24, "forma": 20 * 20, "massai": 24 * 18, "cites": 24 * 24 + 4}


def table_of(name: str) -> GameTable[Any, Any]:
    return tables_for(LARGE, 3, pads=4)[name]


@pytest.mark.parametrize(("name", "count"), COUNTS.items(), ids=COUNTS.keys())
def test_the_printed_board_is_its_cells_and_pads(name: str, count: int) -> None:
    assert table_of(name).ground.bit_count() == count


@pytest.mark.parametrize("name", COUNTS)
def test_a_piece_beside_it_differs_from_nothing(name: str) -> None:
    table = table_of(name)
    start = table.game.start(table.header({option.name: option.values[0][0] for option in table.options}))
    beside = 1 << LARGE.site(25, 25)
    assert not table.ground & beside
    assert table.differing(start, table.closed(start) | beside) == 0
