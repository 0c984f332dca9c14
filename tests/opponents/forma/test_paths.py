"""How far bridges of Forma are, and what shuts them out."""

from __future__ import annotations

import pytest

from engines.forma.board import BOARD
from engines.grid import Cells
from opponents.forma.paths import Bridges, PathGround, Way, bridges_of
from tests.opponents.forma.games import cells

NORTHWARD, EASTWARD = 0, 1


def column(letter: str, rows: range) -> Cells:
    return cells(" ".join(f"{letter}{row}" for row in rows))


def row(number: int, letters: str) -> Cells:
    return cells(" ".join(f"{letter}{number}" for letter in letters))


ALL_ROWS = range(1, 21)
ALL_LETTERS = "abcdefghijklmnopqrst"


def ground(own: Cells, others: Cells, axis: int, known: int = 0) -> PathGround:
    return bridges_of(own, known).grounds(own, BOARD.all & ~own & ~others)[axis]


def missing(ground: PathGround) -> int:
    return len(ground.chain()) - 1


def wall(ground: PathGround) -> int:
    return len(ground.wall()) - 1


@pytest.mark.parametrize("axis", [NORTHWARD, EASTWARD])
def test_on_the_bare_board_both_a_bridge_and_a_wall_lack_a_whole_row(axis: int) -> None:
    bare = ground(0, 0, axis)
    assert missing(bare) == 20
    assert wall(bare) == 20


def test_own_squares_shorten_the_way_only_along_it() -> None:
    own = column("c", range(4, 10))
    assert missing(ground(own, 0, NORTHWARD)) == 14
    assert missing(ground(own, 0, EASTWARD)) == 19


def test_others_squares_are_gone_round() -> None:
    own = column("c", range(1, 20))
    assert missing(ground(own, cells("c20"), NORTHWARD)) == 2
    assert missing(ground(own, cells("b20 c20 d20"), NORTHWARD)) == 3


def test_a_wall_may_step_over_a_corner_and_a_bridge_may_not() -> None:
    others = row(7, ALL_LETTERS[:10]) | row(8, ALL_LETTERS[10:])
    assert ground(0, others, NORTHWARD).chain() == ()
    assert wall(ground(0, others, NORTHWARD)) == 0
    gap = others & ~cells("e7")
    assert missing(ground(0, gap, NORTHWARD)) == 20
    assert wall(ground(0, gap, NORTHWARD)) == 1


def test_the_next_bridge_uses_no_square_of_the_last() -> None:
    own = column("c", ALL_ROWS) | column("d", range(1, 6))
    beside = ground(own, 0, NORTHWARD, known=1)
    assert missing(beside) == 15


def test_a_bridge_crosses_others_where_they_go_straight_on() -> None:
    own = column("c", ALL_ROWS) | column("d", ALL_ROWS) | cells("a5 b5 e5")
    assert missing(ground(own, 0, EASTWARD, known=2)) == 15
    bent = column("c", range(1, 6)) | column("d", range(5, 21)) | row(5, "abefghijklmnopqrst")
    others = BOARD.all & ~bent
    assert missing(ground(bent & ~cells("t5"), others & ~cells("t5"), EASTWARD)) == 1
    assert ground(bent & ~cells("t5"), others & ~cells("t5"), EASTWARD, known=1).chain() == ()


@pytest.mark.parametrize("edge", ["a", "t"])
def test_a_bridge_may_begin_or_end_on_the_square_it_crosses(edge: str) -> None:
    own = column(edge, ALL_ROWS)
    assert missing(ground(own, 0, EASTWARD, known=1)) == 19


def test_grown_bridges_are_those_that_the_whole_board_has() -> None:
    own = column("c", range(1, 20)) | row(5, "abdefghijklmnopqrst")
    bridges = Bridges().grown(own, row(5, "st"))
    assert (bridges.number, bridges.northward, bridges.eastward) == (1, 0, row(5, ALL_LETTERS))
    own |= cells("c20")
    bridges = bridges.grown(own, cells("c20"))
    assert bridges.number == 2
    assert bridges.northward == column("c", ALL_ROWS)
    assert bridges.eastward == row(5, ALL_LETTERS) & ~cells("c5")


def test_a_piece_on_the_way_shortens_it_by_what_it_covers_along_it() -> None:
    own = column("c", range(1, 11))
    there = ground(own, 0, NORTHWARD)
    way = Way(there.chain(), there.chain_back())
    assert way.missing == 10
    assert way.missing_with(column("c", range(11, 16))) == 5
    assert way.missing_with(row(11, "cdefg")) == 9
    assert way.missing_with(row(15, "opqrs")) == 10
    assert way.corridor() & ~own == column("c", range(11, 21))
