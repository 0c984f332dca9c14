from __future__ import annotations

from random import Random

import pytest

from controller.play import Play
from controller.sensible import choose
from controller.tables import tables_for
from hardware.ports import Grid


def play(*actions: str) -> Play:
    table = tables_for(Grid(24, 24), 3)["masterplan"]
    return Play.resume(table, {"game": "masterplan"}, actions)


def chosen(at: Play, seed: int = 1) -> str:
    return str(choose(at, Random(seed)))


@pytest.mark.parametrize("seed", range(5))
def test_a_house_that_scores_is_preferred(seed: int) -> None:
    at = play("house d4 ne", "house a1 n", "house f6 sw", "house h1 n")
    position, _ = at.position.after(choose(at, Random(seed)))
    assert position.need() == ["park e5"] or position.need()
    while position.need():
        position, _ = position.after(at.table.game.parse(position.need()[0]))
    assert position.score()["white"] - position.score()["yellow"] >= 4


@pytest.mark.parametrize("seed", range(5))
def test_where_nothing_scores_a_house_comes_into_company(seed: int) -> None:
    assert chosen(play("house d4 ne"), seed).split()[1] in {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}


def test_the_same_seed_chooses_the_same() -> None:
    assert chosen(play("house d4 ne"), 7) == chosen(play("house d4 ne"), 7)


def test_what_is_barred_is_not_chosen() -> None:
    at = play()
    first = choose(at, Random(3))
    assert choose(at, Random(3), [first]) != first


def test_what_is_required_is_chosen_before_all_else() -> None:
    assert chosen(play("house d4 ne", "house f6 n", "house c3 n")) == "park e5"


def test_partners_have_one_lead() -> None:
    table = tables_for(Grid(24, 24), 3, 4)["cites"]
    play = Play.begin(table, table.header({"players": 4, "contre": True}))
    random = Random(1)
    while play.position.outcome() is None:
        play = play.after(choose(play, random))
    assert sum(play.position.score().values()) > 0
