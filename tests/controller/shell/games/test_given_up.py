"""A game that was given up can be taken up again from the past games, for a week."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.shell.at_the_shell import AtTheShell

DAY_MS = 86_400_000


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    """Two houses were played, and the game given up."""
    table = AtTheShell(tmp_path, ("play.clock", '"game"'))
    table.begin()
    table.put("d4.ne", "f6.n")
    table.touch("pause", "end", "give-up")
    assert table.phase == "menu"
    return table


def test_it_goes_on_where_it_was(table: AtTheShell) -> None:
    used = table.journal.used_ms(1)
    table.touch("past", "past-1", "go-on")
    assert (table.phase, table.daemon.session.game_id) == ("playing", 1)
    assert table.journal.game(1).result is None
    assert table.journal.actions(1) == ["house d4 ne", "house f6 n"]
    assert table.journal.used_ms(1) == used
    table.put("a1.n")
    assert table.journal.actions(1)[2:] == ["house a1 n"]
    assert table.daemon.session.trouble == ""


def test_a_week_later_it_is_over(table: AtTheShell) -> None:
    table.wall_ms += 7 * DAY_MS + 1
    table.touch("past", "past-1")
    assert "go-on" not in table.buttons


def test_on_the_last_day_it_can_still_be_taken_up(table: AtTheShell) -> None:
    table.wall_ms += 7 * DAY_MS
    table.touch("past", "past-1")
    assert "go-on" in table.buttons


def test_a_game_that_was_won_stays_won(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.begin()
    table.put("d4.ne")
    table.touch("pause", "end", "resign-white", "new", "past", "past-1")
    assert "go-on" not in table.buttons
