"""The board picture of Cités Nouvelles: four lots with their blocks, and the pads with their tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from controller.model.view import BoardView, Mark
from controller.tables.cites import layout
from controller.tables.cites.progress import to_stand
from controller.tables.cites.words import SET_COLOURS, SET_WORDS, short
from engines.cites.blocks import KIND, KINDS, NAMES, NUMBER, SETS, Decorations
from engines.cites.game import CitesPosition
from texts import _

TILE = 0.9
"""The width of a tile, in fields."""

PAD = 1.8
"""The width of a tile on a pad."""

_SECOND = layout.FIELDS // 2
"""The first column of the lots on the right: their decorations follow those of the lots on the left."""

FIELDS = frozenset(layout.field((lot, number)) for lot in SETS for number in range(1, layout.SLOTS + 1))
"""The fields with slots."""


def board_view(position: CitesPosition, on_pads: Mapping[int, int]) -> BoardView:
    """The whole picture. `on_pads` are the blocks on the pads, by seat."""
    marks = (*_lots(position), *_pads(position, on_pads))
    empty = ("",) * layout.FIELDS
    return BoardView(layout.FIELDS, layout.FIELDS, empty, empty, marks, cells=FIELDS)


def pad_corner(seat: int) -> tuple[float, float, float]:
    """The tile's place on a pad: its south-west corner and width, in fields."""
    return layout.PAD_FIELDS * seat + 1.1, 0.1, PAD


def pad_at(column: int, row: int) -> int | None:
    """The seat of the pad on a field, if any. The table may have no such pad."""
    seat, along = divmod(column, layout.PAD_FIELDS)
    return seat if row < PAD and along > 0 else None


def _lots(position: CitesPosition) -> Iterator[Mark]:
    builders = {offer.kind: offer.side for offer in position.phase.offers_made}
    for kind, lot in enumerate(SETS):
        column, row = layout.LOTS[lot]
        builder = position.players[builders[kind]] if kind in builders else None
        yield Mark("label", column + 2.5, row - 0.5, 1.0, builder, text=_title(lot, builder))
        table, taken = position.table, frozenset(to_stand(position, kind))
        yield from _slots(kind, table.lots[kind], table.rules.decorations, taken)


@lru_cache(maxsize=64)  # a lot has one builder in a round
def _title(lot: str, builder: str | None) -> str:
    """A lot's set, and its builder."""
    words = SET_WORDS[lot]
    return _("{set}: {side}", set=words, side=short(builder)) if builder else words


@lru_cache(maxsize=64)  # a lot changes once in a round
def _slots(kind: int, blocks: int, decorations: Decorations, taken: frozenset[int]) -> tuple[Mark, ...]:
    """Tiles for blocks, numbers on free slots; slots of the builder's taken blocks are coloured."""
    lot, marks = SETS[kind], list[Mark]()
    stand = layout.standing(kind, blocks, decorations)
    for number in range(1, layout.SLOTS + 1):
        column, row = layout.field((lot, number))
        x, y = column + 0.5, row + 0.5
        of_type, block = layout.type_of(number), stand.get(number)
        if of_type is not None and column == _SECOND:
            marks.append(Mark("divider", x, y, 1.0))
        if block is not None:
            marks.append(Mark("tile", x, y, TILE, SET_COLOURS[KINDS[KIND[block]]], text=str(NUMBER[block])))
            continue
        text = str(number) if of_type is None else layout.TYPE_SIGNS[of_type]
        colour = SET_COLOURS[lot if of_type is None else "D"]
        marks.append(Mark("label", x, y, 1.0, colour if number in taken else None, text=text))
    return tuple(marks)


def _pads(position: CitesPosition, on_pads: Mapping[int, int]) -> Iterator[Mark]:
    for seat, name in enumerate(position.seats):
        left, foot, width = pad_corner(seat)
        yield Mark("label", left - 0.6, 1.0, 1.0, name, text=short(name))
        x, y = left + width / 2, foot + width / 2
        block = on_pads.get(seat)
        if block is None:
            yield Mark("pad", x, y, PAD, name)
        else:
            yield Mark("tile", x, y, PAD, SET_COLOURS[KINDS[KIND[block]]], text=NAMES[block])
