"""Every screen over a game is one object, and says itself when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.host.kiosk import TAPS
from controller.shell.model import computer_pages, layers, people_pages
from controller.shell.model.layer import Layer
from controller.shell.screens import SCREENS
from tests.controller.shell.at_the_shell import AtTheShell

HOST = ("digit-1", "digit-2", "digit-3", "digit-4", "enter")


def test_there_is_a_screen_for_everything_that_may_lie_over_a_game() -> None:
    modules = (layers, computer_pages, people_pages)
    kinds = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    assert set(SCREENS) == {one for one in kinds if issubclass(one, Layer) and one is not Layer}


def test_no_two_screens_are_of_one_phase() -> None:
    phases = {screen.layer.phase for screen in SCREENS.values()}
    assert len(phases) == len(SCREENS)


@pytest.mark.parametrize(
    ("touches", "phase"),
    [
        (("digit-9", "enter"), "pin"),
        ((*HOST, "condition"), "condition"),
        ((), "demo"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_screen_is_what_it_was_until_it_is_due(
    tmp_path: Path, touches: tuple[str, ...], phase: str
) -> None:
    table = AtTheShell(tmp_path, ("kiosk.pin", '"1234"'), ("kiosk.idle_s", "20"), ("lights.order", '"GRB"'))
    if touches:
        table.tap_corners(*TAPS)
        table.touch(*touches)
    else:
        table.wait(21_000)
    assert table.phase == phase
    shell, layer = table.daemon.shell, table.daemon.shell.layer
    screen = SCREENS[type(layer)]
    due_ms = screen.due_ms(shell, layer)
    assert due_ms is not None
    assert due_ms > table.now_ms
    assert screen.timed(shell, layer, due_ms - 1).shell is shell
    table.wait(due_ms - table.now_ms)
    assert table.daemon.shell.layer is not layer
