"""The pages of the Wi-Fi, behind the host's PIN."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from controller.shell.host.wifi import AGAIN_MS
from controller.shell.host.wifi_key import LONGEST, SHORTEST, SPACE
from controller.shell.model.screen import LEFT_MS
from hardware.host.port import Join
from hardware.simulated.host.computer import PASSWORD
from tests.controller.shell.host.test_computer import AtTheComputer


def type_in(table: AtTheComputer, text: str) -> None:
    table.touch(*(f"key-{ord(one):x}" for one in text))


@pytest.fixture
def table(tmp_path: Path) -> AtTheComputer:
    table = AtTheComputer(tmp_path)
    table.touch("wifi")
    return table


def test_a_network_is_joined_with_a_password_typed_on_the_screen(table: AtTheComputer) -> None:
    table.touch("network-Simulated")
    assert table.phase == "wifi-key"
    type_in(table, PASSWORD)
    assert table.view.ask == ("•••• ••••",)
    table.touch("join")
    assert table.computer.joined == "Simulated"
    assert table.view.ask == ("Connected to Simulated.",)
    table.touch("back")
    assert {choice.id: choice.note for choice in table.view.choices}["wifi"] == "Simulated"


def test_an_open_network_is_joined_at_once_and_one_that_asks_for_more_is_not(table: AtTheComputer) -> None:
    table.touch("network-Open")
    assert table.computer.joined == "Open"
    table.touch("network-Company", "network-Open")  # the one in use is joined already
    assert table.phase == "wifi"
    assert table.computer.joined == "Open"


def test_a_wrong_password_says_so_and_may_be_typed_again(table: AtTheComputer) -> None:
    table.touch("network-Simulated")
    type_in(table, "87654321")
    table.touch("join")
    assert (table.view.ask, table.computer.joined) == (("The password is not right.",), "")
    table.touch("network-Simulated")
    assert table.view.ask == ("Type its password",)


def test_every_character_of_a_password_can_be_typed_in_every_language(table: AtTheComputer) -> None:
    for language in ("en", "fr", "de"):
        table.touch("back", "back", "back")
        table.touch("settings", f"set-language-{language}", *["page-on"] * 3, "host")
        table.touch(*(f"digit-{digit}" for digit in "9081"), "enter", "computer", "wifi", "network-Simulated")
        typed = set()
        for keys in ("keys-big", "keys-signs", "keys-small"):
            table.touch(keys)
            typed |= {one for one in table.buttons if one.startswith("key-")}
        assert typed == {f"key-{code:x}" for code in range(32, 127)}
        table.touch("back")


def test_keys_erase_show_and_stop_at_the_longest(table: AtTheComputer) -> None:
    table.touch("network-Simulated")
    type_in(table, "a b" * 30)
    table.touch("show-password", "erase")
    assert table.view.ask == (("a b" * 30)[: LONGEST - 1].replace(" ", SPACE),)
    table.touch("show-password")
    assert "a" not in table.view.ask[0]


def test_a_password_that_is_too_short_is_not_tried(table: AtTheComputer) -> None:
    table.touch("network-Simulated")
    type_in(table, "1234567")
    table.touch("join")
    assert table.view.ask == (f"It has at least {SHORTEST} characters.",)
    type_in(table, "8")
    table.touch("join")
    assert table.computer.joined == "Simulated"


def test_the_password_is_nowhere_to_be_read(
    table: AtTheComputer, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    table.touch("network-Simulated")
    type_in(table, "87654321")
    daemon = table.daemon
    told = [repr(daemon.shell), repr(daemon.shell.layer), repr(table.view), repr(daemon.shown.picture)]
    table.touch("join")
    told += [caplog.text, *capsys.readouterr(), repr(daemon.shell), repr(Join("Simulated", "87654321"))]
    assert [one for one in told if "87654321" in one] == []


def test_a_radio_that_is_off_can_be_switched_on(table: AtTheComputer) -> None:
    table.computer.is_on = False
    table.wait(AGAIN_MS)
    assert table.buttons == ["switch-on", "back"]
    table.touch("switch-on")
    assert "network-Simulated" in table.buttons


def test_a_wifi_that_may_not_be_used_says_why(table: AtTheComputer) -> None:
    table.computer.is_trusted = False
    table.wait(AGAIN_MS)
    assert table.view.ask == ("Not allowed. “sudo ./install” gives the right.",)
    assert table.buttons == ["back"]


@pytest.mark.parametrize("way", [(), ("network-Simulated",)])
def test_a_host_who_has_gone_leaves_no_page_open(table: AtTheComputer, way: tuple[str, ...]) -> None:
    table.touch(*way)
    table.wait(LEFT_MS)
    assert table.phase == "menu"
