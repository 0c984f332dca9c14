"""The times of hands and of magnets, in plain milliseconds: half of one, or twice, would be another table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.clock import Clock
from controller.model.tracker import Tracker
from hardware.ports import Grid

GRID = Grid(6, 4)
A, B = 1 << GRID.site(0, 1), 1 << GRID.site(1, 1)
START = Tracker(GRID)


def toggled(*times_ms: int) -> Tracker:
    """A tracker that saw one site change at these times."""
    tracker = START
    for at_ms in times_ms:
        tracker = tracker.seen(tracker.closed ^ A, at_ms)
    return tracker


@pytest.mark.parametrize(("gone_ms", "is_hand"), [(1_080, False), (1_081, True)])
def test_a_change_that_is_undone_within_80_ms_was_no_hand(gone_ms: int, is_hand: bool) -> None:
    assert (toggled(1_000, gone_ms).moved_ms == gone_ms) is is_hand


@pytest.mark.parametrize(("closed_ms", "is_slid"), [(1_250, True), (1_251, False)])
def test_a_neighbour_that_closes_within_250_ms_was_reached_by_sliding(closed_ms: int, is_slid: bool) -> None:
    standing = Tracker(GRID, closed=A, settled=A)
    assert standing.seen(0, 1_000).seen(B, closed_ms).slid is is_slid


def test_a_piece_that_was_slid_rests_two_and_a_half_times_as_long() -> None:
    slid = Tracker(GRID, closed=A, settled=A).seen(0, 1_000).seen(B, 1_100)
    assert slid.rests_at_ms(600) == 1_100 + 1_500


def test_a_piece_that_was_slid_rests_as_others_do_once_it_has_been_judged() -> None:
    slid = Tracker(GRID, closed=A, settled=A).seen(0, 1_000).seen(B, 1_100).rested()
    later = slid.seen(0, 20_000)
    assert later.rests_at_ms(600) == 20_600


@pytest.mark.parametrize(
    ("times_ms", "is_weak"),
    [
        ((0, 400, 800, 1_200), True),
        ((0, 400, 800, 1_499), True),
        ((0, 400, 800, 1_500), False),
        ((0, 1_100, 2_200, 3_300, 4_400, 5_999), True),
        ((0, 1_100, 2_200, 3_300, 4_400, 6_000), False),
        ((0, 400, 459, 800), False),
        ((0, 400, 460, 800), True),
    ],
    ids=str,
)
def test_a_site_is_weak_that_changes_more_often_than_a_hand_would(
    times_ms: tuple[int, ...], is_weak: bool
) -> None:
    assert bool(toggled(*(10_000 + at for at in times_ms)).weak) is is_weak


WEAK = (10_000, 10_400, 10_800, 11_200)
"""Closed, open, closed, and open: a weak magnet."""


@pytest.mark.parametrize(("later_ms", "is_held"), [(499, True), (500, False)])
def test_a_weak_site_that_opens_counts_as_closed_for_half_a_second(later_ms: int, is_held: bool) -> None:
    weak = toggled(*WEAK)
    assert bool(weak.seen(weak.closed, WEAK[-1] + later_ms).board & A) is is_held


@pytest.mark.parametrize(("later_ms", "is_weak"), [(3_999, True), (4_000, False)])
def test_a_weak_site_is_believed_again_after_four_seconds(later_ms: int, is_weak: bool) -> None:
    weak = toggled(*WEAK)
    assert bool(weak.seen(weak.closed, WEAK[-1] + later_ms).weak & A) is is_weak


def test_a_weak_site_rests_for_seven_tenths_of_a_second_at_least() -> None:
    closed = toggled(*WEAK, 11_600)
    assert closed.rests_at_ms(100) == closed.since[GRID.site(0, 1)] + 700


def test_a_piece_waits_a_second_and_a_half_for_its_reader() -> None:
    read_too = replace(START, readers=A)
    assert read_too.seen(A, 1_000).rests_at_ms(600) == 2_500
    assert read_too.seen(A, 1_000).read(GRID.site(0, 1), "house white", 1_100).rests_at_ms(600) == 1_600


def test_a_broken_site_is_no_longer_weak_nor_held() -> None:
    masked = toggled(*WEAK).mask(A, 0, 11_300)
    assert (masked.weak, masked.held, masked.board) == (0, 0, 0)


def test_a_piece_that_only_its_reader_saw_stands_until_its_sensor_or_reader_says_otherwise() -> None:
    site = GRID.site(0, 1)
    unread = replace(START, readers=A).read(site, "house white", 1_000).rested().unread(2_000)
    assert (unread.kinds, unread.tagged, unread.board, unread.is_moving) == ({}, 0, A, False)
    assert unread.unread(2_100).board == A
    assert unread.seen(A, 3_000).seen(0, 4_000).board == 0
    assert unread.read(site, "house white", 3_000).reread(3_000).board == A
    gone = unread.reread(3_000)
    assert (gone.board, gone.since) == (0, {site: 3_000})
    assert unread.read(site, None, 3_000).board == 0


@pytest.mark.parametrize(
    ("used_ms", "face"),
    [(0, "0:05"), (1, "0:05"), (999, "0:05"), (1_000, "0:04"), (4_999, "0:01"), (5_000, "0:00")],
)
def test_a_clock_shows_whole_seconds_until_they_are_over(used_ms: int, face: str) -> None:
    clock = Clock("game", 5_000).turned("white", 1_000).shown_at(1_000 + used_ms)
    assert (clock.face("white"), clock.is_up("white")) == (face, used_ms >= 5_000)


def test_a_sensor_that_opens_under_a_tag_is_a_lift_for_300_ms() -> None:
    read = Tracker(GRID, readers=A).seen(A, 1_000).read(GRID.site(0, 1), "house white", 1_100).understood()
    lifting = read.seen(0, 2_000)
    assert (read.is_moving, lifting.is_moving, lifting.rests_at_ms(600)) == (False, True, 2_300)
    assert not lifting.seen(A, 2_200).is_moving
    gone = lifting.read(GRID.site(0, 1), None, 2_200)
    assert gone.is_moving
    assert gone.rests_at_ms(600) == 2_800
    assert not lifting.rested().is_moving
    assert (lifting.unread(2_100).lifting, lifting.unread(2_100).board) == ({}, 0)


def test_a_weak_site_opened_when_its_magnet_went_not_when_that_was_believed() -> None:
    weak = toggled(*WEAK)
    assert weak.closed == 0
    open_ = weak.understood().seen(0, WEAK[-1] + 500)
    assert open_.since == {GRID.site(0, 1): WEAK[-1]}
    assert open_.rests_at_ms(100) == WEAK[-1] + 500 + 700
