"""Comments on chains that are nearly done."""

from __future__ import annotations

from typing import Final

from controller.tables.massai import reasons
from controller.tables.remarks import Naming, Prospects
from engines.massai.actions import PLAYERS, GamePhase
from engines.massai.game import MassaiPosition
from texts import _n

FEW_HUTS: Final = 2
"""A chain is worth a comment when it lacks this few huts."""


def prospects(position: MassaiPosition, name: Naming) -> Prospects:
    """Chains that lack few huts."""
    if position.phase not in (GamePhase.TURN, GamePhase.GUARDS):
        return
    for mine, player in enumerate(PLAYERS):
        missing = reasons.lacks(position, mine)
        if 0 < missing <= FEW_HUTS:
            yield (
                (player, missing),
                _n(
                    "{player} lacks {number} hut between the banks",
                    "{player} lacks {number} huts between the banks",
                    missing,
                    player=name(player),
                ),
            )
