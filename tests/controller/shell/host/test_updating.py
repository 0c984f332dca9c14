"""The page of the program's update, behind the host's PIN."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.shell.host.updating import AGAIN_MS
from controller.shell.model.screen import LEFT_MS
from hardware.host.port import NO_UPDATE, NOT_ALLOWED
from tests.controller.shell.host.test_computer import AtTheComputer


@pytest.fixture
def table(tmp_path: Path) -> AtTheComputer:
    table = AtTheComputer(tmp_path)
    table.touch("update")
    return table


def says(table: AtTheComputer, word: str, detail: str = "") -> str:
    """The page after `./update` has said this."""
    table.computer.update = replace(table.computer.update, word=word, detail=detail)
    table.wait(AGAIN_MS)
    return str(table.view.ask[0])


def test_an_update_begins_after_a_second_touch_and_says_how_it_ended(table: AtTheComputer) -> None:
    assert table.view.ask == ("This is version simulated.",)
    table.touch("update-usb", "back", "update-git")
    assert table.computer.update.word == ""
    table.touch("update-really")
    assert table.view.ask == ("This is the newest version already.",)
    table.touch("update-usb", "update-really")
    assert table.view.ask == ("There is no USB stick with a file tablier.bundle.",)


def test_while_it_is_under_way_the_page_follows_it_and_begins_no_other(table: AtTheComputer) -> None:
    for word in ("fetching", "installing", "starting"):
        assert "ersion" in says(table, word)
        assert table.buttons == ["back"]
    assert says(table, "done", "abc, 2026-11-29") == "Updated to version abc, 2026-11-29."
    assert "The previous version is back." in says(table, "back")
    assert "The previous version is back." in says(table, "back", "interrupted")
    assert says(table, "a word of", "a later version") == "This is version simulated."


def test_where_there_is_none_or_no_right_that_is_said(table: AtTheComputer) -> None:
    table.computer.update = NO_UPDATE
    table.wait(AGAIN_MS)
    assert (table.view.ask, table.buttons) == ((NO_UPDATE.cannot,), ["back"])
    table.touch("back")
    assert {choice.id: choice.note for choice in table.view.choices}["update"] == "Unavailable"


def test_an_order_that_is_refused_says_why(table: AtTheComputer) -> None:
    table.touch("update-git")
    table.computer.is_trusted = False
    table.touch("update-really")
    assert table.view.ask == (NOT_ALLOWED,)


def test_a_host_who_has_gone_leaves_no_page_open(table: AtTheComputer) -> None:
    table.wait(LEFT_MS)
    assert table.phase == "menu"
