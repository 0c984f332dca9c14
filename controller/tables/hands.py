"""Hands of tiles: pieces that players hold hidden, and show to or play on the reader beside their seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from controller.model.hands import Deal
from engines.game import Position

P = TypeVar("P", bound=Position[Any])


class HandsOfTiles(Generic[P]):
    """The hands of a game. These are the ones of a game without any."""

    need_readers = False
    """Whether there are any. The game is then played on the tag readers, and waits while these are away."""

    def deal(self, position: P) -> Deal | None:
        """The public information about the hands now; `None` if no seat holds hidden tiles."""
        return None

    def is_chance(self, position: P) -> bool:
        """Whether the due action is no one's choice: people do it with pieces, for the computer too."""
        return False

    def pad(self, position: P, seat: str) -> int:
        """The site, as a set, of the reader on which a seat shows and plays its tiles."""
        return 0

    def playable(self, position: P, held: Iterable[str]) -> frozenset[str]:
        """Those of a seat's tiles that the rules let it play now, as if all hands were open."""
        return frozenset()

    def family(self, kind: str) -> tuple[str, str]:
        """The set to which a tile belongs: an id, and its name."""
        return "", ""
