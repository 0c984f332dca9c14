"""A page as SVG, in millimetres: the drawings of the PDF, editable in a drawing program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from controller.boards.shapes import Area, Disc, Ink, Path, Rectangle, Shape, TextLine
from controller.boards.type import CAPITALS, FAMILY
from controller.making.overlay.sheets import PrintedPage
from controller.model.signs import Rgb

_DASH: Final = "1.2 1.2"


def svg(page: PrintedPage, title: str) -> bytes:
    """One page as a file. Its user unit is a millimetre; `y` points down, as SVG has it."""
    size = f'width="{_mm(page.width)}mm" height="{_mm(page.height)}mm"'
    box = f'viewBox="0 0 {_mm(page.width)} {_mm(page.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
        f"<title>{escape(title)}</title>",
        f"<g font-family={quoteattr(f'{FAMILY}, Verdana, sans-serif')}>",
    ]
    for number, (area, shapes) in enumerate(page.views):
        lines += _view(page, f"view{number}", area, shapes)
    lines += [*_drawn(page, page.marks), "</g>", "</svg>", ""]
    return "\n".join(lines).encode()


def _view(page: PrintedPage, id_: str, area: Area, shapes: Iterable[Shape]) -> Iterator[str]:
    yield f'<defs><clipPath id="{id_}"><rect {_place(page, area)}/></clipPath></defs>'
    yield f'<g clip-path="url(#{id_})">'
    yield from _drawn(page, shapes)
    yield "</g>"


def _drawn(page: PrintedPage, shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Rectangle(area, ink, radius):
                corners = f' rx="{_mm(radius)}"' if radius else ""
                yield f"<rect {_place(page, area)}{corners}{_ink(ink)}/>"
            case Disc((x, y), radius, ink):
                yield f'<circle cx="{_mm(x)}" cy="{_mm(page.height - y)}" r="{_mm(radius)}"{_ink(ink)}/>'
            case Path(points, ink, closed):
                way = " L".join(f"{_mm(x)} {_mm(page.height - y)}" for x, y in points)
                yield f'<path d="M{way}{" Z" if closed else ""}"{_ink(ink)}/>'
            case TextLine():
                yield _text(page, shape)


def _text(page: PrintedPage, text: TextLine) -> str:
    x, y = text.at
    turn = f" rotate({-text.turned})" if text.turned else ""
    weight = ' font-weight="bold"' if text.is_bold else ""
    return (
        f'<text transform="translate({_mm(x)} {_mm(page.height - y)}){turn}" '
        f'y="{_mm(CAPITALS / 2 * text.size)}" font-size="{_mm(text.size)}"{weight} '
        f'text-anchor="{text.anchor}" fill="{_rgb(text.colour)}">{escape(text.text)}</text>'
    )


def _place(page: PrintedPage, area: Area) -> str:
    return f'x="{_mm(area.x)}" y="{_mm(page.height - area.top)}" width="{_mm(area.w)}" height="{_mm(area.h)}"'


def _ink(ink: Ink) -> str:
    fill = "none" if ink.fill is None else _rgb(ink.fill)
    if ink.line is None:
        return f' fill="{fill}"'
    dash = f' stroke-dasharray="{_DASH}"' if ink.is_dashed else ""
    return f' fill="{fill}" stroke="{_rgb(ink.line)}" stroke-width="{_mm(ink.width)}"{dash}'


def _rgb(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _mm(length: float) -> str:
    """A length to a thousandth of a millimetre, without trailing zeros."""
    return f"{round(length, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
