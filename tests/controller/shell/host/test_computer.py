"""The pages about this computer, behind the host's PIN."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.shell.host.kiosk import TAPS
from controller.shell.model.screen import LEFT_MS
from hardware.host.port import NOT_ALLOWED, Power, Storage
from hardware.simulated.host.computer import SimulatedHost
from tests.controller.shell.at_the_shell import AtTheShell
from tests.controller.shell.inline_host import InlineHost

PIN = "9081"
STORAGE = Storage(31_000_000_000, 22_400_000_000, 4_200, 118_000_000)


class AtTheComputer(AtTheShell):
    """A host who has entered the PIN, if there is one, and opened the page about this computer."""

    def __init__(self, folder: Path, *settings: tuple[str, str], pin: str = PIN) -> None:
        super().__init__(folder, ("kiosk.pin", f'"{pin}"'), ("sound.kind", '"mixer"'), *settings)
        self.storage: Storage | None = STORAGE
        self.computer = SimulatedHost(lambda: self.storage)
        self.daemon.shell_requests.host = InlineHost(self.computer)
        if pin:
            self.tap_corners(*TAPS)
            self.touch(*(f"digit-{digit}" for digit in pin), "enter")
        else:
            self.touch("settings", *["page-on"] * 3, "host")
        self.touch("computer")


@pytest.fixture
def table(tmp_path: Path) -> AtTheComputer:
    return AtTheComputer(tmp_path)


@pytest.mark.parametrize("order", Power)
def test_the_computer_obeys_after_a_second_touch(table: AtTheComputer, order: Power) -> None:
    table.touch(order)
    assert table.computer.down is None
    table.touch("back", order, "power-really")
    assert table.computer.down is order
    assert table.buttons == []


def test_what_the_computer_does_not_allow_says_so_and_cannot_be_ordered(table: AtTheComputer) -> None:
    table.computer.is_trusted = False
    table.touch("back", "computer")
    assert {choice.id: choice.note for choice in table.view.choices}["restart"] == NOT_ALLOWED
    table.touch("restart", "shut-down")
    assert (table.view.heading, table.computer.down) == ("This computer", None)


def test_an_order_that_fails_says_why_and_may_be_given_again(table: AtTheComputer) -> None:
    table.touch("restart")
    table.computer.is_trusted = False  # meanwhile
    table.touch("power-really")
    assert table.view.ask == (NOT_ALLOWED,)
    assert table.computer.down is None


def test_without_a_pin_no_one_can_restart_the_computer(tmp_path: Path) -> None:
    table = AtTheComputer(tmp_path, pin="")
    assert table.buttons == ["levels", "storage", "back"]
    assert "need a PIN" in table.view.ask[0]


def test_where_nothing_is_known_of_the_computer_that_is_said(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.pin", f'"{PIN}"'))
    table.tap_corners(*TAPS)
    table.touch(*(f"digit-{digit}" for digit in PIN), "enter", "computer")
    assert table.view.ask == ("Nothing is known of it here.",)
    assert table.buttons == ["back"]


def test_the_host_reads_what_is_free_on_the_disk(table: AtTheComputer) -> None:
    table.touch("storage")
    assert table.view.ask == (
        "Free: 22 GB of 31 GB",
        "The games, with their backups: 5 kB",
        "The flight recorder: 118 MB",
    )
    table.storage = replace(STORAGE, free=1_000_000, is_read_only=True)
    table.touch("back", "back", "computer", "storage")
    assert table.view.ask[1] == "The disk is almost full."
    table.storage = None
    table.touch("back", "back", "computer", "storage")
    assert table.view.ask == ("No games are kept on a disk here.",)


def test_the_host_sets_how_bright_and_how_loud_the_table_is(table: AtTheComputer) -> None:
    table.touch("levels", "set-screen-25", "set-brightness-40", "set-volume-20", "set-sound-false")
    kept = table.daemon.shell.preferences
    assert (kept.screen, kept.brightness, kept.volume, kept.sound) == (0.25, 0.4, 0.2, False)
    assert table.on == {"Screen": "25 %", "Lights": "40 %", "Sound": "off", "Volume": "low"}
    table.touch("back")
    assert table.phase == "computer"


def test_what_cannot_be_set_is_missing_and_says_why(tmp_path: Path) -> None:
    table = AtTheComputer(tmp_path, ("sound.kind", '"none"'))
    table.computer.is_trusted = False
    table.touch("back", "computer", "levels")
    assert table.view.notice == f"Screen: {NOT_ALLOWED} Sound: Off in the table's settings."
    assert {choice.group for choice in table.view.choices} == {"Lights"}


@pytest.mark.parametrize("page", ["levels", "storage", "restart"])
def test_a_host_who_has_gone_leaves_no_page_open(table: AtTheComputer, page: str) -> None:
    table.touch(page)
    table.wait(LEFT_MS)
    assert table.phase == "menu"
