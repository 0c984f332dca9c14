"""Why an action of Cités Nouvelles is good, if the table knows the hands."""

from __future__ import annotations

from collections.abc import Iterator

from controller.tables.cites.words import name
from engines.cites.actions import CitesAction, PlayBlock
from engines.cites.blocks import KIND, OF_KIND, STRENGTH, TRUMPS, mask_of
from engines.cites.game import CitesPosition
from engines.cites.tricks import Tricks
from texts import Text, _, _n


def no_hint(position: CitesPosition) -> str:
    """Why there is no hint now, as a sentence; empty if there is one."""
    if position.table.rules.is_open:
        return ""
    return _("There are no hints here: nobody may know which tiles you hold.")


def reasons(position: CitesPosition, action: CitesAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, PlayBlock) or not isinstance(position.phase, Tricks):
        return tuple(_marks(position, action))
    return tuple(_of_play(position, position.phase, action.block))


def _marks(position: CitesPosition, action: CitesAction) -> Iterator[Text]:
    """The points for building at once."""
    _after, events = position.after(action)
    points = sum(event.get("points", 0) for event in events if event["kind"] == "built")
    if points:
        yield _n("scores {number} point", "scores {number} points", points)


def _of_play(position: CitesPosition, tricks: Tricks, block: int) -> Iterator[Text]:
    """Whether the block leads the trick so far, and which side could use the blocks in it."""
    trick = (*tricks.trick, block)
    strength = STRENGTH[KIND[trick[0]]]
    rules = position.table.rules
    best = max(trick, key=strength.__getitem__)
    seat = rules.seat_after(tricks.leader, trick.index(best))
    if best == block:
        is_last = len(trick) == rules.players
        yield _("wins the trick") if is_last else _("is the highest so far")
    else:
        yield _("leaves the trick to {player}", player=name(rules.seats[seat]))
    for offer in tricks.offers:
        useful = (mask_of(trick) & (OF_KIND[offer.kind] | TRUMPS)).bit_count()
        is_own = offer.side == rules.side_of(seat)
        if is_own and useful:
            yield _n("{number} tile in it can be kept", "{number} tiles in it can be kept", useful)
        elif not is_own and best == block and (lost := (mask_of(trick) & OF_KIND[offer.kind]).bit_count()):
            yield _n(
                "keeps {number} tile from {player}",
                "keeps {number} tiles from {player}",
                lost,
                player=name(rules.sides[offer.side]),
            )
