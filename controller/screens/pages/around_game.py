"""The screens around a game: help, past games, the PIN, the host's page, the self-test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.model.view import BoardView, Choice, Code, View
from controller.screens.layout.board_geometry import height_within, width_within
from controller.screens.layout.picture import (
    Align,
    BoardBox,
    Box,
    FilledBox,
    Glyph,
    GlyphIcon,
    Item,
    Label,
    ScreenButton,
)
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import SetText, fit, wrap
from controller.screens.pages import buttons, code, parts
from controller.screens.pages.frame import cards, framed

_FIGURE_BESIDE, _FIGURE_ABOVE = 0.35, 0.27
"""The largest share of the screen for a picture beside a text, and above one."""

_BULLET: Final = 12
_LARGEST: Final = 30
_CARD: Final = 72
_HIGH_CARD: Final = 96
_CARD_UPRIGHT: Final = 120
_PAD_WIDTH: Final = 340
_KEYS_A_ROW: Final = 3
_TILE: Final = 120


def reading(plan: Plan, view: View) -> list[Item]:
    """Lines to read, in the largest type in which all fit, and a QR code or a picture, if there is one."""
    items, box = framed(plan, view)
    if view.board is not None:
        figure, box = _beside_figure(plan, view.board, box)
        items.append(figure)
    if view.code is None:
        return items + paragraphs(plan, view.ask, box)
    return items + _with_code(plan, view.ask, view.code, box)


def _beside_figure(plan: Plan, board: BoardView, box: Box) -> tuple[BoardBox, Box]:
    """A board as a picture to a text, in a place that depends on the board's shape alone, and the text's
    place."""
    name_px = plan.scale(20)
    share = _FIGURE_ABOVE * plan.whole.h if plan.is_upright else _FIGURE_BESIDE * plan.whole.w
    most = round(share * plan.board_share)
    if plan.is_upright:
        place, rest = box.top(min(height_within(board, box.w, name_px), most), plan.gap)
    else:
        place, rest = box.left(min(width_within(board, box.h, name_px), most), plan.gap)
    return BoardBox(place, board, name_px), rest


def asking(plan: Plan, view: View) -> list[Item]:
    """A question with its answers or, without answers, lines to read, such as those with a QR code."""
    return listing(plan, view) if view.choices else reading(plan, view)


def _with_code(plan: Plan, lines: Sequence[str], shown: Code, box: Box) -> list[Item]:
    """Lines and the largest QR code that leaves room for them; its words are beneath it, or among the lines
    if that is too narrow."""
    told: list[Item] = []
    for is_beneath in (True, False):
        for share in code.SHARES:
            room, rest = code.beside(plan, box, share)
            drawn = code.with_words(plan, shown, room) if is_beneath else [code.symbol(shown, room)]
            told = [*paragraphs(plan, lines if is_beneath else (*lines, shown.words), rest), *drawn]
            labels = [item for item in told if isinstance(item, Label)]
            if len(labels) > len(lines) and not any(label.is_cut for label in labels):
                return told
    return told


def paragraphs(plan: Plan, lines: Sequence[str], box: Box) -> list[Item]:
    """Several lines, each behind a dot, on a panel."""
    inner = box.inset(plan.scale(16), plan.scale(10))
    room, between = inner.w - plan.scale(2 * _BULLET), plan.scale(8)
    settings: list[SetText] = []
    for px in range(plan.grown(_LARGEST), plan.grown(20) - 1, -1):
        settings = [wrap(line, px, False, room) for line in lines]
        if _height(settings, between) <= inner.h:
            break
    while len(settings) > 1 and _height(settings, between) > inner.h:
        px = settings[0].px
        rest = wrap(parts.count(len(lines) - len(settings) + 2), px, True, room)
        settings = [*settings[:-2], rest]
    items: list[Item] = [FilledBox(box, plan.palette.surface, plan.scale(12), plan.palette.rim)]
    items += parts.more(plan, settings[-1], box) if settings else []
    for setting in settings:
        place, inner = inner.top(setting.height, between)
        mark, words = place.left(plan.scale(_BULLET), plan.scale(_BULLET))
        dot = mark.top(setting.height // len(setting.lines))[0]
        size = plan.scale(_BULLET)
        items.append(GlyphIcon(dot.middle(size, size), Glyph.DISC, plan.palette.edge))
        items.append(setting.label(words, plan.palette.ink))
    return items


def _height(settings: Sequence[SetText], between: int) -> int:
    return sum(one.height for one in settings) + between * (len(settings) - 1)


def listing(plan: Plan, view: View) -> list[Item]:
    """A list of choices, each a card with its picture and a note."""
    items, box = framed(plan, view)
    asked, box = parts.ask_above(plan, view, box)
    items += asked
    notes = [choice.note for choice in view.choices]
    made: list[ScreenButton] = []
    for height in (_CARD_UPRIGHT,) if plan.is_upright else (_CARD, _HIGH_CARD):
        places = rows(box, len(view.choices), 1, plan.gap, plan.grown(height))
        made = cards(plan, view.choices, notes, places, 26)
        if all(len(card.labels) == 1 + bool(note) for card, note in zip(made, notes, strict=True)):
            break
    return [*items, *made]


def tiles(plan: Plan, view: View) -> list[Item]:
    """A list of choices in two columns, each a card with room for a note."""
    items, box = framed(plan, view)
    asked, box = parts.ask_above(plan, view, box)
    items += asked
    columns = 1 if plan.is_upright else 2
    places = rows(box, len(view.choices), columns, plan.gap, plan.grown(_TILE))
    return [*items, *cards(plan, view.choices, [choice.note for choice in view.choices], places, 26)]


def toggles(plan: Plan, view: View) -> list[Item]:
    """Tickable items, below their description."""
    items, box = framed(plan, view)
    asked, box = box.top(parts.least_ask_height(plan, view, box), plan.gap)
    return [*items, *parts.ask(plan, view, asked), *buttons.answers(plan, view.choices, box)]


def pin(plan: Plan, view: View) -> list[Item]:
    """A keypad for digits; beside or above it the number of touched keys."""
    items, box = framed(plan, view)
    if not view.choices:  # they are locked
        return [*items, *parts.ask(plan, view, box)]
    if plan.is_upright:
        asked, pad = box.top(plan.grown(90), plan.gap)
    else:
        asked, pad = box.left(box.w - plan.scale(_PAD_WIDTH), plan.scale(16))
    return [*items, *parts.ask(plan, view, asked), *_keys(plan, view.choices, pad)]


def _keys(plan: Plan, choices: Sequence[Choice], box: Box) -> list[ScreenButton]:
    """Digits as on a telephone: the last one below the middle of the others."""
    lines = -(-len(choices) // _KEYS_A_ROW)
    places = rows(box, lines * _KEYS_A_ROW, _KEYS_A_ROW, plan.gap, plan.grown(84))
    if len(choices) % _KEYS_A_ROW == 1:
        places[len(choices) - 1] = places[len(choices)]
    look = buttons.looks(plan.palette).plain
    return [
        ScreenButton(
            choice.id,
            FilledBox(place, look.fill, plan.scale(10), look.outline),
            (
                fit(choice.label, plan.type(32, 20, is_bold=True), place.w, place.h).label(
                    place, look.ink, Align.CENTRE
                ),
            ),
        )
        for choice, place in zip(choices, places, strict=False)
    ]
