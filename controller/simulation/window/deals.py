"""The tiles that the simulated table deals: what each seat holds, and what lies in the reserve.

A deal follows from the game's number and the deal's, so that a game that is taken up again has the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from controller.model.hands import Deal
from controller.referee.play import Play
from engines.cites.game import CitesPosition
from engines.game import Position

FIRST = Deal(1, 0, is_open=True)
"""The deal before which tiles are turned up."""


def hand(play: Play, game_id: int | None, seat: str) -> tuple[str, ...]:
    """The tiles that a seat holds; none in a game without hidden hands, or before tiles are dealt.

    What it has shown to the table is what it holds.
    """
    deal = play.deal
    if deal is None:
        return ()
    if play.hands.is_whole(deal, seat):
        return play.in_hand(seat)
    return tuple(tile for tile in dealt(play, game_id, seat) if tile not in deal.gone)


def dealt(play: Play, game_id: int | None, seat: str) -> tuple[str, ...]:
    """All tiles that a seat was dealt, also those that it has played."""
    deal = play.deal
    if deal is None:
        return ()
    first = deal.pieces * play.position.seats.index(seat)
    return tuple(_deck(play, game_id, deal)[first : first + deal.pieces])


def reserve(play: Play, game_id: int | None) -> tuple[str, ...]:
    """The tiles that may be turned up, the next one first; none where nobody turns any up."""
    if not play.table.tiles.is_chance(play.position):
        return ()
    table = cast(CitesPosition, play.position).table
    deck = _deck(play, game_id, FIRST)
    return tuple(reversed(deck[table.dealt * len(play.position.seats) :]))[len(play.plies) :]


def _deck(play: Play, game_id: int | None, deal: Deal) -> Sequence[str]:
    """All tiles that were there when a deal began, as they were mixed."""
    positions: list[Position[Any]] = [play.start, *(ply.position for ply in play.plies)]
    deals = (play.table.tiles.deal(position) for position in positions)
    gone = next((one.gone for one in deals if one is not None and one.number == deal.number), frozenset())
    deck = [tile for tile in play.table.pieces if tile not in gone]
    Random(f"{game_id} {deal.number}").shuffle(deck)  # noqa: S311 - a deal to be repeated, no secret
    return deck
