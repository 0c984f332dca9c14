"""The bodies of Masterplan's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.making.bodies.body import (
    Bodies,
    Body,
    Marks,
    plain,
    shrunk,
    standing,
)
from controller.making.bodies.outlines import box, disc, ring
from controller.making.bodies.solid import Feature
from engines.masterplan.board import HOUSES_EACH, PARKS, TOWERS

MAGNET: Final = (5.0, 3.0)


def _pieces(_marks: Marks) -> Iterator[Body]:
    game, square, magnet = "masterplan", box(14.0, 14.0), MAGNET
    gable = standing(magnet, square, (9.0, square), (16.0, box(14.0, 1.2)))
    chimney = Feature(disc(6.0), 3.0)
    flat = standing(magnet, square, (10.0, square), above=(chimney,))
    yield Body(game, "house-white", HOUSES_EACH, "a sharp ridge", gable, magnet)
    yield Body(game, "house-yellow", HOUSES_EACH, "a flat roof with a round chimney", flat, magnet)
    tree = Feature(disc(11.0), 12.0, disc(1.6))
    lawn = standing(magnet, disc(17.0), (4.5, disc(17.0)), above=(tree,))
    yield Body(game, "park", PARKS, "a low round disc with a pointed tree", lawn, magnet)
    lower, middle, upper = ring(8, 16.0, turned=0.5), ring(8, 12.0, turned=0.5), ring(8, 8.0, turned=0.5)
    steps = Feature(middle, 10.0, features=(Feature(upper, 6.0),))
    tower = standing(magnet, lower, (12.0, lower), above=(steps,))
    yield Body(game, "tower", TOWERS, "high, eight-sided, with two steps", tower, magnet)
    for player, head in (("white", ring(4, 6.0)), ("yellow", disc(6.0))):
        feel = "a pointed peg" if player == "white" else "a round peg"
        body = plain(disc(9.0), (2.0, disc(9.0)), above=(Feature(head, 14.0, shrunk(head, 0.6)),))
        yield Body(game, f"score-{player}", 1, feel, body)


BODIES = Bodies(MAGNET, 2 * HOUSES_EACH + PARKS + TOWERS, "houses, parks, towers", _pieces)
