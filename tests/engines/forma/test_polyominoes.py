"""The elements of Forma: their number, the shape of each letter, and the places where they fit."""

from __future__ import annotations

import random

import pytest

from engines.forma.polyominoes import (
    CODES,
    FAMILIES,
    SIZES,
    Fitter,
    Shape,
    code_of,
    free_polyominoes,
    orientations,
)
from engines.grid import CellGrid

PICTURES = {
    "1": "#",
    "2": "##",
    "3I": "###",
    "3L": "#. ##",
    "4I": "####",
    "4L": "#. #. ##",
    "4O": "## ##",
    "4S": ".## ##.",
    "4T": "### .#.",
    "5F": ".## ##. .#.",
    "5I": "#####",
    "5L": "#. #. #. ##",
    "5N": ".# .# ## #.",
    "5P": "## ## #.",
    "5T": "### .#. .#.",
    "5U": "#.# ###",
    "5V": "#.. #.. ###",
    "5W": "#.. ##. .##",
    "5X": ".#. ### .#.",
    "5Y": ".# ## .# .#",
    "5Z": "##. .#. .##",
}
COUNTED = {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
WAYS = {"1": 1, "2": 2, "3I": 2, "3L": 4, "4I": 2, "4L": 8, "4O": 1, "4S": 4, "4T": 4, "5F": 8, "5I": 2} | {
    "5L": 8, "5N": 8, "5P": 8, "5T": 4, "5U": 4, "5V": 4, "5W": 4, "5X": 1, "5Y": 8, "5Z": 4,
}  # fmt: skip


def drawn(picture: str) -> Shape:
    rows = picture.split()
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


@pytest.mark.parametrize("size", COUNTED)
def test_there_are_as_many_polyominoes_of_a_size_as_are_known(size: int) -> None:
    assert len(free_polyominoes(size)) == COUNTED[size]


@pytest.mark.parametrize("code", PICTURES)
def test_a_shape_has_its_letter_however_it_lies(code: str) -> None:
    family = orientations(drawn(PICTURES[code]))
    assert FAMILIES[code] == family
    assert {code_of(shape) for shape in family} == {code}
    assert len(family) == WAYS[code]


def test_the_elements_of_a_colour_have_ninety_squares() -> None:
    assert tuple(PICTURES) == CODES
    assert sum(SIZES) + SIZES[0] == 90
    assert len(SIZES) + 1 == 22


def test_all_orientations_are_ninety_one() -> None:
    assert len(Fitter(CellGrid(20, 20)).oriented) == 91


def slow_fits(
    columns: int, rows: int, free: set[tuple[int, int]], shape: Shape
) -> set[frozenset[tuple[int, int]]]:
    """The places where a shape fits, found by looking at every place of its box."""
    placed = set()
    for west in range(columns):
        for south in range(rows):
            cells = frozenset((x + west, y + south) for x, y in shape)
            if cells <= free:
                placed.add(cells)
    return placed


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [(20, 20), (7, 5), (3, 9)])
def test_fits_are_those_of_a_plain_search(size: tuple[int, int], seed: int) -> None:
    columns, rows = size
    dice = random.Random(seed)
    grid = CellGrid(columns, rows)
    fitter = Fitter(grid)
    places = {1 << y * grid.stride + x: (x, y) for y in range(rows) for x in range(columns)}
    free = {cell for cell in places if dice.random() < 0.3 + seed / 8}
    found: dict[str, set[frozenset[tuple[int, int]]]] = {code: set() for code in CODES}
    for one, lowest in zip(fitter.oriented, fitter.fits(sum(free)), strict=True):
        for cell in places:
            if cell & lowest:
                cells = one.cells * cell
                assert fitter.code_of(cells) == one.code
                found[CODES[one.code]].add(frozenset(place for bit, place in places.items() if bit & cells))
    free_places = {places[cell] for cell in free}
    for code, family in FAMILIES.items():
        slow = [slow_fits(columns, rows, free_places, shape) for shape in family]
        assert found[code] == set().union(*slow)


def test_cells_that_are_not_joined_are_no_element() -> None:
    grid = CellGrid(20, 20)
    fitter = Fitter(grid)
    for names in (
        ["a1", "c1"],
        ["a1", "b2"],
        ["t1", "a2"],
        ["t1", "a2", "b2"],
        ["a1", "a2", "a3", "a4", "b6"],
    ):
        assert fitter.code_of(sum(grid.cell[name] for name in names)) is None
    assert fitter.code_of(0) is None
