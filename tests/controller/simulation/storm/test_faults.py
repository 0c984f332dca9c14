"""The faults of a storm, and the omitted ones, which no sensor could tell from an intended change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.referee.play import Play
from controller.referee.succession import when_done
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.simulation.storm import faults
from controller.simulation.storm.faults import Scene
from tests.owner import owned

HOUSES = ("house d4 ne", "house f6 s")
NEXT = "house a1 n"
TRIES = 40


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    player = Player(rig)
    player.choose_game("masterplan", {})
    for house in HOUSES:
        player.play(house)
    return rig


def scene(rig: Rig, seed: int, then: Play | None = None) -> Scene:
    play = rig.running.session.current
    action = play.table.game.parse(NEXT)
    return Scene(Random(seed), rig, play, action, then or play.after(action), set(), set())


def standing_sites(rig: Rig, then: Play | None = None) -> set[int | None]:
    """The sites of pieces whose sensors may die."""
    return {scene(rig, seed, then).standing_site() for seed in range(TRIES)}


def test_a_sensor_may_die_under_a_piece_that_is_not_taken_back_next(rig: Rig) -> None:
    first, _ = (site for piece in rig.table.pieces for site in piece.sites)
    assert first in standing_sites(rig)


def test_no_sensor_dies_under_a_piece_that_hands_may_take_back_when_another_has_been(rig: Rig) -> None:
    assert standing_sites(rig, rig.running.session.current.back(1)) == {None}


def test_what_was_harmed_before_counts_where_one_piece_may_be_taken_for_another(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(
        faults, "is_taken_for_another", lambda _play, _action, dead, _known: asked.append(dead)
    )
    one = scene(rig, 0)
    one.broken.add(3)
    one.weak.add(5)

    assert one.is_told_without(7)

    assert asked == [1 << 3 | 1 << 5 | 1 << 7]


def test_no_site_closes_by_itself_where_another_action_would_be_made_of_one(rig: Rig) -> None:
    play = rig.running.session.current
    action, neighbour = play.table.game.parse(NEXT), play.table.sites("d1.n")
    assert faults.is_taken_for_another(play, action, neighbour, 0)


def test_no_site_closes_by_itself_where_it_would_be_the_piece_that_a_known_broken_sensor_hides(
    rig: Rig,
) -> None:
    play = rig.running.session.current
    action, hidden, other = (
        play.table.game.parse("house h7 n"),
        play.table.sites("h7.n"),
        play.table.sites("h7.s"),
    )
    assert not faults.is_taken_for_another(play, action, other, 0)
    assert faults.is_taken_for_another(play, action, other, hidden)


def test_no_sensor_fails_under_the_last_piece_where_that_piece_could_have_gone_to_the_next_place(
    rig: Rig,
) -> None:
    play = rig.running.session.current
    then = play.after(play.table.game.parse(NEXT))
    last = play.table.touched(play.position, then.plies[-1].action)
    assert faults.is_taken_for_another(then, play.table.game.parse("house g2 n"), last, 0)


def test_no_site_closes_by_itself_that_is_a_house_as_soon_as_the_parks_stand(rig: Rig) -> None:
    play = rig.running.session.current
    due = play.after(play.table.game.parse("house c3 n"))
    done = when_done(due)
    assert done is not due
    action = done.plies[-1].action

    scenes = (Scene(Random(seed), rig, due, action, due, set(), set()) for seed in range(TRIES))
    free = {one.free_site() for one in scenes}

    houses = {site for site in free if site and done.table.candidates(done.position, 0, 1 << site)}
    assert houses == set()


def test_a_site_beside_the_board_may_close_by_itself(tmp_path: Path) -> None:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    Player(rig).choose_game("massai", {})
    for setup in ("setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3"):
        Player(rig).play(setup)
    play = rig.running.session.current
    beside = 1 << rig.table.grid.site(2, 22)
    assert not faults.is_taken_for_another(play, play.table.game.parse("build a1"), beside, 0)
