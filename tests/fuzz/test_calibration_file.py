"""The calibration file: any bytes are a place for each sensor, or one error that names the file."""

from __future__ import annotations

import pytest
from hypothesis import given

from controller.settings import calibration_file
from hardware.board.calibration import Calibration
from hardware.ports import Grid
from tests.fuzz.rubbish import fuzzed, mutated
from tests.fuzz.toml import documents, refused_or

GRID = Grid(4, 3)
EXAMPLES = (
    b'[sensors]\n"@3,1" = "@3,2"\n"@3,2" = "@3,1"\n',
    b'[sensors]\n"@0,0" = "@1,0"\n"@1,0" = "@2,0"\n"@2,0" = "@0,0"\n',
)
SECTIONS = {"sensors": ("@0,0", "@1,0", "@4,0", "@٣,0", "@00,0"), "": ("sensors",)}


@fuzzed
@given(data=mutated(EXAMPLES) | documents(SECTIONS))
def test_any_file_is_a_calibration_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("sensors") / "sensors.toml"
    found = refused_or(lambda file: calibration_file.load(file, GRID), path, data)
    if found is not None:
        assert isinstance(found, Calibration)
        assert found.site_set(GRID.all_sites) == GRID.all_sites
        calibration_file.save(path, found, GRID)
        assert calibration_file.load(path, GRID) == found
