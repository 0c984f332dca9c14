"""The hands of Cités Nouvelles as far as the table knows them: when tiles are dealt and shown, and which
tiles of a shown hand may be played."""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.hands import Deal
from controller.tables.cites.words import SET_WORDS
from controller.tables.hands import HandsOfTiles
from engines.cites.blocks import KIND, OF_KIND, mask_of_names, names_in
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.tricks import Tricks
from hardware.ports import Grid
from texts import _


class CitesHands(HandsOfTiles[CitesPosition]):
    """See `HandsOfTiles`. A seat and its pad have the same number."""

    need_readers = True

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def pad(self, position: CitesPosition, seat: str) -> int:
        """See `HandsOfTiles.pad`."""
        return 1 << self._grid.size + position.seats.index(seat)

    def family(self, kind: str) -> tuple[str, str]:
        """See `HandsOfTiles.family`."""
        return kind[0], SET_WORDS.get(kind[0], _("Decorations"))

    def is_chance(self, position: CitesPosition) -> bool:
        """See `HandsOfTiles.is_chance`: turning up tiles of an unknown reserve."""
        return isinstance(position.phase, TurningUp) and not position.table.rules.is_open

    def deal(self, position: CitesPosition) -> Deal | None:
        """See `HandsOfTiles.deal`. The pads are free while the offers are made."""
        table, phase = position.table, position.phase
        if table.rules.is_open or not isinstance(phase, Offering | Tricks):
            return None
        is_open = isinstance(phase, Offering)
        gone = table.on_lots if isinstance(phase, Offering) else table.on_lots | phase.played
        return Deal(table.round_number, table.dealt, is_open, frozenset(names_in(gone)))

    def playable(self, position: CitesPosition, held: Iterable[str]) -> frozenset[str]:
        """See `HandsOfTiles.playable`: what follows, or all if nothing does (rule page, tricks)."""
        phase, hand = position.phase, mask_of_names(held)
        if not isinstance(phase, Tricks):
            return frozenset()
        follows = hand & OF_KIND[KIND[phase.trick[0]]] if phase.trick else hand
        return frozenset(names_in(follows or hand))
