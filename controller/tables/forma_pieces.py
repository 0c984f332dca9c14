"""Whose the pieces of Forma are, and the markers that are to be set and taken off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from controller.tables.forma_layout import Layout, names
from controller.tables.forma_words import NAMES
from controller.view import Meaning, Task
from engines.forma_board import COLOURS
from engines.forma_position import FormaPosition
from engines.forma_side import Side
from engines.grid import Cells, each

_KINDS_OF = {
    players: {
        f"{what} {colour}": f"{what} {COLOURS[number % players]}"
        for what in ("element", "marker")
        for number, colour in enumerate(COLOURS)
    }
    for players in (2, 4)
}


def as_played(position: FormaPosition, kinds: Mapping[int, str]) -> Mapping[int, str]:
    """What was read, with each colour called by its player's name."""
    if not kinds:
        return kinds
    return {site: _KINDS_OF[len(position.players)].get(kind, kind) for site, kind in kinds.items()}


def enclosed_cells(position: FormaPosition) -> Cells:
    """The cells on which markers lie, and nothing else."""
    cells = 0
    for side in position.sides:
        cells |= side.markers
    return cells & ~position.obstacles


def marker_tasks(before: FormaPosition, after: FormaPosition, layout: Layout) -> tuple[Task, ...]:
    """The markers that an action earned, the tower too; or those that go, where it was taken back."""
    pairs = zip(after.players, before.sides, after.sides, strict=True)
    return tuple(
        chain.from_iterable(_of_player(player, old, new, after, layout) for player, old, new in pairs)
    )


def _of_player(player: str, old: Side, new: Side, after: FormaPosition, layout: Layout) -> Iterator[Task]:
    earned = new.markers & ~old.markers
    name = NAMES[player]
    for words, cells in (
        (f"{name} marker on", earned & ~after.obstacles),
        (f"{name} marker on the obstacle on", earned & after.obstacles),
        (f"{name} has enclosed the tower on", after.tower if new.has_tower and not old.has_tower else 0),
    ):
        yield from _tasks(Meaning.MARKER, player, words, cells, layout)
    yield from _tasks(
        Meaning.LIFT, player, f"Take the {player} marker off", old.markers & ~new.markers, layout
    )


def _tasks(meaning: Meaning, player: str, words: str, cells: Cells, layout: Layout) -> Iterator[Task]:
    for cell in each(cells):
        place = names(cell)
        yield Task(meaning, layout.sites(cell), f"{words} {place}", player, place)
