"""A table's knowledge of the tags on its pieces. Pure; `settings/tile_file.py` reads it from a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from engines.record import record


@record
class Tiles:
    """A table's known tags: the kind of each tag's piece; and the `marks` of those pieces that are not marked
    as usual, by piece (`Marking`)."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def tags(self) -> dict[str, str]:
        """A tag for each kind of piece that has one."""
        return {kind: tag for tag, kind in self.kinds.items()}


NO_TILES: Final = Tiles()
"""No tag is known."""


@record
class Marking:
    """The marks on pieces of a game that differ between its editions.

    `section` is the tile file's section for them, `usual` the mark of each such piece, `plurals` the marks
    with their plurals. In each edition there are as many pieces of each mark as usual.
    """

    section: str
    usual: Mapping[str, str]
    plurals: Mapping[str, str]

    def all_of(self, marks: Mapping[str, str]) -> dict[str, str]:
        """The mark of each of the game's pieces, with those of `marks` in place of the usual ones."""
        return {piece: marks.get(piece, usual) for piece, usual in self.usual.items()}

    def differing(self, marks: Mapping[str, str]) -> dict[str, str]:
        """Those of the game's marks that are not the usual ones."""
        return {piece: mark for piece, mark in self.all_of(marks).items() if mark != self.usual[piece]}
