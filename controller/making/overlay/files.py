"""Writing a part to files: a PDF of all pages, and an SVG of each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.making.overlay.paper import Paper
from controller.making.overlay.pdf import pdf
from controller.making.overlay.sheets import PrintedPage, Printout, pages_of
from controller.making.overlay.svg import svg


def write(part: Printout, paper: Paper, overlap: float, stem: Path) -> Iterator[str]:
    """Write the files of a part, named `stem` plus numbers and extensions, and return a description of each.

    Raises `OSError`, and `PaperTooSmall` before anything is written.
    """
    pages = pages_of(part, paper, overlap)
    stem.parent.mkdir(parents=True, exist_ok=True)
    file = stem.with_name(f"{stem.name}.pdf")
    file.write_bytes(pdf(pages, part.title))
    count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    yield f"{file}: {part.title}, {count} of {_size(pages[0])}"
    for number, page in enumerate(pages, 1):
        ending = f"-{number}.svg" if len(pages) > 1 else ".svg"
        stem.with_name(stem.name + ending).write_bytes(svg(page, part.title))
    first, last = f"{stem.name}-1.svg", f"-{len(pages)}.svg"
    yield f"{stem.parent / first} to {last}" if len(pages) > 1 else f"{stem.parent / stem.name}.svg"


def _size(page: PrintedPage) -> str:
    return f"{page.width:g} × {page.height:g} mm"
