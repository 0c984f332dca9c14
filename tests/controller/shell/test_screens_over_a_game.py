"""Help, the score sheet and past games lie over a game, which goes on hearing its sensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.games import tables_for
from controller.model.records import Finish, Played, Start
from controller.model.view import Meaning
from controller.view import figures
from hardware.ports import Button, Grid, LinkLost
from tests.controller.shell.at_the_shell import AtTheShell


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


@pytest.mark.parametrize("name", ["masterplan", "forma", "massai", "cites"])
def test_every_game_has_help_for_its_beginning(name: str) -> None:
    game = tables_for(Grid(24, 24), 3, 4)[name]
    header = game.header({option.name: option.values[0][0] for option in game.options})
    topics = game.help(game.game.start(header))
    assert len(topics) == len({topic.title for topic in topics}) >= 4
    assert all(1 <= len(topic.lines) <= 5 for topic in topics)
    assert sorted(topic.title for topic in game.help(None)) == sorted(topic.title for topic in topics)
    assert topics[0].title == "The aim"


@pytest.mark.parametrize("grid", [Grid(24, 24), Grid(20, 20)], ids=["24x24", "20x20"])
def test_every_page_of_help_has_a_picture_of_a_position_by_the_rules(grid: Grid) -> None:
    for game in tables_for(grid, 3 if grid.columns == 24 else 1, 4).values():
        for topic in game.help(None):
            assert topic.figure is not None, topic.title
            play = figures.play_of(game, topic.figure)
            board = figures.drawn(play, figures.figure_lights(play), topic.figure)
            inside = [0 <= one.x <= board.columns and 0 <= one.y <= board.rows for one in board.marks]
            assert inside, topic.title
            assert all(inside), topic.title


def test_help_tells_the_aim_and_then_what_the_rules_wait_for(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n")
    table.touch("help")
    assert table.view.heading == "The aim"
    assert table.view.notice == "Page 1 of 5"
    table.touch("page-on")
    assert table.view.heading == "Parks and towers"
    table.touch("back")
    table.put("e5")
    table.touch("help", "page-on")
    assert table.view.heading == "Your turn: a house"


def test_help_leaves_the_lights_of_the_game_alone(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n")
    lit = table.view.lights
    table.touch("help")
    assert table.view.lights == lit


def test_a_piece_that_is_set_closes_help_and_is_played(table: AtTheShell) -> None:
    table.begin()
    table.touch("help")
    table.put("d4.ne")
    assert table.phase == "playing"
    assert table.journal.actions(1) == ["house d4 ne"]


def test_a_button_of_the_panel_closes_help_and_plays_nothing(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne")
    table.touch("help")
    table.tell(Button(table.now_ms, "undo"))
    assert table.phase == "playing"
    assert table.journal.actions(1) == ["house d4 ne"]


def test_a_device_that_goes_away_is_reported_over_any_screen(table: AtTheShell) -> None:
    table.touch("settings")
    table.tell(LinkLost(0, "board", "The board is away."))
    assert table.phase == "paused"


def test_what_scored_flashes_with_its_owner_on_table_and_picture(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n")
    table.closed ^= table.daemon.session.table.sites("e5")
    table.see()
    table.wait(700)
    scored = [(site, lit) for site, lit in table.view.lights if lit.meaning is Meaning.SCORED]
    flashing = [(site, lit.player) for site, lit in scored]
    masterplan = table.daemon.session.table
    assert {(masterplan.place(site), lit.player, lit.text) for site, lit in scored} == {
        ("d4 north-east", "white", "+2"),
        ("f6 north", "yellow", "+1"),
    }
    board = table.view.board
    assert board is not None
    corners = [masterplan.corner(site) for site, _player in flashing]
    signs = [(sign.x, sign.y, sign.size) for sign in board.signs if sign.lit.meaning is Meaning.SCORED]
    assert sorted(signs) == sorted(corners)
    table.wait(4_000)
    assert not [lit for _site, lit in table.view.lights if lit.meaning is Meaning.SCORED]


def test_the_score_sheet_tells_what_each_action_brought(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n", "e5")
    table.touch("pause", "end", "resign-yellow", "sheet")
    park, total = table.view.sheet
    assert park.figures == ("+2", "+1")
    assert park.label.startswith("4. Park on e5")
    assert (total.figures, total.is_total) == (("2", "1"), True)
    assert [score.player for score in table.view.scores] == ["white", "yellow"]


def keep(table: AtTheShell, *actions: str) -> None:
    header = {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
    result = {"winner": None, "reason": "given up", "score": {"white": 0, "yellow": 0}}
    table.journal.apply([Start(header), *map(Played, actions), Finish(result)], 0)


def test_past_games_are_listed_newest_first_by_pages(table: AtTheShell) -> None:
    for _ in range(6):
        keep(table, "house d4 ne")
    table.touch("past")
    assert [one.id for one in table.view.choices] == ["past-6", "past-5", "past-4", "past-3"]
    table.touch("page-on")
    assert [one.id for one in table.view.choices] == ["past-2", "past-1"]
    assert "page-on" not in table.buttons


def test_a_game_that_the_rules_do_not_know_is_reported(table: AtTheShell) -> None:
    keep(table, "house z9 ne")
    table.touch("past", "past-1")
    assert table.phase == "past"
    assert "cannot be shown" in table.view.notice


def test_a_game_runs_by_itself_until_someone_halts_it(table: AtTheShell) -> None:
    keep(table, "house d4 ne", "house f6 n", "house a1 n")
    table.touch("past", "past-1", "replay-run")
    table.wait(2_000)
    assert table.view.heading == "Action 1 of 3"
    table.touch("replay-halt")
    table.wait(10_000)
    assert table.view.heading == "Action 1 of 3"
    table.touch("replay-run")
    table.wait(10_000)
    assert table.view.heading == "Action 3 of 3"
    assert "replay-run" not in table.buttons


def test_a_replay_is_no_game(table: AtTheShell) -> None:
    keep(table, "house d4 ne")
    table.touch("past", "past-1", "replay-on", "back", "back")
    assert table.daemon.session.play is None
    assert len(table.journal.games()) == 1
