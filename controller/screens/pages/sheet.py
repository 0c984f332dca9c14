"""The score sheet as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.model.signs import player_colour
from controller.model.view import PlayerScore, SheetRow, View
from controller.screens.layout.picture import Align, Box, FilledBox, Glyph, GlyphIcon, Item
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import SetText, Type, fit, line_height, width_of, words, wrap
from controller.screens.pages.frame import framed
from engines.record import record, replace

_DISC: Final = 16
_LARGEST: Final = 26
_LEAST_LABEL: Final = 200
_NARROW_LABEL: Final = 110
"""A label with less room than the first stands above its figures if there is height for that; with less than
the second in any case."""
_TWO_COLUMNS: Final = 600
"""From this width on the lines above the table stand in two columns."""


def sheet(plan: Plan, view: View) -> list[Item]:
    """A line for each scoring item, its label on the left and everyone's figures on the right; above the
    table how the result came about. If there is too much for large letters, all has usual ones."""
    for letters in dict.fromkeys((plan, plan.in_usual_letters)):
        items, box = framed(plan, view)
        if view.ask:
            said, box = _reasons(letters, view.ask, box)
            items += said
        table = _lowest(_tables(letters, view, box.w), box.h)
        if table.height <= box.h:
            break
    return items + _painted(letters, view, _shortened(table, box.h), box)


def _tables(plan: Plan, view: View, width: int) -> Iterator[_Table]:
    """The ways to set the table, the best first: figures beside the labels, then below them; each with every
    name in one line, in ever smaller type, and then in the smallest with names in several lines. Last beside
    labels in a narrow column."""
    least_px = plan.grown(20)
    sizes = range(plan.grown(_LARGEST), least_px - 1, -1)
    for px in sizes:
        yield from _beside(plan, view, px, width, _LEAST_LABEL, is_whole=True)
    yield from _beside(plan, view, least_px, width, _LEAST_LABEL, is_whole=False)
    for px in sizes:
        below = _below(plan, view, px, width)
        if below.has_whole_names or px == least_px:
            yield below
    yield from _beside(plan, view, least_px, width, _NARROW_LABEL, is_whole=False)


def _lowest(tables: Iterator[_Table], height: int) -> _Table:
    """The first table that is no higher, or the lowest of all."""
    lowest = next(tables)
    while lowest.height > height and (table := next(tables, None)) is not None:
        lowest = min(lowest, table, key=lambda one: one.height)
    return lowest


def _shortened(table: _Table, height: int) -> _Table:
    """The table within a height, as far as lines of its labels can go: those of the longest first."""
    labels = list(table.labels)
    while table.height > height and any(len(label.lines) > 1 for label in labels):
        longest = max(range(len(labels)), key=lambda number: labels[number].height)
        label = labels[longest]
        type_ = Type(table.px, table.px, label.is_bold)
        labels[longest] = fit(label.text, type_, label.width, label.height - line_height(table.px))
        table = replace(table, labels=tuple(labels))
    return table


def _reasons(plan: Plan, lines: Sequence[str], box: Box) -> tuple[list[Item], Box]:
    """Lines on a panel, and the room below."""
    columns = 2 if box.w >= plan.grown(_TWO_COLUMNS) and len(lines) > 1 else 1
    width = (box.w - 2 * plan.scale(14) - (columns - 1) * plan.gap) // columns
    settings = [wrap(line, plan.grown(20), False, width) for line in lines]
    highest = max(setting.height for setting in settings)
    count = -(-len(lines) // columns)
    panel, rest = box.top(count * highest + 2 * plan.scale(8), plan.gap)
    places = rows(panel.inset(plan.scale(14), plan.scale(8)), count * columns, columns, 0, highest)
    items: list[Item] = [FilledBox(panel, plan.palette.surface, plan.scale(12), plan.palette.edge)]
    for setting, place in zip(settings, places, strict=False):
        items.append(setting.label(place._replace(w=width), plan.palette.ink))
    return items, rest


@record
class _Table:
    """A set table: the type's size, the players' names and each row's label, the columns' left edges and
    widths. If it `is_stacked` the figures stand below the labels."""

    px: int
    names: tuple[SetText, ...]
    labels: tuple[SetText, ...]
    columns: tuple[tuple[int, int], ...]
    pad: int
    is_stacked: bool

    @property
    def has_whole_names(self) -> bool:
        """Whether each name stands in one line."""
        return all(len(name.lines) == 1 for name in self.names)

    @property
    def height(self) -> int:
        """The height including the head."""
        return self.head_height + sum(self.row_height(label) for label in self.labels)

    @property
    def head_height(self) -> int:
        """The columns' names, and the discs of those that are players' beside or above them."""
        names = max((name.height for name in self.names), default=line_height(self.px))
        return self.disc_height + names + 2 * self.pad

    @property
    def disc_height(self) -> int:
        """The line of the discs, if they stand above the names."""
        return line_height(self.px) if self.is_stacked else 0

    def row_height(self, label: SetText) -> int:
        """A row's height, with the room below it."""
        line = line_height(self.px)
        return (label.height + line if self.is_stacked else max(label.height, line)) + 2 * self.pad


def _beside(
    plan: Plan, view: View, px: int, width: int, least_label: int, *, is_whole: bool
) -> Iterator[_Table]:
    """The table with figures beside the labels, and names in one line or not; none if that leaves too
    little for the labels."""
    columns: list[tuple[int, int]] = []
    right = width - plan.scale(10)
    for number in reversed(range(len(view.scores))):
        name = view.scores[number].name
        room = _width(
            plan, [name] if is_whole else words(name), [row.figures[number] for row in view.sheet], px
        )
        columns.insert(0, (right - room, room))
        right -= room + plan.scale(16)
    if right >= plan.grown(least_label):
        yield _table(plan, view, px, tuple(columns), right - plan.scale(16), is_stacked=False)


def _below(plan: Plan, view: View, px: int, width: int) -> _Table:
    """The table with figures below the labels, each player having an equal share of the width."""
    share = (width - 2 * plan.scale(8)) // max(len(view.scores), 1)
    columns = tuple((plan.scale(8) + share * n, share - plan.scale(6)) for n in range(len(view.scores)))
    return _table(plan, view, px, columns, width - plan.scale(16), is_stacked=True)


def _table(
    plan: Plan, view: View, px: int, columns: tuple[tuple[int, int], ...], room: int, *, is_stacked: bool
) -> _Table:
    disc = 0 if is_stacked else plan.scale(_DISC + 6)
    names = tuple(
        wrap(score.name, px, False, width - disc)
        for score, (_, width) in zip(view.scores, columns, strict=True)
    )
    labels = tuple(wrap(row.label, px, row.is_total, room) for row in view.sheet)
    return _Table(px, names, labels, columns, plan.scale(2), is_stacked)


def _width(plan: Plan, lines: Sequence[str], figures: Sequence[str], px: int) -> int:
    """The room that a player's name in these lines with its disc and the figures need."""
    name = max(width_of(line, px) for line in lines) + plan.scale(_DISC + 6)
    return max(name, *(width_of(figure, px, True) for figure in figures), 0)


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
    for score, name, (x, width) in zip(scores, table.names, table.columns, strict=True):
        place = Box(head.x + x + width - name.width, head.y, name.width, head.h)
        mark = Box(place.x - disc - plan.scale(6), head.y, disc, head.h)
        if table.is_stacked:
            mark, place = place.top(table.disc_height + table.pad)
            mark = mark.left(mark.w - disc)[1]
        mark = mark.middle(disc, disc)
        if score.player:
            items.append(GlyphIcon(mark, Glyph.DISC, player_colour(score.player)))
        items.append(name.label(place, plan.palette.quiet_ink, Align.RIGHT))
    return items


def _row(plan: Plan, row: SheetRow, label: SetText, table: _Table, place: Box) -> list[Item]:
    fill = plan.palette.raised if row.is_total else plan.palette.surface
    said = place._replace(x=place.x + plan.scale(8), w=label.width)
    figures = place
    if table.is_stacked:
        said, figures = said.top(label.height)[0], place.foot(line_height(table.px))[0]
    items: list[Item] = [
        FilledBox(place, fill, plan.scale(4), plan.palette.rim if row.is_total else None),
        label.label(said, plan.palette.ink),
    ]
    for figure, (x, width) in zip(row.figures, table.columns, strict=True):
        if figure:
            setting = wrap(figure, table.px, row.is_total, width)
            room = Box(place.x + x, figures.y, width, figures.h)
            items.append(setting.label(room, plan.palette.ink, Align.RIGHT))
    return items
