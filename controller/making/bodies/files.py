"""Writing the bodies of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.making.bodies.pieces import pieces
from controller.making.bodies.stl import stl
from controller.tables.tiles import Tiles


def write(game: str, tiles: Tiles, folder: Path) -> Iterator[str]:
    """Write an STL of each of a game's bodies, and return a description of each. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for piece in pieces(game, tiles):
        file = folder / f"{game}-{piece.name}.stl"
        file.write_bytes(stl(piece.solid, f"{game} {piece.name}"))
        yield f"{file}: {piece.count} to print · {piece.feel}"
