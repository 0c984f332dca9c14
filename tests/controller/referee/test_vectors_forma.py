"""Every vector game of Forma, played by careful people at the simulated table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.model.view import Phase
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from engines.forma.game import Forma
from engines.forma.position import FormaPosition
from tests.vector_games import moves, play, standing, vectors

VECTORS = vectors("forma")
OFTEN = (
    "set-up: obstacles, the tower, the start",
    "set-up: 25 obstacles at most",
    "elements: turned and flipped, two of each with two players",
    "cell: two that meet at a corner count each",
    "obstacle: on the edge, three sides",
    "tower: closed by a marker that the element earned",
    "bridge: two crossing that share one square, 100",
    "misfit: two end the turn, the next turn begins anew",
    "undo takes back markers, the tower and bridges",
    "random game: 4 players, contact corner, 1",
)
"""The games that are played in every run of the tests; the others behind the mark `slow`."""


def playable() -> Iterator[Any]:
    """The vectors in which one game is started and something is played."""
    for vector in VECTORS:
        starts = sum("game" in request for request in vector["requests"])
        if starts == 1 and moves(vector):
            marks = [] if vector["name"] in OFTEN else [pytest.mark.slow]
            yield pytest.param(vector, id=vector["name"], marks=marks)


def options(header: dict[str, Any]) -> dict[str, str]:
    """The touches on the set-up screen for a header."""
    given = {"contact": "corner", "first": "blue", **header.get("options", {}), **header}
    return {name: str(given[name]) for name in ("players", "contact", "first")}


def position_after(header: dict[str, Any], texts: list[str]) -> FormaPosition:
    """The engine's position after these actions."""
    position = Forma().start(header)
    for text in texts:
        position, _ = position.after(Forma().parse(text))
    return position


@pytest.mark.parametrize("vector", [*playable()])
def test_a_vector_game_is_played_at_the_table(vector: dict[str, Any], tmp_path: Path) -> None:
    header, wanted = vector["requests"][0], moves(vector)
    rig = Rig(load(), tmp_path / "journal.sqlite")
    rig.power_on()
    rig.run_for(50)
    try:
        player = Player(rig)
        player.choose_game("forma", options(header))
        play(player, wanted)

        position = position_after(header, standing(wanted))
        session = rig.running.session
        assert rig.journal.actions(1) == standing(wanted)
        assert session.current.position == position
        shown = {score.player: score.points for score in rig.running.shown.view.scores}
        assert shown == position.score()
        assert session.phase is (Phase.OVER if position.outcome() else Phase.PLAYING)
        assert session.current.closed == sum(1 << s for piece in rig.table.pieces for s in piece.sites)
    finally:
        rig.close()
