"""Type: measuring, wrapping and shrinking texts until they fit. Needs no display."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame
import pygame.font

from controller.model.signs import Rgb
from controller.screens.layout.picture import Align, Box, Label
from engines.record import record, replace

_FOLDER: Final = Path(__file__).parents[2] / "fonts"
_FILES: Final = {False: _FOLDER / "DejaVuSans.ttf", True: _FOLDER / "DejaVuSans-Bold.ttf"}
_ELLIPSIS: Final = "…"
_LEADING: Final = 1.2
"""The height of a line in units of its type; DejaVu's own is 1.164."""

MOST_RENDERED: Final = 96
"""The number of cached painted lines: more than are painted anew at once. On a screen of 1024 by 600 pixels
each takes about 30 KiB, and every action brings new ones."""

_UNITS: Final = 2048
"""The units in which DejaVu's letters are designed: in a type of so many pixels, each is one."""

_MOST_LETTERS: Final = 1024
_MOST_SIZES: Final = 128
"""More letters and sizes of type than the screens have, in both weights."""

_MOST_SET: Final = 2048
"""The number of cached layouts of texts. A screen with many tasks tries about 1,300 ways to set its own."""

_fonts: dict[tuple[int, bool], pygame.font.Font] = {}


def font(px: int, is_bold: bool = False) -> pygame.font.Font:
    """The screens' font in a size.

    Fonts die with `pygame.quit()`, and using one afterwards crashes the process. So the cache is cleared
    then.
    """
    if not _fonts:
        pygame.font.init()
        pygame.register_quit(_fonts.clear)
    key = (px, is_bold)
    if key not in _fonts:
        _fonts[key] = pygame.font.Font(str(_FILES[is_bold]), px)
    return _fonts[key]


@lru_cache(maxsize=MOST_RENDERED)
def rendered(text: str, px: int, is_bold: bool, colour: Rgb) -> pygame.Surface:
    """A painted line of text. Do not paint on it."""
    return font(px, is_bold).render(text, True, colour)


@record
class Type:
    """The type limits of a text: the preferred size, the smallest one allowed, the weight."""

    px: int
    least_px: int
    is_bold: bool = False


@record
class SetText:
    """A set text: its lines, the type's size and weight, and its extent, in pixels; whether a word of it is
    broken, and whether anything is cut."""

    lines: tuple[str, ...]
    px: int
    is_bold: bool
    width: int
    height: int
    is_broken: bool = False
    is_cut: bool = False

    @property
    def text(self) -> str:
        """The whole text."""
        return " ".join(self.lines)

    def label(self, box: Box, colour: Rgb, align: Align = Align.LEFT) -> Label:
        """The text in its place."""
        return Label(box, self.lines, self.px, colour, self.is_bold, align, self.is_cut)


def words(text: str) -> list[str]:
    """The words of a text, separated by spaces and new lines, but not by the no-break spaces of French."""
    return [word for word in text.replace("\n", " ").split(" ") if word]


def line_height(px: int) -> int:
    """The distance of lines, in pixels."""
    return round(px * _LEADING)


@lru_cache(maxsize=_MOST_SET)
def fit(text: str, type_: Type, width: int, height: int) -> SetText:
    """Set a text as large as possible, up to the preferred size, within `width` by `height` pixels.

    It is wrapped first and shrunk then. A text still too long is cut and ends in an ellipsis; one with a word
    too long has that broken. Both are marked as cut.
    """

    def is_too_large(px: int) -> bool:
        lines, is_broken = least_lines(text, px, type_.is_bold, width)
        return is_broken or lines * line_height(px) > height

    sizes = range(type_.least_px + 1, type_.px + 1)
    for px in reversed(sizes[: bisect_left(sizes, True, key=is_too_large)]):
        setting = wrap(text, px, type_.is_bold, width)
        if setting.height <= height and setting.width <= width and not setting.is_broken:
            return setting
    least = wrap(text, type_.least_px, type_.is_bold, width)
    fitting = _cut(least, width, height)
    return replace(fitting, is_cut=True) if least.is_broken else fitting


@lru_cache(maxsize=_MOST_SET)
def least_lines(text: str, px: int, is_bold: bool, width: int) -> tuple[int, bool]:
    """How many lines of up to `width` pixels a text takes at least, and whether a word of it is sure to be
    broken: by its letters' advances alone, beyond which the outermost ones may reach a few pixels.

    The size of type need not be opened for it: to open one and to ask it for its first width takes as long as
    to paint a quarter of a board.
    """
    width, advance = max(width, 1), _advances(px, is_bold).__getitem__
    space, lines, is_broken = advance(" "), 0, False
    for paragraph in text.split("\n"):
        used = width
        for word in words(paragraph):
            needed = sum(map(advance, word))
            if used + space + needed <= width:
                used += space + needed
                continue
            parts = max(-(-needed // width), 1)
            lines, used = lines + parts, needed - (parts - 1) * width
            is_broken = is_broken or parts > 1
    return lines, is_broken


@lru_cache(maxsize=_MOST_SIZES)
def _advances(px: int, is_bold: bool) -> _Advances:
    return _Advances(px, is_bold)


class _Advances(dict[str, int]):
    """How far each letter of a type takes the next one, in pixels. It grows as letters are asked for: no more
    than the type has."""

    def __init__(self, px: int, is_bold: bool) -> None:
        super().__init__()
        self._px, self._is_bold = px, is_bold

    def __missing__(self, letter: str) -> int:
        units = _units(letter, self._is_bold)
        if units:
            fine = (64 * units * self._px + _UNITS // 2) // _UNITS  # FreeType rounds to 64ths first
            self[letter] = (fine + 32) // 64
        return self[letter] if units else 0


@lru_cache(maxsize=_MOST_LETTERS)
def _units(letter: str, is_bold: bool) -> int:
    """How far a letter takes the next one, in the type's own units; 0 for one that it lacks."""
    (metrics,) = font(_UNITS, is_bold).metrics(letter)
    return 0 if metrics is None else int(metrics[4])


def fit_alike(words: Sequence[str], type_: Type, rooms: Sequence[Box]) -> list[SetText]:
    """Set several texts, each like `fit` in its room, but all in the same size."""
    settings = [fit(text, type_, room.w, room.h) for text, room in zip(words, rooms, strict=True)]
    px = min((setting.px for setting in settings), default=type_.px)
    alike = Type(px, px, type_.is_bold)
    return [fit(text, alike, room.w, room.h) for text, room in zip(words, rooms, strict=True)]


def balance(setting: SetText) -> SetText:
    """The text with lines as even in length as their number allows. A cut one stays as it is."""
    if len(setting.lines) == 1 or setting.is_cut:
        return setting
    for share in range(50, 100, 5):
        even = wrap(setting.text, setting.px, setting.is_bold, setting.width * share // 100)
        if len(even.lines) == len(setting.lines) and not even.is_broken:
            return even
    return setting


@lru_cache(maxsize=_MOST_SET)
def wrap(text: str, px: int, is_bold: bool, width: int) -> SetText:
    """Set a text in lines of up to `width` pixels. A wider word is broken."""
    lines: list[str] = []
    is_broken = False
    for paragraph in text.split("\n"):
        more, is_word_broken = _wrapped(words(paragraph), px, is_bold, width)
        lines += more
        is_broken = is_broken or is_word_broken
    setting = _set(tuple(lines), px, is_bold)
    return replace(setting, is_broken=True) if is_broken else setting


def width_of(text: str, px: int, is_bold: bool = False) -> int:
    """The width of a text in one line."""
    return _set((text,), px, is_bold).width


def ink(label: Label) -> Box:
    """The real extent of a label's lines."""
    setting = _set(label.lines, label.px, label.is_bold)
    x = left_of(label, setting.width)
    return Box(x, label.box.y + (label.box.h - setting.height) // 2, setting.width, setting.height)


def left_of(label: Label, width: int) -> int:
    """Where a line of this width begins in a label's box."""
    if label.align is Align.LEFT:
        return label.box.x
    rest = label.box.w - width
    return label.box.x + (rest // 2 if label.align is Align.CENTRE else rest)


@lru_cache(maxsize=_MOST_SET)
def _set(lines: tuple[str, ...], px: int, is_bold: bool) -> SetText:
    type_ = font(px, is_bold)
    width = max((type_.size(line)[0] for line in lines), default=0)
    return SetText(lines, px, is_bold, width, len(lines) * line_height(px))


def _wrapped(words: list[str], px: int, is_bold: bool, width: int) -> tuple[list[str], bool]:
    """The lines of some words, and whether any word is broken. A line is measured only where its letters'
    advances leave it open whether it fits: less than the type's size lies beyond them, and beyond each letter
    without one."""
    type_, advance = font(px, is_bold), _advances(px, is_bold).__getitem__
    lines: list[str] = []
    line, used, beyond, is_broken = "", 0, px, False
    for word in words:
        advances = [*map(advance, word)]
        needed = sum(advances)
        beyond += px * advances.count(0)
        longer, reach = (f"{line} {word}", used + advance(" ") + needed) if line else (word, needed)
        if reach <= width and (reach + beyond <= width or type_.size(longer)[0] <= width):
            line, used = longer, reach
            continue
        if line:
            lines.append(line)
        *full, line = [word] if needed + beyond <= width else _pieces(word, type_, width)
        used = sum(map(advance, line))
        lines += full
        is_broken = is_broken or bool(full)
    return [*lines, line] if line else lines, is_broken


def _pieces(word: str, type_: pygame.font.Font, width: int) -> list[str]:
    """A word in pieces that each fit the width: one piece, for any reasonable word."""
    if type_.size(word)[0] <= width:
        return [word]
    pieces = [""]
    for letter in word:
        if pieces[-1] and type_.size(pieces[-1] + letter)[0] > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _cut(setting: SetText, width: int, height: int) -> SetText:
    room = max(height // line_height(setting.px), 1)
    if len(setting.lines) <= room:
        return setting
    type_ = font(setting.px, setting.is_bold)
    last = setting.lines[room - 1]
    while last and type_.size(last + _ELLIPSIS)[0] > width:
        last = last.rpartition(" ")[0] or last[:-1]
    lines = (*setting.lines[: room - 1], last + _ELLIPSIS)
    return replace(_set(lines, setting.px, setting.is_bold), is_cut=True)
