"""The tracker by tables of time: what the sensors say when, and what is held to stand at which rest."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from controller.model.tracker import WEAK_GAP_MS, WEAK_REST_MS, WEAK_SETTLE_MS, Tracker, adjacent
from hardware.ports import Grid, sites_in

GRID = Grid(6, 4)
SETTLE_MS = 600
HEARTBEAT_MS = 250
A, B, C, D = (GRID.site(x, 1) for x in range(4))
FAR = GRID.site(5, 3)
NAMES = {A: "a", B: "b", C: "c", D: "d", FAR: "f"}
SITES = {name: site for site, name in NAMES.items()}


def board(names: str) -> int:
    return sum(1 << SITES[name] for name in names)


def names(sites: int) -> str:
    return "".join(NAMES[site] for site in sites_in(sites))


@dataclass
class Watch:
    """A tracker that gets frames at their times, and is judged whenever it has come to rest."""

    tracker: Tracker
    now_ms: int = 0

    def __post_init__(self) -> None:
        self.rests: list[tuple[int, str]] = []

    def until(self, end_ms: int) -> None:
        """Let time pass; the board sends a frame now and then though nothing changes."""
        while self.tracker.since and (due_ms := self.tracker.rests_at_ms(SETTLE_MS)) <= end_ms:
            beat_ms = self.now_ms + HEARTBEAT_MS
            if beat_ms < due_ms:
                self.see(self.tracker.closed, beat_ms)
                continue
            self.now_ms = max(due_ms, self.now_ms)
            self.tracker = self.tracker.rested()
            self.rests.append((self.now_ms, names(self.tracker.board)))
        while self.now_ms + HEARTBEAT_MS <= end_ms:
            self.see(self.tracker.closed, self.now_ms + HEARTBEAT_MS)
            if self.tracker.since:
                self.until(end_ms)

    def see(self, closed: int, at_ms: int) -> None:
        self.now_ms = at_ms
        self.tracker = self.tracker.seen(closed, at_ms)


def rests(frames: list[tuple[int, str]], standing: str = "", end_ms: int = 20_000) -> list[tuple[int, str]]:
    """When the board comes to rest, and with which pieces, for these frames."""
    watch = Watch(Tracker(GRID, closed=board(standing), settled=board(standing)))
    for at_ms, closed in frames:
        watch.until(at_ms)
        watch.see(board(closed), at_ms)
    watch.until(end_ms)
    return watch.rests


def toggles(name: str, times: list[int], start_ms: int = 0) -> list[tuple[int, str]]:
    """A site that closes at the first of these times and changes at every other."""
    return [(start_ms + at_ms, "" if index % 2 else name) for index, at_ms in enumerate(times)]


# Frames, and the rests that follow: name, standing at first, frames, rests.
RESTS = {
    "a piece set down": ("", [(100, "a")], [(700, "a")]),
    "a piece lifted": ("a", [(100, "")], [(700, "")]),
    "two pieces, one after the other": ("", [(100, "a"), (400, "af")], [(1000, "af")]),
    "two pieces with a rest between": ("", [(100, "a"), (800, "af")], [(700, "a"), (1400, "af")]),
    "a piece that is taken away again": ("", [(100, "a"), (400, "")], []),
    "a piece that is lifted and put back": ("a", [(100, ""), (400, "a")], []),
    "a blip of a standing piece": ("a", [(100, ""), (170, "a")], []),
    "a blip beside a new piece": ("", [(100, "a"), (300, "af"), (360, "a")], [(700, "a")]),
    "a hand beside a new piece": ("", [(100, "a"), (300, "af"), (500, "a")], [(1100, "a")]),
    "a new piece set anew": ("", [(100, "a"), (300, ""), (500, "a")], [(1100, "a")]),
    "a new piece that jumps for a moment": ("", [(100, "a"), (300, ""), (340, "a")], [(940, "a")]),
    "a piece slid to the next site": ("", [(100, "a"), (200, "ab"), (250, "b")], [(1700, "b")]),
    "a piece slid with a gap": ("", [(100, "a"), (300, ""), (450, "b")], [(1950, "b")]),
    "a standing piece slid on": ("a", [(100, "ab"), (150, "b")], [(1650, "b")]),
    "a piece slid far and slowly": (
        "",
        [(0, "a"), (900, "ab"), (950, "b"), (1900, "bc"), (1950, "c"), (2900, "cd"), (2950, "d")],
        [(600, "a"), (4400, "d")],
    ),
    "a piece lifted and set far away": ("a", [(100, ""), (300, "f")], [(900, "f")]),
}


@pytest.mark.parametrize(("standing", "frames", "expected"), RESTS.values(), ids=RESTS.keys())
def test_the_board_comes_to_rest(
    standing: str, frames: list[tuple[int, str]], expected: list[tuple[int, str]]
) -> None:
    assert rests(frames, standing) == expected


@pytest.mark.parametrize("step_ms", [1, 10, 50, 249])
def test_how_often_the_board_reports_makes_no_difference(step_ms: int) -> None:
    frames = [(100, "a"), (300, "af"), (500, "a")]
    dense: list[tuple[int, str]] = []
    for at_ms in sorted({at for at, _ in frames} | set(range(0, 3_000, step_ms))):
        seen = [closed for frame_ms, closed in frames if frame_ms <= at_ms]
        dense.append((at_ms, seen[-1] if seen else ""))
    assert rests(dense) == rests(frames)


def test_a_site_that_toggles_under_a_standing_piece_is_held_and_named() -> None:
    watch = Watch(Tracker(GRID, closed=board("a"), settled=board("a")))
    for number in range(40):
        watch.until(200 * number)
        watch.see(board("" if number % 2 == 0 else "a"), 200 * number)
    assert watch.rests == []
    assert watch.tracker.weak == board("a")
    assert watch.tracker.board == board("a")


def test_a_piece_with_a_weak_magnet_is_set_once() -> None:
    found = rests(toggles("a", list(range(0, 8_000, 200))), end_ms=8_000)
    assert found == [(600 + WEAK_SETTLE_MS, "a")]


def test_a_hand_that_dithers_sets_nothing() -> None:
    assert rests(toggles("a", [0, 300, 650, 950, 1_300, 1_600])) == []


def test_a_weak_piece_that_is_taken_away_is_gone_soon() -> None:
    times = list(range(0, 3_400, 200))
    found = rests(toggles("a", [*times, 3_400]), end_ms=9_000)
    assert [closed for _, closed in found] == ["a", ""]
    assert found[-1][0] <= 3_400 + WEAK_GAP_MS + HEARTBEAT_MS + WEAK_SETTLE_MS


def test_a_weak_site_that_keeps_its_state_is_believed_again() -> None:
    watch = Watch(Tracker(GRID))
    for at_ms, closed in toggles("a", [0, 200, 400, 600, 800, 1_000, 1_200]):
        watch.until(at_ms)
        watch.see(board(closed), at_ms)
    assert watch.tracker.weak == board("a")
    watch.until(1_200 + WEAK_REST_MS - HEARTBEAT_MS)
    assert watch.tracker.weak == board("a")
    watch.until(1_200 + WEAK_REST_MS + HEARTBEAT_MS)
    assert watch.tracker.weak == 0
    assert watch.tracker.board == board("a")


def test_a_broken_site_is_what_people_say_of_it() -> None:
    tracker = Tracker(GRID, closed=board("ab"), settled=board("ab")).mask(board("bc"), board("c"), 0)
    assert names(tracker.board) == "ac"
    assert names(tracker.seen(board("f"), 100).board) == "cf"


def test_what_people_say_of_a_broken_site_must_rest_too() -> None:
    tracker = Tracker(GRID).mask(board("a"), 0, 0).rested()
    confirmed = tracker.mask(board("a"), board("a"), 5_000)
    assert names(confirmed.board) == "a"
    assert confirmed.rests_at_ms(SETTLE_MS) == 5_000 + SETTLE_MS


def test_a_broken_site_that_flickers_disturbs_nothing() -> None:
    tracker = Tracker(GRID).mask(board("a"), 0, 0).rested()
    for at_ms in range(0, 4_000, 100):
        tracker = tracker.seen(board("a") if at_ms % 200 else 0, at_ms)
    assert not tracker.since
    assert not tracker.weak
    assert tracker.rests_at_ms(SETTLE_MS) < 0


def test_when_a_mask_is_lifted_the_sensor_counts_again() -> None:
    tracker = Tracker(GRID, closed=board("a")).mask(board("a"), 0, 0).rested()
    assert names(tracker.board) == ""
    again = tracker.mask(0, 0, 900)
    assert names(again.board) == "a"
    assert again.since == {A: 900}


def test_the_order_of_what_is_not_understood_yet_is_kept_over_rests() -> None:
    tracker = Tracker(GRID).seen(board("f"), 100).rested().seen(board("fa"), 2_000)
    assert tracker.order == {FAR: 100, A: 2_000}
    assert tracker.rested().order == {FAR: 100, A: 2_000}
    assert tracker.understood().order == {}


def test_neighbours_touch_by_side_or_corner() -> None:
    corner = GRID.site(0, 0)
    touching = [GRID.column_row(site) for site in range(GRID.size) if adjacent(GRID, corner, site)]
    assert touching == [(1, 0), (0, 1), (1, 1)]
    assert not adjacent(GRID, GRID.site(5, 0), GRID.site(0, 1))
