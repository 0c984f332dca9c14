"""Unfinished games: on the menu, on their page, and the end of those that are not continued."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.referee.session import MOST_WAIT
from controller.referee.session_parts import UnfinishedGame
from controller.shell.games import unfinished
from controller.shell.games.unfinished import ON_A_PAGE
from controller.shell.model.layers import UnfinishedPage
from controller.shell.model.state import Shell
from controller.view.start import ON_THE_MENU
from engines.record import replace
from tests.controller.shell.at_the_shell import AtTheShell

GAMES = ["game-masterplan", "game-forma", "game-massai", "game-cites"]


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


def leave_a_game(table: AtTheShell, *places: str) -> int | None:
    """A game of Masterplan is begun, played in, and left; its number."""
    table.begin()
    table.put(*places)
    number = table.daemon.session.game_id
    table.touch("pause", "leave")
    table.put(*places)
    return number


def stored(table: AtTheShell) -> list[int]:
    return [record.id for record in table.journal.games()]


def test_the_menu_offers_all_games_however_many_wait(table: AtTheShell) -> None:
    for _ in range(ON_THE_MENU + 5):
        leave_a_game(table, "d4.ne")
    assert table.buttons[: len(GAMES)] == GAMES
    assert [one for one in table.buttons if one.startswith("resume-")] == ["resume-7", "resume-6"]
    assert "unfinished" in table.buttons


def test_a_game_in_which_nothing_was_done_is_forgotten_when_the_menu_offers_it_no_more(
    table: AtTheShell,
) -> None:
    for _ in range(ON_THE_MENU + 2):
        leave_a_game(table)
    assert stored(table) == [3, 4]
    assert list(table.daemon.session.unfinished.games) == [3, 4]


def test_a_game_that_was_played_is_never_forgotten(table: AtTheShell) -> None:
    leave_a_game(table, "d4.ne")
    for _ in range(ON_THE_MENU + 2):
        leave_a_game(table)
    assert 1 in stored(table)
    table.touch("unfinished")
    assert "resume-1" in table.buttons


def test_games_that_wait_are_listed_the_one_left_last_first(table: AtTheShell) -> None:
    for _ in range(ON_A_PAGE + 1):
        leave_a_game(table, "d4.ne")
    table.touch("resume-3", "pause", "leave", "unfinished")
    assert table.buttons == ["resume-3", "resume-4", "resume-2", "back", "page-on"]
    table.touch("page-on")
    assert table.buttons == ["resume-1", "back", "page-back"]
    table.touch("resume-1")
    assert (table.phase, table.daemon.session.game_id) == ("playing", 1)


def test_a_line_tells_when_it_was_begun_how_far_it_is_and_the_score(table: AtTheShell) -> None:
    leave_a_game(table, "d4.ne")
    for _ in range(ON_THE_MENU):
        leave_a_game(table)
    table.touch("unfinished")
    line = next(one for one in table.view.choices if one.id == "resume-1")
    assert line.label == "Masterplan"
    assert line.note.startswith("2020-09-13 ")
    assert line.note.endswith(" · 1 action · White 0, Yellow 0")
    assert line.board is not None
    assert [mark.shape for mark in line.board.marks] == ["house"]


def test_a_line_says_why_a_game_cannot_go_on(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    left = leave_a_game(table, "d4.ne")
    assert left == 1
    refused = UnfinishedGame(table.daemon.session.tables["masterplan"], {"game": "masterplan"}, ["park e5"])
    session = table.daemon.session
    kept = replace(session.unfinished, games={**session.unfinished.games, 2: refused})
    lines = unfinished.view(Shell(replace(session, unfinished=kept)), UnfinishedPage()).choices
    assert [(line.id, line.board is None) for line in lines] == [("resume-2", True), ("resume-1", False)]
    assert lines[0].note.startswith("1 action · e5 needs no park")


def test_the_oldest_beyond_a_number_is_given_up(table: AtTheShell) -> None:
    for _ in range(MOST_WAIT + 1):
        leave_a_game(table, "d4.ne")
    assert len(table.daemon.session.unfinished.games) == MOST_WAIT
    assert len(table.journal.unfinished()) == MOST_WAIT
    result = table.journal.game(1).result
    assert result is not None
    assert (result["winner"], result["reason"]) == (None, "given up")


def test_a_visitor_after_an_invitation_finds_no_other_s_game_on_the_menu(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "10"))
    leave_a_game(table, "d4.ne")
    leave_a_game(table)
    assert "resume-1" in table.buttons
    table.wait(11_000)
    assert table.phase == "demo"
    table.touch("wake")
    assert [one for one in table.buttons if one.startswith("resume-")] == []
    assert stored(table) == [1]
    table.touch("unfinished", "resume-1")
    assert table.daemon.session.game_id == 1


@pytest.mark.parametrize("touches", [["game-forma"], ["game-masterplan", "seat-white"]])
def test_a_set_up_that_was_left_is_not_the_next_visitor_s(tmp_path: Path, touches: list[str]) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "10"))
    table.touch(*touches)
    table.wait(11_000)
    table.touch("wake")
    assert table.phase == "menu"
