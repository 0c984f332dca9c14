"""Comments on the possible score of the blocks that a side has won."""

from __future__ import annotations

from typing import Final

from controller.tables.cites.words import SET_WORDS
from controller.tables.remarks import Naming, Prospects
from engines.cites.blocks import OF_KIND, SETS, TRUMPS
from engines.cites.game import CitesPosition
from engines.cites.points import is_finished, marks, placings
from texts import _

MUCH: Final = 50
"""The winnings of a round are mentioned again after this many more points."""


def prospects(position: CitesPosition, name: Naming) -> Prospects:
    """The possible score of the blocks that a side has won, in steps, and whether they would finish a lot."""
    decorations = position.table.rules.decorations
    for offer in position.phase.offers_made if position.phase.takings else ():
        won = position.phase.takings[offer.side]
        lot = position.table.lots[offer.kind]
        most = max(placings(lot, won & TRUMPS, decorations), key=int.bit_count)
        after = lot | won & OF_KIND[offer.kind] | most
        points = marks(lot, after, decorations).points
        side = position.players[offer.side]
        key = (position.table.round_number, side)
        if is_finished(after, decorations) and not is_finished(lot, decorations):
            yield (
                (*key, "finished"),
                _(
                    "{player} has won all that finishes the {set}: {points} points",
                    player=name(side),
                    set=SET_WORDS[SETS[offer.kind]],
                    points=points,
                ),
            )
        elif points >= MUCH:
            yield (
                (*key, points // MUCH),
                _("What {player} has won is worth {points} points", player=name(side), points=points),
            )
