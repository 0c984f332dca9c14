"""What is in the offing in a game, for whoever comments on it. Pure; from what everybody may see alone.

A prospect has a key, so that a comment can tell what is new, and words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from controller.tables.cites.words import SET_WORDS
from controller.tables.forma import reasons as forma_reasons
from controller.tables.massai import reasons as massai_reasons
from engines.cites.blocks import OF_KIND, SETS, TRUMPS
from engines.cites.game import CitesPosition
from engines.cites.points import is_finished, marks, placings
from engines.forma.board import BOARD, beside
from engines.forma.position import FormaPosition
from engines.forma.side import BRIDGE_POINTS, TOWER_POINTS, Stage
from engines.game import Position
from engines.massai.actions import PLAYERS as MASSAI_PLAYERS
from engines.massai.actions import Phase
from engines.massai.game import MassaiPosition
from engines.masterplan.board import PLAYERS, worth
from engines.masterplan.play import TOWER_POINTS as MASTERPLAN_TOWER_POINTS
from engines.masterplan.position import MasterplanPosition
from texts import _, _n

Prospects: TypeAlias = Iterator[tuple[object, str]]
Naming: TypeAlias = Callable[[str], str]
"""What a player of the score is called."""

MUCH: Final = 50
"""What is won in a round of Cités Nouvelles is told each time it is worth so many points more."""
FEW_HUTS: Final = 2
FEW_SQUARES: Final = 4
"""From how many huts, or squares, before a chain or a bridge stands it is worth a word."""


def prospects(position: Position[Any], name: Naming) -> Mapping[object, str]:
    """What is in the offing now, by key. Each is a sentence without its full stop."""
    return dict(_PROSPECTS[type(position)](position, name))


def _masterplan(position: MasterplanPosition, name: Naming) -> Prospects:
    """The towers, as they would be scored now."""
    for cell in position.towers if position.turn else ():
        values = [worth(cell, homes) for homes in position.homes]
        if values[0] != values[1]:
            player = PLAYERS[values[1] > values[0]]
            yield (
                (cell, player),
                _(
                    "The tower on {cell} would give {player} {points} more",
                    cell=cell,
                    player=name(player),
                    points=MASTERPLAN_TOWER_POINTS,
                ),
            )


def _forma(position: FormaPosition, name: Naming) -> Prospects:
    """Bridges that lack little, and a tower that lacks one side."""
    if position.stage not in (Stage.TURN, Stage.SECOND):
        return
    free = position.free
    for player, side in zip(position.players, position.sides, strict=True):
        missing = forma_reasons.lacks(position, side)
        if missing is not None and 0 < missing <= FEW_SQUARES:
            yield (
                (player, side.bridges, missing),
                _n(
                    "{player} lacks {number} square of a bridge, worth {points}",
                    "{player} lacks {number} squares of a bridge, worth {points}",
                    missing,
                    player=name(player),
                    points=BRIDGE_POINTS,
                ),
            )
    if (beside(position.tower) & free & BOARD.all).bit_count() == 1:
        yield (
            "tower",
            _("One side of the tower is open: {points} points for whoever closes it", points=TOWER_POINTS),
        )


def _massai(position: MassaiPosition, name: Naming) -> Prospects:
    """Chains that lack few huts."""
    if position.phase not in (Phase.TURN, Phase.GUARDS):
        return
    for mine, player in enumerate(MASSAI_PLAYERS):
        missing = massai_reasons.lacks(position, mine)
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


def _cites(position: CitesPosition, name: Naming) -> Prospects:
    """What the blocks that a side has won would score, in steps, and when they would finish a lot."""
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


_PROSPECTS: Final[Mapping[type, Callable[[Any, Naming], Prospects]]] = {
    MasterplanPosition: _masterplan,
    FormaPosition: _forma,
    MassaiPosition: _massai,
    CitesPosition: _cites,
}
