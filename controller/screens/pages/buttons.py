"""Buttons: their appearance, and their layout in a box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from controller.model.signs import Rgb
from controller.model.view import Choice
from controller.screens.layout import theme
from controller.screens.layout.picture import (
    Align,
    Box,
    FilledBox,
    Glyph,
    GlyphIcon,
    Item,
    ScreenButton,
    Squares,
)
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import Type, balance, fit, fit_alike
from controller.screens.layout.theme import Palette
from engines.record import record, replace


@record
class ButtonColours:
    """A button's colours."""

    fill: Rgb
    outline: Rgb
    ink: Rgb


@record
class Looks:
    """The looks of buttons in a palette: usual; suggested; chosen, and not chosen."""

    plain: ButtonColours
    strong: ButtonColours
    chosen: ButtonColours
    off: ButtonColours


@lru_cache
def looks(palette: Palette) -> Looks:
    """The looks in a palette."""
    return Looks(
        plain=ButtonColours(palette.raised, palette.edge, palette.ink),
        strong=ButtonColours(palette.light, palette.light, theme.DARK_INK),
        chosen=ButtonColours(palette.raised, palette.light, palette.ink),
        off=ButtonColours(palette.ground, palette.edge, palette.quiet_ink),
    )


_FEW: Final = 4
"""Up to this many answers stand below each other, each as wide as the column."""

_PAIR: Final = 2
_MOST_COLUMNS: Final = 4
_MOST_COLUMNS_OF_WIDE: Final = 5
_WIDE: Final = 600
_GLYPH: Final = 22
_CONTROL: Final = 110
"""The least width of a control along a wide edge."""

_PIECE: Final = 104
"""The approximate width of a button with a piece on it."""


def lines_height(
    plan: Plan, lines: Sequence[Sequence[Choice | None]], width: int, glyph: Glyph | None = None
) -> int:
    """The least height of lines of buttons with readable labels, with a glyph on them or not; 0 without
    any."""
    gaps = max(len(lines) - 1, 0) * plan.gap
    return sum(_line_height(plan, line, width, glyph) for line in lines) + gaps


def in_lines(
    plan: Plan, lines: Sequence[Sequence[Choice | None]], box: Box, letters: Plan | None = None
) -> list[ScreenButton]:
    """Buttons in lines from the foot of a box on, each line as high as it must be. The suggested one (`on`)
    stands out; an empty place (`None`) stays empty. Labels have the letters of another plan if they fit."""
    look = looks(plan.palette)
    placed: list[tuple[Choice, Box, ButtonColours, Glyph | None]] = []
    box = box.foot(lines_height(plan, lines, box.w))[0]
    for line in lines:
        strip, box = box.top(_line_height(plan, line, box.w), plan.gap)
        for choice, place in zip(line, rows(strip, len(line), len(line), plan.gap, strip.h), strict=True):
            if choice is not None:
                placed.append((choice, place, look.strong if choice.on else look.plain, None))
    return _buttons(plan, placed, letters)


def _line_height(plan: Plan, line: Sequence[Choice | None], width: int, glyph: Glyph | None = None) -> int:
    is_low = _fit_beside(plan, line, width, glyph, plan.scale(52))
    return plan.scale(52) if is_low else plan.touch_height


def answers_height(plan: Plan, choices: Sequence[Choice], width: int, room: int) -> int:
    """The least height, of a room, with touchable `answers`; 0 without any."""
    return _least_height(plan, len(_in_columns(plan, choices, width, room)))


def answers(
    plan: Plan, choices: Sequence[Choice], box: Box, letters: Plan | None = None
) -> list[ScreenButton]:
    """The answers to a question: below each other if they are few, otherwise in columns. Their labels have
    the letters of another plan if they fit.

    One that is `on` is framed and ticked.
    """
    placed = _laid_out(plan, _in_columns(plan, choices, box.w, box.h), box, plan.grown(72))
    return _tickable(plan, placed, looks(plan.palette).plain, letters)


def pressed(items: list[Item], ids: frozenset[str], palette: Palette) -> list[Item]:
    """The items with these buttons drawn as pressed: their effect waits."""
    if not ids:
        return items
    return [_sunk(one, palette) if isinstance(one, ScreenButton) and one.id in ids else one for one in items]


def _sunk(button: ScreenButton, palette: Palette) -> ScreenButton:
    face = replace(button.face, fill=palette.edge, outline=palette.light)
    return replace(button, face=face, labels=tuple(replace(one, colour=palette.ink) for one in button.labels))


def pieces(plan: Plan, choices: Sequence[Choice], box: Box, colour: Rgb) -> list[ScreenButton]:
    """Answers that are pieces: each is drawn above its name."""
    look = looks(plan.palette).plain
    columns = box.w // plan.grown(_PIECE)
    while _least_height(plan, -(-len(choices) // columns)) > box.h and columns < len(choices):
        columns += 1
    lines = -(-len(choices) // columns)
    places = rows(box, lines * columns, columns, plan.gap, plan.grown(110))[: len(choices)]
    names = [place.inset(plan.scale(4)).foot(plan.grown(26), plan.scale(2)) for place in places]
    labels = fit_alike([choice.label for choice in choices], _type(plan), [name for name, _ in names])
    return [
        ScreenButton(
            choice.id,
            FilledBox(place, look.fill, plan.scale(10), look.outline),
            (label.label(name, look.ink, Align.CENTRE),),
            Squares(picture, choice.shape, colour),
        )
        for choice, place, (name, picture), label in zip(choices, places, names, labels, strict=True)
    ]


def calls(plan: Plan, choices: Sequence[Choice], box: Box) -> list[ScreenButton]:
    """The buttons of a screen without other content: below each other, and all of them stand out."""
    placed = _laid_out(plan, [[choice] for choice in choices], box, box.h)
    return _buttons(plan, [(choice, place, looks(plan.palette).strong, None) for choice, place in placed])


def switches_height(plan: Plan, choices: Sequence[Choice], box: Box) -> int:
    """The height of `switches` in a box, from enough for a finger to comfortable; 0 without any."""
    lines = len(_by_option(plan, choices, box.w))
    gaps = max(lines - 1, 0) * plan.gap
    return lines * min(max((box.h - gaps) // max(lines, 1), plan.scale(52)), plan.grown(72)) + gaps


def least_switches_height(plan: Plan, choices: Sequence[Choice], width: int) -> int:
    """The height of `switches` that are just enough for a finger."""
    return _least_height(plan, len(_by_option(plan, choices, width)))


def switches(plan: Plan, choices: Sequence[Choice], box: Box) -> list[ScreenButton]:
    """A game's options: each option's values side by side, the chosen one (`on`) framed and ticked."""
    return values(plan, _by_option(plan, choices, box.w), box)


def values(plan: Plan, lines: list[list[Choice]], box: Box) -> list[ScreenButton]:
    """A setting's values in their lines, the current one (`on`) framed and ticked."""
    return _tickable(plan, _laid_out(plan, lines, box, box.h), looks(plan.palette).off)


def _by_option(plan: Plan, choices: Sequence[Choice], width: int) -> list[list[Choice]]:
    """Values belong to one option if their ids agree up to the last dash: `option-assist-true`. They share a
    line if they fit."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.id.rpartition("-")[0], []).append(choice)
    return [line for group in groups.values() for line in packed(plan, group, width, Glyph.TICK)]


def _in_columns(plan: Plan, choices: Sequence[Choice], width: int, room: int) -> list[list[Choice]]:
    """Lines of answers, in the fewest columns that a room's height allows."""
    least = 1 if len(choices) <= _FEW else _PAIR
    most = _MOST_COLUMNS if width < plan.scale(_WIDE) else _MOST_COLUMNS_OF_WIDE
    for columns in range(least, most + 1):
        lines = [list(choices[i : i + columns]) for i in range(0, len(choices), columns)]
        if _least_height(plan, len(lines)) <= room:
            break
    return lines


def packed(
    plan: Plan, choices: Sequence[Choice], width: int, glyph: Glyph | None = None
) -> list[list[Choice]]:
    """Lines with as many buttons as fit side by side, with a glyph on them or not: two in a column, more
    along a wide edge."""
    most = max(_PAIR, width // plan.grown(_CONTROL))
    lines: list[list[Choice]] = []
    for choice in choices:
        if lines and len(lines[-1]) < most and _fit_beside(plan, [*lines[-1], choice], width, glyph):
            lines[-1].append(choice)
        else:
            lines.append([choice])
    even = _evenly(choices, len(lines))
    return even if all(_fit_beside(plan, line, width, glyph) for line in even) else lines


def _evenly(choices: Sequence[Choice], lines: int) -> list[list[Choice]]:
    """The choices in this many lines, as even as possible, longer lines first."""
    rest = list(choices)
    made = []
    for left in range(lines, 0, -1):
        count = -(-len(rest) // left)
        made.append(rest[:count])
        rest = rest[count:]
    return made


def _fit_beside(
    plan: Plan, choices: Sequence[Choice | None], width: int, glyph: Glyph | None, height: int | None = None
) -> bool:
    """Whether the labels of these are readable on buttons side by side, at the usual or a given height."""
    share = Box(0, 0, (width - plan.gap * (len(choices) - 1)) // len(choices), height or plan.touch_height)
    room = _room(plan, share, glyph)
    return not any(choice and fit(choice.label, _type(plan), room.w, room.h).is_cut for choice in choices)


def fit_in(plan: Plan, choice: Choice, width: int, columns: int) -> bool:
    """Whether a label is readable on one of several equal buttons side by side."""
    return _fit_beside(plan, [choice, *[None] * (columns - 1)], width, None)


def _least_height(plan: Plan, lines: int) -> int:
    """The height of this many lines that can just be touched."""
    return lines * plan.scale(52) + max(lines - 1, 0) * plan.gap


def _laid_out(plan: Plan, lines: list[list[Choice]], box: Box, most_height: int) -> list[tuple[Choice, Box]]:
    """Each choice with its place: lines below each other, a line's choices side by side."""
    placed: list[tuple[Choice, Box]] = []
    for line, strip in zip(lines, rows(box, len(lines), 1, plan.gap, most_height), strict=True):
        placed += zip(line, rows(strip, len(line), len(line), plan.gap, strip.h), strict=True)
    return placed


def _tickable(
    plan: Plan,
    placed: Sequence[tuple[Choice, Box]],
    otherwise: ButtonColours,
    letters: Plan | None = None,
) -> list[ScreenButton]:
    """Buttons; those that are `on` are framed and ticked, those that cycle are framed and have arrows."""
    chosen = looks(plan.palette).chosen

    def look(choice: Choice) -> tuple[ButtonColours, Glyph | None]:
        if choice.cycles:
            return chosen, Glyph.CYCLE
        return (chosen, Glyph.TICK) if choice.on else (otherwise, None)

    return _buttons(plan, [(choice, box, *look(choice)) for choice, box in placed], letters)


def _buttons(
    plan: Plan,
    placed: Sequence[tuple[Choice, Box, ButtonColours, Glyph | None]],
    letters: Plan | None = None,
) -> list[ScreenButton]:
    """Buttons with centred labels, all in one size, at most that of `letters`, and glyphs on their left."""
    scale = plan.scale
    type_ = replace(_type(plan), px=_type(letters or plan).px)
    rooms = [_room(plan, box, glyph) for _, box, _, glyph in placed]
    labels = fit_alike([choice.label for choice, *_ in placed], type_, rooms)
    buttons = []
    for (choice, box, look, glyph), room, label in zip(placed, rooms, labels, strict=True):
        mark = Box(box.x + scale(4), box.y, scale(_GLYPH), box.h).middle(scale(_GLYPH), scale(_GLYPH))
        drawing = GlyphIcon(mark, glyph, look.ink) if glyph else None
        face = FilledBox(box, look.fill, scale(10), look.outline)
        buttons.append(
            ScreenButton(choice.id, face, (balance(label).label(room, look.ink, Align.CENTRE),), drawing)
        )
    return buttons


def _room(plan: Plan, box: Box, glyph: Glyph | None) -> Box:
    """The room for a button's label."""
    inner = box.inset(plan.scale(4), plan.scale(2))
    return inner.left(plan.scale(_GLYPH), plan.scale(6))[1] if glyph else inner


def _type(plan: Plan) -> Type:
    return plan.type(22, 20, is_bold=True)
