"""KiCad itself looks at the boards: rules, nets, and what is made from them to order boards by."""

from __future__ import annotations

import csv
import re
import subprocess
from pathlib import Path

import pytest

from controller.making.printed import files, module, registers
from controller.making.printed.layout import PrintedBoard
from tests.controller.making.printed.kicad import (
    COMMAND,
    PYTHON,
    needs_command,
    needs_kicad,
    read,
    run,
    violations,
)

BOARDS = {"module": module.layout(), "registers": registers.unrouted()}
FABRICATE = Path(files.__file__).with_name("fabricate.py")

both = pytest.mark.parametrize("layout", BOARDS.values(), ids=list(BOARDS))


def copied(layout: PrintedBoard, folder: Path) -> Path:
    """The files of a board, where KiCad may leave more beside them."""
    for name in files.files_of(layout):
        (folder / name).write_bytes((files.FOLDER / name).read_bytes())
    return folder / f"{layout.name}.kicad_pcb"


@needs_kicad
@both
def test_a_board_keeps_every_design_rule_and_joins_what_the_circuit_joins(
    layout: PrintedBoard, tmp_path: Path
) -> None:
    nets = read(copied(layout, tmp_path), tmp_path / "rules.txt")
    assert violations(tmp_path / "rules.txt") == ""
    assert {pad: net for pad, net in nets.items() if not net.startswith("unconnected")} == layout.nets()


@needs_kicad
@pytest.mark.parametrize("fault", ["removed", "moved"])
def test_a_board_with_a_fault_is_refused(fault: str, tmp_path: Path) -> None:
    path = copied(BOARDS["module"], tmp_path)
    lines = path.read_text().splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("  (segment"))
    width = re.sub(r"\(width [0-9.]+\)", "(width 3)", lines[number])
    lines[number] = "" if fault == "removed" else width
    path.write_text("\n".join(lines))
    refused = subprocess.run(
        [PYTHON, str(FABRICATE), str(tmp_path), str(tmp_path / "out")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 1
    assert "Found 0 DRC" not in refused.stderr or "Found 0 unconnected" not in refused.stderr
    assert not list((tmp_path / "out").glob("*.zip"))


@needs_kicad
@both
def test_what_is_ordered_by_has_every_layer_hole_and_part(layout: PrintedBoard, tmp_path: Path) -> None:
    copied(layout, tmp_path)
    run(PYTHON, str(FABRICATE), str(tmp_path), str(tmp_path / "out"))
    folder = tmp_path / "out" / layout.name
    assert {path.suffix for path in folder.glob("*.g*")} == {
        ".gtl", ".gbl", ".gts", ".gbs", ".gtp", ".gto", ".gbo", ".gm1",
    }  # fmt: skip
    drilled = [pad for one in layout.placed for pad in one.footprint.pads if pad.drill]
    plated = (folder / f"{layout.name}-PTH.drl").read_text()
    board = (files.FOLDER / f"{layout.name}.kicad_pcb").read_text()
    assert len(re.findall(r"^X", plated, re.MULTILINE)) == len(drilled) + board.count("\n  (via ")
    bare = (folder / f"{layout.name}-NPTH.drl").read_text()
    assert len(re.findall(r"^X", bare, re.MULTILINE)) == len(layout.screws)
    with (folder / "positions.csv").open() as file:
        rows = {row["Designator"]: row for row in csv.DictReader(file)}
    for one in layout.placed:
        assert (one.ref in rows) == one.footprint.is_smd
        if one.ref in rows:
            place = [float(rows[one.ref][f"Mid {axis}"]) for axis in "XY"]
            expected = [at - start for at, start in zip(one.at, layout.origin, strict=True)]
            assert place == pytest.approx(expected, abs=0.006)
            assert float(rows[one.ref]["Rotation"]) == one.turned


@needs_command
@both
def test_the_schematic_keeps_the_electrical_rules_and_is_the_boards(
    layout: PrintedBoard, tmp_path: Path
) -> None:
    assert COMMAND is not None
    board = copied(layout, tmp_path)
    report = tmp_path / "report.txt"
    run(COMMAND, "sch", "erc", "--severity-all", "-o", str(report), str(board.with_suffix(".kicad_sch")))
    assert "Errors 0  Warnings 0" in report.read_text()
    run(COMMAND, "pcb", "drc", "--severity-all", "--schematic-parity", "-o", str(report), str(board))
    assert violations(report) == ""


@needs_command
@both
def test_the_schematics_netlist_is_the_circuit(layout: PrintedBoard, tmp_path: Path) -> None:
    assert COMMAND is not None
    schematic, out = copied(layout, tmp_path).with_suffix(".kicad_sch"), tmp_path / "nets.xml"
    run(COMMAND, "sch", "export", "netlist", "--format", "kicadxml", "-o", str(out), str(schematic))
    found = {
        (ref, pin): name
        for name, nodes in re.findall(
            r'<net code="\d+" name="([^"]+)".*?>(.*?)</net>', out.read_text(), re.DOTALL
        )
        for ref, pin in re.findall(r'<node ref="([^"]+)" pin="([^"]+)"', nodes)
        if not name.startswith("unconnected")
    }
    assert found == layout.nets()
