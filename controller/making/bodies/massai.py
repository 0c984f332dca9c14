"""The bodies of Massaï's pieces."""

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
from controller.making.bodies.outlines import disc, ring
from controller.making.bodies.solid import Feature
from engines.massai.actions import ALL_HUTS

MAGNET: Final = (5.0, 3.0)


def _pieces(_marks: Marks) -> Iterator[Body]:
    game, magnet = "massai", MAGNET
    round_wall = disc(15.0)
    dark = standing(magnet, round_wall, (7.0, round_wall), (16.0, disc(1.6)))
    six = ring(6, 16.0)
    light = standing(magnet, six, (8.0, six), (12.0, ring(6, 9.0)), above=(Feature(disc(5.0), -1.4),))
    yield Body(game, "hut-dark", ALL_HUTS, "round, with a pointed roof", dark, magnet)
    yield Body(game, "hut-light", ALL_HUTS, "six-sided, with a flat roof and a smoke hole", light, magnet)
    for name, count, head, feel in (
        ("guard-yellow", 8, disc(7.0), "a round peg"),
        ("guard-red", 2, ring(4, 8.0), "a square peg"),
    ):
        body = plain(disc(10.0), (2.0, disc(10.0)), above=(Feature(head, 14.0, shrunk(head, 0.6)),))
        yield Body(game, name, count, feel, body)


BODIES = Bodies(MAGNET, 2 * ALL_HUTS, "huts", _pieces)
