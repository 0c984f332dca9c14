"""Rivals from outside: legal, as good as their idea, and ignorant of what is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from benchmarks import rivals
from benchmarks.matches import Limit, Match, opening, played
from controller.shell.idle.exhibition import given
from engines.games import GAMES
from engines.massai.actions import ATTACKS, Build, Guard
from engines.massai.huts import CELLS, split
from opponents.cites.sight import view
from opponents.simple import at_random
from opponents.thought import Budget


@pytest.mark.parametrize("game", GAMES)
def test_uct_plays_whole_games_by_the_rules(game: str) -> None:
    match = played(Match(game, ("uct", "random"), 1, 1), Limit(nodes=4))
    assert match.is_over
    assert min(match.thought_of) > 3


def test_uct_beats_a_random_player() -> None:
    assert played(Match("masterplan", ("uct", "random"), 1, 1), Limit(nodes=60)).winner == "uct"


def massai(*played: str) -> Any:
    position = GAMES["massai"].start({"game": "massai"})
    for text in ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5", *played):
        position, _events = position.after(GAMES["massai"].parse(text))
    return position


def test_path_builds_the_hut_that_its_chain_lacks() -> None:
    position = replace(massai(), huts=(sum(CELLS[f"{row}1"] for row in "abcdefg"), CELLS["h5"] | CELLS["h6"]))
    assert rivals.path(position, "dark", Random(1)) in (Build(CELLS["h1"]), Build(CELLS["h2"]))


def test_uct_wins_at_once_where_it_can() -> None:
    position = replace(massai(), huts=(sum(CELLS[f"{row}1"] for row in "abcdefg"), CELLS["h5"] | CELLS["h6"]))
    action = rivals.uct(position, "dark", Random(1), Budget(300))
    assert action in (Build(CELLS["h1"]), Build(CELLS["h2"]))


def test_an_attack_is_drawn_for_the_defender_from_all_that_may_be() -> None:
    threatened = list(split(massai().threatened()))
    position, _events = massai().after(ATTACKS[threatened[0]])
    drawn = {rivals.drawn(position, "light", Random(n)).attacked for n in range(60)}
    assert drawn == set(threatened)
    assert isinstance(rivals.uct(position, "light", Random(1), Budget(20)), Guard)
    other, _events = massai().after(ATTACKS[threatened[1]])
    choices = [rivals.uct(one, "light", Random(1), Budget(20)) for one in (position, other)]
    assert choices[0] == choices[1]


def test_a_set_up_is_drawn_for_the_second_player() -> None:
    start = GAMES["massai"].start({"game": "massai"})
    set_up: Any = start.after(at_random(start, "dark", Random(1)))[0]
    drawn: list[Any] = [rivals.drawn(set_up, "light", Random(n)) for n in range(5)]
    assert len({one.marks for one in drawn}) == 5
    assert all(one.turn == "light" for one in drawn)


def test_other_hands_and_the_reserve_of_cites_are_drawn_in_every_phase() -> None:
    position: Any = opening("cites", Random(2))
    random, phases = Random(1), set()
    while phases != {"Offering", "Tricks", "Building"}:
        action = given(position, random)
        if action is None:
            drawn: list[Any] = [rivals.drawn(position, position.turn, random) for _time in range(3)]
            own = position.seats.index(position.turn)
            for one in drawn:
                assert one.table.hands[own] == position.table.hands[own]
                assert _blocks(one) == _blocks(position)
                assert view(one, one.turn) == view(position, one.turn)
            assert len({one.table.reserve for one in drawn}) > 1
            phases.add(type(position.phase).__name__)
            action = at_random(position, position.turn, random)
        after, _events = position.after(action)
        position = opening("cites", random) if after.outcome() else after


def _blocks(position: Any) -> tuple[list[int], list[int]]:
    """The sizes of the hands, and all blocks in the reserve and the hands."""
    hands = position.table.hands
    held = [block.bit_length() - 1 for hand in hands for block in split(hand)]
    return [hand.bit_count() for hand in hands], sorted((*position.table.reserve, *held))
