from __future__ import annotations

import pytest

from engines.grid import CellGrid, each

BOARD = CellGrid(5, 3)


def test_cells_are_named_row_by_row_from_the_south_west() -> None:
    assert BOARD.names[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert BOARD.names_of(BOARD.all) == BOARD.names


@pytest.mark.parametrize(
    ("cell", "direction", "neighbour"),
    [("c2", "n", "c3"), ("c2", "ne", "d3"), ("c2", "se", "d1"), ("c2", "sw", "b1"), ("c2", "w", "b2")],
)
def test_a_step_leads_to_the_neighbour(cell: str, direction: str, neighbour: str) -> None:
    assert BOARD.step(BOARD.cell[cell], direction) == BOARD.cell[neighbour]


@pytest.mark.parametrize(
    ("cell", "direction"),
    [
        ("a1", "s"),
        ("a1", "w"),
        ("a1", "sw"),
        ("a2", "nw"),
        ("e1", "e"),
        ("e3", "ne"),
        ("e2", "se"),
        ("c3", "n"),
    ],
)
def test_a_step_over_the_edge_leads_nowhere(cell: str, direction: str) -> None:
    assert BOARD.step(BOARD.cell[cell], direction) == 0


def test_a_set_comes_apart_into_its_cells() -> None:
    cells = BOARD.cell["a1"] | BOARD.cell["e1"] | BOARD.cell["a2"]
    assert list(each(cells)) == [BOARD.cell["a1"], BOARD.cell["e1"], BOARD.cell["a2"]]


def test_rows_are_whole_and_make_up_the_board() -> None:
    assert [BOARD.names_of(row)[0] for row in BOARD.rows] == ["a1", "a2", "a3"]
    assert sum(BOARD.rows) == BOARD.all
