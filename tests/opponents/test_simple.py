from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from benchmarks.matches import opening
from controller.shell.idle.exhibition import given
from engines.game import Position
from engines.games import GAMES
from engines.massai.game import MassaiPosition
from opponents.levels import Glance
from opponents.simple import at_random, glanced, greedy
from opponents.think import player_of
from opponents.thought import Level


def _played(game: str, *texts: str) -> Position[Any]:
    position = GAMES[game].start({"game": game})
    for text in texts:
        action = GAMES[game].parse(text)
        position.check(action)
        position, _events = position.after(action)
    return position


def _river(**cells: str) -> MassaiPosition:
    state = {
        "options": {"orthogonal": False, "all_fifteen": False},
        "huts": [cells["dark"].split(), cells["light"].split()],
        "marks": None,
        "mover": "dark",
        "attacked": [],
        "ended": None,
    }
    position = GAMES["massai"].restore(state)
    assert isinstance(position, MassaiPosition)
    return position


def test_chance_plays_whole_games_by_the_rules() -> None:
    random = Random(1)
    for game in ("masterplan", "massai"):
        position = _played(game)
        while position.outcome() is None:
            seat = position.turn or position.players[0]
            action = at_random(position, seat, random)
            position.check(action)
            position, _events = position.after(action)


def test_greedy_takes_the_best_lead_that_a_house_and_its_parks_give() -> None:
    position = _played("masterplan", "house d4 ne", "house f6 n")
    houses = {str(greedy(position, "white", Random(seed))) for seed in range(40)}
    # A house on c3 or g7 brings a park to e5, which d4 faces: two to one. Nothing else gives a lead.
    assert {house.split()[1] for house in houses} == {"c3", "g7"}
    assert len(houses) > 8


def test_greedy_chooses_among_equals_by_the_seed() -> None:
    position = _played("masterplan")
    assert greedy(position, "white", Random(1)) == greedy(position, "white", Random(1))
    assert greedy(position, "white", Random(1)) != greedy(position, "white", Random(2))


def test_greedy_builds_the_hut_that_wins() -> None:
    position = _river(dark="a1 b1 c1 d1 e1 f1 g1", light="h5 h6 g6")
    wins = {str(greedy(position, "dark", Random(seed))) for seed in range(10)}
    assert wins <= {"build h1", "build h2"}


def test_greedy_weighs_an_attack_by_how_many_guards_there_are() -> None:
    # One of two is guarded: half the time dark takes off three and has one more, else it loses one.
    few = _river(dark="a1 a2 b1", light="c1 c2 c3 g1 g2 g3")
    assert str(greedy(few, "dark", Random(1))) == "attack c1"
    # Alone under threat the hut is guarded for certain.
    one = _river(dark="a1 a2 b1", light="c1 d1 d2 g1 g2 g3")
    assert str(greedy(one, "dark", Random(1))).startswith("build")


def test_greedy_guards_without_knowing_what_is_attacked() -> None:
    position = _river(dark="a1 b1 c1 c3", light="d1 d2 d3 e3 f3")
    attacks = [replace(position, attacked=cell) for cell in (1 << 21, 1 << 22)]
    for seed in range(10):
        guards = {greedy(attacked, "light", Random(seed)) for attacked in attacks}
        assert len(guards) == 1
        attacks[0].check(guards.pop())


def test_set_ups_at_random_are_legal_and_differ() -> None:
    position = _played("massai")
    setups = {str(at_random(position, "dark", Random(seed))) for seed in range(10)}
    assert len(setups) > 5
    for setup in setups:
        position.check(GAMES["massai"].parse(setup))
    after, _events = position.after(GAMES["massai"].parse(min(setups)))
    after.check(greedy(after, "light", Random(1)))


def _one_house_wins() -> Position[Any]:
    """Of some hundreds of houses, two cells' bring white the lead."""
    return _played("masterplan", "house d4 ne", "house f6 n")


def _glance(level: Level, game: str = "masterplan") -> Glance:
    found = player_of(game).handicaps[level]
    assert isinstance(found, Glance)
    return found


def test_who_notices_every_action_plays_as_the_greedy() -> None:
    position = _one_house_wins()
    everything = Glance(len(position.legal() or ()))
    found = {str(glanced(position, "white", everything, Random(seed))).split()[1] for seed in range(20)}
    assert found == {"c3", "g7"}


def test_a_beginner_overlooks_most_and_takes_what_is_noticed() -> None:
    position = _one_house_wins()
    found = [
        sum(
            str(glanced(position, "white", _glance(level), Random(seed))).split()[1] in ("c3", "g7")
            for seed in range(60)
        )
        for level in (Level.BEGINNER, Level.EASY)
    ]
    assert 0 < found[0] < found[1] < 60


def test_a_look_and_a_half_is_one_or_two() -> None:
    river = _river(dark="a1 b1 c1 d1 e1 f1 g1", light="h5 h6 g6")
    share = {
        looks: sum(
            str(glanced(river, "dark", Glance(looks), Random(seed))) in ("build h1", "build h2")
            for seed in range(400)
        )
        for looks in (1.0, 1.5, 2.0)
    }
    assert share[1.0] < share[1.5] < share[2.0]


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_plays_whole_games_by_the_rules(game: str) -> None:
    random = Random(3)
    position = opening(game, random)
    actions = 0
    while position.outcome() is None and actions < 80:
        seat = str(position.turn)
        action = given(position, random) or glanced(position, seat, _glance(Level.BEGINNER, game), random)
        position.check(action)
        position, _events = position.after(action)
        actions += 1
    assert actions > 10
