"""The host's page that says how the table is."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.host.condition import AGAIN_MS
from controller.shell.host.kiosk import TAPS
from controller.shell.model.screen import LEFT_MS
from tests.controller.shell.at_the_shell import AtTheShell

PIN = "9081"


@pytest.fixture
def host(tmp_path: Path) -> AtTheShell:
    table = AtTheShell(tmp_path, ("kiosk.pin", f'"{PIN}"'))
    table.tap_corners(*TAPS)
    table.touch(*(f"digit-{digit}" for digit in PIN), "enter")
    return table


def test_the_host_reads_how_the_table_is_and_goes_back(host: AtTheShell) -> None:
    host.daemon.shell_requests.tell_health = lambda at_ms: ("Everything is fine.", "Processor: 48 °C")
    host.touch("condition")
    assert host.phase == "condition"
    assert host.daemon.shown.view.ask == ("Everything is fine.", "Processor: 48 °C")
    host.touch("back")
    assert host.phase == "host"


def test_it_is_asked_anew_every_two_seconds_as_long_as_someone_looks(host: AtTheShell) -> None:
    asked: list[int] = []
    host.daemon.shell_requests.tell_health = lambda at_ms: (
        f"Asked {len(asked)} times",
        asked.append(at_ms) or "",
    )
    host.touch("condition")
    host.wait(10 * AGAIN_MS + 500)
    assert len(asked) == 11
    assert host.daemon.shown.view.ask[0] == "Asked 10 times"
    host.wait(LEFT_MS)
    assert host.phase == "menu"
    known = len(asked)
    host.wait(10 * AGAIN_MS)
    assert len(asked) == known


def test_where_no_one_looks_after_the_table_that_is_said(host: AtTheShell) -> None:
    host.touch("condition")
    assert host.daemon.shown.view.ask == ("Nothing is known of it here.",)
