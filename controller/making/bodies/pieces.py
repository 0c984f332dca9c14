"""The bodies of every game's pieces, with the pocket of their magnet.

They differ by what a finger feels, never by colour alone: players of a game have other roofs, notches or
figures. Each stands on the printer as it is written: a house on its foot, with its pocket below; elements,
markers and tiles on the face that is seen in play, with their pockets open above.
"""

from __future__ import annotations

from importlib import import_module

from controller.making.bodies.body import Bodies, Body, Magnet
from controller.tables.tiles import NO_TILES, Tiles


def bodies_of(game: str) -> Bodies:
    """The `BODIES` of the module here that has the game's name."""
    bodies: Bodies = import_module(f"controller.making.bodies.{game}").BODIES
    return bodies


def pieces(game: str, tiles: Tiles = NO_TILES) -> tuple[Body, ...]:
    """Every body of a game, with the marks of its edition."""
    return tuple(bodies_of(game).pieces(tiles.marks))


def magnet_of(game: str) -> Magnet:
    """Diameter and height of a game's magnet."""
    return bodies_of(game).magnet
