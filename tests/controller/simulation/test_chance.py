from __future__ import annotations

from random import Random

from controller.games import tables_for
from controller.referee.play import Play
from controller.simulation.chance import any_action
from hardware.ports import Grid

TABLES = tables_for(Grid(24, 24), 3, 4)


def test_where_the_rules_list_actions_it_is_one_of_them() -> None:
    play = Play.begin(TABLES["masterplan"], {"game": "masterplan"})
    random = Random(1)
    found = {any_action(play, random) for _ in range(50)}
    assert found <= set(play.position.legal() or ())
    assert len(found) > 20


def test_where_the_rules_list_none_it_is_chosen_on_the_screen() -> None:
    play = Play.begin(TABLES["massai"], {"game": "massai"})
    assert play.position.legal() is None
    found = {any_action(play, Random(seed)) for seed in range(8)}
    for action in found:
        play.position.check(action)
    assert len(found) == 8


def test_the_same_seed_chooses_the_same() -> None:
    play = Play.begin(TABLES["masterplan"], {"game": "masterplan"})
    assert any_action(play, Random(7)) == any_action(play, Random(7))
