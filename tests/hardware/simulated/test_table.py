"""The simulated table against tables of time, hands and contacts. Times are microseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.ports import Grid, sites_in
from hardware.simulated.reeds import Physics
from hardware.simulated.table import ImpossibleAct, Piece, SimulatedTable

GRID = Grid(24, 24)
EVEN = Physics(spread_mm=0.0)
"""All reeds alike: they close at 9.5 mm and open at 12 mm, with 20 mm between two of them."""
CLEAN = replace(EVEN, bounce_us=0, landing_us=0)
"""And no contact bounces."""
A, B, C, D = (GRID.site(x, 5) for x in range(4, 8))
NORTH_OF_B = GRID.site(5, 6)


def table(physics: Physics = CLEAN, seed: int = 0) -> SimulatedTable:
    return SimulatedTable(GRID, seed, physics)


def changes(world: SimulatedTable, at_us: int, until_us: int) -> Iterator[tuple[int, list[int]]]:
    """Each time after `at_us` at which the contacts change, and which are closed then."""
    seen = world.closed(at_us)
    while (next_us := world.next_change_us(at_us)) is not None and next_us <= until_us:
        at_us = next_us
        closed = world.closed(at_us)
        if closed != seen:
            seen = closed
            yield at_us, sites_in(closed)


def closed_over(world: SimulatedTable, site: int, from_us: int, to_us: int, step_us: int = 10) -> list[bool]:
    return [bool(world.closed(at_us) >> site & 1) for at_us in range(from_us, to_us, step_us)]


class TestContacts:
    def test_an_empty_table_closes_nothing_and_nothing_will_happen(self) -> None:
        world = table()
        assert world.closed(0) == 0
        assert world.next_change_us(3_600_000_000) is None

    @pytest.mark.parametrize("bounce_us", [1_000, 3_000])
    def test_a_piece_that_is_set_down_bounces_and_is_then_closed(self, bounce_us: int) -> None:
        world = table(replace(EVEN, bounce_us=bounce_us))
        world.put([A], "house white", 5_000)
        first = closed_over(world, A, 5_000, 5_000 + bounce_us, step_us=1)
        assert first[0]
        assert not all(first)
        assert all(closed_over(world, A, 5_000 + bounce_us, 100_000))

    def test_a_piece_that_is_lifted_bounces_and_is_then_open(self) -> None:
        world = table(EVEN)
        world.put([A], "house white", 0)
        world.lift([A], 50_000)
        first = closed_over(world, A, 50_000, 51_000, step_us=1)
        assert not first[0]
        assert any(first)
        assert not any(closed_over(world, A, 51_000, 100_000))

    def test_a_new_bounce_time_holds_from_then_on(self) -> None:
        world = table(EVEN)
        world.bounce(0, 0)
        world.put([A], "park", 10)
        assert sites_in(world.closed(10)) == [A]
        assert list(changes(world, 10, 1_000_000)) == []

    def test_a_piece_lifted_while_it_bounces_does_not_bounce_closed_again(self) -> None:
        world = table(EVEN)
        world.put([A], "park", 0)
        world.lift([A], 300)
        assert not any(closed_over(world, A, 1_300, 10_000))

    def test_the_magnets_of_one_piece_touch_down_one_after_the_other(self) -> None:
        world = table(replace(EVEN, bounce_us=0))
        world.put([A, B, C], "element 3", 0)
        assert sites_in(world.closed(0)) == [A]
        times = [at_us for at_us, _ in changes(world, 0, 1_000_000)]
        assert len(times) == 2
        assert 0 < times[-1] <= EVEN.landing_us
        assert sites_in(world.closed(1_000_000)) == [A, B, C]

    def test_a_piece_lifted_before_all_of_it_lies_closes_nothing(self) -> None:
        world = table(EVEN)
        world.put([A, B, C], "element 3", 0)
        world.lift([B], 1)
        assert world.closed(2_000) == 0
        assert not any(world.closed(at_us) for at_us in range(2_000, 100_000, 500))

    def test_time_never_goes_back(self) -> None:
        world = table()
        world.closed(1_000)
        with pytest.raises(ValueError, match="cannot go back from 1000 to 999"):
            world.closed(999)


class TestSliding:
    def test_sites_on_the_way_close_in_order_and_overlap_by_hysteresis(self) -> None:
        world = table()
        world.put([A], "house white", 0)
        world.slide(A, C, 40_000, 10_000)  # 1 mm a millisecond: B at 30 ms, C at 50 ms
        assert list(changes(world, 10_000, 1_000_000)) == [
            (20_500, [A, B]),  # 9.5 mm before B
            (22_000, [B]),  # 12 mm past A
            (40_500, [B, C]),
            (42_000, [C]),
        ]

    @pytest.mark.parametrize(
        ("drop_out_mm", "seen"),
        [(15.0, [(10_500, [A, B]), (15_000, [B])]), (9.6, [(9_600, []), (10_500, [B])])],
        ids=["wide: a long overlap", "narrow: a gap"],
    )
    def test_the_hysteresis_decides_whether_two_sites_overlap(
        self, drop_out_mm: float, seen: list[tuple[int, list[int]]]
    ) -> None:
        world = table(replace(CLEAN, drop_out_mm=drop_out_mm))
        world.put([A], "park", 0)
        world.slide(A, B, 20_000, 0)
        assert list(changes(world, 0, 1_000_000)) == seen

    def test_a_diagonal_way_closes_no_site_beside_it(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.slide(A, NORTH_OF_B, 20_000, 0)
        assert {site for _, closed in changes(world, 0, 1_000_000) for site in closed} == {NORTH_OF_B}

    def test_all_magnets_of_a_piece_move_together(self) -> None:
        world = table()
        world.put([A, NORTH_OF_B], "element 2", 0)
        world.slide(A, B, 10_000, 1_000)
        assert sites_in(world.closed(20_000)) == [B, NORTH_OF_B + 1]

    def test_a_piece_is_seen_where_it_is_while_it_slides(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.slide(A, C, 40_000, 0)
        world.closed(10_000)
        assert world.pieces == (Piece("park", (C,), (-1.5, 0.0)),)
        world.closed(40_000)
        assert world.pieces == (Piece("park", (C,)),)

    def test_a_piece_caught_on_its_way_goes_on_from_there(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.slide(A, C, 40_000, 0)
        world.slide(C, A, 20_000, 20_000)
        world.closed(30_000)
        assert world.pieces == (Piece("park", (A,), (0.5, 0.0)),)
        assert sites_in(world.closed(40_000)) == [A]

    def test_a_piece_lifted_on_its_way_closes_nothing_later(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.slide(A, D, 60_000, 0)
        assert world.lift([D], 25_000) == (Piece("park", (D,), (-1.75, 0.0)),)
        assert world.closed(25_000) == 0
        assert list(changes(world, 25_000, 1_000_000)) == []


class TestCrookedPieces:
    def test_half_way_between_two_sites_closes_both_one_or_none(self) -> None:
        how_many = set()
        for x in range(0, 24, 2):
            for y in range(24):
                world = table(replace(Physics(), bounce_us=0), seed=y)
                world.put_between(GRID.site(x, y), GRID.site(x + 1, y), "park", 0)
                how_many.add(world.closed(0).bit_count())
        assert how_many == {0, 1, 2}

    def test_straightening_a_crooked_piece_closes_its_site(self) -> None:
        world = table()
        world.put_between(A, B, "park", 0)
        assert world.closed(0) == 0
        world.slide(A, A, 10_000, 1_000)
        assert list(changes(world, 1_000, 1_000_000)) == [(1_500, [A])]

    def test_it_lies_on_both_sites_for_the_hands(self) -> None:
        world = table()
        world.put_between(A, B, "park", 0)
        assert world.piece_on(B) == Piece("park", (A,), (0.5, 0.0))
        world.lift([B], 1_000)
        assert world.pieces == ()


class TestHoverAndBump:
    def test_a_hovering_piece_closes_its_site_and_leaves_nothing(self) -> None:
        world = table()
        world.hover(A, 300_000, 1_000)
        assert sites_in(world.closed(1_000)) == [A]
        assert list(changes(world, 1_000, 1_000_000)) == [(301_000, [])]
        assert world.pieces == ()

    def test_hovering_over_a_piece_changes_nothing(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.hover(A, 300_000, 1_000)
        assert sites_in(world.closed(1_000)) == [A]
        assert list(changes(world, 1_000, 1_000_000)) == []

    def test_bumped_pieces_all_jump_and_return(self) -> None:
        world = table()
        sites = [A, B, GRID.site(0, 0), GRID.site(23, 23)]
        for site in sites:
            world.put([site], "house white", 0)
        before = world.closed(1_000)
        world.bump(2_000)
        assert world.closed(2_000) == 0
        times = [at_us for at_us, _ in changes(world, 2_000, 1_000_000)]
        assert len(times) == len(sites)
        assert 2_000 + EVEN.jump_us // 4 <= times[0] < times[-1] <= 2_000 + EVEN.jump_us
        assert world.closed(1_000_000) == before

    def test_a_piece_in_a_hand_does_not_jump(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.slide(A, B, 40_000, 0)
        world.bump(1_000)
        assert sites_in(world.closed(1_000)) == [A]

    def test_a_piece_lifted_while_it_jumps_does_not_fall(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.bump(1_000)
        world.lift([A], 2_000)
        assert world.closed(1_000_000) == 0


class TestFaults:
    def test_a_site_stuck_open_sees_nothing_until_it_is_mended(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.stuck(A, False, 1_000)
        assert world.closed(1_000) == 0
        world.heal(A, 2_000)
        assert sites_in(world.closed(2_000)) == [A]

    def test_a_site_stuck_closed_is_seen_without_a_piece_until_it_is_mended(self) -> None:
        world = table()
        world.stuck(A, True, 1_000)
        assert sites_in(world.closed(1_000)) == [A]
        world.heal(A, 2_000)
        assert world.closed(2_000) == 0

    def test_a_site_can_fail_the_other_way(self) -> None:
        world = table()
        world.stuck(A, True, 0)
        world.stuck(A, False, 1)
        assert world.closed(1) == 0

    def test_a_weak_magnet_toggles_its_sensor_for_as_long_as_it_lies_there(self) -> None:
        world = table()
        world.weak(A, 0)
        assert world.next_change_us(0) is None
        world.put([A], "park", 0)
        times = [0, *(at_us for at_us, _ in changes(world, 0, 60_000_000))]
        gaps = [later - earlier for earlier, later in pairwise(times)]
        shortest, longest = EVEN.weak_us
        assert len(gaps) > 60_000_000 / longest
        assert shortest <= min(gaps) < 50_000
        assert 350_000 < max(gaps) <= longest
        world.lift([A], 60_000_000)
        assert not any(closed_over(world, A, 60_000_000, 70_000_000, step_us=1_000))

    def test_a_mended_weak_site_stays_closed(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.weak(A, 1_000)
        world.heal(A, 900_000)
        assert all(closed_over(world, A, 900_000, 2_000_000, step_us=1_000))

    @pytest.mark.parametrize("rate", [20.0, 500.0])
    def test_noise_makes_so_many_edges_a_second_anywhere_and_mostly_short(self, rate: float) -> None:
        world = table()
        world.noise(rate, 0)
        edges = list(changes(world, 0, 100_000_000))
        assert len(edges) == pytest.approx(rate * 100, rel=0.06)
        glitched = [sites[0] for _, sites in edges if len(sites) == 1]
        assert len(set(glitched)) > 400
        lengths = [
            later - earlier for (earlier, closed), (later, opened) in pairwise(edges) if closed and not opened
        ]
        assert sum(length <= 3_000 for length in lengths) / len(lengths) > 0.95

    def test_noise_ends_and_leaves_no_contact_changed(self) -> None:
        world = table()
        world.put([A], "park", 0)
        world.noise(1_000.0, 0)
        world.noise(0.0, 1_000_000)
        assert sites_in(world.closed(1_000_000 + EVEN.long_glitch_us)) == [A]
        assert list(changes(world, 1_000_000 + EVEN.long_glitch_us, 10_000_000)) == []


class TestSeed:
    @staticmethod
    def _evening(seed: int, look_us: int) -> list[int]:
        """The contacts every 10 ms, from a world that is looked at every `look_us`."""
        world = SimulatedTable(GRID, seed)
        world.noise(100.0, 0)
        world.weak(B, 0)
        world.put([A, B], "element 2", 1_000)
        world.put_between(C, D, "park", 2_000)
        contacts = []
        for at_us in range(10_000, 2_000_000, look_us):
            closed = world.closed(at_us)
            if at_us % 10_000 == 0:
                contacts.append(closed)
            if at_us == 1_000_000:
                world.bump(at_us)
        return contacts

    def test_the_same_seed_gives_the_same_contacts_however_often_they_are_looked_at(self) -> None:
        assert self._evening(7, 10_000) == self._evening(7, 250)

    def test_another_seed_gives_others(self) -> None:
        assert self._evening(7, 10_000) != self._evening(8, 10_000)


def _put_on_a_piece(world: SimulatedTable) -> None:
    world.put([C, A], "house yellow", 1)


def _put_beside_a_crooked_one(world: SimulatedTable) -> None:
    world.put_between(C, D, "park", 1)
    world.put([D], "house yellow", 2)


def _slide_through(world: SimulatedTable) -> None:
    world.put([B], "tower", 1)
    world.slide(A, C, 1_000, 2)


def _slide_off(world: SimulatedTable) -> None:
    world.put([B, 0], "element 2", 1)
    world.slide(B, A, 1_000, 2)


IMPOSSIBLE: dict[str, tuple[Callable[[SimulatedTable], object], str]] = {
    "put on a piece": (_put_on_a_piece, "on @4,5 lies house white already"),
    "put beside a crooked one": (_put_beside_a_crooked_one, "on @7,5 lies park already"),
    "put on one site twice": (lambda w: w.put([B, B], "x", 1), r"not on \[125, 125\]"),
    "put nowhere": (lambda w: w.put([], "x", 1), r"not on \[\]"),
    "put outside": (
        lambda w: w.put([576], "x", 1),
        "site 576 is not on a table of 24 × 24: sites are 0 to 575",
    ),
    "put before the first site": (lambda w: w.put([-1], "x", 1), "site -1 is not"),
    "put between strangers": (lambda w: w.put_between(B, D, "x", 1), "@5,5 and @7,5 are no neighbours"),
    "put between a site and itself": (lambda w: w.put_between(B, B, "x", 1), "a piece lies on"),
    "lift nothing": (lambda w: w.lift([A, B], 1), "there is no piece on @5,5"),
    "slide nothing": (lambda w: w.slide(B, C, 1_000, 1), "there is no piece on @5,5"),
    "slide through": (_slide_through, "tower lies on the way to @6,5: @5,5"),
    "slide off": (_slide_off, "would leave the table from @0,0"),
    "slide in no time": (lambda w: w.slide(A, B, 0, 1), "a slide takes time"),
    "slide outside": (lambda w: w.slide(A, 600, 1, 1), "site 600"),
    "hover outside": (lambda w: w.hover(600, 1, 1), "site 600"),
    "hover for no time": (lambda w: w.hover(B, 0, 1), "held over a site for a time, not for 0"),
    "stick outside": (lambda w: w.stuck(600, True, 1), "site 600"),
    "weaken outside": (lambda w: w.weak(600, 1), "site 600"),
    "heal outside": (lambda w: w.heal(600, 1), "site 600"),
    "look outside": (lambda w: w.piece_on(600), "site 600"),
    "negative noise": (lambda w: w.noise(-1, 1), "from 0, not -1"),
    "negative bounce": (lambda w: w.bounce(-1, 1), "from 0 µs, not -1"),
}


@pytest.mark.parametrize(("act", "text"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_hands_cannot_do_is_refused_and_moves_nothing(
    act: Callable[[SimulatedTable], object], text: str
) -> None:
    world = table()
    world.put([A], "house white", 0)
    with pytest.raises(ImpossibleAct, match=text):
        act(world)
    assert world.piece_on(A) == Piece("house white", (A,))
