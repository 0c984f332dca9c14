"""A seat that changes hands amid a game: from a person to the computer, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.model.records import Played, Undo
from controller.model.view import Phase
from controller.recorder import checkpoint
from opponents.thought import Level
from tests.controller.with_a_computer import SETTLED_MS, AtTheTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTheTable]:
    table = AtTheTable(tmp_path)
    yield table
    table.rig.close()


def give(table: AtTheTable, seat: str, who: str) -> None:
    """Touch a seat in the pause until it says who plays it, and go on."""
    table.player.touch("#pause")
    table.player.touch("#seats")
    while not table.label(f"seat-{seat}").endswith(who):
        table.player.touch(f"#seat-{seat}")
    table.player.touch("#back")
    table.player.touch("#resume")
    table.rig.run_for(SETTLED_MS)


def test_the_computer_plays_for_whoever_has_left_until_somebody_comes_back(table: AtTheTable) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    give(table, "yellow", "medium")
    assert "Yellow is thinking" in table.words
    assert "Yellow (medium)" in table.words
    table.think()
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    assert len(table.played) >= 2
    table.player.play("house a1 n")
    give(table, "yellow", "a person")
    assert "Yellow to move" in table.words
    table.player.play("house h8 s")
    assert table.played[-1] == "house h8 s"
    assert "medium" not in table.words


def test_a_power_cut_keeps_who_plays_and_who_has_played(table: AtTheTable) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    table.player.play("house f6 n")
    give(table, "white", "strong")
    table.answer("house a1 n")
    table.rig.run_for(100)
    table.player.touch("#pause")
    table.player.touch("#seats")
    table.player.touch("#seat-white")
    assert table.label("seat-white") == "White: a person"
    before = table.session.current
    assert [before.is_computers(ply) for ply in before.plies] == [False, False, True]
    table.rig.power_cut()
    table.rig.power_on()
    table.rig.run_for(SETTLED_MS)
    after = table.session.current
    assert after.plies == before.plies
    assert [after.is_computers(ply) for ply in after.plies] == [False, False, True]
    assert after.computers == {}
    assert "Place for White" in table.words  # its house does not stand yet, whoever has its seat now


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_power_cut_right_after_the_touch_finds_it_stored(table: AtTheTable, *, is_killed: bool) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    table.player.touch("#pause")
    table.player.touch("#seats")
    table.player.touch("#seat-yellow")
    assert table.rig.stored.computers(1) == {"yellow": Level.BEGINNER}
    (table.rig.kill if is_killed else table.rig.power_cut)()
    table.rig.power_on()
    table.rig.run_for(SETTLED_MS)
    assert "Yellow is thinking" in table.words
    assert table.rig.stored.course(1).seated == [{}]


def test_a_takeback_takes_no_seat_back(table: AtTheTable) -> None:
    table.begin("masterplan")
    for house in ("house d4 ne", "house f6 n", "house a1 n"):
        table.player.play(house)
    give(table, "yellow", "beginner")
    table.answer("house h8 s")
    table.rig.run_for(100)
    table.player.do_tasks()
    table.player.touch("#undo")
    assert table.rows()[-1] == Undo(2)  # back to White, the person
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    assert table.session.current.computers == {"yellow": Level.BEGINNER}
    assert "White to move" in table.words
    table.player.play("house a1 n")
    assert "Yellow is thinking" in table.words


def test_a_finger_that_goes_once_around_changes_nothing(table: AtTheTable) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    before = table.session.current
    table.player.touch("#pause")
    table.player.touch("#seats")
    for _ in range(5):
        table.player.touch("#seat-yellow")
    assert table.session.current == before
    assert table.rig.stored.computers(1) == {}
    assert table.rows() == [Played("house d4 ne")]


def test_a_secret_choice_is_begun_anew_by_whoever_has_the_seat(table: AtTheTable) -> None:
    table.begin("massai")
    table.player.touch("#reveal")
    table.player.touch("#cell-1,1")
    assert table.session.question.selecting is not None
    seat = table.session.question.selecting.selection.seat
    assert seat is not None
    table.player.touch("#back")
    give(table, seat, "easy")
    assert table.session.phase is Phase.PLAYING
    assert table.session.computer == seat
    give(table, seat, "a person")
    assert table.session.phase is Phase.SECRET
    assert not table.session.question.selecting.is_open
    assert table.session.question.selecting.chosen == ()


def test_the_recorder_knows_who_has_played_what(table: AtTheTable) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    give(table, "yellow", "easy")
    table.answer("house f6 n")
    table.rig.run_for(100)
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    give(table, "yellow", "a person")
    saved = checkpoint.captured(table.rig.running.shell)
    assert saved is not None
    found = checkpoint.restored(checkpoint.read(saved), table.session.tables).session.current
    assert found == table.session.current
    assert [found.is_computers(ply) for ply in found.plies] == [False, True]
    assert not found.is_of_person("yellow")
    assert found.is_of_person("white")


def test_nobody_gives_seats_away_when_the_game_is_over(table: AtTheTable) -> None:
    table.begin("masterplan")
    table.player.play("house d4 ne")
    for button in ("#pause", "#end", "#draw"):
        table.player.touch(button)
    assert table.session.phase is Phase.OVER
    table.rig.unplug("board")
    table.rig.run_for(100)
    assert table.session.phase is Phase.PAUSED
    assert "seats" not in table.buttons
