"""Bridges: the number is the true one, by brute force on small boards and by its properties on large ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from engines.forma.bridge_arms import Arms
from engines.forma.bridge_bounds import fewest, narrowed, whole_ground
from engines.forma.bridge_search import search
from engines.forma.bridge_sheet import Sheet, sheet_of
from engines.forma.bridges import BridgeCount, bridges
from engines.grid import CellGrid, Cells, each

BOARD = CellGrid(20, 20)
Square = tuple[int, int]
Chain = frozenset[Square]


@cache
def grid(columns: int, rows: int) -> CellGrid:
    return CellGrid(columns, rows)


def cells_of(board: CellGrid, squares: set[Square]) -> Cells:
    return sum(1 << y * board.stride + x for x, y in squares)


def drawn(picture: str) -> set[Square]:
    rows = picture.split()
    return {(x, y) for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row) if mark == "#"}


def random_squares(columns: int, rows: int, share: float, dice: random.Random) -> set[Square]:
    return {(x, y) for x in range(columns) for y in range(rows) if dice.random() < share}


class BruteForce:
    """All chains that break if a square is taken away, and the largest set of them that keeps the rule."""

    def __init__(self, columns: int, rows: int, squares: set[Square]) -> None:
        self.columns, self.rows, self.squares = columns, rows, squares

    def paths(self, path: tuple[Square, ...], axis: int, last: int) -> Iterator[Chain]:
        x, y = path[-1]
        if path[-1][axis] == last:
            yield frozenset(path)
            return
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if other in self.squares and other not in path:
                yield from self.paths((*path, other), axis, last)

    def chains(self, axis: int, last: int) -> list[Chain]:
        starts = [square for square in self.squares if square[axis] == 0]
        found = sorted({chain for start in starts for chain in self.paths((start,), axis, last)}, key=len)
        least: list[Chain] = []
        for chain in found:
            if not any(other <= chain for other in least):
                least.append(chain)
        return least

    def divisions(self) -> set[tuple[int, int]]:
        """All numbers of northward and eastward chains that there can be together, both being some."""
        chains, agree = self.agreeing()
        up = sum(way << i for i, (_, way) in enumerate(chains))
        found = set()
        waiting = [(0, (1 << len(chains)) - 1)]
        while waiting:
            taken, left = waiting.pop()
            found.add(((taken & up).bit_count(), (taken & ~up).bit_count()))
            while left:
                i = left.bit_length() - 1
                left ^= 1 << i
                waiting.append((taken | 1 << i, left & agree[i]))
        return {(up, along) for up, along in found if up and along}

    def number(self) -> int:
        chains, agree = self.agreeing()
        return self.largest((1 << len(chains)) - 1, agree, 0, 0)

    def agreeing(self) -> tuple[list[tuple[Chain, int]], list[int]]:
        """All chains with their ways, and with which others each keeps the rule."""
        chains = [(chain, 1) for chain in self.chains(1, self.rows - 1)]
        chains += [(chain, 0) for chain in self.chains(0, self.columns - 1)]
        agree = [0] * len(chains)
        for (i, (one, way)), (j, (other, other_way)) in combinations(enumerate(chains), 2):
            if len(one & other) == (way != other_way):
                agree[i] |= 1 << j
                agree[j] |= 1 << i
        return chains, agree

    def largest(self, candidates: int, agree: list[int], size: int, best: int) -> int:
        best = max(best, size)
        while candidates and size + candidates.bit_count() > best:
            i = candidates.bit_length() - 1
            candidates ^= 1 << i
            best = self.largest(candidates & agree[i], agree, size + 1, best)
        return best


def number_of(board: CellGrid, own: Cells) -> int:
    found = bridges(board, own, own, 0)
    assert found.is_exact
    return found.number


def test_all_boards_of_nine_cells_have_the_number_of_brute_force() -> None:
    places = [(x, y) for x in range(3) for y in range(3)]
    for pattern in range(1 << 9):
        squares = {place for bit, place in enumerate(places) if pattern >> bit & 1}
        assert number_of(grid(3, 3), cells_of(grid(3, 3), squares)) == BruteForce(3, 3, squares).number(), (
            squares
        )


@pytest.mark.parametrize("share", [0.6, 0.7, 0.8, 0.9])
@pytest.mark.parametrize(("columns", "rows", "boards"), [(4, 4, 150), (5, 4, 100), (5, 5, 50), (3, 6, 60)])
def test_random_boards_have_the_number_of_brute_force(
    columns: int, rows: int, boards: int, share: float
) -> None:
    dice = random.Random(f"{columns} {rows} {share}")
    board = grid(columns, rows)
    for _ in range(boards):
        squares = random_squares(columns, rows, share, dice)
        brute = BruteForce(columns, rows, squares).number()
        assert number_of(board, cells_of(board, squares)) == brute, squares


@pytest.mark.parametrize("share", [0.6, 0.7, 0.78])
def test_random_boards_of_six_by_six_have_the_number_of_brute_force(share: float) -> None:
    dice = random.Random(share)
    board = grid(6, 6)
    for _ in range(60):
        squares = random_squares(6, 6, share, dice)
        if len(squares) <= 27:
            brute = BruteForce(6, 6, squares).number()
            assert number_of(board, cells_of(board, squares)) == brute, squares


@pytest.mark.parametrize("share", [0.7, 0.8, 0.9])
def test_a_search_of_all_squares_finds_the_divisions_that_brute_force_finds(share: float) -> None:
    dice = random.Random(share)
    board = grid(4, 4)
    sheet = sheet_of(board)
    for _ in range(60):
        squares = random_squares(4, 4, share, dice)
        ground = whole_ground(sheet, cells_of(board, squares), 0)
        divisions = BruteForce(4, 4, squares).divisions()
        for aim in product(range(1, ground.up + 1), range(1, ground.along + 1)):
            result = search(sheet, replace(ground, aim=aim), 10**6)
            assert result.is_complete
            assert result.is_found == (aim in divisions), (squares, aim)


@pytest.mark.parametrize(
    ("picture", "number"),
    [
        (".#. .#. .#.", 1),
        ("... ### ...", 1),
        (".#. ### .#.", 2),
        ("#.. ##. .##", 1),
        ("### ### ###", 6),
        ("##. .#. .##", 1),
        ("#.#. #.#. #.#. #.#.", 2),
        (".#.. .### .#.. .#..", 1),
        # A corridor of two squares: both ways go through it, and no square of it lets them cross.
        (".#... .#... ####. ..### ..#.. ..#..", 1),
        (".#.... .#.... ###... .##### ..#... ..#...", 1),
        (".#..#. ###### .#..#. .#..#. ###### .#..#.", 4),
    ],
)
def test_pictures_have_their_number(picture: str, number: int) -> None:
    rows = picture.split()
    board = grid(len(rows[0]), len(rows))
    squares = drawn(picture)
    assert BruteForce(len(rows[0]), len(rows), squares).number() == number
    assert number_of(board, cells_of(board, squares)) == number


def test_chains_of_one_direction_are_as_many_as_the_fewest_squares_on_a_walk_across() -> None:
    dice = random.Random(4)
    board = grid(5, 5)
    sheet = sheet_of(board)
    for _ in range(150):
        squares = random_squares(5, 5, 0.7, dice)
        brute = BruteForce(5, 5, squares)
        own = cells_of(board, squares)
        brute_up = brute.largest(*_only_apart(brute.chains(1, 4)), 0, 0)
        assert fewest(sheet, own, sheet.west, sheet.east) == brute_up


def _only_apart(chains: list[Chain]) -> tuple[int, list[int]]:
    agree = [sum(1 << j for j, other in enumerate(chains) if not one & other) for one in chains]
    return (1 << len(chains)) - 1, agree


def wide_board(dice: random.Random) -> Cells:
    """Some wavering strips from edge to edge, as players build them: most are easy, some are hard."""
    squares = set()
    for is_row in (False, True):
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(20)
            for step in range(20):
                for _ in range(dice.randint(1, 2)):
                    squares.add((step, place) if is_row else (place, step))
                    if dice.random() < 0.4:
                        place = min(19, max(0, place + dice.choice((-1, 1))))
                    squares.add((step, place) if is_row else (place, step))
    return cells_of(BOARD, squares)


def turned(own: Cells) -> Cells:
    """The board with rows and columns exchanged."""
    return sum(1 << (bit % 21) * 21 + bit // 21 for bit in (cell.bit_length() - 1 for cell in each(own)))


def mirrored(own: Cells) -> Cells:
    return sum(1 << (bit // 21) * 21 + 19 - bit % 21 for bit in (cell.bit_length() - 1 for cell in each(own)))


@pytest.mark.parametrize("seed", range(8))
def test_a_board_turned_or_mirrored_has_the_same_number(seed: int) -> None:
    own = wide_board(random.Random(seed))
    number = number_of(BOARD, own)
    assert number_of(BOARD, turned(own)) == number
    assert number_of(BOARD, mirrored(own)) == number


@pytest.mark.parametrize("seed", range(8))
def test_squares_added_one_by_one_lead_to_the_number_of_the_whole(seed: int) -> None:
    dice = random.Random(seed)
    squares = list(each(wide_board(dice)))
    dice.shuffle(squares)
    own = known = 0
    for square in squares:
        own |= square
        found = bridges(BOARD, own, square, known)
        assert found.is_exact
        assert found.number >= known
        known = found.number
    assert known == number_of(BOARD, own)


@pytest.mark.parametrize("seed", range(20))
def test_the_bound_of_two_walks_is_never_too_low(seed: int) -> None:
    own = wide_board(random.Random(seed))
    sheet = sheet_of(BOARD)
    whole = whole_ground(sheet, own, 0)
    assert whole.least <= number_of(BOARD, own) <= narrowed(sheet, whole).most <= whole.most


@pytest.mark.parametrize("seed", range(40))
def test_two_chains_cross_where_four_arms_reach_the_edges(seed: int) -> None:
    dice = random.Random(seed)
    board = grid(5, 5)
    sheet = sheet_of(board)
    squares = random_squares(5, 5, 0.65, dice)
    own = cells_of(board, squares)
    brute = BruteForce(5, 5, squares)
    up, along = brute.chains(1, 4), brute.chains(0, 4)
    shared = {next(iter(one & other)) for one in up for other in along if len(one & other) == 1}
    arms = Arms(sheet, own)
    crossings = sheet.crossings(sheet.northward(own), sheet.eastward(own))
    reaching = [cell for cell in each(own) if arms.reach_all_edges(cell)]
    assert all(cell & crossings for cell in reaching)
    assert {cells_of(board, {square}) for square in shared} == set(reaching)


def test_a_search_that_may_take_few_steps_says_that_its_number_is_a_lower_bound() -> None:
    dice = random.Random(1)
    cut_short = 0
    for _ in range(60):
        own = wide_board(dice)
        exact = bridges(BOARD, own, own, 0)
        short = bridges(BOARD, own, own, 0, steps=1)
        assert short.number <= exact.number
        assert short.number == exact.number or not short.is_exact
        cut_short += not short.is_exact
    assert cut_short


def test_a_search_cut_short_is_never_below_what_is_known() -> None:
    dice = random.Random(2)
    for _ in range(60):
        own = wide_board(dice)
        exact = bridges(BOARD, own, own, 0)
        assert bridges(BOARD, own, own, exact.number, steps=1).number == exact.number


def test_the_steps_alone_decide_what_is_found() -> None:
    own = cells_of(BOARD, random_squares(20, 20, 0.8, random.Random(3)))
    found = [bridges(BOARD, own, own, 0, steps=20_000) for _ in range(2)]
    assert found[0] == found[1]
    assert not found[0].is_exact


def test_the_steps_suffice_for_a_board_with_more_ways_than_can_be_tried() -> None:
    own = int(
        "0x3931ea8b0fc337fca233f3ff9c36f1f437bb23a3785575fb7f5b89afdae9"
        "2dc1ff329cfd9c2e13e0750b16fe10689bd553ee429d9",
        16,
    )
    assert bridges(BOARD, own, own, 0) == BridgeCount(4, is_exact=True)


def test_new_squares_that_reach_no_two_edges_change_nothing() -> None:
    column = sum(BOARD.cell[f"c{row}"] for row in range(1, 21))
    corner = BOARD.cell["t1"] | BOARD.cell["t2"]
    assert bridges(BOARD, column | corner, corner, 1) == BridgeCount(1, is_exact=True)
    assert bridges(BOARD, column, column, 0) == BridgeCount(1, is_exact=True)


def test_a_full_board_is_crossed_by_every_row_and_column() -> None:
    assert bridges(BOARD, BOARD.all, BOARD.all, 0, steps=10**7) == BridgeCount(40, is_exact=True)


def test_a_sheet_knows_its_edges() -> None:
    sheet: Sheet = sheet_of(grid(3, 2))
    edges = [sheet.south, sheet.north, sheet.west, sheet.east]
    assert [grid(3, 2).names_of(edge) for edge in edges] == [
        ("a1", "b1", "c1"),
        ("a2", "b2", "c2"),
        ("a1", "a2"),
        ("c1", "c2"),
    ]
