"""The hands of Cités Nouvelles as the table knows them: when tiles are dealt and shown, and what of a hand
that was shown may be played."""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.hands import Deal
from engines.cites.blocks import KIND, OF_KIND, mask_of_names, names_in
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.tricks import Tricks


def is_chance(position: CitesPosition) -> bool:
    """See `GameTable.is_chance`: what is turned up of a reserve that nobody knows."""
    return isinstance(position.phase, TurningUp) and not position.table.rules.is_open


def deal(position: CitesPosition) -> Deal | None:
    """See `GameTable.deal`. The pads are free while the offers are made."""
    table, phase = position.table, position.phase
    if table.rules.is_open or not isinstance(phase, Offering | Tricks):
        return None
    is_open = isinstance(phase, Offering)
    gone = table.on_lots if isinstance(phase, Offering) else table.on_lots | phase.played
    return Deal(table.round_number, table.dealt, is_open, frozenset(names_in(gone)))


def playable(position: CitesPosition, held: Iterable[str]) -> frozenset[str]:
    """See `GameTable.playable`: what follows, or all where nothing does. Source: the rule page, tricks."""
    phase, hand = position.phase, mask_of_names(held)
    if not isinstance(phase, Tricks):
        return frozenset()
    follows = hand & OF_KIND[KIND[phase.trick[0]]] if phase.trick else hand
    return frozenset(names_in(follows or hand))
