"""Whole games by dragging, to their end by the rules; simulated hands lay the computer's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.model.view import Phase
from controller.settings.settings import Config
from tests.controller.window_desk import Desk, RealDesk, real_x_server
from tests.controller.window_player import WindowPlayer


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made = Desk(tmp_path, Config())
    yield made
    made.close()


def begin(desk: Desk, title: str, computer: str = "") -> None:
    desk.touch(title)
    if computer:
        desk.touch(f"#seat-{computer}")
    desk.touch("#start")


def play_out(desk: Desk, seed: int) -> None:
    """Play until the rules end the game."""
    WindowPlayer(desk, seed).play_out()
    assert desk.phase is Phase.OVER
    assert desk.rig.running.session.current.position.outcome() is not None


def test_massai_against_the_computer(desk: Desk) -> None:
    begin(desk, "Massaï", "light")
    play_out(desk, 3)


def test_massai_against_the_computer_in_a_real_window_by_a_real_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with real_x_server(monkeypatch):
        desk = RealDesk(tmp_path, Config())
        try:
            begin(desk, "Massaï", "light")
            play_out(desk, 3)
        finally:
            desk.close()


@pytest.mark.slow
@pytest.mark.parametrize("computer", ["yellow", ""], ids=["against the computer", "two people"])
def test_masterplan(desk: Desk, computer: str) -> None:
    begin(desk, "Masterplan", computer)
    play_out(desk, 1)


@pytest.mark.slow
@pytest.mark.parametrize("computer", ["yellow", ""], ids=["against the computer", "two people"])
def test_forma(desk: Desk, computer: str) -> None:
    begin(desk, "Forma", computer)
    desk.drag(desk.stack("tower white"), desk.place("k10", "forma"))
    desk.touch("#choice-1", "#start")
    play_out(desk, 1)


@pytest.mark.slow
@pytest.mark.parametrize("computer", ["p2", ""], ids=["against the computer", "two people"])
def test_cites(desk: Desk, computer: str) -> None:
    begin(desk, "Cités Nouvelles", computer)
    play_out(desk, 1)
