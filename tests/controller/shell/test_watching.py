"""The way to the spectators' page, on the screens that have room for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.phones import Served
from tests.controller.shell.at_the_shell import AtTheShell


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


def test_a_page_that_phones_find_has_its_code_on_the_menu_and_about_page(table: AtTheShell) -> None:
    assert table.view.code is None
    table.daemon.handle(Served(0, "http://192.168.1.7:8321/"), 0)
    assert table.view.code is not None
    assert table.view.code.address == "http://192.168.1.7:8321/"
    assert str(table.view.code.words) == "Watch on a phone: 192.168.1.7:8321"
    table.touch("about")
    assert table.view.code is not None
    table.touch("back", "game-masterplan")
    assert table.view.code is None


def test_a_page_that_is_gone_has_none(table: AtTheShell) -> None:
    table.daemon.handle(Served(0, "http://192.168.1.7:8321/"), 0)
    table.daemon.handle(Served(1, ""), 1)
    table.touch("about")
    assert table.view.code is None


def test_an_invitation_has_it_too(table: AtTheShell) -> None:
    table.daemon.handle(Served(0, "https://games.example/"), 0)
    table.daemon.invite(0)
    table.daemon.tick(1)
    assert table.view.code is not None
    assert str(table.view.code.words) == "Watch on a phone: https://games.example"
