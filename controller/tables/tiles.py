"""A table's knowledge of the tags on its pieces. Pure; `settings/tile_file.py` reads it from a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.cites.blocks import USUAL_DECORATIONS, Decorations


@dataclass(frozen=True, slots=True)
class Tiles:
    """A table's known tags: the kind of each tag's piece, and the types of the decorations."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    decorations: Decorations = USUAL_DECORATIONS

    @property
    def tags(self) -> dict[str, str]:
        """A tag for each kind of piece that has one."""
        return {kind: tag for tag, kind in self.kinds.items()}


NO_TILES = Tiles()
"""No tag is known."""
