"""What the screens without a board have in common: a header, controls along the near edge, cards between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.screens import buttons, parts
from controller.screens.game_pictures import PICTURES
from controller.screens.picture import BoardBox, Box, Button, Drawing, Glyph, Item, Label, Panel
from controller.screens.plan import Plan, rows
from controller.screens.text import Setting, fit, fit_alike
from controller.signs import STYLES
from controller.view import Choice, View

LIGHTS: Final = tuple(style.colour for style in STYLES.values() if style.colour and style.strength == 1)
"""The colours of everything that the table asks for."""

_DOT: Final = 18
_PITCH: Final = 30
_LEAST_NAME: Final = 380
"""Beside a heading with less room than this there is no row of lights."""

_MARK: Final = 96
"""The largest picture on a card."""


def framed(plan: Plan, view: View) -> tuple[list[Item], Box]:
    """Header, controls and remark, and the room between them."""
    top, box = plan.whole.top(plan.grown(84 if _name(view) else 56), plan.scale(12))
    items = header(plan, view, top)
    if view.controls:
        foot, box = box.foot(buttons.controls_height(plan, view.controls, box.w), plan.scale(12))
        items += buttons.controls(plan, view.controls, foot)
    height = parts.remark_height(plan, view, box._replace(h=box.h // 2))
    below, box = box.foot(height, plan.scale(10) if height else 0)
    return [*items, *parts.remark(plan, view, below)], box


def header(plan: Plan, view: View, box: Box) -> list[Item]:
    """The title small, the heading large below it; on the right a row of the table's lights."""
    scale = plan.scale
    words, dots = box.left(box.w - len(LIGHTS) * scale(_PITCH), scale(12))
    has_dots = words.w >= plan.grown(_LEAST_NAME)
    above, below = (words if has_dots else box).top(plan.grown(30) if _name(view) else 0)
    heading = fit(view.heading, plan.type(42, 24, is_bold=True), below.w, below.h)
    items: list[Item] = [heading.label(below, plan.palette.ink)]
    if _name(view):
        title = fit(_name(view), plan.type(24, 20), above.w, above.h)
        items.insert(0, title.label(above, plan.palette.quiet_ink))
    return items + (_row_of_lights(plan, dots) if has_dots else [])


def _name(view: View) -> str:
    """What stands above the heading, unless it is the heading."""
    return "" if view.title == view.heading else view.title


def _row_of_lights(plan: Plan, box: Box) -> list[Item]:
    size = plan.scale(_DOT)
    places = rows(box.middle(box.w, size), len(LIGHTS), len(LIGHTS), plan.scale(12), size)
    return [
        Drawing(place.middle(size, size), Glyph.DISC, light)
        for place, light in zip(places, LIGHTS, strict=True)
    ]


def cards(
    plan: Plan, choices: Sequence[Choice], notes: Sequence[str], places: Sequence[Box], name_px: int
) -> list[Button]:
    """Choices as cards in their places: a picture where there is one, the label, and a note below it. All
    labels are alike, and all notes."""
    rooms = [_words_room(plan, choice, place) for choice, place in zip(choices, places, strict=True)]
    names = fit_alike(
        [choice.label for choice in choices],
        plan.type(name_px, 20, is_bold=True),
        [room.top(_name_height(plan, room, note))[0] for room, note in zip(rooms, notes, strict=True)],
    )
    small = fit_alike(
        notes,
        plan.type(26, 20),
        [room._replace(h=room.h - name.height) for room, name in zip(rooms, names, strict=True)],
    )
    parts_ = zip(choices, places, rooms, names, small, strict=True)
    return [_card(plan, *card) for card in parts_]


def _name_height(plan: Plan, room: Box, note: str) -> int:
    return max(round(room.h * 0.4), plan.grown(24)) if note else room.h


def _words_room(plan: Plan, choice: Choice, place: Box) -> Box:
    inner = place.inset(plan.scale(14), plan.scale(5))
    if choice.picture not in PICTURES:
        return inner
    return inner.left(_mark_size(plan, place), plan.scale(14))[1]


def _mark_size(plan: Plan, place: Box) -> int:
    return min(plan.scale(_MARK), place.h - 2 * plan.scale(7), place.w // 3)


def _card(plan: Plan, choice: Choice, box: Box, room: Box, name: Setting, note: Setting) -> Button:
    above, below = room.middle(room.w, name.height + note.height).top(name.height)
    labels: tuple[Label, ...] = (name.label(above, plan.palette.ink),)
    if note.lines:
        labels += (note.label(below, plan.palette.quiet_ink),)
    face = Panel(box, plan.palette.raised, plan.scale(14), plan.palette.edge)
    picture = None
    if choice.picture in PICTURES:
        size = _mark_size(plan, box)
        place = Box(box.x + plan.scale(14), box.y, size, box.h).middle(size, size)
        picture = BoardBox(place, PICTURES[choice.picture], 0)
    return Button(choice.id, face, labels, picture)
