"""The screens before a game: the menu of games, and a game's options."""

from __future__ import annotations

from typing import Final

from controller.screens import buttons, parts, theme
from controller.screens.picture import Box, Button, Drawing, Glyph, Item, Panel
from controller.screens.plan import Plan, rows
from controller.screens.text import Setting, Type, fit, fit_alike
from controller.signs import STYLES
from controller.view import Choice, View

_LIGHTS: Final = tuple(style.colour for style in STYLES.values() if style.colour and style.strength == 1)
"""The colours of everything that the table asks for."""

_PLAY: Final = 60
_NAME_SHARE: Final = 0.4
_ONE_COLUMN: Final = 2
"""Up to so many games stand below each other; more are in two columns."""


def menu(plan: Plan, view: View) -> list[Item]:
    """The games, each a card to touch. Here `ask` says of each game in turn what it is about."""
    top, box = plan.whole.top(plan.scale(84), plan.scale(12))
    items = _header(plan, view, top)
    foot, box = _controls(plan, view, box)
    height = parts.remark_height(plan, view, box._replace(h=plan.scale(80)))
    below, box = box.foot(height, plan.scale(12) if height else 0)
    items += parts.remark(plan, view, below)
    cards = _cards(plan, view, box)
    if cards:
        box = Box(box.x, cards[-1].box.bottom, box.w, box.bottom - cards[-1].box.bottom)
    return [*items, *cards, *_table_lights(plan, box), *foot]


def setup(plan: Plan, view: View) -> list[Item]:
    """A game's options, and what must be done before it can start."""
    top, box = plan.whole.top(plan.scale(84), plan.scale(12))
    items = _header(plan, view, top)
    foot, box = _controls(plan, view, box)
    height = buttons.switches_height(plan, view.choices)
    choices, box = box.top(height, plan.gap if height else 0)
    items += buttons.switches(plan, view.choices, choices)
    height = parts.remark_height(plan, view, box._replace(h=plan.scale(52)))
    below, box = box.foot(height, plan.gap if height else 0)
    items += parts.ask(plan, view, box) + parts.remark(plan, view, below)
    return [*items, *foot]


def _table_lights(plan: Plan, box: Box) -> list[Drawing]:
    """A table's lights, some of them lit, to fill what the cards leave free. Nothing in a small room."""
    if box.h < plan.scale(90):
        return []
    pitch, size = plan.scale(24), plan.scale(10)
    columns, lines = (box.w + pitch - size) // pitch, (box.h - pitch) // pitch
    area = box.middle(columns * pitch - pitch + size, lines * pitch - pitch + size)
    drawings = []
    for number in range(columns * lines):
        line, column = divmod(number, columns)
        lit = (7 * column + 12 * line) % 31
        colour = _LIGHTS[lit] if lit < len(_LIGHTS) else theme.SURFACE
        place = Box(area.x + column * pitch, area.y + line * pitch, size, size)
        drawings.append(Drawing(place, Glyph.DISC, colour))
    return drawings


def _header(plan: Plan, view: View, box: Box) -> list[Item]:
    """The title small, the heading large below it; on the right a row of the table's lights."""
    scale = plan.scale
    words, dots = box.left(box.w - len(_LIGHTS) * scale(30), scale(12))
    above, below = words.top(scale(30))
    name = "" if view.title == view.heading else view.title
    title = fit(name, Type(scale(24), scale(20)), above.w, above.h)
    heading = fit(view.heading, Type(scale(42), scale(24), is_bold=True), below.w, below.h)
    places = rows(dots.middle(dots.w, scale(18)), len(_LIGHTS), len(_LIGHTS), scale(12), scale(18))
    return [
        title.label(above, theme.QUIET_INK),
        heading.label(below, theme.INK),
        *(
            Drawing(place.middle(scale(18), scale(18)), Glyph.DISC, light)
            for place, light in zip(places, _LIGHTS, strict=True)
        ),
    ]


def _controls(plan: Plan, view: View, box: Box) -> tuple[list[Button], Box]:
    """The controls along the near edge, and the room above them."""
    if not view.controls:
        return [], box
    foot, box = box.foot(buttons.controls_height(plan, view.controls, box.w), plan.scale(12))
    return buttons.controls(plan, view.controls, foot), box


def _cards(plan: Plan, view: View, box: Box) -> list[Button]:
    """The games to choose from, all set in the same sizes."""
    scale = plan.scale
    columns = 1 if len(view.choices) <= _ONE_COLUMN else 2
    places = rows(box, len(view.choices), columns, scale(12), scale(200))
    rooms = [place.inset(scale(16), scale(10)).left(scale(_PLAY), scale(16))[1] for place in places]
    names = fit_alike(
        [choice.label for choice in view.choices],
        Type(scale(40), scale(20), is_bold=True),
        [room.top(round(room.h * _NAME_SHARE))[0] for room in rooms],
    )
    summaries = fit_alike(
        [*view.ask, *[""] * len(rooms)][: len(rooms)],
        Type(scale(28), scale(20)),
        [room.foot(room.h - round(room.h * _NAME_SHARE))[0] for room in rooms],
    )
    cards = zip(view.choices, places, rooms, names, summaries, strict=True)
    return [_card(plan, *card) for card in cards]


def _card(plan: Plan, choice: Choice, box: Box, room: Box, name: Setting, summary: Setting) -> Button:
    scale = plan.scale
    block = room.middle(room.w, name.height + summary.height)
    above, below = block.top(name.height)
    labels = [name.label(above, theme.INK)]
    if summary.lines:
        labels.append(summary.label(below, theme.QUIET_INK))
    mark = Box(box.x + scale(16), box.y, scale(_PLAY), box.h).middle(scale(_PLAY), scale(_PLAY))
    face = Panel(box, theme.RAISED, scale(16), theme.EDGE)
    return Button(choice.id, face, tuple(labels), Drawing(mark, Glyph.PLAY, theme.LIGHT))
