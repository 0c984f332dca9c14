"""Buttons: how they look, and how many of them share a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.screens import theme
from controller.screens.picture import Align, Box, Button, Drawing, Glyph, Panel, Squares
from controller.screens.plan import Plan, rows
from controller.screens.text import Type, balance, fit, fit_alike
from controller.signs import Rgb
from controller.view import Choice


@dataclass(frozen=True, slots=True)
class Look:
    """A button's colours."""

    fill: Rgb
    outline: Rgb
    ink: Rgb


PLAIN: Final = Look(theme.RAISED, theme.EDGE, theme.INK)
STRONG: Final = Look(theme.LIGHT, theme.LIGHT, theme.DARK_INK)
CHOSEN: Final = Look(theme.RAISED, theme.LIGHT, theme.INK)
OFF: Final = Look(theme.GROUND, theme.EDGE, theme.QUIET_INK)

_FEW: Final = 4
"""Up to so many answers stand below each other, each as wide as the column."""

_PAIR: Final = 2
_MOST_COLUMNS: Final = 4
_MOST_COLUMNS_OF_WIDE: Final = 5
_WIDE: Final = 600
_GLYPH: Final = 22
_PIECES_A_ROW: Final = 7


def controls_height(plan: Plan, choices: Sequence[Choice], width: int) -> int:
    """The height that the controls take along the near edge; 0 without any."""
    return _height(plan, len(_packed(plan, choices, width)))


def controls(plan: Plan, choices: Sequence[Choice], box: Box) -> list[Button]:
    """The controls, two in a row where their labels are short. The one that most want (`on`) stands out."""
    lines = _packed(plan, choices, box.w)
    placed = _laid_out(plan, lines, box, plan.touch_height)
    return _buttons(plan, [(choice, place, STRONG if choice.on else PLAIN, None) for choice, place in placed])


def answers_height(plan: Plan, choices: Sequence[Choice], room: int) -> int:
    """The least height, of a room, in which `answers` are large enough to be touched; 0 without any."""
    return _height(plan, len(_in_columns(plan, choices, room)))


def answers(plan: Plan, choices: Sequence[Choice], box: Box) -> list[Button]:
    """The answers to a question: below each other while they are few, in columns beyond.

    One that is `on` is framed and ticked.
    """
    most = _MOST_COLUMNS if box.w < plan.scale(_WIDE) else _MOST_COLUMNS_OF_WIDE
    lines = _in_columns(plan, choices, box.h, most)
    return _tickable(plan, _laid_out(plan, lines, box, plan.scale(72)), PLAIN)


def pieces(plan: Plan, choices: Sequence[Choice], box: Box, colour: Rgb) -> list[Button]:
    """Answers that are pieces: each is drawn above its name."""
    lines = -(-len(choices) // _PIECES_A_ROW)
    places = rows(box, lines * _PIECES_A_ROW, _PIECES_A_ROW, plan.gap, plan.scale(110))[: len(choices)]
    names = [place.inset(plan.scale(4)).foot(plan.scale(26), plan.scale(2)) for place in places]
    labels = fit_alike([choice.label for choice in choices], _type(plan), [name for name, _ in names])
    return [
        Button(
            choice.id,
            Panel(place, PLAIN.fill, plan.scale(10), PLAIN.outline),
            (label.label(name, PLAIN.ink, Align.CENTRE),),
            Squares(picture, choice.shape, colour),
        )
        for choice, place, (name, picture), label in zip(choices, places, names, labels, strict=True)
    ]


def strip(plan: Plan, choices: Sequence[Choice], box: Box) -> list[Button]:
    """The controls of a screen that is wide enough for all of them in one line."""
    placed = _laid_out(plan, [list(choices)] if choices else [], box, plan.touch_height)
    return _buttons(plan, [(choice, place, STRONG if choice.on else PLAIN, None) for choice, place in placed])


def calls(plan: Plan, choices: Sequence[Choice], box: Box) -> list[Button]:
    """The buttons of a screen that shows nothing else: below each other, and all of them stand out."""
    placed = _laid_out(plan, [[choice] for choice in choices], box, box.h)
    return _buttons(plan, [(choice, place, STRONG, None) for choice, place in placed])


def switches_height(plan: Plan, choices: Sequence[Choice]) -> int:
    """The height that `switches` take; 0 without any."""
    lines = len(_by_option(choices))
    return lines * plan.scale(72) + max(lines - 1, 0) * plan.gap


def switches(plan: Plan, choices: Sequence[Choice], box: Box) -> list[Button]:
    """A game's options: each option's values side by side, the chosen one (`on`) framed and ticked."""
    return _tickable(plan, _laid_out(plan, _by_option(choices), box, plan.scale(72)), OFF)


def _by_option(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Values belong to one option if their ids agree up to the last dash: `option-assist-true`."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.id.rpartition("-")[0], []).append(choice)
    return list(groups.values())


def _in_columns(
    plan: Plan, choices: Sequence[Choice], room: int, most: int = _MOST_COLUMNS
) -> list[list[Choice]]:
    """Lines of answers, in the fewest columns that a room's height allows."""
    least = 1 if len(choices) <= _FEW else _PAIR
    for columns in range(least, most + 1):
        lines = [list(choices[i : i + columns]) for i in range(0, len(choices), columns)]
        if _height(plan, len(lines)) <= room:
            break
    return lines


def _packed(plan: Plan, choices: Sequence[Choice], width: int) -> list[list[Choice]]:
    """Lines of one or two: a label that would not fit half the width has a line of its own."""
    lines: list[list[Choice]] = []
    half = Box(0, 0, (width - plan.gap) // _PAIR, plan.touch_height)
    shares = False
    for choice in choices:
        room = _room(plan, half, None)
        is_short = fit(choice.label, _type(plan), room.w, room.h).text == " ".join(choice.label.split())
        if is_short and shares:
            lines[-1].append(choice)
            shares = False
        else:
            lines.append([choice])
            shares = is_short
    return lines


def _height(plan: Plan, lines: int) -> int:
    return lines * plan.touch_height + max(lines - 1, 0) * plan.gap


def _laid_out(plan: Plan, lines: list[list[Choice]], box: Box, most_height: int) -> list[tuple[Choice, Box]]:
    """Each choice with its place: the lines below each other, and a line's choices side by side."""
    placed: list[tuple[Choice, Box]] = []
    for line, strip in zip(lines, rows(box, len(lines), 1, plan.gap, most_height), strict=True):
        placed += zip(line, rows(strip, len(line), len(line), plan.gap, strip.h), strict=True)
    return placed


def _tickable(plan: Plan, placed: Sequence[tuple[Choice, Box]], otherwise: Look) -> list[Button]:
    """Buttons of which those that are `on` are framed and ticked."""
    return _buttons(
        plan,
        [
            (choice, box, CHOSEN, Glyph.TICK) if choice.on else (choice, box, otherwise, None)
            for choice, box in placed
        ],
    )


def _buttons(plan: Plan, placed: Sequence[tuple[Choice, Box, Look, Glyph | None]]) -> list[Button]:
    """Buttons with their labels in the middle, all in one size, and glyphs on their left."""
    scale = plan.scale
    rooms = [_room(plan, box, glyph) for _, box, _, glyph in placed]
    labels = fit_alike([choice.label for choice, *_ in placed], _type(plan), rooms)
    buttons = []
    for (choice, box, look, glyph), room, label in zip(placed, rooms, labels, strict=True):
        mark = Box(box.x + scale(8), box.y, scale(_GLYPH), box.h).middle(scale(_GLYPH), scale(_GLYPH))
        drawing = Drawing(mark, glyph, look.ink) if glyph else None
        face = Panel(box, look.fill, scale(10), look.outline)
        buttons.append(
            Button(choice.id, face, (balance(label).label(room, look.ink, Align.CENTRE),), drawing)
        )
    return buttons


def _room(plan: Plan, box: Box, glyph: Glyph | None) -> Box:
    """The room for a button's label."""
    inner = box.inset(plan.scale(8), plan.scale(2))
    return inner.left(plan.scale(_GLYPH), plan.scale(6))[1] if glyph else inner


def _type(plan: Plan) -> Type:
    return Type(plan.scale(22), plan.scale(20), is_bold=True)
