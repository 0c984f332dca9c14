"""The files to order boards by, from KiCad's: Gerber, drill, pick-and-place, a list of parts, a ZIP.

For Debian's own Python, which has KiCad's module `pcbnew` (version 6 or later): `make boards`. A board that
breaks a design rule is refused.
"""

from __future__ import annotations

import csv
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

try:
    import pcbnew
except ImportError:
    sys.exit("KiCad is missing: sudo apt install --no-install-recommends kicad")

MILLIMETRES: Final = getattr(pcbnew, "EDA_UNITS_MILLIMETRES", None) or pcbnew.EDA_UNITS_MM
"""Its name in version 6, and in later ones."""
LAYERS: Final = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "F_SilkS", "B_SilkS", "Edge_Cuts")


def main(arguments: Sequence[str]) -> None:
    """Arguments: the folder with `.kicad_pcb` files, and the folder to write to."""
    source, out = map(Path, arguments)
    for path in sorted(source.glob("*.kicad_pcb")):
        folder = out / path.stem
        folder.mkdir(parents=True, exist_ok=True)
        board = pcbnew.LoadBoard(str(path))
        check(board, folder / "rules.txt")
        plot(board, folder)
        drill(board, folder)
        place(board, folder)
        with zipfile.ZipFile(out / f"{path.stem}.zip", "w", zipfile.ZIP_DEFLATED) as bundle:
            for file in sorted(folder.glob("*.g*")) + sorted(folder.glob("*.drl")):
                bundle.write(file, file.name)
        print(f"{out / path.stem}.zip")


def check(board: Any, report: Path) -> None:
    """Check all design rules. Ends the program if one is broken."""
    pcbnew.WriteDRCReport(board, str(report), MILLIMETRES, True)
    found = report.read_text()
    if found.count("** Found 0 ") < 3:
        sys.exit(found)


def plot(board: Any, folder: Path) -> None:
    """A Gerber file for each layer."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder.resolve()))
    options.SetUseGerberProtelExtensions(True)
    options.SetUseAuxOrigin(True)
    options.SetPlotFrameRef(False)
    options.SetSubtractMaskFromSilk(True)
    for name in LAYERS:
        plotter.SetLayer(getattr(pcbnew, name))
        plotter.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plotter.PlotLayer()
    plotter.ClosePlot()


def drill(board: Any, folder: Path) -> None:
    """A drill file for plated holes, and one for others."""
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetFormat(True)
    writer.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    writer.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)


def place(board: Any, folder: Path) -> None:
    """The place of each part for a machine, in mm from the lower left corner; and the parts by value."""
    origin = board.GetDesignSettings().GetAuxOrigin()
    groups: dict[tuple[str, str], list[str]] = {}
    with (folder / "positions.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"))
        for part in sorted(board.GetFootprints(), key=lambda one: one.GetReference()):
            if not part.GetAttributes() & pcbnew.FP_SMD:
                continue
            at = part.GetPosition()
            x, y = pcbnew.ToMM(at.x - origin.x), pcbnew.ToMM(origin.y - at.y)
            turned = part.GetOrientationDegrees()
            rows.writerow((part.GetReference(), f"{x:.2f}", f"{y:.2f}", "Top", f"{turned % 360:g}"))
            kind = part.GetValue(), part.GetFPID().GetUniStringLibItemName()
            groups.setdefault(kind, []).append(part.GetReference())
    with (folder / "parts.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("Comment", "Footprint", "Quantity", "Designator"))
        for (value, footprint), refs in sorted(groups.items()):
            rows.writerow((value, footprint, len(refs), ",".join(refs)))


if __name__ == "__main__":
    main(sys.argv[1:])
