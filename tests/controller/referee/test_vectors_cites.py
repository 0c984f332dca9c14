"""Every vector game of Cités Nouvelles, played by careful people at the simulated table.

People hold their tiles and turn some up to see who speaks first. So a game whose hands are open is played
with hidden ones, which allow whatever was played, and one whose speaker is given begins with tiles that say
so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from engines.cites.blocks import PER_KIND, names_in
from engines.cites.game import Cites, CitesPosition
from tests.vector_games import Move, moves, play, standing, vectors

VECTORS = vectors("cites")
OFTEN = (
    "points: finished at once with all fifteen, 350",
    "offers: yield, then the partner must choose and leads",
    "turn-up: a tie at the top, all again",
    "build: too many lawns, the side chooses",
    "contre: more takings win",
    "hidden: a revoke is reported, not punished",
    "undo",
)
"""The games that are played in every run of the tests; the others behind the mark `slow`."""


def marked() -> Iterator[Any]:
    for vector in VECTORS:
        marks = [] if vector["name"] in OFTEN else [pytest.mark.slow]
        yield pytest.param(vector, id=vector["name"], marks=marks)


def with_speaker(vector: dict[str, Any]) -> list[Move]:
    """The actions of a vector's game; if the speaker is given, tiles that decide so are turned up first."""
    header = vector["requests"][0]
    turned: list[Move] = []
    if "speaker" in header:
        seats = [f"p{number}" for number in range(1, header["players"] + 1)]
        turned += [f"turnup D{PER_KIND}" if s == header["speaker"] else f"turnup M{s[1]}" for s in seats]
    return turned + moves(vector)


def by_the_rules(header: dict[str, Any], texts: list[str]) -> CitesPosition:
    options = {"contre": header.get("options", {}).get("contre", False)}
    position = Cites().start({"game": "cites", "players": header["players"], "options": options})
    for text in texts:
        position, _ = position.after(Cites().parse(text))
    return position


@pytest.mark.parametrize("vector", [*marked()])
def test_a_vector_game_is_played_at_the_table(vector: dict[str, Any], tmp_path: Path) -> None:
    header = vector["requests"][0]
    wanted = with_speaker(vector)
    rig = Rig(load(), tmp_path / "journal.sqlite")
    rig.power_on()
    rig.run_for(500)
    try:
        player = Player(rig)
        contre = str(header.get("options", {}).get("contre", False)).lower()
        player.choose_game("cites", {"players": str(header["players"]), "contre": contre})
        play(player, wanted)

        position = by_the_rules(header, standing(wanted))
        session = rig.running.session
        assert rig.journal.actions(1) == standing(wanted)
        assert session.current.position == position
        assert session.current.position.score() == last_score(vector)
        table = session.current.table
        standing_there = on_the_table(rig)
        assert sum(1 << site for site in standing_there) == table.closed(position)
        assert not table.differing(position, table.closed(position), standing_there)
        built = [piece.kind for piece in rig.table.pieces]
        assert sorted(built) == sorted(names_in(position.table.on_lots))
        assert {score.player: score.points for score in rig.running.shown.view.scores} == position.score()
    finally:
        rig.close()


def on_the_table(rig: Rig) -> dict[int, str]:
    """Each block that stands on a lot, or lies on a pad, by its site."""
    size = rig.table.grid.size
    tiles = {size + pad: rig.pads.tile_on(pad) for pad in range(rig.pads.count)}
    pieces = {piece.sites[0]: piece for piece in rig.table.pieces}
    return {site: piece.kind for site, piece in (pieces | tiles).items() if piece is not None}


def last_score(vector: dict[str, Any]) -> dict[str, int]:
    """The score that the vector itself ends with."""
    return next(answer["score"] for answer in reversed(vector["answers"]) if "score" in answer)
