"""The texts on the boards but the games' own words."""

from __future__ import annotations

from typing import Final

from texts import _

LOT_ROOM: Final = _("finished with 10 buildings, 2 lawns, 2 pools and 2 trees")


def bank(player: str) -> str:
    """The bank of a player of Massaï."""
    return _("{player}’s bank", player=player)
