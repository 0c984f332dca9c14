"""Every vector game of Massaï, played by careful people at the simulated table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from engines.massai.game import Massai
from tests.vector_games import moves, play, standing, vectors

VECTORS = vectors("massai")
OFTEN = (
    "set-up: light may be first",
    "attack: not guarded, neighbours off, then lone huts",
    "guards: fewer than allowed, and none, are allowed",
    "win: light joins h and a",
    "all fifteen: no win without the option; then huts move",
    "attack: an attacker with an empty hand leaves the cell empty",
    "undo takes back guards, attack and set-up",
    "random game: orthogonal true, all_fifteen true, 5",
)
"""The games that are played in every run of the tests; the others behind the mark `slow`."""


def marked() -> Iterator[Any]:
    for vector in VECTORS:
        marks = [] if vector["name"] in OFTEN else [pytest.mark.slow]
        yield pytest.param(vector, id=vector["name"], marks=marks)


def on_the_table(rig: Rig) -> dict[int, str]:
    """Each hut that stands on the table, by its site."""
    return {piece.sites[0]: piece.kind for piece in rig.table.pieces}


@pytest.mark.parametrize("vector", [*marked()])
def test_a_vector_game_is_played_at_the_table(vector: dict[str, Any], tmp_path: Path) -> None:
    header = vector["requests"][0]
    options = {name: str(value).lower() for name, value in header.get("options", {}).items()}
    wanted = moves(vector)
    rig = Rig(load(), tmp_path / "journal.sqlite")
    rig.power_on()
    rig.run_for(50)
    try:
        player = Player(rig)
        player.choose_game("massai", options)
        play(player, wanted)

        position = Massai().start(header)
        for text in standing(wanted):
            position, _ = position.after(Massai().parse(text))
        assert rig.journal.actions(1) == standing(wanted)
        assert rig.running.session.current.position == position
        table = rig.running.session.current.table
        assert on_the_table(rig) == {
            site: f"hut {owner}"
            for cell, owner in position.as_json()["cells"].items()
            for site in [table.sites(cell).bit_length() - 1]
        }
        shown = {score.player: score.points for score in rig.running.shown.view.scores}
        assert shown in ({}, position.score())
    finally:
        rig.close()
