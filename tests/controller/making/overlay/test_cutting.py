from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from controller.making.overlay.cutting import cut

LENGTHS = st.floats(1, 2000)
ROOMS = st.floats(100, 400)
OVERLAPS = st.floats(0, 30)


def test_what_fits_is_not_cut() -> None:
    assert cut(190.0, 190.0, 10.0, [[60.0]]).pieces == ((0.0, 190.0),)


def test_a_board_is_cut_along_its_cells_if_that_needs_no_more_pages() -> None:
    cells = [10.0 + 60 * i for i in range(9)]
    found = cut(500.0, 190.0, 10.0, [cells, [10.0 + 20 * i for i in range(25)]])
    assert found.pieces == ((0.0, 130.0), (130.0, 310.0), (310.0, 500.0))
    assert found.grade == 0


def test_where_cells_would_need_another_page_it_is_cut_between_sites() -> None:
    found = cut(500.0, 260.0, 10.0, [[220.0, 440.0], [210.0, 230.0, 250.0]])
    assert found.pieces == ((0.0, 250.0), (250.0, 500.0))
    assert found.grade == 1


def test_where_no_seam_will_do_the_pieces_are_equal() -> None:
    found = cut(500.0, 260.0, 10.0, [[100.0]])
    assert found.pieces == ((0.0, 250.0), (250.0, 500.0))
    assert found.grade == 1


@given(LENGTHS, ROOMS, OVERLAPS, st.lists(st.floats(1, 2000)))
def test_pieces_follow_one_another_and_each_has_room_with_its_overlap(
    length: float, room: float, overlap: float, seams: list[float]
) -> None:
    pieces = cut(length, room, overlap, [seams]).pieces
    assert pieces[0][0] == 0.0
    assert pieces[-1][1] == length
    assert all(one[1] == other[0] for one, other in pairwise(pieces))
    assert all(end - start + overlap <= room + 1e-5 for start, end in pieces[:-1])
    assert pieces[-1][1] - pieces[-1][0] <= room + 1e-5


@given(LENGTHS, ROOMS, OVERLAPS, st.lists(st.floats(1, 2000)))
def test_seams_never_cost_a_page(length: float, room: float, overlap: float, seams: list[float]) -> None:
    assert len(cut(length, room, overlap, [seams]).pieces) == len(cut(length, room, overlap, []).pieces)
