"""A board in another language."""

from __future__ import annotations

from controller.boards.shapes import Drawing, Shape, TextLine
from controller.boards.type import width
from engines.record import replace
from texts import Catalogue, translated


def in_words_of(drawing: Drawing, words: Catalogue) -> Drawing:
    """The drawing with its texts translated, in smaller type if they would be longer."""
    return replace(drawing, shapes=tuple(_shape(shape, words) for shape in drawing.shapes))


def _shape(shape: Shape, words: Catalogue) -> Shape:
    if not isinstance(shape, TextLine):
        return shape
    text = translated(shape.text, words)
    was, now = width(shape.text, shape.is_bold), width(text, shape.is_bold)
    return replace(shape, text=text, size=shape.size * min(1.0, was / now) if now else shape.size)
