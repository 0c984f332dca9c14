"""Chains of huts from bank to bank."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.massai.huts import (
    BANK,
    BOARD,
    CELLS,
    OPPOSITE_BANK,
    ROWS,
    Touching,
    by_side,
    by_side_or_corner,
    chain,
    joins_banks,
    names,
    split,
)

either = pytest.mark.parametrize("touching", [by_side, by_side_or_corner])
sets = st.lists(st.sampled_from(list(CELLS.values())), min_size=8, max_size=48).map(
    lambda some: sum(set(some))
)


@either
@given(cells=sets)
def test_there_is_a_chain_where_the_banks_are_joined_and_it_is_part_of_the_set(
    touching: Touching, cells: int
) -> None:
    found = chain(cells, touching)
    assert bool(found) == joins_banks(cells, touching)
    assert found & ~cells == 0
    if found:
        assert joins_banks(found, touching)


@either
@given(cells=sets)
def test_a_chain_without_one_of_its_huts_is_none(touching: Touching, cells: int) -> None:
    found = chain(cells, touching)
    assert [cell for cell in split(found) if joins_banks(found & ~cell, touching)] == []


DETOUR = ("a1", "b1", "c1", "d1", "d2", "d3", "e3", "f3", "g3", "h3", "e2", "f1", "g1", "h1")


def test_the_chain_is_a_shortest_one() -> None:
    detour = sum(CELLS[name] for name in DETOUR)
    assert names(chain(detour, by_side_or_corner)) == ["a1", "b1", "c1", "d1", "e2", "f1", "g1", "h1"]
    assert names(chain(BOARD, by_side)) == [f"{row}1" for row in ROWS]


def test_where_no_bank_is_reached_there_is_no_chain() -> None:
    assert chain(BOARD & ~BANK, by_side_or_corner) == chain(BOARD & ~OPPOSITE_BANK, by_side_or_corner) == 0
