"""The texts of Cités Nouvelles: seats, sets, events, and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from engines.cites.actions import Build, Choose, CitesAction, Contre, PlayBlock, TurnUp, Yield
from engines.cites.blocks import NAMES, SETS
from engines.game import Json
from texts import Text, _, joined, listed

SET_WORDS = {"M": "Maisons", "P": "Pavillons", "H": "H.L.M.", "T": "Tours"}
"""The sets by the game's own names, in every language."""
SET_COLOURS = {"M": "red", "P": "blue", "H": "yellow", "T": "white", "D": "green"}
"""The colours of the blocks, including decorations, as the screen names them."""

_SIDE = re.compile(r"p([1-4])(?:\+p([1-4]))?")
_SEAT = re.compile(r"p([1-4])")


@lru_cache(maxsize=64)  # a view names each player ten times
def name(player: str) -> str:
    """A seat or a side: `p1` is Player 1, `p1+p3` P1+P3."""
    found = _SIDE.fullmatch(player)
    if found is None:
        return player
    return short(player) if found[2] else _("Player {number}", number=found[1])


@lru_cache(maxsize=64)
def short(player: str) -> str:
    """A seat or a side beside a figure: P1, or P1+P3."""
    return joined("+", (_("P{number}", number=seat) for seat in _SEAT.findall(player))) or player


def blocks(names: Iterable[str]) -> Text:
    """Some blocks, one after the other."""
    return joined(" ", names)


def describe(action: CitesAction) -> str:
    """See `GameTable.describe`."""
    match action:
        case TurnUp(block):
            return _("turns up {block}", block=NAMES[block])
        case Choose(kind):
            return _("builds the {set}", set=SET_WORDS[SETS[kind]])
        case Contre(kind):
            return _("contre on the {set}", set=SET_WORDS[SETS[kind]])
        case Yield():
            return _("yields")
        case PlayBlock(block):
            return _("plays {block}", block=NAMES[block])
        case Build(chosen):
            return _("sets {blocks}", blocks=blocks(NAMES[block] for block in chosen))


def describe_events(events: Sequence[Json]) -> str:
    """See `GameTable.describe_events`: notable events. At the end of a round that is the building."""
    kinds = {event["kind"] for event in events}
    skipped = {"trick", "round"} if kinds & {"built", "built nothing"} else set()
    told = (event for event in events if event["kind"] in _TELLERS and event["kind"] not in skipped)
    return joined(". ", filter(None, (_TELLERS[event["kind"]](event) for event in told)))


def _trick(event: Json) -> str:
    return _(
        "{player} wins trick {trick} with {block}",
        player=name(event["seat"]),
        trick=event["trick"],
        block=event["block"],
    )


def decided(event: Json) -> str:
    """Who wins a contre, and by how much."""
    winner, loser = event["winner"], event["loser"]
    counts, sums = event["takings"], event["sums"]
    by = _("{more} blocks to {less}", more=counts[winner], less=counts[loser])
    if counts[winner] == counts[loser]:
        by = _("{more} to {less} in numbers", more=sums[winner], less=sums[loser])
        if sums[winner] == sums[loser]:
            by = _("which it chose first")
    return _("{player} wins the contre, {by}", player=name(winner), by=by)


def _built(event: Json) -> str:
    number, lot, points = len(event["blocks"]), event["lot"], event["points"]
    if not number:
        return ""
    return _(
        "{player}: {blocks} on lot {lot}, {points} points",
        player=name(event["side"]),
        blocks=number,
        lot=lot,
        points=points,
    )


_TELLERS: dict[str, Callable[[Json], str]] = {
    "turned up": lambda event: _("turns up {block}", block=event["block"]),
    "speaker": lambda event: _("{player} speaks first", player=name(event["seat"])),
    "trick": _trick,
    "contre decided": decided,
    "built": _built,
    "round": lambda event: _(
        "Round {round}: {tiles} tiles", round=event["round"], tiles=event["blocks_each"]
    ),
}


def warn(events: Sequence[Json]) -> str:
    """See `GameTable.warn`: a revoke."""
    return joined(" ", [_revoke(event) for event in events if event["kind"] == "revoke"])


def _revoke(event: Json) -> str:
    return _(
        "Revoke: {player} plays {block}, but did not follow in trick {tricks}.",
        player=name(event["seat"]),
        block=event["block"],
        tricks=listed(map(str, event["not_followed_in"])),
    )


def put_away(events: Sequence[Json]) -> tuple[str, ...]:
    """See `GameTable.put_away`: who keeps which tiles, and which go back. Those kept from the last trick are
    built at once."""
    kinds = {event["kind"] for event in events}
    lines = [decided(event) for event in events if event["kind"] == "contre decided"]
    if "turned up again" in kinds:
        lines.append(_("A tie: all turn up again. The tiles go back to the reserve"))
    if "speaker" in kinds:
        lines.append(_("The tiles go back to the reserve"))
    if not kinds & {"built", "built nothing"}:
        tricks = [event for event in events if event["kind"] == "trick"]
        lines += [_won(event) for event in tricks if event["kept"] or not lines]
    back = [block for event in events for block in event.get("back", ())]
    return (*lines, _("Back to the reserve: {blocks}", blocks=blocks(back))) if back else tuple(lines)


def _won(event: Json) -> str:
    if not event["kept"]:
        return _("{player} wins and keeps nothing", player=name(event["seat"]))
    return _("{player} wins and keeps {blocks}", player=name(event["seat"]), blocks=blocks(event["kept"]))


def rounds(events: Iterable[Json], sides: Sequence[str]) -> tuple[str, ...]:
    """The score sheet: each side's points, round by round."""
    marked: dict[str, list[int]] = {side: [] for side in sides}
    is_begun = False
    for event in events:
        if event["kind"] in ("built", "built nothing"):
            if not is_begun:
                for points in marked.values():
                    points.append(0)
            is_begun = True
            marked[event["side"]][-1] += event.get("points", 0)
        is_begun = is_begun and event["kind"] != "round"
    if not any(marked.values()):
        return ()
    return tuple(
        _("{side} by rounds: {points}", side=short(side), points=joined(", ", map(str, points)))
        for side, points in marked.items()
    )
