"""Why an action of Forma is good: its immediate score, its progress for the own bridge, and its damage to the
others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from controller.tables.forma.words import NAMES
from engines.forma.actions import FormaAction, Place
from engines.forma.board import BOARD, beside
from engines.forma.position import FormaPosition
from engines.forma.side import CELL_POINTS, Side
from engines.game import Json
from engines.grid import Cells, each
from opponents.forma.paths import bridges_of
from texts import Text, _, _n, joined

OPEN_SIDES: Final = 1
"""A free cell with this few open sides is nearly enclosed: the player who closes it scores."""
MUCH_LONGER: Final = 3
"""The number of additional squares of another's bridge that is worth a comment."""
NEAR: Final = 10
"""A bridge that lacks more squares than this is no reason yet."""


def no_hint(position: FormaPosition) -> str:
    """Why there is no hint now, as a sentence; empty if there is one."""
    return ""


def reasons(position: FormaPosition, action: FormaAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, Place):
        return ()
    after, events = position.after(action)
    found = (
        *_scores(events),
        *_denies(position, action.cells),
        *_nears_bridge(position, after, position.mover),
        *_bars_bridges(position, after, position.mover),
    )
    squares = action.cells.bit_count()
    return found or (_n("scores {number} point", "scores {number} points", squares),)


def denials(position: FormaPosition, action: FormaAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, Place):
        return ()
    return tuple(_bars_bridges(position, position.after(action)[0], position.mover, MUCH_LONGER))


def _scores(events: Sequence[Json]) -> Iterator[Text]:
    """All points at once, if they exceed the squares of the element."""
    points = sum(event.get("points", 0) for event in events)
    for_what = [_FOR[event["kind"]] for event in events if event["kind"] in _FOR]
    if for_what:
        yield _("scores {points}: {what}", points=points, what=joined(", ", dict.fromkeys(for_what)))


_FOR: Final = {
    "enclosed cell": _("encloses a cell"),
    "enclosed obstacle": _("encloses an obstacle"),
    "enclosed tower": _("encloses the tower"),
    "bridge": _("finishes a bridge"),
}


def _denies(before: FormaPosition, cells: Cells) -> Iterator[Text]:
    """The nearly enclosed cells that the element fills."""
    free = before.free
    filled = [cell for cell in each(cells) if len(list(each(beside(cell) & free))) <= OPEN_SIDES]
    if filled:
        yield _n(
            "fills a cell that others could enclose ({points})",
            "fills {number} cells that others could enclose ({points})",
            len(filled),
            points=CELL_POINTS * len(filled),
        )


@lru_cache(maxsize=64)
def _missing(own: Cells, bridges: int, free: Cells) -> int | None:
    ways = (ground.chain() for ground in bridges_of(own, bridges).grounds(own, free))
    return min((len(levels) - 1 for levels in ways if levels), default=None)


def lacks(position: FormaPosition, side: Side) -> int | None:
    """How many squares a side's next bridge still lacks; `None` if every way is closed."""
    return _missing(side.squares, side.bridges, position.free)


def _nears_bridge(before: FormaPosition, after: FormaPosition, player: int) -> Iterator[Text]:
    old, new = before.sides[player], after.sides[player]
    missing, now = lacks(before, old), lacks(after, new)
    if new.bridges == old.bridges and missing and now is not None and now < min(missing, NEAR + 1):
        yield _n("the own bridge lacks {number} square", "the own bridge lacks {number} squares", now)


def _bars_bridges(before: FormaPosition, after: FormaPosition, mover: int, least: int = 1) -> Iterator[Text]:
    """The other player whose bridge suffers most, if it then lacks this many more squares."""
    worst: tuple[int, Text] | None = None
    for player, side in enumerate(before.sides):
        missing = lacks(before, side)
        if player == mover or missing is None or missing > NEAR:
            continue
        now, name = lacks(after, side), NAMES[before.players[player]]
        more = len(BOARD.names) if now is None else now - missing
        if more >= least and (worst is None or more > worst[0]):
            worst = more, _harm(name, missing, now)
    if worst is not None:
        yield worst[1]


def _harm(name: str, missing: int, now: int | None) -> Text:
    if now is None:
        return _("closes every bridge of {player}", player=name)
    return _n(
        "the bridge of {player} lacks {number} square, not {before}",
        "the bridge of {player} lacks {number} squares, not {before}",
        now,
        player=name,
        before=missing,
    )
