"""The owners of Forma's pieces, and the markers to set and lift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from controller.model.view import Meaning, Task
from controller.tables.forma.layout import SiteMap, names
from controller.tables.forma.words import NAMES
from controller.tables.pieces import CALLED
from engines.forma.board import COLOURS
from engines.forma.position import FormaPosition
from engines.forma.side import Side
from engines.grid import Cells, each
from texts import _

OBSTACLE, TOWER = "obstacle", "tower white"

_KINDS_OF = {
    players: {
        f"{what} {colour}": f"{what} {COLOURS[number % players]}"
        for what in ("element", "marker")
        for number, colour in enumerate(COLOURS)
    }
    for players in (2, 4)
}

_MARKERS = {
    "blue": _("Blue marker"),
    "yellow": _("Yellow marker"),
    "red": _("Red marker"),
    "green": _("Green marker"),
}


def as_played(position: FormaPosition, kinds: Mapping[int, str]) -> Mapping[int, str]:
    """The read pieces, with each colour replaced by its player's name."""
    if not kinds:
        return kinds
    return {site: _KINDS_OF[len(position.players)].get(kind, kind) for site, kind in kinds.items()}


def enclosed_cells(position: FormaPosition) -> Cells:
    """The cells with a marker and nothing else."""
    cells = 0
    for side in position.sides:
        cells |= side.markers
    return cells & ~position.obstacles


def marker_tasks(before: FormaPosition, after: FormaPosition, layout: SiteMap) -> tuple[Task, ...]:
    """The markers that an action earned, including the tower; or those to remove after a takeback."""
    pairs = zip(after.players, before.sides, after.sides, strict=True)
    return tuple(
        chain.from_iterable(_of_player(player, old, new, after, layout) for player, old, new in pairs)
    )


def _of_player(player: str, old: Side, new: Side, after: FormaPosition, layout: SiteMap) -> Iterator[Task]:
    if old.markers == new.markers and old.has_tower == new.has_tower:
        return
    earned, marker = new.markers & ~old.markers, _MARKERS[player]
    for request, cells in (
        (_("{piece} on {place}", piece=marker, place=""), earned & ~after.obstacles),
        (_("{piece} on the obstacle on {place}", piece=marker, place=""), earned & after.obstacles),
        (
            _("{player} has enclosed the tower on {place}", player=NAMES[player], place=""),
            after.tower if new.has_tower and not old.has_tower else 0,
        ),
    ):
        yield from _tasks(Meaning.MARKER, player, request, cells, layout)
    request = _("Take {piece} off {place}", piece=CALLED[f"marker {player}"], place="")
    yield from _tasks(Meaning.LIFT, player, request, old.markers & ~new.markers, layout)


def _tasks(meaning: Meaning, player: str, request: str, cells: Cells, layout: SiteMap) -> Iterator[Task]:
    """A task for each of the cells."""
    for cell in each(cells):
        yield Task(meaning, layout.sites(cell), request, player, names(cell))
