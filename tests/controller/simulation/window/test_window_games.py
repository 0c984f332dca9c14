"""A game of each kind in a real window by a real mouse, from the menu to its result."""

from __future__ import annotations

import pytest

from controller.model.view import Phase
from controller.simulation.window.hands import SHOW
from tests.controller.screens.samples.sessions import vector_game
from tests.controller.window_desk import RealDesk, middle

END_AGREED = ("Pause", "End this game", "Agree on a draw")


def heading(desk: RealDesk) -> str:
    return desk.rig.running.shown.view.heading


def test_masterplan_until_a_player_resigns(real_desk: RealDesk) -> None:
    real_desk.start_game("Masterplan")
    real_desk.play("d4.ne", "f6.n", "c3.n", "e5")
    assert real_desk.plies() == ["house d4 ne", "house f6 n", "house c3 n", "park e5"]
    real_desk.touch("Pause", "End this game", "White resigns")
    assert (real_desk.phase, heading(real_desk)) == (Phase.OVER, "Yellow wins")
    real_desk.touch("New game")
    assert real_desk.phase is Phase.MENU


def test_forma_until_a_draw_is_agreed(real_desk: RealDesk) -> None:
    real_desk.start_game("Forma")
    real_desk.play("k10", game="forma")
    real_desk.touch("White tower on k10")
    real_desk.touch("#start")
    real_desk.play("b1", game="forma")
    assert real_desk.plies() == ["tower k10", "start", "place b1"]
    real_desk.touch(*END_AGREED)
    assert (real_desk.phase, heading(real_desk)) == (Phase.OVER, "A draw")


def test_massai_until_a_chain_joins_the_banks(real_desk: RealDesk) -> None:
    real_desk.start_game("Massaï")
    for player, cells in (("Dark", "a1 b1 c1 d1 d2"), ("Light", "e5 f5 f6 g6 h6")):
        real_desk.touch(f"I am {player}")
        for cell in cells.split():
            real_desk.click(real_desk.cell("abcdefgh".index(cell[0]), int(cell[1]) - 1))
        real_desk.touch("Done")
    real_desk.play(*["a1", "b1", "c1", "d1", "d2", "e5", "f5", "f6", "g6", "h6"], game="massai")
    real_desk.play(*["e1", "h5", "f1", "h4", "g1", "h3", "h1"], game="massai")
    assert (real_desk.phase, heading(real_desk)) == (Phase.OVER, "Dark wins")


def test_cites_until_a_draw_is_agreed(real_desk: RealDesk) -> None:
    real_desk.start_game("Cités Nouvelles")
    for pad in (0, 1):
        real_desk.drag(middle(real_desk.window.racks.box_of(0)), real_desk.pad(pad))
    real_desk.wait(3_000)  # simulated hands clear the two tiles away
    real_desk.touch("#choose-M", "#choose-H")
    seat = real_desk.rig.running.session.current.position.turn
    real_desk.click(real_desk.rack_button(SHOW))
    real_desk.drag(middle(real_desk.window.racks.box_of(0)), real_desk.pad(int(seat[1:]) - 1))
    assert [ply.split()[0] for ply in real_desk.plies()] == ["turnup", "turnup", "choose", "choose", "play"]
    real_desk.touch(*END_AGREED)
    assert (real_desk.phase, heading(real_desk)) == (Phase.OVER, "A draw")


@pytest.mark.parametrize("gap_ms", [25, 120, 280])
def test_a_real_double_click_on_pause_does_not_leave_the_game(real_desk: RealDesk, gap_ms: int) -> None:
    real_desk.start_game("Masterplan")
    real_desk.play("d4.ne")
    real_desk.double_click(real_desk.button("Pause"), gap_ms)
    assert real_desk.phase is Phase.PAUSED
    assert real_desk.plies() == ["house d4 ne"]
    real_desk.touch("Continue")
    assert real_desk.phase is Phase.PLAYING


def test_a_real_double_click_on_take_back_takes_one_house_back(real_desk: RealDesk) -> None:
    real_desk.start_game("Masterplan")
    real_desk.play("d4.ne", "f6.n")
    real_desk.double_click(real_desk.button("Take back"), 120)
    assert real_desk.plies() == ["house d4 ne"]
    assert not real_desk.rig.running.session.tracker.masked


@pytest.mark.slow
def test_masterplan_until_its_towers_are_scored(real_desk: RealDesk) -> None:
    _, texts = vector_game("masterplan", "the end: towers are scored, ties give nothing")
    real_desk.start_game("Masterplan")
    for text in texts:
        _, cell, *spot = text.split()
        real_desk.play(".".join([cell, *spot]))
    assert real_desk.plies() == texts
    assert (real_desk.phase, heading(real_desk)) == (Phase.OVER, "White wins")
