"""Writing the boards of a table: a DXF of each, and on paper the holes and openings to be made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from controller.making.building.boards import Board
from controller.making.building.drawings import part_of, words_of
from controller.making.building.dxf import dxf
from controller.making.overlay.files import write as write_part
from controller.making.overlay.paper import Paper
from controller.making.printed import module
from hardware.ports import Grid


def write(boards: Iterable[Board], paper: Paper, overlap: float, folder: Path) -> Iterator[str]:
    """Write the files of all boards, and return a description of each. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for board in boards:
        file = folder / f"template-{board.name}.dxf"
        file.write_bytes(dxf(board))
        yield f"{file}: {words_of(board)}"
        if board.needs_paper:
            yield from write_part(part_of(board), paper, overlap, file.with_name(f"{file.stem}-{paper}"))


def write_light_map(grid: Grid, folder: Path) -> Path:
    """Write the light map of a table of modules. Raises `OSError`."""
    panels = (
        f"[[panels]]\nx = {panel.x}\ny = {panel.y}\ncolumns = {panel.columns}\nrows = {panel.rows}\n"
        f'wiring = "{panel.wiring.pattern}"\nstart = "{panel.wiring.start}"\nruns = "{panel.wiring.runs}"\n'
        for panel in module.panels(grid)
    )
    file = folder / "lights.toml"
    file.write_text("\n".join(panels))
    return file
