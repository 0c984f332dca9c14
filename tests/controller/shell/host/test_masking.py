"""Sensors that are said to be broken: a few at a word, many after a second page, and the host's PIN."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.host.masking import FREE
from hardware.ports import sites_in
from tests.controller.shell.at_the_shell import AtTheShell

PARKS = [24 * row + column for row in (1, 4) for column in range(1, 24, 3)][:10]
"""Sites in the middle of cells."""


def a_game(folder: Path, *settings: tuple[str, str]) -> AtTheShell:
    table = AtTheShell(folder, *settings)
    table.begin()
    return table


def pile(table: AtTheShell, pieces: int) -> None:
    """This many parks lie where none is asked for."""
    table.closed |= sum(1 << site for site in PARKS[:pieces])
    table.see()
    table.wait(2_000)
    assert table.phase == "correcting"


def say_broken(table: AtTheShell, *touches: str) -> None:
    """The pieces on the board are reported as right, and the table judges the board again."""
    table.touch("broken", *touches)
    table.wait(1_000)


def test_two_broken_sensors_are_believed(tmp_path: Path) -> None:
    table = a_game(tmp_path)
    pile(table, FREE)
    say_broken(table)
    assert table.phase == "playing"
    assert len(table.journal.masks()) == FREE


def test_more_are_asked_about_again(tmp_path: Path) -> None:
    table = a_game(tmp_path)
    pile(table, 10)
    table.touch("broken")
    assert table.phase == "masking"
    assert table.view.choices[0].label == "All 10 are broken"
    table.touch("back")
    assert table.phase == "correcting"
    assert table.journal.masks() == frozenset()
    say_broken(table, "mask-really")
    assert len(table.journal.masks()) == 10


def test_one_after_the_other_they_are_asked_about_too(tmp_path: Path) -> None:
    table = a_game(tmp_path)
    pile(table, FREE)
    say_broken(table)
    pile(table, FREE + 1)
    table.touch("broken")
    assert table.phase == "masking"
    assert len(table.journal.masks()) == FREE


def test_where_there_is_a_pin_more_are_the_host_s_to_say(tmp_path: Path) -> None:
    table = a_game(tmp_path, ("kiosk.pin", '"1234"'))
    pile(table, 10)
    table.touch("broken", "mask-really")
    assert table.phase == "pin"
    table.touch("back")
    assert (table.phase, table.journal.masks()) == ("correcting", frozenset())
    say_broken(table, "mask-really", "digit-1", "digit-2", "digit-3", "digit-4", "enter")
    assert table.phase == "playing"
    assert len(table.journal.masks()) == 10


def test_what_the_host_has_masked_no_visitor_unmasks(tmp_path: Path) -> None:
    table = a_game(tmp_path, ("kiosk.pin", '"1234"'))
    pile(table, 10)
    say_broken(table, "mask-really", "digit-1", "digit-2", "digit-3", "digit-4", "enter")
    table.touch("pause", "mended")
    assert table.phase == "pin"
    table.touch("back")
    assert len(table.journal.masks()) == 10


@pytest.mark.parametrize("sensors", [1, 2])
def test_a_few_have_their_buttons_beside_the_board(tmp_path: Path, sensors: int) -> None:
    table = a_game(tmp_path)
    pile(table, sensors)
    say_broken(table)
    assert len([one for one in table.buttons if one.startswith("confirm-")]) == sensors


def test_many_have_theirs_on_pages_of_their_own(tmp_path: Path) -> None:
    table = a_game(tmp_path)
    pile(table, 10)
    say_broken(table, "mask-really")
    assert [one for one in table.buttons if one.startswith("confirm-")] == []
    table.touch("sensors")
    assert table.phase == "sensors"
    assert len([one for one in table.buttons if one.startswith("confirm-")]) == 8
    table.touch("page-on", "confirm-4,4")
    assert table.daemon.session.tracker.confirmed == 1 << PARKS[9]
    assert sites_in(table.daemon.session.tracker.masked) == PARKS
