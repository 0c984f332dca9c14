"""The screens before a game: the invitation, the menu of games, and a game's options."""

from __future__ import annotations

from typing import Final

from controller.model.signs import STYLES
from controller.model.view import Choice, View
from controller.screens.layout.picture import Align, Box, FilledBox, Glyph, GlyphIcon, Item, ScreenButton
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import fit
from controller.screens.pages import buttons, code, parts
from controller.screens.pages.frame import cards, framed, framed_with_code
from controller.screens.pages.game import take
from controller.screens.pages.scores import layouts, scores
from engines.record import replace

_LIGHTS: Final = tuple(style.colour for style in STYLES.values() if style.colour and style.strength == 1)
"""The colours of all requests of the table."""

_ONE_COLUMN: Final = 2
"""Up to this many games stand below each other; more are in two columns."""

_LEAST_CARD: Final = 52

_TITLE: Final = 58
_CALL: Final = 88
_LOW_CALL: Final = 70


def menu(plan: Plan, view: View) -> list[Item]:
    """The games, each a card to touch, and the other buttons. `ask` describes each game."""
    games = tuple(choice for choice in view.choices if choice.id.startswith("game-"))
    others = tuple(choice for choice in view.choices if choice not in games)
    needed = _least_menu_height(plan, games, others)
    items: list[Item] = []
    box = plan.whole._replace(h=0)
    if view.code is not None:
        items, box = framed_with_code(plan, view, view.code)
    if view.code is None or box.h < needed:  # games that wait need the room of the title, and of a QR code
        items, box = framed(plan, replace(view, title="") if others else view, needed)
    lines = buttons.packed(plan, others, box.w)
    foot, box = take(box, buttons.lines_height(plan, lines, box.w), plan.scale(12))
    made = _games(plan, games, (*view.ask, *[""] * len(games))[: len(games)], box)
    if made:
        box = Box(box.x, made[-1].box.bottom, box.w, box.bottom - made[-1].box.bottom)
    return [*items, *made, *_table_lights(plan, box), *buttons.in_lines(plan, lines, foot)]


def _least_menu_height(plan: Plan, games: tuple[Choice, ...], others: tuple[Choice, ...]) -> int:
    """The height of the cards and of the buttons below them that are just enough for a finger."""
    lines = -(-len(games) // _columns(plan, games))
    least = lines * plan.scale(_LEAST_CARD) + max(lines - 1, 0) * plan.scale(12)
    width = plan.whole.w
    foot = buttons.lines_height(plan, buttons.packed(plan, others, width), width)
    return least + foot + (plan.scale(12) if foot else 0)


def _columns(plan: Plan, games: tuple[Choice, ...]) -> int:
    return 1 if plan.is_upright or len(games) <= _ONE_COLUMN else 2


def _games(plan: Plan, games: tuple[Choice, ...], summaries: tuple[str, ...], box: Box) -> list[ScreenButton]:
    places = rows(box, len(games), _columns(plan, games), plan.scale(12), plan.grown(200))
    return cards(plan, games, summaries, places, 36)


def setup(plan: Plan, view: View) -> list[Item]:
    """A game's options, and what must be done before it can start."""
    items, box = framed(plan, view, buttons.least_switches_height(plan, view.choices, plan.whole.w))
    asked = parts.least_ask_height(plan, view, box) + plan.gap
    height = buttons.switches_height(plan, view.choices, box._replace(h=box.h - asked))
    choices, box = box.top(height, plan.gap if height else 0)
    return [*items, *buttons.switches(plan, view.choices, choices), *parts.ask(plan, view, box)]


def invitation(plan: Plan, view: View) -> list[Item]:
    """A game that plays by itself, its name in large letters, and one thing to do: touch."""
    box = plan.column_beside(view.board)
    call, box = take(box, plan.grown(_LOW_CALL if plan.is_upright else _CALL), plan.gap)
    title, box = box.top(_title_height(plan, view), plan.gap)
    ways = layouts(plan, view.scores, box.w, 74)
    asked = parts.least_ask_height(plan, view, box) + plan.gap
    if (
        ways and ways[-1].height > box.h - asked
    ):  # points give way to a long comment, and the last action first
        ways = []
    tile, box = take(box, ways[-1].height if ways else 0, plan.gap)
    room = box._replace(h=max(min(box.h // 3, box.h - asked), 0))
    remark, box = take(box, parts.remark_height(plan, view, room), plan.gap)
    return [
        *parts.board(plan, view),
        *_title(plan, view, title),
        *parts.ask(plan, view, box),
        *(parts.remark(plan, view, remark) if remark.h else ()),
        *(scores(plan, view.scores, tile, ways[-1].columns) if ways else ()),
        *_call(plan, view, call),
    ]


def _title_height(plan: Plan, view: View) -> int:
    return plan.grown(_TITLE) if view.code is None else code.least_side(plan, view.code)


def _title(plan: Plan, view: View, box: Box) -> list[Item]:
    """The game's name; with a QR code it stands beside it and above its words."""
    items: list[Item] = []
    if view.code is not None:
        symbol = code.symbol(view.code, box, Align.RIGHT)
        words, box = box.left(symbol.box.x - box.x - plan.gap)[0].foot(box.h // 2, plan.gap)
        items += [symbol, code.words(plan, view.code, words, Align.LEFT)]
    name = fit(view.title, plan.type(52, 30, is_bold=True), box.w, box.h)
    return [name.label(box, plan.palette.ink, Align.LEFT if items else Align.CENTRE), *items]


def _call(plan: Plan, view: View, box: Box) -> list[Item]:
    """The one line of the invitation, as large as possible: all of it is the button."""
    inner = box.inset(plan.scale(16), plan.scale(6))
    words = fit(view.heading, plan.type(40, 24, is_bold=True), inner.w, inner.h)
    look = buttons.looks(plan.palette).strong
    face = FilledBox(box, look.fill, plan.scale(16), look.outline)
    button_id = view.controls[0].id if view.controls else ""
    return [ScreenButton(button_id, face, (words.label(inner, look.ink, Align.CENTRE),))]


def _table_lights(plan: Plan, box: Box) -> list[GlyphIcon]:
    """A table's lights, some of them lit, to fill the space left by the cards. Nothing in a small room."""
    if box.h < plan.scale(90):
        return []
    pitch, size = plan.scale(24), plan.scale(10)
    columns, lines = (box.w + pitch - size) // pitch, (box.h - pitch) // pitch
    area = box.middle(columns * pitch - pitch + size, lines * pitch - pitch + size)
    drawings = []
    for number in range(columns * lines):
        line, column = divmod(number, columns)
        lit = (7 * column + 12 * line) % 31
        colour = _LIGHTS[lit] if lit < len(_LIGHTS) else plan.palette.surface
        place = Box(area.x + column * pitch, area.y + line * pitch, size, size)
        drawings.append(GlyphIcon(place, Glyph.DISC, colour))
    return drawings
