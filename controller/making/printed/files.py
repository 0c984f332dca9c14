"""Writes KiCad's files of the boards to `docs/build/boards`: `python -m controller.making.printed.files`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.making.printed import module, registers
from controller.making.printed.kicad_board import board_file
from controller.making.printed.kicad_schematic import schematic_file
from controller.making.printed.layout import PrintedBoard
from controller.making.printed.project import project_file

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "build" / "boards"


def files_of(layout: PrintedBoard) -> dict[str, bytes]:
    """The files of a board by their names."""
    return {
        f"{layout.name}.kicad_pcb": board_file(layout),
        f"{layout.name}.kicad_sch": schematic_file(layout),
        f"{layout.name}.kicad_pro": project_file(layout),
    }


def main() -> None:
    """Write the files that differ."""
    FOLDER.mkdir(exist_ok=True)
    for layout in (module.layout(), registers.layout()):
        for name, data in files_of(layout).items():
            path = FOLDER / name
            if not path.exists() or path.read_bytes() != data:
                path.write_bytes(data)
                print(name)


if __name__ == "__main__":
    main()
