"""The move clock: whose time passes, what is left, and what outlives a pause, a takeback and the plug."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.journal import Journal
from controller.model.clock import NO_CLOCK, Clock
from controller.model.records import Used
from controller.screens import texts
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from hardware.ports import Button
from tests.controller.shell.at_the_shell import AtTheShell
from tests.owner import owned

GAME = Clock("game", 60_000)
MOVE = Clock("move", 60_000)


def test_without_a_clock_nothing_is_shown_and_nothing_is_due() -> None:
    clock = NO_CLOCK.turned("white", 5_000)
    assert (clock.face("white"), clock.is_up("white"), clock.next_ms()) == ("", False, None)


def test_the_time_of_one_player_passes_and_the_others_stands() -> None:
    clock = GAME.turned("white", 1_000).shown_at(11_000)
    assert (clock.left_ms("white"), clock.left_ms("yellow")) == (50_000, 60_000)
    turned = clock.turned("yellow", 21_000).shown_at(26_000)
    assert (turned.left_ms("white"), turned.left_ms("yellow")) == (40_000, 55_000)
    assert turned.used_ms == {"white": 20_000}


def test_no_ones_time_passes_while_the_clock_stands() -> None:
    standing = GAME.turned("white", 1_000).turned(None, 11_000)
    assert standing.shown_at(900_000).left_ms("white") == 50_000
    assert standing.next_ms() is None
    assert standing.turned("white", 900_000).shown_at(901_000).left_ms("white") == 49_000


def test_each_action_has_its_time_anew_and_a_game_has_not() -> None:
    moved = MOVE.turned("white", 0).moved("white", 30_000).shown_at(31_000)
    assert moved.left_ms("white") == 59_000
    assert GAME.turned("white", 0).moved("white", 30_000).shown_at(31_000).left_ms("white") == 29_000


@pytest.mark.parametrize(
    ("used_ms", "face"),
    [
        (0, "1:00"),
        (1, "1:00"),
        (999, "1:00"),
        (1_000, "0:59"),
        (59_001, "0:01"),
        (60_000, "0:00"),
        (60_999, "0:00"),
        (61_000, "-0:01"),
        (125_000, "-1:05"),
    ],
)
def test_minutes_and_seconds_are_shown_until_the_last_second_is_over(used_ms: int, face: str) -> None:
    assert GAME.turned("white", 0).shown_at(used_ms).face("white") == face


def test_a_long_time_is_shown_in_minutes() -> None:
    assert Clock("game", 5_400_000).face("white") == "90:00"


def test_a_clock_for_each_action_shows_the_mover_only() -> None:
    clock = MOVE.turned("white", 0)
    assert (clock.face("white"), clock.face("yellow")) == ("1:00", "")
    assert (GAME.face("white"), GAME.face("yellow")) == ("1:00", "1:00")


def test_time_is_up_when_nothing_is_left() -> None:
    clock = GAME.turned("white", 0)
    assert not clock.shown_at(59_999).is_up("white")
    assert clock.shown_at(60_000).is_up("white")
    assert not clock.shown_at(60_000).is_up("yellow")


def test_what_is_shown_changes_at_every_next_moment_and_at_no_other() -> None:
    clock = replace(GAME, allowed_ms=3_300).turned("white", 700)
    faces = []
    for _ in range(6):
        at_ms = clock.next_ms()
        assert at_ms is not None
        assert clock.shown_at(at_ms - 1).face("white") == clock.face("white")
        clock = clock.shown_at(at_ms)
        faces.append((at_ms, clock.face("white")))
    assert faces == [
        (1_000, "0:03"), (2_000, "0:02"), (3_000, "0:01"), (4_000, "0:00"), (5_000, "-0:01"), (6_000, "-0:02")
    ]  # fmt: skip


def test_an_event_of_the_past_gives_no_time_back() -> None:
    assert GAME.turned("white", 5_000).turned("yellow", 4_000).used_ms == {"white": 0}


def test_used_time_is_kept_with_its_game_in_the_journal() -> None:
    with Journal.open(None) as journal:
        one, other = (journal.start_game({"game": "masterplan"}, 0) for _ in range(2))
        journal.apply([Used({"white": 3_000, "yellow": 1_000})], 0, one)
        journal.apply([Used({"white": 7_000})], 0, one)
        assert journal.used_ms(one) == {"white": 7_000, "yellow": 1_000}
        assert journal.used_ms(other) == {}


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    settings = [("play.clock", '"game"'), ("play.clock_s", "100")]
    rig = owned(Rig(load(None, settings), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    return rig


def faces(rig: Rig) -> dict[str, str]:
    return {score.player: score.clock for score in rig.running.shown.view.scores}


def test_every_unfinished_game_has_its_own_times(rig: Rig) -> None:
    player = Player(rig)
    player.choose_game("masterplan", {})
    rig.run_for(20_000)
    player.play("house d4 ne")
    player.touch("#pause")
    player.lift(rig.running.session.current.closed)
    player.touch("#leave")
    player.choose_game("masterplan", {})
    rig.run_for(5_000)
    assert faces(rig) == {"white": "1:35", "yellow": "1:40"}
    player.touch("#pause")
    player.touch("#leave")
    rig.run_for(30_000)
    player.touch("#resume-1")
    rig.run_for(1_000)
    assert faces(rig) == {"white": "1:20", "yellow": "1:39"}
    rig.close()


def test_what_a_pause_ends_is_stored_at_once(rig: Rig) -> None:
    player = Player(rig)
    player.choose_game("masterplan", {})
    rig.run_for(30_000)
    player.touch("#pause")
    rig.run_for(100)
    rig.power_cut()
    rig.power_on()
    rig.run_for(1_500)
    assert faces(rig)["white"] == "1:09"
    rig.close()


def test_the_screen_reports_a_time_that_is_up_in_words_and_colour(rig: Rig) -> None:
    player = Player(rig)
    player.choose_game("masterplan", {})
    rig.run_for(101_000)
    picture = rig.running.shown.picture
    assert "Time is up for White." in texts(picture)
    (score, _) = rig.running.shown.view.scores
    assert (score.is_late, score.clock) == (True, "-0:01")
    rig.close()


def test_an_idle_clock_wakes_the_table_once_a_second(rig: Rig) -> None:
    Player(rig).choose_game("masterplan", {})
    rig.run_for(1_000)
    told = {rig.running.session.clock.told_ms}
    for _ in range(100):
        rig.run_for(100)
        told.add(rig.running.session.clock.told_ms)
    assert len(told) == 11
    rig.close()


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    table = AtTheShell(tmp_path, ("play.clock", '"game"'), ("play.clock_s", "100"))
    table.begin()
    return table


def used_ms(table: AtTheShell) -> dict[str, int]:
    return dict(table.daemon.session.clock.used_ms)


def hand(table: AtTheShell, place: str) -> int:
    """A hand moves a piece; gives when."""
    table.closed ^= table.daemon.session.table.sites(place)
    table.see()
    return table.now_ms


def test_a_player_is_charged_until_the_piece_closed_its_sensor(table: AtTheShell) -> None:
    begun_ms = table.daemon.session.clock.since_ms
    table.wait(3_000)
    set_ms = hand(table, "d4.ne")
    table.wait(1_000)
    assert used_ms(table) == {"white": set_ms - begun_ms}
    assert table.journal.used_ms(1) == used_ms(table)
    assert table.daemon.session.clock.player == "yellow"


def test_the_next_players_time_begins_when_the_board_has_been_read(table: AtTheShell) -> None:
    set_ms = hand(table, "d4.ne")
    table.wait(1_000)
    clock = table.daemon.session.clock
    assert set_ms < table.daemon.session.judgement.at_ms == clock.since_ms


def test_of_two_pieces_that_are_read_together_each_ends_its_own_players_time(table: AtTheShell) -> None:
    begun_ms = table.daemon.session.clock.since_ms
    white_ms = hand(table, "d4.ne")
    table.wait(200)
    yellow_ms = hand(table, "f6.n")
    table.wait(1_000)
    assert [str(ply.action) for ply in table.daemon.session.current.plies] == ["house d4 ne", "house f6 n"]
    assert used_ms(table) == {"white": white_ms - begun_ms, "yellow": yellow_ms - white_ms}


def test_a_piece_that_was_moved_on_is_charged_until_it_stood_where_it_is(table: AtTheShell) -> None:
    begun_ms = table.daemon.session.clock.since_ms
    hand(table, "d4.s")
    table.wait(300)
    hand(table, "d4.s")
    table.wait(400)
    set_ms = hand(table, "d4.ne")
    table.wait(1_000)
    assert used_ms(table) == {"white": set_ms - begun_ms}


def test_a_press_that_waited_for_the_board_is_charged_when_it_was_made(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("play.clock", '"game"'), ("play.clock_s", "100"))
    table.touch("game-masterplan", "option-assist-false", "start")
    table.wait(1_000)
    table.put("d4.ne", "f6.n")
    begun_ms = table.daemon.session.clock.since_ms
    used = used_ms(table)["white"]
    hand(table, "c3.n")
    table.wait(200)
    pressed_ms = table.now_ms
    table.tell(Button(pressed_ms, "turn"))
    table.wait(1_000)
    assert str(table.daemon.session.current.plies[-1].action) == "done"
    assert used_ms(table)["white"] - used <= pressed_ms - begun_ms


def test_the_clock_stands_still_on_the_screen_while_a_piece_is_read(table: AtTheShell) -> None:
    hand(table, "d4.ne")
    told_ms = table.daemon.session.clock.told_ms
    table.wait(550)
    assert table.daemon.session.clock.told_ms == told_ms


def test_what_was_charged_is_the_same_after_a_kill(table: AtTheShell) -> None:
    table.wait(2_000)
    table.put("d4.ne")
    table.wait(5_000)
    hand(table, "f6.n")
    table.wait(1_000)
    assert table.journal.used_ms(1) == used_ms(table)
