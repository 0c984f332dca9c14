"""The keys for a text, below what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.model.view import Choice, View
from controller.screens.layout.picture import Align, Box, FilledBox, Item, ScreenButton
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import fit, fit_alike
from controller.screens.pages import buttons, controls, parts

_COLUMNS: Final = 10
_COLUMNS_UPRIGHT: Final = 8
_KEY: Final = 84
_HEADING: Final = 30
_FIELD: Final = 48


def keyboard(plan: Plan, view: View) -> list[Item]:
    """Whose text it is, the text in one line, and its keys in rows."""
    foot, box = plan.whole.foot(controls.height(plan, view, plan.whole.w), plan.scale(12))
    top, box = box.top(plan.grown(_HEADING), plan.scale(2))
    heading = fit(view.heading, plan.type(24, 20, is_bold=True), top.w, top.h)
    field, box = box.top(plan.grown(_FIELD), plan.gap)
    return [
        heading.label(top, plan.palette.ink),
        *parts.ask(plan, view, field),
        *_keys(plan, view.choices, box),
        *controls.controls(plan, view, foot),
    ]


def _keys(plan: Plan, choices: Sequence[Choice], box: Box) -> list[ScreenButton]:
    columns = _COLUMNS_UPRIGHT if plan.is_upright else _COLUMNS
    lines = -(-len(choices) // columns)
    places = rows(box, lines * columns, columns, plan.gap, plan.grown(_KEY))[: len(choices)]
    labels = fit_alike([choice.label for choice in choices], plan.type(30, 20, is_bold=True), places)
    look = buttons.looks(plan.palette).plain
    return [
        ScreenButton(
            choice.id,
            FilledBox(place, look.fill, plan.scale(10), look.outline),
            (label.label(place, look.ink, Align.CENTRE),),
        )
        for choice, place, label in zip(choices, places, labels, strict=True)
    ]
