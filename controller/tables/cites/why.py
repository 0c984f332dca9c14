"""Why a place of Cités Nouvelles is as it is: what its block has scored, who builds one there, or which tile
of a trick is the highest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.tables.cites import layout, words
from controller.tables.cites.progress import against_pad, on_pads, to_stand
from engines.cites.blocks import KIND, NAMES, PER_KIND, SETS, STRENGTH, TRUMP
from engines.cites.game import CitesPosition
from engines.cites.offers import TurningUp
from engines.cites.points import (
    AT_ONCE,
    AT_ONCE_WITH_ALL,
    EACH,
    ENOUGH_BUILDINGS,
    OVER_ROUNDS,
    OVER_ROUNDS_WITH_ALL,
    Line,
)
from engines.cites.tricks import Tricks
from engines.game import Json
from texts import Text, _, _n, joined

_REASONS: Final = {
    Line.PLACED: _("The lot was not finished by them: {each} for each.", each=EACH),
    Line.AT_ONCE: _(
        "That finished the lot at once: {points}, and {each} for each building beyond {enough}.",
        points=AT_ONCE,
        each=EACH,
        enough=ENOUGH_BUILDINGS,
    ),
    Line.AT_ONCE_WITH_ALL: _(
        "That finished the lot at once with all {all} buildings: {points}.",
        points=AT_ONCE_WITH_ALL,
        all=PER_KIND,
    ),
    Line.OVER_ROUNDS: _(
        "That finished the lot, begun in an earlier round: "
        "{points}, and {each} for each new building beyond {enough}.",
        points=OVER_ROUNDS,
        each=EACH,
        enough=ENOUGH_BUILDINGS,
    ),
    Line.OVER_ROUNDS_WITH_ALL: _(
        "That finished the lot, begun in an earlier round, with all {all} buildings: {points}.",
        points=OVER_ROUNDS_WITH_ALL,
        all=PER_KIND,
    ),
}


def on_slot(position: CitesPosition, events: Sequence[Json], slot: layout.Slot, block: str) -> str:
    """A slot of a lot in words, with all events of the game so far and the block on it, if any."""
    (lot, number), place = slot, layout.place_words(slot)
    if block:
        return _built(events, lot, block, place)
    taken = to_stand(position, SETS.index(lot))
    if number in taken:
        side = words.name(taken[number])
        return _("{place:capital}: won by {side}, built when the round ends.", place=place, side=side)
    if contre := _lost_contre(events, lot):
        loser = words.name(contre["loser"])
        return joined(" ", (_("{words:sentence}", words=words.decided(contre)), _nothing_built(loser)))
    return _(
        "{place:capital}: still free. Its block comes to whoever builds this set and wins it.", place=place
    )


def _built(events: Sequence[Json], lot: str, block: str, place: str) -> Text:
    ways = (event for event in reversed(events) if event["kind"] == "built")
    event = next(event for event in ways if event["lot"] == lot and block in event["blocks"])
    return _n(
        "{place:capital}: {side} built {block} alone, for {points} points. {reason}",
        "{place:capital}: {side} built {block}, one of {number} blocks, for {points} points. {reason}",
        len(event["blocks"]),
        place=place,
        side=words.name(event["side"]),
        block=block,
        points=event["points"],
        reason=_REASONS[Line(event["line"])],
    )


def _lost_contre(events: Sequence[Json], lot: str) -> Json | None:
    """The contre about a lot that was decided after the last trick, if any."""
    for event in reversed(events):
        if event["kind"] == "trick":
            return None
        if event["kind"] == "contre decided" and event["set"] == lot:
            return event
    return None


def _nothing_built(loser: str) -> Text:
    return _("{player} gives all blocks back and builds nothing.", player=loser)


def on_pad(position: CitesPosition, events: Sequence[Json], seat: int) -> str:
    """A seat's pad in words: what its tile is worth in the trick; empty if that seat is to play."""
    block = on_pads(position).get(seat)
    if block is None:
        return against_pad(position, seat)
    if isinstance(position.phase, TurningUp):
        return _("{block}: who turns up the highest tile speaks first.", block=NAMES[block])
    assert isinstance(position.phase, Tricks)
    revoke = words.warn([event for event in events if event.get("block") == NAMES[block]][-1:])
    return joined(" ", filter(None, (_in_trick(position, position.phase, block, seat), revoke)))


def _in_trick(position: CitesPosition, tricks: Tricks, block: int, seat: int) -> Text:
    led, name = KIND[tricks.trick[0]], NAMES[block]
    best = max(tricks.trick, key=STRENGTH[led].__getitem__)
    if block == best:
        player = words.name(position.seats[seat])
        return _("{block} is the highest so far: with it {player} wins the trick.", block=name, player=player)
    if KIND[block] not in (led, TRUMP):
        return _("{block} cannot win: it is not of the set that was led.", block=name)
    if KIND[best] == TRUMP != KIND[block]:
        return _("{block} loses to {best}: a trump beats every building.", block=name, best=NAMES[best])
    return _("{block} loses to {best}: the higher number wins.", block=name, best=NAMES[best])
