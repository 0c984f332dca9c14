"""Every table script beside this folder, played on the simulated table; some on the real firmware too."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import load
from hardware.simulated.firmware_board import FirmwareBoard
from tests.needs import needs_micropython

SCRIPTS = sorted((Path(__file__).parent.parent.parent.parent / "scripts").glob("*.table"))
ON_THE_FIRMWARE = (
    "bump",
    "figure_one_park",
    "hover_plays_nothing",
    "identity_one_site_cells",
    "identity_swapped_in_the_dark",
    "identity_unknown_tag",
    "identity_wrong_piece",
    "power_cut_before_settle",
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_holds(path: Path) -> None:
    assert run(load(path), Config()) is None


@needs_micropython
@pytest.mark.parametrize("name", ON_THE_FIRMWARE)
def test_the_script_holds_with_the_real_firmware(name: str) -> None:
    (path,) = [path for path in SCRIPTS if path.stem == name]
    assert run(load(path), Config(), partial(Rig, make_board=FirmwareBoard, reads_tags=True)) is None
