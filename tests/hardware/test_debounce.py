"""Debouncing by time tables: what a contact does, replayed at several scan rates, and what is believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import MAX_SCANS, MIN_SCANS, Debouncer, scans_for

RATES = (50, 100, 250, 400, 500, 1000)
SITE = 1 << 575

# The contact's changes, as (time in ms, closed); the beliefs in turn. A bounce is over after 3 ms.
PRESS = [(10, 1), (211, 0)]
BOUNCY = [
    (10, 1), (10.3, 0), (10.7, 1), (11.2, 0), (11.5, 1), (12, 0), (12.9, 1),
    (211, 0), (211.4, 1), (212, 0), (212.2, 1), (213.7, 0),
]  # fmt: skip
SPIKES = [(t + offset, closed) for t in range(100, 400, 100) for offset, closed in ((0.0, 1), (0.9, 0))]
DROPOUT = [(10, 1), (150, 0), (150.9, 1), (311, 0)]


def replay(table: list[tuple[float, int]], scans_per_s: int, debounce_ms: int = 5) -> list[tuple[float, int]]:
    """The times at which the believed state of the site changes, and to what."""
    debouncer = Debouncer(scans_for(debounce_ms, scans_per_s))
    believed = []
    for scan in range(scans_per_s // 2 + 1):
        at_ms = scan * 1000 / scans_per_s
        raw = max(((time, closed) for time, closed in table if time <= at_ms), default=(0, 0))[1]
        if debouncer.scanned(raw * SITE):
            believed.append((at_ms, int(debouncer.believed == SITE)))
    return believed


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(
    ("table", "states"),
    [(PRESS, [1, 0]), (BOUNCY, [1, 0]), (SPIKES, []), (DROPOUT, [1, 0])],
    ids=["press", "bouncy press", "spikes", "dropout"],
)
def test_a_press_is_one_change_and_its_release_another(
    rate: int, table: list[tuple[float, int]], states: list[int]
) -> None:
    assert [closed for _, closed in replay(table, rate)] == states


@pytest.mark.parametrize("rate", RATES)
def test_a_change_is_believed_as_soon_as_it_has_lasted(rate: int) -> None:
    (closed_ms, _), (opened_ms, _) = replay(PRESS, rate)
    period_ms = 1000 / rate
    needed_ms = (scans_for(5, rate) - 1) * period_ms
    for edge_ms, believed_ms in ((10, closed_ms), (211, opened_ms)):
        assert needed_ms <= believed_ms - edge_ms < needed_ms + period_ms


@pytest.mark.parametrize(
    ("debounce_ms", "scans_per_s", "scans"),
    [
        (5, 1000, 5),
        (5, 400, 3),
        (5, 100, MIN_SCANS),
        (1, 20, MIN_SCANS),
        (50, 100, 5),
        (7, 500, 4),
        (200, 1000, 200),
    ],
)
def test_a_time_is_turned_into_scans_but_never_into_few(
    debounce_ms: int, scans_per_s: int, scans: int
) -> None:
    assert scans_for(debounce_ms, scans_per_s) == scans


def test_no_time_asks_for_more_scans_than_there_are_counts_for() -> None:
    assert scans_for(1000, 1000) == MAX_SCANS


def test_a_slow_scan_never_doubles_a_press() -> None:
    """A time of 5 ms is less than one scan at 50 scans a second; each bounce would be believed."""
    meets_every_bounce = [(19.5, 1), (39.5, 0), (59.5, 1), (79.5, 0), (99.5, 1)]
    assert [closed for _, closed in replay(meets_every_bounce, 50)] == [1]


def count_one_by_one(scans: int, seen: list[int], sites: int) -> list[int]:
    """The same by plain counting, site for site."""
    believed, counts, answers = [0] * sites, [0] * sites, []
    for closed in seen:
        for site in range(sites):
            counts[site] = counts[site] + 1 if (closed >> site & 1) != believed[site] else 0
            if counts[site] == scans:
                believed[site] ^= 1
                counts[site] = 0
        answers.append(sum(bit << site for site, bit in enumerate(believed)))
    return answers


@given(st.integers(1, 9), st.lists(st.integers(0, 15), max_size=60))
def test_all_sites_at_once_are_counted_like_each_alone(scans: int, seen: list[int]) -> None:
    debouncer = Debouncer(scans)
    before = 0
    for closed, believed in zip(seen, count_one_by_one(scans, seen, 4), strict=True):
        assert debouncer.scanned(closed) == (believed != before)
        assert debouncer.believed == believed
        before = believed


@given(st.integers(1, 9), st.lists(st.integers(0, 15), max_size=40))
def test_when_it_is_settled_the_same_scan_again_changes_nothing(scans: int, seen: list[int]) -> None:
    debouncer = Debouncer(scans)
    for closed in seen:
        debouncer.scanned(closed)
        if debouncer.is_settled:
            assert debouncer.believed == closed
            assert not debouncer.scanned(closed)


def test_other_settings_keep_what_is_believed_and_count_anew() -> None:
    debouncer = Debouncer(2)
    debouncer.scanned(3)
    debouncer.scanned(3)
    debouncer.scanned(1)
    debouncer.set_scans(3)
    assert [debouncer.scanned(1) for _ in range(3)] == [False, False, True]
    assert debouncer.believed == 1
