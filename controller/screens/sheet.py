"""The score sheet as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.screens import parts
from controller.screens.frame import framed
from controller.screens.picture import Align, Box, Drawing, Glyph, Item, Panel
from controller.screens.plan import Plan
from controller.screens.text import font, line_height, wrap
from controller.signs import player_colour
from controller.view import PlayerScore, SheetRow, View

_DISC: Final = 16


def sheet(plan: Plan, view: View) -> list[Item]:
    """A line for each thing that scored, what it is on the left and everybody's figures on the right; above
    the table how the result came about."""
    items, box = framed(plan, view)
    if view.ask:
        asked, box = box.top(parts.least_ask_height(plan, view, box), plan.gap)
        items += parts.ask(plan, view, asked)
    widths = [
        _width(plan, score, [row.figures[i] for row in view.sheet]) for i, score in enumerate(view.scores)
    ]
    px = plan.grown(20)
    head, box = box.top(line_height(px) + plan.scale(2), plan.scale(4))
    columns = _columns(plan, box, widths)
    items += _names(plan, view.scores, [Box(x, head.y, w, head.h) for x, w in columns])
    room = columns[0][0] - box.x if columns else box.w
    for row in view.sheet:
        setting = wrap(row.label, px, row.is_total, room - plan.scale(12))
        place, box = box.top(setting.height + plan.scale(4), plan.scale(2))
        items += _row(plan, row, place, columns)
    return items


def _columns(plan: Plan, box: Box, widths: Sequence[int]) -> list[tuple[int, int]]:
    """Where each player's figures stand: left edge and width."""
    columns = []
    right = box.right - plan.scale(10)
    for width in reversed(widths):
        columns.append((right - width, width))
        right -= width + plan.scale(16)
    return columns[::-1]


def _width(plan: Plan, score: PlayerScore, figures: Sequence[str]) -> int:
    """The room that a player's name with its disc and the figures need."""
    name = font(plan.grown(20)).size(score.name)[0] + plan.scale(_DISC + 6)
    bold = font(plan.grown(20), True)
    return max(name, *(bold.size(figure)[0] for figure in figures), 0)


def _names(plan: Plan, scores: Sequence[PlayerScore], places: Sequence[Box]) -> list[Item]:
    items: list[Item] = []
    for score, place in zip(scores, places, strict=True):
        name = wrap(score.name, plan.grown(20), False, place.w)
        disc = plan.scale(_DISC)
        words = place.left(place.w - name.width)[1]
        mark = Box(words.x - disc - plan.scale(6), place.y, disc, place.h).middle(disc, disc)
        items.append(Drawing(mark, Glyph.DISC, player_colour(score.player)))
        items.append(name.label(words, plan.palette.quiet_ink, Align.RIGHT))
    return items


def _row(plan: Plan, row: SheetRow, place: Box, columns: Sequence[tuple[int, int]]) -> list[Item]:
    px = plan.grown(20)
    fill = plan.palette.raised if row.is_total else plan.palette.surface
    rim = plan.palette.rim if row.is_total else None
    room = (columns[0][0] if columns else place.right) - place.x - plan.scale(12)
    words = place._replace(x=place.x + plan.scale(6), w=room)
    items: list[Item] = [
        Panel(place, fill, plan.scale(4), rim),
        wrap(row.label, px, row.is_total, room).label(words, plan.palette.ink),
    ]
    for figure, (x, width) in zip(row.figures, columns, strict=True):
        if figure:
            label = wrap(figure, px, row.is_total, width)
            items.append(label.label(Box(x, place.y, width, place.h), plan.palette.ink, Align.RIGHT))
    return items
