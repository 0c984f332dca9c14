"""Every page has an end: whatever is left alone goes back to the invitation, and the host's pages first."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.host.kiosk import TAPS
from controller.shell.host.testing import LEFT_MS as TEST_LEFT_MS
from controller.shell.model.screen import LEFT_MS
from tests.controller.shell.at_the_shell import AtTheShell

IDLE_MS = 20_000


@pytest.fixture
def kiosk(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path, ("kiosk.pin", '"1234"'), ("kiosk.idle_s", "20"), ("lights.order", '"GRB"'))


def as_host(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    table.touch("digit-1", "digit-2", "digit-3", "digit-4", "enter")


@pytest.mark.parametrize(
    "touches", [["settings"], ["about"], ["past"], ["settings", "page-on", "page-on", "page-on"]]
)
def test_a_page_over_the_menu_is_an_invitation_again(kiosk: AtTheShell, touches: list[str]) -> None:
    kiosk.touch(*touches)
    kiosk.wait(IDLE_MS + 1_000)
    assert kiosk.phase == "demo"


@pytest.mark.parametrize(
    "touches",
    [[], ["condition"], ["end-program"], ["self-test"], ["self-test", *["next"] * 6, "stop"]],
    ids=str,
)
def test_a_page_of_the_host_s_is_an_invitation_again(kiosk: AtTheShell, touches: list[str]) -> None:
    as_host(kiosk)
    kiosk.touch(*touches)
    kiosk.wait(IDLE_MS + 1_000)
    assert kiosk.phase == "demo"
    kiosk.touch("wake")
    assert kiosk.phase == "menu"


def test_help_that_is_left_alone_gives_the_game_back(kiosk: AtTheShell) -> None:
    kiosk.begin()
    kiosk.touch("help")
    kiosk.wait(IDLE_MS + 1_000)
    assert kiosk.phase == "playing"


def test_what_a_self_test_has_found_is_written_down_when_the_host_has_gone(kiosk: AtTheShell) -> None:
    as_host(kiosk)
    kiosk.touch("self-test", "next")
    kiosk.wait(IDLE_MS + 1_000)
    reports = list((kiosk.file.parent / "check").glob("*"))
    assert reports


def test_a_self_test_where_nothing_invites_ends_too(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.pin", '"1234"'))
    as_host(table)
    table.touch("self-test")
    table.wait(LEFT_MS + 1_000)
    assert table.phase == "self-test"
    table.wait(TEST_LEFT_MS)
    assert table.phase == "menu"
