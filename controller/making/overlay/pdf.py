"""Pages as PDF, by reportlab: to scale, with embedded fonts, and reproducible byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Final

from controller.boards.shapes import Anchor, Area, Disc, Ink, Path, Rectangle, Shape, TextLine
from controller.boards.type import CAPITALS
from controller.making.overlay.sheets import PrintedPage
from controller.making.overlay.type import font

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM: Final = 72 / 25.4
"""PDF units per millimetre."""

_DASH: Final = (1.2, 1.2)


def pdf(pages: Iterable[PrintedPage], title: str) -> bytes:
    """All pages in one file."""
    from reportlab.pdfgen.canvas import Canvas

    written = BytesIO()
    canvas = Canvas(written, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Tablier")
    for page in pages:
        canvas.setPageSize((page.width * MM, page.height * MM))
        canvas.setLineCap(0)
        for area, shapes in page.views:
            canvas.saveState()
            _clip(canvas, area)
            _draw(canvas, shapes)
            canvas.restoreState()
        _draw(canvas, page.marks)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _clip(canvas: Canvas, area: Area) -> None:
    path = canvas.beginPath()
    path.rect(*(part * MM for part in area))
    canvas.clipPath(path, stroke=0, fill=0)


def _draw(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        if isinstance(shape, TextLine):
            _write(canvas, shape)
        else:
            _ink(canvas, shape.ink)
            _trace(canvas, shape)


def _ink(canvas: Canvas, ink: Ink) -> None:
    if ink.fill is not None:
        canvas.setFillColorRGB(*(part / 255 for part in ink.fill))
    if ink.line is not None:
        canvas.setStrokeColorRGB(*(part / 255 for part in ink.line))
        canvas.setLineWidth(ink.width * MM)
        canvas.setDash(*([part * MM for part in _DASH],) if ink.is_dashed else ())


def _trace(canvas: Canvas, shape: Rectangle | Disc | Path) -> None:
    how = {"stroke": int(shape.ink.line is not None), "fill": int(shape.ink.fill is not None)}
    match shape:
        case Rectangle(area, _, radius) if radius:
            canvas.roundRect(*(part * MM for part in area), radius * MM, **how)
        case Rectangle(area):
            canvas.rect(*(part * MM for part in area), **how)
        case Disc((x, y), radius):
            canvas.circle(x * MM, y * MM, radius * MM, **how)
        case Path((start, *others), _, closed):
            path = canvas.beginPath()
            path.moveTo(start[0] * MM, start[1] * MM)
            for x, y in others:
                path.lineTo(x * MM, y * MM)
            if closed:
                path.close()
            canvas.drawPath(path, **how)


def _write(canvas: Canvas, text: TextLine) -> None:
    canvas.saveState()
    canvas.translate(text.at[0] * MM, text.at[1] * MM)
    canvas.rotate(text.turned)
    canvas.setFont(font(text.is_bold), text.size * MM)
    canvas.setFillColorRGB(*(part / 255 for part in text.colour))
    draw = {
        Anchor.START: canvas.drawString,
        Anchor.MIDDLE: canvas.drawCentredString,
        Anchor.END: canvas.drawRightString,
    }[text.anchor]
    draw(0, -CAPITALS / 2 * text.size * MM, text.text)
    canvas.restoreState()
