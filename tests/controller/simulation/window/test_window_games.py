"""A game of each kind in a real window by a real mouse, from the menu to its result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.model.view import Phase
from controller.settings.settings import Config
from controller.simulation.window.hands import SHOW
from tests.controller.screens.samples.sessions import vector_game
from tests.controller.window_desk import RealDesk, middle, real_x_server

END_AGREED = ("Pause", "End this game", "Agree on a draw")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDesk]:
    with real_x_server(monkeypatch):
        made = RealDesk(tmp_path, Config())
        try:
            yield made
        finally:
            made.close()


def heading(desk: RealDesk) -> str:
    return desk.rig.running.shown.view.heading


def test_masterplan_until_a_player_resigns(desk: RealDesk) -> None:
    desk.start_game("Masterplan")
    desk.play("d4.ne", "f6.n", "c3.n", "e5")
    assert desk.plies() == ["house d4 ne", "house f6 n", "house c3 n", "park e5"]
    desk.touch("Pause", "End this game", "White resigns")
    assert (desk.phase, heading(desk)) == (Phase.OVER, "Yellow wins")
    desk.touch("New game")
    assert desk.phase is Phase.MENU


def test_forma_until_a_draw_is_agreed(desk: RealDesk) -> None:
    desk.start_game("Forma")
    desk.play("k10", game="forma")
    desk.touch("White tower on k10")
    desk.touch("#start")
    desk.play("b1", game="forma")
    assert desk.plies() == ["tower k10", "start", "place b1"]
    desk.touch(*END_AGREED)
    assert (desk.phase, heading(desk)) == (Phase.OVER, "A draw")


def test_massai_until_a_chain_joins_the_banks(desk: RealDesk) -> None:
    desk.start_game("Massaï")
    for player, cells in (("Dark", "a1 b1 c1 d1 d2"), ("Light", "e5 f5 f6 g6 h6")):
        desk.touch(f"I am {player}")
        for cell in cells.split():
            desk.click(desk.cell("abcdefgh".index(cell[0]), int(cell[1]) - 1))
        desk.touch("Done")
    desk.play(*["a1", "b1", "c1", "d1", "d2", "e5", "f5", "f6", "g6", "h6"], game="massai")
    desk.play(*["e1", "h5", "f1", "h4", "g1", "h3", "h1"], game="massai")
    assert (desk.phase, heading(desk)) == (Phase.OVER, "Dark wins")


def test_cites_until_a_draw_is_agreed(desk: RealDesk) -> None:
    desk.start_game("Cités Nouvelles")
    for pad in (0, 1):
        desk.drag(middle(desk.window.racks.box_of(0)), desk.pad(pad))
    desk.wait(3_000)  # simulated hands clear the two tiles away
    desk.touch("#choose-M", "#choose-H")
    seat = desk.rig.running.session.current.position.turn
    desk.click(desk.rack_button(SHOW))
    desk.drag(middle(desk.window.racks.box_of(0)), desk.pad(int(seat[1:]) - 1))
    assert [ply.split()[0] for ply in desk.plies()] == ["turnup", "turnup", "choose", "choose", "play"]
    desk.touch(*END_AGREED)
    assert (desk.phase, heading(desk)) == (Phase.OVER, "A draw")


@pytest.mark.parametrize("gap_ms", [25, 120, 280])
def test_a_real_double_click_on_pause_does_not_leave_the_game(desk: RealDesk, gap_ms: int) -> None:
    desk.start_game("Masterplan")
    desk.play("d4.ne")
    desk.double_click(desk.button("Pause"), gap_ms)
    assert desk.phase is Phase.PAUSED
    assert desk.plies() == ["house d4 ne"]
    desk.touch("Continue")
    assert desk.phase is Phase.PLAYING


def test_a_real_double_click_on_take_back_takes_one_house_back(desk: RealDesk) -> None:
    desk.start_game("Masterplan")
    desk.play("d4.ne", "f6.n")
    desk.double_click(desk.button("Take back"), 120)
    assert desk.plies() == ["house d4 ne"]
    assert not desk.rig.running.session.tracker.masked


@pytest.mark.slow
def test_masterplan_until_its_towers_are_scored(desk: RealDesk) -> None:
    _, texts = vector_game("masterplan", "the end: towers are scored, ties give nothing")
    desk.start_game("Masterplan")
    for text in texts:
        _, cell, *spot = text.split()
        desk.play(".".join([cell, *spot]))
    assert desk.plies() == texts
    assert (desk.phase, heading(desk)) == (Phase.OVER, "White wins")
