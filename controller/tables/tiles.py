"""What a table knows of the tags on its pieces. Pure; `settings/tile_file.py` reads it from a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.cites.blocks import USUAL_DECORATIONS, Decorations


@dataclass(frozen=True, slots=True)
class Tiles:
    """What a table knows of its tags: the kind of each one's piece, and which decorations are what."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    decorations: Decorations = USUAL_DECORATIONS

    @property
    def tags(self) -> dict[str, str]:
        """A tag for each kind of piece that has one."""
        return {kind: tag for tag, kind in self.kinds.items()}


NO_TILES = Tiles()
"""No tag is known."""
