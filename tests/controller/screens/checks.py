"""The faults of a picture: every rule for screens, each as a list of complaints.

The measures are for 800 x 480 and for 480 x 800, and grow with the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Final

from controller.model.view import View
from controller.screens import Picture
from controller.screens.compose import required
from controller.screens.layout import theme
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import (
    QUIET,
    BoardBox,
    Box,
    FilledBox,
    Glyph,
    GlyphIcon,
    Item,
    Label,
    More,
    QrCode,
)
from controller.screens.layout.text import font, ink, words
from controller.screens.layout.theme import Style
from controller.screens.pages.code import LEAST_MODULE
from controller.screens.queries import joined

LEAST_TYPE: Final = 20
LEAST_TOUCH: Final = 48
LEAST_APART: Final = 7
LEAST_CONTRAST: Final = 4.5
"""WCAG 2 AA."""


def labels(picture: Picture) -> list[Label]:
    """Every label, on buttons too."""
    free = [item for item in picture.items if isinstance(item, Label)]
    return free + [label for button in picture.buttons for label in button.labels]


def panels(picture: Picture) -> list[Box]:
    """The panels that are no buttons."""
    return [item.box for item in picture.items if isinstance(item, FilledBox)]


def boards(picture: Picture) -> list[BoardBox]:
    """The board pictures that are no button's."""
    return [item for item in picture.items if isinstance(item, BoardBox)]


def leaves(picture: Picture) -> list[Box]:
    """The items that must not touch others: texts, signs, drawings, buttons, boards."""
    boxes = []
    for item in picture.items:
        if isinstance(item, Label):
            boxes.append(ink(item))
        elif not isinstance(item, FilledBox | More) and not _is_pause(item):
            boxes.append(item.box)
    return boxes


def _is_pause(item: Item) -> bool:
    """Whether this is the sign of a rest, which lies upon the board on purpose."""
    return isinstance(item, GlyphIcon) and item.glyph is Glyph.PAUSE


def overlaps(picture: Picture) -> Iterator[str]:
    """Texts, buttons and drawings that lie upon each other, and panels that do."""
    for boxes in (leaves(picture), panels(picture)):
        for one, other in combinations(boxes, 2):
            if one.meets(other):
                yield f"{one} overlaps {other}"


def leaks(picture: Picture) -> Iterator[str]:
    """The items that leave the screen, texts that leave their box, and items that lie only partly on a
    panel."""
    screen = Box(0, 0, picture.width, picture.height)
    for box in leaves(picture) + panels(picture):
        if not screen.holds(box):
            yield f"{box} leaves the screen"
    for label in labels(picture):
        if not label.box.holds(ink(label)):
            yield f"{label.text!r} leaves its box"
    for panel in panels(picture):
        for leaf in leaves(picture):
            if panel.meets(leaf) and not panel.holds(leaf):
                yield f"{leaf} leaves its panel {panel}"


def crowded_buttons(picture: Picture) -> Iterator[str]:
    """Buttons on which labels and drawing do not lie side by side."""
    for button in picture.buttons:
        parts = [ink(label) for label in button.labels] + ([button.drawing.box] if button.drawing else [])
        if not all(button.box.holds(part) for part in parts):
            yield f"something leaves {button.id}"
        if any(one.meets(other) for one, other in combinations(parts, 2)):
            yield f"things overlap on {button.id}"


def small_things(picture: Picture) -> Iterator[str]:
    """Texts too small to be read, and targets too small to be touched."""
    scale = theme.Scale(picture.width, picture.height)
    for label in labels(picture):
        if label.px < scale(LEAST_TYPE):
            yield f"{label.text!r} has {label.px} pixels"
    for button in picture.buttons:
        if min(button.box.w, button.box.h) < scale(LEAST_TOUCH):
            yield f"{button.id} is a target of {button.box.w} by {button.box.h}"
    for board in boards(picture):
        if board.name_px < scale(LEAST_TYPE):
            yield f"the board's names have {board.name_px} pixels"
        if board.targets and geometry(board).cell < scale(LEAST_TOUCH):
            yield f"cells are targets of {geometry(board).cell}"


def close_targets(picture: Picture) -> Iterator[str]:
    """Buttons so near to each other that they look like one."""
    margin = theme.Scale(picture.width, picture.height)(LEAST_APART)
    for one, other in combinations(picture.buttons, 2):
        if one.box.inset(-margin).meets(other.box):
            yield f"{one.id} is too near to {other.id}"


def unclear_codes(picture: Picture) -> Iterator[str]:
    """QR codes that a camera at an arm's length may not read."""
    scale = theme.Scale(picture.width, picture.height)
    for code in (item for item in picture.items if isinstance(item, QrCode)):
        if code.module < scale(LEAST_MODULE):
            yield f"a module has {code.module} pixels"
        if code.box.w != code.box.h or code.box.w != code.module * (len(code.modules) + 2 * QUIET):
            yield f"{code.box} is no box for {len(code.modules)} modules"


def cut_texts(picture: Picture) -> Iterator[str]:
    """Texts that did not fit."""
    for label in labels(picture):
        if label.is_cut or label.text.endswith("\N{HORIZONTAL ELLIPSIS}"):
            yield f"{label.text!r} is cut"


def missing_texts(view: View, style: Style, picture: Picture) -> Iterator[str]:
    """Texts that people must be able to read, and cannot."""
    told = " | ".join(joined(labels(picture)))
    for text in required(view, style):
        if " ".join(words(text)) not in told:
            yield f"{text!r} is missing"


def missing_buttons(view: View, picture: Picture) -> Iterator[str]:
    """Choices and controls without a button."""
    wanted = {choice.id for choice in (*view.choices, *view.controls)}
    found = [button.id for button in picture.buttons]
    if sorted(found) != sorted(wanted):
        yield f"buttons are {found}, not {sorted(wanted)}"


def missing_glyphs(view: View, picture: Picture) -> Iterator[str]:
    """Characters that the fonts do not have."""
    words = [label.text for label in labels(picture)]
    if view.board:
        words += [*view.board.column_names, *view.board.row_names, *(mark.text for mark in view.board.marks)]
    for letter in sorted(set("".join(words))):
        if has_no_glyph(letter):
            yield f"there is no {letter!r}"


@cache
def has_no_glyph(letter: str) -> bool:
    """Whether either font draws a letter as it draws what is no letter at all."""
    return any(_drawn(letter, is_bold) == _drawn("\uffff", is_bold) for is_bold in (False, True))


def _drawn(letter: str, is_bold: bool) -> bytes:
    """A letter's pixels."""
    return bytes(font(20, is_bold).render(letter, False, (255, 255, 255)).get_buffer().raw)


def faint_texts(picture: Picture) -> Iterator[str]:
    """Texts that do not stand out from what is behind them."""
    backs = [item for item in picture.items if isinstance(item, FilledBox)]
    backs += [button.face for button in picture.buttons]
    for label in labels(picture):
        behind = [panel.fill for panel in backs if panel.box.meets(ink(label))]
        fill = behind[-1] if behind else picture.palette.ground
        if theme.contrast(label.colour, fill) < LEAST_CONTRAST:
            yield f"{label.text!r} is faint"


_OF_PICTURES: Final[tuple[Callable[[Picture], Iterator[str]], ...]] = (
    overlaps,
    leaks,
    crowded_buttons,
    small_things,
    close_targets,
    unclear_codes,
    cut_texts,
    faint_texts,
)


def complaints(view: View, style: Style, picture: Picture) -> list[str]:
    """All that is wrong with a view's picture."""
    found = [complaint for check in _OF_PICTURES for complaint in check(picture)]
    found += missing_texts(view, style, picture)
    found += missing_buttons(view, picture)
    return found + list(missing_glyphs(view, picture))
