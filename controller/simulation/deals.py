"""The tiles of simulated people: those that each seat holds, the reserve, and which they play.

A deal follows from a seed and the deal's number, so a deal that is taken back is dealt as before, and a game
that is continued has the same one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.model.hands import Deal
from controller.referee.play import Play
from controller.simulation.refused import Refused
from engines.game import Action, Position

FIRST = Deal(1, 0, is_open=True)
"""The deal before which tiles are turned up."""


def hand(play: Play, seed: object, seat: str) -> tuple[str, ...]:
    """The tiles that a seat holds; none in a game without hidden hands, or before tiles are dealt.

    If it has shown its hand to the table, it holds those tiles.
    """
    deal = play.deal
    if deal is None:
        return ()
    if play.hands.is_whole(deal, seat):
        return play.in_hand(seat)
    return tuple(tile for tile in dealt(play, seed, seat) if tile not in deal.gone)


def dealt(play: Play, seed: object, seat: str) -> tuple[str, ...]:
    """All tiles that a seat was dealt, also those that it has played."""
    deal = play.deal
    if deal is None:
        return ()
    first = deal.pieces * play.position.seats.index(seat)
    return tuple(_deck(play, seed, deal)[first : first + deal.pieces])


def reserve(play: Play, seed: object) -> tuple[str, ...]:
    """The tiles that may be turned up, the next one first; empty if none are turned up."""
    if not play.table.tiles.is_chance(play.position):
        return ()
    position, deck = play.position, _deck(play, seed, FIRST)
    dealt = play.table.tiles.dealt(position) * len(position.seats)
    return tuple(reversed(deck[dealt:]))[len(play.plies) :]


def action(play: Play, seed: object) -> str:
    """The action of people who hold these tiles, as a text: they follow suit if they can, and how well they
    play does not matter. Raises `Refused` if nothing can be played."""
    table, position = play.table, play.position
    legal: list[Action] = list(position.legal() or ())
    if not legal:
        raise Refused("nothing can be played")
    if turned_up := reserve(play, seed):
        return next(str(one) for one in legal if table.hands(position, one)[0].kind == turned_up[0])
    pieces = {play.piece_of(position, one): one for one in legal}
    held = table.tiles.playable(position, hand(play, seed, str(position.turn))) if play.deal else ()
    return str(next((pieces[tile] for tile in sorted(held) if tile in pieces), legal[0]))


def _deck(play: Play, seed: object, deal: Deal) -> Sequence[str]:
    """All tiles that were left at the beginning of a deal, shuffled."""
    positions: list[Position[Any]] = [play.start, *(ply.position for ply in play.plies)]
    deals = (play.table.tiles.deal(position) for position in positions)
    gone = next((one.gone for one in deals if one is not None and one.number == deal.number), frozenset())
    deck = [tile for tile in play.table.pieces if tile not in gone]
    Random(f"{seed} {deal.number}").shuffle(deck)  # noqa: S311 - a deal to be repeated, no secret
    return deck
