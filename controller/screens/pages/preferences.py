"""The screen of settings: each with all its values side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.model.view import Choice, View
from controller.screens.layout.picture import Box, Glyph, Item
from controller.screens.layout.plan import Plan
from controller.screens.layout.text import fit, line_height, width_of, wrap
from controller.screens.pages import buttons
from controller.screens.pages.frame import framed
from engines.record import record

_LEAST_LABEL, _MOST_LABEL = 0.2, 0.36
"""The possible shares of the width for settings' names beside their values."""

_LEAST_BETWEEN, _MOST_BETWEEN = 8, 12
"""The possible distances of settings."""


@record
class _Row:
    """A setting: its name, its values in lines, and the least height of it all."""

    name: str
    lines: list[list[Choice]]
    least: int


def preferences(plan: Plan, view: View) -> list[Item]:
    """Each setting with its name, and all its values side by side, the current one ticked. If they are too
    many for large letters, they have usual ones."""
    groups: dict[str, list[Choice]] = {}
    for choice in view.choices:
        groups.setdefault(choice.group, []).append(choice)
    items, box, least = _set(plan, plan, view, groups)
    if least <= box.h:
        return items
    return _set(plan, plan.in_usual_letters, view, groups)[0]


def _set(
    page: Plan, plan: Plan, view: View, groups: Mapping[str, list[Choice]]
) -> tuple[list[Item], Box, int]:
    """A page with its rows in the letters of a plan; the room for them, and the height that they need."""
    names = 0 if plan.is_upright else _names_width(plan, groups, plan.whole.w)
    width = plan.whole.w - (names + plan.gap if names else 0)
    rows = [_row(plan, name, values, width, names) for name, values in groups.items()]
    height, gaps = sum(row.least for row in rows), max(len(rows) - 1, 1)
    least = height + plan.scale(_LEAST_BETWEEN) * gaps
    items, room = framed(page, view, least)
    between = min(max((room.h - height) // gaps, plan.scale(_LEAST_BETWEEN)), plan.scale(_MOST_BETWEEN))
    lines = sum(len(row.lines) for row in rows)
    more = min(max(room.h - height - between * gaps, 0) // max(lines, 1), plan.scale(12))
    box = room
    for row in rows:
        place, box = box.top(row.least + more * len(row.lines), between)
        items += _painted(plan, row, place, names)
    return items, room, least


def _row(plan: Plan, name: str, choices: list[Choice], width: int, names: int) -> _Row:
    lines = buttons.packed(plan, choices, width, Glyph.TICK)
    least = buttons.lines_height(plan, lines, width, Glyph.TICK)
    if not names:
        return _Row(name, lines, least + line_height(plan.grown(20)) + plan.scale(2))
    return _Row(name, lines, max(least, wrap(name, plan.grown(20), True, names).height))


def _painted(plan: Plan, row: _Row, place: Box, names: int) -> list[Item]:
    if names:
        words, values = place.left(names, plan.gap)
    else:
        words, values = place.top(line_height(plan.grown(20)), plan.scale(2))
    label = fit(row.name, plan.type(24, 20, is_bold=True), words.w, words.h)
    return [label.label(words, plan.palette.ink), *buttons.values(plan, row.lines, values)]


def _names_width(plan: Plan, names: Iterable[str], width: int) -> int:
    """The room for settings' names: their longest word fits."""
    px = plan.grown(20)
    longest = max((width_of(word, px, True) for name in names for word in name.split()), default=0)
    return min(max(longest, round(width * _LEAST_LABEL)), round(width * _MOST_LABEL))
