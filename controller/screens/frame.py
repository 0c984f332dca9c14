"""What the screens without a board have in common: a header, controls along the near edge, cards between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.screens import buttons, parts
from controller.screens.game_pictures import PICTURES
from controller.screens.picture import BoardBox, Box, Button, Drawing, Glyph, Item, Label, Panel
from controller.screens.plan import Plan, rows
from controller.screens.text import Setting, fit, fit_alike, line_height, wrap
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
    top, box = plan.whole.top(plan.grown(84 if _has_title(plan, view) else 56), plan.scale(12))
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
    above, below = (words if has_dots else box).top(plan.grown(30) if _has_title(plan, view) else 0)
    heading = fit(view.heading, plan.type(42, 24, is_bold=True), below.w, below.h)
    items: list[Item] = [heading.label(below, plan.palette.ink)]
    if _has_title(plan, view):
        title = fit(view.title, plan.type(24, 20), above.w, above.h)
        items.insert(0, title.label(above, plan.palette.quiet_ink))
    return items + (_row_of_lights(plan, dots) if has_dots else [])


def _has_title(plan: Plan, view: View) -> bool:
    """Whether the title stands above the heading: not where it is the heading, nor where letters need the
    room."""
    return plan.style.text == "normal" and view.title not in ("", view.heading)


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
    made: list[Button] = []
    for size in _mark_sizes(plan, choices, places):
        made = _set_cards(plan, choices, notes, [_Place.on(plan, box, size) for box in places], name_px)
        if not any(label.is_cut for button in made for label in button.labels):
            break
    return made


def _mark_sizes(plan: Plan, choices: Sequence[Choice], places: Sequence[Box]) -> tuple[int, ...]:
    """The sizes that the cards' pictures can have, the best first: they give way to words."""
    if not places or not all(choice.picture in PICTURES for choice in choices):
        return (0,)
    largest = min(plan.scale(_MARK), places[0].h - 2 * plan.scale(7), places[0].w // 3)
    return (largest, largest * 2 // 3, 0)


@dataclass(frozen=True, slots=True)
class _Place:
    """A card's box, and in it the room for words and for a picture, if there is one."""

    box: Box
    words: Box
    mark: Box | None

    @classmethod
    def on(cls, plan: Plan, box: Box, size: int) -> _Place:
        """The rooms on a card with a picture of so many pixels; 0 for none."""
        inner = box.inset(plan.scale(14), plan.scale(5))
        if not size:
            return cls(box, inner, None)
        mark, words = inner.left(size, plan.scale(14))
        return cls(box, words, mark.middle(size, size))


def _set_cards(
    plan: Plan, choices: Sequence[Choice], notes: Sequence[str], places: Sequence[_Place], name_px: int
) -> list[Button]:
    least = [
        wrap(note, plan.grown(20), False, place.words.w).height
        for note, place in zip(notes, places, strict=True)
    ]
    names = fit_alike(
        [choice.label for choice in choices],
        plan.type(name_px, 20, is_bold=True),
        [
            place.words.top(
                min(max(place.words.h - height, plan.grown(24)), line_height(plan.grown(name_px)))
            )[0]
            for place, height in zip(places, least, strict=True)
        ],
    )
    small = fit_alike(
        notes,
        plan.type(26, 20),
        [
            place.words._replace(h=place.words.h - name.height)
            for place, name in zip(places, names, strict=True)
        ],
    )
    return [_card(plan, *card) for card in zip(choices, places, names, small, strict=True)]


def _card(plan: Plan, choice: Choice, place: _Place, name: Setting, note: Setting) -> Button:
    box, room = place.box, place.words
    above, below = room.middle(room.w, name.height + note.height).top(name.height)
    labels: tuple[Label, ...] = (name.label(above, plan.palette.ink),)
    if note.lines:
        labels += (note.label(below, plan.palette.quiet_ink),)
    face = Panel(box, plan.palette.raised, plan.scale(14), plan.palette.edge)
    picture = BoardBox(place.mark, PICTURES[choice.picture], 0) if place.mark else None
    return Button(choice.id, face, labels, picture)
