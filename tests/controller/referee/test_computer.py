"""A computer's seat at the table: it thinks when it is its turn, and people place its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.records import Played, Undo
from controller.model.thinking import Considered, Unanswered
from controller.model.view import Meaning
from controller.referee.session import PATIENCE_MS
from controller.simulation.simulated_disk import Condition
from hardware.ports import sites_in
from opponents.thought import Level, Option
from tests.controller.shell.at_the_shell import AtTheShell
from tests.controller.with_a_computer import SETTLED_MS, THINK_MS, AtTheTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTheTable]:
    table = AtTheTable(tmp_path)
    yield table
    table.rig.close()


@pytest.fixture
def playing(table: AtTheTable) -> AtTheTable:
    """White, a person, has played; Yellow, the computer, thinks."""
    table.begin("masterplan", yellow="medium")
    table.player.play("house d4 ne")
    table.rig.run_for(100)
    return table


# Seats


def test_a_touch_on_a_seat_gives_it_to_the_next_level_and_at_last_to_a_person(table: AtTheTable) -> None:
    table.player.touch("#game-masterplan")
    seen = []
    for _ in range(6):
        seen.append(table.label("seat-yellow"))
        table.player.touch("#seat-yellow")
    people, *levels = [
        "Yellow: a person",
        *(f"Yellow: computer, {one}" for one in ("beginner", "easy", "medium", "strong")),
    ]
    assert seen == [people, *levels, people]


def test_the_settings_say_how_well_a_seat_plays_at_first(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, ("opponents.level", '"strong"'))
    table.player.touch("#game-masterplan")
    table.player.touch("#seat-white")
    assert table.label("seat-white") == "White: computer, strong"
    table.rig.close()


def test_a_game_has_only_the_seats_that_its_options_give_it(table: AtTheTable) -> None:
    table.player.touch("#game-forma")
    assert [one for one in table.buttons if one.startswith("seat-")] == ["seat-blue", "seat-yellow"]
    table.player.touch("#seat-yellow")
    table.player.touch("#option-players-4")
    table.player.touch("#seats")
    assert len([one for one in table.buttons if one.startswith("seat-")]) == 4
    assert table.session.setup.levels == {"yellow": Level.BEGINNER}


def test_the_computer_may_sit_where_hands_are_hidden_too(table: AtTheTable) -> None:
    table.player.touch("#game-cites")
    assert [one for one in table.buttons if one.startswith("seat-")] == ["seat-p1", "seat-p2"]
    table.player.touch("#option-players-4")
    table.player.touch("#seat-p4")
    assert table.label("seat-p4") == "Player 4: computer, beginner"


def test_the_header_of_a_game_tells_nothing_of_who_plays(playing: AtTheTable) -> None:
    game = playing.rig.stored.game(1)
    assert "computers" not in game.header
    assert set(game.header) == {"game", "options"}
    assert playing.rig.stored.computers(1) == {"yellow": Level.MEDIUM}


# Its turn


def test_it_thinks_when_it_is_its_turn_and_the_screen_says_so(playing: AtTheTable) -> None:
    assert playing.rig.thinker.thinking is not None
    assert playing.rig.thinker.thinking.seat == "yellow"
    assert "Yellow is thinking" in playing.words
    assert "Yellow (medium)" in playing.words


def test_its_action_is_stored_and_its_piece_is_a_task_for_people(playing: AtTheTable) -> None:
    playing.think()
    assert len(playing.played) == 2
    assert playing.rows() == [Played(text) for text in playing.played]
    (task,) = playing.rig.running.shown.view.tasks
    assert task.words.startswith("Put the yellow house on")
    assert "Place for Yellow" in playing.words
    assert Meaning.PLACE in {lit.meaning for _, lit in playing.rig.running.shown.view.lights}


def test_the_next_player_may_move_when_its_piece_stands(playing: AtTheTable) -> None:
    playing.think()
    assert "White to move" not in playing.words
    playing.player.do_tasks()
    playing.rig.run_for(SETTLED_MS)
    assert "White to move" in playing.words
    assert playing.rig.thinker.thinking is None


def test_what_it_must_do_is_played_with_its_house(table: AtTheTable) -> None:
    table.begin("masterplan", yellow="strong")
    table.player.play("house d4 ne")
    table.session.current.position.check(table.session.current.table.game.parse("house f6 n"))
    table.think()
    table.player.do_tasks()
    table.player.play("house e4 n")
    while table.session.computer is None and not table.session.due.asked:
        table.player.do_tasks()
    for _ in range(8):
        table.think()
        table.player.do_tasks()
        table.rig.run_for(SETTLED_MS)
        if table.session.computer is None:
            break
    assert table.session.computer is None
    assert not table.session.current.position.need() or table.session.current.position.turn == "white"


def test_two_computers_play_a_game_between_them(table: AtTheTable) -> None:
    table.begin("massai", dark="easy", light="easy")
    for _ in range(12):
        table.think()
        table.player.do_tasks()
        table.rig.run_for(SETTLED_MS)
    assert len(table.played) >= 8
    assert "undo" not in table.buttons


def test_its_clock_runs_while_it_thinks(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, ("play.clock", '"game"'), ("play.clock_s", "100"))
    table.begin("masterplan", yellow="easy")
    table.player.play("house d4 ne")
    table.rig.run_for(THINK_MS - 500)
    assert {score.player: score.clock for score in table.rig.running.shown.view.scores}["yellow"] == "1:39"
    table.rig.close()


# People at its turn


def test_no_one_plays_for_it(playing: AtTheTable) -> None:
    sites = playing.session.current.table.sites("f6.n")
    playing.player.put(sites, "house yellow")
    playing.rig.run_for(SETTLED_MS)
    assert playing.played == ["house d4 ne"]
    assert "The computer plays for Yellow." in playing.words
    assert playing.rig.thinker.thinking is None
    playing.player.lift(sites)
    playing.rig.run_for(SETTLED_MS)
    assert playing.rig.thinker.thinking is not None


def test_a_piece_set_too_early_waits_until_it_has_played(table: AtTheTable) -> None:
    table.begin("masterplan", yellow="easy")
    game = table.session.current.table
    table.rig.put(sites_in(game.sites("d4.ne")), "house white")
    table.rig.run_for(300)
    table.player.put(game.sites("f6.n"), "house yellow")
    table.rig.run_for(2 * SETTLED_MS)
    assert table.played == ["house d4 ne"]
    assert "The computer plays for Yellow." in table.words


def test_lifting_a_piece_ends_the_thinking_at_once(playing: AtTheTable) -> None:
    playing.player.lift(playing.session.current.closed)
    assert playing.rig.thinker.thinking is None
    playing.rig.run_for(SETTLED_MS)
    assert playing.played == []


def test_take_back_while_it_thinks_ends_that_at_once(playing: AtTheTable) -> None:
    playing.player.touch("#undo")
    assert playing.rig.thinker.thinking is None
    assert playing.rows() == [Played("house d4 ne"), Undo(1)]


def test_take_back_after_it_has_played_goes_to_what_a_person_decided(playing: AtTheTable) -> None:
    playing.think()
    playing.player.do_tasks()
    playing.player.touch("#undo")
    assert playing.rows()[-1] == Undo(2)
    assert playing.played == []
    playing.think()
    assert playing.rig.thinker.thinking is None


def test_its_piece_is_taken_back_by_hand_only_with_the_persons_before_it(
    playing: AtTheTable,
) -> None:
    playing.think()
    playing.player.do_tasks()
    playing.rig.run_for(SETTLED_MS)
    mine, both = playing.session.current.back(1).closed, playing.session.current.closed
    playing.player.lift(both ^ mine)
    playing.rig.run_for(SETTLED_MS)
    assert len(playing.played) == 2
    assert "Put the yellow house back" in playing.words
    playing.player.lift(mine)
    playing.rig.run_for(SETTLED_MS)
    assert playing.played == []


def test_a_computer_that_began_is_not_taken_back(table: AtTheTable) -> None:
    table.begin("masterplan", white="easy")
    table.think()
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    assert len(table.played) == 1
    assert "undo" not in table.buttons


def test_in_a_pause_it_does_not_think_and_after_it_anew(playing: AtTheTable) -> None:
    playing.player.touch("#pause")
    assert playing.rig.thinker.thinking is None
    playing.rig.run_for(10_000)
    assert playing.played == ["house d4 ne"]
    playing.player.touch("#resume")
    playing.rig.run_for(SETTLED_MS)
    assert playing.rig.thinker.thinking is not None


def test_a_computer_does_not_resign(playing: AtTheTable) -> None:
    playing.player.touch("#pause")
    playing.player.touch("#end")
    assert [one for one in playing.buttons if one.startswith("resign-")] == ["resign-white"]


def test_it_declines_a_draw_before_it_has_thought(playing: AtTheTable) -> None:
    for button in ("pause", "end", "draw"):
        playing.player.touch(f"#{button}")
    assert "Yellow declines a draw." in playing.words
    assert playing.session.ended is None


def test_it_agrees_to_a_draw_when_it_expects_to_lose(playing: AtTheTable) -> None:
    playing.answer("house f6 n", (0.9, 0.1))
    playing.player.do_tasks()
    for button in ("pause", "end", "draw"):
        playing.player.touch(f"#{button}")
    assert playing.session.ended["winner"] == "draw"


# When no answer comes


def test_an_answer_to_another_request_is_no_ones(playing: AtTheTable) -> None:
    action = playing.session.current.table.game.parse("house f6 n")
    options = (Option(action, 1.0, (0.5, 0.5)),)
    for number, purpose in ((99, "play"), (playing.session.opponent.wish.number, "hint")):
        playing.rig.tell(Considered(playing.rig.now_ms, purpose, number, "masterplan", options))
    assert playing.played == ["house d4 ne"]


def test_without_an_answer_people_play_for_it(playing: AtTheTable) -> None:
    playing.rig.thinker.is_silent = True
    playing.rig.run_for(THINK_MS + PATIENCE_MS)
    assert "The computer gives no answer. Play for Yellow yourselves." in playing.words
    playing.player.play("house f6 n")
    assert playing.played == ["house d4 ne", "house f6 n"]
    assert not playing.session.opponent.is_played_by_people


def test_that_nothing_was_thought_is_reported_at_once(playing: AtTheTable) -> None:
    playing.rig.tell(
        Unanswered(playing.rig.now_ms, "play", playing.session.opponent.wish.number, "it crashed")
    )
    assert "Play for Yellow yourselves" in playing.words


def test_that_it_could_hardly_think_is_reported_in_words(playing: AtTheTable) -> None:
    playing.answer("house f6 n", is_quick=True)
    assert playing.played[-1] == "house f6 n"
    assert "The computer could not think for long." in playing.words


def test_after_a_pause_it_is_asked_once_more(playing: AtTheTable) -> None:
    playing.rig.tell(
        Unanswered(playing.rig.now_ms, "play", playing.session.opponent.wish.number, "it crashed")
    )
    playing.player.touch("#pause")
    playing.player.touch("#resume")
    playing.rig.run_for(SETTLED_MS)
    assert playing.rig.thinker.thinking is not None


def test_an_action_that_the_rules_refuse_is_not_played(playing: AtTheTable) -> None:
    playing.answer("house d4 ne")
    assert playing.played == ["house d4 ne"]
    assert "Play for Yellow yourselves" in playing.words


def test_an_answer_that_cannot_be_stored_is_played_when_it_can(playing: AtTheTable) -> None:
    disk = playing.rig.storage.disk
    disk.condition = Condition.FULL
    playing.think()
    assert playing.played == ["house d4 ne"]
    disk.condition = Condition.SOUND
    playing.rig.run_for(3_000)
    assert len(playing.played) == 2


# Through the dark


def test_after_a_power_cut_it_thinks_again(playing: AtTheTable) -> None:
    playing.rig.power_cut()
    playing.rig.run_for(1_000)
    playing.rig.power_on()
    playing.rig.run_for(2_000)
    assert playing.rig.thinker.thinking is not None
    assert playing.session.current.computers == {"yellow": Level.MEDIUM}
    playing.think()
    assert len(playing.played) == 2


def test_a_power_cut_before_its_piece_stands_asks_for_it_again(playing: AtTheTable) -> None:
    playing.think()
    played = playing.played
    playing.rig.power_cut()
    playing.rig.power_on()
    playing.rig.run_for(2_000)
    assert playing.played == played
    (task,) = playing.rig.running.shown.view.tasks
    assert task.words.startswith("Put the yellow house on")


def test_a_game_that_was_kept_knows_who_plays(playing: AtTheTable) -> None:
    playing.player.touch("#pause")
    playing.player.touch("#leave")
    playing.rig.run_for(SETTLED_MS)
    playing.player.touch("#resume-1")
    playing.rig.run_for(SETTLED_MS)
    assert playing.rig.thinker.thinking is not None


# Secrets


def test_what_it_chooses_in_secret_is_in_the_journal_alone(
    table: AtTheTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table.begin("massai", dark="medium", light="medium")
    table.think()
    assert table.rows()
    secret = table.played[0]
    cells = secret.split()[2:]
    assert secret.startswith("setup dark")
    shown = f"{table.words} {caplog.text} {table.session.current.position!r} {table.session!r}"
    assert secret not in shown
    assert not [cell for cell in cells if f" {cell}" in shown]
    assert "Light is thinking" in table.words
    assert table.rig.running.shown.view.tasks == ()


def test_the_defender_is_asked_for_guards_and_told_no_cell(table: AtTheTable) -> None:
    table.begin("massai", dark="easy")
    table.answer("setup dark c3 d2 d3 d4 d5")
    table.player.play("setup light e2 e3 e4 e5 f4")
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    attack = next(str(one) for one in table.session.current.position.legal() or () if one.is_secret)
    table.answer(attack)
    assert table.played[-1] == attack
    assert "For Light alone" in table.words
    assert attack not in table.words
    table.player.touch("#reveal")
    assert "One of your huts is attacked" in table.words
    assert attack not in table.words


def test_a_persons_cover_tells_nothing_of_the_computers_choice(table: AtTheTable) -> None:
    table.begin("massai", light="easy")
    assert "For Dark alone" in table.words
    assert [one for one in table.buttons if one.startswith("reveal")] == ["reveal"]


def test_an_answer_does_not_show_what_it_holds() -> None:
    answer = Considered(0, "play", 1, "massai", ())
    assert "options" not in repr(replace(answer))


def test_where_people_come_alone_the_computer_has_the_seats_but_the_first(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("opponents.seats", '"computer"'))

    def levels() -> dict[str, Level]:
        return dict(table.daemon.session.setup.levels)

    table.touch("game-forma")
    assert levels() == {"yellow": Level.BEGINNER}
    table.touch("seat-yellow", "option-players-4")
    assert levels() == {"yellow": Level.EASY, "red": Level.BEGINNER, "green": Level.BEGINNER}
    table.touch("seats", *("seat-red",) * 4, "back", "option-players-2")
    assert levels() == {"yellow": Level.EASY}
    table.touch("back", "game-masterplan")
    assert levels() == {"yellow": Level.BEGINNER}
