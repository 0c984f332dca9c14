"""KiCad, as the tests ask it: Debian's module `pcbnew`, and the command `kicad-cli` of later versions."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from tests.needs import needs

PYTHON = "/usr/bin/python3"
COMMAND = shutil.which("kicad-cli")
HAS_MODULE = bool(Path(PYTHON).exists() and list(Path("/usr/lib/python3/dist-packages").glob("pcbnew.py")))

needs_kicad = needs(HAS_MODULE, "KiCad", "--no-install-recommends kicad")
needs_command = needs(COMMAND is not None, "KiCad 7 or later, with its command kicad-cli")

_READ = """
import json, sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
unit = getattr(pcbnew, "EDA_UNITS_MILLIMETRES", None) or pcbnew.EDA_UNITS_MM
pcbnew.WriteDRCReport(board, sys.argv[2], unit, True)
pads = [[f.GetReference(), p.GetNumber(), p.GetNetname()] for f in board.GetFootprints() for p in f.Pads()]
print("@" + json.dumps(pads))
"""


def run(*arguments: str) -> str:
    """Run a program; its output. Raises `CalledProcessError`."""
    return subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=300).stdout


def read(board: Path, report: Path) -> dict[tuple[str, str], str]:
    """Check a board by its design rules, into a report; its pads with their nets."""
    pads = json.loads(run(PYTHON, "-c", _READ, str(board), str(report)).rpartition("@")[2])
    return {(ref, pad): net for ref, pad, net in pads if net}


def violations(report: Path) -> str:
    """The violations in a report."""
    text = report.read_text()
    return "" if text.count("** Found 0 ") == 3 else text
