"""The score sheet as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.model.signs import player_colour
from controller.model.view import PlayerScore, SheetRow, View
from controller.screens.frame import framed
from controller.screens.picture import Align, Box, Drawing, Glyph, Item, Panel
from controller.screens.plan import Plan, rows
from controller.screens.text import Setting, font, line_height, wrap

_DISC: Final = 16
_LARGEST: Final = 26
_LEAST_LABEL: Final = 200
"""A label with less room than this stands above its figures."""
_TWO_COLUMNS: Final = 600
"""From this width on the lines above the table stand in two columns."""


def sheet(plan: Plan, view: View) -> list[Item]:
    """A line for each scoring item, its label on the left and everyone's figures on the right; above the
    table how the result came about."""
    items, box = framed(plan, view)
    if view.ask:
        said, box = _reasons(plan, view.ask, box)
        items += said
    tables = [_table(plan, view, px, box.w) for px in range(plan.grown(_LARGEST), plan.grown(20) - 1, -1)]
    table = next((one for one in tables if one.height <= box.h and one.has_whole_names), tables[-1])
    return items + _painted(plan, view, table, box)


def _reasons(plan: Plan, lines: Sequence[str], box: Box) -> tuple[list[Item], Box]:
    """Lines on a panel, and the room below."""
    columns = 2 if box.w >= plan.grown(_TWO_COLUMNS) and len(lines) > 1 else 1
    width = (box.w - 2 * plan.scale(14) - (columns - 1) * plan.gap) // columns
    settings = [wrap(line, plan.grown(20), False, width) for line in lines]
    highest = max(setting.height for setting in settings)
    count = -(-len(lines) // columns)
    panel, rest = box.top(count * highest + 2 * plan.scale(8), plan.gap)
    places = rows(panel.inset(plan.scale(14), plan.scale(8)), count * columns, columns, 0, highest)
    items: list[Item] = [Panel(panel, plan.palette.surface, plan.scale(12), plan.palette.edge)]
    for setting, place in zip(settings, places, strict=False):
        items.append(setting.label(place._replace(w=width), plan.palette.ink))
    return items, rest


@dataclass(frozen=True, slots=True)
class _Table:
    """A set table: the type's size, each row's label, the columns' left edges and widths. If it `is_stacked`
    the figures stand below the labels."""

    px: int
    labels: tuple[Setting, ...]
    columns: tuple[tuple[int, int], ...]
    pad: int
    is_stacked: bool
    has_whole_names: bool

    @property
    def height(self) -> int:
        """The height including the head."""
        return self.head_height + sum(self.row_height(label) for label in self.labels)

    @property
    def head_height(self) -> int:
        """The players' names, and their discs beside or above them."""
        return line_height(self.px) * (1 + self.is_stacked) + 2 * self.pad

    def row_height(self, label: Setting) -> int:
        """A row's height, with the room below it."""
        line = line_height(self.px)
        return (label.height + line if self.is_stacked else max(label.height, line)) + 2 * self.pad


def _table(plan: Plan, view: View, px: int, width: int) -> _Table:
    columns: list[tuple[int, int]] = []
    right = width - plan.scale(10)
    for number in reversed(range(len(view.scores))):
        room = _width(plan, view.scores[number], [row.figures[number] for row in view.sheet], px)
        columns.insert(0, (right - room, room))
        right -= room + plan.scale(16)
    is_stacked = right < plan.grown(_LEAST_LABEL)
    if is_stacked:
        share = (width - 2 * plan.scale(8)) // len(view.scores)
        columns = [(plan.scale(8) + share * n, share - plan.scale(6)) for n in range(len(view.scores))]
    names = [font(px).size(score.name)[0] for score in view.scores]
    has_whole_names = all(name <= room for name, (_, room) in zip(names, columns, strict=True))
    room = (width if is_stacked else right) - plan.scale(16)
    labels = tuple(wrap(row.label, px, row.is_total, room) for row in view.sheet)
    return _Table(px, labels, tuple(columns), plan.scale(2), is_stacked, has_whole_names)


def _width(plan: Plan, score: PlayerScore, figures: Sequence[str], px: int) -> int:
    """The room that a player's name with its disc and the figures need."""
    name = font(px).size(score.name)[0] + plan.scale(_DISC + 6)
    return max(name, *(font(px, True).size(figure)[0] for figure in figures), 0)


def _painted(plan: Plan, view: View, table: _Table, box: Box) -> list[Item]:
    head, box = box.top(table.head_height)
    items = _names(plan, view.scores, table, head)
    for row, label in zip(view.sheet, table.labels, strict=True):
        place, box = box.top(table.row_height(label))
        items += _row(plan, row, label, table, place._replace(h=place.h - plan.scale(2)))
    return items


def _names(plan: Plan, scores: Sequence[PlayerScore], table: _Table, head: Box) -> list[Item]:
    items: list[Item] = []
    disc = plan.scale(_DISC)
    for score, (x, width) in zip(scores, table.columns, strict=True):
        name = wrap(score.name, table.px, False, width)
        words = Box(head.x + x + width - name.width, head.y, name.width, head.h)
        mark = Box(words.x - disc - plan.scale(6), head.y, disc, head.h)
        if table.is_stacked:
            mark, words = words.top(head.h // 2)
            mark = mark.left(mark.w - disc)[1]
        mark = mark.middle(disc, disc)
        items.append(Drawing(mark, Glyph.DISC, player_colour(score.player)))
        items.append(name.label(words, plan.palette.quiet_ink, Align.RIGHT))
    return items


def _row(plan: Plan, row: SheetRow, label: Setting, table: _Table, place: Box) -> list[Item]:
    fill = plan.palette.raised if row.is_total else plan.palette.surface
    words = place._replace(x=place.x + plan.scale(8), w=label.width)
    figures = place
    if table.is_stacked:
        words, figures = words.top(label.height)[0], place.foot(line_height(table.px))[0]
    items: list[Item] = [
        Panel(place, fill, plan.scale(4), plan.palette.rim if row.is_total else None),
        label.label(words, plan.palette.ink),
    ]
    for figure, (x, width) in zip(row.figures, table.columns, strict=True):
        if figure:
            setting = wrap(figure, table.px, row.is_total, width)
            room = Box(place.x + x, figures.y, width, figures.h)
            items.append(setting.label(room, plan.palette.ink, Align.RIGHT))
    return items
