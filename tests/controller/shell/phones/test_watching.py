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


def test_where_a_computer_has_several_addresses_the_others_are_a_touch_away(table: AtTheShell) -> None:
    there = ("http://192.168.1.7:8321/", "http://10.42.0.1:8321/", "http://10.8.0.2:8321/")
    table.daemon.handle(Served(0, there[0], there[1:]), 0)
    table.touch("about")
    seen = []
    for _ in range(4):
        assert table.view.code is not None
        seen.append(table.view.code.address)
        table.touch("address")
    assert seen == [*there, there[0]]


def test_where_there_is_one_address_there_is_no_button_for_others(table: AtTheShell) -> None:
    table.daemon.handle(Served(0, "http://192.168.1.7:8321/"), 0)
    table.touch("about")
    assert [one.id for one in table.view.controls] == ["back"]
