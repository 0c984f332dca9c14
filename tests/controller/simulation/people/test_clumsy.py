"""Whole games by clumsy people: whatever they blunder, the table plays what they meant."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.settings.config import load
from controller.simulation.people.clumsy import play_clumsily
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from tests.owner import owned

GAMES = ("masterplan", "forma", "massai", "cites")
OPTIONS = {
    "masterplan": [{}, {"assist": "false"}, {"overlap": "choice"}, {"assist": "false", "overlap": "choice"}],
    "forma": [{}, {"players": "4"}],
    "massai": [{}, {"all_fifteen": "true"}],
    "cites": [{}, {"players": "3"}, {"players": "4"}, {"players": "4", "contre": "true"}],
}
FEW, MANY = 3, 200


def play_one(folder: Path, game: str, seed: int) -> None:
    """A game from a seed; its options go round with the seeds."""
    rig = Rig(load(None, [("simulation.seed", str(seed))]), folder / "journal.sqlite")
    try:
        rig.power_on()
        rig.run_for(50)
        options = OPTIONS[game][seed % len(OPTIONS[game])]
        report = play_clumsily(rig, game, Random(seed), options)
    finally:
        rig.close()
    assert report.is_right, (report.meant, report.kept)


@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize("game", GAMES)
def test_a_clumsy_game_is_played_as_it_was_meant(tmp_path: Path, game: str, seed: int) -> None:
    play_one(tmp_path, game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FEW, MANY))
@pytest.mark.parametrize("game", GAMES)
def test_many_clumsy_games_are_played_as_they_were_meant(tmp_path: Path, game: str, seed: int) -> None:
    play_one(tmp_path, game, seed)


def test_the_same_seed_makes_the_same_blunders(tmp_path: Path) -> None:
    reports = []
    for name in ("one", "other"):
        rig = owned(Rig(load(), tmp_path / name))
        rig.power_on()
        rig.run_for(50)
        reports.append(play_clumsily(rig, "masterplan", Random(7), {}))
    assert reports[0] == reports[1]


def test_a_game_that_cannot_be_begun_is_refused(tmp_path: Path) -> None:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    with pytest.raises(Refused, match="this table has no game 'chess'"):
        play_clumsily(rig, "chess", Random(1), {})
