"""Whole games by dragging, to their end by the rules; simulated hands lay the computer's pieces."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from controller.model.view import Phase
from controller.referee.play import Play
from controller.settings.settings import Config, Language, ScreenSettings
from engines.cites import actions as cites
from tests.controller.window_desk import Desk, RealDesk, real_x_server
from tests.controller.window_player import WindowPlayer

TITLES = {"masterplan": "Masterplan", "forma": "Forma", "massai": "Massaï", "cites": "Cités Nouvelles"}
SECONDS = {"masterplan": "yellow", "forma": "yellow", "massai": "light", "cites": "p2"}
"""The seat that the computer takes."""


def begin(desk: Desk, game: str, computer: str = "") -> None:
    """From the menu to the first action."""
    desk.touch(TITLES[game])
    if computer:
        desk.touch(f"#seat-{computer}")
    desk.touch("#start")
    if game == "forma":
        desk.drag(desk.stack("tower white"), desk.place("k10", "forma"))
        desk.touch("#choice-1", "#start")


def play_out(desk: Desk, seed: int) -> None:
    """Play until the rules end the game."""
    WindowPlayer(desk, seed).play_out()
    assert desk.phase is Phase.OVER
    assert desk.rig.running.session.current.position.outcome() is not None


def test_massai_against_the_computer(desk: Desk) -> None:
    begin(desk, "massai", "light")
    play_out(desk, 3)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("is_alone", [True, False], ids=["against the computer", "two people"])
@pytest.mark.parametrize("game", TITLES)
def test_a_real_mouse_plays(real_desk: RealDesk, game: str, is_alone: bool) -> None:
    begin(real_desk, game, SECONDS[game] if is_alone else "")
    play_out(real_desk, 3 if game == "massai" else 1)


@pytest.mark.slow
def test_a_real_mouse_gives_a_seat_to_the_computer_and_takes_it_back(real_desk: RealDesk) -> None:
    desk = real_desk
    begin(desk, "masterplan")
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    desk.touch("#pause", "#seats", "#seat-yellow", "#back", "#resume")
    while len(desk.plies()) < 2 or desk.rig.running.session.due.asked:
        desk.wait(300)  # the computer thinks, and simulated hands set its house
    desk.drag(desk.stack("house white"), desk.place("a1.ne"))
    desk.touch("#pause", "#seats")
    while desk.rig.running.session.current.computers:
        desk.touch("#seat-yellow")
    desk.touch("#back", "#resume")
    before = len(desk.plies())
    WindowPlayer(desk).play_until(lambda play: len(play.plies) > before)
    play = desk.rig.running.session.current
    assert [play.is_computers(ply) for ply in play.plies if ply.actor == "yellow"] == [True, False]


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_real_mouse_plays_the_lessons_to_their_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    config = Config(screen=ScreenSettings(language=language))
    with real_x_server(monkeypatch), closing(RealDesk(tmp_path, config)) as desk:
        for game in TITLES:
            learn(desk, game)


@pytest.mark.parametrize("game", TITLES)
def test_a_lesson_is_played_to_its_end(desk: Desk, game: str) -> None:
    learn(desk, game)


def learn(desk: Desk, game: str) -> None:
    """From the menu through a lesson, and back."""
    desk.touch("#lessons", f"#lesson-{game}")
    WindowPlayer(desk).learn()
    desk.touch("#back", "#back")
    assert desk.phase is Phase.MENU
    desk.click(desk.rack_button("clear"))


def is_first_score(play: Play) -> bool:
    """Whether a piece on the table counts for somebody; in Cités Nouvelles, where points come at the end of a
    round, whether a first trick is taken."""
    if play.table.game.name == "cites":
        return sum(isinstance(ply.action, cites.PlayBlock) for ply in play.plies) == len(play.position.seats)
    return any(play.position.score().values()) and bool(play.closed)


@pytest.mark.parametrize("game", TITLES)
def test_ten_acts_lead_from_the_menu_to_the_first_piece_that_counts(desk: Desk, game: str) -> None:
    begin(desk, game, SECONDS[game])
    if game == "massai":
        desk.touch("#reveal", "#example", "#done")
    WindowPlayer(desk, 3).play_until(is_first_score)
    assert desk.acts <= 10
