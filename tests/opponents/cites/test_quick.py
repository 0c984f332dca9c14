from __future__ import annotations

from random import Random
from typing import Any

from engines.cites.blocks import BLOCKS, TRUMPS, mask_of, mask_of_names, names_in
from engines.cites.tricks import Tricks
from opponents.cites.quick import played_on
from opponents.cites.sight import view
from opponents.cites.state import State, kept_by_sides
from tests.engines.cites.play import played
from tests.opponents.cites.games import EVERY_TABLE, actor, plies, started


def tricks(first: str, second: str, **more: Any) -> State:
    """A round of two players with these hands: p1 builds H and leads, p2 builds M."""
    position = played(started(1), "choose H", "choose M")
    hands = (mask_of_names(first.split()), mask_of_names(second.split()))
    return view(position, "p1").state._replace(hands=hands, **more)


def takings(state: State) -> list[list[str]]:
    return [names_in(taken) for taken in played_on(state, Random(1))]


@EVERY_TABLE
def test_all_is_played_and_each_side_takes_what_counts_for_it(players: int, has_contre: bool) -> None:
    for position, _action, _after in plies(started(2, players, contre=has_contre), 2):
        if not isinstance(position.phase, Tricks):
            continue
        state = view(position, actor(position)).state._replace(hands=position.table.hands)
        taken = played_on(state, Random(1))
        played = sum(state.hands) | mask_of(state.trick)
        assert sum(taken) & ~(played | sum(state.taken)) == 0
        assert sum(taken) & TRUMPS == (played | sum(state.taken)) & TRUMPS
        for now, before, kept in zip(taken, state.taken, kept_by_sides(state), strict=True):
            assert now & before == before
            assert now & ~kept == 0


def test_the_same_seed_plays_the_same_round() -> None:
    position = played(started(7), "choose H", "choose M")
    state = view(position, "p1").state._replace(hands=position.table.hands)
    assert played_on(state, Random(3)) == played_on(state, Random(3))


def test_blocks_that_cannot_be_beaten_are_cashed() -> None:
    assert takings(tricks("H15 H14 T1", "H1 H2 T5")) == [["H1", "H2", "H14", "H15"], []]


def test_what_the_other_would_place_is_taken_away() -> None:
    assert takings(tricks("M15 T1", "M3 T2")) == [[], []]


def test_a_building_is_cut_with_a_low_trump() -> None:
    assert takings(tricks("T15 D9", "D3 D14")) == [[], ["D3", "D9", "D14"]]


def test_of_the_trumps_that_win_one_that_finishes_the_lot_is_played() -> None:
    lot = mask_of_names(
        ["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "D1", "D4", "D6", "D7", "D12"]
    )
    second = tricks("D14", "D3 D13", trick=(BLOCKS["D2"],), seat=1)
    assert takings(second)[1] == ["D2", "D3"]
    assert takings(second._replace(lots=(lot, 0, 0, 0)))[1] == ["D2", "D13"]
