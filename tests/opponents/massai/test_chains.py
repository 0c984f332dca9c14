"""How far a side is from joining its banks, on boards drawn by hand and at random."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engines.massai.huts import (
    BANK,
    BOARD,
    CELLS,
    OPPOSITE_BANK,
    by_side,
    by_side_or_corner,
    joins_banks,
    names,
    split,
)
from opponents.massai.chains import BLOCKED, Chains, chains


def cells(text: str) -> int:
    return sum(CELLS[name] for name in text.split())


def scattered(random: Random, number: int) -> tuple[int, int]:
    """This many huts of each side on different cells."""
    some = random.sample(list(split(BOARD)), 2 * number)
    return sum(some[:number]), sum(some[number:])


def test_an_empty_river_lacks_a_hut_a_row() -> None:
    assert chains(0, 0, orthogonal=False) == Chains(8, BOARD, 6, 0)


def test_a_column_that_lacks_one_hut_lacks_that_hut() -> None:
    own = cells("a3 b3 c3 d3 e3 g3 h3")
    assert chains(own, 0, orthogonal=True) == Chains(1, cells("f3"), 1, cells("f3"))
    assert chains(own, 0, orthogonal=False) == Chains(1, cells("f2 f3 f4"), 3, 0)


def test_a_chain_that_stands_lacks_nothing() -> None:
    own = cells("a3 b4 c3 d3 e3 f3 g2 h3")
    assert chains(own, 0, orthogonal=False) == Chains(0, 0, 0, 0)
    assert chains(own, 0, orthogonal=True).missing == 2


def test_a_full_row_of_the_other_closes_all_ways() -> None:
    assert chains(cells("a1 b1"), cells("e1 e2 e3 e4 e5 e6"), orthogonal=False).missing == BLOCKED


def test_a_gap_in_the_row_of_the_other_is_the_narrowest() -> None:
    found = chains(cells("a6 b6 c6 d6"), cells("e1 e2 e3 e4 e5"), orthogonal=False)
    assert (found.missing, found.narrowest) == (4, 1)
    assert found.links & cells("e1 e2 e3 e4 e5 e6") == cells("e6")


def test_a_way_around_is_found_when_it_turns_back() -> None:
    other = cells("c1 c2 c3 c4 c5 e2 e3 e4 e5 e6")
    found = chains(cells("a1 b1"), other, orthogonal=True)
    assert found.missing == 13
    assert found.links & cells("d1 d2 d3 d4 d5 d6") == cells("d1 d2 d3 d4 d5 d6")


@pytest.mark.parametrize("orthogonal", [False, True])
def test_building_the_links_joins_the_banks_and_fewer_huts_never_do(orthogonal: bool) -> None:
    touching = by_side if orthogonal else by_side_or_corner
    random = Random(4)
    for _board in range(300):
        own, other = scattered(random, 12)
        counts = [chains(own, other, orthogonal).missing]
        while 0 < counts[-1] < BLOCKED:
            own |= random.choice(list(split(chains(own, other, orthogonal).links)))
            counts.append(chains(own, other, orthogonal).missing)
        assert all(one == other_one + 1 for one, other_one in pairwise(counts))
        assert joins_banks(own, touching) == (counts[-1] == 0)


@pytest.mark.parametrize("orthogonal", [False, True])
def test_no_cell_but_a_link_brings_the_banks_nearer(orthogonal: bool) -> None:
    random = Random(5)
    for _board in range(60):
        own, other = scattered(random, 11)
        before = chains(own, other, orthogonal)
        nearer = [
            cell
            for cell in split(BOARD & ~(own | other))
            if chains(own | cell, other, orthogonal).missing < before.missing
        ]
        assert sum(nearer) == before.links
        assert names(before.links) == sorted(names(before.links))


def test_the_banks_are_no_ends_for_the_wrong_side() -> None:
    """A chain is joined at both banks, whoever's side it is."""
    assert chains(BANK, 0, orthogonal=False).missing == 7
    assert chains(OPPOSITE_BANK, 0, orthogonal=False).missing == 7
